/**
 * What a run does next with its request, from the status comments that it has read. Each call answers with one step; the run takes it,
 * and asks again with more known (`handle-request.ts`). A fact that is missing is asked for as a step. The types are in `steps.ts`.
 *
 * 1. Earlier requests (`stepForEarlier`). The newest one that is the same request and has an answer decides: a live run handles it (stop), it
 *    may have been sent but its answer is not known (stop as `unconfirmed`), or it has a job (read that, and join: wait for its result in its
 *    status comment, and send nothing). A label that is set again, a schedule and a dispatch ask anew: if their earlier request is unclear, or
 *    the end of its job is reported (`ended`), they lead to a new job. A label that was set before that report joins. An earlier attempt of the
 *    same run always counts, but if its job has no result, a new one is created (failed, archived without a pull request, lost or unknown). A
 *    failed job of another run is joined: it answers the request. One that is lost or unknown is not.
 * 2. Announce (`stepToAnnounce`): create the status comment, wait until others can see it, and read the thread again. If two runs announce
 *    the same request at once, each sees both comments, and the one with the higher id stops and takes its comment back. Only what changed
 *    since the first read counts. The comment of an earlier attempt is marked as replaced, or deleted if nothing was sent.
 * 3. A request that creates its own job is sent now. One that continues a job waits for its turn (`stepInQueue`, `turn.ts`): until the
 *    requests ahead in the one queue of that job are reported, and the job has ended its current work. Of two commands that come at once,
 *    with a job or without one, the one with the older comment is ahead. The comment says for which job it waits before the request is
 *    sent, so that others see it in the queue. After each wait the queue is read again. `mustContinue`: `job-id` or `follow-up`, which never
 *    create a job. `turnOf`: the job to continue, and the request ahead.
 * 4. Before a job is created, the limits are counted.
 * 5. Submit, once. Before that, the comment says so (phase `sending`). If the run is killed from then on, its comment proves that a job may
 *    exist: see 1.
 */
import { notSent } from '../outcome.ts';
import { hasEnded, type Job } from '../service/job.ts';
import { SETTLE_MS } from '../service/watch.ts';
import type { RichText } from '../text/format.ts';
import { changedSince, earlierAttempts } from '../thread/earlier-requests.ts';
import { LOST_AFTER_MS, leaseEnd, openForMs, type StatusRecord, united } from '../thread/status-records.ts';
import {
  continuesPull,
  FIRST_OF_CAUSE,
  failureOf,
  GONE,
  LOST,
  NO_JOB,
  newJobBecause,
  nothingToContinue,
  sentBefore,
  severalOpeners,
  UNKNOWN,
  unreadable,
} from './reasons.ts';
import type { Announced, Ask, FollowUpTarget, Known, Step } from './steps.ts';
import { mustContinue, openerOf, possibleOpeners, turnOf, withinLimits } from './turn.ts';

type Records = readonly StatusRecord[];

/** Decides what a run does next with its request. */
export function nextStep(ask: Ask, known: Known): Step {
  const step = stepWithoutLimits(ask, known);
  return step.do === 'submit' && !step.to ? withinLimits(step, ask, known) : step;
}

function stepWithoutLimits(ask: Ask, known: Known): Step {
  const { first, announced, queue } = known;
  if (announced && queue)
    return queue.records ? stepInQueue(ask, known, announced, queue.records) : { do: 'read-queue' };
  // What the first read showed is decided: after the announcement, only what changed since counts.
  const records = announced ? changedSince(first, announced.inThread, announced.commentId) : first;
  const earlier = stepForEarlier(ask, known, records);
  if ('do' in earlier) return earlier;
  return announced ? stepBeforeQueue(ask, known) : stepToAnnounce(ask, known, earlier.note);
}

/** The step that an earlier request leads to; or else why there is a new job although there is one. */
type Answer = Step | { readonly note: RichText | undefined };

/** The newest earlier request that affects this one decides, as in the table in docs/reliability.md. */
function stepForEarlier({ identity }: Ask, known: Known, records: Records): Answer {
  const attempts = earlierAttempts(identity, records);
  for (const record of records.toReversed()) {
    const isAttempt = attempts.includes(record);
    const isSame = isAttempt || record.marker.requestKey === identity.requestKey;
    const answer = isSame ? answerOf(record, isAttempt, identity, known) : undefined;
    if (answer) return answer;
  }
  return { note: undefined };
}

