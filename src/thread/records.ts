import type { Comment } from '../github/issue-comments.ts';
import { type Marker, type MarkerKey, readMarker } from './marker.ts';

/** A status comment of ours, with what it remembers. */
export interface StatusRecord {
  readonly comment: Comment;
  readonly marker: Marker;
  /** Signed with a key that we do not have (any more). */
  readonly isUnderOtherKey: boolean;
  /** Since it was written, in milliseconds by GitHub's clock. */
  readonly age: number;
  /** The process that wrote it may still be at work. */
  readonly isAlive: boolean;
}

export interface Records {
  /** The oldest first. */
  readonly records: readonly StatusRecord[];
  /** What pretends to be a status comment of ours, and why it is not believed. */
  readonly ignored: readonly { readonly url: string; readonly why: string }[];
}

export interface Reader {
  readonly key: MarkerKey;
  readonly repository: string;
  /** This process: what it wrote itself is no record to it. */
  readonly writer: string;
  /** The account that our token writes as; asked only where a signature does not tell. */
  readonly ownLogin: () => Promise<string>;
}

/**
 * The status comments of other processes among some comments. A signature for this very comment proves it; a first text, which is signed for the
 * thread only, and one under another key count from our own account only.
 * @param now GitHub's time, in milliseconds since the epoch.
 */
export async function readRecords(
  { comments, now }: { readonly comments: readonly Comment[]; readonly now: number },
  { key, repository, writer, ownLogin }: Reader,
): Promise<Records> {
  const records: StatusRecord[] = [];
  const ignored: { url: string; why: string }[] = [];
  for (const comment of [...comments].sort((one, other) => one.id - other.id)) {
    const place = { repository, issue: comment.issueNumber, comment: comment.id };
    const reading = readMarker(comment.body, key, place);
    if (reading.kind === 'none' || (reading.kind === 'signed' && reading.marker.writer === writer)) continue;
    const why = reading.kind === 'ignored' ? reading.why : await doubtOf(reading, comment, ownLogin);
    if (why) ignored.push({ url: comment.url, why });
    else if (reading.kind !== 'ignored') records.push(toRecord(comment, reading, now));
  }
  return { records, ignored };
}

type Believable = Extract<ReturnType<typeof readMarker>, { marker: Marker }>;

async function doubtOf(reading: Believable, { author }: Comment, ownLogin: Reader['ownLogin']) {
  if (reading.kind === 'signed' && reading.bound) return undefined;
  if (author === (await ownLogin())) return undefined;
  return 'it is by another account, and nothing binds it to this comment';
}

function toRecord(comment: Comment, { kind, marker }: Believable, now: number): StatusRecord {
  const age = Math.max(0, now - comment.updatedAt); // GitHub's times are whole seconds
  return { comment, marker, isUnderOtherKey: kind === 'other-key', age, isAlive: age < marker.alive * 1000 };
}
