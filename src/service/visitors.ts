import { ServiceError } from '../errors.ts';
import { type Connection, endpoint } from './connection.ts';
import { type GetEffects, type GetResult, get } from './get.ts';
import { parseVisitors, type VisitorsAnswer } from './visitor-page.ts';

/** A period in days (UTC) or between two moments; undefined means unbounded. */
export interface Period {
  /** `YYYY-MM-DD`, or ISO 8601 in UTC. */
  readonly from: string | undefined;
  /** Exclusive: the first day or moment after the period. */
  readonly to: string | undefined;
}

/** Rows per page: the service's maximum. */
export const LIMIT = 250;

/** Of a decoded body: 250 paths of 8,192 characters, six bytes each when escaped, are 12 MB. */
const MAX_BYTES = 16 * 1024 * 1024;

/** The result of one request for a page. */
export type PageReading = { kind: 'page'; page: VisitorsAnswer } | PageFailure;

export type PageFailure = Extract<GetResult, { kind: 'throttled' | 'refused' | 'transient' }>;

/** Sends one request for the page that begins at row `offset`. */
export type ReadPage = (offset: number, timeoutMs: number) => Promise<PageReading>;

export interface VisitorsEffects extends GetEffects {
  readonly onSend: (operation: 'analytics') => void;
}

/** Creates a reader of the service's visitor analytics for a period. */
export function createVisitorsReader(connection: Connection, { from, to }: Period, effects: VisitorsEffects): ReadPage {
  const path = `/v1/analytics/${encodeURIComponent(connection.projectId)}/visitors`;
  return async (offset, timeoutMs) => {
    const url = endpoint(connection.baseUrl, path);
    const query = {
      ...(from && { dateFrom: from }),
      ...(to && { dateTo: to }),
      limit: `${LIMIT}`,
      offset: `${offset}`,
    };
    url.search = new URLSearchParams(query).toString();
    effects.onSend('analytics');
    return toPage(
      await get(url, { purpose: 'visitors', timeout: timeoutMs, maxBytes: MAX_BYTES }, connection, effects),
    );
  };
}

function toPage(reading: GetResult): PageReading {
  if (reading.kind === 'not-found') return { kind: 'refused', error: reading.error };
  if (reading.kind !== 'answer') return reading;
  try {
    return { kind: 'page', page: parseVisitors(reading.body) };
  } catch (error) {
    if (error instanceof ServiceError) return { kind: 'transient', error };
    throw error;
  }
}
