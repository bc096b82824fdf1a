import { AFTER_CHANGE, GitHubError } from '../errors.ts';
import { failureOf, knownReason, PERMISSIONS, reasonOf, statusOf } from '../github/answers.ts';
import type { IssueComments } from '../github/comments.ts';
import { type Kind, RETRIES, repeat } from '../http/retry.ts';
import type { Clock } from '../runtime/clock.ts';

/**
 * The request failed, and GitHub may have carried it out: without an answer, or with one that does
 * not show it.
 */
export const isUnclear = (error: unknown): boolean =>
  ['unclear', 'undocumented'].includes(failureOf(error)?.proof ?? '');

/**
 * The earliest time to repeat a failed write, on the clock's `now`. Infinite if GitHub rejected it.
 */
export function earliestRetry(error: unknown, now: number): number {
  const failure = failureOf(error);
  return failure
    ? now + (failure.retryIn ?? RETRIES.edit[failure.proof]?.unnamed ?? 0)
    : Number.POSITIVE_INFINITY;
}

/**
 * Repeats a write until it succeeds, is rejected, or `until` comes. The creation of a comment must
 * look for it first. Rejects with the last error.
 */
export const persistently = <T>(
  kind: Exclude<Kind, 'read' | 'submit'>,
  act: () => Promise<T>,
  { clock, signal, until: deadline }: { clock: Clock; signal: AbortSignal; until: number },
): Promise<T> => {
  const pause = (_: unknown, ms: number) => clock.sleep(ms, signal);
  return repeat(kind, act, { clock, signal, deadline, failureOf, pause });
};

/** The comment no longer exists, although its thread can be read. */
export class CommentDeleted extends GitHubError {}

/**
 * Tells a deleted comment from a thread that the token cannot read: GitHub answers 404 or 410 in
 * both cases.
 */
export const orDeleted =
  (comments: IssueComments, id: number) =>
  async (error: unknown): Promise<never> => {
    const isGone = [404, 410].includes(Number(statusOf(error)));
    const isDeleted = isGone && (await isMissing(comments, id).catch(() => false));
    throw isDeleted ? new CommentDeleted('It was deleted.', '', { cause: error }) : error;
  };

/** The list of a thread that the token can read lacks the comment, and not only because it lags. */
const isMissing = async (comments: IssueComments, id: number): Promise<boolean> =>
  (await comments.list()).comments.every((comment) => comment.id !== id) &&
  !(await comments.find(id));

/**
 * The error that ends the run before a job is created. A failed search for the comment has an error
 * of its own.
 */
export const unannounced = (cause: unknown): GitHubError =>
  cause instanceof GitHubError
    ? cause
    : new GitHubError(
        `The status comment could not be created: ${reasonForWrite(cause)}`,
        `${failureOf(cause) ? 'Re-run the workflow later.' : AFTER_CHANGE} To create jobs without status comments, set \`comment: false\`; then a re-run may create a second job.`,
        { cause, headline: 'Status comment not created' },
      );

/** The warnings for a failed write, with the permission that is missing. */
export const unwritten = (error: unknown) =>
  `The status comment could not be written: ${reasonForWrite(error)}`;
export const noPullComment = (pull: number, error: unknown) =>
  `No comment on pull request #${pull}: ${reasonForWrite(error)}`;

/** Why a comment could not be written, and the permission that is missing. */
export function reasonForWrite(error: unknown): string {
  if (error instanceof GitHubError || failureOf(error)) return reasonOf(error);
  const known = knownReason(error);
  if (known !== undefined) return known;
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
