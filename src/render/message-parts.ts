import type { ActionError } from '../errors.ts';
import type {
  LimitReached,
  MissedChanges,
  OpenPull,
  Outcome,
  VERDICTS,
  Verdict,
  WaitsFor,
} from '../outcome.ts';
import { hasEnded, type Job, statusWord } from '../service/job.ts';
import { plural, type RichText } from '../text/format.ts';
import {
  age,
  clockTime,
  dayAndTime,
  duration,
  pullRequestSpan,
  toMarkdown,
  withCode,
} from './to-markdown.ts';

/** An outcome with this verdict. */
export type Of<V extends Verdict> = Outcome & { readonly verdict: V };

/** What one outcome says, beside its verdict's icon and level, which it may replace. */
export interface MessageText extends Partial<Pick<(typeof VERDICTS)[Verdict], 'icon' | 'level'>> {
  /** The verdict or the error in words. Bold in Markdown. */
  readonly headline: RichText;
  /** Details on the same line. */
  readonly detail: RichText;
  /** What the reader can do; one line per item. */
  readonly advice?: readonly RichText[];
  /** What only the workflow's maintainers can change; one line per item. Not shown in threads. */
  readonly fix?: readonly RichText[];
  /** The service's words and the request that failed, for the log and the job summary only. */
  readonly evidence?: readonly RichText[];
}

/** The text for an outcome, the same in log, summary and status comment. */
export type Message = Required<MessageText>;

/** The facts beside the outcome that a message depends on. */
export interface MessageContext {
  readonly retryHints: RetryHints | undefined;
  /**
   * Milliseconds since the start of the job; of the run, if there is no job or the timeout came.
   * Undefined if another process created the job.
   */
  readonly elapsed: number | undefined;
  /** The request has a status comment: a sweep reports there, and a re-run continues it. */
  readonly isRemembered: boolean;
  readonly runUrl: string | undefined;
  /** The request goes to an existing job. */
  readonly isFollowUp: boolean;
  /**
   * The job that opened the pull request in which the request was made; undefined if that is not
   * known.
   */
  readonly openerJob?: string | undefined;
  /** The request was sent to the service. */
  readonly wasSent: boolean;
  /** The address of the status comment that shows the message; undefined elsewhere. */
  readonly shownIn?: string | undefined;
}

/** How to repeat a request, depending on how it was made. */
export interface RetryHints {
  readonly kind: 'command' | 'label' | 'run';
  /** The start of a comment that is a request. */
  readonly command: string;
  /** Undefined if only `kind` is known. */
  readonly label: string | undefined;
}

/**
 * The first line of a message as Markdown. @param bold `**` around the headline, where it is no
 * heading.
 */
export const firstLine = ({ icon, headline, detail }: Message, bold: '' | '**'): string =>
  [`${bold}${icon} ${toMarkdown(headline)}${bold}`, toMarkdown(detail)].filter(Boolean).join(' · ');

export const formatWaitsFor = (waitsFor: WaitsFor): RichText =>
  waitsFor === 'an earlier request' ? [waitsFor] : ['job ', { code: waitsFor.job }];

/** The lines below the headline in the log and the job summary. */
export const linesBelow = ({ advice, fix, evidence }: Message): readonly RichText[] => [
  ...evidence,
  ...advice,
  ...fix,
];

/** The headline of an error of the service names its status already. */
export const ONLY_STATUS = /^The service answered \d+\.$/;

/**
 * The first line of a problem, for everyone, and its causes, for maintainers. @param said a first
 * line that says only what the headline does.
 */
export function textsOfProblem(
  problem: ActionError | undefined,
  said?: RegExp,
): Record<'what' | 'causes', RichText[]> {
  const [what = '', ...causes] = problem?.message.split('\n') ?? [];
  return {
    what: what === '' || said?.test(what) ? [] : [withCode(what)],
    causes: causes.map(withCode),
  };
}

/**
 * What it means that the request was not sent to the service; empty if the run has no request, as
 * an export.
 */
export function consequenceOfUnsent({ retryHints, isFollowUp }: MessageContext): string {
  if (!retryHints) return '';
  return isFollowUp ? 'the follow-up was not sent' : 'no job was created';
}

/**
 * How to create a new job after the previous one failed, also for a run without a request, as an
 * export.
 */
export const retryHint = (hints: RetryHints | undefined): RichText =>
  hints?.kind === 'command'
    ? ['comment ', { code: `${hints.command} new <request>` }]
    : repeatHint(hints);

/** How to make a request again that was not sent. */
export function repeatHint(hints: RetryHints | undefined): RichText {
  if (hints?.kind === 'command') return ['repeat the comment'];
  if (hints?.kind !== 'label') return ['re-run the workflow'];
  const label = hints.label === undefined ? [] : [{ code: hints.label }, ' '];
  return ['remove the label ', ...label, 'and set it again'];
}

/** Empty for a run without a request, which starts no job: `attach`. */
export const newJob = (hints: RetryHints | undefined): RichText =>
  hints ? ['To start a new job, ', ...retryHint(hints), '.'] : [];

/**
 * How to create a new job if it is unknown whether one exists. If the status comment exists, a
 * re-run does not repeat the request.
 */
export function forceRetryHint({ retryHints, isRemembered }: MessageContext): RichText {
  const isRepeatable = retryHints?.kind !== 'run' || !isRemembered;
  return isRepeatable
    ? retryHint(retryHints)
    : ['delete this comment and ', ...retryHint(retryHints)];
}

/**
 * How to send a follow-up; undefined without a thread. @param what a placeholder: `<what to
 * change>`.
 */
