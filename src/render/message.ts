import type { PullChanges } from '../github/pulls.ts';
import { endedOf, jobIdOf, jobOf, type Outcome, VERDICTS, type Verdict } from '../outcome.ts';
import type { Job } from '../service/job.ts';
import { number, plural, type RichText } from '../text/format.ts';
import {
  afterElapsed,
  consequenceOfUnsent,
  followUpHint,
  forceRetryHint,
  formatWaitsFor,
  LOOK,
  lastSeen,
  type Message,
  type MessageContext,
  type MessageText,
  newJob,
  type Of,
  ONLY_STATUS,
  ofLimit,
  openedBy,
  repeatHint,
  reportedBy,
  reportedIn,
  reRun,
  retryHint,
  textsOfProblem,
} from './message-parts.ts';
import { clockTime, dayAndTime, duration, pullRequestSpan, withCode } from './to-markdown.ts';

/** The message for an outcome: headline, detail and advice for log, summary and status comment. */
export function messageFor<V extends Verdict>(outcome: Of<V>, context: MessageContext): Message {
  const verdict: V = outcome.verdict;
  const { icon, level } = VERDICTS[verdict];
  const text = TEXTS[verdict](outcome, context);
  const advice = [...doubtsOf(outcome), ...(text.advice ?? [])].filter((line) => line.length > 0);
  return { icon, level, fix: [], evidence: [], ...text, advice };
}

const TEXTS: { readonly [V in Verdict]: (outcome: Of<V>, context: MessageContext) => MessageText } =
  {
    'pull-request': ({ job, changes }, context) => ofPullRequest(job, changes, context),
    'no-changes': ({ job }, context) => {
      const hint =
        followUpHint(context, '<page and change>') ??
        (context.retryHints && retryHint(context.retryHints));
      const expected = hint ? [' If you expected one, ', ...hint, '.'] : [];
      const advice = ['Usually nothing needed a change.', ...directPush(job), ...expected];
      return {
        headline: ['No pull request'],
        detail: [`the job completed${afterElapsed(context)} without one`],
        advice: [advice],
      };
    },
    failed: ({ job }, context) => ({
      headline: [`Job failed${afterElapsed(context)}`],
      detail: ['the service gives no reason'],
      advice: [[...openedBy(job), ...newJob(context.retryHints)]],
    }),
    archived: (_, context) => ({
      headline: [`Job archived${afterElapsed(context)}`],
      detail: ['without a pull request'],
      advice: [newJob(context.retryHints)],
    }),
    'timed-out': (outcome, context) =>
      outcome.why === 'unsent' ? ofUnsent(outcome, context) : ofTimeout(outcome, context),
    started: (_, context) => {
      const advice = [
        [...reportedBy(context, 'wait for it'), ...(context.isRemembered ? SWEEPS : [])],
      ];
      return { headline: ['Job started'], detail: ['this run does not wait for it'], advice };
    },
    skipped: (outcome) => {
      if (outcome.why === 'dry-run') return DRY_RUN;
      if (outcome.why === 'duplicate') return ofDuplicate(outcome);
      const level = outcome.isWarning ? 'warn' : 'notice';
      return { level, headline: ['Skipped'], detail: withCode(outcome.reason) };
    },
    denied: ({ reason }) => ({ headline: ['Denied'], detail: withCode(reason) }),
    'quota-exhausted': ofQuota,
    unconfirmed: ofUnconfirmed,
    cancelled: ({ job }, context) => ofCancelled(job, context),
    'limit-reached': ofLimit,
    swept: ofSweep,
    exported: ofExport,
    error: ofError,
  };

function ofExport({ exported }: Of<'exported'>): MessageText {
  const { headline, detail, lines, isDoubtful } = exported;
  return { level: isDoubtful ? 'warn' : 'log', headline: [headline], detail, advice: lines };
}

/** What the reader of a follow-up's result should check. */
function doubtsOf(outcome: Outcome): RichText[] {
  const { isProven, pullEnd } = endedOf(outcome) ?? {};
  return [
    ...(isProven === false ? [UNPROVEN] : []),
    ...(pullEnd
      ? [[`The pull request was ${pullEnd} while the job worked; what it did may not be in it.`]]
      : []),
  ];
}

