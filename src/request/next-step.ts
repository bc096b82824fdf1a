import { ServiceError } from '../errors.ts';
import type { PullState } from '../github/pulls.ts';
import type { Outcome } from '../outcome.ts';
import { pullRequestSpan } from '../render/to-markdown.ts';
import { hasEnded, type Job } from '../service/job.ts';
import { SETTLE_MS } from '../service/watch.ts';
import type { RichText } from '../text/format.ts';
import {
  type EarlierRequest,
  type Instead,
  matchEarlierRequest,
  ownRecords,
  UNKNOWN,
} from '../thread/earlier-requests.ts';
import { type FollowUpTarget, type Turn, turnOf } from '../thread/job-to-continue.ts';
import { leaseEnd, type StatusRecord, united } from '../thread/status-records.ts';
import { type EarlierJob, failureOf } from './read-earlier.ts';
import type { Announced, Ask, Known, Step } from './steps.ts';
import { severalSuspects, suspectsOf } from './suspects.ts';

/** Decides what a run does next with its request. Called again after each step, with more known. */
export function nextStep(ask: Ask, known: Known): Step {
  const { announced, queue } = known;
  if (announced && queue)
    return queue === 'outdated' ? { do: 'read-queue' } : stepInQueue(ask, known, announced, queue);
  // What the first read showed is decided: after the announcement, only what changed since counts.
  const earlier = matchEarlierRequest(ask.identity, announced ? announced.changed : known.first);
  const answer = stepForEarlier(earlier, known);
  if (answer) return answer;
  return announced ? stepBeforeQueue(ask, known) : stepToAnnounce(ask, known, noteOf(earlier, known));
}

/** Undefined if no earlier request answers this one. */
function stepForEarlier(earlier: EarlierRequest, { jobs }: Known): Step | undefined {
  switch (earlier.kind) {
    case 'none':
      return undefined;
    case 'duplicate':
      return stopAsDuplicate(earlier.record);
    case 'unconfirmed': {
      const { record } = earlier;
      const outcome = { verdict: 'unconfirmed', problem: unknownJob(), earlier: record.comment.url } as const;
      return { do: 'stop', outcome, because: record, continues: 'other' };
    }
    case 'job': {
      const { jobId, record, isOwn } = earlier;
      const read = jobs.get(jobId);
      if (!read) return { do: 'read-job', job: jobId, isEarlier: true };
      if (read.kind === 'unreadable') return { do: 'stop', outcome: read.outcome, because: record };
      return whyNot(read, isOwn) === undefined && read.kind === 'usable'
        ? { do: 'join', record, job: read.job, isOwn }
        : undefined;
    }
  }
}

const stopAsDuplicate = (record: StatusRecord): Step => ({
  do: 'stop',
  because: record,
  outcome: {
    verdict: 'skipped',
    duplicate: {
      run: record.marker.run,
      until: leaseEnd(record),
      jobId: record.facts.job,
      url: record.comment.url,
    },
  },
});

/** Why a job is no result of the request. A job of an earlier attempt that failed is repeated; one of another run answers the request. */
function whyNot(read: Exclude<EarlierJob, { kind: 'unreadable' }>, isOwn: boolean): string | undefined {
  if (read.kind === 'lost') return read.why;
  return isOwn ? failureOf(read.job) : undefined;
}

/** Why there is a new job although there is an earlier request. */
function noteOf(earlier: EarlierRequest, { jobs }: Known): RichText | undefined {
  if (earlier.kind === 'none') return earlier.instead && newJobBecause(earlier.instead);
  const read = earlier.kind === 'job' ? jobs.get(earlier.jobId) : undefined;
  if (earlier.kind !== 'job' || !read || read.kind === 'unreadable') return undefined;
  const why = whyNot(read, earlier.isOwn);
  if (why === undefined) return undefined;
  return earlier.isOwn
    ? [`New job, as the first attempt has no result: ${why}.`]
    : newJobBecause({ record: earlier.record, why });
}

const newJobBecause = ({ record, why }: Instead): RichText =>
  record
    ? ['New job, because of ', { link: 'an earlier request', to: record.comment.url }, `: ${why}.`]
    : [`New job: ${why}.`];

