import type { ActionError } from '../errors.ts';
import { sendAgain } from '../http/retry.ts';
import { after, type Clock } from '../runtime/clock.ts';
import type { PageFailure, PageReading } from '../service/analytics.ts';

/** Why reading a list of the analytics stopped before its end. */
export type StopReason =
  | { readonly kind: 'cancelled' }
  /** `problem`: why the last request failed, if one did. */
  | { readonly kind: 'timeout'; readonly problem?: ActionError }
  /** The service answered 429, and the timeout ends before the service accepts requests again. */
  | { readonly kind: 'throttled'; readonly tryAgainAt: Date | undefined }
  | { readonly kind: 'problem'; readonly problem: ActionError };

export interface ReadEffects {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** On the clock's `now`, in milliseconds: no request is sent after it. */
  readonly deadline: number;
  /** Called before a page is requested again after `ms` milliseconds. */
  readonly onPause: (why: PageFailure, ms: number) => void;
}

/** Time limit for one page: the service may need long to count the first one. */
const PAGE_TIMEOUT_MS = 60_000;

/**
 * Reads one page of a list. Transient errors are retried, because reading creates no job; a 429 is waited out if the timeout allows it.
 * Returns the page, or why there is none.
 */
export async function readPersistently<Page>(
  read: (timeoutMs: number) => Promise<PageReading<Page>>,
  { clock, signal, deadline, onPause }: ReadEffects,
): Promise<{ readonly kind: 'page'; readonly page: Page } | StopReason> {
  const left = () => deadline - clock.now();
  if (signal.aborted) return { kind: 'cancelled' };
  if (left() <= 0) return { kind: 'timeout' };
  const reading = await sendAgain('analytics', () => read(Math.min(Math.max(1, left()), PAGE_TIMEOUT_MS)), {
    clock,
    signal,
    deadline,
    failureOf: (failed) => {
      if (failed.kind === 'throttled') return { proof: 'limited', retryIn: failed.retryIn };
      return failed.kind === 'transient' ? { proof: 'unclear' } : undefined;
    },
    pause: async (failed, ms) => {
      if (failed.kind !== 'page') onPause(failed, ms);
      await clock.sleep(ms, signal);
    },
    jitter: clock.random,
  });
  if (reading.kind === 'page') return reading;
  if (signal.aborted) return { kind: 'cancelled' };
  if (reading.kind !== 'throttled') return { kind: left() > 0 ? 'problem' : 'timeout', problem: reading.error };
  return { kind: 'throttled', tryAgainAt: after(clock.date(), reading.retryIn) };
}
