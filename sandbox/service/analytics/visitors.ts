import { OPERATIONS } from '../operations.ts';
import { pagePath } from './pages.ts';
import { type Query, readInteger, readRange } from './query.ts';
import { type Count, DAY, DAYS, type Site, visitorsOf } from './traffic.ts';

/** The response of the visitors operation. */
export interface VisitorsAnswer {
  readonly totals: Count;
  readonly visitors: readonly (Count & { readonly path: string })[];
  readonly hasMore: boolean;
}

export interface VisitorsOptions extends Site {
  /** The maximum rows per response, even if the query's limit is higher. */
  readonly rowCap?: number;
}

export type Visitors = ReturnType<typeof createVisitors>;

/**
 * What the visitors operation answers to a query, for the 90 days that end with the day of `now`
 * (UTC).
 * @param now milliseconds since the epoch; fixed, because past analytics do not change when the
 * clock advances.
 */
export function createVisitors(options: VisitorsOptions, now: number) {
  const { pages: size, rowCap = Number.POSITIVE_INFINITY, paths = [] } = options;
  if (!Number.isInteger(size) || size < 0 || size > 1_000_000)
    throw new RangeError('`pages` is 0 to 1000000.');
  const firstDay = (Math.floor(now / DAY) - DAYS + 1) * DAY;
  // A visit counts at the first moment of its day, so adjacent ranges have no day in common, and
  // miss none.
  const dayOf = (at: number) => Math.min(DAYS, Math.max(0, Math.ceil((at - firstDay) / DAY)));
  let last:
    | { readonly days: string; readonly counts: ReturnType<typeof countVisitors> }
    | undefined;

  /** The last range is kept, because clients read one range page by page. */
  function countsOf({ from, to }: ReturnType<typeof readRange>) {
    const range = [
      from === undefined ? 0 : dayOf(from),
      to === undefined ? DAYS : dayOf(to),
    ] as const;
    const days = range.join('-');
    if (last?.days !== days) last = { days, counts: countVisitors(options, ...range) };
    return last.counts;
  }

  return (query: Query): VisitorsAnswer => {
    const { totals, pages, countOf } = countsOf(readRange(query));
    const limit = readInteger(query, 'limit', OPERATIONS.visitors.query.limit);
    const offset = readInteger(query, 'offset', OPERATIONS.visitors.query.offset);
    const shown = pages.slice(offset, offset + Math.min(limit, rowCap));
    const visitors = shown.map((page) => ({
      path: paths[page] ?? pagePath(page),
      ...countOf(page),
    }));
    return { totals, visitors, hasMore: offset + shown.length < pages.length };
  };
}

/**
 * The visitors on the days from `from` to before `to`: of the site, where a visitor of several
 * pages counts once, and of its visited pages.
 */
export function countVisitors({ pages: length, seed }: Site, from = 0, to = DAYS) {
  const countOf = (page: number) => visitorsOf(seed, page, from, to);
  const pages: number[] = [];
  const sums = { human: 0, ai: 0, total: 0 };
  const peaks = { human: 0, ai: 0, total: 0 };
  for (let page = 0; page < length; page += 1) {
    const count = countOf(page);
    if (count.total === 0) continue;
    pages.push(page);
    for (const kind of KINDS) {
      sums[kind] += count[kind];
      peaks[kind] = Math.max(peaks[kind], count[kind]);
    }
  }
  // Four of ten visitors of a page were counted on another page.
  const ofSite = (kind: keyof Count) => Math.max(peaks[kind], Math.ceil(sums[kind] * 0.6));
  return {
    totals: { human: ofSite('human'), ai: ofSite('ai'), total: ofSite('total') },
    pages,
    countOf,
  };
}

const KINDS = ['human', 'ai', 'total'] as const;
