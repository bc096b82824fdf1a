import type { GitHub } from '../github/client.ts';
import { type Comment, recentComments } from '../github/comments.ts';
import type { GitHubContext } from '../runtime/github-context.ts';
import { type Facts, factsOf } from './facts.ts';
import { type Marker, type MarkerKeys, readMarkerOf } from './marker.ts';

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

/** A comment with a marker that is malformed or not signed for it. The action ignores it. */
export interface IgnoredComment {
  readonly url: string;
  /** `it is malformed`: the end of a sentence. */
  readonly why: string;
}

/**
 * The pull requests that a status comment proves to be its job's: at the end, and before a follow-up, during which a service may show
 * none. @param repository the identity of the repository's pull requests, up to the number.
 */
export function linksOf({ marker, facts, comment }: StatusRecord, repository: string): readonly string[] {
  if (facts.isOpening) return [`${repository}${comment.issueNumber}`];
  return [marker.before?.link ?? '', facts.end?.kind === 'job' ? facts.end.link : ''].filter((link) => link !== '');
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
  /** The comments whose marker is invalid, and why. */
  readonly ignored: readonly IgnoredComment[];
}

export interface MarkerReader extends MarkerKeys, Pick<GitHubContext, 'run' | 'attempt'> {
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
  reader: MarkerReader,
): Records {
  const records: StatusRecord[] = [];
  const ignored: IgnoredComment[] = [];
  const nonces = new Set<string>();
  for (const comment of [...comments].sort((one, other) => one.id - other.id)) {
    const reading = readMarkerOf(comment, reader);
    if (reading.kind === 'none' || reading.kind === 'denial') continue;
    if (reading.kind === 'ignored') {
      ignored.push({ url: comment.url, why: reading.why });
      continue;
    }
    const { marker, bound } = reading;
    const isCopy = !bound && nonces.has(marker.nonce);
    nonces.add(marker.nonce);
    if (isCopy) ignored.push({ url: comment.url, why: 'it is a copy of an older comment' });
    else if (marker.writer !== reader.writer) records.push(toRecord(comment, marker, { now, ...reader }));
  }
  return { records, ignored };
}

interface ReadAt extends Pick<MarkerReader, 'run' | 'attempt'> {
  /** GitHub's time, in milliseconds since the epoch. */
  readonly now: number;
}

function toRecord(comment: Comment, marker: Marker, { now, run, attempt }: ReadAt): StatusRecord {
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
export function warningsAbout(ignored: readonly IgnoredComment[]): string[] {
  const urlsByReason = new Map<string, Set<string>>();
  for (const { url, why } of ignored) urlsByReason.set(why, (urlsByReason.get(why) ?? new Set()).add(url));
  return [...urlsByReason].map(([why, urls]) => {
    const [first] = urls;
    return urls.size === 1
      ? `A status comment is ignored because ${why}: ${first}`
      : `${urls.size} status comments are ignored, each because ${why}: ${first}, …`;
  });
}

/** How far back the search goes at least, in milliseconds, and at most, in pages of 100 comments. */
const AGE_MS = 14 * 86_400_000;
const MAX_PAGES = 5;

export interface RecentRecords extends Records {
  /** False if the repository has older comments, which were not read. */
  readonly isComplete: boolean;
  /** All that were edited after this time were read, by GitHub's clock, in milliseconds since the epoch. */
  readonly since: number;
}

/**
 * The status comments among the 500 most recently edited comments of the repository that are at most 14 days old.
 * @param from reads older ones too, back to this time, in milliseconds since the epoch.
 * @throws GitHubError if GitHub does not answer.
 */
export async function readRecentRecords(
  github: GitHub,
  reader: MarkerReader,
  from = Number.POSITIVE_INFINITY,
): Promise<RecentRecords> {
  const found: Records[] = [];
  let [isComplete, since] = [true, 0];
  for await (const page of recentComments(github, AGE_MS, from)) {
    found.push(readRecords(page, reader));
    isComplete = page.isWhole;
    since = page.isLast ? 0 : (page.comments.at(-1)?.updatedAt ?? 0);
    if (found.length === MAX_PAGES) break;
  }
  const records = united(...found.map((each) => each.records)); // pages may shift while they are read
  return { records, ignored: found.flatMap(({ ignored }) => ignored), isComplete, since };
}

/** All records of some lists, the oldest first. If a comment is in several lists, the last one counts. */
export function united(...lists: readonly (readonly StatusRecord[])[]): readonly StatusRecord[] {
  const byId = new Map(lists.flat().map((record) => [record.comment.id, record]));
  return [...byId.values()].sort((one, other) => one.comment.id - other.comment.id);
}