export function followUpHint(
  { retryHints, isRemembered }: MessageContext,
  what: string,
): RichText | undefined {
  return retryHints && isRemembered
    ? ['comment ', { code: `${retryHints.command} ${what}` }]
    : undefined;
}

/**
 * What the last reading showed, with its time, as the text may be read much later. A job that ended
 * just now may go on.
 */
export function lastSeen(job: Job): RichText {
  if (hasEnded(job))
    return [`the job is reported as ${statusWord(job)}, but not for long enough to be sure`];
  const at = clockTime(job.readAt);
  return typeof job.status === 'string'
    ? [`the job was still running at ${at}`]
    : [
        `at ${at}, the status of the job was `,
        { code: statusWord(job) },
        ', which the action does not know',
      ];
}

/** The pull request of a job whose verdict is not `pull-request`; empty if it has none. */
export const openedBy = (job: Job): RichText =>
  job.pullRequest.kind === 'link' ? ['The job had opened ', pullRequestSpan(job), '. '] : [];

/** ` after 6 min`; empty if the duration is unknown. */
export const afterElapsed = ({ elapsed }: MessageContext) =>
  elapsed === undefined ? '' : ` after ${duration(elapsed)}`;

/** @param toDo what the re-run is for: `wait again`. */
export const reRun = (toDo: string, { runUrl }: MessageContext): RichText => [
  `To ${toDo}, re-run `,
  runUrl ? { link: 'this run', to: runUrl } : 'the run',
  '.',
];

/** How the result of a job is reported after this run ends. */
export const reportedBy = (context: MessageContext, toDo: string): RichText =>
  context.isRemembered ? reRun(toDo, context) : LOOK;

/** The advice if no later run can report the result. */
export const LOOK: RichText = [
  'If the job opens a pull request, it appears in the documentation repository.',
];

/** @param url of the status comment of another run. */
export const reportedIn = (url: string): RichText => [
  'The result is reported in ',
  { link: 'its status comment', to: url },
  '.',
];

/** How many open pull requests a message links. */
const MAX_PULLS = 5;

/** What a request says that a limit stopped. */
export function ofLimit(
  { reached, missed }: Of<'limit-reached'>,
  { retryHints }: MessageContext,
): MessageText {
  const { detail, whenFree, more = [] } = ofReached(reached);
  const limit: RichText = [' (limit ', { code: `${reached.limit}: ${reached.max}` }, ')'];
  const advice: RichText = [...whenFree, ...repeatHint(retryHints), '.', ...more];
  return {
    headline: ['Not started'],
    detail: [detail, ...limit],
    advice: missed ? [advice, ofMissed(missed)] : [advice],
  };
}

function ofReached(reached: LimitReached): LimitText {
  if (reached.isIncomplete) return UNCOUNTED;
  return reached.limit === 'max-open-pulls' ? ofOpenPulls(reached) : ofJobs(reached);
}

const UNCOUNTED: LimitText = {
  detail: 'more than 5,000 comments were edited in the last 24 hours, so jobs cannot be counted',
  whenFree: ['When there are fewer, '],
};

interface LimitText {
  readonly detail: string;
  /** When the request can be made again, as the start of a sentence. */
  readonly whenFree: RichText;
  readonly more?: RichText;
}

/**
 * `3 pull requests of the agent are open, and 2 jobs of the agent have not ended`; then the pull
 * requests that wait the longest.
 */
function ofOpenPulls({ open, active, max }: Extract<LimitReached, { open: unknown }>): LimitText {
  const pulls = `${plural(open.length, 'pull request')} of the agent ${open.length === 1 ? 'is' : 'are'} open`;
  const jobs = `${plural(active, 'job')} of the agent ${active === 1 ? 'has' : 'have'} not ended`;
  const detail = [open.length > 0 ? pulls : '', active > 0 ? jobs : '']
    .filter(Boolean)
    .join(', and ');
  const [oldest, ...others] = open
    .filter(({ isNamed }) => isNamed)
    .slice(0, MAX_PULLS)
    .map(linkTo);
  if (open.length === 0) {
    return {
      detail,
      whenFree: [`When ${active === 1 ? 'it' : 'one of them'} has ended without a pull request, `],
    };
  }
  const isLowered = open.length + active > max; // the limit
  const toMerge = open.length > 1 ? ['one'] : (oldest ?? ['it']);
  const whenFree = isLowered
    ? [max === 1 ? 'When none is left, ' : `When fewer than ${max} are left, `]
    : ['Merge or close ', ...toMerge, ', then '];
  if (open.length === 1 || !oldest) return { detail, whenFree };
  const links = [...oldest, ...others.flatMap((link) => [', ', ...link])];
  return {
    detail,
    whenFree,
    more: [' The oldest: ', ...links, open.length > 1 + others.length ? ', …' : '.'],
  };
}

const linkTo = ({ name, url, ageMs }: OpenPull): RichText => [
  { link: name, to: url },
  ` (${age(ageMs)})`,
];

const ofJobs = ({ jobs, freeAt }: Extract<LimitReached, { jobs: number }>): LimitText => ({
  detail: `${plural(jobs, 'job')} ${jobs === 1 ? 'was' : 'were'} created in the last 24 hours`,
  whenFree: [`After ${dayAndTime(freeAt)}, `],
});

const ofMissed = (missed: MissedChanges): RichText =>
  missed.by === 'next request'
    ? ['The next request that runs describes these changes too.']
    : [
        'No other request describes these changes. A run with ',
        { code: `compare: ${missed.compare}` },
        ' does.',
      ];