function stepToAnnounce(ask: Ask, known: Known, note: RichText | undefined): Step {
  const { identity, wanted, mayNotSend } = ask;
  const own = ownRecords(identity, known.first);
  if (mayNotSend) {
    const [because] = own;
    return { do: 'stop', outcome: mayNotSend, ...(because && { because, continues: 'own' }) };
  }
  const [suspect] = suspectsOf(ask.origin, wanted, identity);
  const target = targetOf(ask, known);
  if (suspect === undefined && target?.kind === 'cause' && !known.cause) return { do: 'read-cause' };
  const behind = suspect ?? (target && waitsBehind(turnIn(united(known.cause ?? [], known.first), target, ask, known)));
  if (behind === undefined && isSkipped(target)) return { do: 'stop', outcome: NO_JOB };
  const replaced = own.filter((record) => record.marker.requestKey === identity.requestKey && !namesPull(record));
  return { do: 'announce', behind, note, replaced };
}

/** Its comment leads to a pull request, and stays as it is. */
const namesPull = ({ facts: { end } }: StatusRecord) => end?.kind === 'job' && end.link !== '';

/** Without a job, nothing is sent. */
const isSkipped = (target: FollowUpTarget | undefined) => target?.kind === 'thread' && target.orElse === 'skip';

/** The job that a request waits for; null before that job has an id, undefined if the request does not wait. */
const waitsBehind = (turn: Turn): string | null | undefined =>
  turn.kind === 'none' ? undefined : (turn.jobId ?? null);

/** The outcome of `follow-up` and `attach` without `job-id`, if there is no thread, or no job in it. */
export const NO_JOB: Outcome = {
  verdict: 'skipped',
  reason: 'no job of this project was found in the thread; `job-id` can name one',
};

function stepBeforeQueue(ask: Ask, known: Known): Step {
  const { origin } = ask;
  const suspects = suspectsOf(origin, ask.wanted, ask.identity);
  const [job] = suspects;
  if (suspects.length > 1) return { do: 'stop', outcome: severalSuspects(suspects) }; // said once, for all workflows and legs
  if (origin.kind === 'suspected' && job !== undefined && !known.suspect)
    return { do: 'wait-for-suspect', job, link: origin.link };
  return targetOf(ask, known) ? { do: 'read-queue' } : { do: 'submit' };
}

/** How to find the job to continue, as far as it is known whose pull request it is. */
function targetOf({ wanted, origin, identity, isMadeHere }: Ask, { suspect }: Known): FollowUpTarget | undefined {
  if (wanted?.kind !== 'thread') return wanted;
  const opener =
    suspect === 'opener' ? suspectsOf(origin, wanted, identity)[0] : origin.kind === 'agent' ? origin.jobId : undefined;
  return opener === undefined ? wanted : { ...wanted, opener, onlyOpener: wanted.onlyOpener === true || !isMadeHere };
}

/** Whose turn it is: ahead are runs that send to the job or work with it, and those that wait with an older comment. */
const turnIn = (
  records: readonly StatusRecord[],
  target: FollowUpTarget,
  { identity, thread }: Ask,
  { announced, dismissed }: Known,
): Turn =>
  turnOf(
    target,
    identity,
    { records, thread, own: announced?.own ?? Number.POSITIVE_INFINITY },
    new Set(dismissed.keys()),
  );

/** A request is sent in its turn: after those ahead of it in the one queue of its job. */
function stepInQueue(ask: Ask, known: Known, announced: Announced, queue: readonly StatusRecord[]): Step {
  const twin = queue.find((record) => isTwin(record, ask, announced));
  if (twin) return stopAsDuplicate(twin);
  const target = targetOf(ask, known);
  if (!target) return { do: 'submit' };
  const turn = turnIn(queue, target, ask, known);
  switch (turn.kind) {
    case 'none':
      return withoutJob(target, turn.instead ?? [...known.dismissed.values()][0]);
    case 'wait':
      return { do: 'wait-behind', record: turn.record, job: turn.jobId };
    case 'job':
      return turn.jobId === announced.behind
        ? stepForTurn(turn, target, known)
        : { do: 'announce-again', behind: turn.jobId };
  }
}

