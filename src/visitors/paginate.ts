import { type ActionError, ServiceError } from '../errors.ts';
import { after, type Clock } from '../runtime/clock.ts';
import type { PageVisitors, Visitors } from '../service/visitor-page.ts';
import { LIMIT, type PageFailure, type ReadPage } from '../service/visitors.ts';
import { createSeenPaths } from './seen-paths.ts';

/** What one answer of the service brought. */
export interface VisitorPage {
  /** The number of its first row, as it was asked for. */
  readonly offset: number;
  readonly totals: Visitors;
  /** Those whose path did not come before. */
  readonly rows: readonly PageVisitors[];
  /** How many came before, within this reading. */
  readonly repeated: number;
  readonly unusable: number;
}

/** How reading ended: `whole` only when the service said that there is no more. */
export type Completion =
  | { readonly kind: 'whole' }
  | { readonly kind: 'partial'; readonly nextOffset: number; readonly why: StopReason };

export type StopReason =
  | { readonly kind: 'cancelled' }
  /** `problem`: what kept us from the last page until then. */
  | { readonly kind: 'budget'; readonly problem?: ActionError }
  /** Answered 429, and the budget ends before the service would answer otherwise. */
  | { readonly kind: 'throttled'; readonly tryAgainAt: Date | undefined }
  | { readonly kind: 'problem'; readonly problem: ActionError };

export interface BatchEffects {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** On the clock's `now`: nothing is asked after it. */
  readonly deadline: number;
  /** A page is asked for again after a pause of so many milliseconds. */
  readonly onPause: (why: PageFailure, pause: number) => void;
}

/** Milliseconds for one page: the first may be counted for long. */
const PAGE_TIMEOUT = 60_000;
/** How often a page is asked for that something transient keeps from us. */
const MAX_ATTEMPTS = 4;
/** How many pages in a row may bring nothing new while the service says that there is more. */
const MAX_BARREN = 10;

/**
 * All rows from one on, page by page, each path once: the service promises no order, and rows may shift between pages. The offset
 * advances by the rows that came, as a service may give fewer than asked for, or past a page without rows. What is
 * transient is asked for again, as reading spends nothing; a 429 is waited out, where the budget allows it.
 */
export async function* paginate(
  readPage: ReadPage,
  start: number,
  effects: BatchEffects,
): AsyncGenerator<VisitorPage, Completion> {
  const seen = createSeenPaths();
  for (let offset = start, barren = 0; ; ) {
    const reading = await persist(readPage, offset, effects);
    if (reading.kind !== 'page') return { kind: 'partial', nextOffset: offset, why: reading };
    const { rows: read, totals, unusable, hasMore } = reading.page;
    const rows = read.filter(({ path }) => seen.add(path));
    yield { offset, totals, rows, repeated: read.length - rows.length, unusable };
    if (!hasMore) return { kind: 'whole' };
    barren = rows.length > 0 ? 0 : barren + 1;
    offset += read.length + unusable || LIMIT;
    if (barren < MAX_BARREN) continue;
    return { kind: 'partial', nextOffset: offset, why: { kind: 'problem', problem: nothingNew() } };
  }
}

async function persist(readPage: ReadPage, offset: number, { clock, signal, deadline, onPause }: BatchEffects) {
  for (const tries = { throttled: 0, transient: 0, refused: 0 }; ; ) {
    const left = deadline - clock.now();
    if (signal.aborted) return { kind: 'cancelled' } as const;
    if (left <= 0) return { kind: 'budget' } as const;
    const reading = await readPage(offset, Math.min(left, PAGE_TIMEOUT));
    if (reading.kind === 'page') return reading;
    if (signal.aborted) return { kind: 'cancelled' } as const;
    const pause = pauseBefore(reading, ++tries[reading.kind], clock.random());
    const isOver = clock.now() + (pause ?? 0) >= deadline;
    if (pause === undefined || isOver) return stopped(reading, isOver, clock);
    onPause(reading, pause);
    await clock.sleep(pause, signal);
  }
}

/** Milliseconds before a page is asked for again, or undefined: it is not. @param count how often it was answered like this. */
function pauseBefore(reading: PageFailure, count: number, random: number) {
  const backOff = Math.min(2 ** (count - 1), 60) * 1000 * (1 + random / 4);
  switch (reading.kind) {
    case 'throttled':
      return Math.max(reading.retryIn ?? 0, backOff);
    case 'transient':
      return count < MAX_ATTEMPTS ? backOff : undefined;
    case 'refused':
      return undefined;
  }
}

function stopped(reading: PageFailure, isOver: boolean, clock: Clock): StopReason {
  if (reading.kind === 'throttled') return { kind: 'throttled', tryAgainAt: after(clock.date(), reading.retryIn) };
  return { kind: isOver && reading.kind === 'transient' ? 'budget' : 'problem', problem: reading.error };
}

const nothingNew = () =>
  new ServiceError(
    'The service said that there is more, and brought nothing usable that it had not brought before.',
    'Report this to the operator of the service.',
  );
