import * as v from '@badrap/valita';
import { type ActionError, ServiceError } from '../errors.ts';
import { sendAgain } from '../http/retry.ts';
import { timeAfter } from '../runtime/clock.ts';
import { atMost, parse, parseJson, wrongField } from '../schema.ts';
import {
  type Connection,
  endpoint,
  type GetEffects,
  get,
  isWebPage,
  type ReadFailure,
  WEB_PAGE,
} from './connection.ts';

/** A period in days (UTC) or between two moments; undefined means unbounded. */
export interface Period {
  /** `YYYY-MM-DD`, or ISO 8601 in UTC. */
  readonly from: string | undefined;
  /** Exclusive: the first day or moment after the period. */
  readonly to: string | undefined;
}

/** The result of one request for a page of the visitors. */
export type PageReading = { readonly kind: 'page'; readonly page: VisitorsAnswer } | ReadFailure;

/**
 * Of a decoded body: 250 paths of 8,192 characters, as long as servers accept, are 12 MB if each is
 * escaped with six bytes.
 */
const MAX_BYTES = 16 * 1024 * 1024;

/** Why reading the visitors stopped before the last page. */
export type StopReason =
  | { readonly kind: 'cancelled'; readonly problem?: never }
  /** `problem`: why the last request failed, if one did. */
  | { readonly kind: 'timeout'; readonly problem?: ActionError }
  /** The service answered 429, and the timeout ends before the service accepts requests again. */
  | {
      readonly kind: 'throttled';
      readonly tryAgainAt: Date | undefined;
      readonly problem?: never;
    }
  | { readonly kind: 'problem'; readonly problem: ActionError };

export interface ReadEffects extends Pick<GetEffects, 'clock' | 'signal'> {
  /** On the clock's `now`, in milliseconds: no request is sent after it. */
  readonly deadline: number;
  /** Called before a page is requested again after `ms` milliseconds. */
  readonly onPause: (why: ReadFailure, ms: number) => void;
}

/** Time limit for one page: the service may need long to count the first one. */
const PAGE_TIMEOUT_MS = 60_000;

/** Reads one page, again after transient errors. A 429 is waited out if the timeout allows it. */
export async function readPersistently(
  read: (timeoutMs: number) => Promise<PageReading>,
  { clock, signal, deadline, onPause }: ReadEffects,
): Promise<{ readonly kind: 'page'; readonly page: VisitorsAnswer } | StopReason> {
  const left = () => deadline - clock.now();
  if (signal.aborted) return { kind: 'cancelled' };
  if (left() <= 0) return { kind: 'timeout' };
  const reading = await sendAgain(
    'analytics',
    () => read(Math.min(Math.max(1, left()), PAGE_TIMEOUT_MS)),
    {
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
    },
  );
  if (reading.kind === 'page') return reading;
  if (signal.aborted) return { kind: 'cancelled' };
  if (reading.kind !== 'throttled')
    return { kind: left() > 0 ? 'problem' : 'timeout', problem: reading.error };
  return { kind: 'throttled', tryAgainAt: timeAfter(clock.date(), reading.retryIn) };
}

/** Rows per page of the visitors: the service's maximum. */
export const LIMIT = 250;

/** Of a path as JSON, in UTF-16 units: a ranking of 256 such paths fits into an output (1 MiB). */
const MAX_PATH = 1_000;

/** Not necessarily an integer: a service may estimate. */
const COUNT = v.number().assert((count) => count >= 0 && Number.isFinite(count));
const VISITORS = v.object({ human: COUNT, ai: COUNT, total: COUNT });
/**
 * Well-formed, because all lone surrogates are written alike, so that two pages would look like
 * one.
 */
const PATH = atMost(MAX_PATH).assert(
  (text) => text !== '' && text.isWellFormed() && JSON.stringify(text).length <= MAX_PATH + 2,
);
const ROW = VISITORS.extend({ path: PATH });
const ANSWER = v.object({ totals: VISITORS, visitors: v.array(), hasMore: v.boolean() });

/**
 * Distinct visitors. A visitor who is both human and AI counts once in `total`: `max(human, ai) <=
 * total <= human + ai`.
 */
export type Visitors = Readonly<v.Infer<typeof VISITORS>>;
/** One page of the site. */
export type PageVisitors = Readonly<v.Infer<typeof ROW>>;
export type VisitorsAnswer = Readonly<ReturnType<typeof parseVisitors>>;

/**
 * Validates a response of the visitors operation (docs/engineering/service.md: "Get unique
 * visitors"). @throws ServiceError
 */
function parseVisitors(body: Buffer) {
  const answer = parse(ANSWER, parseJson(body));
  if (!answer.ok) {
    const field = wrongField(answer);
    const other = isWebPage(body)
      ? WEB_PAGE
      : "The service's answer is not a JSON object of visitors.";
    throw new ServiceError(
      field
        ? `The service's answer is unusable: its field \`${field}\` is missing or wrong.`
        : other,
      'Check `base-url`; if it is right, report this to the operator of the service.',
    );
  }
  const { totals, visitors, hasMore } = answer.value;
  // One by one, so that a malformed row does not affect the others.
  const rows: readonly PageVisitors[] = visitors.flatMap((row) => {
    const result = parse(ROW, row);
    return result.ok ? [result.value] : [];
  });
  return { totals, rows, unusable: visitors.length - rows.length, hasMore };
}

/** Sends one request for the page that begins at row `offset`. */
export type ReadPage = (offset: number, timeoutMs: number) => Promise<PageReading>;

interface VisitorsEffects extends GetEffects {
  readonly onSend: (operation: 'analytics') => void;
}

/** Creates a reader of the service's visitor analytics for a period. */
export function createVisitorsReader(
  connection: Connection,
  { from, to, limit = LIMIT }: Period & { readonly limit?: number },
  effects: VisitorsEffects,
): ReadPage {
  const { baseUrl, projectId } = connection;
  const days = { ...(from && { dateFrom: from }), ...(to && { dateTo: to }) };
  return async (offset, timeout) => {
    const url = endpoint(baseUrl, `/v1/analytics/${encodeURIComponent(projectId)}/visitors`);
    url.search = new URLSearchParams({
      ...days,
      limit: `${limit}`,
      offset: `${offset}`,
    }).toString();
    effects.onSend('analytics');
    const request = {
      url,
      purpose: 'visitors',
      timeout,
      maxBytes: MAX_BYTES,
      parse: parseVisitors,
    } as const;
    const reading = await get(request, connection, effects);
    if (reading.kind === 'answer') return { kind: 'page', page: reading.value };
    return reading.kind === 'not-found'
      ? { kind: 'refused', error: reading.error, isLasting: true }
      : reading;
  };
}