const UNPROVEN: RichText = [
  'The job did not show that it worked on this follow-up: it never became active, and it links the same pull request as before. Check the pull request.',
];

function ofPullRequest(
  job: Job,
  changes: PullChanges | undefined,
  context: MessageContext,
): MessageText {
  const { isFollowUp, elapsed, openerJob = job.id } = context;
  const head = isFollowUp ? 'Follow-up done' : 'Pull request ready';
  const detail = elapsed === undefined ? [] : [duration(elapsed)];
  if (job.pullRequest.kind !== 'link') {
    const advice =
      'The service returned a link that is not safe to show. Find the pull request in the documentation repository.';
    return { level: 'warn', headline: [head], detail, advice: [[advice]] };
  }
  const pull = pullRequestSpan(job);
  const hint = followUpHint(context, '<what to change>');
  const where: RichText = openerJob === job.id ? [' in this thread.'] : [' on ', pull, '.'];
  const advice: RichText[] = [
    ...(changes ? [formatChanges(changes)] : []),
    ...(hint ? [['To request changes, ', ...hint, ...where]] : []),
  ];
  return { headline: [`${head}: `, pull], detail, advice };
}

/** `Changes 3 files (+40 −12): docs/cli.md, docs/json.md and 1 more.` */
function formatChanges({ files, added, removed, names }: PullChanges): RichText {
  const listed = names.flatMap((name, at) => [at === 0 ? ': ' : ', ', { path: name }]);
  const more = names.length > 0 && names.length < files ? ` and ${files - names.length} more` : '';
  const size = `${plural(files, 'file')} (+${number(added)} −${number(removed)})`;
  return [`Changes ${size}`, ...listed, `${more}.`];
}

/** A service may push to a branch instead of opening a pull request. */
function directPush({ source: { ref } }: Job): RichText {
  if (!ref) return [];
  return [
    ' If the service pushes directly, look at branch ',
    { code: ref },
    ' of the documentation repository.',
  ];
}

function ofTimeout(
  { job, problem, failures }: Extract<Outcome, { failures: number }>,
  context: MessageContext,
): MessageText {
  const { what, causes } = textsOfProblem(problem);
  const requests =
    failures === 1
      ? 'the last status request failed'
      : `the last ${failures} status requests failed`;
  return {
    headline: [`Timed out${afterElapsed(context)}`],
    detail: failures > 0 ? [`job status unknown: ${requests}`] : lastSeen(job),
    advice: [[...openedBy(job), ...reportedBy(context, 'wait again')], ...what],
    fix: causes,
  };
}

/** A follow-up whose turn did not come before the timeout. */
function ofUnsent(
  { waitsFor }: Extract<Outcome, { why: 'unsent' }>,
  context: MessageContext,
): MessageText {
  const detail: RichText = waitsFor
    ? [...formatWaitsFor(waitsFor), ` was still active${afterElapsed(context)}`]
    : ['the timeout came before its turn'];
  return { headline: ['Not sent'], detail, advice: [reRun('send this request', context)] };
}

function ofCancelled(job: Job | undefined, context: MessageContext): MessageText {
  const headline = ['Cancelled'];
  if (job) {
    const advice = [...openedBy(job), ...reportedBy(context, 'wait again')];
    return { headline, detail: lastSeen(job), advice: [advice] };
  }
  const advice = context.retryHints ? [reRun('send the request', context)] : [];
  return { headline, detail: [consequenceOfUnsent(context)], advice };
}

function ofQuota(
  { tryAgainAt, of, problem }: Of<'quota-exhausted'>,
  context: MessageContext,
): MessageText {
  const when = tryAgainAt ? `After ${dayAndTime(tryAgainAt)}, ` : 'Later, ';
  const { what, causes } = textsOfProblem(problem, ONLY_STATUS);
  return {
    headline: [of === 'analytics' ? 'Analytics quota used up' : 'Quota of the service used up'],
    detail: [consequenceOfUnsent(context) || 'no page was read'],
    advice: [...what, [when, ...repeatHint(context.retryHints), '.']],
    fix: [...causes, ...(tryAgainAt ? [withCode(LONGER)] : [])],
  };
}

