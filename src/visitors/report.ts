import { ActionError, ServiceError } from '../errors.ts';
import {
  LIMIT,
  type PageVisitors,
  type Period,
  type ReadEffects,
  type ReadPage,
  readPersistently,
  type StopReason,
  type Visitors,
  type VisitorsAnswer,
} from '../service/analytics.ts';
import { number, people, percentDecoded, plural } from '../text/format.ts';
import { createPathFilter, type PathFilter } from '../text/glob.ts';

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
  /** The number of different paths read. */
  readonly rows: number;
  /** How many of these are other spellings of the page of an earlier one: {@link pageOf}. */
  readonly spellings: number;
  /** How many pages `paths` and `paths-ignore` exclude from the ranking. */
  readonly leftOut: number;
  /** Rows without a valid path or without valid numbers. */
  readonly unusable: number;
  /**
   * Rows of pages that were already read: the list moved between requests, so other rows may be
   * missing.
   */
  readonly repeated: number;
  /** The ranking, best first. */
  readonly pages: readonly PageVisitors[];
  /**
   * Why not all rows were read, and where the rest begins; undefined if the service answered that
   * there are no more.
   */
  readonly partial: { readonly why: StopReason; readonly nextOffset: number } | undefined;
}

/** How a ranking names its order. */
export const SORTED_BY: Record<SortKey, string> = {
  total: 'visitors',
  human: 'people',
  ai: 'AI agents',
};

/**
 * `10 of 1,003 pages by visitors`, or `10 of 103 selected pages by visitors`; `top` goes before it.
 */
export function formatRanked(report: VisitorReport): string {
  const { pages, sortBy, leftOut } = report;
  const noun = leftOut > 0 ? 'selected page' : 'page';
  return `${number(pages.length)} of ${plural(countPages(report) - leftOut, noun)} by ${SORTED_BY[sortBy]}`;
}

/**
 * `533 visitors: 385 people, 200 AI agents, 52 as both`. @param share what is said of the AI
 * agents.
 */
export function formatVisitors({ human, ai, total }: Visitors, share = ''): string {
  const both = Math.round((human + ai - total) * 100) / 100;
  // Counts that contradict each other have none.
  const asBoth = both > 0 && both <= Math.min(human, ai) ? `, ${number(both)} as both` : '';
  return `${plural(total, 'visitor')}: ${people(human)}, ${plural(ai, 'AI agent')}${share}${asBoth}`;
}

/** The number of different pages read. */
export const countPages = ({ rows, spellings }: VisitorReport): number => rows - spellings;

/** Why pages may be missing from a report, one line each. */
export function formatDataWarnings({ unusable, repeated }: VisitorReport): string[] {
  const lost = `${plural(unusable, 'row')} without a valid path or numbers left out.`;
  const moved = `${plural(repeated, 'row')} received twice and counted once. If the list changed while it was read, other rows may be missing.`;
  return [...(unusable > 0 ? [lost] : []), ...(repeated > 0 ? [moved] : [])];
}

interface CollectEffects extends ReadEffects {
  readonly readPage: ReadPage;
  /**
   * Receives each page of rows once, and the number of rows before. If it throws an {@link
   * ActionError}, the report ends before that page.
   */
  readonly take: (rows: readonly PageVisitors[], before: number) => Promise<void>;
}

/**
 * How many pages in a row may contain nothing new while the service answers that there are more.
 */
const MAX_EMPTY_PAGES = 10;

/**
 * Reads each path once: the service promises no order, and rows may shift between pages. The offset
 * advances by the rows received, because a service may return fewer than requested, or by {@link
 * LIMIT} past a page without rows. Returns a reason if it stopped before the first row.
 */
