import { ActionError } from '../errors.ts';
import type { PageVisitors, Visitors } from '../service/visitor-page.ts';
import type { Period } from '../service/visitors.ts';
import { number } from '../text/format.ts';
import { createPathFilter, type PathFilter } from '../text/path-filter.ts';
import type { Batch, End, Stop } from './paginate.ts';
import { createRanking, type RankingRules, sayRanking } from './ranking.ts';

/** What to find out. */
export interface SurveyWish extends RankingRules {
  readonly period: Period;
  /** Pages that matter, for the ranking. */
  readonly paths: PathFilter;
  /** The row to begin with; 0 for all. */
  readonly offset: number;
}

/** Who visited the site, and which pages most. */
export interface Survey extends SurveyWish {
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
  readonly end: End;
}

/** `nothing`: something stopped it before the first row. */
export type Surveyed =
  | { readonly kind: 'surveyed'; readonly survey: Survey }
  | { readonly kind: 'nothing'; readonly why: Stop };

/**
 * Counts and ranks while rows pass by, and keeps none. @param take gets every row once, and how many came before; what it throws
 * of our own errors ends the survey there.
 */
export async function survey(
  batches: AsyncGenerator<Batch, End>,
  wish: SurveyWish,
  take: (rows: readonly PageVisitors[], before: number) => Promise<void>,
): Promise<Surveyed> {
  const ranking = createRanking(wish);
  const isSelected = createPageFilter(wish.paths);
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

  function count({ rows, unusable, repeated }: Batch): void {
    const left = rows.filter(isSelected);
    const ranked = left.filter(fits);
    for (const page of ranked) ranking.add(page);
    counts.rows += rows.length;
    counts.leftOut += rows.length - left.length;
    counts.tooLong += left.length - ranked.length;
    counts.unusable += unusable;
    counts.repeated += repeated;
  }

  function ended(end: End): Surveyed {
    if (end.kind === 'partial' && counts.rows === 0) return { kind: 'nothing', why: end.why };
    if (totals) return { kind: 'surveyed', survey: { ...wish, ...counts, totals, pages: ranking.pages, end } };
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
export const stopOf = ({ end }: Survey): Stop | undefined => (end.kind === 'partial' ? end.why : undefined);

/** `10 pages with the most visitors of 1,003`, or `of 103 left by paths`. */
export function sayRanked({ pages, sortBy, rows, leftOut }: Survey): string {
  const all = leftOut > 0 ? `${number(rows - leftOut)} left by paths` : number(rows);
  return `${sayRanking(pages.length, sortBy)} of ${all}`;
}
