import { ServiceError } from '../errors.ts';
import type { AskInputs } from '../inputs/inputs.ts';
import { type Outcome, outcomeOfEmptyExport } from '../outcome.ts';
import type { Clock } from '../runtime/clock.ts';
import { plural } from '../text/format.ts';
import { excludingInputs } from '../text/glob.ts';
import { formatPeriod, periodOf } from '../visitors/period.ts';
import type { StopReason } from '../visitors/read-persistently.ts';
import { formatDataWarnings, type VisitorQuery, type VisitorReport } from '../visitors/report.ts';

/** Reads the visitor analytics and ranks the pages. */
export type CollectVisitors = (query: VisitorQuery) => Promise<VisitorReport | StopReason>;

/** The most visited pages; only the query if they could not be read, if none is left, and in a dry run. */
export interface TopPages {
  readonly query: VisitorQuery;
  readonly report?: VisitorReport;
}

interface TopPagesOptions {
  /** The event contains neither text nor changes. */
  readonly arePagesTheRequest: boolean;
  /** Undefined in a dry run, which has no API key. */
  readonly collectVisitors: CollectVisitors | undefined;
  readonly clock: Clock;
}

interface TopPagesResult {
  readonly topPages?: TopPages;
  /** The outcome of a run that would create a job. Unless it was cancelled, the run still attaches to an existing job. */
  readonly failure?: Outcome;
}

/** The pages with the most visitors, if the `pages` input asks for them. */
export async function readTopPages({ pages, paths }: AskInputs, options: TopPagesOptions): Promise<TopPagesResult> {
  const { arePagesTheRequest, collectVisitors, clock } = options;
  if (!pages) return {};
  const query = { ...pages, paths, period: periodOf(pages.period, clock.date()), offset: 0 };
  if (!collectVisitors) return { topPages: { query } };
  const report = await collectVisitors(query);
  const why = 'kind' in report ? report : report.partial?.why;
  if (why?.kind === 'cancelled') return { failure: outcomeOfEmptyExport(why) };
  if ('kind' in report) return { topPages: { query }, failure: unreadable(report) };
  if (report.pages.length > 0 || !arePagesTheRequest) return { topPages: { query, report } };
  // A relevant page may be among those that could not be read.
  return { topPages: { query }, failure: why ? unreadable(why) : withoutPages(report) };
}

function withoutPages(report: VisitorReport): Outcome {
  const { rows, unusable, period, paths } = report;
  const warnings = formatDataWarnings(report);
  if (rows === 0 && unusable > 0) {
    const problem = new ServiceError(warnings.join(' '), 'Report this to the operator of the service.');
    return unreadable({ kind: 'problem', problem }); // a relevant page may be among them
  }
  const all = rows === 1 ? 'the only visited page is' : `all ${plural(rows, 'visited page')} are`;
  const none = rows > 0 ? `${all} excluded by ${excludingInputs(paths)}` : 'no page was visited';
  return { verdict: 'skipped', reason: [`${none}: ${formatPeriod(period)}`, ...warnings].join('. ') };
}

function unreadable(why: StopReason): Outcome {
  const outcome = outcomeOfEmptyExport(why);
  if (outcome.verdict !== 'error') return outcome;
  const { message, remedy, quote, headline } = outcome.problem;
  const options = { cause: outcome.problem, quote, headline };
  const problem = new ServiceError(`The visitor analytics could not be read. ${message}`, remedy, options);
  return { ...outcome, problem };
}
