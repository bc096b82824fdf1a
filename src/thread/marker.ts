import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import * as v from '@badrap/valita';
import { type Comment, MARKER_PREFIX } from '../github/comments.ts';
import { COUNT, ID, parse, parseJson } from '../schema.ts';
import { HASH, HASH_IF_ANY, isFirstPhase, REQUEST, type Request } from './request.ts';

const VERSION = 1;
/** Bytes; a longer marker is ignored. */
const MAX_MARKER = 2048;

/** Seconds: the longest `timeout`. */
const MAX_LEASE_SECONDS = 24 * 3600;

/**
 * The data in a status comment, and in the saved state of the post step: the request, and what
 * every writing sets. No untrusted text.
 */
const MARKER = REQUEST.extend({
  /** The process that wrote it. */
  writer: HASH,
  /** The run of that process, which holds the lease: not always the one that made the request. */
  holder: v.object({ run: ID, attempt: ID }),
  /** Hash of the line that quotes the request; empty if there is none. */
  quote: HASH_IF_ANY,
  /**
   * For how many seconds after this edit its writer may still be alive and polling; 0: no run is
   * polling.
   */
  leaseSeconds: COUNT.assert((seconds) => seconds <= MAX_LEASE_SECONDS),
});
export type Marker = Readonly<v.Infer<typeof MARKER>>;

/** The comment that a marker is signed for. */
interface MarkerScope {
  /** The id of the repository, which stays the same when it is renamed. */
  readonly repository: string;
  readonly issue: number;
  /**
   * Null in a marker that is written before its comment has an id. It is signed for the time of its
   * creation instead.
   */
  readonly comment: number | null;
  /**
   * By GitHub's clock, in milliseconds since the epoch. Null once the comment was edited: it has no
   * first text.
   */
  readonly createdAt: number | null;
}

/**
 * In so many milliseconds, a first text is written: a copy that anybody makes of it later does not
 * count.
 */
const CREATION_MS = 120_000;

export interface MarkerKey {
  /** Identifies the key without revealing anything about it. */
  readonly id: string;
  readonly secret: Uint8Array;
}

/**
 * Derives the key that signs and verifies markers from the API key, which cannot be computed from
 * it (HKDF, RFC 5869).
 */
export function deriveMarkerKey(apiKey: string): MarkerKey {
  const bytes = Buffer.from(hkdfSync('sha256', apiKey, '', 'docs-agent-action marker 1', 38));
  return { id: bytes.subarray(32).toString('base64url'), secret: bytes.subarray(0, 32) };
}

/** The first 96 bits of the SHA-256 of the texts, as 16 characters of base64url. */
export function hashOf(...texts: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(texts))
    .digest()
    .subarray(0, 12)
    .toString('base64url');
}

/** What a status comment shows. */
export interface Shown {
  readonly prose: string;
  readonly request: Request;
  /**
   * Seconds for which this process may still poll, called before each attempt, as a pause counts
   * too. Undefined: it does not poll.
   */
  readonly lease?: () => number;
}

/** The marker of a text. @param by the process that writes it. */
export const markerFor = (
  { prose, request, lease }: Shown,
  { writer, run, attempt }: Pick<Marker, 'writer' | 'run' | 'attempt'>,
): Marker => ({
  ...request,
  writer,
  holder: { run, attempt },
  quote: quoteHash(quoteIn(prose)),
  leaseSeconds: lease?.() ?? 0,
});

/** The marker as it is written in a comment: an HTML comment, signed for `scope`. */
export function writeMarker(marker: Marker, key: MarkerKey, scope: MarkerScope): string {
  const content = Buffer.from(JSON.stringify(marker)).toString('base64url');
  return `${MARKER_PREFIX}${VERSION} ${key.id}.${content}.${sign(content, key, scope)} -->`;
}

/** The result of reading a comment. */
type MarkerReading =
  | { readonly kind: 'none' }
  /**
   * Signed with the key. `bound`: signed for this comment; the first text of a comment is signed
   * for the thread only.
   */
  | { readonly kind: 'signed'; readonly marker: Marker; readonly bound: boolean }
  /** `why`: the end of a sentence. */
  | { readonly kind: 'ignored'; readonly why: string };

/** Reads and verifies the marker of a comment. */
export function readMarker(body: string, key: MarkerKey, scope: MarkerScope): MarkerReading {
  if (!body.includes(MARKER_PREFIX)) return { kind: 'none' };
  // the prefix alone may be part of untrusted text
  const [found, ...more] = [...body.matchAll(FORM)];
  if (!found || found[0].length > MAX_MARKER) return ignored('it is malformed');
  if (more.length > 0) return ignored('it holds more than one');
  const [, version, keyId = '', content = '', signature = ''] = found;
  if (version !== String(VERSION)) return ignored('its version is unknown');
  const marker = contentOf(content);
  if (!marker) return ignored('it is malformed');
  if (keyId !== key.id) return ignored('it is signed with another API key');
  const isSignedFor = (place: MarkerScope) =>
    timingSafeEqual(Buffer.from(sign(content, key, place)), Buffer.from(signature));
  const bound = isSignedFor(scope);
  const { createdAt } = scope;
  const mayBeFirst = createdAt !== null && isFirstPhase(marker.phase);
  const isFirst =
    mayBeFirst &&
    [0, -CREATION_MS, CREATION_MS].some((ms) =>
      isSignedFor({ ...scope, comment: null, createdAt: createdAt + ms }),
    );
  if (!bound && !isFirst) return ignored('it is altered, or copied from elsewhere');
  return { kind: 'signed', marker, bound };
}

/** Reads the marker of a comment of the repository. */
export const readMarkerOf = (
  { body, id, issueNumber, createdAt, updatedAt }: Comment,
  { repository, key }: { readonly repository: string; readonly key: MarkerKey },
): MarkerReading =>
  readMarker(body, key, {
    repository,
    issue: issueNumber,
    comment: id,
    createdAt: updatedAt === createdAt ? createdAt : null,
  });

const FORM = new RegExp(
  `${MARKER_PREFIX}(\\d{1,4}) ([\\w-]{8})\\.([\\w-]+)\\.([\\w-]{43}) -->`,
  'g',
);

const ignored = (why: string) => ({ kind: 'ignored', why }) as const;

function contentOf(content: string): Marker | undefined {
  const result = parse(MARKER, parseJson(Buffer.from(content, 'base64url')));
  return result.ok ? result.value : undefined;
}

function sign(content: string, { id, secret }: MarkerKey, scope: MarkerScope): string {
  const { repository, issue, comment, createdAt } = scope;
  const place = comment ?? `created ${Math.floor((createdAt ?? 0) / CREATION_MS)}`;
  const signed = JSON.stringify([VERSION, id, content, repository, issue, place]);
  return createHmac('sha256', secret).update(signed).digest('base64url');
}

/**
 * The line of a status comment that quotes the request. The quote is untrusted text, so the marker
 * contains only its hash.
 */
export const quoteIn = (body: string): string =>
  body.split('\n').find((line) => line.startsWith('> ')) ?? '';

export const quoteHash = (quote: string): string => quote && hashOf(quote);