const LONGER =
  'With a longer `timeout` (and `timeout-minutes` of the job), a run waits for that time.';

function ofUnconfirmed(
  { problem, earlier }: Of<'unconfirmed'>,
  context: MessageContext,
): MessageText {
  const { isRemembered, isFollowUp, shownIn } = context;
  const request = isFollowUp ? 'follow-up' : 'request';
  // Without a status comment, a re-run knows nothing of this attempt, and sends the request.
  const unrepeated = isRemembered
    ? `A re-run does not send the ${request} again`
    : `The ${request} was not sent again`;
  const detail = problem.isFromWebsite
    ? 'a website answered, not the API, so probably no job exists'
    : `the service may have accepted the ${request}${isFollowUp ? '' : ', so the job may exist'}`;
  const why = isFollowUp ? 'as the job might get it twice' : 'to avoid a second job';
  const toSameJob = isFollowUp ? followUpHint(context, '<request>') : undefined;
  const again: RichText = toSameJob
    ? [' To send it to the same job anyway, ', ...toSameJob, '.']
    : [];
  const toNewJob = isFollowUp ? ' To start a new job, ' : ' If its pull request does not appear, ';
  const { what, causes } = textsOfProblem(problem);
  const see: RichText =
    earlier && earlier !== shownIn
      ? [' See ', { link: 'its status comment', to: earlier }, '.']
      : [];
  const hint: RichText = [
    ` ${unrepeated}, ${why}.`,
    ...again,
    toNewJob,
    ...forceRetryHint(context),
    '.',
  ];
  return {
    headline: ['Unconfirmed'],
    detail: [detail],
    advice: [[...what.flat(), ...see, ...hint]],
    fix: causes,
  };
}

/** A duplicate is reported in log and summary only. */
function ofDuplicate({
  duplicate: { run, until, url },
}: Extract<Outcome, { why: 'duplicate' }>): MessageText {
  const advice: RichText = [
    ...reportedIn(url),
    ` If that run was lost, ask again after ${clockTime(until)}.`,
  ];
  return {
    headline: ['Skipped'],
    detail: [`already requested; run ${run} is working on it`],
    advice: [advice],
  };
}

const SWEEPS: RichText = [' A sweep (', { code: 'operation: sweep' }, ') reports the result too.'];

const DRY_RUN: MessageText = {
  icon: '🧪',
  headline: ['Dry run'],
  detail: ['no job was created, and nothing was written on GitHub'],
};

function ofSweep({ swept }: Of<'swept'>): MessageText {
  const count = (wanted: 'active' | 'left') =>
    swept.filter(({ verdict }) => verdict === wanted).length;
  const open = count('active');
  const left = count('left');
  const more = left > 0 ? `, ${left} left for the next sweep` : '';
  const detail = [`${open} open, ${swept.length - open - left} ended${more}`];
  return { level: left > 0 ? 'warn' : 'log', headline: ['Swept'], detail };
}

function ofError(outcome: Of<'error'>, context: MessageContext): MessageText {
  const { headline, remedy, quote, asked, needsNewJob } = outcome.problem;
  const { what, causes } = textsOfProblem(outcome.problem, ONLY_STATUS);
  return {
    headline: [headline],
    detail: [consequenceOf(outcome, context)],
    advice: [
      ...what,
      ...(needsNewJob ? [newJob(context.retryHints)] : []),
      ...(jobOf(outcome) ? [LOOK] : []),
    ],
    fix: [...causes, ...(remedy ? [withCode(remedy)] : [])],
    evidence: [
      ...(quote ? [['The service answered: ', { untrusted: quote }]] : []),
      ...(asked
        ? [['The request was ', { code: asked }, ' below ', { code: 'base-url' }, '.']]
        : []),
    ],
  };
}

function consequenceOf(outcome: Of<'error'>, context: MessageContext): string {
  if (jobIdOf(outcome) !== undefined) return 'the result of the job is unknown';
  const mayBeAccepted = outcome.wasAccepted ?? context.wasSent;
  if (mayBeAccepted) return '';
  const isRejected = outcome.wasAccepted === false && context.isFollowUp;
  return isRejected ? 'the job did not get the follow-up' : consequenceOfUnsent(context);
}
