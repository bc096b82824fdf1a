import type { GitHub } from '../github/client.ts';
import { recentComments } from '../github/comments.ts';
import { type MarkerReader, type Records, readRecords, type StatusRecord } from './status-records.ts';

/** How far back the search goes at least, in milliseconds, and at most, in pages of 100 comments. */
const AGE_MS = 14 * 86_400_000;
const MAX_PAGES = 5;

export interface RecentRecords extends Records {
  /** GitHub's clock, in milliseconds since the epoch. */
  readonly now: number;
  /** False if the repository has older comments, which were not read. */
  readonly isComplete: boolean;
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
  const byId = new Map<number, StatusRecord>(); // pages may shift while they are read
  const ignored: { url: string; why: string }[] = [];
  let pages = 0;
  let now = 0;
  let isComplete = true;
  for await (const page of recentComments(github, AGE_MS, from)) {
    const found = readRecords(page, reader);
    ignored.push(...found.ignored);
    for (const record of found.records) byId.set(record.comment.id, record);
    pages++;
    isComplete = page.isWhole;
    now = page.now;
    if (pages === MAX_PAGES) break;
  }
  return { records: oldestFirst(byId), ignored, isComplete, now };
}

const oldestFirst = (records: ReadonlyMap<number, StatusRecord>) =>
  [...records.values()].sort((one, other) => one.comment.id - other.comment.id);
