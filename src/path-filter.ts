import picomatch from 'picomatch';

/** Globs of picomatch; names that begin with a dot are names like any other. */
export interface PathFilter {
  /** Empty: all. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** Whether a path is left by the filter. A glob may begin with a slash; one that ends with a slash means all below. */
export function createPathFilter({ include, exclude }: PathFilter): (path: string) => boolean {
  const isIncluded = include.length > 0 ? matcher(include) : () => true;
  const isExcluded = exclude.length > 0 ? matcher(exclude) : () => false;
  return (path) => isIncluded(path) && !isExcluded(path);
}

/** Whether a text can be meant as one glob: no list by commas, no quotes or dashes of YAML, and its brackets closed. */
export function isGlob(text: string): boolean {
  if (/^(?:!|- |['"])|,\s|['"]$/.test(text) || text.length > 1_000) return false;
  try {
    picomatch(toPattern(text), { strictBrackets: true });
    return true;
  } catch {
    return false;
  }
}

function matcher(globs: readonly string[]): (path: string) => boolean {
  const matches = picomatch(globs.map(toPattern), { dot: true, flags: 's' }); // a name may hold a line break
  return (path) => matches(path) || matches(`/${path}`);
}

/** Parentheses are part of a name, as in `app/(shop)/**`, unless a sign before them makes an extended glob. */
function toPattern(glob: string): string {
  return glob.replace(/(?<=.)\/$/, '/**').replace(/(?<![?*+@!\\])\(([^()]*)\)/g, '\\($1\\)');
}
