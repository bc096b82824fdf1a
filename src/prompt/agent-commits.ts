import type { GitHub } from '../github/client.ts';
import { readFilesOfCommit } from '../github/commits.ts';
import type { Comparison } from '../github/comparison.ts';
import { isForbidden, PERMISSIONS } from '../github/errors.ts';
import { type Pull, readPullsOfCommit } from '../github/pulls.ts';

/** For how many commits the files are read: each takes one request to GitHub. */
const MAX_WITH_FILES = 30;
/** How many commits are looked up at once. */
const BATCH = 10;

/** The commits of a branch that belong to pull requests which jobs opened, or may have opened. */
export type AgentCommits =
  | { readonly kind: 'none' }
  /** All of them. `pulls`: the numbers of their pull requests; `suspected`: why some of these may be the agent's, as sentences. */
  | { readonly kind: 'all'; readonly pulls: readonly number[]; readonly suspected: readonly string[] }
  | { readonly kind: 'some'; readonly shas: ReadonlySet<string>; readonly suspected: readonly string[] };

/** Whose pull request it is. `why`: the reason for a suspicion, as the end of a sentence. */
type Origin = { readonly kind: 'person' | 'agent' } | { readonly kind: 'suspected'; readonly why: string };

export interface AgentCommitEffects {
  readonly github: GitHub;
  /** @throws GitHubError if GitHub does not answer. */
  readonly originOf: (pull: Pull) => Promise<Origin>;
  readonly warn: (line: string) => void;
  /** Whether only merged pull requests count: an open one may contain the commits of a person's. */
  readonly isMerged: boolean;
}

/**
 * Finds the commits that belong to the agent's pull requests, merged or open, among the listed ones: at most 100, the oldest first, and
 * the head. If all of these do, so do those that are not listed.
 * @throws GitHubError if GitHub does not answer. If the token may not read pull requests, it warns and finds none.
 */
export async function findAgentCommits(
  commits: readonly { readonly sha: string }[],
  effects: AgentCommitEffects,
): Promise<AgentCommits> {
  if (commits.length === 0) return { kind: 'none' };
  const origins = new Map<number, Promise<Origin>>();
  const originOf = (pull: Pull) => {
    const origin = origins.get(pull.number) ?? effects.originOf(pull);
    origins.set(pull.number, origin);
    return origin;
  };
  const pullsOf = await readPulls(commits, effects);
  const found = await inBatches([...pullsOf], async ([sha, all]) => {
    const pulls = all.filter(({ state }) => !effects.isMerged || state === 'merged');
    const whose = await Promise.all(pulls.map(originOf));
    return { sha, pulls: pulls.filter((_, at) => whose[at]?.kind !== 'person').map(({ number }) => number) };
  });
  const ofAgent = found.filter(({ pulls }) => pulls.length > 0);
  if (ofAgent.length === 0) return { kind: 'none' };
  const known = await Promise.all([...origins].map(async ([number, origin]) => ({ number, origin: await origin })));
  const suspected = known.flatMap(({ number, origin }) =>
    origin.kind === 'suspected' ? [`#${number} may be the agent's: ${origin.why}`] : [],
  );
  if (ofAgent.length < pullsOf.size) return { kind: 'some', shas: new Set(ofAgent.map(({ sha }) => sha)), suspected };
  return { kind: 'all', pulls: [...new Set(ofAgent.flatMap(({ pulls }) => pulls))], suspected };
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
export async function withoutCommits(
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
