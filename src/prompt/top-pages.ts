import { ServiceError } from '../errors.ts';
import type { AskInputs } from '../inputs/inputs.ts';
import { type Outcome, outcomeOfEmptyExport } from '../outcome.ts';
import type { Clock } from '../runtime/clock.ts';
import { plural } from '../text/format.ts';
import { excludingInputs, type PathFilter } from '../text/glob.ts';
import {
  type CollectResult,
  formatDataWarnings,
  stopOf,
  type VisitorQuery,
  type VisitorReport,
} from '../visitors/collect.ts';
import type { StopReason } from '../visitors/paginate.ts';
import { formatPeriod, periodOf } from '../visitors/period.ts';
import type { TopPages } from './sections.ts';

/** Reads the visitor analytics and ranks the pages. */
export type CollectVisitors = (query: VisitorQuery) => Promise<CollectResult>;

interface TopPagesOptions {
  /** The event contains neither text nor changes. */
  readonly arePagesTheRequest: boolean;
  /** Undefined in a dry run, which has no API key. */
  readonly collectVisitors: CollectVisitors | undefined;
  readonly clock: Clock;
}

interface TopPagesResult {
  readonly topPages?: TopPages;
  /** The outcome of a run that would create a job. The run still attaches to an existing job. */
  readonly analyticsFailure?: Outcome;
  /** The outcome of a run that was cancelled meanwhile. */
  readonly cancelled?: Outcome;
}

/** The pages with the most visitors, if the `pages` input asks for them. */
export async function readTopPages({ pages, paths }: AskInputs, options: TopPagesOptions): Promise<TopPagesResult> {
  const { arePagesTheRequest, collectVisitors, clock } = options;
  if (!pages) return {};
  const query = { ...pages, paths, period: periodOf(pages.period, clock.date()), offset: 0 };
  const unread = (because: string): TopPages => ({ kind: 'unread', query, because });
  if (!collectVisitors) return { topPages: unread('a dry run sends nothing to the service') };
  const surveyed = await collectVisitors(query);
  const why = surveyed.kind === 'nothing' ? surveyed.why : stopOf(surveyed.survey);
  if (why?.kind === 'cancelled') return { cancelled: outcomeOfEmptyExport(why) };
  if (surveyed.kind === 'nothing')
    return { topPages: unread('the analytics failed'), analyticsFailure: unreadable(surveyed.why) };
  const { survey } = surveyed;
  if (survey.pages.length > 0 || !arePagesTheRequest) return { topPages: surveyed };
  return { topPages: unread('no page is selected'), analyticsFailure: outcomeWithoutPages(survey, paths) };
}

/** The outcome if no page is left. If the export is partial, that is an error: a relevant page may be among the rest. */
function outcomeWithoutPages(survey: VisitorReport, paths: PathFilter): Outcome {
  const { rows, leftOut, unusable, period } = survey;
  const why = stopOf(survey);
  if (why) return unreadable(why);
  const dataWarnings = formatDataWarnings(survey);
  if (rows === 0 && unusable > 0) {
    const message = `No page is selected, and rows without a valid path may be the reason. ${dataWarnings.join(' ')}`;
    const problem = new ServiceError(
      message,
      'Check `paths`. If they are right, report this to the operator of the service.',
    );
    return { verdict: 'error', problem, job: undefined };
  }
  const all = rows === 1 ? 'the only visited page is' : `all ${plural(rows, 'visited page')} are`;
  const none = leftOut === rows ? `${all} excluded by ${excludingInputs(paths)}` : 'no page can be ranked';
  return {
    verdict: 'skipped',
    reason: [`${rows > 0 ? none : 'no page was visited'}: ${formatPeriod(period)}`, ...dataWarnings].join('. '),
  };
}

function unreadable(why: StopReason): Outcome {
  const outcome = outcomeOfEmptyExport(why);
  if (outcome.verdict !== 'error') return outcome;
  const { problem: cause } = outcome;
  const { message, remedy, quote, headline } = cause;
  const problem = new ServiceError(`The visitor analytics could not be read. ${message}`, remedy, {
    cause,
    quote,
    headline,
  });
  return { ...outcome, problem };
}
