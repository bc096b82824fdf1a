import { type Clock, exponentialPause } from '../runtime/clock.ts';

/** What a failed request proves, and how many milliseconds the server asked to wait. */
export interface Failure {
  /**
   * Its connection never opened; the server is over a limit; the server may have carried it out,
   * without an answer or with an odd one.
   */
  readonly proof: 'unsent' | 'limited' | 'unclear' | 'undocumented';
  readonly retryIn?: number | undefined;
}

/** Times in milliseconds. The pause doubles with each attempt, from `min` up to `max`. */
interface Rule {
  readonly min: number;
  readonly max: number;
  /**
   * How many attempts may fail for another reason than a limit. Default: any number, until the
   * deadline.
   */
  readonly attempts?: number;
  /** The share of the time until the deadline in which the request is repeated. Default: 1. */
  readonly share?: number;
  /** The least pause if the server names no time. */
  readonly unnamed?: number;
  /** How long the request is repeated if the server names no time. */
  readonly unnamedFor?: number;
}

/** Milliseconds until a comment whose creation got no response is looked for. */
const SEARCH_DELAY_MS = 3_000;
/**
 * How long a rate limit of GitHub's lasts that names no time (REST API, "Rate limits"), in
 * milliseconds.
 */
const UNNAMED_LIMIT_MS = 60_000;
/** For requests that write a comment. */
const WRITE: Rule = { min: 2_000, max: 30_000 };
const LIMITED_WRITE: Rule = { ...WRITE, unnamed: UNNAMED_LIMIT_MS };
const SHORT_EDIT: Rule = { ...WRITE, attempts: 3 };
/** A comment whose creation got no response may be in the list by then, and is looked for. */
const CREATION: Rule = { ...WRITE, unnamed: SEARCH_DELAY_MS };

export type Kind = 'read' | 'pull-state' | 'announce' | 'edit' | 'write' | 'submit' | 'analytics';

/** After which proof a request is sent again, by its kind. Without a rule, it is not. */
export const RETRIES: Readonly<Record<Kind, Readonly<Partial<Record<Failure['proof'], Rule>>>>> = {
  /**
   * Reads from GitHub. Half of the step's timeout is left for the job, except after a rate limit,
   * which is waited out until the timeout.
   */
  read: {
    unclear: { min: 1_000, max: 10_000, attempts: 3, share: 0.5 },
    limited: { min: 1_000, max: 10_000, unnamed: UNNAMED_LIMIT_MS },
  },
  /**
   * Waits for the state of a pull request, without which a request to continue it is not sent. Each
   * attempt repeats its reads.
   */
  'pull-state': { unclear: { min: 10_000, max: 60_000, share: 0.5 } },
  /**
   * Creates the status comment. A minute for a limit that names no time would not fit into half of
   * a short timeout.
   */
  announce: { unclear: CREATION, undocumented: CREATION, limited: WRITE },
  /**
   * Edits the status comment: the same twice is the same. What fails three times is left to the
   * post step.
   */
  edit: { unclear: SHORT_EDIT, undocumented: SHORT_EDIT, limited: LIMITED_WRITE },
  /** Creates another comment, after looking for it, or edits one in the post step. */
  write: { unclear: CREATION, undocumented: CREATION, limited: LIMITED_WRITE },
  /**
   * Creates a job or sends a follow-up, which cannot be undone: only if the service provably did
   * not accept it.
   */
  submit: {
    unsent: { min: 1_000, max: 30_000, attempts: 3 },
    limited: { min: 2_000, max: 60_000, unnamedFor: 5 * 60_000 },
  },
  /** Reads analytics from the service. */
  analytics: {
    unclear: { min: 1_000, max: 60_000, attempts: 4 },
    limited: { min: 1_000, max: 60_000 },
  },
};

interface RetryEffects<R> {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** On the clock's `now`. */
  readonly deadline: number;
  /** The failure of a result; undefined if there is none, or it would be the same again. */
  readonly failureOf: (result: R) => Failure | undefined;
  /** Waits before the next attempt, at most until the signal aborts. */
  readonly pause: (result: R, ms: number) => Promise<void>;
}

