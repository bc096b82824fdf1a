import { merges } from '../../sandbox/demo/scenario-scripts.ts';
import type { Ending } from './endings.ts';
import type { Facts, Scenario } from './play.ts';

type More = Omit<Scenario, 'workflow' | 'what' | 'ends' | 'act'>;

/** A row of the tables. @param workflow the file in `examples`, without its extension. */
export const scenario = (
  workflow: string,
  what: string,
  ends: Ending,
  { act }: Pick<Scenario, 'act'>,
  more: More = {},
): Scenario => ({ workflow, what, ends, act, ...more });

/** A pull request that changes these files, and its merge into `main`. */
export const merge = (...paths: string[]) =>
  merges({ title: 'Add --json', files: Object.fromEntries(paths.map((path) => [path, 'New.\n'])) });

/** A prompt of the first job; the first is 1. */
export const promptOf = ({ prompts }: Facts, nth: number): string => prompts[0]?.[nth - 1] ?? '';