/** @param isAttempt an earlier attempt of the same run made the request. That has ended, even if its lease has not. */
function answerOf(
  record: StatusRecord,
  isAttempt: boolean,
  { asksOnce, askedAt }: Ask['identity'],
  known: Known,
): Answer | undefined {
  const { comment, facts, isLeaseHeld } = record;
  const { sent, job, end } = facts;
  if (isLeaseHeld && !isAttempt) return stopAsDuplicate(record);
  if (end?.why === 'lost') return { note: newJobBecause(record, LOST) };
  const asksAnew = !isAttempt && !asksOnce;
  if (sent === 'maybe')
    return asksAnew
      ? { note: newJobBecause(record, UNKNOWN) }
      : { do: 'stop', outcome: sentBefore(record), because: record, reportsAs: 'earlier-request' };
  // Requested while that job was active, and started only now (`concurrency`): its result answers this request.
  const wasAskedBefore = askedAt !== undefined && askedAt < comment.updatedAt;
  if (job === undefined || (asksAnew && end?.why === 'ended' && !wasAskedBefore)) return undefined; // an older one may answer
  return answerOfJob(job, record, isAttempt, known);
}

/** A job of an earlier attempt that failed is repeated; one of another run answers the request. */
function answerOfJob(id: string, because: StatusRecord, isAttempt: boolean, known: Known): Answer {
  const { first, announced, elsewhere, jobs } = known;
  const newJob = (why: string): Answer => ({
    note: isAttempt ? [`New job, as the first attempt has no result: ${why}.`] : newJobBecause(because, why),
  });
  const read = jobs.get(id);
  if (!read) return { do: 'read-job', job: id };
  if (read.kind === 'unreadable') return { do: 'stop', outcome: unreadable(id, read.error), because };
  if (read.kind === 'gone') return newJob(GONE);
  const { job } = read;
  if (isLost(job, united(elsewhere.edited ?? [], announced?.inThread ?? first))) {
    // It may work on a request in another thread.
    return elsewhere.edited ? newJob(LOST) : { do: 'read-elsewhere', what: 'edited' };
  }
  const failure = isAttempt ? failureOf(job) : undefined;
  return failure === undefined
    ? { do: 'join', because, job, reportsAs: isAttempt ? 'this-request' : 'earlier-request' }
    : newJob(failure);
}

/** Whether a job is active for too long. @param records show for how long it has been open. */
const isLost = (job: Job, records: Records) => !hasEnded(job) && openForMs(job.id, records) > LOST_AFTER_MS;

const stopAsDuplicate = (record: StatusRecord): Step => {
  const { marker, facts, comment } = record;
  const duplicate = { run: marker.run, until: leaseEnd(record), jobId: facts.job, url: comment.url };
  return { do: 'stop', because: record, outcome: { verdict: 'skipped', duplicate } };
};

function stepToAnnounce(ask: Ask, known: Known, note: RichText | undefined): Step {
  const { identity, wanted, mayNotSend } = ask;
  const attempts = earlierAttempts(identity, known.first);
  if (mayNotSend) {
    const [because] = attempts;
    return { do: 'stop', outcome: mayNotSend, ...(because && { because, reportsAs: 'this-request' }) };
  }
  const [opener] = possibleOpeners(ask);
  const { ofCause } = known.elsewhere;
  if (wanted?.kind === 'newest-of-cause' && !ofCause) return { do: 'read-elsewhere', what: 'ofCause' };
  const { job, ahead } = wanted ? turnOf(ask, known, united(ofCause ?? [], known.first)) : {};
  const behind = opener ?? job ?? (ahead && null);
  if (behind === undefined && mustContinue(wanted)) return { do: 'stop', outcome: NO_JOB };
  // A comment that leads to a pull request stays as it is.
  const replaced = attempts.filter(
    ({ marker, facts: { end } }) =>
      marker.requestKey === identity.requestKey && !(end?.why === 'ended' && end.link !== ''),
  );
  return { do: 'announce', behind, note, replaced };
}

