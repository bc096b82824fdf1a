import type { PullState } from '../github/pulls.ts';
import { hasEnded } from '../service/job.ts';
import { SETTLE_MS } from '../service/watch.ts';
import type { RichText } from '../text/format.ts';
import type { RequestIdentity } from '../thread/earlier-requests.ts';
import type { StatusRecord } from '../thread/status-records.ts';
import type { Suspect } from './agent-pulls.ts';
import type { Ask, Known } from './steps.ts';

/** Why an earlier request has no job to wait for or to continue: the end of a sentence. */
export const LOST = 'its job was still active after 24 h';
export const UNKNOWN = 'it is not known to have a job';
/** Milliseconds: a pull request whose job is older is not continued by `reuse`. */
const MAX_REUSE_MS = 30 * 86_400_000;

type Records = readonly StatusRecord[];

/** @param record the earlier request; undefined if none is known. @param why the end of a sentence. */
export const newJobBecause = (record: StatusRecord | undefined, why: string): RichText =>
  record
    ? ['New job, because of ', { link: 'an earlier request', to: record.comment.url }, `: ${why}.`]
    : [`New job: ${why}.`];

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
  const job = wanted?.kind === 'named' ? wanted.jobId : known.openerNote ? undefined : opener;
  if (job !== undefined) return { job, ahead: records.find((record) => isAhead(record, job, ask, known)) };
  if (wanted?.kind === 'reuse') return turnAmong(ofCause(identity, records), ask, known, records);
  const isMadeElsewhere = pull !== undefined && pull !== thread;
  if (wanted?.kind !== 'thread' || wanted.onlyOpener || (opener !== undefined && isMadeElsewhere)) return {};
  return turnAmong(ofThread(identity, thread, records, opener !== undefined), ask, known, records);
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
  if (newest.facts.end?.kind === 'lost') return { note: newJobBecause(newest, LOST) };
  return { job, ahead: records.find((record) => isAhead(record, job, ask, known)) };
}

/** Whether a run that holds its lease is about to use the job, uses it, or waits for it since an earlier announcement. */
export function isAhead(record: StatusRecord, job: string, { thread }: Pick<Ask, 'thread'>, known: Known): boolean {
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
  if (wanted?.kind !== 'thread') return undefined;
  if (origin.kind === 'agent') return origin.jobId;
  return isOpener ? possibleOpeners(ask)[0] : undefined;
}

/**
 * The ids of the jobs that may still show that they opened the pull request: those that cannot be read only if there are no others, and
 * of several those that have ended only just after their last prompt.
 */
export function possibleOpeners({ origin, wanted, identity: { project } }: Ask): readonly string[] {
  if (origin.kind !== 'suspected' || wanted?.kind !== 'thread') return [];
  const ofProject = origin.suspects.filter(
    ({ record: { marker, facts } }) => marker.project === project && facts.end?.kind !== 'job',
  );
  const readable = ofProject.filter(({ job }) => job !== undefined);
  const candidates = readable.length > 0 ? readable : ofProject;
  const isOpen = ({ job, record }: Suspect) => !job || !hasEnded(job) || record.ageMs < SETTLE_MS;
  return (candidates.length > 1 ? candidates.filter(isOpen) : candidates).flatMap(({ jobId }) => jobId ?? []);
}

/** The requests of the thread. Each leg of a matrix (`key`) has its own jobs there, unless a job opened it as a pull request. */
const ofThread = (
  { project, key }: Pick<RequestIdentity, 'project' | 'key'>,
  thread: number,
  records: Records,
  isOfAgent: boolean,
): Records =>
  records.filter(
    ({ marker, comment }) =>
      comment.issueNumber === thread && marker.project === project && (isOfAgent || marker.key === key),
  );

/** The requests of the same step and cause, at most 30 days old. */
export const ofCause = ({ stepKey, cause }: Pick<RequestIdentity, 'stepKey' | 'cause'>, records: Records): Records =>
  records.filter(
    ({ marker, openForMs }) => marker.stepKey === stepKey && marker.cause === cause && openForMs <= MAX_REUSE_MS,
  );

/**
 * Without the comments "Opened for" of jobs that have a status comment of a request too: written at the end of a job, they would seem newer
 * than a request that was announced before, and created the next job.
 */
function withoutNeedlessOpenings(records: Records): Records {
  const requested = new Set(records.map(({ facts }) => (facts.isOpening ? undefined : facts.job)));
  return records.filter(({ facts }) => !facts.isOpening || !requested.has(facts.job));
}

/** The newest job of a thread; undefined if it has none. */
export function newestJobOf(
  identity: Pick<RequestIdentity, 'project' | 'key'>,
  thread: number,
  records: Records,
): string | undefined {
  const isOfAgent = records.some(({ marker, facts }) => marker.project === identity.project && facts.isOpening);
  return withoutNeedlessOpenings(ofThread(identity, thread, records, isOfAgent))
    .flatMap(({ facts }) => facts.job ?? [])
    .at(-1);
}

/**
 * The newest commit that the requests of one job have handled: the changes before it are in the documentation, or in its pull
 * request. Undefined if there is none. A follow-up whose pull request was merged while it worked has not handled its changes.
 * @param pull of the job; undefined if it has none.
 */
export function handledHeadOf(requests: Records, pull: PullState | undefined): string | undefined {
  const mergedAt = pull?.kind === 'merged' ? pull.at : Number.POSITIVE_INFINITY;
  return requests.findLast(({ marker, facts: { end }, comment }) => {
    const isHandled =
      end?.kind === 'opened' ||
      (end?.kind === 'job' && (end.verdict === 'pull-request' || end.verdict === 'no-changes'));
    return isHandled && marker.head !== '' && (!marker.before || mergedAt > comment.updatedAt);
  })?.marker.head;
}
