import { Session } from 'node:inspector';
import { parentPort } from 'node:worker_threads';
import type { Work } from './counted-work.ts';

const FOLDER = '/src/sanitize/';

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
const countedCharacters = countCharacters();
// Loaded only now, because V8 adds its counters when it compiles a function.
const { sanitize } = await import('../../src/sanitize/index.ts');

parentPort?.on('message', (text: string) => {
  const before = countedCharacters();
  takeBlocks();
  sanitize(text);
  const work: Work = { blocks: takeBlocks(), characters: countedCharacters() - before };
  parentPort?.postMessage(work);
});

/** The count since the last call. */
function takeBlocks(): number {
  let blocks = 0;
  session.post('Profiler.takePreciseCoverage', (error, coverage) => {
    if (error) throw error;
    const functions = coverage.result
      .filter(({ url }) => url.includes(FOLDER))
      .flatMap((script) => script.functions);
    blocks = functions.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, 0);
  });
  return blocks;
}

/**
 * By specification, `test`, `replace`, `match`, `matchAll` and `search` all call `exec`. @returns a
 * function that gives the sum so far.
 */
function countCharacters(): () => number {
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
  return () => sum;
}
