import { Refusal } from '../http/refusal.ts';
import { OPERATIONS, type Operation } from './operations.ts';

/**
 * Accepted requests per project and rolling hour, by the quotas of {@link OPERATIONS}. The
 * interface limits `create` and `followUp`; the others are options of the sandbox. `together`:
 * creates and follow-ups share the limit `create`.
 */
export const DEFAULT_QUOTA = {
  create: 100,
  followUp: 100,
  get: Number.POSITIVE_INFINITY,
  visitors: Number.POSITIVE_INFINITY,
  together: false,
};

export type QuotaLimits = Readonly<typeof DEFAULT_QUOTA>;
export type Quota = ReturnType<typeof createQuota>;

const HOUR = 3_600_000;

/**
 * Requests that are rejected for other reasons do not count. @param clock in milliseconds since the
 * epoch.
 */
export function createQuota(limits: QuotaLimits, clock: () => number) {
  const spent = new Map<string, number[]>();
  return {
    /**
     * @throws a refusal, 429 with Retry-After in whole seconds, if the project has reached the
     * limit.
     */
    countRequest(projectId: string, operation: Operation): void {
      const limited =
        limits.together && operation === 'follow-up' ? 'create' : OPERATIONS[operation].quota;
      const limit = limits[limited];
      if (limit === Number.POSITIVE_INFINITY) return;
      const now = clock();
      const name = JSON.stringify([limited, projectId]);
      const recent = (spent.get(name) ?? []).filter((at) => at > now - HOUR);
      spent.set(name, recent);
      if (recent.length >= limit) throw tooMany(limit, (recent.at(-limit) ?? now) + HOUR - now);
      recent.push(now);
    },
  };
}

/**
 * @param wait milliseconds until the oldest request leaves the window; rounded up, so that waiting
 * that long suffices.
 */
function tooMany(limit: number, wait: number) {
  return new Refusal(429, `The limit is ${limit} requests per project per hour.`, {
    'Retry-After': String(Math.ceil(wait / 1000)),
  });
}
