import { ServiceError } from '../errors.ts';
import type { PullState } from '../github/pulls.ts';
import { notSent, type Outcome } from '../outcome.ts';
import { pullRequestSpan } from '../render/to-markdown.ts';
import type { FetchedJob } from '../service/agent-service.ts';
import { hasEnded, type Job } from '../service/job.ts';
import { SETTLE_MS } from '../service/watch.ts';
import type { RichText } from '../text/format.ts';
import {
  answeringRecords,
  isOwnAttempt,
  sameCause,
  sameRequest,
  sameThread,
  withoutRepeatedJobs,
} from '../thread/earlier-requests.ts';
import { isDone } from '../thread/request.ts';
import {
  isSending,
  jobOpenForMs,
  LOST_AFTER_MS,
  leaseEnd,
  type Records,
  type StatusRecord,
} from '../thread/status-records.ts';
import {
  type Ask,
  type FollowUpTarget,
  type Known,
  mustContinue,
  NO_JOB,
  openerOf,
  outcomeAtLimit,
  type Step,
  unreadable,
  waitsForJob,
} from './steps.ts';

/*
 * What a run does next with a request, decided from what it has read. Theory of operation:
 *
 * 1. Earlier requests. Every event has an identity, which a re-run and a second delivery share. The
 *    newest record in the thread with the same identity answers this request: a run that is alive
 *    handles it (stop), it may have been sent (stop as `unconfirmed`), or it has a job (join: wait
 *    for that job, and send nothing). A request that was reported as done stays done. A new job
 *    follows only on a request that was provably not sent, a job that is active for 24 h, and a job
 *    of an earlier attempt of this run that failed, was archived without a pull request, or is
 *    gone. A label and the opening of an issue carry no text. So the newest label or opening by
 *    the same workflow step, with the same head commit, answers a later one too, if it is still
 *    worked on or its comment was last edited at or after this event.
 * 2. Announcement. Nothing is sent before a status comment says so. Two seconds later the thread is
 *    read again, and 1 is repeated: of two runs that announced the same request at once, the one
 *    with the higher comment id stops, and its comment becomes a “Duplicate”. Those of earlier
 *    attempts become “Replaced”. None is deleted, so that a copy finds its original.
 * 3. Queue. A request that continues a job is sent when the job has ended its work and no request
 *    in the threads of that job is ahead of this one. A request is ahead if it may have been sent
 *    to the job, or waits for it with a lower comment id. It is so only while its run may be alive
 *    (its lease), also after the job has ended.
 *    While there is no job, the request with the lowest comment id creates it. A job that failed,
 *    was archived without a pull request, is gone or active for 24 h, or whose pull request was
 *    merged or closed, cannot be continued: the request creates another one.
 * 4. Limits are counted last, before a job is created.
 * 5. Sending happens once. What the status comment says from then on proves that a job may exist:
 *    see 1.
 */

/** Decides the next step. A fact that is missing is asked for as a step. */
export function decide(ask: Ask, known: Known): Step {
  const earlier = stepForEarlier(ask, known);
  if (earlier && earlier.do !== 'new-job') return earlier;
  const { announced } = known;
  if (!announced) return stepToAnnounce(ask, known, earlier?.note);
  if (known.possibleOpener)
    return { do: 'stop', outcome: notSent(notKnownYet(known.possibleOpener)) };
  if (announced.toReplace.length > 0) return { do: 'replace', records: announced.toReplace };
  return withinLimits(ask.target ? stepInQueue(ask, known) : { do: 'submit' }, ask, known);
}

// 1. Earlier requests

/**
 * The step that an earlier request leads to; or else why there is a new job although there is one.
 */
type Answer = Step | { readonly do: 'new-job'; readonly note: RichText };

/**
 * The newest earlier request that answers this one decides, as in the table in docs/reliability.md.
 */
