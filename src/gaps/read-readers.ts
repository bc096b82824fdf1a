import { ServiceError } from '../errors.ts';
import {
  type AnalyticsEffects,
  createAnalyticsReader,
  type PageFailure,
  type PageReading,
  type Period,
} from '../service/analytics.ts';
import type { Connection } from '../service/connection.ts';
import { createVisitorsReader } from '../service/visitors.ts';
import { collect } from '../visitors/collect.ts';
import { type ReadEffects, readPersistently, type StopReason } from '../visitors/read-persistently.ts';
import { FEEDBACK_LIST, type List, type ListPage, MAX_COUNT, QUESTION_LIST, SEARCH_LIST, toPath } from './answers.ts';
import { type Counts, createCounter } from './count.ts';

/** The parts of a report, each from an operation of the service, in the order in which they are read. */
export const PARTS = ['feedback', 'questions', 'searches', 'visitors'] as const;
export type Part = (typeof PARTS)[number];

/** How much of a part was read. */
export type Extent =
  | { readonly kind: 'whole' }
  /** What was read counts. */
  | { readonly kind: 'partial'; readonly why: StopReason | { readonly kind: 'no-cursor' | 'same-cursor' } }
  | { readonly kind: 'missing'; readonly why: StopReason };

/** What the service says of readers. */
export interface Readers {
  readonly counts: Counts;
  /** By path. */
  readonly visitors: ReadonlyMap<string, number>;
  readonly extents: Readonly<Record<Part, Extent>>;
  /** The number of malformed rows. */
  readonly unusable: number;
}

type ReaderEffects = AnalyticsEffects & ReadEffects;

/** Requests for visitors, with those that are repeated. */
const MAX_VISITOR_REQUESTS = 14;

/**
 * Reads feedback, questions, searches and visitors. A part that fails leaves the others as they are, also in time: each gets an equal share
 * of what is left of it, and one share stays for what follows.
 */
export async function readReaders(
  period: Period,
  minCount: number,
  connection: Connection,
  effects: ReaderEffects,
): Promise<Readers> {
  const { clock, deadline } = effects;
  const counter = createCounter(minCount);
  let unusable = 0;
  let shares: number = PARTS.length + 1;
  const within = (): ReaderEffects => ({ ...effects, deadline: clock.now() + (deadline - clock.now()) / shares-- });

  function read<Row>(list: List<Row>, add: (row: Row) => void): Promise<Extent> {
    const readPage = limited(list.maxRequests, createAnalyticsReader(list, connection, period, effects));
    const take = (page: ListPage<Row>) => {
      for (const row of page.rows) add(row);
      unusable += page.unusable;
    };
    return readList((cursor, timeoutMs) => readPage({ limit: `${list.limit}`, ...cursor }, timeoutMs), take, within());
  }

  const feedback = await read(FEEDBACK_LIST, counter.addFeedback);
  const questions = await read(QUESTION_LIST, counter.addQuestion);
  const searches = await read(SEARCH_LIST, counter.addSearch);
  const { visitors, extent } = await readVisitors(period, connection, within());
  return { counts: counter.counts(), visitors, extents: { feedback, questions, searches, visitors: extent }, unusable };
}

/** Refuses all requests after the first `max`, as if the service did. */
function limited<Args extends readonly unknown[], Result>(max: number, read: (...args: Args) => Promise<Result>) {
  let left = max;
  return async (...args: Args): Promise<Result | PageFailure> => {
    left -= 1;
    if (left >= 0) return read(...args);
    const error = new ServiceError(`The action sends at most ${max} requests for this.`, 'Set a shorter `window`.');
    return { kind: 'refused', error, isFinal: true };
  };
}

/** Reads a list page by page, up to its end or a cursor that leads in a circle. Pages without rows are no end. */
async function readList<Row>(
  readPage: (cursor: { readonly cursor?: string }, timeoutMs: number) => Promise<PageReading<ListPage<Row>>>,
  take: (page: ListPage<Row>) => void,
  effects: ReadEffects,
): Promise<Extent> {
  const cursors = new Set<string>();
  for (let cursor: { readonly cursor?: string } = {}; ; ) {
    const reading = await readPersistently((timeout) => readPage(cursor, timeout), effects);
    if (reading.kind !== 'page') return { kind: cursors.size > 0 ? 'partial' : 'missing', why: reading };
    cursors.add(cursor.cursor ?? '');
    take(reading.page);
    const { next } = reading.page;
    if (next === null) return { kind: 'whole' };
    if (next === 'none') return { kind: 'partial', why: { kind: 'no-cursor' } };
    if (cursors.has(next.cursor)) return { kind: 'partial', why: { kind: 'same-cursor' } };
    cursor = next;
  }
}

async function readVisitors(period: Period, connection: Connection, effects: ReaderEffects) {
  const visitors = new Map<string, number>();
  const readPage = limited(MAX_VISITOR_REQUESTS, createVisitorsReader(connection, period, effects));
  const take: Parameters<typeof collect>[1]['take'] = async (rows) => {
    for (const { path, total } of rows) {
      const usual = toPath(path);
      if (usual !== undefined) visitors.set(usual, Math.min(MAX_COUNT, (visitors.get(usual) ?? 0) + total));
    }
  };
  const all = { period, paths: { include: [], exclude: [] }, offset: 0, sortBy: 'total', top: 0 } as const;
  const report = await collect(all, { ...effects, readPage, take });
  const extent: Extent =
    'kind' in report
      ? { kind: 'missing', why: report }
      : report.partial
        ? { kind: 'partial', why: report.partial.why }
        : { kind: 'whole' };
  return { visitors, extent };
}
