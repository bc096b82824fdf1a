import { InputError } from '../errors.ts';
import { type GitHub, needed } from '../github/client.ts';
import {
  type ChangedFile,
  type Comparison,
  findComparison,
  isRestricted,
  type Range,
  type Repository,
  readComparison,
} from '../github/comparison.ts';
import type { AskInputs } from '../inputs/inputs.ts';
import type { SkipReason } from '../outcome.ts';
import type { GitHubVariables } from '../runtime/github-variables.ts';
import { quoteName } from '../text/escape.ts';
import { plural } from '../text/format.ts';
import { createPathFilter, excludingInputs, type PathFilter } from '../text/glob.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';
import { type AgentCommitEffects, withoutAgentChanges } from './agent-commits.ts';

/** A comparison whose `files` are those that `paths` and `paths-ignore` select. */
export interface Changes extends Comparison {
  /** The files that `paths` and `paths-ignore` exclude. */
  readonly ignored: readonly ChangedFile[];
}

interface RequestedChanges {
  /** Undefined if no input needs them, or the event has no range. */
  readonly changes: Changes | undefined;
  /** Set if all of them are the agent's own, or they are the request and none is relevant. */
  readonly skipReason: SkipReason | undefined;
}

export interface ChangesEffects extends Pick<AgentCommitEffects, 'warn'> {
  readonly github: GitHub | undefined;
  /** Whose a pull request is; undefined if the status comments cannot be read. */
  readonly originOf: AgentCommitEffects['originOf'] | undefined;
  /** The repository of `compare`; undefined for the workflow's own. */
  readonly other: Repository | undefined;
  /** The newest commit that an earlier request with the same cause has handled; undefined if none is known. */
  readonly handledHead: () => Promise<string | undefined>;
  /** Writes to the log and the job summary. */
  readonly note: (line: string) => void;
}

/**
 * Reads the changes of the event or of `compare`. The request key contains the commits of `compare`.
 * @throws GitHubError if the changes cannot be read.
 */
export async function readRequestedChanges(
  trigger: RequestTrigger,
  inputs: Pick<AskInputs, 'compare' | 'context' | 'paths'>,
  effects: ChangesEffects,
): Promise<RequestedChanges> {
  const { compare, context, paths } = inputs;
  const { github, other, originOf, warn, note } = effects;
  if (compare) {
    const range = { base: compare.base, head: compare.head, since: 'merge-base' } as const;
    const compared = other ? await publicEnough(needed(github), other) : needed(github);
    return selected(trigger, await readComparison(compared, range), inputs, note);
  }
  const { range } = trigger.prompt;
  if (!range) return NO_CHANGES;
  const isWanted = context !== 'none' || paths.include.length + paths.exclude.length > 0;
  const all = isWanted ? await readChangesSince(needed(github), range, trigger.head, effects) : undefined;
  if (!github || !originOf) return selected(trigger, all, inputs, note);
  const own = await withoutAgentChanges(trigger, all, { github, originOf, warn });
  const suspected = own.suspected.length > 0 ? formatSuspected(own.suspected, range) : '';
  if (own.ofAgent) return { ...NO_CHANGES, skipReason: skipped(formatAgentPulls(own.ofAgent, suspected, trigger)) };
  if (suspected) note(`Commits were left out: ${suspected}.`);
  return selected(trigger, own.comparison, inputs, note);
}

const NO_CHANGES = { changes: undefined, skipReason: undefined } as const;

/** Applies `paths` and `paths-ignore`. */
function selected(
  trigger: RequestTrigger,
  comparison: Comparison | undefined,
  inputs: Pick<AskInputs, 'compare' | 'paths'>,
  note: (line: string) => void,
): RequestedChanges {
  if (!comparison) return NO_CHANGES;
  const { include, exclude } = inputs.paths;
  if (!comparison.isComplete && include.length + exclude.length > 0) note(NOT_APPLIED);
  const changes = selectChanges(comparison, inputs.paths);
  const isNeedless = trigger.prompt.needsChanges && !areRelevant(changes);
  return { changes, skipReason: isNeedless ? irrelevance(changes, inputs) : undefined };
}

const NOT_APPLIED =
  '`paths` was not applied: GitHub does not list all changed files (more than 300, or a force push), so all count as relevant.';

/** Applies `paths` and `paths-ignore`, unless files are not listed. A renamed file is selected by either of its names. */
export function selectChanges(comparison: Comparison, filter: PathFilter): Changes {
  const { files, isComplete } = comparison;
  if (!isComplete) return { ...comparison, ignored: [] };
  const isSelected = createPathFilter(filter);
  const isIncluded = ({ path, previousPath = path }: ChangedFile) => isSelected(path) || isSelected(previousPath);
  return { ...comparison, files: files.filter(isIncluded), ignored: files.filter((file) => !isIncluded(file)) };
}

