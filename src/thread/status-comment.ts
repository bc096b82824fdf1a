import { TransportError } from '../http/transport-error.ts';
import type { CommentRef, IssueComments } from './issue-comments.ts';

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
  open: () => Promise<IssueComments>,
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
    const comments = await open();
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

const statusOf = (error: unknown) => (error instanceof Error && 'status' in error ? error.status : undefined);

/** Octokit calls a failed exchange a 500. */
const isTransient = (error: unknown) => Number(statusOf(error)) >= 500;

function reason(error: unknown): string {
  const status = statusOf(error);
  if (error instanceof Error && error.cause instanceof TransportError) return `${error.cause.message}.`;
  if (isRateLimited(error)) return `GitHub's rate limit is used up for now (${status}).`;
  switch (status) {
    case 401:
      return 'GitHub does not accept `github-token` (401).';
    case 403:
      return 'GitHub forbids it (403). Give the job `permissions: { issues: write }` (for pull requests `pull-requests: write`); a locked thread takes no comment.';
    case 404:
    case 410:
      return `GitHub knows no such thread or comment for this token (${status}). Check \`issue-number\`, and that the job has \`permissions: { issues: write }\`.`;
    case 422:
      return 'GitHub refuses the comment (422).';
    default:
      return status ? `GitHub answered ${status}.` : 'GitHub answered something that it does not document.';
  }
}

/** GitHub answers 403 for its limits too (REST API, "Rate limits"): with `retry-after`, or with nothing remaining. */
function isRateLimited(error: unknown): boolean {
  const { headers = {} } = error instanceof Error && 'response' in error ? Object(error.response) : {};
  return 'retry-after' in headers || headers['x-ratelimit-remaining'] === '0' || statusOf(error) === 429;
}
