import { GitHubError } from '../errors.ts';
import { type GitHub, NO_ACCESS, REPORTING_GRACE } from '../github/client.ts';
import { type Comment, commentsOf, type IssueComments } from '../github/comments.ts';
import { isRateLimited, statusOf } from '../github/errors.ts';
import { readMergedPull } from '../github/pulls.ts';
import type { Clock } from '../runtime/clock.ts';
import type { GitHubContext } from '../runtime/github-context.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';
import { hashOf, type MarkerKeys } from './marker.ts';
import { createStatusComment, type StatusComment } from './status-comment.ts';
import { type MarkerReader, readRecords, type StatusRecord, type ThreadRecords } from './status-records.ts';

/** The thread that a request is reported to: what it remembers, and the status comment of this run. */
export interface ReportThread {
  readonly comments: IssueComments;
  readonly comment: StatusComment;
  /**
   * The status comments in it, but for this process's own.
   * @param before what was read a moment ago: what the list lacks of it is read by its number, and is gone only after a 404.
   * @throws GitHubError
   */
  read(before: readonly StatusRecord[]): Promise<ThreadRecords>;
  /** A handle on another status comment of it. */
  handle(): StatusComment;
}

export interface ThreadEffects {
  readonly context: Pick<GitHubContext, 'repositoryKey'>;
  readonly warn: (line: string) => void;
  readonly clock: Clock;
  readonly uuid: () => string;
  readonly signal: AbortSignal;
  /** On the clock's `now`: the end of the step's budget. */
  readonly deadline: number;
}

/** The means of every status comment that this process handles. */
export interface StatusComments {
  readonly reader: MarkerReader;
  comments(issueNumber: number): IssueComments;
  handle(comments: IssueComments): StatusComment;
}

export function createStatusComments(github: GitHub, keys: MarkerKeys, effects: ThreadEffects): StatusComments {
  const { context, warn, clock, signal, deadline, uuid } = effects;
  const repository = context.repositoryKey;
  const writer = hashOf(uuid());
  const mayRepeat = () => !signal.aborted && clock.now() < deadline + REPORTING_GRACE;
  return {
    reader: { ...keys, repository, writer },
    comments: (issueNumber) => commentsOf(github, issueNumber, { clock, signal, deadline }),
    handle: (comments) =>
      createStatusComment({ comments, ...keys, repository, writer, warn, mayRepeat, clock, signal }),
  };
}

/** The thread with this number. */
export function openThread(issueNumber: number, desk: StatusComments): ReportThread {
  const comments = desk.comments(issueNumber);
  const comment = desk.handle(comments);
  return {
    comments,
    comment,
    handle: () => desk.handle(comments),
    async read(before) {
      const list = await comments.list();
      await comment.recognise(list.comments);
      const listed = new Set(list.comments.map(({ id }) => id));
      const missing = before.filter(({ comment: { id } }) => !listed.has(id));
      const found = await Promise.all(missing.map(({ comment: { id } }) => comments.find(id)));
      const lacksOwn = comment.ref !== undefined && !listed.has(comment.ref.id);
      return {
        ...readRecords({ ...list, comments: [...list.comments, ...found.filter(isThere)] }, desk.reader),
        lacksOwn,
      };
    },
  };
}

/** The thread to report to: the chosen one, the event's own, or for a push the pull request that it merged. Not to find it is a warning. */
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
    // Only a proven no is a thread less: what may pass would create a job that nothing remembers.
    if (!(error instanceof GitHubError) || statusOf(error.cause) !== 403 || isRateLimited(error.cause)) throw error;
    warn(`No status comment: ${error.message} Give the job \`permissions: { pull-requests: write }\`.`);
    return undefined;
  });
}

const isThere = (comment: Comment | undefined): comment is Comment => comment !== undefined;
