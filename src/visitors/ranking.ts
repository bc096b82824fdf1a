import type { PageVisitors } from '../service/visitors.ts';

export const SORT_KEYS = ['total', 'human', 'ai'] as const;

/** Which visitors of a page its rank depends on. */
export type SortKey = (typeof SORT_KEYS)[number];

export interface RankingRules {
  readonly sortBy: SortKey;
  /** The maximum number of pages. */
  readonly top: number;
}

/** Keeps only the pages with the most visitors. Of pages with equally many, the one whose path sorts first (by UTF-16) wins. */
export function createRanking({ sortBy, top }: RankingRules) {
  const pages: PageVisitors[] = [];
  const isBefore = (one: PageVisitors, other: PageVisitors | undefined) =>
    !other || one[sortBy] > other[sortBy] || (one[sortBy] === other[sortBy] && one.path < other.path);

  return {
    pages: pages as readonly PageVisitors[],
    add(page: PageVisitors): void {
      if (pages.length === top && !isBefore(page, pages.at(-1))) return;
      const place = pages.findIndex((each) => isBefore(page, each));
      pages.splice(place < 0 ? pages.length : place, 0, page);
      if (pages.length > top) pages.pop();
    },
  };
}

/** How a ranking names its order. */
export const SORTED_BY: Record<SortKey, string> = { total: 'visitors', human: 'people', ai: 'AI agents' };
