import { type Instead, LOST, type RequestIdentity, UNKNOWN } from './earlier-requests.ts';
import type { Marker, MarkerState } from './marker.ts';
import { jobOfMarker, type StatusRecord } from './status-records.ts';

/** Which job a request continues. */
export type FollowUpTarget =
  /** The job that `job-id` names. */
  | { readonly kind: 'job'; readonly jobId: string }
  /**
   * The newest job of the thread. `openedBy`: the job that opened the pull request, if the request is made in one of the agent.
   * `isElsewhere`: the request is reported in another thread than that pull request (`issue-number`), whose other jobs do not matter.
   * `orElse`: what to do if there is no job to continue.
   */
  | {
      readonly kind: 'thread';
      readonly openedBy: string | undefined;
      readonly isElsewhere?: boolean;
      readonly orElse: 'create' | 'skip';
      /** Only the job that opened the pull request counts, as the request is about its branch. */
      readonly needsOpener?: boolean;
    }
  /** The newest job of the same step and cause whose pull request is open. */
  | { readonly kind: 'cause' };

/** The next step of a follow-up. */
export type Turn =
  /** An earlier request is not reported yet: wait for it. */
  | { readonly kind: 'wait'; readonly record: StatusRecord }
  /** Continue this job. */
  | { readonly kind: 'job'; readonly jobId: string; readonly record: StatusRecord | undefined }
  /** There is no job to continue. */
  | { readonly kind: 'none'; readonly instead?: Instead };

/**
 * The next step of a follow-up.
 * @param records the requests before this one, the oldest first.
 * @param dismissed jobs that cannot be continued, as their pull requests are not open.
 */
export function turnOf(
  target: FollowUpTarget,
  identity: RequestIdentity,
  records: readonly StatusRecord[],
  dismissed: ReadonlySet<string>,
): Turn {
  switch (target.kind) {
    case 'job':
      return turnForJob(target.jobId, records);
    case 'thread': {
      const { openedBy: opener, isElsewhere = false } = target;
      const related = ofThread(identity, records, opener);
      return turnAmong(isElsewhere ? related.filter(({ marker }) => isAbout(marker, opener)) : related, opener);
    }
    case 'cause': {
      const { stepKey, cause } = identity;
      const ofCause = records.filter(({ marker }) => marker.stepKey === stepKey && marker.cause === cause);
      return turnAmong(
        ofCause.filter(({ marker }) => !dismissed.has(jobOfMarker(marker) ?? '')),
        undefined,
      );
    }
  }
}

/** Whether a request is for this job. */
const isAbout = (marker: Marker, jobId: string | undefined) =>
  jobId !== undefined && (marker.state === 'waiting' ? marker.behind : jobOfMarker(marker)) === jobId;

/** The newest job of a thread; undefined if it has none. */
export function newestJobOf(identity: Pick<RequestIdentity, 'project' | 'key'>, records: readonly StatusRecord[]) {
  const related = ofThread(identity, records, openedBy(identity.project, records));
  return related.flatMap(({ marker }) => jobOfMarker(marker) ?? []).at(-1);
}

/** The job that opened this pull request, if a comment in it says so. */
export const openedBy = (project: string, records: readonly StatusRecord[]): string | undefined =>
  records.flatMap(({ marker }) => (marker.project === project && marker.state === 'opened' ? [marker.job] : [])).at(-1);

/** Each leg of a matrix (`key`) has its own jobs in a thread. A pull request that a job opened is one conversation for all of them. */
function ofThread(
  { project, key }: Pick<RequestIdentity, 'project' | 'key'>,
  records: readonly StatusRecord[],
  opener: string | undefined,
): readonly StatusRecord[] {
  return records.filter(({ marker }) => marker.project === project && (opener !== undefined || marker.key === key));
}

/**
 * The newest commit that a job of the same step and cause has handled: the changes before it are in the documentation, or in a pull
 * request. Undefined if there is none. What an earlier attempt of the same run has handled does not count: a re-run makes the same
 * request again, and must find its result instead of no changes.
 */
export function handledHead(
  { stepKey, cause, run }: Pick<RequestIdentity, 'stepKey' | 'cause' | 'run'>,
  records: readonly StatusRecord[],
) {
  const handled = records.findLast(
    ({ marker }) =>
      marker.stepKey === stepKey &&
      marker.cause === cause &&
      marker.run !== run &&
      marker.head !== '' &&
      isHandled(marker),
  );
  return handled?.marker.head;
}

function isHandled(marker: MarkerState): boolean {
  if (marker.state === 'opened') return true;
  return marker.state === 'ended' && (marker.verdict === 'pull-request' || marker.verdict === 'no-changes');
}

/** @param fallback the job to continue if no request has one, or the newest is not known to have one. */
function turnAmong(related: readonly StatusRecord[], fallback: string | undefined): Turn {
  const newest = related.findLast(({ marker }) => marker.state !== 'unsent' && marker.state !== 'waiting');
  const jobId = newest && jobOfMarker(newest.marker);
  const ahead = related.find((record) => isAhead(record, jobId));
  if (ahead) return { kind: 'wait', record: ahead };
  if (jobId === undefined && fallback !== undefined) return { kind: 'job', jobId: fallback, record: undefined };
  if (!newest) return { kind: 'none' };
  if (jobId === undefined) return { kind: 'none', instead: { record: newest, why: UNKNOWN } };
  if (newest.marker.state === 'lost') return { kind: 'none', instead: { record: newest, why: LOST } };
  return { kind: 'job', jobId, record: newest };
}

function turnForJob(jobId: string, records: readonly StatusRecord[]): Turn {
  const ahead = records.find((record) => isAhead(record, jobId) && !isCreating(record));
  if (ahead) return { kind: 'wait', record: ahead };
  return { kind: 'job', jobId, record: records.findLast(({ marker }) => jobOfMarker(marker) === jobId) };
}

const isCreating = ({ marker }: StatusRecord) => marker.state === 'starting' && marker.before === null;

/** The job that a request waits for; null before that job has an id, undefined if the request does not wait. */
export function waitsBehind(turn: Turn): string | null | undefined {
  if (turn.kind === 'none') return undefined;
  if (turn.kind === 'job') return turn.jobId;
  return jobOfMarker(turn.record.marker) ?? null;
}

/** Whether a run that holds its lease is about to use the job, or waits for it. @param jobId undefined before the job has an id. */
function isAhead({ marker, isLeaseHeld }: StatusRecord, jobId: string | undefined): boolean {
  if (!isLeaseHeld) return false;
  switch (marker.state) {
    case 'starting':
      return true;
    case 'waiting':
      return jobId === undefined || marker.behind === null || marker.behind === jobId;
    case 'open':
      return marker.job === jobId;
    case 'unsent':
    case 'unconfirmed':
    case 'continued':
    case 'ended':
    case 'lost':
    case 'opened':
      return false;
  }
}
