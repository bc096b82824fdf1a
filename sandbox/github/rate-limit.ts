const LIMIT = 5000;
const HOUR = 3600; // s

export type RateLimit = ReturnType<typeof createRateLimit>;

/** How many requests are left, for all accounts together; GitHub counts per account and hour. */
export function createRateLimit(now: () => number) {
  let remaining = LIMIT;
  let isSet = false;
  return {
    get remaining() {
      return remaining;
    },
    /** A limit that a test sets is final; otherwise, the count starts again after the last request. */
    set remaining(count: number) {
      remaining = count;
      isSet = true;
    },
    /** Counts a request. @returns false if none is left. */
    countRequest(): boolean {
      if (remaining === 0 && !isSet) remaining = LIMIT;
      if (remaining === 0) return false;
      remaining -= 1;
      return true;
    },
    /** Of every response. */
    headers: () => ({
      'x-ratelimit-limit': String(LIMIT),
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-used': String(Math.max(0, LIMIT - remaining)),
      'x-ratelimit-reset': String(Math.ceil(now() / 1000) + HOUR),
      'x-ratelimit-resource': 'core',
    }),
    clear(): void {
      remaining = LIMIT;
      isSet = false;
    },
  };
}
