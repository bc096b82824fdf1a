import { ServiceError } from '../errors.ts';
import { type Connection, endpoint } from './connection.ts';
import { type GetEffects, type GetResult, get } from './get.ts';
import { parseVisitors, type VisitorsAnswer } from './visitor-page.ts';

/** Days of UTC, or moments; undefined is open. */
export interface Period {
  /** `YYYY-MM-DD`, or ISO 8601 in UTC. */
  readonly from: string | undefined;
  /** Exclusive: the first day, or moment, that is not in it. */
  readonly to: string | undefined;
}

/** Rows of a page: the most that the service gives. */
export const LIMIT = 250;

/** Decoded: 250 paths of 8,192 characters, each written as six, are 12 MB. */
const MAX_BYTES = 16 * 1024 * 1024;

/** What one request told. */
export type PageReading = { kind: 'page'; page: VisitorsAnswer } | PageFailure;

export type PageFailure = Extract<GetResult, { kind: 'throttled' | 'refused' | 'transient' }>;

/** Reads the page that begins at a row, once. @param timeout milliseconds. */
export type ReadPage = (offset: number, timeout: number) => Promise<PageReading>;

export interface VisitorsEffects extends GetEffects {
  readonly onSend: (operation: 'analytics') => void;
}

/** The service's analytics, over a period. */
export function createVisitorsReader(connection: Connection, { from, to }: Period, effects: VisitorsEffects): ReadPage {
  const path = `/v1/analytics/${encodeURIComponent(connection.projectId)}/visitors`;
  return async (offset, timeout) => {
    const url = endpoint(connection.baseUrl, path);
    const query = {
      ...(from && { dateFrom: from }),
      ...(to && { dateTo: to }),
      limit: `${LIMIT}`,
      offset: `${offset}`,
    };
    url.search = new URLSearchParams(query).toString();
    effects.onSend('analytics');
    return toPage(await get(url, { purpose: 'visitors', timeout, maxBytes: MAX_BYTES }, connection, effects));
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
