import { ServiceError } from '../../src/errors.ts';
import type { PageReading, PageVisitors, VisitorsAnswer } from '../../src/service/visitors.ts';
import { type Completion, paginate, type VisitorPage } from '../../src/visitors/paginate.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { aPage } from './sample-exports.ts';

export const TOTALS = { human: 40, ai: 20, total: 55 };

/** Rows with these paths. */
export const rows = (...paths: string[]): PageVisitors[] => paths.map((path) => aPage(path));

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

export interface Circumstances {
  readonly start?: number;
  readonly deadline?: number;
  readonly clock?: FakeClock;
  readonly cancel?: AbortController;
  /** How long each response takes, in milliseconds. */
  readonly latency?: number;
  /** Called during each request with its number, from 1. */
  readonly onAsked?: (count: number) => void;
}

export interface Read {
  readonly pages: readonly VisitorPage[];
  readonly end: Completion;
  /** Each as `offset timeout`. */
  readonly asked: readonly string[];
  /** Each as `why milliseconds`. */
  readonly pauses: readonly string[];
  readonly clock: FakeClock;
}

/** Reads all pages of a service with these responses, one after the other; the last one repeats. */
export async function readAll(answers: readonly PageReading[], context: Circumstances = {}): Promise<Read> {
  const { start = 0, deadline = 1_800_000, clock = createFakeClock(() => 0) } = context;
  const { cancel = new AbortController(), latency = 0, onAsked = () => {} } = context;
  const [asked, pauses, pages]: [string[], string[], VisitorPage[]] = [[], [], []];
  async function readPage(offset: number, timeout: number): Promise<PageReading> {
    asked.push(`${offset} ${timeout}`);
    onAsked(asked.length);
    clock.pass(latency);
    return answers[asked.length - 1] ?? answers.at(-1) ?? BAD_GATEWAY;
  }
  const onPause = ({ kind }: PageReading, pause: number) => void pauses.push(`${kind} ${pause}`);
  const reading = paginate(readPage, start, { clock, signal: cancel.signal, deadline, onPause });
  for (;;) {
    const next = await reading.next();
    if (next.done) return { pages, end: next.value, asked, pauses, clock };
    pages.push(next.value);
    if (pages.length > 100) throw new Error('It reads without end.');
  }
}