export async function collect(
  query: VisitorQuery,
  effects: CollectEffects,
): Promise<VisitorReport | StopReason> {
  const meet = createMemory();
  const isSelected = createPathFilter(query.paths);
  let report: VisitorReport | undefined;
  for (let offset = query.offset, emptyPages = 0; ; ) {
    const reading = await readPersistently(
      (timeoutMs) => effects.readPage(offset, timeoutMs),
      effects,
    );
    if (reading.kind !== 'page') return stopped(report, reading, offset);
    const { page } = reading;
    const met = page.rows
      .map((row) => ({ row, as: meet(row.path) }))
      .filter(({ as }) => as !== 'repeated');
    const rows = met.map(({ row }) => row);
    const problem = await effects.take(rows, report?.rows ?? 0).then(() => undefined, toProblem);
    if (problem) return stopped(report, { kind: 'problem', problem }, offset);
    const spellings = met.map(({ as }) => as === 'spelling');
    report = withPage(
      report ?? { ...query, ...NOTHING_READ, totals: page.totals },
      page,
      { rows, spellings },
      isSelected,
    );
    if (!page.hasMore) return report;
    emptyPages = rows.length > 0 ? 0 : emptyPages + 1;
    offset += page.rows.length + page.unusable || LIMIT;
    if (emptyPages === MAX_EMPTY_PAGES)
      return stopped(report, { kind: 'problem', problem: nothingNew() }, offset);
  }
}

const NOTHING_READ = {
  rows: 0,
  spellings: 0,
  leftOut: 0,
  unusable: 0,
  repeated: 0,
  pages: [],
  partial: undefined,
};

const stopped = (report: VisitorReport | undefined, why: StopReason, nextOffset: number) =>
  report && report.rows > 0 ? { ...report, partial: { why, nextOffset } } : why;

/** @throws what is a bug. */
function toProblem(error: unknown): ActionError {
  if (error instanceof ActionError) return error;
  throw error;
}

/**
 * A function that returns whether it met a path before, or another spelling of its page. Most of a
 * million paths are the names of their pages.
 */
function createMemory(): (path: string) => 'repeated' | 'spelling' | 'new' {
  const paths = new Set<string>();
  /** Of the paths that are not the names of their pages. */
  const pages = new Set<string>();
  return (path) => {
    if (paths.has(path)) return 'repeated';
    const page = pageOf(path);
    const isKnown = pages.has(page) || (paths.has(page) && pageOf(page) === page);
    paths.add(path);
    if (path !== page) pages.add(page);
    return isKnown ? 'spelling' : 'new';
  };
}

/**
 * @param rows of the page, without those that earlier pages had. @param spellings whether each of
 * them is of a page that was already read.
 */
function withPage(
  report: VisitorReport,
  page: VisitorsAnswer,
  {
    rows,
    spellings,
  }: { readonly rows: readonly PageVisitors[]; readonly spellings: readonly boolean[] },
  isSelected: (path: string) => boolean,
): VisitorReport {
  const isRanked = rows.map(({ path }) => isSelected(withoutOuterSlashes(pageOf(path))));
  const selected = rows.filter((_, at) => isRanked[at]);
  return {
    ...report,
    totals: page.totals,
    rows: report.rows + rows.length,
    spellings: report.spellings + spellings.filter(Boolean).length,
    leftOut: report.leftOut + spellings.filter((isOther, at) => !isOther && !isRanked[at]).length,
    unusable: report.unusable + page.unusable,
    repeated: report.repeated + page.rows.length - rows.length,
    pages: rank([...report.pages, ...selected], report),
  };
}

/**
 * The pages with the most visitors. Of pages with equally many, the one whose path sorts first (by
 * UTF-16) wins. Of the spellings of a page the first one counts alone: visitors are unique, so they
 * cannot be added.
 */
function rank(rows: readonly PageVisitors[], { sortBy, top }: VisitorQuery): PageVisitors[] {
  const ranked = new Map<string, PageVisitors>();
  for (const row of rows.toSorted(
    (one, other) => other[sortBy] - one[sortBy] || (one.path < other.path ? -1 : 1),
  )) {
    if (ranked.size === top) break;
    const page = pageOf(row.path);
    if (!ranked.has(page)) ranked.set(page, row);
  }
  return [...ranked.values()];
}

/**
 * The name of the page at a path: decoded, without query, anchor and trailing slash. An encoding
 * that cannot be decoded stays.
 */
function pageOf(path: string): string {
  const address = path.replace(/[?#].*/s, '');
  const name = (percentDecoded(address) ?? address).normalize();
  return name.replace(/(?<!\/)\/+$/, '') || '/';
}

/** Globs are written for file paths, which begin and end without a slash. */
const withoutOuterSlashes = (path: string): string =>
  path.replace(/^\/+/, '').replace(/(?<!\/)\/+$/, '');

const nothingNew = () =>
  new ServiceError(
    'The service reports more rows, but its last pages contain no new usable row.',
    'Report this to the operator of the service.',
  );
