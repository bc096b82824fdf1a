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
export function countVisitors(traffic: Traffic, from: number, to: number): Counts {
  const { pages, population } = traffic;
  const seenOnSite = new Uint8Array(population);
  const seenOnPage = new Uint8Array(population);
  const lastPage = new Int32Array(population).fill(-1);
  const visited = new Uint32Array(pages);
  const [human, ai, total] = [new Uint16Array(pages), new Uint16Array(pages), new Uint16Array(pages)];
  let size = 0;

  for (let page = 0; page < pages; page += 1) {
    const onPage = { human: 0, ai: 0, total: 0 };
    traffic.forEachVisit(page, (visitor, kind, day) => {
      if (day < from || day >= to) return;
      const seen = lastPage[visitor] === page ? (seenOnPage[visitor] ?? 0) : 0;
      add(onPage, kind & ~seen, seen === 0);
      lastPage[visitor] = page;
      seenOnPage[visitor] = seen | kind;
      seenOnSite[visitor] = (seenOnSite[visitor] ?? 0) | kind;
    });
    if (onPage.total === 0) continue;
    visited[size] = page;
    human[size] = onPage.human;
    ai[size] = onPage.ai;
    total[size] = onPage.total;
    size += 1;
  }

  const row = (at: number) => ({
    page: visited[at] ?? 0,
    human: human[at] ?? 0,
    ai: ai[at] ?? 0,
    total: total[at] ?? 0,
  });
  return { totals: totalsOf(seenOnSite), size, row };
}

function totalsOf(seenOnSite: Uint8Array): Count {
  const totals = { human: 0, ai: 0, total: 0 };
  for (const seen of seenOnSite) add(totals, seen, seen !== 0);
  return totals;
}

/** @param kinds that are new for the visitor. @param first whether the visitor is new. */
function add(count: { -readonly [name in keyof Count]: number }, kinds: number, first: boolean): void {
  if (kinds & HUMAN) count.human += 1;
  if (kinds & AI) count.ai += 1;
  if (first) count.total += 1;
}
