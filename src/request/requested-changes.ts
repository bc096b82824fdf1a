import { type GitHub, needed } from '../github/client.ts';
import { readComparison } from '../github/comparison.ts';
import { inOtherRepository, type Repository } from '../github/repository.ts';
import type { AskInputs } from '../inputs/inputs.ts';
import type { SkipReason } from '../outcome.ts';
import { areRelevant, type Changes, selectChanges } from '../prompt/context.ts';
import { quoteName } from '../text/escape.ts';
import { plural } from '../text/format.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';
import { readChangesSince, withoutAgentChanges } from './branch-changes.ts';
import { readConfidentiality } from './compared-repository.ts';
import type { Memory } from './memory.ts';

export interface RequestedChanges {
  /** Undefined if no input needs them, or the event has no range. */
  readonly changes: Changes | undefined;
  /** Whether names of files, subjects of commits and patches may be sent to the service only. */
  readonly isConfidential: boolean;
  /** Set if all of them are the agent's own. */
  readonly skipReason: SkipReason | undefined;
}

interface ChangesEffects {
  readonly github: GitHub | undefined;
  /** The repository of `compare`; undefined for the workflow's own. */
  readonly other: Repository | undefined;
  readonly memory: Pick<Memory, 'agentPulls' | 'handledHead'>;
  readonly warn: (line: string) => void;
}

/**
 * Reads the changes of the event or of `compare`. The request key contains the commits of `compare`.
 * @throws GitHubError if the changes cannot be read.
 */
export async function readRequestedChanges(
  trigger: RequestTrigger,
  { compare, context, paths }: AskInputs,
  { github, other, memory, warn }: ChangesEffects,
): Promise<RequestedChanges> {
  const isWanted = compare !== null || context !== 'none' || paths.include.length + paths.exclude.length > 0;
  if (compare) {
    const range = { base: compare.base, head: compare.head, since: 'merge-base' } as const;
    const own = needed(github);
    const [comparison, isConfidential] = await Promise.all([
      readComparison(other ? inOtherRepository(own, other) : own, range),
      other ? readConfidentiality(own, other) : false,
    ]);
    return { changes: selectChanges(comparison, paths), isConfidential, skipReason: undefined };
  }
  const { range } = trigger.prompt;
  if (!range) return NO_CHANGES;
  const effects = { github, agentPulls: memory.agentPulls, warn };
  const all = isWanted
    ? await readChangesSince(needed(github), { ...trigger, range, handledHead: await memory.handledHead() })
    : undefined;
  const own = await withoutAgentChanges(trigger, all, effects);
  if (own.kind === 'of-agent') return { ...NO_CHANGES, skipReason: skipped(formatAgentPulls(own.pulls)) };
  return { ...NO_CHANGES, changes: own.comparison && selectChanges(own.comparison, paths) };
}

export const NO_CHANGES = { changes: undefined, isConfidential: false, skipReason: undefined } as const;

function formatAgentPulls(pulls: readonly number[]): string {
  const names = pulls.map((number) => `#${number}`).join(', ');
  return `all commits belong to ${pulls.length === 1 ? 'the pull request' : 'the pull requests'} ${names}, which the agent opened`;
}

/** Why there is nothing to do: the changes are the request, and no relevant file changed. Comments and issues contain their request as text. */
export function irrelevance(
  trigger: RequestTrigger,
  { changes, isConfidential }: Pick<RequestedChanges, 'changes' | 'isConfidential'>,
  { compare }: AskInputs,
): SkipReason | undefined {
  if (!trigger.prompt.needsChanges || !changes || areRelevant(changes)) return undefined;
  const [first, ...others] = changes.ignored;
  if (first) {
    const name = isConfidential ? '' : ` (${quoteName(first.path)}${others.length > 0 ? ', …' : ''})`;
    const files = others.length > 0 ? `all ${plural(others.length + 1, 'changed file')}` : 'the only changed file';
    const verb = others.length > 0 ? 'are' : 'is';
    return skipped(`${files}${name} ${verb} excluded by \`paths\` and \`paths-ignore\``);
  }
  if (!compare) return skipped('no file changed');
  const range = `between ${quoteName(compare.base)} and ${quoteName(compare.head)}`;
  return skipped(`${range} no file changed; \`base...head\` names the older one first`);
}

const skipped = (reason: string): SkipReason => ({ verdict: 'skipped', reason });
