import { Session } from 'node:inspector';
import { setFlagsFromString } from 'node:v8';

/** Counts the work of code, so that a test can compare two sizes without a clock. The numbers are the same on every machine. */
export interface WorkCounter extends Disposable {
  readonly count: (action: () => void) => Work;
}

interface Work {
  /** How often blocks of code ran: bodies of loops, branches, functions. */
  readonly blocks: number;
  /** Characters that regular expressions and `indexOf` scanned, except those before a sticky pattern fails. */
  readonly characters: number;
}

/**
 * @param folder Only code whose path contains this is counted, so no other test may run it at the same time. The code must not have
 * run before, because V8 adds its counters when it compiles a function.
 */
export function createWorkCounter(folder: string): WorkCounter {
  // Optimized code counts otherwise, and when V8 optimizes depends on how fast the machine is.
  for (const flag of ['--no-opt', '--no-maglev']) setFlagsFromString(flag);
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const characters = countCharacters();

  /** The count since the last call. */
  const takeBlocks = () => {
    let blocks = 0;
    session.post('Profiler.takePreciseCoverage', (error, coverage) => {
      if (error) throw error;
      const functions = coverage.result.filter(({ url }) => url.includes(folder)).flatMap((script) => script.functions);
      blocks = functions.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, 0);
    });
    return blocks;
  };

  return {
    count(action) {
      const before = characters.sum();
      action();
      return { blocks: takeBlocks(), characters: characters.sum() - before };
    },
    [Symbol.dispose]() {
      characters[Symbol.dispose]();
      session.post('Profiler.stopPreciseCoverage');
      session.disconnect();
      for (const flag of ['--opt', '--maglev']) setFlagsFromString(flag);
    },
  };
}

/** By specification, `test`, `replace`, `match`, `matchAll` and `search` all call `exec`. */
function countCharacters() {
  const { exec } = RegExp.prototype;
  const { indexOf } = String.prototype;
  let sum = 0;
  RegExp.prototype.exec = function (text) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const found = exec.call(this, text);
    if (found) sum += found.index + found[0].length - from;
    else if (!this.sticky) sum += text.length - from;
    return found;
  };
  String.prototype.indexOf = function (part, from = 0) {
    const found = indexOf.call(this, part, from);
    sum += (found < 0 ? this.length : found + part.length) - from;
    return found;
  };
  return {
    sum: () => sum,
    [Symbol.dispose]() {
      RegExp.prototype.exec = exec;
      String.prototype.indexOf = indexOf;
    },
  };
}
