const LIMIT = 5000;
const HOUR = 3600; // s

/** How many requests are left, for all accounts together; GitHub counts per account and hour. */
export interface RateLimit {
  /** A limit that a test sets is final; otherwise, the count starts again after the last request. */
  remaining: number;
  /** Counts a request. @returns false if none is left. */
  countRequest(): boolean;
  /** The rate limit headers of every response. */
  headers(): Record<string, string>;
  clear(): void;
}

export function createRateLimit(now: () => number): RateLimit {
  let remaining = LIMIT;
  let isSet = false;
  return {
    get remaining() {
      return remaining;
    },
    set remaining(count) {
      remaining = count;
      isSet = true;
    },
    countRequest() {
      if (remaining === 0 && !isSet) remaining = LIMIT;
      if (remaining === 0) return false;
      remaining -= 1;
      return true;
    },
    headers: () => ({
      'x-ratelimit-limit': String(LIMIT),
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-used': String(Math.max(0, LIMIT - remaining)),
      'x-ratelimit-reset': String(Math.ceil(now() / 1000) + HOUR),
      'x-ratelimit-resource': 'core',
    }),
    clear() {
      remaining = LIMIT;
      isSet = false;
    },
  };
}
