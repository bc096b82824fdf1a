import type { ActionError } from '../errors.ts';
import { jobIdOf, jobOf, type NotWaited, type Outcome } from '../outcome.ts';
import { hasEnded, type Job, statusWord } from '../service/job.ts';
import type { RichText } from '../text/rich-text.ts';
import { ofDryRun, ofDuplicate, ofExport, ofSweep } from './jobless-messages.ts';
import { type Message, type MessageContext, message } from './message-type.ts';
import { followUpHint, forceRetryHint, retryHint } from './retry-hints.ts';
import { dayAndTime, duration, pullRequestSpan } from './to-markdown.ts';

/** The message for an outcome: headline, detail and advice for log, summary and status comment. */
export function messageFor(outcome: Outcome, context: MessageContext): Message {
  switch (outcome.verdict) {
    case 'pull-request':
      return withDoubt(outcome, ofPullRequest(outcome.job, context));
    case 'no-changes':
    case 'failed':
    case 'archived':
      return withDoubt(outcome, ofEnd(outcome.verdict, outcome.job, context));
    case 'timed-out':
      return 'unsent' in outcome ? ofUnsent(outcome.behind, context) : ofTimeOut(outcome, context);
    case 'started':
      return ofStarted(outcome.why, context);
    case 'cancelled':
      if ('exported' in outcome) return ofExport('⏹️', 'Cancelled', outcome.exported);
      return outcome.job
        ? message(
            'warn',
            '⏹️',
            ['Watching stopped'],
            ['the run was cancelled; the job goes on'],
            [reportedBy(context, 'to keep watching'), ...openedBy(outcome.job)],
          )
        : message('warn', '⏹️', ['Cancelled'], ['nothing was started']);
    case 'quota-exhausted':
      return ofQuota(outcome, context);
    case 'unconfirmed':
      return ofUnconfirmed(outcome.problem, context);
    case 'skipped':
      if ('dryRun' in outcome) return ofDryRun(outcome.skipReason);
      if ('duplicate' in outcome) return ofDuplicate(outcome.duplicate);
      return message('notice', '⏭️', ['Nothing to do'], [{ untrusted: outcome.reason }]);
    case 'denied':
      return message('notice', '🚫', ['Denied'], [{ untrusted: outcome.reason }]);
    case 'swept':
      return ofSweep(outcome.swept);
    case 'exported':
      return ofExport('📊', 'Visitor analytics', outcome.exported);
    case 'error':
      return ofError(outcome.problem, jobIdOf(outcome) !== undefined);
  }
}

/** Adds a note if nothing shows that the job worked on a follow-up. */
function withDoubt({ isProven }: { readonly isProven?: boolean }, original: Message): Message {
  return isProven === false ? { ...original, advice: [UNPROVEN, ...original.advice] } : original;
}

const UNPROVEN: RichText = [
  'The job did not show that it worked on this follow-up: it never read as active, and its pull request is the same. Look there.',
];

const newJobHint = ({ retryHints }: MessageContext): RichText =>
  retryHints ? retryHint(retryHints) : ['run it again'];

/** `after 6 min`; empty if the duration is unknown. */
const after = ({ elapsed }: MessageContext) => (elapsed === undefined ? '' : `after ${duration(elapsed)}`);

function ofEnd(verdict: 'no-changes' | 'failed' | 'archived', job: Job, context: MessageContext): Message {
  const { retryHints } = context;
  const time = after(context);
  const fresh: RichText = ['Fresh job: ', ...newJobHint(context), '.'];
  switch (verdict) {
    case 'no-changes': {
      const hint = (retryHints && followUpHint(retryHints, 'name the page')) ?? newJobHint(context);
      const detail = [`the job completed ${time && `${time} `}without one`];
      return message('log', '➖', ['No pull request'], detail, [['If that is wrong, ', ...hint, '.']]);
    }
    case 'failed':
      return message(
        'error',
        '❌',
        ['The agent failed'],
        [`${time && `${time}, `}it gave no reason`],
        [...openedBy(job), fresh],
      );
    case 'archived':
      return message('warn', '🗄️', ['The job was archived'], [`${time && `${time}, `}without a pull request`], [fresh]);
  }
}

/** A follow-up that waited for other requests until the timeout. */
function ofUnsent(behind: string | undefined, { runUrl }: MessageContext): Message {
  const job: RichText = behind === undefined ? ['the request before this one'] : ['job ', { code: behind }];
  const run: RichText = runUrl ? [{ link: 'this run', to: runUrl }] : ['the run'];
  const advice: RichText = ['To send this request, re-run ', ...run, '.'];
  return message('warn', '⌛', ['Not sent'], [...job, ' had not ended when the timeout came'], [advice]);
}

