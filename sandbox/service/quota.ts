import type { Operation } from './operations.ts';
import { refusal } from './refusal.ts';

/** Accepted requests for each project in a rolling hour. The interface limits the first two; the others are knobs. */
export interface QuotaLimits {
  readonly create: number;
  readonly followUp: number;
  readonly get: number;
  readonly visitors: number;
  /** Strict mode: creates and follow-ups spend one budget, of `create` requests. */
  readonly together: boolean;
}

export const DEFAULT_QUOTA: QuotaLimits = {
  create: 100,
  followUp: 100,
  get: Number.POSITIVE_INFINITY,
  visitors: Number.POSITIVE_INFINITY,
  together: false,
};

export interface Quota {
  /** @throws a refusal, 429 with Retry-After in whole seconds, when the project has used up the operation. */
  spend(projectId: string, operation: Operation): void;
  reset(): void;
}

const HOUR = 3_600_000;

/** Requests that were refused for another reason spend nothing. @param clock in ms since the epoch. */
export function createQuota(limits: QuotaLimits, clock: () => number): Quota {
  const spent = new Map<string, number[]>();
  return {
    spend(projectId, operation) {
      const budget = limits.together && operation === 'follow-up' ? 'create' : operation;
      const limit = limits[budget === 'follow-up' ? 'followUp' : budget];
      if (limit === Number.POSITIVE_INFINITY) return;
      const now = clock();
      const name = JSON.stringify([budget, projectId]);
      const recent = (spent.get(name) ?? []).filter((at) => at > now - HOUR);
      spent.set(name, recent);
      if (recent.length >= limit) throw tooMany(limit, (recent.at(-limit) ?? now) + HOUR - now);
      recent.push(now);
    },
    reset: () => spent.clear(),
  };
}

/** @param wait ms until the oldest request leaves the window; rounded up, so that a wait of that length suffices. */
function tooMany(limit: number, wait: number) {
  return refusal(429, `The limit is ${limit} requests per project per hour.`, {
    'Retry-After': String(Math.ceil(wait / 1000)),
  });
}