/** False only if all files are listed, and `paths` and `paths-ignore` select none. */
export const areRelevant = ({ files, isComplete }: Changes): boolean => files.length > 0 || !isComplete;

function formatAgentPulls(pulls: readonly number[], suspected: string, { agentCommits }: RequestTrigger) {
  const names = pulls.map((number) => `#${number}`).join(', ');
  const commits = agentCommits === 'newest' ? 'the newest commit belongs' : 'all commits belong';
  const are = `${commits} to ${pulls.length === 1 ? 'the pull request' : 'the pull requests'} ${names}`;
  return suspected ? `${are}. ${suspected}` : `${are}, which the agent opened`;
}

/** Why commits are not described, and how to describe them nevertheless. */
function formatSuspected(suspected: readonly string[], { base, head }: Range): string {
  const range = base ? `\`${base}...${head}\`` : `the range that ends with \`${head}\``;
  return `${suspected.join('; ')}. To request documentation for them, set \`compare\` to ${range}`;
}

/** Why there is nothing to do. Comments and issues contain their request as text. */
function irrelevance({ ignored }: Changes, { compare, paths }: Pick<AskInputs, 'compare' | 'paths'>): SkipReason {
  const [first, ...others] = ignored;
  if (first) {
    const name = ` (${quoteName(first.path)}${others.length > 0 ? ', …' : ''})`;
    const are = others.length > 0 ? 'are' : 'is';
    const files = others.length > 0 ? `all ${plural(ignored.length, 'changed file')}` : 'the only changed file';
    return skipped(`${files}${name} ${are} excluded by ${excludingInputs(paths)}`);
  }
  if (!compare) return skipped('no file changed');
  const range = `between ${quoteName(compare.base)} and ${quoteName(compare.head)}`;
  return skipped(`${range} no file changed; \`base...head\` names the older one first`);
}

const skipped = (reason: string): SkipReason => ({ verdict: 'skipped', reason });

/**
 * The repository of `compare`; undefined if it is the one that the workflow runs in.
 * @throws InputError if the page is on another server than the workflow's.
 */
export function otherRepository(
  { compare }: Pick<AskInputs, 'compare'>,
  { serverUrl, repository: own }: Pick<GitHubVariables, 'serverUrl' | 'repository'>,
): Repository | undefined {
  const page = compare?.page;
  if (!page) return undefined;
  const { origin, owner, repo } = page;
  if (origin !== URL.parse(serverUrl)?.origin) {
    throw new InputError(
      `\`compare\` names a page on ${origin}, and this workflow runs on ${serverUrl}.`,
      `Name a page on that server: \`${serverUrl}/owner/repo/compare/base...head\`.`,
    );
  }
  const isOwn = `${own?.owner}/${own?.repo}`.toLowerCase() === `${owner}/${repo}`.toLowerCase();
  return isOwn ? undefined : { owner, repo };
}

/**
 * Reads what changed since the newest commit that a job has handled, so that a run that failed or was dropped loses no changes. If the
 * history was rewritten since, so that the head does not contain that commit, or if that is the head, it reads the commits of the event.
 * @param head the newest commit of the event; undefined if the payload names none.
 * @throws GitHubError if GitHub does not answer.
 */
async function readChangesSince(
  github: GitHub,
  range: Range,
  head: string | undefined,
  { handledHead }: Pick<ChangesEffects, 'handledHead'>,
): Promise<Comparison> {
  const base = await handledHead();
  if (base !== undefined && head !== undefined && base !== head) {
    const since = await findComparison(github, { base, head, since: 'base' });
    if (since?.isDescendant) return since;
  }
  return readComparison(github, range);
}

/**
 * The other repository, for reading. Log, summary and thread show names of files and commits to everyone who can read this repository.
 * @throws InputError if fewer people can read the other one, or if that is not known.
 */
async function publicEnough(own: GitHub, other: Repository): Promise<GitHub> {
  const compared = { ...own, repository: other };
  const isPrivate = await isRestricted(compared);
  if (isPrivate === false) return compared;
  const isPrivateHere = await isRestricted(own);
  if (isPrivate && isPrivateHere) return compared;
  const why = isPrivateHere
    ? ', which GitHub does not show to `github-token`'
    : ', which is not known to be public, and everyone can read the log here, with names of files and commits';
  throw new InputError(
    `\`compare\` names ${quoteName(`${other.owner}/${other.repo}`)}${why}.`,
    'Check the names in `compare`. A private repository is compared from a private one only, with a `github-token` that can read it.',
  );
}
