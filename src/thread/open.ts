import type { Send } from '../http/transport.ts';
import type { Runner } from '../runner.ts';
import { type CommentRef, openThread } from './issue-comments.ts';
import { createStatusComment, type StatusComment } from './status-comment.ts';

/**
 * The status comment of a thread, or undefined, with a warning, where the run has no access to any.
 * @param existing a comment of the thread that another process wrote.
 */
export function openStatusComment(
  { issueNumber, token }: { issueNumber: number; token: string },
  { runner, send }: { runner: Runner; send: Send },
  existing?: CommentRef,
): StatusComment | undefined {
  const [owner, repo] = runner.env.GITHUB_REPOSITORY?.split('/') ?? [];
  if (!token || !owner || !repo) {
    runner.warn('No status comment: `github-token` is empty, or the runner names no repository (GITHUB_REPOSITORY).');
    return undefined;
  }
  const apiUrl = runner.env.GITHUB_API_URL || 'https://api.github.com';
  const address = { apiUrl, repository: { owner, repo }, issueNumber, token };
  return createStatusComment(() => openThread(address, send), runner.warn, existing);
}
