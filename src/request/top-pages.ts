import { ServiceError } from '../errors.ts';
import type { AskInputs } from '../inputs/inputs.ts';
import { judgeSilence, type Outcome } from '../outcome.ts';
import type { ReadMost } from '../prompt/pages.ts';
import { toPlain } from '../render/rich-text.ts';
import { sayDoubts } from '../render/visitors.ts';
import type { Clock } from '../runtime/clock.ts';
import { plural } from '../text/format.ts';
import { type Survey, type Surveyed, type SurveyWish, stopOf } from '../visitors/collect.ts';
import type { Stop } from '../visitors/paginate.ts';
import { periodOf, sayPeriod } from '../visitors/period.ts';

/** Finds out which pages are read most. */
export type SurveyPages = (wish: SurveyWish) => Promise<Surveyed>;

interface Question {
  /** The event brings neither words nor changes. */
  readonly arePagesTheRequest: boolean;
  /** Undefined in a rehearsal, which has no key for it. */
  readonly surveyPages: SurveyPages | undefined;
  readonly clock: Clock;
}

/** `hindrance`: what a run comes to that would have to ask for a job; one that is there is waited for all the same. */
type Found =
  | { readonly kind: 'found'; readonly readMost: ReadMost | undefined; readonly hindrance: Outcome | undefined }
  | { readonly kind: 'nothing'; readonly outcome: Outcome };

/** The pages that are read most, where the workflow wants them. */
export async function findReadMost({ pages, paths }: AskInputs, question: Question): Promise<Found> {
  const { arePagesTheRequest, surveyPages, clock } = question;
  if (!pages) return found(undefined);
  const wish = { ...pages, paths, period: periodOf(pages.period, clock.date()), offset: 0 };
  const unread = (because: string): ReadMost => ({ kind: 'unread', wish, because });
  if (!surveyPages) return found(unread('a dry run asks the service nothing'));
  const surveyed = await surveyPages(wish);
  const why = surveyed.kind === 'nothing' ? surveyed.why : stopOf(surveyed.survey);
  if (why?.kind === 'cancelled') return { kind: 'nothing', outcome: judgeSilence(why) };
  if (surveyed.kind === 'nothing') return found(unread('the analytics failed'), unreadable(surveyed.why));
  const { survey } = surveyed;
  if (survey.pages.length > 0 || !arePagesTheRequest) return found(surveyed);
  return found(unread('none is left'), whyNone(survey));
}

/** Of a part, nobody knows: a page that matters may be among the others. */
function whyNone(survey: Survey): Outcome {
  const { rows, leftOut, unusable, period } = survey;
  const why = stopOf(survey);
  if (why) return unreadable(why);
  const doubts = sayDoubts(survey).map(toPlain);
  if (rows === 0 && unusable > 0) {
    const message = `No page is left, but nobody knows whether one should be, and nothing was spent. ${doubts.join(' ')}`;
    const problem = new ServiceError(message, 'Report it to the operator of the service, or mend `paths`.');
    return { verdict: 'error', problem, job: undefined };
  }
  const none =
    leftOut > 0 ? `none of ${plural(rows, 'page')} is left by \`paths\` and \`paths-ignore\`` : 'no page can be ranked';
  return {
    verdict: 'skipped',
    reason: [`${rows > 0 ? none : 'no page was visited'}: ${sayPeriod(period)}`, ...doubts].join('. '),
  };
}

function unreadable(why: Stop): Outcome {
  const outcome = judgeSilence(why);
  if (outcome.verdict !== 'error') return outcome;
  const { message, remedy } = outcome.problem;
  const problem = new ServiceError(`The analytics could not be read, and nothing was spent. ${message}`, remedy);
  return { ...outcome, problem };
}

const found = (readMost: ReadMost | undefined, hindrance?: Outcome): Found => ({ kind: 'found', readMost, hindrance });
