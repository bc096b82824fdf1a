import type { ActionError } from '../errors.ts';
import {
  type Duplicate,
  type Exported,
  jobIdOf,
  jobOf,
  type NotWaited,
  type Obstacle,
  type Outcome,
  type Swept,
} from '../outcome.ts';
import { hasEnded, type Job, statusWord } from '../service/job.ts';
import type { RichText } from '../text/rich-text.ts';
import { sayPeriod } from '../visitors/period.ts';
import { again, correction, onPurpose, type Ways } from './retry-hints.ts';
import { clockTime, dayAndTime, duration, pullRequestPiece } from './rich-text.ts';
import { isDoubtful, sayExport } from './visitors.ts';

/** What is said of an outcome, everywhere in the same words. */
export interface Wording {
  /** How loudly the log says it: what somebody should look into stands on the run's page too. */
  readonly level: 'log' | 'notice' | 'warn' | 'error';
  readonly icon: string;
  /** The verdict, bold where there is bold. */
  readonly headline: RichText;
  /** What belongs to it, on the same line. */
  readonly detail: RichText;
  /** What to do now; a line each. */
  readonly advice: readonly RichText[];
  /** What the other side said, for the log and the job summary only; empty where it said nothing. */
  readonly quote: RichText;
}

export interface Circumstances {
  readonly ways: Ways | undefined;
  /** Milliseconds from the start of the job, or of the run, to now; undefined for who was not there. */
  readonly elapsed: number | undefined;
  /** A status comment remembers the request: a sweep reports there, and a second attempt of the run takes it up. */
  readonly isRemembered: boolean;
  readonly runUrl: string | undefined;
  /** The request went to a job that was there. */
  readonly isFollowUp: boolean;
}

export function word(outcome: Outcome, circumstances: Circumstances): Wording {
  switch (outcome.verdict) {
    case 'pull-request':
      return withDoubt(outcome, ofPullRequest(outcome.job, circumstances));
    case 'no-changes':
    case 'failed':
    case 'archived':
      return withDoubt(outcome, ofEnd(outcome.verdict, outcome.job, circumstances));
    case 'timed-out':
      return 'unsent' in outcome ? ofUnsent(outcome.behind, circumstances) : ofTimeOut(outcome, circumstances);
    case 'started':
      return ofStarted(outcome.why, circumstances);
    case 'cancelled':
      if ('exported' in outcome) return ofExport('⏹️', 'Cancelled', outcome.exported);
      return outcome.job
        ? wording(
            'warn',
            '⏹️',
            ['Watching stopped'],
            ['the run was cancelled; the job goes on'],
            [reportedBy(circumstances, 'to keep watching'), ...openedBy(outcome.job)],
          )
        : wording('warn', '⏹️', ['Cancelled'], ['nothing was started']);
    case 'quota-exhausted':
      return ofQuota(outcome, circumstances);
    case 'unconfirmed':
      return ofUnconfirmed(outcome.problem, circumstances);
    case 'skipped':
      if ('rehearsed' in outcome) return ofDryRun(outcome.obstacle);
      if ('duplicate' in outcome) return ofDuplicate(outcome.duplicate);
      return wording('notice', '⏭️', ['Nothing to do'], [{ untrusted: outcome.reason }]);
    case 'denied':
      return wording('notice', '🚫', ['Denied'], [{ untrusted: outcome.reason }]);
    case 'swept':
      return ofSweep(outcome.swept);
    case 'exported':
      return ofExport('📊', 'Visitor analytics', outcome.exported);
    case 'error':
      return ofError(outcome.problem, jobIdOf(outcome) !== undefined);
  }
}

/** A follow-up of which the job showed no sign. */
function withDoubt({ isProven }: { readonly isProven?: boolean }, wording: Wording): Wording {
  return isProven === false ? { ...wording, advice: [UNPROVEN, ...wording.advice] } : wording;
}

const UNPROVEN: RichText = [
  'The job did not show that it worked on this follow-up: it never read as active, and its pull request is the same. Look there.',
];

const anew = ({ ways }: Circumstances): RichText => (ways ? again(ways) : ['run it again']);

