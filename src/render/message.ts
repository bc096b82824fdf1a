import type { ActionError } from '../errors.ts';
import { jobIdOf, jobOf, type Outcome } from '../outcome.ts';
import type { Job } from '../service/job.ts';
import type { RichText } from '../text/format.ts';
import {
  after,
  consequenceOfUnsent,
  followUpHint,
  forceRetryHint,
  LOOK,
  lastSeen,
  linesBelow,
  linkToRun,
  type Message,
  type MessageContext,
  message,
  newJobHint,
  openedBy,
  repeatHint,
  reportedBy,
} from './message-parts.ts';
import { ofDryRun, ofDuplicate, ofExport, ofStarted, ofSweep } from './messages-without-wait.ts';
import { dayAndTime, duration, pullRequestSpan, toPlain, withCode } from './to-markdown.ts';

/** The message for an outcome: headline, detail and advice for log, summary and status comment. */
export function messageFor(outcome: Outcome, context: MessageContext): Message {
  switch (outcome.verdict) {
    case 'pull-request':
      return withDoubt(outcome, withPullEnd(outcome, ofPullRequest(outcome.job, context)));
    case 'no-changes':
    case 'failed':
    case 'archived':
      return withDoubt(outcome, ofEnd(outcome.verdict, outcome.job, context));
    case 'timed-out':
      return 'unsent' in outcome ? ofUnsent(outcome.behind, context) : ofTimeout(outcome, context);
    case 'started':
      return ofStarted(outcome.why, context);
    case 'cancelled':
      if ('exported' in outcome) return ofExport('⏹️', 'Export cancelled', outcome.exported);
      return ofCancelled(outcome.job, context);
    case 'quota-exhausted':
      return ofQuota(outcome, context);
    case 'unconfirmed':
      return ofUnconfirmed(outcome, context);
    case 'skipped':
      if ('dryRun' in outcome) return ofDryRun(outcome.skipReason);
      if ('duplicate' in outcome) return ofDuplicate(outcome.duplicate);
      return message(outcome.isWarning ? 'warn' : 'notice', '⏭️', ['Skipped'], withCode(outcome.reason));
    case 'denied':
      return message('notice', '🚫', ['Denied'], withCode(outcome.reason));
    case 'swept':
      return ofSweep(outcome.swept);
    case 'exported':
      return ofExport('📊', 'Visitor analytics exported', outcome.exported);
    case 'error':
      return ofError(outcome, context);
  }
}

/**
 * The lines of the log: `✅ pull-request: https://github.com/acme/docs/pull/412 (6 min)`, or
 * `⛔ error: API key rejected (401) · no job was created`; then the advice.
 */
export function logLines({ verdict }: Outcome, message: Message): string[] {
  const { icon, headline, detail } = message;
  const [head, more] = [toPlain(headline), toPlain(detail)];
  const link = headline.find((span) => typeof span !== 'string' && 'link' in span);
  const isVerdict = head.toLowerCase() === verdict && more !== '';
  const first =
    verdict === 'pull-request' && link
      ? `${toPlain([link])}${more && ` (${more})`}`
      : [isVerdict ? '' : head, more].filter(Boolean).join(' · ');
  return [`${icon} ${verdict}: ${first}`, ...linesBelow(message).map(toPlain)];
}

/** Adds a note if nothing shows that the job worked on a follow-up. */
function withDoubt({ isProven }: { readonly isProven?: boolean }, original: Message): Message {
  return isProven === false ? { ...original, advice: [UNPROVEN, ...original.advice] } : original;
}

const UNPROVEN: RichText = [
  'The job did not show that it worked on this follow-up: its status never was active, and its pull request is the same. Check the pull request.',
];

/** Says that the pull request was merged or closed while the job worked on a follow-up. */
function withPullEnd({ pullEnd }: { readonly pullEnd?: 'merged' | 'closed' }, original: Message): Message {
  if (!pullEnd) return original;
  const note: RichText = [`The pull request was ${pullEnd} while the job worked; what it did may not be in it.`];
  return { ...original, advice: [note, ...original.advice] };
}

