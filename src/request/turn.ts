import { ServiceError } from '../errors.ts';
import type { PullState } from '../github/pulls.ts';
import { notSent } from '../outcome.ts';
import { pullRequestSpan } from '../render/to-markdown.ts';
import { hasEnded, type Job } from '../service/job.ts';
import { SETTLE_MS } from '../service/watch.ts';
import type { RichText } from '../text/format.ts';
import { ofCause, ofThread, withoutNeedlessOpenings } from '../thread/earlier-requests.ts';
import type { StatusRecord } from '../thread/status-records.ts';
import type { Suspect } from './agent-pulls.ts';
import {
  type Announced,
  type Ask,
  type FollowUpTarget,
  failureOf,
  isLost,
  type Known,
  mustContinue,
  newJobBecause,
  type Step,
  stopAsDuplicate,
  unreadable,
  WHY,
} from './steps.ts';

type Records = readonly StatusRecord[];

/** A request is sent in its turn: after those ahead of it in the one queue of its job. */
export function stepInQueue(ask: Ask, known: Known, { commentId, behind }: Announced, records: Records): Step {
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
  if (mustContinue(ask.wanted)) return { do: 'stop', outcome: notSent(nothingToContinue()) };
  return { do: 'submit', note: note ?? (ask.wanted?.kind === 'newest-of-cause' ? FIRST_OF_CAUSE : undefined) };
}

const FIRST_OF_CAUSE = ['New pull request: no earlier request has one that is open.'];
const nothingToContinue = () =>
  new ServiceError('The job to continue is no longer known in this thread.', 'Name a job in `job-id`.');

/** It is the turn of this request, if its job has ended and can be continued. */
function stepForTurn(id: string, ask: Ask, known: Known, records: Records): Step {
  const { wanted } = ask;
  const ofJob = records.filter(({ facts }) => facts.job === id);
  const last = ofJob.findLast(({ facts }) => !facts.isOpening);
  function newJob(why: string): Step {
    const note = newJobBecause(last, why);
    return openerOf(ask, known) === id ? { do: 'pass-over-opener', note } : { do: 'submit', note };
  }
  const isFixed = mustContinue(wanted);
  const read = known.jobs.get(id);
  if (!read) return { do: 'read-job', job: id };
  if (read.kind === 'unreadable' || (read.kind === 'gone' && isFixed))
    return { do: 'stop', outcome: unreadable(id, read.error) };
  if (read.kind === 'gone') return newJob(WHY.gone);
  const { job } = read;
  const failure = isLost(job, records) ? WHY.lost : failureOf(job);
  if (!isFixed && failure !== undefined) return newJob(failure);
  if (!hasEnded(job)) return { do: 'wait-for-job', job, settleMs: 0 };
  if (!isFixed && !known.pulls.has(id)) return { do: 'read-pull', job };
  const hindrance = isFixed ? undefined : hindranceOf(known.pulls.get(id), wanted);
  if (hindrance !== undefined) return typeof hindrance === 'string' ? newJob(hindrance) : hindrance;
  return stepToContinue(job, wanted, ofJob, last);
}

/** Why a job with this pull request is not continued, or the step that follows. */
function hindranceOf(pull: PullState | undefined, wanted: FollowUpTarget | undefined): string | Step | undefined {
  if (pull?.kind === 'merged' || pull?.kind === 'closed') return `its pull request was ${pull.kind}`;
  if (wanted?.kind !== 'newest-of-cause') return undefined;
  if (!pull) return 'it has no pull request';
  return pull.kind === 'unreadable' ? { do: 'stop', outcome: notSent(pull.error) } : undefined;
}

/** @param ofJob the requests to the job. */
function stepToContinue(job: Job, wanted: FollowUpTarget | undefined, ofJob: Records, after?: StatusRecord): Step {
  // The service may still show the end of the work before the last prompt.
  const prompted = ofJob.filter(({ marker, facts: { end } }) => marker.before !== null && end?.why !== 'ended');
  const promptedMs = Math.min(SETTLE_MS, ...prompted.map(({ ageMs }) => ageMs));
  if (promptedMs < SETTLE_MS) return { do: 'wait-for-job', job, settleMs: SETTLE_MS - promptedMs };
  const note =
    wanted?.kind === 'newest-of-cause'
      ? ['Continues ', pullRequestSpan(job), ', the open pull request of an earlier request.']
      : undefined;
  return { do: 'submit', to: job, after, note };
}

