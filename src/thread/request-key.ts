import type { RequestTrigger } from '../trigger/trigger.ts';
import { hashOf, type MarkedRequest } from './marker.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The step of a workflow that asks, and for which project: what it asks twice, it asks in vain. */
export type Slot = Pick<MarkedRequest, 'slot' | 'project' | 'key'>;

/** @param key tells apart the legs of a matrix. */
export function slotOf(env: Env, projectId: string, key: string): Slot {
  const project = projectHash(env, projectId);
  const { GITHUB_JOB = '', GITHUB_ACTION = '' } = env;
  return { slot: hashOf(workflowPath(env), GITHUB_JOB, GITHUB_ACTION, key, project), project, key: hashOf(key) };
}

export const projectHash = (env: Env, projectId: string): string => hashOf(repositoryOf(env), projectId);

/** The repository's number, or its name where a runner does not tell the number. */
export const repositoryOf = ({ GITHUB_REPOSITORY_ID, GITHUB_REPOSITORY = '' }: Env): string =>
  GITHUB_REPOSITORY_ID || GITHUB_REPOSITORY.toLowerCase();

/** `.github/workflows/docs.yml`, on whatever branch. */
function workflowPath({ GITHUB_WORKFLOW_REF = '', GITHUB_WORKFLOW = '' }: Env): string {
  return /^[^/]+\/[^/]+\/([^@]+)@/.exec(GITHUB_WORKFLOW_REF)?.[1] ?? GITHUB_WORKFLOW;
}

/**
 * One wish is one job: the same step asked by the same thing, in the same words of the workflow. A command is itself; a thread asks
 * again for what it asked before, unless its commits moved; a push or a release brings something new.
 * @param words what tells one call of the step from another: its instruction, and the job that it is for.
 */
export function wishOf({ slot }: Slot, trigger: RequestTrigger, words: string): string {
  return hashOf(slot, words, ...trigger.identity);
}