/** Whether another run has made the same request while the lease of this one had ended: it is ahead, or was sent already. */
const isTwin = ({ comment, marker, facts, isLeaseHeld }: StatusRecord, { identity }: Ask, { own }: Announced) =>
  marker.requestKey === identity.requestKey && (comment.id < own ? isLeaseHeld : facts.sent === 'yes');

/** @param instead why an earlier job is not continued, if there is one. */
function withoutJob(target: FollowUpTarget, instead: Instead | undefined): Step {
  if (isSkipped(target)) return { do: 'stop', outcome: notSent(nothingToContinue()) };
  const isFirst = target.kind === 'cause' && !instead;
  return { do: 'submit', note: isFirst ? FIRST_OF_CAUSE : instead && newJobBecause(instead) };
}

const FIRST_OF_CAUSE: RichText = ['New pull request: no earlier request has one that is open.'];

/** It is the turn of this request, if its job has ended and can be continued. */
function stepForTurn(turn: JobTurn, target: FollowUpTarget, { jobs, pulls }: Known): Step {
  const { jobId, record } = turn;
  const read = jobs.get(jobId);
  if (!read) return { do: 'read-job', job: jobId, isEarlier: false };
  if (read.kind === 'unreadable') return { do: 'stop', outcome: read.outcome };
  if (target.kind === 'job' || isSkipped(target))
    return read.kind === 'lost' ? { do: 'stop', outcome: read.outcome } : stepToContinue(read.job, turn, target);
  if (read.kind === 'usable' && !failureOf(read.job) && hasEnded(read.job) && !pulls.has(jobId))
    return { do: 'read-pull', job: read.job };
  const pull = pulls.get(jobId);
  if (pull?.kind === 'unreadable' && target.kind === 'cause') return { do: 'stop', outcome: notSent(pull.error) };
  const why = whyNotContinued(read, target, pull);
  if (why === undefined && read.kind === 'usable') return stepToContinue(read.job, turn, target);
  const instead = { record, why: why ?? UNKNOWN };
  return target.kind === 'thread' && target.opener === jobId
    ? { do: 'dismiss', job: jobId, instead }
    : { do: 'submit', note: newJobBecause(instead) };
}

type JobTurn = Extract<Turn, { kind: 'job' }>;

/** Why the request gets a new job instead: the end of a sentence. Undefined if it continues this one. */
function whyNotContinued(
  read: Exclude<EarlierJob, { kind: 'unreadable' }>,
  { kind }: FollowUpTarget,
  pull: PullState | undefined,
): string | undefined {
  if (read.kind === 'lost') return read.why;
  const failure = failureOf(read.job);
  if (failure !== undefined || !hasEnded(read.job)) return failure;
  if (pull?.kind === 'merged' || pull?.kind === 'closed') return `its pull request was ${pull.kind}`;
  return kind === 'cause' && !pull ? 'it has no pull request' : undefined;
}

function stepToContinue(job: Job, { record, sentMs }: JobTurn, { kind }: FollowUpTarget): Step {
  if (!hasEnded(job)) return { do: 'wait-for-job', job, settleMs: 0 };
  if (sentMs < SETTLE_MS) return { do: 'wait-for-job', job, settleMs: SETTLE_MS - sentMs };
  const note = kind === 'cause' ? continuesPull(job) : undefined;
  return { do: 'submit', to: job, after: record, note };
}

const continuesPull = (job: Job): RichText => [
  'Continues ',
  pullRequestSpan(job),
  ', the open pull request of an earlier request.',
];

const notSent = (problem: ServiceError | Extract<PullState, { kind: 'unreadable' }>['error']): Outcome => ({
  verdict: 'error',
  problem,
  job: undefined,
  wasAccepted: false,
});

const nothingToContinue = () =>
  new ServiceError('The job to continue is no longer known in this thread.', 'Name a job in `job-id`.');

const unknownJob = () =>
  new ServiceError(
    'An earlier attempt sent this request, and whether a job exists is unknown.',
    'Look for its pull request in the documentation repository.',
  );
