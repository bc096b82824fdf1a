import * as v from '@badrap/valita';
import { atMost } from '../schema.ts';
import {
  type AnalyticsEffects,
  createAnalyticsReader,
  type PageReading,
  type Period,
  parseAnalytics,
  validRows,
} from './analytics.ts';
import type { Connection } from './connection.ts';

/** Rows per page: the service's maximum. */
export const LIMIT = 250;

/** Sends one request for the page that begins at row `offset`. */
export type ReadPage = (offset: number, timeoutMs: number) => Promise<PageReading<VisitorsAnswer>>;

/** Creates a reader of the service's visitor analytics for a period. */
export function createVisitorsReader(connection: Connection, period: Period, effects: AnalyticsEffects): ReadPage {
  const list = { path: 'visitors', purpose: 'visitors', parse: parseVisitors } as const;
  const read = createAnalyticsReader(list, connection, period, effects);
  return (offset, timeoutMs) => read({ limit: `${LIMIT}`, offset: `${offset}` }, timeoutMs);
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
const COUNT = v.number().assert((count) => count >= 0 && Number.isFinite(count));
const VISITORS = { human: COUNT, ai: COUNT, total: COUNT };
/** Well-formed, because all lone surrogates are written alike, so that two pages would look like one. */
const PATH = atMost(MAX_PATH).assert(
  (text) => text !== '' && text.isWellFormed() && JSON.stringify(text).length <= MAX_PATH + 2,
);
const ROW = v.object({ path: PATH, ...VISITORS });
const ANSWER = v.object({ totals: v.object(VISITORS), visitors: v.array(), hasMore: v.boolean() });

/** Validates a response. @throws ServiceError if the body is not a response of the visitors operation. */
export function parseVisitors(body: Buffer): VisitorsAnswer {
  const { totals, visitors, hasMore } = parseAnalytics(ANSWER, body, 'visitors');
  return { totals, ...validRows(ROW, visitors), hasMore };
}
