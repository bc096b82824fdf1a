import type { GitHub } from '../github/client.ts';
import { type Comparison, type Range, readComparison } from '../github/comparison.ts';
import { type AgentCommitEffects, findAgentCommits, withoutCommits } from './agent-commits.ts';

/** What changed on a branch, without the agent's own commits. */
export type BranchChanges =
  | { readonly kind: 'changes'; readonly comparison: Comparison }
  /** All commits belong to these pull requests, which jobs of the project opened. */
  | { readonly kind: 'of-agent'; readonly pulls: readonly number[] };

/** The commits of an event on a branch. */
export interface BranchRange {
  /** The commits of the event itself. */
  readonly range: Range;
  /** The newest commit of the branch. */
  readonly head: string;
  /** The newest commit of the branch that a job has handled; undefined if none is known. */
  readonly handledHead: string | undefined;
}

/**
 * Reads what changed since the newest commit that a job has handled, so that a run that failed or was dropped loses no changes. If that
 * commit is no ancestor of the branch's head, as after a force push, it reads the commits of the event.
 * @throws GitHubError if GitHub does not answer.
 */
export async function readChangesSince(github: GitHub, { range, head, handledHead }: BranchRange): Promise<Comparison> {
  if (handledHead !== undefined) {
    const since = { base: handledHead, head, since: 'base' } as const;
    const comparison = await readComparison(github, since).catch(undefinedIfUnknown);
    if (comparison?.isDescendant) return comparison;
  }
  return readComparison(github, range);
}
