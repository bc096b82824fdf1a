import picomatch from 'picomatch';
import { InputError } from './errors.ts';
import { createTimeLimit } from './time-limit.ts';

/** Globs of picomatch; names that begin with a dot are names like any other. */
export interface PathFilter {
  /** Empty: all. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** Milliseconds in which globs must have decided about a list of paths, and about one. Paths that are not made for it take microseconds. */
const [FOR_ALL, FOR_ONE] = [1_000, 100];
/** How many paths may take longer than that. */
const PATIENCE = 10;

/**
 * Which paths are left by the filter. A glob may begin with a slash; one that ends with a slash means all below. Globs become
 * expressions that backtrack, and strangers name files and pages: a path that takes too long is left out.
 * @throws InputError (when called with paths) where that happens again and again.
 */
export function createPathFilter({ include, exclude }: PathFilter): (paths: readonly string[]) => ReadonlySet<string> {
  if (include.length + exclude.length === 0) return (paths) => new Set(paths);
  const isIncluded = include.length > 0 ? matcher(include) : () => true;
  const isExcluded = exclude.length > 0 ? matcher(exclude) : () => false;
  const isLeft = (path: string) => isIncluded(path) && !isExcluded(path);
  const withinTime = createTimeLimit();
  let patience = PATIENCE;

  function isLeftInTime(path: string): boolean {
    const decided = withinTime(() => isLeft(path), FOR_ONE);
    if (!decided && --patience < 0) throw tooSlow();
    return decided?.result ?? false;
  }

  return (paths) => {
    const left = withinTime(() => paths.filter(isLeft), FOR_ALL)?.result ?? paths.filter(isLeftInTime);
    return new Set(left);
  };
}

const tooSlow = () =>
  new InputError(
    'The globs of `paths` and `paths-ignore` take too long on several paths, which may be made for that.',
    'Use fewer `*` within a part of a path: `/blog/**` instead of `/blog/*-*-*.html`.',
  );

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
