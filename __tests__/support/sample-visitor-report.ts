import type { PathFilter } from '../../src/text/glob.ts';
import { type CollectResult, collect, type VisitorQuery, type VisitorReport } from '../../src/visitors/collect.ts';
import type { Completion, VisitorPage } from '../../src/visitors/paginate.ts';
import { rows, TOTALS } from './scripted-pages.ts';

export const QUERY: VisitorQuery = {
  period: { from: '2026-10-01', to: '2026-11-01' },
  offset: 0,
  sortBy: 'total',
  top: 20,
  paths: { include: [], exclude: [] },
};

export const only = (include: string[], exclude: string[] = []): PathFilter => ({ include, exclude });

export const visitorPage = (paths: readonly string[], more: Partial<VisitorPage> = {}): VisitorPage => ({
  offset: 0,
  totals: TOTALS,
  rows: rows(...paths),
  unusable: 0,
  repeated: 0,
  ...more,
});

export async function* reading(
  visitorPages: readonly VisitorPage[],
  end: Completion = { kind: 'whole' },
): AsyncGenerator<VisitorPage, Completion> {
  yield* visitorPages;
  return end;
}

/** Receives rows and ignores them. */
export const taken = async () => {};

export function found(result: CollectResult): VisitorReport {
  if (result.kind === 'surveyed') return result.survey;
  throw new Error('It found nothing.');
}

/** The report on these pages, read as one page of rows. */
export const reportOf = async (paths: readonly string[], query: Partial<VisitorQuery> = {}): Promise<VisitorReport> =>
  found(await collect(reading([visitorPage(paths)]), { ...QUERY, ...query }, taken));
