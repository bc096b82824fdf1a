import { AI, HUMAN, type Traffic } from './traffic.ts';

export interface Count {
  /** Distinct visitors. */
  readonly human: number;
  readonly ai: number;
  /** Distinct visitors of either kind; a visitor who is both counts once. */
  readonly total: number;
}

export interface Counts {
  readonly totals: Count;
  /** The number of pages with a visitor. */
  readonly size: number;
  /** One of these pages by its row number. */
  row(row: number): Count & { readonly page: number };
}

/** Exact numbers of distinct visitors on the days from `from` to before `to`. */
export function countVisitors({ pages, population, forEachVisit }: Traffic, from: number, to: number): Counts {
  const seenOnSite = new Uint8Array(population);
  const rows = new Uint32Array(pages * 4);
  let size = 0;
  for (let page = 0; page < pages; page += 1) {
    const seen = new Map<number, number>();
    forEachVisit(page, (visitor, kind, day) => {
      if (day >= from && day < to) seen.set(visitor, (seen.get(visitor) ?? 0) | kind);
    });
    if (seen.size === 0) continue;
    for (const [visitor, kinds] of seen) seenOnSite[visitor] = (seenOnSite[visitor] ?? 0) | kinds;
    const { human, ai, total } = countKinds(seen.values());
    rows.set([page, human, ai, total], size * 4);
    size += 1;
  }
  const row = (at: number) => {
    const [page = 0, human = 0, ai = 0, total = 0] = rows.subarray(at * 4, at * 4 + 4);
    return { page, human, ai, total };
  };
  return { totals: countKinds(seenOnSite), size, row };
}

/** @param visitors the kinds of each, as bits; 0 for one who was not there. */
function countKinds(visitors: Iterable<number>): Count {
  const count = { human: 0, ai: 0, total: 0 };
  for (const kinds of visitors) {
    if (kinds & HUMAN) count.human += 1;
    if (kinds & AI) count.ai += 1;
    if (kinds) count.total += 1;
  }
  return count;
}
