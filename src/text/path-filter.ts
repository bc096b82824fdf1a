import { createGlobMatcher, type Matcher } from './glob.ts';

/** Selects paths by globs. */
export interface PathFilter {
  /** In order: a glob with a leading `!` excludes what an earlier one included, and a later glob can include it again. Empty: all. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** Creates a function that returns whether a path is selected. @throws GlobError if a glob is malformed. */
export function createPathFilter({ include, exclude }: PathFilter): Matcher {
  const rules = include.map((glob) => ({
    isNegated: isNegated(glob),
    matches: createGlobMatcher(isNegated(glob) ? glob.slice(1) : glob),
  }));
  const exclusions = exclude.map(createGlobMatcher);
  const isIncluded = (path: string): boolean => {
    const last = rules.findLast(({ matches }) => matches(path));
    return last ? !last.isNegated : rules.length === 0;
  };
  return (path) => isIncluded(path) && !exclusions.some((matches) => matches(path));
}

/** Whether a glob begins with `!`. `!(` begins an extended glob instead, which is malformed. */
export const isNegated = (glob: string): boolean => glob.startsWith('!') && !glob.startsWith('!(');
