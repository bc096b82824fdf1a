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

/**
 * The status comments of earlier attempts of this run. A comment with the same request key is a match. If there is none, a single
 * comment of the same step is a match; several are ambiguous, as two callers of a reusable workflow have the same step key.
 */
export function earlierAttempts(identity: RequestIdentity, records: readonly StatusRecord[]): readonly StatusRecord[] {
  const { stepKey, run, attempt, requestKey } = identity;
  const ofStep = records.filter(
    ({ marker, facts }) =>
      marker.stepKey === stepKey && marker.run === run && marker.attempt < attempt && !facts.isOpening,
  );
  const sure = ofStep.filter(({ marker }) => marker.requestKey === requestKey);
  if (sure.length > 0) return sure;
  return ofStep.length === 1 ? ofStep : [];
}

/**
 * The requests of the second read that are new or have a new state or writer: the others were matched after the first read. Without those
 * that were announced after this one, which stop in favor of it. @param commentId the id of the status comment of this request.
 */
export function changedSince(
  first: readonly StatusRecord[],
  second: readonly StatusRecord[],
  commentId: number,
): readonly StatusRecord[] {
  const known = new Map(first.map((record) => [record.comment.id, record]));
  return second.filter(({ comment, marker, facts }) => {
    const former = known.get(comment.id);
    const isSame = former?.facts.sent === facts.sent && former.facts.end?.kind === facts.end?.kind;
    const isChanged = !isSame || former.marker.writer !== marker.writer;
    return isChanged && (comment.id < commentId || facts.sent === 'yes' || facts.end !== undefined);
  });
}
