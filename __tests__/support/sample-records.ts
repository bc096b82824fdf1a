import type { Comment } from '../../src/github/comments.ts';
import { deriveMarkerKey, hashOf, type Marker, type MarkerKey } from '../../src/thread/marker.ts';
import {
  factsOf,
  type Mentioned,
  type Phase,
  type Request,
  START,
} from '../../src/thread/request.ts';
import type { StatusRecord } from '../../src/thread/status-records.ts';
import { NOON } from './fake-clock.ts';

export const REPOSITORY = '1296269';
const ISSUE_NUMBER = 31;
export const MARKER_KEY: MarkerKey = deriveMarkerKey('docs_canary-key');
const OWN_LOGIN = 'github-actions[bot]';

/** The request in a marker, with defaults. */
export const sampleRequest = (fields: Partial<Request> = {}): Request => ({
  ...START,
  nonce: hashOf('nonce'),
  stepKey: hashOf('slot'),
  requestKey: hashOf('wish'),
  project: hashOf('project'),
  key: hashOf('null'),
  run: 77,
  attempt: 1,
  requester: null,
  retryVia: 'label',
  trigger: 'label',
  cause: '',
  head: '',
  base: '',
  ...fields,
});

/** One of each phase of a request. */
export const PHASES = {
  starting: { at: 'sending' },
  waiting: { at: 'waiting', waitsFor: { job: 'j_8fk2' } },
  unsent: { at: 'over', why: 'unsent', verdict: 'cancelled' },
  unconfirmed: { at: 'over', why: 'unconfirmed', verdict: 'unconfirmed' },
  open: { at: 'working', job: 'j_8fk2' },
  ended: { at: 'over', why: 'ended', job: 'j_8fk2', verdict: 'no-changes', link: '' },
  replaced: { at: 'over', why: 'replaced', job: 'j_8fk2' },
  opened: { at: 'opened', job: 'j_8fk2', reportedIn: 31 },
} as const satisfies Readonly<Record<string, Phase>>;

export interface MarkerFields extends Partial<Request> {
  readonly writer?: string;
  readonly holder?: Marker['holder'];
  readonly quote?: string;
  readonly mentioned?: Mentioned;
  readonly leaseSeconds?: number;
}

export function sampleMarker(fields: MarkerFields = {}): Marker {
  const { run, attempt } = sampleRequest(fields);
  return {
    ...sampleRequest(),
    writer: hashOf('another'),
    holder: { run, attempt },
    quote: '',
    leaseSeconds: 0,
    phase: PHASES.open,
    ...fields,
  };
}

export const urlOf = (id: number): string =>
  `https://github.com/acme/app/issues/${ISSUE_NUMBER}#issuecomment-${id}`;

export const sampleComment = (fields: Partial<Comment> = {}): Comment => {
  const { id = 101 } = fields;
  const rest = { body: '', author: OWN_LOGIN, createdAt: NOON, updatedAt: NOON };
  return { id, url: urlOf(id), issueNumber: ISSUE_NUMBER, ...rest, ...fields };
};

export interface RecordFields extends MarkerFields {
  readonly id?: number;
  readonly isAlive?: boolean;
  readonly age?: number;
  readonly openFor?: number;
  /** When the comment was last edited. */
  readonly updatedAt?: number;
  readonly body?: string;
}

/** A status comment as the action reads it. */
export function sampleRecord(fields: RecordFields = {}): StatusRecord {
  const {
    id = 101,
    body = '',
    isAlive = false,
    age = 60_000,
    openFor = age,
    updatedAt = NOON,
    ...marker
  } = fields;
  const facts = factsOf(sampleMarker(marker));
  return {
    comment: sampleComment({ id, body, updatedAt }),
    marker: sampleMarker(marker),
    facts,
    sinceEditMs: age,
    sinceCreationMs: openFor,
    isLeaseHeld: isAlive && facts.end === undefined && !facts.isOpenedFor, // an end has no lease
  };
}
