import { GitHubError } from '../errors.ts';
import { type GitHub, NO_ACCESS, REPORTING_GRACE } from '../github/client.ts';
import {
  type Comment,
  type CommentList,
  commentsEditedSince,
  commentsOf,
  type IssueComments,
} from '../github/comments.ts';
import { isForbidden, PERMISSIONS, reasonOf } from '../github/errors.ts';
import { readMergedPull } from '../github/pulls.ts';
import type { Clock } from '../runtime/clock.ts';
import type { GitHubContext } from '../runtime/github-context.ts';
import { warnOnce } from '../runtime/runner.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';
import { hashOf, type MarkerKeys } from './marker.ts';
import { createStatusComment } from './status-comment.ts';
import { LOST_AFTER_MS, readRecords, type StatusRecord, warningsAbout } from './status-records.ts';

/** The thread that a request is reported in: its status comments, and the one of this run. */
export type ReportThread = ReturnType<typeof openThread>;

export interface ThreadEffects {
  readonly context: Pick<GitHubContext, 'repositoryKey' | 'serverUrl' | 'runsUrl' | 'run' | 'attempt'>;
  readonly warn: (line: string) => void;
  readonly redact: (text: string) => string;
  readonly clock: Clock;
  readonly uuid: () => string;
  readonly signal: AbortSignal;
  /** On the clock's `now`: the end of the timeout. */
  readonly deadline: number;
}

/** All status comments of the repository, as this process knows them. */
export type StatusComments = ReturnType<typeof createStatusComments>;

/** @param keys sign and verify the markers. */
export function createStatusComments(github: GitHub, keys: MarkerKeys, effects: ThreadEffects) {
  const { context, clock, signal, deadline, uuid, warn } = effects;
  const { repositoryKey: repository, run, attempt } = context;
  const writer = hashOf(uuid());
  const mayRepeat = () => !signal.aborted && clock.now() < deadline + REPORTING_GRACE;
  const reader = { ...keys, repository, run, attempt, writer };
  const known = new Set<string>();
  return {
    github,
    effects,
    reader,
    comments: (issueNumber: number) => commentsOf(github, issueNumber, { clock, signal, deadline }),
    /** The comments of all threads that were edited since then, by GitHub's clock, in milliseconds since the epoch. @throws GitHubError */
    editedSince: (time: number) => commentsEditedSince(github, time),
    handle: (comments: IssueComments) =>
      createStatusComment({ ...effects, ...reader, comments, mayRepeat, warn: warnOnce(effects.warn) }),
    /** The requests of other processes among some comments. Warns once about each status comment that is not valid. */
    requestsIn(list: CommentList): readonly StatusRecord[] {
      const { records, ignored } = readRecords(list, reader);
      for (const warning of warningsAbout(ignored.filter(({ url }) => !known.has(url)))) warn(warning);
      for (const { url } of ignored) known.add(url);
      return records;
    },
  };
}

/** The number of reads while the list lacks this run's own comment, and the pause between them in milliseconds. */
const MAX_READS = 4;
const PAUSE_MS = 2_000;

/** The thread with this number. Sends no request. */
export function openThread(issueNumber: number, statusComments: StatusComments) {
  const { requestsIn } = statusComments;
  const { clock, signal } = statusComments.effects;
  const comments = statusComments.comments(issueNumber);
  const comment = statusComments.handle(comments);
  /** GitHub's clock at the last read, and this process's clock then. */
  let last = { now: 0, at: 0 };

  /** Reads a list until it contains this run's own comment: before, it may lack others too. */
  async function readWhole(
    list: () => Promise<CommentList>,
    complete: (list: CommentList, before: readonly StatusRecord[]) => Promise<readonly Comment[]>,
    before: readonly StatusRecord[] = [],
  ): Promise<readonly StatusRecord[]> {
    let seen = before;
    for (let reads = 1; reads <= MAX_READS; reads++) {
      const found = await list();
      const { now } = found;
      const more = await complete(found, seen);
      last = { now, at: clock.now() };
      seen = requestsIn({ now, comments: [...found.comments, ...more] });
      const lacksOwn = comment.ref !== undefined && !found.comments.some(({ id }) => id === comment.ref?.id);
      if (!lacksOwn || signal.aborted) return seen;
      await clock.sleep(PAUSE_MS, signal);
    }
    throw laggingList();
  }

  /** The comments of an earlier read that a list lacks, unless they were deleted. */
  async function missingIn({ comments: found }: CommentList, before: readonly StatusRecord[]) {
    await comment.recognize(found);
    const listed = new Set(found.map(({ id }) => id));
    const missing = before.filter(({ comment: { id } }) => !listed.has(id));
    return (await Promise.all(missing.map(({ comment: { id } }) => comments.find(id)))).flatMap((each) => each ?? []);
  }

  return {
    comments,
    comment,
    /** A handle for another status comment of the thread. */
    handle: () => statusComments.handle(comments),
    /**
     * Reads the requests of other processes in the thread.
     * @param before the result of the last read: comments that the list lacks are read by their ids, and count as deleted only after a 404.
     * @throws GitHubError when a read fails, or the list still lacks this run's own comment after 4 reads.
     */
    read: (before: readonly StatusRecord[]) => readWhole(comments.list, missingIn, before),
    /** Reads those of all threads that were edited in the 24 h before the last read. @throws GitHubError as `read` does. */
    readAll: () =>
      readWhole(
        () => statusComments.editedSince(last.now - LOST_AFTER_MS),
        async () => [],
      ),
    /** Reads one of them again; undefined if it was deleted. @throws GitHubError */
    async readAgain({ comment: { id, issueNumber } }: StatusRecord): Promise<StatusRecord | undefined> {
      const there = await statusComments.comments(issueNumber).find(id);
      const now = last.now + clock.now() - last.at;
      return there && requestsIn({ now, comments: [there] })[0];
    },
  };
}

const laggingList = () =>
  new GitHubError(
    "GitHub's list of comments lacks the status comment that this run just created, so it may lack others too.",
    'Re-run the workflow later.',
  );

/**
 * The number of the thread to report in: `issue-number`, else the thread of the event, else the pull request that a push merged.
 * Undefined if there is none; undefined with a warning if the token lacks access.
 * @throws GitHubError when the search for the merged pull request fails for another reason.
 */
export async function threadOf(
  trigger: RequestTrigger,
  chosen: number | null,
  github: GitHub | undefined,
  warn: (line: string) => void,
): Promise<number | undefined> {
  const number = chosen ?? (await ownThread(trigger, github, warn));
  if (number === undefined || github) return number;
  warn(`No status comment: ${NO_ACCESS}`);
  return undefined;
}

async function ownThread(trigger: RequestTrigger, github: GitHub | undefined, warn: (line: string) => void) {
  const { thread, mergeCommit } = trigger;
  if (thread || !mergeCommit || !github) return thread?.number;
  return readMergedPull(github, { head: mergeCommit.sha, branch: mergeCommit.branch }).catch((error: unknown) => {
    // Only a missing permission means no thread. After a transient error, a job without a status comment could be created twice.
    if (!isForbidden(error)) throw error;
    warn(`No status comment: ${reasonOf(error)} Give the job ${PERMISSIONS}.`);
    return undefined;
  });
}
