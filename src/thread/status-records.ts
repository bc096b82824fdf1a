import type { Comment, CommentList } from '../github/comments.ts';
import { DAY_MS } from '../runtime/clock.ts';
import type { GitHubVariables } from '../runtime/runner.ts';
import { type Marker, type MarkerKey, readMarkerOf } from './marker.ts';
import { type Facts, factsOf } from './request.ts';

/**
 * A job that is still active so many milliseconds after its newest status comment was created is
 * not waited for.
 */
export const LOST_AFTER_MS = DAY_MS;

/** In the order of their comment ids, the oldest first, where nothing else is said. */
export type Records = readonly StatusRecord[];

/** A status comment with a valid marker. */
export interface StatusRecord {
  readonly comment: Comment;
  readonly marker: Marker;
  readonly facts: Facts;
  /** Milliseconds since its last edit, by GitHub's clock. */
  readonly sinceEditMs: number;
  /** Milliseconds since its creation, by GitHub's clock. */
  readonly sinceCreationMs: number;
  /** Whether the process that wrote it may still be running. */
  readonly isLeaseHeld: boolean;
}

/**
 * The short links of the pull requests that a status comment proves to be its job's. @param
 * repository the start of the short links in the comment's repository.
 */
export function linksOf(
  { marker, facts, comment }: StatusRecord,
  repository: string,
): readonly string[] {
  if (facts.isOpenedFor) return [`${repository}${comment.issueNumber}`];
  return [marker.before?.link ?? '', facts.end?.why === 'ended' ? facts.end.link : ''].filter(
    (link) => link !== '',
  );
}

/**
 * The threads in which requests to a job stand, as far as some records show: their own ones, the
 * one that the first request is reported in, and the pull request that the job opened. @param
 * repository as in {@link linksOf}.
 */
export const threadsOfJob = (
  job: string,
  records: readonly StatusRecord[],
  repository: string,
): readonly number[] =>
  records
    .filter(({ facts }) => facts.job === job)
    .flatMap((record) => {
      const { phase } = record.marker;
      const links = linksOf(record, repository).filter((link) => link.startsWith(repository));
      const reportedIn = phase.at === 'opened' ? (phase.reportedIn ?? []) : [];
      return [
        record.comment.issueNumber,
        links.map((link) => Number(link.slice(repository.length))),
        reportedIn,
      ].flat();
    });

/** A run that is alive is about to send the request, or has just sent it. */
export const isSending = ({ facts, isLeaseHeld }: StatusRecord): boolean =>
  facts.sent === 'maybe' && isLeaseHeld;

/** When the lease in a status comment ends, by GitHub's clock. */
export const leaseEnd = ({ comment, marker }: StatusRecord): Date =>
  new Date(comment.updatedAt + marker.leaseSeconds * 1000);

/**
 * For how long a job has been open, in milliseconds: since the newest of its status comments was
 * created.
 */
export function jobOpenForMs(jobId: string, records: readonly StatusRecord[]): number {
  const ofJob = records.filter(({ facts }) => facts.job === jobId);
  return ofJob.length > 0 ? Math.min(...ofJob.map((record) => record.sinceCreationMs)) : 0;
}

export interface RecordsReading {
  /** The oldest first. */
  readonly records: readonly StatusRecord[];
  /**
   * The comments whose marker is malformed, or not signed for them. `why`: the end of a sentence.
   */
  readonly ignored: readonly { readonly url: string; readonly why: string }[];
}

export interface MarkerReader extends Pick<GitHubVariables, 'run' | 'attempt'> {
  readonly key: MarkerKey;
  readonly repository: string;
  /** Identifies this process: its own comments are not records. */
  readonly writer: string;
}

/** Whether this process created a comment, and never edited it. */
export function isFirstText(comment: Comment, reader: MarkerReader): boolean {
  const reading = readMarkerOf(comment, reader);
  return reading.kind === 'signed' && !reading.bound && reading.marker.writer === reader.writer;
}

/**
 * The status comments of other processes. A first text is signed for its thread only, so that
 * anybody can copy it: of several with the same nonce the oldest counts, and once this run has a
 * comment of its own, only first texts of the same account do.
 * @param account the login of that account; undefined before the run has a comment.
 */
export function readRecords(
  { comments, now }: CommentList,
  reader: MarkerReader,
  account?: string,
): RecordsReading {
  // A comment of an earlier attempt that this process replaced is still the record of that attempt.
  const isOwn = ({ writer, run, attempt }: Marker) =>
    writer === reader.writer && run === reader.run && attempt === reader.attempt;
  const records: StatusRecord[] = [];
  const ignored: RecordsReading['ignored'][number][] = [];
  const nonces = new Set<string>();
  for (const comment of [...comments].sort((one, other) => one.id - other.id)) {
    const reading = readMarkerOf(comment, reader);
    if (reading.kind === 'ignored') ignored.push({ url: comment.url, why: reading.why });
    if (reading.kind !== 'signed') continue;
    const { marker, bound } = reading;
    const isCopy =
      !bound && (nonces.has(marker.nonce) || (account !== undefined && comment.author !== account));
    nonces.add(marker.nonce);
    if (isCopy) ignored.push({ url: comment.url, why: 'it is a copy of another comment' });
    else if (!isOwn(marker)) records.push(toRecord(comment, marker, now, reader));
  }
  return { records, ignored };
}

function toRecord(
  comment: Comment,
  marker: Marker,
  now: number,
  { run, attempt }: MarkerReader,
): StatusRecord {
  // GitHub's times are rounded to seconds, so the difference may be negative
  const since = (time: number) => Math.max(0, now - time);
  const sinceEditMs = since(comment.updatedAt);
  // An attempt has ended before the run has the next one, also if it was killed.
  const isLeaseHeld =
    sinceEditMs < marker.leaseSeconds * 1000 &&
    !(marker.holder.run === run && marker.holder.attempt < attempt);
  return {
    comment,
    marker,
    facts: factsOf(marker),
    sinceEditMs,
    sinceCreationMs: since(comment.createdAt),
    isLeaseHeld,
  };
}

/**
 * One line of the log per reason, for any number of comments. A comment that was read several times
 * counts once.
 */
export function linesAbout(ignored: RecordsReading['ignored']): string[] {
  return [...Map.groupBy(ignored, ({ why }) => why)].map(([why, comments]) => {
    const urls = new Set(comments.map(({ url }) => url));
    const [first] = urls;
    return urls.size === 1
      ? `A status comment is ignored because ${why}: ${first}`
      : `${urls.size} status comments are ignored, each because ${why}: ${first}, …`;
  });
}

/**
 * All records of some lists, the oldest first. If a comment is in several lists, the last one
 * counts.
 */
export function united(...lists: readonly (readonly StatusRecord[])[]): readonly StatusRecord[] {
  const byId = new Map(lists.flat().map((record) => [record.comment.id, record]));
  return [...byId.values()].sort((one, other) => one.comment.id - other.comment.id);
}
