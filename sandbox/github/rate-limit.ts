import { refusal } from './json.ts';
import type { Answer } from './upstream.ts';

const LIMIT = 5000;
const HOUR = 3600; // s

/** How many requests are left, for everybody together: GitHub counts for each account, and an hour. */
export interface RateLimit {
  /** Once a test has set it, there are no more than that; else all begin anew after the last. */
  remaining: number;
  /** Counts a request. @returns a refusal where none is left. */
  spend(): Answer | undefined;
  /** What every answer says of it. */
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
    spend() {
      if (remaining === 0 && !isSet) remaining = LIMIT;
      if (remaining === 0) return refusal(403, 'API rate limit exceeded');
      remaining -= 1;
      return undefined;
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
