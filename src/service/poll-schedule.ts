import { shareOf } from '../runtime/clock.ts';

/** How long a reading must persist if it may be premature: a 404, an end without a link, an end soon after a follow-up. */
export const SETTLE_MS = 30_000;

/** The shortest pause between two polls. */
export const MIN_PAUSE_MS = 2_000;

/**
 * Pause between two polls: a share of the time already waited, so that the action notices the end with a delay proportional to the
 * job's length. `min` and `max` (milliseconds) include the jitter; that is under 300 requests per hour.
 */
const PAUSE = { share: 0.05, min: MIN_PAUSE_MS, max: 15_000, jitter: 0.03 } as const;
/** The last poll begins this long before the timeout. */
const LAST_POLL_MS = 500;

/** What the time of the next poll depends on. All times are milliseconds since polling began. */
interface Schedule {
  /** Readings show the job ended since `at`. */
  readonly ended?: { readonly at: number } | undefined;
  /** How often the readings changed from not ended to ended. */
  readonly ends: number;
  /** The service asked for no request before this time. */
  readonly notBefore: number;
}

/** Milliseconds until the next poll; undefined if none fits into the timeout. @param random from 0 to 1, for the jitter. */
export function nextPollDelay(
  state: Schedule,
  { elapsed, timeoutMs, random }: { elapsed: number; timeoutMs: number; random: number },
): number | undefined {
  const last = timeoutMs - LAST_POLL_MS;
  const wanted = Math.max(elapsed + pauseAfter(state, elapsed, random), state.notBefore);
  const at = Math.min(wanted, last);
  return elapsed >= last || state.notBefore > at ? undefined : at - elapsed;
}

function pauseAfter({ ended, ends }: Schedule, elapsed: number, random: number): number {
  const { share, min, max, jitter } = PAUSE;
  // An unconfirmed first end is polled more often; a job that ends repeatedly is not.
  if (ended && ends === 1 && elapsed < ended.at + SETTLE_MS) {
    const settling = elapsed - ended.at;
    return Math.max(min, Math.min(settling, SETTLE_MS - settling));
  }
  const base = shareOf(elapsed, { share, min: min / (1 - jitter), max: max / (1 + jitter) });
  return base * (1 + jitter * (2 * random - 1));
}
