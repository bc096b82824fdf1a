import type * as v from '@badrap/valita';
import { type ActionError, ServiceError } from '../errors.ts';
import { sendAgain } from '../http/retry.ts';
import { parseJson } from '../http/transport.ts';
import { after, type Clock } from '../runtime/clock.ts';
import { parse, wrongField } from '../schema.ts';
import { isWebPage, WEB_PAGE } from './answer-errors.ts';
import { type Connection, endpoint, type GetEffects, type GetFailure, get } from './connection.ts';

/** A period in days (UTC) or between two moments; undefined means unbounded. */
export interface Period {
  /** `YYYY-MM-DD`, or ISO 8601 in UTC. */
  readonly from: string | undefined;
  /** Exclusive: the first day or moment after the period. */
  readonly to: string | undefined;
}

export type PageFailure = Exclude<GetFailure, { kind: 'not-found' }>;

/** The result of one request for a page of a list. */
export type PageReading<Page> = { readonly kind: 'page'; readonly page: Page } | PageFailure;

/** An operation that lists something about a period. */
export interface AnalyticsList<Page> {
  /** Below `/v1/analytics/{projectId}/`. */
  readonly path: string;
  readonly purpose: 'visitors' | 'readers';
  /** Validates a body. @throws ServiceError if it is no answer of this operation. */
  readonly parse: (body: Buffer) => Page;
}

export interface AnalyticsEffects extends GetEffects {
  readonly onSend: (operation: 'analytics') => void;
}

/** Of a decoded body: 250 paths of 8,192 characters, as long as servers accept, are 12 MB if each is escaped with six bytes. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Creates a function that sends one request for a page of a list. Its `query` says which page. */
export function createAnalyticsReader<Page>(
  { path, purpose, parse }: AnalyticsList<Page>,
  connection: Connection,
  { from, to }: Period,
  effects: AnalyticsEffects,
): (query: Readonly<Record<string, string>>, timeoutMs: number) => Promise<PageReading<Page>> {
  const days = { ...(from && { dateFrom: from }), ...(to && { dateTo: to }) };
  return async (query, timeout) => {
    const url = endpoint(connection.baseUrl, `/v1/analytics/${encodeURIComponent(connection.projectId)}/${path}`);
    url.search = new URLSearchParams({ ...days, ...query }).toString();
    effects.onSend('analytics');
    const reading = await get({ url, purpose, timeout, maxBytes: MAX_BYTES, parse }, connection, effects);
    if (reading.kind === 'answer') return { kind: 'page', page: reading.value };
    return reading.kind === 'not-found' ? { kind: 'refused', error: reading.error, isFinal: true } : reading;
  };
}

/** @param of what the answer is about, for the error. @throws ServiceError if the body does not have this form. */
export function parseAnalytics<T>(schema: v.Type<T>, body: Buffer, of: string): T {
  const answer = parse(schema, parseJson(body));
  if (answer.ok) return answer.value;
  const field = wrongField(answer);
  const other = isWebPage(body) ? WEB_PAGE : `The service's answer is not a JSON object of ${of}.`;
  throw new ServiceError(
    field ? `The service's answer is unusable: its field \`${field}\` is missing or wrong.` : other,
    'Check `base-url`; if it is right, report this to the operator of the service.',
  );
}

/** The valid rows, and how many are malformed: they are validated one by one, so that a malformed one does not affect the others. */
export function validRows<T>(schema: v.Type<T>, all: readonly unknown[]) {
  const rows = all.flatMap((row): T[] => {
    const result = parse(schema, row);
    return result.ok ? [result.value] : [];
  });
  return { rows, unusable: all.length - rows.length };
}

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
