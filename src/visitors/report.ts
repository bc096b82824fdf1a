import type { Period } from '../service/analytics.ts';
import type { PageVisitors, Visitors } from '../service/visitors.ts';
import { number, plural } from '../text/format.ts';
import type { PathFilter } from '../text/glob.ts';
import type { StopReason } from './read-persistently.ts';

export const SORT_KEYS = ['total', 'human', 'ai'] as const;

/** Which visitors of a page its rank depends on. */
export type SortKey = (typeof SORT_KEYS)[number];

/** Which visitors to read, and how to rank the pages. */
export interface VisitorQuery {
  readonly period: Period;
  /** The pages that the ranking may contain. */
  readonly paths: PathFilter;
  /** The number of the first row to read; 0 reads all. */
  readonly offset: number;
  readonly sortBy: SortKey;
  /** The maximum number of pages in the ranking. */
  readonly top: number;
}

/** The visitors of a site, and its most visited pages. */
export interface VisitorReport extends VisitorQuery {
  /** Of the whole site, even if only some of its pages were read. */
  readonly totals: Visitors;
  /** The number of different pages read. */
  readonly rows: number;
  /** How many of these `paths` and `paths-ignore` exclude from the ranking. */
  readonly leftOut: number;
  /** Rows without a valid path or without valid numbers. */
  readonly unusable: number;
  /** Rows of pages that were already read: the list moved between requests, so other rows may be missing. */
  readonly repeated: number;
  /** The ranking, best first. */
  readonly pages: readonly PageVisitors[];
  /** Why not all rows were read, and where the rest begins; undefined if the service answered that there are no more. */
  readonly partial: { readonly why: StopReason; readonly nextOffset: number } | undefined;
}

/** How a ranking names its order. */
export const SORTED_BY: Record<SortKey, string> = { total: 'visitors', human: 'people', ai: 'AI agents' };

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