/** `after 6 min`, where anybody was there to take the time. */
const after = ({ elapsed }: Circumstances) => (elapsed === undefined ? '' : `after ${duration(elapsed)}`);

function ofEnd(verdict: 'no-changes' | 'failed' | 'archived', job: Job, circumstances: Circumstances): Wording {
  const { ways } = circumstances;
  const time = after(circumstances);
  const fresh: RichText = ['Fresh job: ', ...anew(circumstances), '.'];
  switch (verdict) {
    case 'no-changes': {
      const way = (ways && correction(ways, 'name the page')) ?? anew(circumstances);
      const detail = [`the job completed ${time && `${time} `}without one`];
      return wording('log', '➖', ['No pull request'], detail, [['If that is wrong, ', ...way, '.']]);
    }
    case 'failed':
      return wording(
        'error',
        '❌',
        ['The agent failed'],
        [`${time && `${time}, `}it gave no reason`],
        [...openedBy(job), fresh],
      );
    case 'archived':
      return wording('warn', '🗄️', ['The job was archived'], [`${time && `${time}, `}without a pull request`], [fresh]);
  }
}

/** A duplicate is told in log and summary only. */
function ofDuplicate({ run, until, url }: Duplicate): Wording {
  const detail = [`already requested; run ${run} is working on it`];
  const advice: RichText = [
    'Its status comment: ',
    { link: 'result', to: url },
    `. If that run was lost, ask again after ${clockTime(until)}.`,
  ];
  return wording('notice', '⏭️', ['Nothing to do'], detail, [advice]);
}

/** A follow-up whose turn did not come. */
function ofUnsent(behind: string | undefined, { runUrl }: Circumstances): Wording {
  const job: RichText = behind === undefined ? ['the request before this one'] : ['job ', { code: behind }];
  const run: RichText = runUrl ? [{ link: 'this run', to: runUrl }] : ['the run'];
  const advice: RichText = ['To send this request, re-run ', ...run, '.'];
  return wording('warn', '⌛', ['Not sent'], [...job, ' had not ended when the timeout came'], [advice]);
}

function ofTimeOut(
  { job, problem: cause, failures }: Extract<Outcome, { verdict: 'timed-out'; job: Job }>,
  circumstances: Circumstances,
): Wording {
  const trouble = cause ? [problem(cause.message)] : [];
  const advice = [reportedBy(circumstances, 'to keep watching'), ...openedBy(job), ...trouble];
  if (failures > 0) {
    const head = ['Timed out', after(circumstances)].filter(Boolean).join(' ');
    const requests = failures === 1 ? 'the last status request failed' : `the last ${failures} status requests failed`;
    return wording('warn', '⌛', [head], [`job status unknown: ${requests}`], advice);
  }
  const head = ['Still working', after(circumstances)].filter(Boolean).join(' ');
  const doubt = `the job reads as ${statusWord(job)}, but not for long enough to be sure`;
  const truth = hasEnded(job) ? doubt : 'nobody is watching now; the job goes on';
  return wording('warn', '⌛', [head], [truth], advice);
}

/** The pull request of a job that did not end with it; nothing where none is known. */
const openedBy = (job: Job): RichText[] =>
  job.pullRequest.kind === 'link' ? [['It had opened ', pullRequestPiece(job), '.']] : [];

function ofQuota({ tryAgainAt, of }: Outcome & { verdict: 'quota-exhausted' }, circumstances: Circumstances): Wording {
  const when = tryAgainAt ? `Try again after ${dayAndTime(tryAgainAt)}: ` : 'Try again later: ';
  const headline = of === 'analytics' ? 'The quota of the analytics is used up' : "The project's quota is used up";
  const truth = of === 'analytics' ? 'nothing was spent' : 'nothing was started';
  return wording('warn', '🚦', [headline], [truth], [[when, ...anew(circumstances), '.']]);
}

function ofUnconfirmed(cause: ActionError, circumstances: Circumstances): Wording {
  const { ways, isRemembered } = circumstances;
  const way = ways ? onPurpose(ways, isRemembered) : anew(circumstances);
  const headline = 'The service may or may not have started this';
  const advice = [problem(cause.message), ['To spend again on purpose: ', ...way, '.']];
  return wording('warn', '❓', [headline], ['it is never sent twice'], advice);
}

