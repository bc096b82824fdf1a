import picomatch from 'picomatch';

/** Globs of picomatch; names that begin with a dot are names like any other. */
export interface PathFilter {
  /** Empty: all. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** Whether a path is left by the filter. */
export function createPathFilter({ include, exclude }: PathFilter): (path: string) => boolean {
  const isIncluded = include.length > 0 ? picomatch([...include], { dot: true }) : () => true;
  const isExcluded = exclude.length > 0 ? picomatch([...exclude], { dot: true }) : () => false;
  return (path) => isIncluded(path) && !isExcluded(path);
}
