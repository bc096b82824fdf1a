import { InputError } from '../errors.ts';
import { type GitHub, needed } from '../github/client.ts';
import { type Comparison, findComparison, type Range, readComparison } from '../github/comparison.ts';
import { inOtherRepository, type Repository, readVisibility } from '../github/repository.ts';
import type { AskInputs } from '../inputs/inputs.ts';
import type { SkipReason } from '../outcome.ts';
import type { GitHubContext } from '../runtime/github-context.ts';
import { quoteName } from '../text/escape.ts';
import { plural } from '../text/format.ts';
import { excludingInputs, type PathFilter } from '../text/glob.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';
import { type AgentCommitEffects, findAgentCommits, withoutCommits } from './agent-commits.ts';
import { areRelevant, type Changes, selectChanges } from './context.ts';

interface RequestedChanges {
  /** Undefined if no input needs them, or the event has no range. */
  readonly changes: Changes | undefined;
  /** Set if all of them are the agent's own. */
  readonly skipReason: SkipReason | undefined;
}

export interface ChangesEffects {
  readonly github: GitHub | undefined;
  /** The repository of `compare`; undefined for the workflow's own. */
  readonly other: Repository | undefined;
  /** Whose a pull request is; undefined if the status comments cannot be read. */
  readonly originOf: AgentCommitEffects['originOf'] | undefined;
  /** The newest commit that an earlier request with the same cause has handled; undefined if none is known. */
  readonly handledHead: () => Promise<string | undefined>;
  readonly warn: (line: string) => void;
  /** Writes to the log and the job summary. */
  readonly note: (line: string) => void;
}

/**
 * Reads the changes of the event or of `compare`. The request key contains the commits of `compare`.
 * @throws GitHubError if the changes cannot be read.
 */
export async function readRequestedChanges(
  trigger: RequestTrigger,
  { compare, context, paths }: AskInputs,
  { github, other, originOf, handledHead, warn, note }: ChangesEffects,
): Promise<RequestedChanges> {
  const isWanted = compare !== null || context !== 'none' || paths.include.length + paths.exclude.length > 0;
  if (compare) {
    const range = { base: compare.base, head: compare.head, since: 'merge-base' } as const;
    const compared = other ? await publicEnough(needed(github), other) : needed(github);
    const comparison = await readComparison(compared, range);
    noteUnfiltered(comparison, paths, note);
    return { changes: selectChanges(comparison, paths), skipReason: undefined };
  }
  const { range } = trigger.prompt;
  if (!range) return NO_CHANGES;
  const all = isWanted
    ? await readChangesSince(needed(github), { ...trigger, range, handledHead: await handledHead() })
    : undefined;
  const own = await withoutAgentChanges(trigger, all, { github, originOf, warn });
  if (own.kind === 'of-agent') return { ...NO_CHANGES, skipReason: skipped(formatAgentPulls(own, range, trigger)) };
  if (own.suspected.length > 0) note(`Commits were left out: ${formatSuspected(own.suspected, range)}.`);
  if (!own.comparison) return NO_CHANGES;
  noteUnfiltered(own.comparison, paths, note);
  return { ...NO_CHANGES, changes: selectChanges(own.comparison, paths) };
}

function noteUnfiltered({ isComplete }: Comparison, { include, exclude }: PathFilter, note: (line: string) => void) {
  if (isComplete || include.length + exclude.length === 0) return;
  note(
    '`paths` was not applied: GitHub does not list all changed files (more than 300, or a force push), so all count as relevant.',
  );
}

export const NO_CHANGES = { changes: undefined, skipReason: undefined } as const;

function formatAgentPulls({ pulls, suspected }: AgentsChanges, range: Range, { kind }: Pick<RequestTrigger, 'kind'>) {
  const names = pulls.map((number) => `#${number}`).join(', ');
  const commits = kind === 'updated' ? 'the newest commit belongs' : 'all commits belong';
  const are = `${commits} to ${pulls.length === 1 ? 'the pull request' : 'the pull requests'} ${names}`;
  if (suspected.length === 0) return `${are}, which the agent opened`;
  return `${are}. ${formatSuspected(suspected, range)}`;
}

/** Why commits are not described, and how to describe them nevertheless. */
function formatSuspected(suspected: readonly string[], { base, head }: Range): string {
  const range = base ? `\`${base}...${head}\`` : `the range that ends with \`${head}\``;
  return `${suspected.join('; ')}. To request documentation for them, set \`compare\` to ${range}`;
}

