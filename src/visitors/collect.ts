import { ActionError } from '../errors.ts';
import type { PageVisitors, Visitors } from '../service/visitor-page.ts';
import type { Period } from '../service/visitors.ts';
import { number } from '../text/format.ts';
import { createPathFilter, type PathFilter } from '../text/path-filter.ts';
import type { Completion, StopReason, VisitorPage } from './paginate.ts';
import { createRanking, formatRanking, type RankingRules } from './ranking.ts';

/** What to find out. */
export interface VisitorQuery extends RankingRules {
  readonly period: Period;
  /** Pages that matter, for the ranking. */
  readonly paths: PathFilter;
  /** The row to begin with; 0 for all. */
  readonly offset: number;
}

/** Who visited the site, and which pages most. */
export interface VisitorReport extends VisitorQuery {
  /** Of the whole site, whatever was read of its pages. */
  readonly totals: Visitors;
  /** Pages read, each once. */
  readonly rows: number;
  /** Of these, left out of the ranking by `paths`. */
  readonly leftOut: number;
  /** Of the others, left out of it as their paths are too long. */
  readonly tooLong: number;
  /** Rows without a proper path or number. */
  readonly unusable: number;
  /** Rows of pages that had come before: the list moved while it was read, so others may not have come at all. */
  readonly repeated: number;
  /** The ranking. */
  readonly pages: readonly PageVisitors[];
  readonly end: Completion;
}

/** `nothing`: something stopped it before the first row. */
export type CollectResult =
  | { readonly kind: 'surveyed'; readonly survey: VisitorReport }
  | { readonly kind: 'nothing'; readonly why: StopReason };

/**
 * Counts and ranks while rows pass by, and keeps none. @param take gets every row once, and how many came before; what it throws
 * of our own errors ends the survey there.
 */
export async function collect(
  batches: AsyncGenerator<VisitorPage, Completion>,
  query: VisitorQuery,
  take: (rows: readonly PageVisitors[], before: number) => Promise<void>,
): Promise<CollectResult> {
  const ranking = createRanking(query);
  const isSelected = createPageFilter(query.paths);
  let totals: Visitors | undefined;
  const counts = { rows: 0, leftOut: 0, tooLong: 0, unusable: 0, repeated: 0 };
  for (;;) {
    const next = await batches.next();
    if (next.done) return ended(next.value);
    const batch = next.value;
    totals = batch.totals;
    const problem = await failure(async () => {
      await take(batch.rows, counts.rows);
      count(batch);
    });
    if (problem) return ended({ kind: 'partial', nextOffset: batch.offset, why: { kind: 'problem', problem } });
  }

  function count({ rows, unusable, repeated }: VisitorPage): void {
    const left = rows.filter(isSelected);
    const ranked = left.filter(fits);
    for (const page of ranked) ranking.add(page);
    counts.rows += rows.length;
    counts.leftOut += rows.length - left.length;
    counts.tooLong += left.length - ranked.length;
    counts.unusable += unusable;
    counts.repeated += repeated;
  }

  function ended(end: Completion): CollectResult {
    if (end.kind === 'partial' && counts.rows === 0) return { kind: 'nothing', why: end.why };
    if (totals) return { kind: 'surveyed', survey: { ...query, ...counts, totals, pages: ranking.pages, end } };
    throw new Error('A site is not read without an answer.');
  }
}

async function failure(work: () => Promise<void>): Promise<ActionError | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof ActionError) return error;
    throw error;
  }
}

/** UTF-16 units of a path as JSON: a ranking of 256 of these fits into an output (1 MiB). */
const MAX_RANKED = 1_000;

/** JSON writes a character as six at most. */
const fits = ({ path }: PageVisitors) => 6 * path.length < MAX_RANKED || JSON.stringify(path).length <= MAX_RANKED;

function createPageFilter(paths: PathFilter): (page: PageVisitors) => boolean {
  const isSelected = createPathFilter(paths);
  return ({ path }) => isSelected(withoutOuterSlashes(path));
}

/** Like a file's path, for which globs are made. */
const withoutOuterSlashes = (path: string): string => path.replace(/^\/+/, '').replace(/(?<!\/)\/+$/, '');

/** Why not all was read. */
export const stopOf = ({ end }: VisitorReport): StopReason | undefined =>
  end.kind === 'partial' ? end.why : undefined;

/** `10 pages with the most visitors of 1,003`, or `of 103 left by paths`. */
export function formatRanked({ pages, sortBy, rows, leftOut }: VisitorReport): string {
  const all = leftOut > 0 ? `${number(rows - leftOut)} left by paths` : number(rows);
  return `${formatRanking(pages.length, sortBy)} of ${all}`;
}
