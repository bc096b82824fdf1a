import type { GitHubContext } from '../runtime/github-context.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';
import { hashOf, type MarkedRequest } from './marker.ts';

/** Hashes that identify the step of a workflow and the project: the scope of deduplication. */
export type StepKeys = Pick<MarkedRequest, 'stepKey' | 'project' | 'key'>;

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
