import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';

/**
 * Counts the work of the sanitizer, so that a test can compare two sizes without a clock. The
 * numbers are the same on every machine.
 */
export interface WorkCounter extends AsyncDisposable {
  count(text: string): Promise<Work>;
}

export interface Work {
  /** How often blocks of code ran: bodies of loops, branches, functions. */
  readonly blocks: number;
  /**
   * Characters that regular expressions and `indexOf` scanned, except those before a sticky pattern
   * fails.
   */
  readonly characters: number;
}

/**
 * Counts in a thread of its own: V8 collects the counts of all code in a thread, and in that of the
 * tests this takes 0.1 s each time.
 */
export function createWorkCounter(): WorkCounter {
  // Optimized code counts otherwise, and when V8 optimizes depends on how fast the machine is.
  for (const flag of ['--no-opt', '--no-maglev']) setFlagsFromString(flag);
  const thread = new Worker(new URL('counting-thread.ts', import.meta.url));
  return {
    async count(text) {
      thread.postMessage(text);
      const [work] = await once(thread, 'message');
      return work;
    },
    async [Symbol.asyncDispose]() {
      await thread.terminate();
      for (const flag of ['--opt', '--maglev']) setFlagsFromString(flag);
    },
  };
}
