import { type GitHub, needed } from '../github/client.ts';
import { readComparison } from '../github/comparison.ts';
import { inOtherRepository, type Repository } from '../github/other-repository.ts';
import type { AskInputs } from '../inputs/inputs.ts';
import type { SkipReason } from '../outcome.ts';
import { areRelevant, type Changes, selectChanges } from '../prompt/changes.ts';
import { quoteName } from '../text/escape.ts';
import { plural } from '../text/format.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';
import { readConfidentiality } from './compared-repository.ts';

export interface RequestedChanges {
  /** Undefined if no input needs them, or the event has no range. */
  readonly changes: Changes | undefined;
  /** Whether names of files, subjects of commits and patches may be sent to the service only. */
  readonly isConfidential: boolean;
}

/**
 * Reads the changes of the event or of `compare`, of which the request key needs the commits.
 * @param other the repository of `compare`; undefined for the workflow's own.
 * @throws GitHubError if the changes cannot be read.
 */
export async function readRequestedChanges(
  trigger: RequestTrigger,
  { compare, context, paths }: AskInputs,
  { github, other }: { readonly github: GitHub | undefined; readonly other: Repository | undefined },
): Promise<RequestedChanges> {
  const range = compare
    ? ({ base: compare.base, head: compare.head, since: 'merge-base' } as const)
    : trigger.prompt.range;
  const isWanted = compare !== null || context !== 'none' || paths.include.length + paths.exclude.length > 0;
  if (!range || !isWanted) return { changes: undefined, isConfidential: false };
  const own = needed(github);
  const [comparison, isConfidential] = await Promise.all([
    readComparison(other ? inOtherRepository(own, other) : own, range),
    other ? readConfidentiality(own, other) : false,
  ]);
  return { changes: selectChanges(comparison, paths), isConfidential };
}

/** Why there is nothing to do: the changes are the request, and no relevant file changed. Comments and issues contain their request as text. */
export function irrelevance(
  trigger: RequestTrigger,
  { changes, isConfidential }: RequestedChanges,
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
