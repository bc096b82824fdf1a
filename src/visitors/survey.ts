import { ActionError } from '../errors.ts';
import { createPathFilter, type PathFilter } from '../path-filter.ts';
import type { Batch, End, Stop } from './batches.ts';
import type { PageVisitors, Visitors } from './page.ts';
import type { Period } from './period.ts';
import { createRanking, type RankingRules } from './ranking.ts';

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
  /** Rows that the service spoilt. */
  readonly unusable: number;
  /** The ranking. */
  readonly pages: readonly PageVisitors[];
  readonly end: End;
}

/** `nothing`: not even the first answer came. */
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
  const matters = createPageFilter(wish.paths);
  let totals: Visitors | undefined;
  const counts = { rows: 0, leftOut: 0, unusable: 0 };
  for (;;) {
    const next = await batches.next();
    if (next.done) return ended(next.value);
    const batch = next.value;
    totals = batch.totals;
    const problem = await failure(take(batch.rows, counts.rows));
    if (problem) return ended({ kind: 'partial', nextOffset: batch.offset, why: { kind: 'problem', problem } });
    const ranked = batch.rows.filter(({ path }) => matters(path));
    for (const page of ranked) ranking.add(page);
    counts.rows += batch.rows.length;
    counts.leftOut += batch.rows.length - ranked.length;
    counts.unusable += batch.unusable;
  }

  function ended(end: End): Surveyed {
    if (totals) return { kind: 'surveyed', survey: { ...wish, ...counts, totals, pages: ranking.pages, end } };
    if (end.kind === 'partial') return { kind: 'nothing', why: end.why };
    throw new Error('Nothing is never whole.');
  }
}

async function failure(work: Promise<void>): Promise<ActionError | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof ActionError) return error;
    throw error;
  }
}

/** Paths of pages begin with a slash, those of files do not; globs may be written either way. */
function createPageFilter(paths: PathFilter): (path: string) => boolean {
  const isLeft = createPathFilter(paths);
  return (path) => isLeft(path.replace(/^\//, ''));
}
