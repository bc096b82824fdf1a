import { type GitHub, needed } from '../github/client.ts';
import {
  type Comparison,
  findComparison,
  type Range,
  readComparison,
} from '../github/comparison.ts';
import { type Pull, readPullsOfCommit } from '../github/pulls.ts';
import { plural } from '../text/format.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';

export interface EventChangesEffects {
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

/** The commits of an event, and the newest one, if the payload names it. */
interface EventCommits {
  readonly range: Range;
  readonly head: string | undefined;
}

/**
 * Reads the changes of an event. A push is judged by its newest commit: if that belongs to a pull
 * request of the agent with this base, the push is no request, whoever merged it. @param isWanted
 * whether the request needs the changes.
 */
export async function readEventChanges(
  {
    pushedBranch,
    head,
    range,
  }: Pick<RequestTrigger, 'pushedBranch' | 'head'> & Pick<EventCommits, 'range'>,
  isWanted: boolean,
  { github, isOfAgent, handledHead }: EventChangesEffects,
): Promise<Comparison | { readonly ofAgent: string } | undefined> {
  if (github && pushedBranch !== undefined && head !== undefined) {
    const effects = { github, isOfAgent };
    const pull = await agentPullOf(head, pushedBranch, effects);
    if (pull) return { ofAgent: await describeSkip(pull, pushedBranch, range, effects) };
  }
  return isWanted ? readChangesSince(needed(github), { range, head }, handledHead) : undefined;
}

/**
 * The pull request of the agent that brought a commit to a branch, if one did. @throws GitHubError
 * also if the token may not read it.
 */
async function agentPullOf(
  sha: string,
  branch: string,
  { github, isOfAgent }: AgentEffects,
): Promise<Pull | undefined> {
  for (const pull of await readPullsOfCommit(github, sha))
    if (pull.branch === branch && (await isOfAgent(pull))) return pull;
  return undefined;
}

/**
 * How many commits of a push are looked up, each with one request to GitHub, and how many at once.
 */
const MAX_LOOKED_UP = 30;
const BATCH = 10;

/**
 * Names the commits of the push that are not described because its newest one is the agent's, as
 * after a merge queue.
 */
async function describeSkip(
  pull: Pull,
  branch: string,
  range: Range,
  effects: AgentEffects,
): Promise<string> {
  const skip = `the newest commit belongs to pull request #${pull.number}, which the agent opened`;
  const { commits, totalCommits } = await readComparison(effects.github, range);
  const lookedUp = commits.slice(-MAX_LOOKED_UP);
  let ofAgent = 0;
  for (let at = 0; at < lookedUp.length; at += BATCH) {
    const batch = lookedUp
      .slice(at, at + BATCH)
      .map(({ sha }) => agentPullOf(sha, branch, effects));
    ofAgent += (await Promise.all(batch)).filter((found) => found !== undefined).length;
  }
  const others = totalCommits - ofAgent;
  if (others <= 0) return skip;
  const { base, head } = range;
  const compare = base ? `\`${base}...${head}\`` : `the range that ends with \`${head}\``;
  return `${skip}. ${plural(others, 'other commit')} of this push are not described: to request documentation for them, set \`compare\` to ${compare}`;
}

/**
 * Reads what changed since the newest commit that a job has handled, so that a run that failed or
 * was dropped loses no changes. If the head does not contain that commit, or is that commit, it
 * reads the commits of the event.
 */
async function readChangesSince(
  github: GitHub,
  { head, range }: EventCommits,
  handledHead: EventChangesEffects['handledHead'],
): Promise<Comparison> {
  const base = await handledHead();
  if (base !== undefined && head !== undefined && base !== head) {
    const since = await findComparison(github, { base, head, since: 'base' });
    if (since?.isDescendant) return since;
  }
  return readComparison(github, range);
}
