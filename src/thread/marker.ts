import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { JOB_ID } from '../service/job.ts';
import { MARKER_PREFIX } from '../text/marker-prefix.ts';

const VERSION = 1;
/** Bytes; a longer one is not ours. */
const MAX_MARKER = 2048;

/** Seconds: the longest `timeout`. */
const MAX_ALIVE = 24 * 3600;

/** A hash in 16 letters: enough that nobody finds a second text for it by chance, and no word of the first. */
const HASH = v.pipe(v.string(), v.regex(/^[\w-]{16}$/));
const ID = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
/** What a job showed when a follow-up was sent to it. */
const SNAPSHOT = v.object({ link: v.string() });

/** What does not change while a request lives. */
const REQUEST = {
  /** Tells the comment from copies of its first text, which is signed before the comment has a number. */
  nonce: HASH,
  /** Workflow, job, step, `key` and project. */
  stepKey: HASH,
  /** The slot, and what asked in it. */
  requestKey: HASH,
  project: HASH,
  /** The `key` input. */
  key: HASH,
  run: ID,
  attempt: ID,
  /** The account of the person who asked, to mention; null where nobody did. */
  requester: v.nullable(ID),
  /** How to ask again. */
  again: v.picklist(['command', 'label', 'run']),
  /** The status comment of the request before, where this one went to the same job. */
  previous: v.nullable(ID),
  before: v.nullable(SNAPSHOT),
};
/** What each writing of the comment sets. */
const WRITING = {
  /** Which process wrote it. */
  writer: HASH,
  /** Of the line that quotes the request; empty where there is none. */
  quote: v.union([v.literal(''), HASH]),
  /** Whether the person who asked was, or is about to be, mentioned. */
  mentioned: v.boolean(),
  /** Seconds after this edit for which its writer may be alive and watch; 0: nobody watches. */
  leaseSeconds: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_ALIVE)),
};
const STATE = v.variant('state', [
  /** About to be sent to the service, or just sent. */
  v.object({ state: v.literal('starting') }),
  /** Provably not sent: a follow-up that waits for its turn, behind this job; null where that has no name yet. */
  v.object({ state: v.literal('waiting'), behind: v.nullable(JOB_ID) }),
  /** Provably nothing was spent. */
  v.object({ state: v.literal('unsent') }),
  v.object({ state: v.literal('unconfirmed') }),
  v.object({ state: v.literal('open'), job: JOB_ID }),
  v.object({
    state: v.literal('ended'),
    job: JOB_ID,
    verdict: v.picklist(['pull-request', 'no-changes', 'failed', 'archived']),
  }),
  /** The job was still active after 24 h: nothing reads it any more. */
  v.object({ state: v.literal('lost'), job: JOB_ID }),
  /** The job works on a later request, whose status comment is `by`. */
  v.object({ state: v.literal('continued'), job: JOB_ID, by: ID }),
]);
/** Checked when it is read, and when a post step takes it up. */
export const MARKER = v.intersect([v.object({ ...REQUEST, ...WRITING }), STATE]);

const REQUEST_SCHEMA = v.object(REQUEST);
export type MarkedRequest = Readonly<v.InferOutput<typeof REQUEST_SCHEMA>>;
export type MarkerState = Readonly<v.InferOutput<typeof STATE>>;
/** What a status comment remembers of its request. No words of anybody. */
export type Marker = Readonly<v.InferOutput<typeof MARKER>>;

/** What of a marker never changes. */
export const requestOf = (marker: Marker): MarkedRequest => v.parse(REQUEST_SCHEMA, marker);

/** Where a marker stands; `comment` is null for one that was written before its comment had a number. */
export interface MarkerScope {
  /** The repository's number, which survives a renaming. */
  readonly repository: string;
  readonly issue: number;
  readonly comment: number | null;
}

export interface MarkerKey {
  /** Tells keys apart, and tells nothing about them. */
  readonly id: string;
  readonly secret: Uint8Array;
}

