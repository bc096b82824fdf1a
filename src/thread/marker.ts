import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { type CommentRef, MARKER_PREFIX } from '../github/comments.ts';
import { JOB_ID } from '../service/job.ts';

const VERSION = 1;
/** Bytes; a longer marker is ignored. */
const MAX_MARKER = 2048;

/** Seconds: the longest `timeout`. */
const MAX_LEASE_SECONDS = 24 * 3600;

/** A hash of 96 bits as 16 characters of base64url: no accidental collisions, and the hashed text cannot be read from it. */
const HASH = v.pipe(v.string(), v.regex(/^[\w-]{16}$/));
const ID = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const COMMIT = v.pipe(v.string(), v.regex(/^[0-9a-f]{40,64}$/));
/** A pull request, as `identityOfLink` writes it. */
const LINK = v.pipe(v.string(), v.regex(/^[\w.:/#-]{0,150}$/));
/** The state of a job when a follow-up was sent to it. */
const SNAPSHOT = v.object({ job: JOB_ID, link: LINK });
/** A status comment in any thread. */
const PLACE = v.object({ thread: ID, comment: ID });

/** The fields that stay the same in all edits of a status comment. */
const REQUEST = {
  /** Distinguishes the comment from copies of its first text, which is signed before the comment has an id. */
  nonce: HASH,
  /** Hash of workflow, job, step, `key` and project. */
  stepKey: HASH,
  /** Hash of the step key, the inputs that define the request, and the trigger. */
  requestKey: HASH,
  project: HASH,
  /** Hash of the `key` input. */
  key: HASH,
  run: ID,
  attempt: ID,
  /** The account to mention; null if no person made the request. */
  requester: v.nullable(ID),
  /** How to make the request again. */
  retryVia: v.picklist(['command', 'label', 'run']),
  /** The status comment of the previous request to the same job, if there is one. */
  previous: v.nullable(PLACE),
  /** Null if the request creates its own job. */
  before: v.nullable(SNAPSHOT),
  /** Hash of what the request is about, such as a branch: later requests with the same cause may continue its pull request. */
  cause: v.union([v.literal(''), HASH]),
  /** The newest commit whose changes the request describes; empty if it describes none. */
  head: v.union([v.literal(''), COMMIT]),
  /** The commit at which that description starts; empty if there is none. */
  base: v.union([v.literal(''), COMMIT]),
};
/** In this order: after the end, no mention follows. */
export const MENTIONED = ['no', 'timeout', 'end'] as const;
export type Mentioned = (typeof MENTIONED)[number];

/** The fields that every edit sets. */
const WRITING = {
  /** The process that wrote it. */
  writer: HASH,
  /** Hash of the line that quotes the request; empty if there is none. */
  quote: v.union([v.literal(''), HASH]),
  /** What the requester was last mentioned for, or is about to be: a timeout, then the end. */
  mentioned: v.picklist(MENTIONED),
  /** For how many seconds after this edit its writer may still be alive and polling; 0: no run is polling. */
  leaseSeconds: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_LEASE_SECONDS)),
};
const STATE = v.variant('state', [
  /** About to be sent to the service, or just sent. */
  v.object({ state: v.literal('starting') }),
  /** A follow-up that is not sent yet, and waits for the job `behind`; null before that job has an id. */
  v.object({ state: v.literal('waiting'), behind: v.nullable(JOB_ID) }),
  /** Nothing was sent, or the service did not accept it: no job was created. */
  v.object({ state: v.literal('unsent') }),
  v.object({ state: v.literal('unconfirmed') }),
  v.object({ state: v.literal('open'), job: JOB_ID }),
  v.object({
    state: v.literal('ended'),
    job: JOB_ID,
    verdict: v.picklist(['pull-request', 'no-changes', 'failed', 'archived']),
    /** Empty if the job has none. */
    link: LINK,
  }),
  /** The job was still active after 24 h: no sweep reads it again. */
  v.object({ state: v.literal('lost'), job: JOB_ID }),
  /** The job works on a later request, whose status comment is `by`, or a re-run repeats the request there, with another job. */
  v.object({ state: v.literal('continued'), job: JOB_ID, by: PLACE }),
  /** Not a request: the job opened the pull request in which this comment is, as the account `author`; null if that was deleted. */
  v.object({ state: v.literal('opened'), job: JOB_ID, author: v.nullable(ID) }),
]);
/** Validates a marker in a comment, and in the saved state of the post step. */
export const MARKER = v.intersect([v.object({ ...REQUEST, ...WRITING }), STATE]);

/** The marker of the answer to a label of accounts that may only triage. It is no request: nothing but another such answer reads it. */
const DENIAL = v.object({ state: v.literal('denied'), writer: HASH });
type Denial = Readonly<v.InferOutput<typeof DENIAL>>;

const REQUEST_SCHEMA = v.object(REQUEST);
export type MarkedRequest = Readonly<v.InferOutput<typeof REQUEST_SCHEMA>>;
export type CommentPlace = Readonly<v.InferOutput<typeof PLACE>>;
export type MarkerState = Readonly<v.InferOutput<typeof STATE>>;
/** The data in a status comment. It contains no untrusted text. */
export type Marker = Readonly<v.InferOutput<typeof MARKER>>;

export const placeOf = ({ id, issueNumber }: CommentRef): CommentPlace => ({ thread: issueNumber, comment: id });

/** The fields of a marker that stay the same in all edits. */
export const requestOf = (marker: Marker): MarkedRequest => v.parse(REQUEST_SCHEMA, marker);

/** The comment that a marker is signed for; `comment` is null in a marker that was written before its comment had an id. */
interface MarkerScope {
  /** The id of the repository, which stays the same when it is renamed. */
  readonly repository: string;
  readonly issue: number;
  readonly comment: number | null;
}

export interface MarkerKey {
  /** Identifies the key without revealing anything about it. */
  readonly id: string;
  readonly secret: Uint8Array;
}

/** The keys that sign and verify markers. */
export interface MarkerKeys {
  readonly key: MarkerKey;
  /** Derived from `previous-api-key` while the API key is being replaced: verifies markers, and signs none. */
  readonly previousKey?: MarkerKey | undefined;
}

/** @param previousApiKey empty for none. */
export const deriveMarkerKeys = (apiKey: string, previousApiKey: string): MarkerKeys => ({
  key: deriveMarkerKey(apiKey),
  previousKey: previousApiKey ? deriveMarkerKey(previousApiKey) : undefined,
});

/** Derives a marker key from the API key, which cannot be computed from it (HKDF, RFC 5869). */
export function deriveMarkerKey(apiKey: string): MarkerKey {
  const bytes = Buffer.from(hkdfSync('sha256', apiKey, '', 'docs-agent-action marker 1', 38));
  return { id: bytes.subarray(32).toString('base64url'), secret: bytes.subarray(0, 32) };
}

/** The first 96 bits of the SHA-256 of the texts, as 16 characters of base64url. */
export function hashOf(...texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest().subarray(0, 12).toString('base64url');
}

/** The marker as it is written in a comment: an HTML comment, signed for `scope`. */
export function writeMarker(marker: Marker | Denial, key: MarkerKey, scope: MarkerScope): string {
  const content = Buffer.from(JSON.stringify(marker)).toString('base64url');
  return `${MARKER_PREFIX}${VERSION} ${key.id}.${content}.${sign(content, key, scope)} -->`;
}

/** The result of reading a comment. */
type MarkerReading =
  | { readonly kind: 'none' }
  /** Signed with one of the keys. `bound`: signed for this comment; the first text of a comment is signed for the thread only. */
  | { readonly kind: 'signed'; readonly marker: Marker; readonly bound: boolean }
  /** The answer to a label, signed for the thread. */
  | { readonly kind: 'denial'; readonly writer: string }
  /** `why`: the end of a sentence. */
  | { readonly kind: 'ignored'; readonly why: string };

/** Reads and verifies the marker of a comment. */
export function readMarker(
  body: string,
  { key, previousKey }: MarkerKeys,
  scope: MarkerScope & { readonly comment: number },
): MarkerReading {
  if (!body.includes(MARKER_PREFIX)) return { kind: 'none' };
  const [found, ...more] = [...body.matchAll(FORM)]; // the prefix alone may be part of untrusted text
  if (!found || found[0].length > MAX_MARKER) return ignored('it is malformed');
  if (more.length > 0) return ignored('it holds more than one');
  const [, version, keyId = '', content = '', signature = ''] = found;
  if (version !== String(VERSION)) return ignored('its version is unknown');
  const marker = parse(content);
  if (!marker) return ignored('it is malformed');
  const signer = [key, previousKey].find((each) => each?.id === keyId);
  if (!signer) return ignored(OTHER_KEY);
  const isOfThread = () => isSigned(content, signature, signer, { ...scope, comment: null });
  if (marker.state === 'denied') return isOfThread() ? { kind: 'denial', writer: marker.writer } : ignored(ALTERED);
  if (isSigned(content, signature, signer, scope)) return { kind: 'signed', marker, bound: true };
  const isFirst = isFirstState(marker) && isOfThread();
  return isFirst ? { kind: 'signed', marker, bound: false } : ignored(ALTERED);
}

const ALTERED = 'it is altered, or copied from elsewhere';

const OTHER_KEY =
  'it is signed with another API key (if that ever worked, pass it as `previous-api-key`; if not, there is nothing to do)';

/** The states in which a comment is created, before it has an id. */
export const isFirstState = ({ state }: MarkerState): boolean =>
  state === 'starting' || state === 'waiting' || state === 'open' || state === 'opened';

const FORM = new RegExp(`${MARKER_PREFIX}(\\d{1,4}) ([\\w-]{8})\\.([\\w-]+)\\.([\\w-]{43}) -->`, 'g');

const ignored = (why: string) => ({ kind: 'ignored', why }) as const;

function parse(content: string): Marker | Denial | undefined {
  const text = Buffer.from(content, 'base64url').toString();
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), v.union([MARKER, DENIAL])), text);
  return result.success ? result.output : undefined;
}

function sign(content: string, { id, secret }: MarkerKey, { repository, issue, comment }: MarkerScope): string {
  const signed = JSON.stringify([VERSION, id, content, repository, issue, comment]);
  return createHmac('sha256', secret).update(signed).digest('base64url');
}

function isSigned(content: string, signature: string, key: MarkerKey, scope: MarkerScope): boolean {
  return timingSafeEqual(Buffer.from(sign(content, key, scope)), Buffer.from(signature));
}

/** An unsigned text for the status comment. If the step is killed, the post step, another process, writes it. */
export interface Draft {
  readonly issueNumber: number;
  /** The id of the comment; null before the comment is created. */
  readonly comment: number | null;
  readonly prose: string;
  readonly marker: Marker;
}

/** The line of a status comment that quotes the request. The quote is untrusted text, so the marker contains only its hash. */
export const quoteIn = (body: string): string => body.split('\n').find((line) => line.startsWith('> ')) ?? '';

export const quoteHash = (quote: string): string => quote && hashOf(quote);
