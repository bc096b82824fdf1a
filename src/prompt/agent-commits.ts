import type { GitHub } from '../github/client.ts';
import { type Commit, type Comparison, readComparison, readFilesOfCommit } from '../github/comparison.ts';
import { isForbidden, PERMISSIONS } from '../github/failure.ts';
import { type Pull, readPullsOfCommit } from '../github/pulls.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';

/** For how many commits the files are read: each takes one request to GitHub. */
const MAX_WITH_FILES = 30;
/** How many commits are looked up at once. */
const BATCH = 10;

/** Those among some commits that belong to pull requests which jobs opened, or may have opened. */
interface AgentCommits {
  readonly shas: ReadonlySet<string>;
  readonly areAll: boolean;
  /** The numbers of these pull requests. */
  readonly pulls: readonly number[];
  /** Why some of these may be the agent's, as sentences. */
  readonly suspected: readonly string[];
}

/** Whose pull request it is. `why`: the reason for a suspicion, as the end of a sentence. */
type Origin = { readonly kind: 'person' | 'agent' } | { readonly kind: 'suspected'; readonly why: string };

export interface AgentCommitEffects {
  readonly github: GitHub;
  /** @throws GitHubError if GitHub does not answer. */
  readonly originOf: (pull: Pull) => Promise<Origin>;
  readonly warn: (line: string) => void;
}

/** The changes of an event without the agent's own. */
interface OwnChanges {
  readonly comparison: Comparison | undefined;
  readonly suspected: readonly string[];
  /** If all commits are the agent's: the numbers of its pull requests. */
  readonly ofAgent?: readonly number[];
}

/**
 * Leaves out the commits of pull requests that the agent opened, if the event is on a branch into which they are merged: otherwise its
 * own work would be a request. An update of a person's pull request is none if the newest commit is the agent's. If all commits of the event
 * are the agent's, earlier ones that no job has handled are no request either: with a job for each merge, the two would continue without end.
 * @param comparison undefined if the request needs no changes. Then, and if it has earlier commits too, the commits of the event are read only
 * if the newest one is the agent's: a merge queue pushes several merges at once.
 * @throws GitHubError if GitHub does not answer.
 */
export async function withoutAgentChanges(
  { agentCommits, head, prompt: { range } }: Pick<RequestTrigger, 'agentCommits' | 'head' | 'prompt'>,
  comparison: Comparison | undefined,
  effects: AgentCommitEffects,
): Promise<OwnChanges> {
  const isUpdate = agentCommits === 'newest';
  const unchanged = { comparison, suspected: [] };
  if (agentCommits === undefined) return unchanged;
  const find = (listed: readonly Commit[]) => findAgentCommits(listed, head, isUpdate, effects);
  const known = await find(isUpdate ? [] : (comparison?.commits ?? []));
  const isOfAgent = known.areAll || (head !== undefined && known.shas.has(head));
  const ofEvent =
    range && isOfAgent && !isUpdate && comparison?.baseSha !== range.base
      ? await find((await readComparison(effects.github, range)).commits)
      : known;
  if (ofEvent.areAll) return { comparison, suspected: ofEvent.suspected, ofAgent: ofEvent.pulls };
  const { shas, areAll, suspected } = comparison ? known : ofEvent;
  if (isUpdate || areAll || shas.size === 0) return unchanged;
  const rest = comparison && (await withoutCommits(comparison, shas, effects));
  return { comparison: rest, suspected };
}

/**
 * Finds the commits that belong to the agent's pull requests, merged or open, among the listed ones: at most 100, the oldest first, and
 * the head. If all of these do, so do those that are not listed.
 * @param isMerged only merged ones count: an open one may contain the commits of a person's.
 * @throws GitHubError if GitHub does not answer. If the token may not read pull requests, it warns and finds none.
 */
async function findAgentCommits(
  listed: readonly { readonly sha: string }[],
  head: string | undefined,
  isMerged: boolean,
  effects: AgentCommitEffects,
): Promise<AgentCommits> {
  const isListed = head === undefined || listed.some(({ sha }) => sha === head);
  const pullsOf = await readPulls(isListed ? listed : [...listed, { sha: head }], effects);
  const all = [...pullsOf.values()].flat().filter(({ state }) => !isMerged || state === 'merged');
  const pulls = [...new Map(all.map((pull) => [pull.number, pull])).values()];
  const judged = await inBatches(pulls, async (pull) => ({ ...pull, origin: await effects.originOf(pull) }));
  const ofAgent = judged.filter(({ origin }) => origin.kind !== 'person');
  const numbers = ofAgent.map(({ number }) => number);
  const shas = [...pullsOf].filter(([, of]) => of.some(({ number }) => numbers.includes(number))).map(([sha]) => sha);
  return {
    shas: new Set(shas),
    areAll: shas.length > 0 && shas.length === pullsOf.size,
    pulls: numbers,
    suspected: ofAgent.flatMap(({ number, origin }) =>
      origin.kind === 'suspected' ? [`#${number} may be the agent's: ${origin.why}`] : [],
    ),
  };
}

/** The pull requests of each commit; none, with a warning, if the token may not read pull requests. */
async function readPulls(
  commits: readonly { readonly sha: string }[],
  { github, warn }: AgentCommitEffects,
): Promise<ReadonlyMap<string, readonly Pull[]>> {
  try {
    return new Map(await inBatches(commits, async ({ sha }) => [sha, await readPullsOfCommit(github, sha)] as const));
  } catch (error) {
    if (!isForbidden(error)) throw error;
    warn(NO_PULLS);
    return new Map();
  }
}

const NO_PULLS =
  'Commits of pull requests that the agent opened are not recognized, as the token may not read pull requests. ' +
  `Give the job ${PERMISSIONS}, or exclude the documentation with \`paths-ignore\`.`;

/**
 * The comparison without these commits, and without the files that no other commit changed. If more than 30 other commits remain, it
 * keeps all files.
 * @throws GitHubError if GitHub does not answer.
 */
async function withoutCommits(
  comparison: Comparison,
  shas: ReadonlySet<string>,
  { github }: Pick<AgentCommitEffects, 'github'>,
): Promise<Comparison> {
  const commits = comparison.commits.filter(({ sha }) => !shas.has(sha));
  const totalCommits = comparison.totalCommits - (comparison.commits.length - commits.length);
  const rest = { ...comparison, commits, totalCommits };
  if (totalCommits > MAX_WITH_FILES) return rest;
  const paths = new Set((await inBatches(commits, ({ sha }) => readFilesOfCommit(github, sha))).flat());
  const { files } = comparison;
  return {
    ...rest,
    files: files.filter(({ path, previousPath = path }) => paths.has(path) || paths.has(previousPath)),
  };
}

async function inBatches<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += BATCH) {
    results.push(...(await Promise.all(items.slice(at, at + BATCH).map(act))));
  }
  return results;
}
