import { isRateLimited, isTransient, reasonOf, statusOf } from '../github/failure.ts';
import type { CommentRef, IssueComments } from '../github/issue-comments.ts';

/** An edit may be repeated, a creation may not: the first one may have come through. */
export async function editOnce(
  comments: IssueComments,
  { id, body }: { readonly id: number; readonly body: string },
  mayRepeat: () => boolean,
): Promise<CommentRef> {
  return comments.update(id, body).catch((error) => {
    if (isTransient(error) && mayRepeat()) return comments.update(id, body);
    throw error;
  });
}

/** Gives whether the comment is gone. */
export async function removeOnce(
  comments: IssueComments,
  id: number,
  warn: (line: string) => void,
  mayRepeat: () => boolean,
): Promise<boolean> {
  const remove = () => comments.remove(id);
  try {
    await remove().catch((error) => (isTransient(error) && mayRepeat() ? remove() : Promise.reject(error)));
    return true;
  } catch (error) {
    if (statusOf(error) === 404) return true;
    warn(`The status comment could not be deleted: ${reason(error)}`);
    return false;
  }
}

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
