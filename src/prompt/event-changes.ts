import { isForbidden, PERMISSIONS } from '../github/answers.ts';
import { type GitHub, needed } from '../github/client.ts';
import {
  type Comparison,
  findComparison,
  type Range,
  readComparison,
  readFilesOfCommit,
} from '../github/comparison.ts';
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

export interface EventChangesEffects {
  readonly github: GitHub | undefined;
  /** Undefined if the status comments cannot be read. @throws GitHubError if GitHub does not answer. */
  readonly originOf: ((pull: Pull) => Promise<Origin>) | undefined;
  /** The newest commit that an earlier request with the same cause has handled; undefined if none is known. */
  readonly handledHead: () => Promise<string | undefined>;
  readonly warn: (line: string) => void;
  /** Writes to the log and the job summary. */
  readonly note: (line: string) => void;
}

type AgentCommitEffects = Pick<EventChangesEffects, 'warn'> & {
  readonly github: GitHub;
  readonly originOf: NonNullable<EventChangesEffects['originOf']>;
};

/** The commits of an event, and the newest one, if the payload names it. */
interface EventCommits {
  readonly range: Range;
  readonly head: string | undefined;
}

/**
 * Reads the changes of an event without the agent's own, which would make its own work a request. Returns a reason if nothing else is left.
 * @param isWanted whether the request needs the changes. If it does not, only whether they are the agent's is found out.
 */
export async function readEventChanges(
  { agentCommits, head, range }: Pick<RequestTrigger, 'agentCommits' | 'head'> & Pick<EventCommits, 'range'>,
  isWanted: boolean,
  effects: EventChangesEffects,
): Promise<Comparison | { readonly ofAgent: string } | undefined> {
  const commits = { range, head };
  const { github, originOf, handledHead, warn } = effects;
  const comparison = isWanted ? await readChangesSince(needed(github), commits, handledHead) : undefined;
  if (!github || !originOf || !agentCommits) return comparison;
  if (agentCommits === 'all') return withoutAgentCommits(commits, comparison, { ...effects, github, originOf });
  const newest = await findAgentCommits([], head, true, { github, originOf, warn });
  return newest.areAll ? { ofAgent: formatPulls('the newest commit belongs', newest, range) } : comparison;
}

/**
 * Leaves out the commits of pull requests that the agent opened. If all commits of the event are the agent's, earlier ones that no job has
 * handled are no request either: with a job for each merge, the two would continue without end. The commits of the event are read only if
 * the newest one is the agent's: a merge queue pushes several merges at once.
 */
async function withoutAgentCommits(
  { range, head }: EventCommits,
  comparison: Comparison | undefined,
  effects: AgentCommitEffects & Pick<EventChangesEffects, 'note'>,
): Promise<Comparison | { readonly ofAgent: string } | undefined> {
  const known = await findAgentCommits(comparison?.commits ?? [], head, false, effects);
  const isOfAgent = known.areAll || (head !== undefined && known.shas.has(head));
  const ofEvent =
    isOfAgent && comparison?.baseSha !== range.base
      ? await findAgentCommits((await readComparison(effects.github, range)).commits, head, false, effects)
      : known;
  if (ofEvent.areAll) return { ofAgent: formatPulls('all commits belong', ofEvent, range) };
  const { shas, areAll, suspected } = comparison ? known : ofEvent;
  if (areAll || shas.size === 0) return comparison;
  if (suspected.length > 0) effects.note(`Commits were left out: ${formatSuspected(suspected, range)}.`);
  return comparison && withoutCommits(comparison, shas, effects.github);
}

/**
 * Reads what changed since the newest commit that a job has handled, so that a run that failed or was dropped loses no changes. If the head does
 * not contain that commit, or is that commit, it reads the commits of the event.
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

/** Why nothing is left. @param belong which commits do, as the start of a sentence. */
function formatPulls(belong: string, { pulls, suspected }: AgentCommits, range: Range): string {
  const names = pulls.map((number) => `#${number}`).join(', ');
  const are = `${belong} to ${pulls.length === 1 ? 'the pull request' : 'the pull requests'} ${names}`;
  return suspected.length > 0 ? `${are}. ${formatSuspected(suspected, range)}` : `${are}, which the agent opened`;
}

/** Why commits are not described, and how to describe them nevertheless. */
function formatSuspected(suspected: readonly string[], { base, head }: Range): string {
  const range = base ? `\`${base}...${head}\`` : `the range that ends with \`${head}\``;
  return `${suspected.join('; ')}. To request documentation for them, set \`compare\` to ${range}`;
}

/**
 * Finds the agent's commits among the listed ones, at most 100, and the head. If all are the agent's, so are those that are not listed.
 * @param isMerged only merged pull requests count: an open one may contain the commits of a person's.
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

/** Without these commits, and without the files that no other commit changed. If more than 30 other commits remain, it keeps all files. */
async function withoutCommits(comparison: Comparison, shas: ReadonlySet<string>, github: GitHub): Promise<Comparison> {
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
