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
import { createStatusComment, type StatusComment } from './status-comment.ts';
import {
  LOST_AFTER_MS,
  type MarkerReader,
  readRecords,
  type StatusRecord,
  type ThreadRecords,
} from './status-records.ts';

/** The thread that a request is reported in: its status comments, and the one of this run. */
export interface ReportThread {
  readonly comments: IssueComments;
  readonly comment: StatusComment;
  /**
   * Reads the status comments of other processes in the thread.
   * @param before the result of the last read: comments that the list lacks are read by their ids, and count as deleted only after a 404.
   * @throws GitHubError
   */
  read(before: readonly StatusRecord[]): Promise<ThreadRecords>;
  /** Reads those of all threads that were edited in the 24 h before the last read. @throws GitHubError */
  readAll(): Promise<ThreadRecords>;
  /** Reads one of them again; undefined if it was deleted. @throws GitHubError */
  readAgain(record: StatusRecord): Promise<StatusRecord | undefined>;
  /** A handle for another status comment of the thread. */
  handle(): StatusComment;
}

export interface ThreadEffects {
  readonly context: Pick<GitHubContext, 'repositoryKey' | 'serverUrl' | 'runsUrl'>;
  readonly warn: (line: string) => void;
  readonly redact: (text: string) => string;
  readonly clock: Clock;
  readonly uuid: () => string;
  readonly signal: AbortSignal;
  /** On the clock's `now`: the end of the timeout. */
  readonly deadline: number;
}

/** Creates the handles of all status comments in this process. */
export interface StatusComments {
  readonly github: GitHub;
  readonly effects: ThreadEffects;
  readonly reader: MarkerReader;
  comments(issueNumber: number): IssueComments;
  handle(comments: IssueComments): StatusComment;
  /** The comments of all threads that were edited since then, by GitHub's clock, in milliseconds since the epoch. @throws GitHubError */
  editedSince(time: number): Promise<CommentList>;
}

/** @param keys sign and verify the markers. */
export function createStatusComments(github: GitHub, keys: MarkerKeys, effects: ThreadEffects): StatusComments {
  const { context, clock, signal, deadline, uuid } = effects;
  const repository = context.repositoryKey;
  const writer = hashOf(uuid());
  const mayRepeat = () => !signal.aborted && clock.now() < deadline + REPORTING_GRACE;
  return {
    github,
    effects,
    reader: { ...keys, repository, writer },
    comments: (issueNumber) => commentsOf(github, issueNumber, { clock, signal, deadline }),
    editedSince: (time) => commentsEditedSince(github, time),
    handle: (comments) =>
      createStatusComment({
        ...effects,
        ...keys,
        comments,
        repository,
        writer,
        mayRepeat,
        warn: warnOnce(effects.warn),
      }),
  };
}

/** The thread with this number. Sends no request. */
export function openThread(issueNumber: number, statusComments: StatusComments): ReportThread {
  const comments = statusComments.comments(issueNumber);
  const comment = statusComments.handle(comments);
  const { clock } = statusComments.effects;
  /** GitHub's clock at the last read, and this process's clock then. */
  let last = { now: 0, at: 0 };

  function toRecords(list: CommentList, more: readonly Comment[] = []): ThreadRecords {
    const { now } = list;
    last = { now, at: clock.now() };
    const lacksOwn = comment.ref !== undefined && !list.comments.some(({ id }) => id === comment.ref?.id);
    return { ...readRecords({ now, comments: [...list.comments, ...more] }, statusComments.reader), lacksOwn };
  }

  return {
    comments,
    comment,
    handle: () => statusComments.handle(comments),
    async read(before) {
      const list = await comments.list();
      await comment.recognize(list.comments);
      const listed = new Set(list.comments.map(({ id }) => id));
      const missing = before.filter(({ comment: { id } }) => !listed.has(id));
      const found = await Promise.all(missing.map(({ comment: { id } }) => comments.find(id)));
      return toRecords(list, found.filter(isThere));
    },
    readAll: async () => toRecords(await statusComments.editedSince(last.now - LOST_AFTER_MS)),
    async readAgain({ comment: { id, issueNumber } }) {
      const there = await statusComments.comments(issueNumber).find(id);
      const now = last.now + clock.now() - last.at;
      return there && readRecords({ now, comments: [there] }, statusComments.reader).records[0];
    },
  };
}

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

const isThere = (comment: Comment | undefined): comment is Comment => comment !== undefined;
