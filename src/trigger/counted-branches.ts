import { quoteName } from '../text/escape.ts';
import { createPathFilter } from '../text/path-filter.ts';
import type { TriggerRules } from './trigger.ts';

/** Whether pushes to this branch are requests: to the default branch, and to those that `branches` names. */
export function isCountedBranch(
  name: string,
  defaultBranch: string,
  { branches }: Pick<TriggerRules, 'branches'>,
): boolean {
  return name === defaultBranch || (branches.length > 0 && createPathFilter({ include: branches, exclude: [] })(name));
}

/** Which branches count, for a message. */
export const countedBranches = (defaultBranch: string): string =>
  `${quoteName(defaultBranch)} or a branch that \`branches\` names`;