function stepForEarlier(ask: Ask, known: Known): Answer | undefined {
  const { request } = ask;
  const records = known.inThread.filter((record) => isEarlier(record, known));
  const answer = firstAnswer(sameRequest(request, records), ask, known);
  if (answer && answer.do !== 'new-job') return answer;
  return stepForEvent(records, ask, known) ?? answer;
}

function firstAnswer(records: Records, ask: Ask, known: Known): Answer | undefined {
  for (const record of records) {
    const answer = answerOf(record, ask, known);
    if (answer) return answer;
  }
  return undefined;
}

/**
 * Once this run has announced its request, one of another run that is not known to have been sent
 * is earlier only if it was announced before.
 */
function isEarlier({ comment, facts, isLeaseHeld }: StatusRecord, { announced }: Known): boolean {
  const isUndecided = isLeaseHeld && facts.end === undefined && facts.sent !== 'yes';
  return !announced || !isUndecided || comment.id < announced.commentId;
}

/** A row of the table. Undefined if the record is no earlier request, as nothing was sent. */
function answerOf(record: StatusRecord, ask: Ask, known: Known): Answer | undefined {
  const { comment, facts, isLeaseHeld } = record;
  if (isLeaseHeld) return stopAsDuplicate(record);
  if (facts.sent === 'maybe')
    return {
      do: 'stop',
      outcome: sentBefore(comment.url),
      earlier: record,
      comment: 'adopt',
    };
  if (facts.sent === 'no') return undefined;
  const isAttempt = isOwnAttempt(ask.request, record);
  const newJob = (why: string): Answer => ({
    do: 'new-job',
    note: isAttempt
      ? [`New job, as an earlier attempt has no result: ${why}.`]
      : newJobBecause(record, why),
  });
  const read = known.jobs.get(facts.job);
  if (!read) return { do: 'read-job', job: facts.job };
  if (read.kind === 'gone' && isAttempt) return newJob(WHY.gone);
  if (read.kind !== 'job')
    return {
      do: 'stop',
      outcome: unreadable(facts.job, read.error),
      earlier: record,
      comment: 'leave',
    };
  const { job } = read;
  if (isJobLost(record, job, known)) return newJob(WHY.lost);
  const failure = isAttempt && !failedForLater(record, known) ? failureOf(job) : undefined;
  if (failure !== undefined) return newJob(failure);
  return {
    do: 'join',
    earlier: record,
    job,
    comment: isAttempt ? 'resume' : 'adopt',
  };
}

/**
 * Whether a failure of the job is not that of this request: it was reported as done before, or a
 * later request was sent to the job.
 */
function failedForLater(
  { comment, facts: { job, end } }: StatusRecord,
  { inThread }: Known,
): boolean {
  const isLater = ({ comment: other, facts }: StatusRecord) =>
    other.id > comment.id && facts.job === job && facts.sent !== 'no' && !facts.isOpenedFor;
  return isDone(end) || inThread.some(isLater);
}

/**
 * An event without a text is answered by the newest earlier one that is still worked on, or was
 * last edited at or after it.
 */
function stepForEvent(records: Records, ask: Ask, known: Known): Answer | undefined {
  const { request, askedAt } = ask;
  if (askedAt === undefined) return undefined;
  const candidates = answeringRecords(request, records);
  for (const record of candidates) {
    const { comment, facts, isLeaseHeld } = record;
    let answers = isLeaseHeld || comment.updatedAt >= askedAt;
    // A job whose end was reported works again only on a follow-up, which goes to the newest one.
    if (
      !answers &&
      facts.job !== undefined &&
      (facts.end === undefined || record === candidates[0])
    ) {
      const read = known.jobs.get(facts.job);
      if (!read) return { do: 'read-job', job: facts.job };
      answers = mayWork(read, record, known);
    }
    if (answers) return answerOf(record, ask, known);
  }
  return undefined;
}

/**
 * Whether the job of an event without a text works on it, or may do so although it cannot be read.
 */