/** Why there is nothing to do: the changes are the request, and no relevant file changed. Comments and issues contain their request as text. */
export function irrelevance(
  trigger: RequestTrigger,
  { changes }: Pick<RequestedChanges, 'changes'>,
  { compare, paths }: AskInputs,
): SkipReason | undefined {
  if (!trigger.prompt.needsChanges || !changes || areRelevant(changes)) return undefined;
  const [first, ...others] = changes.ignored;
  if (first) {
    const name = ` (${quoteName(first.path)}${others.length > 0 ? ', …' : ''})`;
    const files = others.length > 0 ? `all ${plural(others.length + 1, 'changed file')}` : 'the only changed file';
    const verb = others.length > 0 ? 'are' : 'is';
    return skipped(`${files}${name} ${verb} excluded by ${excludingInputs(paths)}`);
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
  { serverUrl, repository: own }: Pick<GitHubContext, 'serverUrl' | 'repository'>,
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

/** The commits of an event. */
interface EventCommits {
  readonly range: Range;
  /** The newest one; undefined if the payload names none. */
  readonly head?: string | undefined;
  /** The newest commit that an earlier request with the same cause has handled; undefined if none is known. */
  readonly handledHead: string | undefined;
}

/**
 * Reads what changed since the newest commit that a job has handled, so that a run that failed or was dropped loses no changes. If the
 * history was rewritten since, so that the head does not contain that commit, or if that is the head, it reads the commits of the event.
 * @throws GitHubError if GitHub does not answer.
 */
async function readChangesSince(github: GitHub, commits: EventCommits): Promise<Comparison> {
  const { range, head, handledHead } = commits;
  if (handledHead !== undefined && head !== undefined && handledHead !== head) {
    const since = await findComparison(github, { base: handledHead, head });
    if (since?.isDescendant) return since;
  }
  return readComparison(github, range);
}

/** The changes of an event without the agent's own. */
type OwnChanges =
  /** `suspected`: the pull requests whose commits are left out although they may be a person's, as sentences. */
  | {
      readonly kind: 'changes';
      readonly comparison: Comparison | undefined;
      readonly suspected: readonly string[];
    }
  | ({ readonly kind: 'of-agent' } & AgentsChanges);

/** All commits belong to these pull requests, which jobs opened, or may have opened. */
interface AgentsChanges {
  readonly pulls: readonly number[];
  readonly suspected: readonly string[];
}

/**
 * Leaves out the commits of pull requests that the agent opened, if the event is on a branch into which they are merged: otherwise its
 * own work would be a request. An update of a person's pull request is none if the newest commit is the agent's. If all commits of the event
 * are the agent's, earlier ones that no job has handled are no request either: with a job for each merge, the two would continue without end.
 * @param comparison undefined if the request needs no changes. Then, and if it has earlier commits too, the commits of the event are read only
 * if the newest one is the agent's: a merge queue pushes several merges at once.
 * @throws GitHubError if GitHub does not answer.
 */
async function withoutAgentChanges(
  { kind, cause, head, prompt: { range } }: Pick<RequestTrigger, 'kind' | 'cause' | 'head' | 'prompt'>,
  comparison: Comparison | undefined,
  { github, originOf, warn }: Pick<ChangesEffects, 'github' | 'originOf' | 'warn'>,
): Promise<OwnChanges> {
  const unchanged = { kind: 'changes', comparison, suspected: [] } as const;
  const isUpdate = kind === 'updated';
  if (!github || !originOf || (cause?.[0] !== 'branch' && !isUpdate)) return unchanged;
  const effects = { github, originOf, warn, isMerged: isUpdate };
  if (isUpdate) {
    const newest = await findAgentCommits(withHead([], head), effects);
    return newest.kind === 'all' ? { ...newest, kind: 'of-agent' } : unchanged;
  }
  const known = await findAgentCommits(withHead(comparison?.commits ?? [], head), effects);
  const isOfAgent = known.kind === 'all' || (known.kind === 'some' && head !== undefined && known.shas.has(head));
  const ofEvent =
    range && isOfAgent && comparison?.baseSha !== range.base
      ? await findAgentCommits(withHead((await readComparison(github, range)).commits, head), effects)
      : known;
  if (ofEvent.kind === 'all') return { ...ofEvent, kind: 'of-agent' };
  const found = comparison ? known : ofEvent;
  switch (found.kind) {
    case 'none':
    case 'all':
      return unchanged;
    case 'some': {
      const { shas, suspected } = found;
      return {
        kind: 'changes',
        suspected,
        comparison: comparison && (await withoutCommits(comparison, shas, { github })),
      };
    }
  }
}

/** The listed commits, the oldest of a long list, and the newest commit. */
function withHead(commits: readonly { readonly sha: string }[], head: string | undefined) {
  const isListed = head === undefined || commits.some(({ sha }) => sha === head);
  return isListed ? commits : [...commits, { sha: head }];
}

/**
 * The other repository, for reading. Log, summary and thread show names of files and commits to everyone who can read this repository.
 * @throws InputError if fewer people can read the other one, or if that is not known.
 */
async function publicEnough(own: GitHub, other: Repository): Promise<GitHub> {
  const compared = inOtherRepository(own, other);
  if ((await readVisibility(compared)) === 'public' || (await readVisibility(own)) === 'restricted') return compared;
  const name = quoteName(`${other.owner}/${other.repo}`);
  throw new InputError(
    `\`compare\` names ${name}, which is not known to be public, and everyone can read the log here, with names of files and commits.`,
    'Check the names in `compare`. A private repository is compared from a private one only, with a `github-token` that can read it.',
  );
}
