import { ServiceError } from '../../src/errors.ts';
import type { PageVisitors, PageReading as Reading, StopReason, VisitorsAnswer } from '../../src/service/analytics.ts';

type PageReading = Reading<VisitorsAnswer>;

import { collect, type VisitorQuery, type VisitorReport } from '../../src/visitors/report.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { aPage } from './sample-exports.ts';

const TOTALS = { human: 40, ai: 20, total: 55 };

export const QUERY: VisitorQuery = {
  period: { from: '2026-10-01', to: '2026-11-01' },
  offset: 0,
  sortBy: 'total',
  top: 20,
  paths: { include: [], exclude: [] },
};

/** Rows with these paths. */
const rows = (...paths: string[]): PageVisitors[] => paths.map((path) => aPage(path));

/** A page of the service; the last one by default. */
export const page = (paths: readonly string[], more: Partial<VisitorsAnswer> = {}): PageReading => ({
  kind: 'page',
  page: { totals: TOTALS, rows: rows(...paths), unusable: 0, hasMore: false, ...more },
});

export const more = (...paths: string[]): PageReading => page(paths, { hasMore: true });

export const BAD_GATEWAY = {
  kind: 'transient',
  error: new ServiceError('The service answered 502.', 'Try again later.'),
} as const satisfies PageReading;
export const FORBIDDEN = {
  kind: 'refused',
  error: new ServiceError('The service answered 403.', 'Check.'),
  isFinal: true,
} as const satisfies PageReading;
export const busy = (retryIn?: number) => ({ kind: 'throttled', retryIn }) as const satisfies PageReading;

interface Circumstances extends Partial<VisitorQuery> {
  readonly deadline?: number;
  readonly clock?: FakeClock;
  readonly cancel?: AbortController;
  /** How long each response takes, in milliseconds. */
  readonly latency?: number;
  /** Called during each request with its number, from 1. */
  readonly onAsked?: (count: number) => void;
  readonly take?: (rows: readonly PageVisitors[], before: number) => Promise<void>;
}

interface Read {
  readonly result: VisitorReport | StopReason;
  /** The paths of each page that was taken. */
  readonly taken: readonly (readonly string[])[];
  /** Each as `offset timeout`. */
  readonly asked: readonly string[];
  /** Each as `why milliseconds`. */
  readonly pauses: readonly string[];
}

/** Collects from a service with these responses, one after the other; the last one repeats. */
export async function readAll(answers: readonly PageReading[], circumstances: Circumstances = {}): Promise<Read> {
  const { deadline = 1_800_000, clock = createFakeClock(() => 0), cancel, latency = 0, ...rest } = circumstances;
  const { onAsked = () => {}, take = async () => {}, ...query } = rest;
  const { signal } = cancel ?? new AbortController();
  const [asked, pauses, taken]: [string[], string[], string[][]] = [[], [], []];
  async function readPage(offset: number, timeout: number): Promise<PageReading> {
    asked.push(`${offset} ${timeout}`);
    onAsked(asked.length);
    clock.pass(latency);
    if (asked.length > 100) throw new Error('It reads without end.');
    return answers[asked.length - 1] ?? answers.at(-1) ?? BAD_GATEWAY;
  }
  async function takeRows(rows: readonly PageVisitors[], before: number) {
    await take(rows, before);
    taken.push(rows.map(({ path }) => path));
  }
  const onPause = ({ kind }: PageReading, pause: number) => void pauses.push(`${kind} ${pause}`);
  const result = await collect({ ...QUERY, ...query }, { readPage, clock, signal, deadline, onPause, take: takeRows });
  return { result, taken, asked, pauses };
}

/** The report on these rows, read as one page. */
export async function reportOn(rows: readonly PageVisitors[], query: Partial<VisitorQuery> = {}) {
  const { result } = await readAll([page([], { rows })], query);
  if ('kind' in result) throw new Error('It found nothing.');
  return result;
}
