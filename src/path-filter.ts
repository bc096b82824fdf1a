import picomatch from 'picomatch';
import { createTimeLimit } from './time-limit.ts';

/** Globs of picomatch; names that begin with a dot are names like any other. */
export interface PathFilter {
  /** Empty: all. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** What became of some paths: left by the filter, or too slow to be decided on. */
export interface Selection {
  readonly left: ReadonlySet<string>;
  readonly undecided: ReadonlySet<string>;
}

/** Paths that are decided on together: apart, each would cost more than its globs. */
const CHUNK = 250;
/** Milliseconds for a chunk, and for one path of a chunk that took longer; paths that are not made for it take microseconds. */
const [FOR_CHUNK, FOR_ONE] = [100, 50];
/** How often a path is given that time: on a busy machine, it may be something else that took it. */
const TRIES = 3;
/** Milliseconds that a filter spends on paths one by one, in all; what is slow after that is not decided on. */
const ALLOWANCE = 2_000;
/** Less is not counted: that is what one call costs. */
const NO_WORK = 1;

/**
 * Selects paths. A glob may begin with a slash; one that ends with a slash means all below. Globs become expressions that backtrack,
 * and strangers name files and pages, so they are given a time.
 */
export function createPathFilter({ include, exclude }: PathFilter): (paths: readonly string[]) => Selection {
  if (include.length + exclude.length === 0) return (paths) => ({ left: new Set(paths), undecided: new Set() });
  const isIncluded = include.length > 0 ? matcher(include) : () => true;
  const isExcluded = exclude.length > 0 ? matcher(exclude) : () => false;
  const isLeft = (path: string) => isIncluded(path) && !isExcluded(path);
  const withinTime = createTimeLimit();
  let allowance = ALLOWANCE;

  /** One by one, as long as that is allowed. */
  function decideOn(path: string): Decision {
    for (let tries = 0; tries < TRIES && allowance > 0; tries++) {
      const began = performance.now();
      const decided = withinTime(() => isLeft(path), FOR_ONE);
      const taken = Math.min(performance.now() - began, FOR_ONE); // it may be stopped late
      if (taken > NO_WORK) allowance -= taken;
      if (decided) return toDecision(decided.result);
    }
    return 'undecided';
  }

  function decide(chunk: readonly string[]): Decision[] {
    const decided = withinTime(() => chunk.map(isLeft), FOR_CHUNK);
    return decided ? decided.result.map(toDecision) : chunk.map(decideOn);
  }

  return (paths) => {
    const starts = Array.from({ length: Math.ceil(paths.length / CHUNK) }, (_, at) => at * CHUNK);
    const decisions = starts.flatMap((start) => decide(paths.slice(start, start + CHUNK)));
    const those = (decision: Decision) => new Set(paths.filter((_, at) => decisions[at] === decision));
    return { left: those('left'), undecided: those('undecided') };
  };
}

type Decision = 'left' | 'not left' | 'undecided';

const toDecision = (isLeft: boolean): Decision => (isLeft ? 'left' : 'not left');

/** Whether a text can be meant as one glob: no list by commas, no quotes, dashes or comments of YAML, and its brackets closed. */
export function isGlob(text: string): boolean {
  if (/^(?:!|[-#] |['"])|,\s|['"]$/.test(text) || text.length > 1_000) return false;
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
