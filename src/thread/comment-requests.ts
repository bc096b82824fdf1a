import { GitHubError } from '../errors.ts';
import type { Comment, CommentRef, IssueComments } from '../github/comments.ts';
import {
  isRateLimited,
  isTransient,
  isUndocumented,
  PERMISSIONS,
  reasonOf,
  retryAfterOf,
  statusOf,
} from '../github/errors.ts';
import { UNNAMED_LIMIT_MS } from '../http/retry.ts';
import { type Clock, exponentialPause } from '../runtime/clock.ts';

/** The request failed, and GitHub may have carried it out: without an answer, or with one that does not show it. */
export const isUnclear = (error: unknown) => isTransient(error) || isUndocumented(error);

/** Sends an idempotent request, and repeats it once after an unclear answer. The creation of a comment is not idempotent. */
function withOneRetry<T>(act: () => Promise<T>, mayRepeat: () => boolean): Promise<T> {
  return act().catch((error) => (isUnclear(error) && mayRepeat() ? act() : Promise.reject(error)));
}

/** Edits a comment. @param body called before each attempt. Rejects with {@link CommentDeleted}, or with the error of Octokit. */
export const editComment = (
  comments: IssueComments,
  { id, body }: { readonly id: number; readonly body: () => string },
  mayRepeat: () => boolean,
): Promise<CommentRef> => withOneRetry(() => comments.update(id, body()), mayRepeat).catch(orDeleted(comments, id));

/** The comment no longer exists, although its thread can be read. */
export class CommentDeleted extends GitHubError {}

/** Tells a deleted comment from a thread that the token cannot read: GitHub answers 404 or 410 in both cases. */
export const orDeleted =
  (comments: IssueComments, id: number) =>
  async (error: unknown): Promise<never> => {
    const isGone = [404, 410].includes(Number(statusOf(error)));
    const isDeleted = isGone && (await isMissing(comments, id).catch(() => false));
    throw isDeleted ? new CommentDeleted('It was deleted.', '', { cause: error }) : error;
  };

/** The list of a thread that the token can read lacks the comment, and not only because it lags. */
const isMissing = async (comments: IssueComments, id: number): Promise<boolean> =>
  (await comments.list()).comments.every((comment) => comment.id !== id) && !(await comments.find(id));

/** Reads a comment. Rejects with the error of Octokit. */
export const readComment = (comments: IssueComments, id: number, mayRepeat: () => boolean): Promise<Comment> =>
  withOneRetry(() => comments.get(id), mayRepeat);

/** Deletes a comment. Returns whether it no longer exists. */
export async function removeComment(
  comments: IssueComments,
  id: number,
  warn: (line: string) => void,
  mayRepeat: () => boolean,
): Promise<boolean> {
  try {
    await withOneRetry(() => comments.remove(id), mayRepeat);
    return true;
  } catch (error) {
    if (statusOf(error) === 404 && !(await comments.find(id).catch(() => true))) return true;
    warn(`The status comment could not be deleted: ${reasonForWrite(error)}`);
    return false;
  }
}

/** The error that ends the run before a job is created: without a status comment, a second run could create the job again. */
export const unannounced = (cause: unknown): GitHubError =>
  new GitHubError(
    `The status comment could not be created: ${reasonForWrite(cause)}`,
    'After a change of the workflow file, make the request again, as a re-run uses the old file. To create jobs without status comments, set `comment: false`; then a re-run may create a second job.',
    { cause, headline: 'Status comment not created' },
  );

/** The warning for a failed write, with the permission that is missing. */
export const noPullComment = (pull: number, error: unknown) =>
  `No comment on pull request #${pull}: ${reasonForWrite(error)}`;

/** The warning for a label that could not be answered. */
export const unanswered = (error: unknown) => `No answer to the label: ${reasonForWrite(error)}`;

export const unwritten = (error: unknown) => `The status comment could not be written: ${reasonForWrite(error)}`;

/** Why a comment could not be written, and the permission that is missing. */
function reasonForWrite(error: unknown): string {
  if (error instanceof GitHubError) return error.message;
  if (isRateLimited(error)) return reasonOf(error);
  switch (statusOf(error)) {
    case 403:
      return `GitHub forbids it (403). Give the job ${PERMISSIONS}. If the thread is locked, unlock it.`;
    case 404:
    case 410:
      return `GitHub does not show this thread or comment to the token (${statusOf(error)}). Check \`issue-number\`, and that the job has ${PERMISSIONS}.`;
    case 422:
      return 'GitHub rejected the comment (422).';
    default:
      return reasonOf(error);
  }
}

/** GitHub rejected the request for good. */
export const isRefused = (error: unknown): boolean => !isUnclear(error) && !isRateLimited(error);

/** Waits after a failed announcement until it may be repeated. @throws GitHubError if it must not be, or that would be too late. */
export async function pauseBeforeCreation(
  error: unknown,
  attempt: number,
  until: number,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<void> {
  const delay = isUnclear(error) ? LIST_DELAY_MS : 0;
  const pause = Math.max(exponentialPause(attempt, BACK_OFF), delay, retryAfterOf(error) ?? 0);
  if (isRefused(error) || clock.now() + pause >= until) throw unannounced(error);
  await clock.sleep(pause, signal);
  if (signal.aborted) throw unannounced(error);
}

/** The error of Octokit, of a read that was retried too. */
const answerIn = (error: unknown) => (error instanceof GitHubError ? (error.cause ?? error) : error);

/** The earliest time to repeat a failed edit, on the clock's `now`. Infinite if GitHub rejected the edit. */
export function earliestRetry(error: unknown, now: number): number {
  const answer = answerIn(error);
  if (isRateLimited(answer)) return now + (retryAfterOf(answer) ?? UNNAMED_LIMIT_MS);
  return isUnclear(answer) ? now : Number.POSITIVE_INFINITY;
}

/** Whether GitHub failed for a moment, or for all requests of the token. */
export const mayPass = (error: unknown): boolean => isTransient(answerIn(error)) || isRateLimited(answerIn(error));

/** Repeats a write until it succeeds or is rejected. @param until on the clock's `now`. Rejects with the last error. */
export async function persistently<T>(
  act: () => Promise<T>,
  { clock, signal, until }: { readonly clock: Clock; readonly signal: AbortSignal; readonly until: number },
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await act();
    } catch (error) {
      const shown = clock.now() + Math.max(LIST_DELAY_MS, exponentialPause(attempt, BACK_OFF));
      const retry = Math.max(earliestRetry(error, clock.now()), shown);
      if (retry >= until) throw error;
      await clock.sleep(retry - clock.now(), signal);
    }
  }
}

/** Milliseconds after which the list shows a comment whose creation got no response. */
export const LIST_DELAY_MS = 3_000;

/** Milliseconds between two attempts to write a comment. */
export const BACK_OFF = { min: 2_000, max: 30_000 } as const;
