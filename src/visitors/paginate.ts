import { type ActionError, ServiceError } from '../errors.ts';
import { after, type Clock, exponentialPause } from '../runtime/clock.ts';
import { LIMIT, type PageFailure, type PageVisitors, type ReadPage, type Visitors } from '../service/visitors.ts';

/** The result of one request for visitors. */
export interface VisitorPage {
  /** The number of its first row, as requested. */
  readonly offset: number;
  readonly totals: Visitors;
  /** The rows whose paths no earlier page contained. */
  readonly rows: readonly PageVisitors[];
  /** How many rows have paths that an earlier page contained. */
  readonly repeated: number;
  /** How many rows are malformed. */
  readonly unusable: number;
}

/** How reading ended: `whole` only if the service answered that there are no more rows. */
export type Completion =
  | { readonly kind: 'whole' }
  | { readonly kind: 'partial'; readonly nextOffset: number; readonly why: StopReason };

export type StopReason =
  | { readonly kind: 'cancelled' }
  /** `problem`: why the last request failed, if one did. */
  | { readonly kind: 'timeout'; readonly problem?: ActionError }
  /** The service answered 429, and the timeout ends before the service accepts requests again. */
  | { readonly kind: 'throttled'; readonly tryAgainAt: Date | undefined }
  | { readonly kind: 'problem'; readonly problem: ActionError };

export interface PaginateEffects {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** On the clock's `now`, in milliseconds: no request is sent after it. */
  readonly deadline: number;
  /** Called before a page is requested again after `pauseMs` milliseconds. */
  readonly onPause: (why: PageFailure, pauseMs: number) => void;
}

/** Time limit for one page: the service may need long to count the first one. */
const PAGE_TIMEOUT_MS = 60_000;
/** How often a page is requested when requests fail with transient errors. */
const MAX_ATTEMPTS = 4;
/** How many pages in a row may contain nothing new while the service answers that there are more. */
const MAX_EMPTY_PAGES = 10;

/**
 * Reads all rows from `start` on, page by page, each path once: the service promises no order, and rows may shift between pages.
 * The offset advances by the rows received, because a service may return fewer than requested, or by {@link LIMIT} past a page
 * without rows. Transient errors are retried, because reading creates no job; a 429 is waited out if the timeout allows it.
 */
export async function* paginate(
  readPage: ReadPage,
  start: number,
  effects: PaginateEffects,
): AsyncGenerator<VisitorPage, Completion> {
  const seen = new Set<string>();
  for (let offset = start, emptyPages = 0; ; ) {
    const reading = await readPersistently((timeoutMs) => readPage(offset, timeoutMs), effects);
    if (reading.kind !== 'page') return { kind: 'partial', nextOffset: offset, why: reading };
    const { rows: read, totals, unusable, hasMore } = reading.page;
    const rows = read.filter(({ path }) => seen.size < seen.add(path).size);
    yield { offset, totals, rows, repeated: read.length - rows.length, unusable };
    if (!hasMore) return { kind: 'whole' };
    emptyPages = rows.length > 0 ? 0 : emptyPages + 1;
    offset += read.length + unusable || LIMIT;
    if (emptyPages < MAX_EMPTY_PAGES) continue;
    return { kind: 'partial', nextOffset: offset, why: { kind: 'problem', problem: nothingNew() } };
  }
}

/** Reads one page of a list, and retries as {@link paginate} does. Returns the page, or why there is none. */
export async function readPersistently<Page>(
  read: (timeoutMs: number) => Promise<{ readonly kind: 'page'; readonly page: Page } | PageFailure>,
  { clock, signal, deadline, onPause }: PaginateEffects,
): Promise<{ readonly kind: 'page'; readonly page: Page } | StopReason> {
  for (const tries = { throttled: 0, transient: 0, refused: 0 }; ; ) {
    const left = deadline - clock.now();
    if (signal.aborted) return { kind: 'cancelled' } as const;
    if (left <= 0) return { kind: 'timeout' } as const;
    const reading = await read(Math.min(left, PAGE_TIMEOUT_MS));
    if (reading.kind === 'page') return reading;
    if (signal.aborted) return { kind: 'cancelled' } as const;
    const pause = pauseBefore(reading, ++tries[reading.kind], clock.random());
    const isOver = clock.now() + (pause ?? 0) >= deadline;
    if (pause === undefined || isOver) return stopReasonOf(reading, isOver, clock);
    onPause(reading, pause);
    await clock.sleep(pause, signal);
  }
}

/** Milliseconds until the page is requested again; undefined if it is not. @param count how often this kind of failure occurred. */
function pauseBefore(reading: PageFailure, count: number, random: number) {
  const backOff = exponentialPause(count, { min: 1_000, max: 60_000 }) * (1 + random / 4);
  switch (reading.kind) {
    case 'throttled':
      return Math.max(reading.retryIn ?? 0, backOff);
    case 'transient':
      return count < MAX_ATTEMPTS ? backOff : undefined;
    case 'refused':
      return undefined;
  }
}

function stopReasonOf(reading: PageFailure, isOver: boolean, clock: Clock): StopReason {
  if (reading.kind === 'throttled') return { kind: 'throttled', tryAgainAt: after(clock.date(), reading.retryIn) };
  return { kind: isOver && reading.kind === 'transient' ? 'timeout' : 'problem', problem: reading.error };
}

const nothingNew = () =>
  new ServiceError(
    'The service reports more rows, but its last pages contain no new usable row.',
    'Report this to the operator of the service.',
  );
