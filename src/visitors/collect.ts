import { ActionError, ServiceError } from '../errors.ts';
import { LIMIT, type PageVisitors, type ReadPage, type VisitorsAnswer } from '../service/visitors.ts';
import { createPathFilter } from '../text/glob.ts';
import { type ReadEffects, readPersistently, type StopReason } from './read-persistently.ts';
import type { VisitorQuery, VisitorReport } from './report.ts';

interface CollectEffects extends ReadEffects {
  readonly readPage: ReadPage;
  /**
   * Receives each page of rows once, and the number of rows in the pages before. If it throws an {@link ActionError}, the report is
   * partial and ends before that page.
   */
  readonly take: (rows: readonly PageVisitors[], before: number) => Promise<void>;
}

/** How many pages in a row may contain nothing new while the service answers that there are more. */
const MAX_EMPTY_PAGES = 10;

/**
 * Reads the visitors of a site, page by page, each path once: the service promises no order, and rows may shift between pages. Keeps only
 * the ranking. The offset advances by the rows received, because a service may return fewer than requested, or by {@link LIMIT} past a
 * page without rows. Returns only the reason if reading stopped before the first row.
 */
export async function collect(query: VisitorQuery, effects: CollectEffects): Promise<VisitorReport | StopReason> {
  const seen = new Set<string>();
  const isSelected = createPathFilter(query.paths);
  let report: VisitorReport | undefined;
  for (let offset = query.offset, emptyPages = 0; ; ) {
    const reading = await readPersistently((timeoutMs) => effects.readPage(offset, timeoutMs), effects);
    if (reading.kind !== 'page') return stopped(report, reading, offset);
    const { page } = reading;
    const rows = page.rows.filter(({ path }) => seen.size < seen.add(path).size);
    const problem = await problemOf(effects.take(rows, report?.rows ?? 0));
    if (problem) return stopped(report, { kind: 'problem', problem }, offset);
    report = withPage(report ?? { ...query, ...NOTHING_READ, totals: page.totals }, page, rows, isSelected);
    if (!page.hasMore) return report;
    emptyPages = rows.length > 0 ? 0 : emptyPages + 1;
    offset += page.rows.length + page.unusable || LIMIT;
    if (emptyPages === MAX_EMPTY_PAGES) return stopped(report, { kind: 'problem', problem: nothingNew() }, offset);
  }
}

const NOTHING_READ = { rows: 0, leftOut: 0, unusable: 0, repeated: 0, pages: [], partial: undefined };

const stopped = (report: VisitorReport | undefined, why: StopReason, nextOffset: number) =>
  report && report.rows > 0 ? { ...report, partial: { why, nextOffset } } : why;

async function problemOf(taking: Promise<void>): Promise<ActionError | undefined> {
  try {
    await taking;
    return undefined;
  } catch (error) {
    if (error instanceof ActionError) return error;
    throw error;
  }
}

/** @param rows of the page, without those that earlier pages had. */
function withPage(
  report: VisitorReport,
  page: VisitorsAnswer,
  rows: readonly PageVisitors[],
  isSelected: (path: string) => boolean,
): VisitorReport {
  const selected = rows.filter(({ path }) => isSelected(withoutOuterSlashes(path)));
  return {
    ...report,
    totals: page.totals,
    rows: report.rows + rows.length,
    leftOut: report.leftOut + rows.length - selected.length,
    unusable: report.unusable + page.unusable,
    repeated: report.repeated + page.rows.length - rows.length,
    pages: rank([...report.pages, ...selected], report),
  };
}

/** The pages with the most visitors. Of pages with equally many, the one whose path sorts first (by UTF-16) wins. */
const rank = (pages: readonly PageVisitors[], { sortBy, top }: VisitorQuery): PageVisitors[] =>
  pages.toSorted((one, other) => other[sortBy] - one[sortBy] || (one.path < other.path ? -1 : 1)).slice(0, top);

/** Globs are written for file paths, which begin and end without a slash. */
const withoutOuterSlashes = (path: string): string => path.replace(/^\/+/, '').replace(/(?<!\/)\/+$/, '');

const nothingNew = () =>
  new ServiceError(
    'The service reports more rows, but its last pages contain no new usable row.',
    'Report this to the operator of the service.',
  );
