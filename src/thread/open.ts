import { withGrace } from '../cancel.ts';
import type { Clock } from '../clock.ts';
import type { Send } from '../http/transport.ts';
import type { Runner } from '../runner.ts';
import { type CommentRef, openThread } from './issue-comments.ts';
import { createStatusComment, type StatusComment } from './status-comment.ts';

export interface ThreadEffects {
  readonly runner: Runner;
  readonly clock: Clock;
  readonly send: Send;
  readonly signal: AbortSignal;
  /** On the clock's `now`: the end of the step's whole budget, in milliseconds. */
  readonly deadline: number;
}

/** Milliseconds for one request. However late it is, the last word gets {@link LAST_WORD}. */
const TIMEOUT = 10_000;
const LAST_WORD = 1_000;
/** Of the time that is left: a comment that hangs must not eat the wait. */
const SHARE = 0.25;
/** What is in flight when the run is cancelled may still be answered for so long, in milliseconds. */
const CANCEL_GRACE = 1_500;

/**
 * The status comment of a thread, or undefined, with a warning, where the run has no access to any.
 * @param existing a comment of the thread that another process wrote.
 */
export function openStatusComment(
  { issueNumber, token }: { issueNumber: number; token: string },
  { runner, clock, send, signal, deadline }: ThreadEffects,
  existing?: CommentRef,
): StatusComment | undefined {
  const [owner, repo] = runner.env.GITHUB_REPOSITORY?.split('/') ?? [];
  if (!token || !owner || !repo) {
    runner.warn('No status comment: `github-token` is empty, or the runner names no repository (GITHUB_REPOSITORY).');
    return undefined;
  }
  const sendInTime: Send = (request) => {
    const timeout = Math.min(TIMEOUT, Math.max(LAST_WORD, (deadline - clock.now()) * SHARE));
    return withGrace({ signal, clock, grace: CANCEL_GRACE }, (late) => send({ ...request, timeout, signal: late }));
  };
  const apiUrl = (runner.env.GITHUB_API_URL || 'https://api.github.com').replace(/\/+$/, '');
  const address = { apiUrl, repository: { owner, repo }, issueNumber, token };
  const mayRepeat = () => !signal.aborted && clock.now() < deadline;
  return createStatusComment(() => openThread(address, sendInTime), runner.warn, existing, mayRepeat);
}