function mayWork(read: FetchedJob, record: StatusRecord, known: Known): boolean {
  if (read.kind === 'job') return !hasEnded(read.job) && !isJobLost(record, read.job, known);
  return (
    read.kind === 'unreadable' &&
    record.facts.end === undefined &&
    record.sinceCreationMs <= LOST_AFTER_MS
  );
}

const sentBefore = (earlier: string): Outcome => ({
  verdict: 'unconfirmed',
  problem: new ServiceError(
    'An earlier run or attempt may have sent this request, and whether the service accepted it is unknown.',
    'Look for its pull request in the documentation repository.',
  ),
  earlier,
});

/** The request is being handled by another run. */
function stopAsDuplicate(record: StatusRecord): Step {
  const { marker, facts, comment } = record;
  const duplicate = {
    run: marker.holder.run,
    until: leaseEnd(record),
    jobId: facts.job,
    url: comment.url,
  };
  return {
    do: 'stop',
    earlier: record,
    comment: 'leave',
    outcome: { verdict: 'skipped', why: 'duplicate', duplicate },
  };
}

// 2. Announcement

function stepToAnnounce(ask: Ask, known: Known, note: RichText | undefined): Step {
  const { request, target, mayNotSend } = ask;
  const attempts = sameRequest(request, known.inThread).filter((record) =>
    isOwnAttempt(request, record),
  );
  if (mayNotSend) {
    const [earlier] = attempts;
    return {
      do: 'stop',
      outcome: mayNotSend,
      ...(earlier && { earlier, comment: 'resume' }),
    };
  }
  const { job, ahead } = turnOf(ask, known);
  const waitsFor = job !== undefined || ahead ? waitsForJob(job) : undefined;
  if (!waitsFor && mustContinue(target)) return { do: 'stop', outcome: NO_JOB };
  const whyNew = known.origin.kind === 'agent' && target && !waitsFor ? NO_RECORD : undefined;
  // A comment that leads to a pull request stays as it is.
  const toReplace = attempts.filter(
    ({ facts: { end } }) => !(end?.why === 'ended' && end.link !== ''),
  );
  return { do: 'announce', waitsFor, note: note ?? whyNew, toReplace };
}

const NO_RECORD: RichText = ['New job: no job is recorded for this pull request.'];

/**
 * @param opener the request whose job may have opened the pull request without having reported it.
 */
function notKnownYet({ facts, comment }: StatusRecord): ServiceError {
  const which = facts.job === undefined ? `the job of ${comment.url}` : `job \`${facts.job}\``;
  return new ServiceError(
    `It is not known yet whether ${which} opened this pull request. Ask again when it has ended.`,
    '',
    { headline: 'Not sent' },
  );
}

// 3. Queue

/** A request that continues a job is sent in its turn. */
function stepInQueue(ask: Ask, known: Known): Step {
  const { target } = ask;
  const { queue } = known;
  const { job, ahead, note } = turnOf(ask, known);
  if (!queue?.records) return { do: 'read-queue', job: queue?.job ?? job };
  if (job !== queue.job && job !== undefined) return { do: 'read-queue', job };
  if (ahead) return { do: 'wait-for-request', record: ahead, job };
  if (job !== undefined) return stepForTurn(job, ask, known, queue.records);
  if (mustContinue(target)) return { do: 'stop', outcome: notSent(nothingToContinue()) };
  return {
    do: 'submit',
    note: note ?? (target?.kind === 'newest-of-cause' ? FIRST_OF_CAUSE : undefined),
  };
}

const FIRST_OF_CAUSE = ['New pull request: no earlier request has one that is open.'];
const nothingToContinue = () =>
  new ServiceError(
    'The job to continue is no longer known in this thread.',
    'Name a job in `job-id`.',
  );

