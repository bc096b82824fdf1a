import { ActionError } from '../errors.ts';
import type { PageVisitors, Period, Visitors } from '../service/visitors.ts';
import { number, plural } from '../text/format.ts';
import { createPathFilter, type PathFilter } from '../text/glob.ts';
import type { Completion, StopReason, VisitorPage } from './paginate.ts';

export const SORT_KEYS = ['total', 'human', 'ai'] as const;

/** Which visitors of a page its rank depends on. */
export type SortKey = (typeof SORT_KEYS)[number];

export interface RankingRules {
  readonly sortBy: SortKey;
  /** The maximum number of pages. */
  readonly top: number;
}

/** How a ranking names its order. */
export const SORTED_BY: Record<SortKey, string> = { total: 'visitors', human: 'people', ai: 'AI agents' };

/** Which visitors to read, and how to rank the pages. */
export interface VisitorQuery extends RankingRules {
  readonly period: Period;
  /** The pages that the ranking may contain. */
  readonly paths: PathFilter;
  /** The number of the first row to read; 0 reads all. */
  readonly offset: number;
}

/** The visitors of a site, and its most visited pages. */
export interface VisitorReport extends VisitorQuery {
  /** Of the whole site, even if only some of its pages were read. */
  readonly totals: Visitors;
  /** The number of different pages read. */
  readonly rows: number;
  /** How many of these `paths` and `paths-ignore` exclude from the ranking. */
  readonly leftOut: number;
  /** How many of the others the ranking excludes because their paths are too long. */
  readonly tooLong: number;
  /** Rows without a valid path or without valid numbers. */
  readonly unusable: number;
  /** Rows of pages that were already read: the list moved between requests, so other rows may be missing. */
  readonly repeated: number;
  /** The ranking, best first. */
  readonly pages: readonly PageVisitors[];
  readonly end: Completion;
}

/** `nothing`: reading stopped before the first row. */
export type CollectResult =
  | { readonly kind: 'surveyed'; readonly survey: VisitorReport }
  | { readonly kind: 'nothing'; readonly why: StopReason };

/**
 * Reads all pages, counts and ranks their rows, and keeps only the ranking.
 * @param take receives each page of rows once, with the number of rows before it. If it throws an {@link ActionError}, the result
 * is partial and ends before that page.
 */
export async function collect(
  visitorPages: AsyncGenerator<VisitorPage, Completion>,
  query: VisitorQuery,
  take: (rows: readonly PageVisitors[], before: number) => Promise<void>,
): Promise<CollectResult> {
  const ranking = createRanking(query);
  const isSelected = createPageFilter(query.paths);
  let totals: Visitors | undefined;
  const counts = { rows: 0, leftOut: 0, tooLong: 0, unusable: 0, repeated: 0 };
  for (;;) {
    const next = await visitorPages.next();
    if (next.done) return resultOf(next.value);
    const page = next.value;
    totals = page.totals;
    try {
      await take(page.rows, counts.rows);
    } catch (problem) {
      if (!(problem instanceof ActionError)) throw problem;
      return resultOf({ kind: 'partial', nextOffset: page.offset, why: { kind: 'problem', problem } });
    }
    count(page);
  }

  function count({ rows, unusable, repeated }: VisitorPage): void {
    const selected = rows.filter(isSelected);
    const ranked = selected.filter(fitsRanking);
    for (const row of ranked) ranking.add(row);
    counts.rows += rows.length;
    counts.leftOut += rows.length - selected.length;
    counts.tooLong += selected.length - ranked.length;
    counts.unusable += unusable;
    counts.repeated += repeated;
  }

  function resultOf(end: Completion): CollectResult {
    if (end.kind === 'partial' && counts.rows === 0) return { kind: 'nothing', why: end.why };
    if (totals) return { kind: 'surveyed', survey: { ...query, ...counts, totals, pages: ranking.pages, end } };
    throw new Error('A site is not read without an answer.');
  }
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

/** UTF-16 units of a path as JSON: a ranking of 256 such paths fits into an output (1 MiB). */
const MAX_RANKED_PATH = 1_000;

/** JSON needs at most six characters for one, so short paths pass without being serialized. */
const fitsRanking = ({ path }: PageVisitors) =>
  6 * path.length < MAX_RANKED_PATH || JSON.stringify(path).length <= MAX_RANKED_PATH;

function createPageFilter(paths: PathFilter): (page: PageVisitors) => boolean {
  const isSelected = createPathFilter(paths);
  return ({ path }) => isSelected(withoutOuterSlashes(path));
}

/** Globs are written for file paths, which begin and end without a slash. */
const withoutOuterSlashes = (path: string): string => path.replace(/^\/+/, '').replace(/(?<!\/)\/+$/, '');

/** Why the report is partial; undefined if all pages were read. */
export const stopOf = ({ end }: VisitorReport): StopReason | undefined =>
  end.kind === 'partial' ? end.why : undefined;

/** `10 of 1,003 pages by visitors`, or `10 of 103 selected pages by visitors`; `top` goes before it. */
export function formatRanked({ pages, sortBy, rows, leftOut }: VisitorReport): string {
  const noun = leftOut > 0 ? 'selected page' : 'page';
  return `${number(pages.length)} of ${plural(rows - leftOut, noun)} by ${SORTED_BY[sortBy]}`;
}

/** Why pages may be missing from a report, one line each. */
export function formatDataWarnings({ unusable, repeated }: VisitorReport): string[] {
  const lost = `${plural(unusable, 'row')} without a valid path or numbers left out.`;
  const moved = `${plural(repeated, 'row')} received twice and counted once. If the list changed while it was read, other rows may be missing.`;
  return [...(unusable > 0 ? [lost] : []), ...(repeated > 0 ? [moved] : [])];
}
