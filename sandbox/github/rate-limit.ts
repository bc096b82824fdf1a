const LIMIT = 5000;
const HOUR = 3_600_000; // ms

export type RateLimit = ReturnType<typeof createRateLimit>;

/**
 * How many requests are left, for all accounts together; GitHub counts per account and hour.
 * @param perHour undefined for a limit that no number of requests reaches, unless a test sets how many are left.
 */
export function createRateLimit(now: () => number, perHour?: number) {
  let limit = perHour;
  let remaining = limit ?? LIMIT;
  let resetsAt = now() + HOUR;
  let isSet = false;

  function clear(): void {
    remaining = limit ?? LIMIT;
    resetsAt = now() + HOUR;
    isSet = false;
  }
  return {
    get remaining() {
      return remaining;
    },
    /** A number that a test sets is final. */
    set remaining(count: number) {
      remaining = count;
      isSet = true;
    },
    /** Counts a request. @returns false if none is left. */
    countRequest(): boolean {
      if (!isSet && (now() >= resetsAt || (remaining === 0 && limit === undefined))) clear();
      if (remaining === 0) return false;
      remaining -= 1;
      return true;
    },
    /** Of every response. */
    headers: () => ({
      'x-ratelimit-limit': String(limit ?? LIMIT),
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-used': String(Math.max(0, (limit ?? LIMIT) - remaining)),
      'x-ratelimit-reset': String(Math.ceil((isSet ? now() + HOUR : resetsAt) / 1000)),
      'x-ratelimit-resource': 'core',
    }),
    /** From now on, requests are not limited. */
    lift(): void {
      limit = undefined;
      clear();
    },
    clear,
  };
}