function ofPullRequest(job: Job, context: MessageContext): Message {
  const { isFollowUp, elapsed, opener = job.id } = context;
  const time = elapsed === undefined ? '' : duration(elapsed);
  const head = isFollowUp ? 'Follow-up done' : 'Pull request ready';
  if (job.pullRequest.kind === 'link') {
    const hint = followUpHint(context, '<what to change>');
    const where: RichText = opener === job.id ? [' in this thread.'] : [' on ', pullRequestSpan(job), '.'];
    const advice: RichText[] = hint ? [['To request changes, ', ...hint, ...where]] : [];
    return message('log', '✅', [`${head}: `, pullRequestSpan(job)], [time], advice);
  }
  const advice: RichText[] = [
    ['The service returned a link that is not safe to show. Find the pull request in the documentation repository.'],
  ];
  return message('warn', '✅', [head], [time], advice);
}

function ofEnd(verdict: 'no-changes' | 'failed' | 'archived', job: Job, context: MessageContext): Message {
  const fresh: RichText = ['To start a new job, ', ...newJobHint(context), '.'];
  switch (verdict) {
    case 'no-changes': {
      const hint = followUpHint(context, '<page and change>') ?? newJobHint(context);
      const advice: RichText = [
        'Usually nothing needed a change.',
        ...directPush(job),
        ' If you expected one, ',
        ...hint,
        '.',
      ];
      return message('log', '➖', ['No pull request'], [`the job completed${after(context)} without one`], [advice]);
    }
    case 'failed': {
      const advice: RichText = [...openedBy(job), ...fresh];
      return message('error', '❌', [`Job failed${after(context)}`], ['the service gives no reason'], [advice]);
    }
    case 'archived':
      return message('warn', '🗄️', [`Job archived${after(context)}`], ['without a pull request'], [fresh]);
  }
}

/** A service may push to a branch instead of opening a pull request. */
function directPush({ source: { repository, ref } }: Job): RichText {
  if (!repository || !ref) return [];
  return [' If the service pushes directly, look at branch ', { code: ref }, ' of ', { code: repository }, '.'];
}

function ofTimeout(
  { job, problem, failures }: Extract<Outcome, { verdict: 'timed-out'; job: Job }>,
  context: MessageContext,
): Message {
  const { what, causes } = wordsOf(problem);
  const advice = [[...openedBy(job), ...reportedBy(context, 'wait again')], ...what];
  const head: RichText = [`Timed out${after(context)}`];
  if (failures > 0) {
    const requests = failures === 1 ? 'the last status request failed' : `the last ${failures} status requests failed`;
    return message('warn', '⌛', head, [`job status unknown: ${requests}`], advice, causes);
  }
  return message('warn', '⌛', head, [lastSeen(job)], advice, causes);
}

/** A follow-up whose turn did not come before the timeout. */
function ofUnsent(behind: string | null | undefined, { runUrl, elapsed }: MessageContext): Message {
  const time = elapsed === undefined ? '' : ` after ${duration(elapsed)}`;
  const advice: RichText = ['To send this request, re-run ', ...linkToRun(runUrl), '.'];
  if (behind === undefined) return message('warn', '⌛', ['Not sent'], ['the timeout came before its turn'], [advice]);
  const ahead: RichText = behind === null ? ['an earlier request'] : ['job ', { code: behind }];
  return message('warn', '⌛', ['Not sent'], [...ahead, ` was still active${time}`], [advice]);
}

function ofCancelled(job: Job | undefined, context: MessageContext): Message {
  if (!job) {
    const again: RichText[] = context.retryHints
      ? [['To send the request, re-run ', ...linkToRun(context.runUrl), '.']]
      : [];
    return message('warn', '⏹️', ['Cancelled'], [consequenceOfUnsent(context)], again);
  }
  const advice: RichText = [...openedBy(job), ...reportedBy(context, 'wait again')];
  return message('warn', '⏹️', ['Cancelled'], [lastSeen(job)], [advice]);
}

