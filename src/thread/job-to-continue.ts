import type { PullState } from '../github/pulls.ts';
import { type Instead, LOST, type RequestIdentity, UNKNOWN } from './earlier-requests.ts';
import type { Facts } from './facts.ts';
import type { StatusRecord } from './status-records.ts';

/** Which job a request continues. */
export type FollowUpTarget =
  /** The job that `job-id` names. */
  | { readonly kind: 'job'; readonly jobId: string }
  /**
   * The job that opened the pull request in which the request is made, while that is open, or else the newest job of the thread.
   * `orElse`: what to do if there is no job to continue.
   */
  | {
      readonly kind: 'thread';
      readonly opener?: string | undefined;
      readonly orElse: 'create' | 'skip';
      /** Only the opener counts: the request is about its branch, or is reported in a thread of other requests (`issue-number`). */
      readonly onlyOpener?: boolean;
    }
  /** The newest job of the same step and cause. */
  | { readonly kind: 'cause' };

/** The next step of a follow-up. */
export type Turn =
  /** An earlier request is not reported yet: wait for it. `jobId`: undefined before its job has an id. */
  | { readonly kind: 'wait'; readonly record: StatusRecord; readonly jobId: string | undefined }
  /** Continue this job. `record`: the previous request to it. `sentMs`: since the last prompt to it may have been sent. */
  | {
      readonly kind: 'job';
      readonly jobId: string;
      readonly record: StatusRecord | undefined;
      readonly sentMs: number;
    }
  /** There is no job to continue. */
  | { readonly kind: 'none'; readonly instead?: Instead };

/** What a follow-up knows of other requests: all status comments read, in whichever thread, the oldest first. */
interface Queue {
  readonly records: readonly StatusRecord[];
  /** The number of the thread that the request is reported in. */
  readonly thread: number;
  /** The id of its status comment; infinite before that exists. */
  readonly own: number;
}

/** Milliseconds: a pull request whose job is older is not continued by `reuse`. */
const MAX_REUSE_MS = 30 * 86_400_000;

/** The next step of a follow-up. @param dismissed the job that cannot be continued, as its pull request is not open. */
export function turnOf(
  target: FollowUpTarget,
  identity: RequestIdentity,
  queue: Queue,
  dismissed: ReadonlySet<string>,
): Turn {
  if (target.kind === 'job') return turnFor(target.jobId, queue);
  if (target.kind === 'thread' && target.opener !== undefined) {
    if (!dismissed.has(target.opener)) return turnFor(target.opener, queue);
  }
  if (target.kind === 'thread' && target.onlyOpener) return { kind: 'none' };
  const related =
    target.kind === 'cause' ? ofCause(identity, queue.records) : ofThread(identity, queue, target.opener !== undefined);
  return turnAmong(related, queue, dismissed);
}

/** A run is about to send the request, or has just sent it. */
const isStarting = ({ facts, isLeaseHeld }: StatusRecord) => facts.sent === 'maybe' && isLeaseHeld;

const isBefore = ({ comment }: StatusRecord, { own }: Queue) => comment.id < own;

/** The requests of the thread. Each leg of a matrix (`key`) has its own jobs there, unless a job opened it as a pull request. */
const ofThread = (
  { project, key }: Pick<RequestIdentity, 'project' | 'key'>,
  { records, thread }: Pick<Queue, 'records' | 'thread'>,
  isOfAgent: boolean,
): readonly StatusRecord[] =>
  records.filter(
    ({ marker, comment }) =>
      comment.issueNumber === thread && marker.project === project && (isOfAgent || marker.key === key),
  );

/** The requests of the same step and cause, at most 30 days old. */
export const ofCause = (
  { stepKey, cause }: Pick<RequestIdentity, 'stepKey' | 'cause'>,
  records: readonly StatusRecord[],
): readonly StatusRecord[] =>
  records.filter(
    ({ marker, openForMs }) => marker.stepKey === stepKey && marker.cause === cause && openForMs <= MAX_REUSE_MS,
  );

/**
 * Without the comments "Opened for" of jobs that have a status comment of a request too: written at the end of a job, they would seem newer
 * than a request that was announced before, and created the next job.
 */
