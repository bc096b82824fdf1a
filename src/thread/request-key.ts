import type { GitHubContext } from '../runtime/github-context.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';
import { hashOf, type MarkedRequest } from './marker.ts';

/** The step of a workflow that asks, and for which project: the scope of deduplication. */
export type StepKeys = Pick<MarkedRequest, 'stepKey' | 'project' | 'key'>;

type StepContext = Pick<GitHubContext, 'repositoryKey' | 'workflow' | 'job' | 'step'>;

/** @param key tells apart the legs of a matrix. */
export function stepKeysOf(context: StepContext, projectId: string, key: string): StepKeys {
  const { workflow, job, step } = context;
  const project = projectHash(context, projectId);
  return { stepKey: hashOf(workflow, job, step, key, project), project, key: hashOf(key) };
}

export const projectHash = ({ repositoryKey }: Pick<StepContext, 'repositoryKey'>, projectId: string): string =>
  hashOf(repositoryKey, projectId);

/**
 * One request is one job: the same step asked by the same cause, in the same words of the workflow.
 * @param words what tells one call of the step from another: its instruction, and the job that it is for.
 */
export function requestKeyOf(
  { stepKey }: StepKeys,
  { identity }: Pick<RequestTrigger, 'identity'>,
  words: string,
): string {
  return hashOf(stepKey, words, ...identity);
}
