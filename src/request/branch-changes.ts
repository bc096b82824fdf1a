import type { GitHub } from '../github/client.ts';
import { type Comparison, findComparison, type Range, readComparison } from '../github/comparison.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';
import { findAgentCommits, withoutCommits } from './agent-commits.ts';
import type { AgentPulls } from './agent-pulls.ts';

/** The commits of an event. */
interface EventCommits {
  readonly range: Range;
  /** The newest one; undefined if the payload names none. */
  readonly head: string | undefined;
  /** The newest commit that an earlier request with the same cause has handled; undefined if none is known. */
  readonly handledHead: string | undefined;
}

/**
 * Reads what changed since the newest commit that a job has handled, so that a run that failed or was dropped loses no changes. If the
 * history was rewritten since, so that the head does not contain that commit, it reads the commits of the event.
 * @throws GitHubError if GitHub does not answer.
 */
export async function readChangesSince(github: GitHub, commits: EventCommits): Promise<Comparison> {
  const { range, head, handledHead } = commits;
  if (handledHead !== undefined && head !== undefined) {
    const since = await findComparison(github, { base: handledHead, head });
    if (since?.isDescendant) return since;
  }
  return readComparison(github, range);
}

interface AgentEffects {
  readonly github: GitHub | undefined;
  /** Undefined if the status comments cannot be read. */
  readonly agentPulls: AgentPulls | undefined;
  readonly warn: (line: string) => void;
}

/** The changes of an event without the agent's own. */
type OwnChanges =
  | { readonly kind: 'changes'; readonly comparison: Comparison | undefined }
  /** All commits belong to these pull requests, which jobs of the project opened. */
  | { readonly kind: 'of-agent'; readonly pulls: readonly number[] };

/**
 * Leaves out the commits of pull requests that the agent opened, if the event is on a branch into which they are merged: otherwise its
 * own work would be a request.
 * @param comparison undefined if the request needs no changes. Then the commits of the event are read only if the newest one is the
 * agent's: a merge queue pushes several merges at once.
 * @throws GitHubError if GitHub does not answer.
 */
export async function withoutAgentChanges(
  { cause, head, prompt: { range } }: Pick<RequestTrigger, 'cause' | 'head' | 'prompt'>,
  comparison: Comparison | undefined,
  { github, agentPulls, warn }: AgentEffects,
): Promise<OwnChanges> {
  if (!github || !agentPulls || cause?.[0] !== 'branch') return { kind: 'changes', comparison };
  const effects = { github, agentPulls, warn };
  const first = await findAgentCommits(withHead(comparison?.commits ?? [], head), effects);
  const isUnclear = !comparison && first.kind === 'all' && range;
  const found = isUnclear
    ? await findAgentCommits(withHead((await readComparison(github, range)).commits, head), effects)
    : first;
  switch (found.kind) {
    case 'none':
      return { kind: 'changes', comparison };
    case 'all':
      return { kind: 'of-agent', pulls: found.pulls };
    case 'some':
      return { kind: 'changes', comparison: comparison && (await withoutCommits(comparison, found.shas, { github })) };
  }
}

/** The listed commits, the oldest of a long list, and the newest commit. */
function withHead(commits: readonly { readonly sha: string }[], head: string | undefined) {
  const isListed = head === undefined || commits.some(({ sha }) => sha === head);
  return isListed ? commits : [...commits, { sha: head }];
}
