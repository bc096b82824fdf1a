import { createSignals, type Signal } from '../readers/signals.ts';
import { type Count, type Counts, countVisitors } from './counts.ts';
import { pagePath } from './page-path.ts';
import type { DateRange } from './query.ts';
import { createTraffic, DAYS } from './traffic.ts';

/** The response of the visitors operation. */
export interface VisitorsAnswer {
  readonly totals: Count;
  readonly visitors: readonly (Count & { readonly path: string })[];
  readonly hasMore: boolean;
}

export interface VisitorsOptions {
  /** 0 to 1,000,000. */
  readonly pages: number;
  readonly seed: number;
  /** Paths of the first pages, instead of generated ones. */
  readonly paths?: readonly string[];
  /** The maximum rows per response, even if the query's limit is higher. */
  readonly rowCap?: number;
  /** The response at this offset has no rows, although more follow after the next `limit` rows. */
  readonly emptyAt?: number;
  /** Counts with a fraction, as from a service that samples. */
  readonly fractions?: boolean;
}

export type Analytics = ReturnType<typeof createAnalytics>;

/** Length of a day in ms. */
const DAY = 86_400_000;

/**
 * Traffic of the 90 days that end with the day of `now` (UTC). A visit counts at the first moment of its day, so adjacent ranges
 * neither overlap nor leave a gap. Rows are the pages that were visited, in the order of their creation.
 * @param now milliseconds since the epoch; fixed, because past analytics do not change when the clock advances.
 */
export function createAnalytics(options: VisitorsOptions, now: number) {
  const traffic = createTraffic(options);
  const firstDay = (Math.floor(now / DAY) - DAYS + 1) * DAY;
  const dayOf = (at: number) => Math.min(DAYS, Math.max(0, Math.ceil((at - firstDay) / DAY)));
  let last: { readonly name: string; readonly counts: Counts } | undefined;

  const countsOf = ({ from, to }: DateRange): Counts => {
    const days = [from === undefined ? 0 : dayOf(from), to === undefined ? DAYS : dayOf(to)] as const;
    const name = days.join('-');
    // Cached, because clients read one range page by page, and counting a million pages takes seconds.
    if (last?.name !== name) last = { name, counts: countVisitors(traffic, ...days) };
    return last.counts;
  };

  return {
    /** What readers do on these pages. */
    signals: (): Signal[] => createSignals(traffic, { ...options, firstDay }),
    visitors(range: DateRange, { limit, offset }: { limit: number; offset: number }): VisitorsAnswer {
      const { totals, size, row } = countsOf(range);
      const { rowCap = limit, emptyAt, fractions = false, paths } = options;
      if (offset === emptyAt) return { totals, visitors: [], hasMore: true };
      const first = emptyAt !== undefined && offset > emptyAt ? offset - limit : offset;
      const length = Math.max(0, Math.min(limit, rowCap, size - first));
      const rows = Array.from({ length }, (_, at) => row(first + at));
      const counted = (count: Count) => (fractions ? withFraction(count) : count);
      return {
        totals: counted(totals),
        visitors: rows.map(({ page, ...count }) => ({ path: paths?.[page] ?? pagePath(page), ...counted(count) })),
        hasMore: first + length < size,
      };
    },
  };
}

const withFraction = ({ human, ai, total }: Count): Count => ({
  human: human + 0.5,
  ai: ai + 0.25,
  total: total + 0.75,
});