/** With what markers are written and recognized. */
export interface MarkerKeys {
  readonly key: MarkerKey;
  /** Of the API key before the present one, while that is being replaced: recognized, and not written any more. */
  readonly previousKey?: MarkerKey | undefined;
}

/** @param previousApiKey empty for none. */
export const deriveMarkerKeys = (apiKey: string, previousApiKey: string): MarkerKeys => ({
  key: deriveMarkerKey(apiKey),
  previousKey: previousApiKey ? deriveMarkerKey(previousApiKey) : undefined,
});

/** Keys for markers from the admin API key, which cannot be computed from them (HKDF, RFC 5869). */
export function deriveMarkerKey(apiKey: string): MarkerKey {
  const bytes = Buffer.from(hkdfSync('sha256', apiKey, '', 'docs-agent-action marker 1', 38));
  return { id: bytes.subarray(32).toString('base64url'), secret: bytes.subarray(0, 32) };
}

/** 16 letters that stand for these texts. */
export function hashOf(...texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest().subarray(0, 12).toString('base64url');
}

/** The marker as it stands in a comment, signed for its place. */
export function writeMarker(marker: Marker, key: MarkerKey, place: MarkerScope): string {
  const content = Buffer.from(JSON.stringify(marker)).toString('base64url');
  return `${MARKER_PREFIX}${VERSION} ${key.id}.${content}.${sign(content, key, place)} -->`;
}

export type MarkerReading =
  | { readonly kind: 'none' }
  /** Signed with one of our keys; `bound` to its very comment, or only to the thread, as a comment's first text is. */
  | { readonly kind: 'signed'; readonly marker: Marker; readonly bound: boolean }
  /** `why`: it is not ours, in words. */
  | { readonly kind: 'ignored'; readonly why: string };

/** The marker of a comment, if it has one, and what it is worth there. */
export function readMarker(
  body: string,
  { key, previousKey }: MarkerKeys,
  place: MarkerScope & { readonly comment: number },
): MarkerReading {
  if (!body.includes(MARKER_PREFIX)) return { kind: 'none' };
  const [found, ...more] = [...body.matchAll(FORM)]; // words of a request may begin like one
  if (!found || found[0].length > MAX_MARKER) return ignored('it is malformed');
  if (more.length > 0) return ignored('it holds more than one');
  const [, version, keyId = '', content = '', signature = ''] = found;
  if (version !== String(VERSION)) return ignored('its version is unknown');
  const marker = parse(content);
  if (!marker) return ignored('it is malformed');
  const signer = [key, previousKey].find((each) => each?.id === keyId);
  if (!signer) return ignored('it is signed with another API key; if that was replaced, pass it as `previous-api-key`');
  if (isSigned(content, signature, signer, place)) return { kind: 'signed', marker, bound: true };
  const mayBeFirst = marker.state === 'starting' || marker.state === 'waiting';
  const isFirst = mayBeFirst && isSigned(content, signature, signer, { ...place, comment: null });
  return isFirst ? { kind: 'signed', marker, bound: false } : ignored('it is altered, or copied from elsewhere');
}

const FORM = new RegExp(`${MARKER_PREFIX}(\\d{1,4}) ([\\w-]{8})\\.([\\w-]+)\\.([\\w-]{43}) -->`, 'g');

const ignored = (why: string) => ({ kind: 'ignored', why }) as const;

function parse(content: string): Marker | undefined {
  const text = Buffer.from(content, 'base64url').toString();
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), MARKER), text);
  return result.success ? result.output : undefined;
}

function sign(content: string, { id, secret }: MarkerKey, { repository, issue, comment }: MarkerScope): string {
  const signed = JSON.stringify([VERSION, id, content, repository, issue, comment]);
  return createHmac('sha256', secret).update(signed).digest('base64url');
}

function isSigned(content: string, signature: string, key: MarkerKey, place: MarkerScope): boolean {
  return timingSafeEqual(Buffer.from(sign(content, key, place)), Buffer.from(signature));
}
