import { fork } from 'node:child_process';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Instrumented } from './instrument.ts';
import type { Coverage, Report, Status, Task } from './protocol.ts';

/** How long a change may keep the tests from ending: a loop that never pauses has to be stopped from outside. */
const HANG_MS = 10_000;

/**
 * Tests the changes, in one process after another: a process ends if a change makes it hang.
 * @param tests patterns below `__tests__`.
 */
export async function testMutants(
  { files, mutants }: Instrumented,
  tests: readonly string[],
): Promise<ReadonlyMap<string, Status>> {
  const results = new Map<string, Status>();
  let coverage: Coverage | undefined;
  while (results.size < mutants.length) {
    const left = mutants.filter(({ id }) => !results.has(id)).map(({ id }) => id);
    const before = results.size;
    await runWorker(
      {
        instrumented: Object.fromEntries(files.map(({ name, content }) => [name, content])),
        testFiles: tests.flatMap((pattern) => globSync(`__tests__/${pattern}`)).map((file) => resolve(file)),
        mutants: left,
        coverage,
      },
      (report) => {
        if (report.kind === 'coverage') {
          coverage = report.coverage;
          console.log(`${mutants.length} changes, ${report.tests} tests in ${Math.round(coverage.durationMs)} ms`);
        }
        if (report.kind === 'result') results.set(report.mutant, report.status);
      },
    );
    if (results.size === before) throw new Error('The process that tests the changes ends without a result.');
  }
  return results;
}

/** Ends when the worker ends. The change at which it hangs is a result too. */
function runWorker(task: Task, onReport: (report: Report) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = fork(new URL('./worker.ts', import.meta.url), {
      serialization: 'advanced',
      // A quarter of the random texts, as they are read again for each change.
      env: { ...process.env, PROPERTY_RUNS: '0.25' },
    });
    let current: string | undefined;
    const hangs = () => {
      if (current !== undefined) onReport({ kind: 'result', mutant: current, status: 'timeout' });
      worker.kill('SIGKILL');
    };
    let timer = setTimeout(hangs, 4 * HANG_MS); // the first run of all tests
    worker.on('message', (report: Report) => {
      clearTimeout(timer);
      timer = setTimeout(hangs, HANG_MS);
      if (report.kind === 'begins') current = report.mutant;
      if (report.kind === 'result') current = undefined;
      if (report.kind === 'broken') reject(new Error(report.why));
      onReport(report);
    });
    worker.on('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    worker.send(task);
  });
}
