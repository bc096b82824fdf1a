import type { GitHub } from '../github/client.ts';
import { type Comment, type RecentComments, recentComments } from '../github/comments.ts';
import type { GitHubVariables } from '../runtime/runner.ts';
import { type Marker, type MarkerKeys, readMarkerOf } from './marker.ts';
import { type Facts, factsOf } from './request.ts';

/** Milliseconds after which a job that is still active counts as lost, so that it does not block its request forever. */
export const LOST_AFTER_MS = 24 * 3_600_000;

/** A status comment with a valid marker. */
export interface StatusRecord {
  readonly comment: Comment;
  readonly marker: Marker;
  readonly facts: Facts;
  /** Milliseconds since its last edit, by GitHub's clock. */
  readonly ageMs: number;
  /** Milliseconds since its creation, by GitHub's clock. */
  readonly openForMs: number;
  /** Whether the process that wrote it may still be running. */
  readonly isLeaseHeld: boolean;
}

/**
 * The pull requests that a status comment proves to be its job's: at the end, and before a follow-up, during which a service may show
 * none. @param repository the identity of the repository's pull requests, up to the number.
 */
export function linksOf({ marker, facts, comment }: StatusRecord, repository: string): readonly string[] {
  if (facts.isOpening) return [`${repository}${comment.issueNumber}`];
  return [marker.before?.link ?? '', facts.end?.why === 'ended' ? facts.end.link : ''].filter((link) => link !== '');
}

/** When the lease in a status comment ends, by GitHub's clock. */
export const leaseEnd = ({ comment, marker }: StatusRecord): Date =>
  new Date(comment.updatedAt + marker.leaseSeconds * 1000);

/** For how long a job has been open, in milliseconds: since the newest of its status comments was created. */
export function openForMs(jobId: string, records: readonly StatusRecord[]): number {
  const ofJob = records.filter(({ facts }) => facts.job === jobId);
  return ofJob.length > 0 ? Math.min(...ofJob.map((record) => record.openForMs)) : 0;
}

interface Records {
  /** The oldest first. */
  readonly records: readonly StatusRecord[];
  /** The comments whose marker is malformed, or not signed for them. `why`: the end of a sentence. */
  readonly ignored: readonly { readonly url: string; readonly why: string }[];
}

export interface MarkerReader extends MarkerKeys, Pick<GitHubVariables, 'run' | 'attempt'> {
  readonly repository: string;
  /** Identifies this process: its own comments are not records. */
  readonly writer: string;
}

/** Whether this process created a comment, and never edited it. */
export function isFirstText(comment: Comment, reader: Omit<MarkerReader, 'run' | 'attempt'>): boolean {
  const reading = readMarkerOf(comment, reader);
  return reading.kind === 'signed' && !reading.bound && reading.marker.writer === reader.writer;
}

/**
 * The status comments of other processes among some comments. A marker that is signed for its comment is valid. The first text of
 * a comment, which had no id yet, is signed for the thread: of several comments with the same nonce only the oldest is valid, so that
 * a copy of it is ignored.
 * @param now GitHub's time, in milliseconds since the epoch.
 */
export function readRecords(
  { comments, now }: { readonly comments: readonly Comment[]; readonly now: number },
  reader: MarkerReader,
): Records {
  const records: StatusRecord[] = [];
  const ignored: Records['ignored'][number][] = [];
  const nonces = new Set<string>();
  for (const comment of [...comments].sort((one, other) => one.id - other.id)) {
    const reading = readMarkerOf(comment, reader);
    if (reading.kind === 'none' || reading.kind === 'notice' || reading.kind === 'issue') continue;
    if (reading.kind === 'ignored') {
      ignored.push({ url: comment.url, why: reading.why });
      continue;
    }
    const { marker, bound } = reading;
    const isCopy = !bound && nonces.has(marker.nonce);
    nonces.add(marker.nonce);
    if (isCopy) ignored.push({ url: comment.url, why: 'it is a copy of an older comment' });
    else if (marker.writer !== reader.writer) records.push(toRecord(comment, marker, now, reader));
  }
  return { records, ignored };
}

function toRecord(comment: Comment, marker: Marker, now: number, { run, attempt }: MarkerReader): StatusRecord {
  const age = Math.max(0, now - comment.updatedAt); // GitHub's times are rounded to seconds, so the difference may be negative
  const openFor = Math.max(0, now - comment.createdAt);
  return {
    comment,
    marker,
    facts: factsOf(marker),
    ageMs: age,
    openForMs: openFor,
    // An attempt has ended before the run has the next one, also if it was killed.
    isLeaseHeld: age < marker.leaseSeconds * 1000 && !(marker.run === run && marker.attempt < attempt),
  };
}

/** One warning per reason, for any number of comments. A comment that was read several times counts once. */
export function warningsAbout(ignored: Records['ignored']): string[] {
  return [...Map.groupBy(ignored, ({ why }) => why)].map(([why, comments]) => {
    const urls = new Set(comments.map(({ url }) => url));
    const [first] = urls;
    return urls.size === 1
      ? `A status comment is ignored because ${why}: ${first}`
      : `${urls.size} status comments are ignored, each because ${why}: ${first}, …`;
  });
}

export interface RecentRecords extends Records, Pick<RecentComments, 'end'> {
  /** All that were edited after this time were read, by GitHub's clock, in milliseconds since the epoch. */
  readonly since: number;
}

/** The status comments of the whole repository that were edited last. The parameters are those of {@link recentComments}. */
export async function readRecentRecords(
  github: GitHub,
  reader: MarkerReader,
  from: (now: number) => number,
  isEnough: (pages: number) => boolean,
): Promise<RecentRecords> {
  const list = await recentComments(github, from, isEnough);
  return { ...readRecords(list, reader), end: list.end, since: list.since ?? 0 };
}

/** All records of some lists, the oldest first. If a comment is in several lists, the last one counts. */
export function united(...lists: readonly (readonly StatusRecord[])[]): readonly StatusRecord[] {
  const byId = new Map(lists.flat().map((record) => [record.comment.id, record]));
  return [...byId.values()].sort((one, other) => one.comment.id - other.comment.id);
}