function withoutNeedlessOpenings(records: readonly StatusRecord[]): readonly StatusRecord[] {
  const requested = new Set(records.map(({ facts }) => (facts.isOpening ? undefined : facts.job)));
  return records.filter(({ facts }) => !facts.isOpening || !requested.has(facts.job));
}

function turnAmong(related: readonly StatusRecord[], queue: Queue, dismissed: ReadonlySet<string>): Turn {
  const newest = withoutNeedlessOpenings(related).findLast(
    (record) => record.facts.sent !== 'no' && (isBefore(record, queue) || !isStarting(record)),
  );
  const jobId = newest?.facts.job;
  if (!newest || (jobId !== undefined && dismissed.has(jobId))) return waitingWithout(related, queue);
  if (jobId === undefined) {
    // The request ahead creates the job.
    if (isStarting(newest)) return { kind: 'wait', record: newest, jobId };
    return { kind: 'none', instead: { record: newest, why: UNKNOWN } };
  }
  if (newest.facts.end?.kind === 'lost') return { kind: 'none', instead: { record: newest, why: LOST } };
  return turnFor(jobId, queue);
}

/** Without a job, the oldest request that waits creates one, and the others wait for it. */
function waitingWithout(related: readonly StatusRecord[], queue: Queue): Turn {
  const ahead = related.find((record) => record.facts.sent === 'no' && record.isLeaseHeld && isBefore(record, queue));
  return ahead ? { kind: 'wait', record: ahead, jobId: undefined } : { kind: 'none' };
}

/** The turn of a request for this job, in the one queue of all threads. */
function turnFor(jobId: string, queue: Queue): Turn {
  const ahead = queue.records.find((record) => isAhead(record, jobId, queue));
  if (ahead) return { kind: 'wait', record: ahead, jobId };
  const ofJob = queue.records.filter(({ facts }) => facts.job === jobId);
  const sent = ofJob.filter(({ marker, facts }) => marker.before !== null && facts.end?.kind !== 'job');
  return {
    kind: 'job',
    jobId,
    record: ofJob.findLast(({ facts }) => !facts.isOpening),
    sentMs: Math.min(Number.POSITIVE_INFINITY, ...sent.map(({ ageMs }) => ageMs)),
  };
}

/** Whether a run that holds its lease is about to use the job, uses it, or waits for it since an earlier announcement. */
export function isAhead(
  { facts, comment, isLeaseHeld }: StatusRecord,
  jobId: string,
  { own, thread }: Pick<Queue, 'own' | 'thread'>,
): boolean {
  if (!isLeaseHeld) return false;
  if (facts.sent !== 'no') return facts.job === jobId;
  // Behind null: for the first job of its thread.
  return comment.id < own && (facts.behind ?? (comment.issueNumber === thread ? jobId : '')) === jobId;
}

/** The newest job of a thread; undefined if it has none. */
export function newestJobOf(
  identity: Pick<RequestIdentity, 'project' | 'key'>,
  thread: number,
  records: readonly StatusRecord[],
): string | undefined {
  const isOfAgent = records.some(({ marker, facts }) => marker.project === identity.project && facts.isOpening);
  return withoutNeedlessOpenings(ofThread(identity, { records, thread }, isOfAgent))
    .flatMap(({ facts }) => facts.job ?? [])
    .at(-1);
}

/**
 * The newest commit that the requests of one job have handled: the changes before it are in the documentation, or in its pull
 * request. Undefined if there is none. A follow-up whose pull request was merged while it worked has not handled its changes.
 * @param pull of the job; undefined if it has none.
 */
export function handledHeadOf(requests: readonly StatusRecord[], pull: PullState | undefined): string | undefined {
  const mergedAt = pull?.kind === 'merged' ? pull.at : Number.POSITIVE_INFINITY;
  return requests.findLast(
    ({ marker, facts, comment }) =>
      marker.head !== '' && isHandled(facts) && (!marker.before || mergedAt > comment.updatedAt),
  )?.marker.head;
}

const isHandled = ({ end }: Facts): boolean =>
  end?.kind === 'opened' || (end?.kind === 'job' && (end.verdict === 'pull-request' || end.verdict === 'no-changes'));
