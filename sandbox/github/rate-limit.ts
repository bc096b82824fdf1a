import type { Answer } from '../http/faults.ts';
import type { RawRequest } from './model/api.ts';
import type { ApiAnswer } from './model/requests.ts';

const LIMIT = 5000;
const HOUR = 3_600_000; // ms
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const MESSAGE = 'API rate limit exceeded for installation.';

export type RateLimit = ReturnType<typeof createRateLimit>;

/**
 * How many requests are left, for all accounts together; GitHub counts per account and hour.
 * @param perHour undefined for a limit that no number of requests reaches, unless a test sets how
 * many are left.
 */
export function createRateLimit(now: () => number, perHour?: number) {
  let limit = perHour;
  let [remaining, resetsAt, isSet] = [0, 0, false];

  function clear(): void {
    [remaining, resetsAt, isSet] = [limit ?? LIMIT, now() + HOUR, false];
  }
  clear();
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

/**
 * A response of the API, with the headers that every response of GitHub has; 403 beyond the rate
 * limit. @param answer of the model.
 */
export function limitedAnswer(
  answer: (request: RawRequest) => ApiAnswer,
  rateLimit: RateLimit,
  {
    authorization = '',
    ...request
  }: Omit<RawRequest, 'token'> & { authorization: string | undefined },
): Answer {
  const token = /^(?:bearer|token)\s+(.*)$/i.exec(authorization)?.[1];
  const isLeft = rateLimit.countRequest();
  const { status, headers, body } = isLeft ? answer({ ...request, token }) : LIMIT_REACHED;
  const all = { ...JSON_TYPE, ...headers, ...rateLimit.headers() };
  return { status, headers: all, body: body === undefined ? '' : JSON.stringify(body) };
}

const LIMIT_REACHED: ApiAnswer = { status: 403, body: { message: MESSAGE } };
