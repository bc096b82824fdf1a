import type { GitHubContext } from '../runtime/github-context.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';
import { hashOf } from './marker.ts';
import type { Request } from './request.ts';
import type { StatusRecord } from './status-records.ts';

/** The fields of a request that are compared with earlier requests in the thread. */
export interface RequestIdentity
  extends Pick<Request, 'stepKey' | 'requestKey' | 'project' | 'key' | 'cause' | 'run' | 'attempt'> {
  /** Whether its trigger occurs only once: a comment does, a label can be set again. */
  readonly asksOnce: boolean;
  /** Identifies the event. */
  readonly event: readonly string[];
  /** When the event happened, in milliseconds since the epoch by GitHub's clock; undefined if the time does not matter. */
  readonly askedAt: number | undefined;
}

/** Hashes that identify the step of a workflow and the project: the scope of deduplication. */
type StepKeys = Pick<Request, 'stepKey' | 'project' | 'key'>;

type StepContext = Pick<GitHubContext, 'repositoryKey' | 'workflow' | 'job' | 'step'>;

/** @param key distinguishes the legs of a matrix. */
export function stepKeysOf(context: StepContext, projectId: string, key: string): StepKeys {
  const { workflow, job, step } = context;
  const project = projectHash(context, projectId);
  return { stepKey: hashOf(workflow, job, step, key, project), project, key: hashOf(key) };
}

export const projectHash = ({ repositoryKey }: Pick<StepContext, 'repositoryKey'>, projectId: string): string =>
  hashOf(repositoryKey, projectId);

/**
 * The idempotency key: requests of the same step, with the same trigger and the same inputs, lead to one job.
 * @param stepInputs the inputs that distinguish two calls of the same step, such as the instruction and the job id.
 */
export function requestKeyOf(
  { stepKey }: StepKeys,
  { identity }: Pick<RequestTrigger, 'identity'>,
  stepInputs: string,
): string {
  return hashOf(stepKey, stepInputs, ...identity);
}

/** The job of an earlier request. `isOwn`: an earlier attempt of the same run made the request. */
interface EarlierJob {
  readonly kind: 'job';
  readonly record: StatusRecord;
  readonly jobId: string;
  readonly isOwn: boolean;
}

/** Why the action creates a new job although there is an earlier request. `why` is the end of a sentence. */
export interface Instead {
  /** Undefined if no status comment of that request is known. */
  readonly record: StatusRecord | undefined;
  readonly why: string;
}

/** How an earlier request affects this one, before its job is read. */
export type EarlierRequest =
  /** No earlier request prevents a new job. */
  | { readonly kind: 'none'; readonly instead?: Instead }
  /** A run that holds its lease is handling the same request. */
  | { readonly kind: 'duplicate'; readonly record: StatusRecord }
  /** The request was sent before, and it is unknown whether a job exists: it is not sent again. */
  | { readonly kind: 'unconfirmed'; readonly record: StatusRecord }
  | EarlierJob;

/** Why the action does not wait for a job that has been active for more than 24 h. */
export const LOST = 'its job was still active after 24 h';
export const UNKNOWN = 'it is not known to have a job';

/**
 * Matches a request with the newest earlier one that affects it, as in the table in docs/reliability.md.
 * @param records the oldest first.
 */
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
 * The status comments of earlier attempts of this run. A comment with the same request key is a match. If there is none, a single
 * comment of the same step is a match; several are ambiguous, as two callers of a reusable workflow have the same step key.
 */
export function ownRecords(identity: RequestIdentity, records: readonly StatusRecord[]): readonly StatusRecord[] {
  const { stepKey, run, attempt, requestKey } = identity;
  const ofStep = records.filter(
    ({ marker, facts }) =>
      marker.stepKey === stepKey && marker.run === run && marker.attempt < attempt && !facts.isOpening,
  );
  const sure = ofStep.filter(({ marker }) => marker.requestKey === requestKey);
  if (sure.length > 0) return sure;
  return ofStep.length === 1 ? ofStep : [];
}

/** An earlier attempt of the same run has always ended, even if its lease has not. */
function matchOwn(record: StatusRecord): EarlierRequest | undefined {
  const { sent, job, end } = record.facts;
  if (end?.kind === 'lost') return { kind: 'none', instead: { record, why: LOST } };
  if (sent === 'maybe') return { kind: 'unconfirmed', record };
  return sent === 'yes' && job !== undefined ? { kind: 'job', record, jobId: job, isOwn: true } : undefined;
}

function matchOther(record: StatusRecord, { asksOnce, askedAt }: RequestIdentity): EarlierRequest | undefined {
  const { comment, isLeaseHeld } = record;
  const { sent, job, end } = record.facts;
  if (isLeaseHeld) return { kind: 'duplicate', record };
  if (end?.kind === 'lost') return { kind: 'none', instead: { record, why: LOST } };
  if (sent === 'maybe')
    return asksOnce ? { kind: 'unconfirmed', record } : { kind: 'none', instead: { record, why: UNKNOWN } };
  // Requested while that job was active, and started only now (`concurrency`): its result answers this request.
  const isAnswered = asksOnce || end?.kind !== 'job' || (askedAt !== undefined && askedAt < comment.updatedAt);
  return job !== undefined && isAnswered ? { kind: 'job', record, jobId: job, isOwn: false } : undefined;
}
