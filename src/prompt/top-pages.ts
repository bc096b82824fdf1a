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

/** `analyticsFailure`: the outcome of a run that would create a job. The run still attaches to an existing job. */
type TopPagesResult =
  | { readonly kind: 'found'; readonly topPages: TopPages | undefined; readonly analyticsFailure: Outcome | undefined }
  | { readonly kind: 'nothing'; readonly outcome: Outcome };

/** The pages with the most visitors, if the `pages` input asks for them. */
export async function readTopPages({ pages, paths }: AskInputs, options: TopPagesOptions): Promise<TopPagesResult> {
  const { arePagesTheRequest, collectVisitors, clock } = options;
  if (!pages) return found(undefined);
  const query = { ...pages, paths, period: periodOf(pages.period, clock.date()), offset: 0 };
  const unread = (because: string): TopPages => ({ kind: 'unread', query, because });
  if (!collectVisitors) return found(unread('a dry run sends nothing to the service'));
  const surveyed = await collectVisitors(query);
  const why = surveyed.kind === 'nothing' ? surveyed.why : stopOf(surveyed.survey);
  if (why?.kind === 'cancelled') return { kind: 'nothing', outcome: outcomeOfEmptyExport(why) };
  if (surveyed.kind === 'nothing') return found(unread('the analytics failed'), unreadable(surveyed.why));
  const { survey } = surveyed;
  if (survey.pages.length > 0 || !arePagesTheRequest) return found(surveyed);
  return found(unread('no page is selected'), outcomeWithoutPages(survey, paths));
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

const found = (topPages: TopPages | undefined, analyticsFailure?: Outcome): TopPagesResult => ({
  kind: 'found',
  topPages,
  analyticsFailure,
});
