import type { Comment } from '../github/comments.ts';
import { type Marker, type MarkerKeys, readMarker } from './marker.ts';

/** Milliseconds after which a job that is still active counts as lost, so that it does not block its request forever. */
export const LOST_AFTER_MS = 24 * 3_600_000;

/** A status comment with a valid marker. */
export interface StatusRecord {
  readonly comment: Comment;
  readonly marker: Marker;
  /** Milliseconds since its last edit, by GitHub's clock. */
  readonly ageMs: number;
  /** Milliseconds since its creation, by GitHub's clock. */
  readonly openForMs: number;
  /** Whether the process that wrote it may still be running. */
  readonly isLeaseHeld: boolean;
}

/** When the lease in a status comment ends, by GitHub's clock. */
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
  /** The comments whose marker is invalid, and why. */
  readonly ignored: readonly { readonly url: string; readonly why: string }[];
}

/** The status comments of a thread. */
export interface ThreadRecords extends Records {
  /** The list lacks the comment that this process wrote, so it is outdated, and may lack others too. */
  readonly lacksOwn: boolean;
}

export interface MarkerReader extends MarkerKeys {
  readonly repository: string;
  /** Identifies this process: its own comments are not records. */
  readonly writer: string;
}

/**
 * The status comments of other processes among some comments. A marker that is signed for its comment is valid. The first text of
 * a comment, which had no id yet, is signed for the thread: of several comments with the same nonce only the oldest is valid, so that
 * a copy of it is ignored.
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
    const scope = { repository, issue: comment.issueNumber, comment: comment.id };
    const reading = readMarker(comment.body, keys, scope);
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
  const age = Math.max(0, now - comment.updatedAt); // GitHub's times are rounded to seconds, so the difference may be negative
  const openFor = Math.max(0, now - comment.createdAt);
  return { comment, marker, ageMs: age, openForMs: openFor, isLeaseHeld: age < marker.leaseSeconds * 1000 };
}
