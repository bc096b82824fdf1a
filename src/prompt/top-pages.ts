import { ServiceError } from '../errors.ts';
import type { Inputs } from '../inputs/inputs.ts';
import { type Outcome, outcomeOfEmptyExport } from '../outcome.ts';
import type { Clock } from '../runtime/clock.ts';
import type { PageVisitors, StopReason } from '../service/analytics.ts';
import { plural } from '../text/format.ts';
import { excludingInputs, type PathFilter } from '../text/glob.ts';
import { onOneLine, type Section, type UntrustedText } from '../trigger/trigger.ts';
import { formatPeriod, periodOf } from '../visitors/period.ts';
import {
  countPages,
  formatDataWarnings,
  formatRanked,
  formatVisitors,
  SORTED_BY,
  type VisitorQuery,
  type VisitorReport,
} from '../visitors/report.ts';

/** Reads the visitor analytics and ranks the pages. */
export type CollectVisitors = (query: VisitorQuery) => Promise<VisitorReport | StopReason>;

/**
 * The most visited pages; only the query if they could not be read, if none is left, and in a dry
 * run.
 */
export interface TopPages {
  readonly query: VisitorQuery;
  readonly report?: VisitorReport;
}

/** What a request and a section of the prompt call them. */
export function titleOfPages({ query: { top, sortBy, period }, report }: TopPages): string {
  const ranked = report ? formatRanked(report) : `${plural(top, 'page')} by ${SORTED_BY[sortBy]}`;
  return `the top ${ranked}, ${formatPeriod(period)}`;
}

/** The list as a section of the prompt; empty if there are no pages. */
export function pageSections(topPages: TopPages): Section[] {
  const heading = titleOfPages(topPages);
  if (!topPages.report) return [{ heading, parts: ['[not read]\n'] }];
  const { pages, rows, partial } = topPages.report;
  if (pages.length === 0) return [];
  const mark = `[ranked by the first ${plural(rows, 'page')} only: the others could not be read]\n`;
  return [{ heading, parts: [...pages.flatMap(renderPage), ...(partial ? [mark] : [])] }];
}

const renderPage = ({ path, ...visitors }: PageVisitors, at: number): UntrustedText[] => [
  `${at + 1}. `,
  onOneLine(path),
  ` (${formatVisitors(visitors)})\n`,
];

interface TopPagesEffects {
  /** The event contains text or changes, or the workflow names files. */
  readonly hasOtherRequest: boolean;
  /** Undefined in a dry run, which has no API key. */
  readonly collectVisitors: CollectVisitors | undefined;
  readonly clock: Pick<Clock, 'date'>;
}

interface TopPagesResult {
  readonly topPages?: TopPages;
  /**
   * The outcome of a run that would create a job. Unless it was cancelled, the run still attaches
   * to an existing job.
   */
  readonly failure?: Outcome;
}

/** The pages with the most visitors. */
export async function readTopPages(
  pages: NonNullable<Inputs['pages']>,
  paths: PathFilter,
  { hasOtherRequest, collectVisitors, clock }: TopPagesEffects,
): Promise<TopPagesResult> {
  const query = { ...pages, paths, period: periodOf(pages.period, clock.date()), offset: 0 };
  if (!collectVisitors) return { topPages: { query } };
  const report = await collectVisitors(query);
  const why = 'kind' in report ? report : report.partial?.why;
  if (why?.kind === 'cancelled') return { failure: outcomeOfEmptyExport(why) };
  if ('kind' in report) return { topPages: { query }, failure: unreadable(report) };
  if (report.pages.length > 0 || hasOtherRequest) return { topPages: { query, report } };
  // A relevant page may be among those that could not be read.
  return { topPages: { query }, failure: why ? unreadable(why) : withoutPages(report) };
}

function withoutPages(report: VisitorReport): Outcome {
  const { rows, unusable, period, paths } = report;
  const pages = countPages(report);
  const warnings = formatDataWarnings(report);
  if (rows === 0 && unusable > 0) {
    const problem = new ServiceError(
      warnings.join(' '),
      'Report this to the operator of the service.',
    );
    return unreadable({ kind: 'problem', problem }); // a relevant page may be among them
  }
  const all = pages === 1 ? 'the only visited page is' : `all ${plural(pages, 'visited page')} are`;
  const none = rows > 0 ? `${all} excluded by ${excludingInputs(paths)}` : 'no page was visited';
  return {
    verdict: 'skipped',
    reason: [`${none}: ${formatPeriod(period)}`, ...warnings, ...(rows > 0 ? [ON_SITE] : [])].join(
      '. ',
    ),
  };
}

const ON_SITE = 'Globs of pages are paths on the site, such as `/guides/**`, not files';

function unreadable(why: StopReason): Outcome {
  const outcome = outcomeOfEmptyExport(why);
  if (outcome.verdict !== 'error') return outcome;
  const { message, remedy, quote, headline } = outcome.problem;
  const options = { cause: outcome.problem, quote, headline };
  const problem = new ServiceError(
    `The visitor analytics could not be read. ${message}`,
    remedy,
    options,
  );
  return { ...outcome, problem };
}
