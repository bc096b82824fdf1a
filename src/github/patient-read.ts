import { GitHubError } from '../errors.ts';
import { type Clock, exponentialPause } from '../runtime/clock.ts';
import {
  headlineFor,
  isRateLimited,
  isTransient,
  reasonOf,
  remedyFor,
  retryAfterOf,
  statusOf,
  UNNAMED_LIMIT_MS,
} from './errors.ts';

export interface PatienceEffects {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The end of the step's timeout, on the clock's `now`, in milliseconds. */
  readonly deadline: number;
  /** Receives a line before each retry, and once a minute during a longer wait. */
  readonly log?: (line: string) => void;
}

const MAX_ATTEMPTS = 3;
const BACK_OFF = { min: 1_000, max: 10_000 } as const;
/** The share of the step's timeout after which the action retries no transient error, so that time is left for the job. */
const RETRY_SHARE = 0.5;
const LOG_INTERVAL_MS = 60_000;

/**
 * Sends a request that only reads. Retries transient errors, and waits for rate limits within the timeout. Undefined if GitHub answers
 * 404 or 410.
 * @param what is read, for the error message: `the changes`.
 * @throws GitHubError if GitHub does not answer or rejects the request.
 */
export async function readPatiently<T>(
  what: string,
  act: () => Promise<T>,
  effects: PatienceEffects,
): Promise<T | undefined> {
  for (let attempt = 1, failures = 0; ; attempt++) {
    try {
      return await act();
    } catch (cause) {
      if (statusOf(cause) === 404 || statusOf(cause) === 410) return undefined;
      failures += isRateLimited(cause) ? 0 : 1;
      const error = failedRead(what, cause);
      const pause = pauseAfter(cause, { ...effects, attempt, failures });
      if (pause === undefined || (await sleepAloud(pause, error.message, effects)) === 'cancelled') throw error;
    }
  }
}

const failedRead = (what: string, cause: unknown) =>
  new GitHubError(`Reading ${what} from GitHub failed: ${reasonOf(cause)}`, remedyFor(cause), {
    cause,
    headline: headlineFor(cause),
  });

/** Milliseconds until the next attempt; undefined if there is none. @param failures attempts that failed for another reason than a limit. */
function pauseAfter(
  cause: unknown,
  { attempt, failures, clock, deadline }: PatienceEffects & { readonly attempt: number; readonly failures: number },
): number | undefined {
  const isLimit = isRateLimited(cause);
  const named = isLimit ? (retryAfterOf(cause) ?? UNNAMED_LIMIT_MS) : 0;
  const pause = Math.max(exponentialPause(attempt, BACK_OFF), named);
  const isInTime = clock.now() + pause < deadline * (isLimit ? 1 : RETRY_SHARE);
  const mayRetry = isLimit || (isTransient(cause) && failures < MAX_ATTEMPTS);
  return mayRetry && isInTime ? pause : undefined;
}

async function sleepAloud(ms: number, message: string, { clock, signal, log }: PatienceEffects) {
  for (let left = ms; left > 0 && !signal.aborted; left -= LOG_INTERVAL_MS) {
    log?.(`${message} Trying again in ${Math.ceil(left / 1000)} s`);
    await clock.sleep(Math.min(left, LOG_INTERVAL_MS), signal);
  }
  return signal.aborted ? 'cancelled' : 'slept';
}
