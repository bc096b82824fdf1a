import { isRateLimited, isTransient, reasonOf, statusOf } from '../github/failure.ts';
import type { CommentRef, IssueComments } from '../github/issue-comments.ts';

/** The one comment in which a request is reported. Writing it is never fatal. */
export interface StatusComment {
  /** Creates the comment, or edits it when it is there. */
  write(body: string): Promise<void>;
  /** The comment as GitHub knows it, once it is there. */
  readonly ref: CommentRef | undefined;
}

/**
 * @param existing a comment that another process wrote.
 * @param warn is told what could not be written, and which permission is missing.
 * @param mayRepeat whether there is time for a second try.
 */
export function createStatusComment(
  comments: IssueComments,
  warn: (line: string) => void,
  existing?: CommentRef,
  mayRepeat: () => boolean = () => true,
): StatusComment {
  let ref = existing;
  let warned: string | undefined;
  /** What came of creating it, where that failed: refused, or the body that may be there all the same. */
  let failure: 'refused' | { maybeWritten: string } | undefined;

  function warnOnce(line: string): void {
    if (line !== warned) warn(line);
    warned = line;
  }

  async function put(body: string): Promise<CommentRef | undefined> {
    if (typeof failure === 'object') ref = await comments.find(failure.maybeWritten);
    const { id } = ref ?? {};
    // An edit may be repeated, a creation may not: the first one may have come through.
    if (id === undefined) return failure ? undefined : comments.create(body);
    return comments.update(id, body).catch((error) => {
      if (isTransient(error) && mayRepeat()) return comments.update(id, body);
      throw error;
    });
  }

  return {
    get ref() {
      return ref;
    },
    async write(body) {
      if (failure === 'refused') return;
      try {
        ref = await put(body);
        if (ref) failure = undefined;
      } catch (error) {
        if (!ref) failure ??= isTransient(error) ? { maybeWritten: body } : 'refused';
        warnOnce(`The status comment could not be written: ${reason(error)}`);
      }
    },
  };
}

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
