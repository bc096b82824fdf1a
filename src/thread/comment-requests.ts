import { GitHubError } from '../errors.ts';
import type { Comment, CommentRef, IssueComments } from '../github/comments.ts';
import { isRateLimited, isTransient, reasonOf, retryAfterOf, statusOf } from '../github/errors.ts';

/** What may be repeated once, as doing it twice is the same as once; a creation is not. */
function twice<T>(act: () => Promise<T>, mayRepeat: () => boolean): Promise<T> {
  return act().catch((error) => (isTransient(error) && mayRepeat() ? act() : Promise.reject(error)));
}

export const editComment = (
  comments: IssueComments,
  { id, body }: { readonly id: number; readonly body: string },
  mayRepeat: () => boolean,
): Promise<CommentRef> => twice(() => comments.update(id, body), mayRepeat);

export const readComment = (comments: IssueComments, id: number, mayRepeat: () => boolean): Promise<Comment> =>
  twice(() => comments.get(id), mayRepeat);

/** Gives whether the comment is gone. */
export async function removeComment(
  comments: IssueComments,
  id: number,
  warn: (line: string) => void,
  mayRepeat: () => boolean,
): Promise<boolean> {
  try {
    await twice(() => comments.remove(id), mayRepeat);
    return true;
  } catch (error) {
    if (statusOf(error) === 404) return true;
    warn(`The status comment could not be deleted: ${reason(error)}`);
    return false;
  }
}

/** Why nothing is created: the comment that remembers it is not there. */
export const unannounced = (cause: unknown): GitHubError =>
  new GitHubError(
    `The status comment could not be created, so no job was: ${reason(cause)}`,
    'For jobs that nothing remembers, set `comment: false`.',
    { cause },
  );

/** What could not be written, and which permission is missing. */
export const unwritten = (error: unknown) => `The status comment could not be written: ${reason(error)}`;

function reason(error: unknown): string {
  if (isRateLimited(error)) return reasonOf(error);
  switch (statusOf(error)) {
    case 403:
      return 'GitHub forbids it (403). Give the job `permissions: { issues: write }` (for pull requests `pull-requests: write`); a locked thread takes no comment.';
    case 404:
    case 410:
      return `GitHub knows no such thread or comment for this token (${statusOf(error)}). Check \`issue-number\`, and that the job has \`permissions: { issues: write }\`.`;
    case 422:
      return 'GitHub refuses the comment (422).';
    default:
      return reasonOf(error);
  }
}

/** What a creation that failed came to; undefined where it may be tried again, as GitHub only asked for patience. */
export function failureOf(error: unknown): 'refused' | 'maybe written' | undefined {
  if (isTransient(error)) return 'maybe written';
  return isRateLimited(error) ? undefined : 'refused';
}

/** Milliseconds that GitHub asks to wait after a secondary limit without a hint (REST API, "Rate limits"). */
const SECONDARY_LIMIT_MS = 60_000;

/** When an edit that failed may be sent again; never, where GitHub refused it. */
export function earliestRetry(error: unknown, now: number): number {
  if (isRateLimited(error)) return now + (retryAfterOf(error) ?? SECONDARY_LIMIT_MS);
  return isTransient(error) ? now : Number.POSITIVE_INFINITY;
}

/** Milliseconds before a comment is written again, after each failed attempt. */
export const BACK_OFF = { min: 2_000, max: 30_000 } as const;