/** If it is not certain which job opened the pull request, the request waits until it is. */
function stepBeforeQueue(ask: Ask, { isOpener }: Known): Step {
  const { origin, wanted } = ask;
  const openers = possibleOpeners(ask);
  const [job] = openers;
  if (openers.length > 1) return { do: 'stop', outcome: severalOpeners(openers) }; // said once, for all workflows and legs
  if (origin.kind === 'suspected' && job !== undefined && isOpener === undefined)
    return { do: 'wait-for-opener', job, link: origin.link };
  return wanted ? { do: 'read-queue' } : { do: 'submit' };
}

/** A request is sent in its turn: after those ahead of it in the one queue of its job. */
function stepInQueue(ask: Ask, known: Known, { commentId, behind }: Announced, records: Records): Step {
  // Another run made the same request while the lease of this one had ended: it is ahead, or was sent already.
  const twin = records.find(
    ({ comment, marker, facts, isLeaseHeld }) =>
      marker.requestKey === ask.identity.requestKey && (comment.id < commentId ? isLeaseHeld : facts.sent === 'yes'),
  );
  if (twin) return stopAsDuplicate(twin);
  const { job, ahead, note = known.openerNote } = turnOf(ask, known, records);
  if (ahead) return { do: 'wait-for-request', record: ahead, job };
  if (job !== undefined)
    return job === behind ? stepForTurn(job, ask, known, records) : { do: 'announce-again', behind: job };
  if (mustContinue(ask.wanted)) return { do: 'stop', outcome: nothingToContinue() };
  return { do: 'submit', note: note ?? (ask.wanted?.kind === 'newest-of-cause' ? FIRST_OF_CAUSE : undefined) };
}

/** It is the turn of this request, if its job has ended and can be continued. */
function stepForTurn(id: string, ask: Ask, known: Known, records: Records): Step {
  const { wanted } = ask;
  const ofJob = records.filter(({ facts }) => facts.job === id);
  function newJob(why: string): Step {
    const note = newJobBecause(ofJob.findLast(isRequest), why);
    return openerOf(ask, known) === id ? { do: 'pass-over-opener', note } : { do: 'submit', note };
  }
  const read = known.jobs.get(id);
  if (!read) return { do: 'read-job', job: id };
  if (read.kind === 'unreadable' || (read.kind === 'gone' && mustContinue(wanted)))
    return { do: 'stop', outcome: unreadable(id, read.error) };
  if (read.kind === 'gone') return newJob(GONE);
  const { job } = read;
  const hindrance = mustContinue(wanted) ? undefined : hindranceOf(job, wanted, known.pulls, records);
  if (hindrance === undefined) return stepToContinue(job, wanted, ofJob);
  return typeof hindrance === 'string' ? newJob(hindrance) : hindrance;
}

const isRequest = ({ facts }: StatusRecord) => !facts.isOpening;

/** Why the request gets a new job instead, or the step that comes first. Undefined if it continues this one. */
function hindranceOf(
  job: Job,
  wanted: FollowUpTarget | undefined,
  pulls: Known['pulls'],
  records: Records,
): string | Step | undefined {
  if (!hasEnded(job)) return isLost(job, records) ? LOST : undefined;
  const failure = failureOf(job);
  if (failure !== undefined) return failure;
  if (!pulls.has(job.id)) return { do: 'read-pull', job };
  const pull = pulls.get(job.id);
  if (pull?.kind === 'merged' || pull?.kind === 'closed') return `its pull request was ${pull.kind}`;
  if (wanted?.kind !== 'newest-of-cause') return undefined;
  if (!pull) return 'it has no pull request';
  return pull.kind === 'unreadable' ? { do: 'stop', outcome: notSent(pull.error) } : undefined;
}

/** @param ofJob the requests to the job. */
function stepToContinue(job: Job, wanted: FollowUpTarget | undefined, ofJob: Records): Step {
  if (!hasEnded(job)) return { do: 'wait-for-job', job, settleMs: 0 };
  // The service may still show the end of the work before the last prompt.
  const prompted = ofJob.filter(({ marker, facts: { end } }) => marker.before !== null && end?.why !== 'ended');
  const promptedMs = Math.min(SETTLE_MS, ...prompted.map(({ ageMs }) => ageMs));
  if (promptedMs < SETTLE_MS) return { do: 'wait-for-job', job, settleMs: SETTLE_MS - promptedMs };
  const note = wanted?.kind === 'newest-of-cause' ? continuesPull(job) : undefined;
  return { do: 'submit', to: job, after: ofJob.findLast(isRequest), note };
}