function ofError({ message, remedy, quote }: ActionError, hasJob: boolean): Wording {
  const advice = [...message.split('\n').map(problem), [{ untrusted: remedy }], ...(hasJob ? [LOOK] : [])];
  const error = wording('error', '⛔', [hasJob ? 'The job was lost from sight' : 'This did not work'], [], advice);
  return { ...error, quote: quote ? ['The service says: ', { untrusted: quote }] : [] };
}

function ofPullRequest(job: Job, { ways, isFollowUp, elapsed }: Circumstances): Wording {
  const time = elapsed === undefined ? '' : duration(elapsed);
  const head = isFollowUp ? 'Follow-up done' : 'Pull request ready';
  if (job.pullRequest.kind === 'link') {
    const way = ways && correction(ways, 'what to change');
    const advice: RichText[] = way ? [['If it is not right yet, ', ...way, '.']] : [];
    return wording('log', '✅', [`${head}: `, pullRequestPiece(job)], [time], advice);
  }
  const advice: RichText[] = [
    ['The service gave a link that is not safe to show.'],
    ['Look for it in the repository of the documentation.'],
  ];
  return wording('warn', '✅', [head], [time], advice);
}

function ofStarted(why: NotWaited, circumstances: Circumstances): Wording {
  switch (why.kind) {
    case 'not-asked':
      return wording('log', '🚀', ['Started'], ['nobody waits for it'], [reportedBy(circumstances, 'to look')]);
    case 'continued': {
      const advice: RichText = ['The result is reported ', { link: 'there', to: why.url }, '.'];
      return wording('notice', '↪️', ['Continued'], ['a later request went to the same job'], [advice]);
    }
  }
}

function ofSweep(swept: readonly Swept[]): Wording {
  const count = (isIt: (verdict: Swept['verdict']) => boolean) => swept.filter(({ verdict }) => isIt(verdict)).length;
  const [active, left] = [count((verdict) => verdict === 'active'), count((verdict) => verdict === 'left')];
  const told = [
    `${swept.length - active - left} reported`,
    `${active} still active`,
    ...(left > 0 ? [`${left} left for the next sweep`] : []),
  ];
  return wording(left > 0 ? 'warn' : 'log', '🧹', ['Swept'], [told.join(', ')]);
}

function ofExport(icon: string, headline: string, exported: Exported): Wording {
  const { end, period } = exported.survey;
  const level = isDoubtful(exported.survey) ? 'warn' : 'log';
  const detail = `${end.kind === 'partial' ? 'partial: ' : ''}${sayPeriod(period)}`;
  return wording(level, icon, [headline], [detail], sayExport(exported));
}

/** Who tells how a job ends that nobody waits for. */
function reportedBy({ isRemembered, runUrl }: Circumstances, toDo: string): RichText {
  if (!isRemembered) return LOOK;
  const run: RichText = runUrl ? [{ link: 'this run', to: runUrl }] : ['the run'];
  return ['Re-run ', ...run, ` ${toDo}; a sweep, where one is set up, tells the end in this thread.`];
}

function ofDryRun(obstacle: Obstacle | undefined): Wording {
  const truth = 'nothing was sent to the service, nothing written on GitHub';
  const advice: RichText[] = obstacle
    ? [[`A real run would be ${obstacle.verdict}: `, { untrusted: obstacle.reason }]]
    : [];
  return wording('notice', '🧪', ['Dry run'], [truth], advice);
}

const LOOK: RichText = ['If it opens a pull request, that appears in the repository of the documentation.'];

const problem = (message: string): RichText => [{ untrusted: message }];

function wording(
  level: Wording['level'],
  icon: string,
  headline: RichText,
  detail: RichText,
  advice: readonly RichText[] = [],
): Wording {
  return { level, icon, headline, detail, advice, quote: [] };
}

/** `Job j_8fk2 · completed` for small print. */
export function jobWords(outcome: Outcome): RichText {
  const job = jobOf(outcome);
  const id = jobIdOf(outcome);
  return id ? ['Job ', { code: id }, ...(job ? [' · ', { untrusted: statusWord(job) }] : [])] : [];
}