/**
 * By how much a pause is longer, so that runs whose requests to the service failed together do not
 * return together.
 */
const jitterOf = (kind: Kind, { random }: Clock): number =>
  kind === 'submit' || kind === 'analytics' ? random() / 4 : 0;

/** {@link sendAgain} for a request that throws. Rejects with the last error. */
export async function repeat<T>(
  kind: Kind,
  act: () => Promise<T>,
  { failureOf, pause, ...effects }: RetryEffects<unknown>,
): Promise<T> {
  const send = async () => (await Promise.allSettled([act()]))[0];
  const end = await sendAgain(kind, send, {
    ...effects,
    failureOf: (end) => (end.status === 'rejected' ? failureOf(end.reason) : undefined),
    pause: (end, ms) => pause(end.status === 'rejected' ? end.reason : undefined, ms),
  });
  if (end.status === 'rejected') throw end.reason;
  return end.value;
}

/**
 * Sends a request, and again as {@link RETRIES} says, until the deadline or a cancel. Returns the
 * last result.
 */
export async function sendAgain<R>(
  kind: Kind,
  send: () => Promise<R>,
  { clock, signal, deadline, failureOf, pause }: RetryEffects<R>,
): Promise<R> {
  const began = clock.now();
  for (let attempt = 1, failures = 0; ; attempt++) {
    const result = await send();
    const stretch = 1 + jitterOf(kind, clock);
    const failure = failureOf(result);
    const rule = failure && RETRIES[kind][failure.proof];
    if (!rule) return result;
    if (failure.proof !== 'limited') failures++;
    const {
      attempts = Number.POSITIVE_INFINITY,
      share = 1,
      unnamed = 0,
      unnamedFor = Number.POSITIVE_INFINITY,
    } = rule;
    const ms = Math.max(exponentialPause(attempt, rule) * stretch, failure.retryIn ?? unnamed);
    const isLate = failure.retryIn === undefined && clock.now() - began + ms > unnamedFor;
    const isInTime = !isLate && clock.now() + ms < deadline * share;
    if (failures >= attempts || !isInTime || signal.aborted) return result;
    await pause(result, ms);
    if (signal.aborted) return result;
  }
}

/**
 * How many milliseconds `Retry-After` (RFC 9110, 10.2.3), or without it `x-ratelimit-reset`, asks
 * to wait; undefined if that is missing, invalid or past. A time is compared with the response's
 * own `Date`, as the runner's clock may be wrong, or with `now` without one.
 */
export function retryAfter(headers: ReadonlyMap<string, string>, now: number): number | undefined {
  const sent = Date.parse(headers.get('date') ?? '');
  const sentAt = Number.isNaN(sent) ? now : sent;
  const value = headers.get('retry-after')?.trim();
  return value
    ? untilRetry(value, sentAt)
    : untilReset(headers.get('x-ratelimit-reset')?.trim() ?? '', sentAt);
}

/**
 * What a larger number of seconds counts as (RFC 9111, 1.2.2): longer than any timeout, and still a
 * time that can be shown.
 */
const MAX_SECONDS = 2 ** 31;

function untilRetry(value: string, sentAt: number): number | undefined {
  if (/^\d+$/.test(value)) return Math.min(Number(value), MAX_SECONDS) * 1000;
  // Date.parse accepts almost anything, even `-45`; HTTP dates begin with a day and are in GMT.
  const until = /^[A-Z][a-z]+, .* GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  const wait = until - sentAt;
  return wait > 0 ? wait : undefined;
}

/**
 * Seconds since the epoch, as GitHub sends, or seconds from now, as other servers send (IETF draft
 * "RateLimit header fields").
 */
function untilReset(value: string, sentAt: number): number | undefined {
  if (!/^\d{1,12}$/.test(value)) return undefined;
  const seconds = Number(value);
  const wait = seconds > 1_000_000_000 ? seconds * 1000 - sentAt : seconds * 1000;
  return wait > 0 ? wait : undefined;
}
