import type { MarkedRequest } from './marker.ts';
import type { StatusRecord } from './status-records.ts';

/** What a run asks, as far as it decides about requests that are in the thread already. */
export interface RequestIdentity
  extends Pick<MarkedRequest, 'stepKey' | 'requestKey' | 'project' | 'key' | 'run' | 'attempt'> {
  /** Whether its cause occurs only once, as a comment does; a label can be set again. */
  readonly asksOnce: boolean;
  /** When the event happened, in milliseconds since the epoch by GitHub's clock; undefined where a later time means nothing. */
  readonly askedAt: number | undefined;
}

/** The job of a request, and whether an earlier attempt of this very run asked it. */
interface EarlierJob {
  readonly kind: 'job';
  readonly record: StatusRecord;
  readonly jobId: string;
  readonly isOwn: boolean;
}

/** Why there is a new job although one could expect another answer. */
export interface Instead {
  readonly record: StatusRecord;
  readonly why: string;
}

/** What earlier requests mean for this one, before any job is read. */
export type EarlierRequest =
  /** None stands in the way of a new job. */
  | { readonly kind: 'none'; readonly instead?: Instead }
  /** A run that may still be alive is handling the same request. */
  | { readonly kind: 'duplicate'; readonly record: StatusRecord }
  /** It was sent before, and whether a job exists is unknown: it is not sent again. */
  | { readonly kind: 'unconfirmed'; readonly record: StatusRecord }
  | EarlierJob;

/** Why a job that is active for too long is not waited for. */
export const LOST = 'its job was still active after 24 h';
const UNKNOWN = 'it is not known to have a job';

/** The newest earlier request that decides about this one: docs/guarantees.md has the table. @param records the oldest first. */
export function matchEarlierRequest(identity: RequestIdentity, records: readonly StatusRecord[]): EarlierRequest {
  const own = ownRecords(identity, records);
  for (const record of records.toReversed()) {
    const isOwn = own.includes(record);
    const isSame = record.marker.requestKey === identity.requestKey;
    const match = isOwn ? matchOwn(record) : isSame ? matchOther(record, identity) : undefined;
    if (match) return match;
  }
  return { kind: 'none' };
}

/**
 * The status comments of earlier attempts of this run. One with the same request key is sure; else the step alone counts, where it
 * is unambiguous: two callers of a reusable workflow are one step.
 */
export function ownRecords(identity: RequestIdentity, records: readonly StatusRecord[]): readonly StatusRecord[] {
  const { stepKey, run, attempt, requestKey } = identity;
  const ofStep = records.filter(
    ({ marker }) => marker.stepKey === stepKey && marker.run === run && marker.attempt < attempt,
  );
  const sure = ofStep.filter(({ marker }) => marker.requestKey === requestKey);
  if (sure.length > 0) return sure;
  return ofStep.length === 1 ? ofStep : [];
}

/** An earlier attempt has ended, whatever its lease. */
function matchOwn(record: StatusRecord): EarlierRequest | undefined {
  const { marker } = record;
  switch (marker.state) {
    case 'starting':
    case 'unconfirmed':
      return { kind: 'unconfirmed', record };
    case 'open':
    case 'continued':
    case 'ended':
      return { kind: 'job', record, jobId: marker.job, isOwn: true };
    case 'lost':
      return { kind: 'none', instead: { record, why: LOST } };
    case 'waiting':
    case 'unsent':
      return undefined;
  }
}

function matchOther(record: StatusRecord, { asksOnce, askedAt }: RequestIdentity): EarlierRequest | undefined {
  const { marker, comment, isLeaseHeld: isAlive } = record;
  switch (marker.state) {
    case 'starting':
    case 'unconfirmed':
      if (isAlive) return { kind: 'duplicate', record };
      return asksOnce ? { kind: 'unconfirmed', record } : { kind: 'none', instead: { record, why: UNKNOWN } };
    case 'waiting':
      return isAlive ? { kind: 'duplicate', record } : undefined;
    case 'open':
      if (isAlive) return { kind: 'duplicate', record };
      return { kind: 'job', record, jobId: marker.job, isOwn: false };
    case 'continued':
      return { kind: 'job', record, jobId: marker.job, isOwn: false };
    case 'ended': {
      // Asked while that job was active, and started only now (`concurrency`): what came of it is the answer.
      const isAnswered = askedAt !== undefined && askedAt < comment.updatedAt;
      return asksOnce || isAnswered ? { kind: 'job', record, jobId: marker.job, isOwn: false } : undefined;
    }
    case 'lost':
      return { kind: 'none', instead: { record, why: LOST } };
    case 'unsent':
      return undefined;
  }
}

/** What a follow-up may do now. */
export type Turn =
  /** A request before it is not reported yet. */
  | { readonly kind: 'wait'; readonly record: StatusRecord }
  /** It continues this job. */
  | { readonly kind: 'job'; readonly jobId: string; readonly record: StatusRecord | undefined }
  /** There is no job to continue. */
  | { readonly kind: 'none'; readonly instead?: Instead };

/**
 * Whether it is the turn of a command, which continues the newest job of its project in the thread; legs of a matrix (`key`) have
 * jobs of their own.
 * @param records those before this one, the oldest first.
 */
export function turnOfCommand({ project, key }: RequestIdentity, records: readonly StatusRecord[]): Turn {
  const related = records.filter(({ marker }) => marker.project === project && marker.key === key);
  const newest = related.findLast(({ marker }) => marker.state !== 'unsent' && marker.state !== 'waiting');
  const jobId = newest && 'job' in newest.marker ? newest.marker.job : undefined;
  const ahead = related.find((record) => isAhead(record, jobId));
  if (ahead) return { kind: 'wait', record: ahead };
  if (!newest) return { kind: 'none' };
  if (jobId === undefined) return { kind: 'none', instead: { record: newest, why: UNKNOWN } };
  if (newest.marker.state === 'lost') return { kind: 'none', instead: { record: newest, why: LOST } };
  return { kind: 'job', jobId, record: newest };
}

/** Whether it is the turn of a follow-up to the job that the workflow names. */
export function turnForJob(jobId: string, records: readonly StatusRecord[]): Turn {
  const ahead = records.find((record) => isAhead(record, jobId) && !isCreating(record));
  if (ahead) return { kind: 'wait', record: ahead };
  return { kind: 'job', jobId, record: records.findLast(({ marker }) => 'job' in marker && marker.job === jobId) };
}

const isCreating = ({ marker }: StatusRecord) => marker.state === 'starting' && marker.before === null;

/** Whether a run that may be alive is about to use the job, or waits for it. @param jobId undefined while it has no name. */
function isAhead({ marker, isLeaseHeld: isAlive }: StatusRecord, jobId: string | undefined): boolean {
  if (!isAlive) return false;
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
      return false;
  }
}