function ofQuota(
  { tryAgainAt, of, problem }: Outcome & { verdict: 'quota-exhausted' },
  context: MessageContext,
): Message {
  const when = tryAgainAt ? `After ${dayAndTime(tryAgainAt)}, ` : 'Later, ';
  const headline = of === 'analytics' ? 'Analytics quota used up' : 'Quota of the service used up';
  const { what, causes } = wordsOf(problem, ONLY_STATUS);
  const wait = tryAgainAt ? [withCode(LONGER)] : [];
  const detail = consequenceOfUnsent(context) || 'no page was read';
  const again = context.retryHints ? repeatHint(context.retryHints) : newJobHint(context);
  return message('warn', '🚦', [headline], [detail], [...what, [when, ...again, '.']], [...causes, ...wait]);
}

const LONGER = 'With a longer `timeout` (and `timeout-minutes` of the job), a run waits for that time.';

function ofUnconfirmed(
  { problem, earlier }: Extract<Outcome, { verdict: 'unconfirmed' }>,
  context: MessageContext,
): Message {
  const { retryHints, isRemembered, isFollowUp, shownIn } = context;
  const link: RichText =
    earlier && earlier !== shownIn ? [' See ', { link: 'its status comment', to: earlier }, '.'] : [];
  const hint = retryHints ? forceRetryHint(retryHints, isRemembered) : newJobHint(context);
  const what = isFollowUp ? 'follow-up' : 'request';
  // Without a status comment, a re-run knows nothing of this attempt, and sends the request.
  const unrepeated = isRemembered ? `A re-run does not send the ${what} again` : `The ${what} was not sent again`;
  const [detail, why] = isFollowUp
    ? ['the service may have accepted the follow-up', 'as the job might get it twice. To start a new job, ']
    : [
        'the service may have accepted the request, so the job may exist',
        'to avoid a second job. To start one anyway, ',
      ];
  const { what: words, causes } = wordsOf(problem);
  const advice: RichText = [...words.flat(), ...link, ` ${unrepeated}, ${why}`, ...hint, '.'];
  return message('warn', '❓', ['Unconfirmed'], [detail], [advice], causes);
}

type ErrorOutcome = Extract<Outcome, { readonly verdict: 'error' }>;

/** The headline of an error of the service names its status already. */
const ONLY_STATUS = /^The service answered \d+\.$/;

/**
 * The words of a problem: its first line for everyone, its causes for those who maintain the workflow.
 * @param said a first line that says only what the headline does is left out.
 */
function wordsOf(problem: ActionError | undefined, said?: RegExp): Record<'what' | 'causes', RichText[]> {
  const [what = '', ...causes] = problem?.message.split('\n') ?? [];
  return { what: what === '' || said?.test(what) ? [] : [withCode(what)], causes: causes.map(withCode) };
}

/** The message for an error. */
function ofError(outcome: ErrorOutcome, context: MessageContext): Message {
  const { problem } = outcome;
  const { headline, remedy, quote, asked, needsNewJob } = problem;
  const { what, causes } = wordsOf(problem, ONLY_STATUS);
  const fresh: RichText[] = needsNewJob ? [['To start a new job, ', ...newJobHint(context), '.']] : [];
  const advice = [...what, ...fresh, ...(jobOf(outcome) === undefined ? [] : [LOOK])];
  const fix = [...causes, ...(remedy ? [withCode(remedy)] : [])];
  const evidence: RichText[] = [
    ...(quote ? [['The service answered: ', { untrusted: quote }]] : []),
    ...(asked ? [['The request was ', { code: asked }, ' below ', { code: 'base-url' }, '.']] : []),
  ];
  return message('error', '⛔', [headline], [consequenceOf(outcome, context)], advice, fix, evidence);
}

function consequenceOf(outcome: ErrorOutcome, context: MessageContext): string {
  if (jobIdOf(outcome) !== undefined) return 'the result of the job is unknown';
  const mayBeAccepted = outcome.wasAccepted ?? context.wasSent;
  if (mayBeAccepted) return '';
  const isRejected = outcome.wasAccepted === false && context.isFollowUp;
  return isRejected ? 'the job did not get the follow-up' : consequenceOfUnsent(context);
}