/** The place of a request in the queue of its job. */
interface Turn {
  /** The job that it continues; undefined if there is none, or the request ahead creates it. */
  readonly job?: string;
  /** The request ahead, which is not reported yet. */
  readonly ahead?: StatusRecord | undefined;
  /** Why the request gets a new job. */
  readonly note?: RichText;
}

/** Which job a request continues, and which request is ahead of it, among those of all threads. */
export function turnOf(ask: Ask, known: Known, records: Records): Turn {
  const { wanted, identity, thread, pull } = ask;
  const opener = openerOf(ask, known);
  const job = wanted?.kind === 'by-id' ? wanted.jobId : known.openerNote ? undefined : opener;
  if (job !== undefined) return { job, ahead: records.find((record) => isAhead(record, job, ask, known)) };
  if (wanted?.kind === 'newest-of-cause') return turnAmong(ofCause(identity, records), ask, known, records);
  const isMadeElsewhere = pull !== undefined && pull !== thread;
  if (wanted?.kind !== 'newest-in-thread' || wanted.onlyOpener || (opener !== undefined && isMadeElsewhere)) return {};
  // The comment "Opened for" of the job that was passed over may be newer than the request of the job to continue.
  const requests = ofThread(identity, thread, records, opener !== undefined).filter(
    ({ facts }) => !facts.isOpening || facts.job !== opener,
  );
  return turnAmong(requests, ask, known, records);
}

/** The newest of the related requests has the job to continue. */
function turnAmong(related: Records, ask: Ask, known: Known, records: Records): Turn {
  const isBefore = ({ comment }: StatusRecord) => comment.id < idOf(known);
  const newest = withoutNeedlessOpenings(related).findLast(
    (record) => record.facts.sent !== 'no' && (isBefore(record) || !isStarting(record)),
  );
  const job = newest?.facts.job;
  if (!newest || (job !== undefined && job === openerOf(ask, known))) {
    // Without a job, the oldest request that waits creates one, and the others wait for it.
    return { ahead: related.find((record) => record.facts.sent === 'no' && record.isLeaseHeld && isBefore(record)) };
  }
  if (job === undefined) return isStarting(newest) ? { ahead: newest } : { note: newJobBecause(newest, WHY.unknown) };
  if (newest.facts.end?.why === 'lost') return { note: newJobBecause(newest, WHY.lost) };
  return { job, ahead: records.find((record) => isAhead(record, job, ask, known)) };
}

/** Whether a run that holds its lease is about to use the job, uses it, or waits for it since an earlier announcement. */
function isAhead(record: StatusRecord, job: string, { thread }: Ask, known: Known): boolean {
  const { facts, comment, isLeaseHeld } = record;
  if (!isLeaseHeld) return false;
  if (facts.sent !== 'no') return facts.job === job;
  // Behind null: for the first job of its thread.
  return comment.id < idOf(known) && (facts.behind ?? (comment.issueNumber === thread ? job : '')) === job;
}

/** The id of the run's status comment; infinite before it exists. */
const idOf = ({ announced }: Known) => announced?.commentId ?? Number.POSITIVE_INFINITY;

/** A run is about to send the request, or has just sent it. */
const isStarting = ({ facts, isLeaseHeld }: StatusRecord) => facts.sent === 'maybe' && isLeaseHeld;

/** The job that opened the pull request in which the request was made, as far as that is known. */
function openerOf(ask: Ask, { isOpener }: Known): string | undefined {
  const { wanted, origin } = ask;
  if (wanted?.kind !== 'newest-in-thread') return undefined;
  if (origin.kind === 'agent') return origin.jobId;
  return isOpener ? possibleOpeners(ask)[0] : undefined;
}

/** The jobs that may still show that they opened it: unreadable ones if there are no others; of several, ended ones only just after a prompt. */
export function possibleOpeners({ origin, wanted, identity: { project } }: Ask): readonly string[] {
  if (origin.kind !== 'suspected' || wanted?.kind !== 'newest-in-thread') return [];
  const ofProject = origin.suspects.filter(
    ({ record: { marker, facts } }) => marker.project === project && facts.end?.why !== 'ended',
  );
  const readable = ofProject.filter(({ job }) => job !== undefined);
  const candidates = readable.length > 0 ? readable : ofProject;
  const isOpen = ({ job, record }: Suspect) => !job || !hasEnded(job) || record.ageMs < SETTLE_MS;
  return (candidates.length > 1 ? candidates.filter(isOpen) : candidates).flatMap(({ jobId }) => jobId ?? []);
}