/** It is the turn of this request, if its job has ended and can be continued. */
function stepForTurn(id: string, { target }: Ask, known: Known, records: Records): Step {
  const ofJob = records.filter(({ facts }) => facts.job === id);
  const last = ofJob.findLast(({ facts }) => !facts.isOpenedFor);
  const newJob = (why: string): Step => ({ do: 'submit', note: newJobBecause(last, why) });
  // A new job is no alternative.
  const isRequired = mustContinue(target);
  const read = known.jobs.get(id);
  if (!read) return { do: 'read-job', job: id };
  if (read.kind === 'unreadable' || (read.kind === 'gone' && isRequired))
    return { do: 'stop', outcome: unreadable(id, read.error) };
  if (read.kind === 'gone') return newJob(WHY.gone);
  const { job } = read;
  const failure = isLost(job, records) ? WHY.lost : failureOf(job);
  if (!isRequired && failure !== undefined) return newJob(failure);
  if (!hasEnded(job)) return { do: 'wait-for-job', job, settleMs: 0 };
  if (isRequired) return stepToContinue(job, target, ofJob);
  if (!known.pulls.has(id)) return { do: 'read-pull', job };
  return stepForPull(known.pulls.get(id), target, newJob) ?? stepToContinue(job, target, ofJob);
}

/** Undefined if the job is continued with this pull request, or without one. */
function stepForPull(
  pull: PullState | undefined,
  target: FollowUpTarget | undefined,
  newJob: (why: string) => Step,
): Step | undefined {
  if (pull?.kind === 'merged' || pull?.kind === 'closed')
    return newJob(`its pull request was ${pull.kind}`);
  if (target?.kind !== 'newest-of-cause') return undefined;
  if (!pull) return newJob('it has no pull request');
  return pull.kind === 'unreadable' ? { do: 'stop', outcome: notSent(pull.error) } : undefined;
}

/** @param ofJob the requests to the job. */
function stepToContinue(job: Job, target: FollowUpTarget | undefined, ofJob: Records): Step {
  // The service may still show the end of the work before the last prompt.
  const prompted = ofJob.filter(
    ({ marker, facts: { end } }) => marker.before !== null && end?.why !== 'ended',
  );
  const promptedMs = Math.min(SETTLE_MS, ...prompted.map(({ sinceEditMs }) => sinceEditMs));
  if (promptedMs < SETTLE_MS) return { do: 'wait-for-job', job, settleMs: SETTLE_MS - promptedMs };
  const note =
    target?.kind === 'newest-of-cause'
      ? ['Continues ', pullRequestSpan(job), ', the open pull request of an earlier request.']
      : undefined;
  return { do: 'submit', to: job, note };
}

/** The place of a request in the queue of its job. */
interface Turn {
  /** The job that it continues; undefined if there is none, or the request ahead creates it. */
  readonly job?: string | undefined;
  /** The request that must be reported first. */
  readonly ahead?: StatusRecord | undefined;
  /** Why the request gets a new job. */
  readonly note?: RichText;
}

/** Which job a request continues, and which request must be reported first (3. Queue). */
function turnOf(ask: Ask, known: Known): Turn {
  const { target, request, pull } = ask;
  const { origin, thread } = known;
  const records = known.queue?.records ?? known.inThread;
  const ownId = known.announced?.commentId ?? Number.POSITIVE_INFINITY;
  const turnFor = (job: string): Turn => ({
    job,
    ahead: records.find((record) => isAhead(record, job, ask, ownId)),
  });
  const openerJob = openerOf(known)?.facts.job;
  switch (target?.kind) {
    case undefined:
      return {};
    case 'by-id':
      return turnFor(target.jobId);
    case 'newest-of-cause':
      return turnAmong(sameCause(request, records), ownId, turnFor);
    case 'newest-in-thread': {
      const isReportedElsewhere = pull !== undefined && pull !== thread;
      if (isReportedElsewhere && origin.kind === 'agent')
        return openerJob === undefined ? {} : turnFor(openerJob);
      const turn = turnAmong(
        sameThread(request, thread, records, origin.kind === 'agent'),
        ownId,
        turnFor,
      );
      const isFirst = turn.job === undefined && turn.ahead === undefined && turn.note === undefined;
      return isFirst && openerJob !== undefined ? turnFor(openerJob) : turn;
    }
  }
}

