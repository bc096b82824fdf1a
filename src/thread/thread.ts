import { GitHubError } from '../errors.ts';
import type { GitHub } from '../github/client.ts';
import {
  type Comment,
  type CommentList,
  commentsOf,
  LIST_DELAY_MS,
  recentComments,
} from '../github/comments.ts';
import { DAY_MS } from '../runtime/clock.ts';
import { hashOf, type MarkerKey } from './marker.ts';
import { type CommentEffects, createStatusComment } from './status-comment.ts';
import {
  linesAbout,
  type RecordsReading,
  readRecords,
  type StatusRecord,
} from './status-records.ts';

/** The thread that a request is reported in: its status comments, and the one of this run. */
export type ReportThread = ReturnType<typeof openThread>;

/** How far back recent status comments are read, in milliseconds and in pages of 100 comments. */
const RECENT_MS = 14 * DAY_MS;
const MAX_RECENT_PAGES = 5;

/** All status comments of the repository, as this process knows them. */
export type StatusComments = ReturnType<typeof createStatusComments>;

/** @param key signs and verifies the markers. */
export function createStatusComments(github: GitHub, key: MarkerKey, effects: CommentEffects) {
  const { variables, clock, signal, deadline, uuid, log } = effects;
  const { repositoryKey: repository, run, attempt } = variables;
  const writer = hashOf(uuid());
  const reader = { key, repository, run, attempt, writer };
  const comments = (issueNumber: number) =>
    commentsOf(github, issueNumber, { clock, signal, deadline });
  const known = new Set<string>();
  let recent: ReturnType<typeof readRecent> | undefined;

  /**
   * Logs once that a status comment is not valid: each later run would say so too, until it is no
   * longer read.
   */
  function logIgnored(ignored: RecordsReading['ignored']): void {
    for (const line of linesAbout(ignored.filter(({ url }) => !known.has(url)))) log(line);
    for (const { url } of ignored) known.add(url);
  }

  /**
   * The requests of other processes among some comments. @param account as in {@link readRecords}.
   */
  function requestsIn(list: CommentList, account?: string): readonly StatusRecord[] {
    const { records, ignored } = readRecords(list, reader, account);
    logIgnored(ignored);
    return records;
  }

  /**
   * Those of the whole repository that were edited last, without a line in the log. The parameters
   * are those of {@link recentComments}.
   */
  async function readRecent(from: (now: number) => number, isEnough: (pages: number) => boolean) {
    const list = await recentComments(github, from, isEnough);
    return { ...readRecords(list, reader), end: list.end };
  }

  return {
    github,
    effects,
    reader,
    comments,
    handle: (issueNumber: number) =>
      createStatusComment(comments(issueNumber), reader, github, effects),
    logIgnored,
    requestsIn,
    readRecent,
    /**
     * Those among the 500 most recently edited comments of the repository that are at most 14 days
     * old. They are read once.
     */
    recent(): ReturnType<typeof readRecent> {
      recent ??= readRecent(
        (now) => now - RECENT_MS,
        (pages) => pages === MAX_RECENT_PAGES,
      );
      return recent;
    },
  };
}

/** The number of reads while the list lacks this run's own comment. */
const MAX_READS = 4;

/** The thread with this number. Sends no request. */
export function openThread(issueNumber: number, statusComments: StatusComments) {
  const { requestsIn } = statusComments;
  const { clock, signal } = statusComments.effects;
  const comments = statusComments.comments(issueNumber);
  const comment = statusComments.handle(issueNumber);

  /** Reads a list until it contains this run's own comment: before, it may lack others too. */
  async function readList<List extends CommentList>(read: () => Promise<List>): Promise<List> {
    for (let reads = 1; reads <= MAX_READS; reads++) {
      const list = await read();
      const lacksOwn =
        comment.ref !== undefined && !list.comments.some(({ id }) => id === comment.ref?.id);
      if (!lacksOwn || signal.aborted) return list;
      await clock.sleep(LIST_DELAY_MS, signal);
    }
    throw laggingList();
  }

  /** The comments of an earlier read that a list of the thread lacks, unless they were deleted. */
  async function missingIn(
    found: readonly Comment[],
    before: readonly StatusRecord[],
  ): Promise<readonly Comment[]> {
    await comment.recognize(found);
    const listed = new Set(found.map(({ id }) => id));
    const missing = before.filter(({ comment: { id } }) => !listed.has(id));
    return (await Promise.all(missing.map(({ comment: { id } }) => comments.find(id)))).flatMap(
      (each) => each ?? [],
    );
  }

  return {
    comments,
    comment,
    statusComments,
    /**
     * Reads the requests of other processes in the thread. Those of the last read that the list
     * lacks count as deleted only after a 404.
     * @throws GitHubError when a read fails, or the list still lacks this run's own comment after 4
     * reads.
     */
    async read(before: readonly StatusRecord[]): Promise<readonly StatusRecord[]> {
      let seen = before;
      await readList(async () => {
        const list = await comments.list();
        const missing = await missingIn(list.comments, seen);
        const account = list.comments.find(({ id }) => id === comment.ref?.id)?.author;
        seen = requestsIn({ ...list, comments: [...list.comments, ...missing] }, account);
        return list;
      });
      return seen;
    },
    /**
     * Reads those in another thread; none if that does not exist any longer. @throws GitHubError
     * when a read fails.
     */
    readOther: async (number: number) =>
      requestsIn(await statusComments.comments(number).list({ isOptional: true })),
    /**
     * Reads another list, which must show this run's own comment too. @throws GitHubError as `read`
     * does.
     */
    readList,
  };
}

const laggingList = () =>
  new GitHubError(
    "GitHub's list of comments lacks the status comment that this run just created, so it may lack others too.",
    'Re-run the workflow later.',
  );
