import type { ActionContext } from '../action-context.ts';
import { type GitHub, needed } from '../github/client.ts';
import {
  type CommitRange,
  type Comparison,
  findComparison,
  readComparison,
} from '../github/comparison.ts';
import { type Pull, readPullsOfCommit, readPullsOfNewCommit } from '../github/pulls.ts';
import { plural } from '../text/format.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';

export interface EventChangesEffects extends Pick<ActionContext, 'clock' | 'signal'> {
  readonly github: GitHub | undefined;
  /** Whether a pull request is the agent's. @throws GitHubError if GitHub does not answer. */
  readonly isOfAgent: (pull: Pull) => Promise<boolean>;
  /**
   * The newest commit that an earlier request with the same cause has handled; undefined if none is
   * known.
   */
  readonly handledHead: () => Promise<string | undefined>;
  /** Writes to the log and the job summary. */
  readonly note: (line: string) => void;
}

type AgentEffects = Pick<EventChangesEffects, 'isOfAgent'> & { readonly github: GitHub };

/**
 * A push is judged by its newest commit: if that belongs to a pull request of the agent with this
 * base, the push is no request, whoever merged it. Undefined if it is one, or the event is no push.
 * @throws GitHubError also if the token may not read the pull requests of a commit.
 */
export async function agentPush(
  {
    pushedBranch,
    head,
    prompt: { range },
  }: Pick<RequestTrigger, 'pushedBranch' | 'head' | 'prompt'>,
  { isOfAgent, ...effects }: EventChangesEffects,
): Promise<string | undefined> {
  if (pushedBranch === undefined || head === undefined) return undefined;
  const github = needed(effects.github);
  const pulls = await readPullsOfNewCommit(github, head, effects);
  const ofAgent = { github, isOfAgent };
  const pull = await firstOfAgent(pulls, pushedBranch, ofAgent);
  if (!pull) return undefined;
  const skip = `the newest commit belongs to pull request #${pull.number}, which the agent opened`;
  return range ? `${skip}${await describeOthers(pushedBranch, range, ofAgent)}` : skip;
}

/** The pull request of the agent that brought a commit to a branch, if one did. */
async function firstOfAgent(
  pulls: readonly Pull[],
  branch: string,
  { isOfAgent }: AgentEffects,
): Promise<Pull | undefined> {
  for (const pull of pulls) if (pull.branch === branch && (await isOfAgent(pull))) return pull;
  return undefined;
}

/**
 * How many commits of a push are looked up, each with one request to GitHub, and how many at once.
 */
const MAX_LOOKED_UP = 30;
const BATCH = 10;

/**
 * Names the commits of the push that are not described because its newest one is the agent's, as
 * after a merge queue; empty if there are none.
 */
async function describeOthers(
  branch: string,
  range: CommitRange,
  effects: AgentEffects,
): Promise<string> {
  const isOfAgent = async (sha: string) =>
    (await firstOfAgent(await readPullsOfCommit(effects.github, sha), branch, effects)) !==
    undefined;
  const { commits, totalCommits } = await readComparison(effects.github, range);
  const lookedUp = commits.slice(-MAX_LOOKED_UP);
  let ofAgent = 0;
  for (let at = 0; at < lookedUp.length; at += BATCH) {
    const batch = lookedUp.slice(at, at + BATCH).map(({ sha }) => isOfAgent(sha));
    ofAgent += (await Promise.all(batch)).filter(Boolean).length;
  }
  const others = totalCommits - ofAgent;
  if (others <= 0) return '';
  const { base, head } = range;
  const compare = base ? `\`${base}...${head}\`` : `the range that ends with \`${head}\``;
  return `. ${plural(others, 'other commit')} of this push are not described: to request documentation for them, set \`compare\` to ${compare}`;
}

/**
 * Reads what changed since the newest commit that a job has handled, so that a run that failed or
 * was dropped loses no changes. If the head does not contain that commit, or is that commit, it
 * reads the commits of the event.
 */
export async function readChangesSince(
  { head, range }: Pick<RequestTrigger, 'head'> & { readonly range: CommitRange },
  { handledHead, ...effects }: EventChangesEffects,
): Promise<Comparison> {
  const github = needed(effects.github);
  const base = await handledHead();
  if (base !== undefined && head !== undefined && base !== head) {
    const since = await findComparison(github, { base, head, since: 'base' });
    if (since?.isDescendant) return since;
  }
  return readComparison(github, range);
}
