import type { PathFilter } from '../../src/text/path-filter.ts';
import { type CollectResult, collect, type VisitorQuery, type VisitorReport } from '../../src/visitors/collect.ts';
import type { Completion, VisitorPage } from '../../src/visitors/paginate.ts';
import { rows, TOTALS } from './scripted-pages.ts';

export const WISH: VisitorQuery = {
  period: { from: '2026-10-01', to: '2026-11-01' },
  offset: 0,
  sortBy: 'total',
  top: 20,
  paths: { include: [], exclude: [] },
};

export const only = (include: string[], exclude: string[] = []): PathFilter => ({ include, exclude });

export const batch = (paths: readonly string[], more: Partial<VisitorPage> = {}): VisitorPage => ({
  offset: 0,
  totals: TOTALS,
  rows: rows(...paths),
  unusable: 0,
  repeated: 0,
  ...more,
});

export async function* reading(
  batches: readonly VisitorPage[],
  end: Completion = { kind: 'whole' },
): AsyncGenerator<VisitorPage, Completion> {
  yield* batches;
  return end;
}

/** What takes rows, and does nothing with them. */
export const taken = async () => {};

export function found(surveyed: CollectResult): VisitorReport {
  if (surveyed.kind === 'surveyed') return surveyed.survey;
  throw new Error('It found nothing.');
}

/** What is found of these pages, all in one batch. */
export const surveyOf = async (paths: readonly string[], query: Partial<VisitorQuery> = {}): Promise<VisitorReport> =>
  found(await collect(reading([batch(paths)]), { ...WISH, ...query }, taken));
