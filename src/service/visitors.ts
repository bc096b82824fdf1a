import * as v from 'valibot';
import { ServiceError } from '../errors.ts';
import { parseJson } from '../http/transport.ts';
import { isWebPage, WEB_PAGE } from './answer-errors.ts';
import { type Connection, endpoint, type GetEffects, type GetFailure, get } from './connection.ts';

/** A period in days (UTC) or between two moments; undefined means unbounded. */
export interface Period {
  /** `YYYY-MM-DD`, or ISO 8601 in UTC. */
  readonly from: string | undefined;
  /** Exclusive: the first day or moment after the period. */
  readonly to: string | undefined;
}

/** Rows per page: the service's maximum. */
export const LIMIT = 250;

/** Of a decoded body: 250 paths of 8,192 characters, as long as servers accept, are 12 MB if each is escaped with six bytes. */
const MAX_BYTES = 16 * 1024 * 1024;

/** The result of one request for a page. */
export type PageReading = { kind: 'page'; page: VisitorsAnswer } | PageFailure;

export type PageFailure = Exclude<GetFailure, { kind: 'not-found' }>;

/** Sends one request for the page that begins at row `offset`. */
export type ReadPage = (offset: number, timeoutMs: number) => Promise<PageReading>;

interface VisitorsEffects extends GetEffects {
  readonly onSend: (operation: 'analytics') => void;
}

/** Creates a reader of the service's visitor analytics for a period. */
export function createVisitorsReader(connection: Connection, { from, to }: Period, effects: VisitorsEffects): ReadPage {
  const path = `/v1/analytics/${encodeURIComponent(connection.projectId)}/visitors`;
  return async (offset, timeoutMs) => {
    const url = endpoint(connection.baseUrl, path);
    const days = { ...(from && { dateFrom: from }), ...(to && { dateTo: to }) };
    url.search = new URLSearchParams({ ...days, limit: `${LIMIT}`, offset: `${offset}` }).toString();
    effects.onSend('analytics');
    const request = {
      url,
      purpose: 'visitors',
      timeout: timeoutMs,
      maxBytes: MAX_BYTES,
      parse: parseVisitors,
    } as const;
    const reading = await get(request, connection, effects);
    if (reading.kind === 'answer') return { kind: 'page', page: reading.value };
    return reading.kind === 'not-found' ? { kind: 'refused', error: reading.error, isFinal: true } : reading;
  };
}

/** Distinct visitors. A visitor who is both human and AI counts once in `total`: `max(human, ai) <= total <= human + ai`. */
export interface Visitors {
  readonly human: number;
  readonly ai: number;
  readonly total: number;
}

/** One page of the site. */
export interface PageVisitors extends Visitors {
  readonly path: string;
}

/** One response of the visitors operation (SERVICE.md of the interface: "Get unique visitors"). */
export interface VisitorsAnswer {
  /** Site-wide. */
  readonly totals: Visitors;
  /** The valid rows. */
  readonly rows: readonly PageVisitors[];
  /** The number of malformed rows. */
  readonly unusable: number;
  readonly hasMore: boolean;
}

/** Of a path as JSON, in UTF-16 units: a ranking of 256 such paths fits into an output (1 MiB). */
const MAX_PATH = 1_000;

/** Not necessarily an integer: a service may estimate. */
const COUNT = v.pipe(v.number(), v.finite(), v.minValue(0));
const VISITORS = { human: COUNT, ai: COUNT, total: COUNT };
/** Well-formed, because all lone surrogates are written alike, so that two pages would look like one. */
const PATH = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(MAX_PATH),
  v.check((text) => text.isWellFormed() && JSON.stringify(text).length <= MAX_PATH + 2),
);
const ROW = v.object({ path: PATH, ...VISITORS });
const ANSWER = v.object({ totals: v.object(VISITORS), visitors: v.array(v.unknown()), hasMore: v.boolean() });

/**
 * Validates a response. Rows are validated one by one, so that a malformed row does not affect the others.
 * @throws ServiceError if the body is not a response of the visitors operation.
 */
export function parseVisitors(body: Buffer): VisitorsAnswer {
  const answer = v.safeParse(ANSWER, parseJson(body));
  if (!answer.success) {
    const field = v.getDotPath(answer.issues[0]);
    const other = isWebPage(body) ? WEB_PAGE : "The service's answer is not a JSON object of visitors.";
    throw new ServiceError(
      field ? `The service's answer is unusable: its field \`${field}\` is missing or wrong.` : other,
      'Check `base-url`; if it is right, report this to the operator of the service.',
    );
  }
  const { totals, visitors, hasMore } = answer.output;
  const rows = visitors
    .filter((row) => v.is(ROW, row))
    .map(({ path, human, ai, total }) => ({ path, human, ai, total }));
  return { totals, rows, unusable: visitors.length - rows.length, hasMore };
}