/**
 * The newest of the related requests that may have been sent has the job to continue. A request
 * whose job is not known counts only if it was announced before this one: this one waits while a
 * run is sending that, and creates its own job if the other one's stays unknown.
 */
function turnAmong(related: Records, ownId: number, turnFor: (job: string) => Turn): Turn {
  const isBefore = ({ comment }: StatusRecord) => comment.id < ownId;
  const newest = withoutRepeatedJobs(related).findLast(
    (record) =>
      record.facts.job !== undefined || (record.facts.sent === 'maybe' && isBefore(record)),
  );
  if (!newest) {
    // Without a job, the oldest request that waits creates one, and the others wait for it.
    return {
      ahead: related.find(
        (record) => record.facts.sent === 'no' && record.isLeaseHeld && isBefore(record),
      ),
    };
  }
  const { job } = newest.facts;
  if (job === undefined)
    return isSending(newest) ? { ahead: newest } : { note: newJobBecause(newest, WHY.unknown) };
  return turnFor(job);
}

/**
 * Whether a run that holds its lease is about to use the job, uses it, or waits for it since an
 * earlier announcement.
 */
function isAhead(record: StatusRecord, job: string, { request }: Ask, ownId: number): boolean {
  const { marker, facts, comment, isLeaseHeld } = record;
  if (!isLeaseHeld) return false;
  if (facts.sent !== 'no') return facts.job === job;
  // A waiting request of the same project and matrix job (`key`) continues the newest job of its
  // thread when it is sent. That may be this job by then, even if it waits for another one now.
  const mayContinue = marker.project === request.project && marker.key === request.key;
  const { waitsFor } = facts;
  if (comment.id > ownId || !waitsFor) return false;
  return mayContinue || (typeof waitsFor === 'object' && waitsFor.job === job);
}

// 4. Limits

/**
 * A job is created only below the limits. They are counted last: after the status comment says that
 * a job is about to be created.
 */
function withinLimits(step: Step, ask: Ask, { counted }: Known): Step {
  if (step.do !== 'submit' || step.to || !ask.limits) return step;
  if (!counted) return { do: 'count' };
  const outcome = outcomeAtLimit(ask, counted, counted.ownId);
  return outcome ? { do: 'stop', outcome } : step;
}

// What several paragraphs ask

/** Why the job of an earlier request is not waited for or continued: the end of a sentence. */
const WHY = {
  lost: 'its job was still active after 24 h',
  gone: 'the service no longer knows its job',
  unknown: 'it is not known to have a job',
} as const;

/** Whether a job is active for too long. @param records show for how long it has been open. */
const isLost = (job: Job, records: Records): boolean =>
  !hasEnded(job) && jobOpenForMs(job.id, records) > LOST_AFTER_MS;

/**
 * Whether the job of a request is active for too long. Never if its end was reported: then it works
 * on a follow-up, whose comment may be in another thread.
 */
const isJobLost = ({ facts }: StatusRecord, job: Job, { inThread }: Known): boolean =>
  facts.end === undefined && isLost(job, inThread);

/**
 * Why a job that ended is no result of the request; undefined if it is one, or if the job is
 * active.
 */
function failureOf({ status, pullRequest }: Job): string | undefined {
  if (status === 'failed') return 'its job failed';
  return status === 'archived' && pullRequest.kind === 'none' ? 'its job was archived' : undefined;
}

/**
 * @param record the earlier request; undefined if none is known. @param why the end of a sentence.
 */
const newJobBecause = (record: StatusRecord | undefined, why: string): RichText =>
  record
    ? ['New job, because of ', { link: 'an earlier request', to: record.comment.url }, `: ${why}.`]
    : [`New job: ${why}.`];
