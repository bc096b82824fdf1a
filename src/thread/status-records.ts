import type { Comment } from '../github/comments.ts';
import { type Marker, type MarkerKeys, readMarker } from './marker.ts';

/** Milliseconds after which a job that is still active counts as lost: it must not block its request for ever. */
export const LOST_AFTER_MS = 24 * 3_600_000;

/** A status comment of ours, with what it remembers. */
export interface StatusRecord {
  readonly comment: Comment;
  readonly marker: Marker;
  /** Since it was written, in milliseconds by GitHub's clock. */
  readonly ageMs: number;
  /** Since the comment was created, in milliseconds by GitHub's clock. */
  readonly openForMs: number;
  /** The process that wrote it may still be at work. */
  readonly isLeaseHeld: boolean;
}

/** When the lease of the run that wrote a comment last ends, by GitHub's clock. */
export const leaseEnd = ({ comment, marker }: StatusRecord): Date =>
  new Date(comment.updatedAt + marker.leaseSeconds * 1000);

/** For how long a job has been open, in milliseconds: since the newest of its status comments was created. */
export function openForMs(jobId: string, records: readonly StatusRecord[]): number {
  const ofJob = records.filter(({ marker }) => 'job' in marker && marker.job === jobId);
  return ofJob.length > 0 ? Math.min(...ofJob.map((record) => record.openForMs)) : 0;
}

export interface Records {
  /** The oldest first. */
  readonly records: readonly StatusRecord[];
  /** What pretends to be a status comment of ours, and why it is not believed. */
  readonly ignored: readonly { readonly url: string; readonly why: string }[];
}

/** The status comments of a thread. */
export interface ThreadRecords extends Records {
  /** The list lacks the comment that this process wrote, so it lags, and may lack others too. */
  readonly lacksOwn: boolean;
}

export interface MarkerReader extends MarkerKeys {
  readonly repository: string;
  /** This process: what it wrote itself is no record to it. */
  readonly writer: string;
}

/**
 * The status comments of other processes among some comments. A signature for this very comment proves it. A first text, whose
 * comment had no number yet, is signed for the thread: of several with its nonce the oldest comment counts, so that a
 * copy of it proves nothing.
 * @param now GitHub's time, in milliseconds since the epoch.
 */
export function readRecords(
  { comments, now }: { readonly comments: readonly Comment[]; readonly now: number },
  { repository, writer, ...keys }: MarkerReader,
): Records {
  const records: StatusRecord[] = [];
  const ignored: { url: string; why: string }[] = [];
  const nonces = new Set<string>();
  for (const comment of [...comments].sort((one, other) => one.id - other.id)) {
    const place = { repository, issue: comment.issueNumber, comment: comment.id };
    const reading = readMarker(comment.body, keys, place);
    if (reading.kind === 'none') continue;
    if (reading.kind === 'ignored') {
      ignored.push({ url: comment.url, why: reading.why });
      continue;
    }
    const { marker, bound } = reading;
    const isCopy = !bound && nonces.has(marker.nonce);
    nonces.add(marker.nonce);
    if (isCopy) ignored.push({ url: comment.url, why: 'it is a copy of an older comment' });
    else if (marker.writer !== writer) records.push(toRecord(comment, marker, now));
  }
  return { records, ignored };
}

function toRecord(comment: Comment, marker: Marker, now: number): StatusRecord {
  const age = Math.max(0, now - comment.updatedAt); // GitHub's times are whole seconds
  const openFor = Math.max(0, now - comment.createdAt);
  return { comment, marker, ageMs: age, openForMs: openFor, isLeaseHeld: age < marker.leaseSeconds * 1000 };
}
