import { hasEnded } from '../service/job.ts';
import { SETTLE_MS } from '../service/watch.ts';
import type { RichText } from '../text/format.ts';
import { ofCause, ofThread, withoutNeedlessOpenings } from '../thread/earlier-requests.ts';
import type { StatusRecord } from '../thread/status-records.ts';
import type { Suspect } from './agent-pulls.ts';
import { LOST, newJobBecause, outcomeAtLimit, UNKNOWN } from './reasons.ts';
import type { Ask, Doing, FollowUpTarget, Known, Step } from './steps.ts';

type Records = readonly StatusRecord[];

/** The place of a request in the queue of its job. */
interface Turn {
  /** The job that it continues; undefined if there is none, or the request ahead creates it. */
  readonly job?: string;
  /** The request ahead, which is not reported yet. */
  readonly ahead?: StatusRecord | undefined;
  /** Why the request gets a new job. */
  readonly note?: RichText;
}

/** Whether nothing is sent without a job to continue. */
export const mustContinue = (wanted: FollowUpTarget | undefined): boolean =>
  wanted?.kind === 'by-id' || (wanted?.kind === 'newest-in-thread' && wanted.orElse === 'skip');

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
  if (job === undefined) return isStarting(newest) ? { ahead: newest } : { note: newJobBecause(newest, UNKNOWN) };
  if (newest.facts.end?.why === 'lost') return { note: newJobBecause(newest, LOST) };
  return { job, ahead: records.find((record) => isAhead(record, job, ask, known)) };
}

/** Whether a run that holds its lease is about to use the job, uses it, or waits for it since an earlier announcement. */
function isAhead(record: StatusRecord, job: string, { thread }: Pick<Ask, 'thread'>, known: Known): boolean {
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
export function openerOf(ask: Ask, { isOpener }: Known): string | undefined {
  const { wanted, origin } = ask;
  if (wanted?.kind !== 'newest-in-thread') return undefined;
  if (origin.kind === 'agent') return origin.jobId;
  return isOpener ? possibleOpeners(ask)[0] : undefined;
}

/**
 * The ids of the jobs that may still show that they opened the pull request: those that cannot be read only if there are no others, and
 * of several those that have ended only just after their last prompt.
 */
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

/** A job is created only below the limits. They are counted last: after the status comment says that a job is about to be created. */
export function withinLimits(step: Doing<'submit'>, { limits }: Ask, { ledger }: Known): Step {
  if (!limits) return step;
  if (!ledger) return { do: 'read-ledger' };
  const outcome = outcomeAtLimit(limits, ledger, ledger.before);
  return outcome ? { do: 'stop', outcome } : step;
}