function ofTimeOut(
  { job, problem: cause, failures }: Extract<Outcome, { verdict: 'timed-out'; job: Job }>,
  context: MessageContext,
): Message {
  const trouble = cause ? [problem(cause.message)] : [];
  const advice = [reportedBy(context, 'to keep watching'), ...openedBy(job), ...trouble];
  if (failures > 0) {
    const head = ['Timed out', after(context)].filter(Boolean).join(' ');
    const requests = failures === 1 ? 'the last status request failed' : `the last ${failures} status requests failed`;
    return message('warn', '⌛', [head], [`job status unknown: ${requests}`], advice);
  }
  const head = ['Still working', after(context)].filter(Boolean).join(' ');
  const doubt = `the job reads as ${statusWord(job)}, but not for long enough to be sure`;
  const detail = hasEnded(job) ? doubt : 'nobody is watching now; the job goes on';
  return message('warn', '⌛', [head], [detail], advice);
}

/** The pull request of a job whose verdict is not `pull-request`; empty if it has none. */
const openedBy = (job: Job): RichText[] =>
  job.pullRequest.kind === 'link' ? [['It had opened ', pullRequestSpan(job), '.']] : [];

function ofQuota({ tryAgainAt, of }: Outcome & { verdict: 'quota-exhausted' }, context: MessageContext): Message {
  const when = tryAgainAt ? `Try again after ${dayAndTime(tryAgainAt)}: ` : 'Try again later: ';
  const headline = of === 'analytics' ? 'The quota of the analytics is used up' : "The project's quota is used up";
  const detail = of === 'analytics' ? 'nothing was spent' : 'nothing was started';
  return message('warn', '🚦', [headline], [detail], [[when, ...newJobHint(context), '.']]);
}

function ofUnconfirmed(cause: ActionError, context: MessageContext): Message {
  const { retryHints, isRemembered } = context;
  const hint = retryHints ? forceRetryHint(retryHints, isRemembered) : newJobHint(context);
  const headline = 'The service may or may not have started this';
  const advice = [problem(cause.message), ['To spend again on purpose: ', ...hint, '.']];
  return message('warn', '❓', [headline], ['it is never sent twice'], advice);
}

function ofError({ message: what, remedy, quote }: ActionError, hasJob: boolean): Message {
  const advice = [...what.split('\n').map(problem), [{ untrusted: remedy }], ...(hasJob ? [LOOK] : [])];
  const error = message('error', '⛔', [hasJob ? 'The job was lost from sight' : 'This did not work'], [], advice);
  return { ...error, quote: quote ? ['The service says: ', { untrusted: quote }] : [] };
}

function ofPullRequest(job: Job, { retryHints, isFollowUp, elapsed }: MessageContext): Message {
  const time = elapsed === undefined ? '' : duration(elapsed);
  const head = isFollowUp ? 'Follow-up done' : 'Pull request ready';
  if (job.pullRequest.kind === 'link') {
    const hint = retryHints && followUpHint(retryHints, 'what to change');
    const advice: RichText[] = hint ? [['If it is not right yet, ', ...hint, '.']] : [];
    return message('log', '✅', [`${head}: `, pullRequestSpan(job)], [time], advice);
  }
  const advice: RichText[] = [
    ['The service gave a link that is not safe to show.'],
    ['Look for it in the repository of the documentation.'],
  ];
  return message('warn', '✅', [head], [time], advice);
}

function ofStarted(why: NotWaited, context: MessageContext): Message {
  switch (why.kind) {
    case 'not-asked':
      return message('log', '🚀', ['Started'], ['nobody waits for it'], [reportedBy(context, 'to look')]);
    case 'continued': {
      const advice: RichText = ['The result is reported ', { link: 'there', to: why.url }, '.'];
      return message('notice', '↪️', ['Continued'], ['a later request went to the same job'], [advice]);
    }
  }
}

/** How the result of a job is reported after this run ends. */
function reportedBy({ isRemembered, runUrl }: MessageContext, toDo: string): RichText {
  if (!isRemembered) return LOOK;
  const run: RichText = runUrl ? [{ link: 'this run', to: runUrl }] : ['the run'];
  return ['Re-run ', ...run, ` ${toDo}; a sweep, where one is set up, tells the end in this thread.`];
}

const LOOK: RichText = ['If it opens a pull request, that appears in the repository of the documentation.'];

const problem = (message: string): RichText => [{ untrusted: message }];

/** `Job j_8fk2 · completed` for small print. */
export function jobSpans(outcome: Outcome): RichText {
  const job = jobOf(outcome);
  const id = jobIdOf(outcome);
  return id ? ['Job ', { code: id }, ...(job ? [' · ', { untrusted: statusWord(job) }] : [])] : [];
}
