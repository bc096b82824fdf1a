/** Tests changes of the code in one process, one after another, and reports each result to the parent process. */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import type { Coverage, Report, Status, Task } from './protocol.ts';
import { type CollectedTest, collect, runUntilFailure } from './test-globals.ts';

/** What Stryker's instrumented code reads and writes. */
interface Switches {
  activeMutant?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  currentTestId?: string | undefined;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}
const switches: Switches = {};
Object.assign(globalThis, { __stryker__: switches });

/** Loading the modules again leaves the former ones in memory. */
const MAX_LOADS = 150;
const TEST_LIMIT_MS = 10_000;
/** A loop that a change makes endless ends when the changed place is reached this many times as often as before. */
const MAX_HITS_FACTOR = 100;
const MIN_HIT_LIMIT = 100_000;

const PROJECT = pathToFileURL(`${process.cwd()}/`).href;
let load = 0;

process.on('message', (task: Task) => {
  void work(task).then(
    () => process.disconnect(),
    (error) => {
      process.send?.({ kind: 'broken', why: String(error?.stack ?? error) } satisfies Report, () => process.exit(1));
    },
  );
});
// The code that a change has broken may go on in the background.
process.on('unhandledRejection', () => {});
process.on('uncaughtException', () => {});

const send = (report: Report) => new Promise<void>((resolve) => process.send?.(report, () => resolve()));

async function work(task: Task): Promise<void> {
  installHooks(task);
  fc.configureGlobal({ endOnFailure: true, seed: 1 }); // a shrunk example is not shown here
  let tests = await loadTests(task);
  const coverage = task.coverage ?? (await measure(tests));
  if (!task.coverage) await send({ kind: 'coverage', coverage, tests: tests.length });
  const whileLoading = new Set(coverage.static);
  const kills = new Map<number, number>();

  /** The result of one change; undefined if the memory is full. */
  async function statusOf(mutant: string): Promise<Status | undefined> {
    const isStatic = whileLoading.has(mutant);
    const hits = coverage.perTest[mutant] ?? {};
    const places = isStatic ? [...tests.keys()] : Object.keys(hits).map(Number);
    if (places.length === 0) return 'not covered';
    if (isStatic && load >= MAX_LOADS) return undefined;
    await send({ kind: 'begins', mutant });
    switchOn(mutant, Object.values(hits));
    const loaded = isStatic ? await loadTests(task).catch(() => undefined) : tests;
    if (!loaded) return 'killed';
    tests = loaded;
    return (await findFailure(tests, places, kills)) === undefined ? 'survived' : 'killed';
  }

  // Those that need the modules loaded again come last, so that the others need no second loading.
  for (const mutant of task.mutants.toSorted((a, b) => Number(whileLoading.has(a)) - Number(whileLoading.has(b)))) {
    const status = await statusOf(mutant);
    switches.activeMutant = undefined;
    if (status === undefined) return;
    await send({ kind: 'result', mutant, status });
  }
}

async function loadTests({ testFiles }: Task): Promise<readonly CollectedTest[]> {
  load++;
  const tests: CollectedTest[] = [];
  for (const file of testFiles)
    tests.push(...(await collect(() => import(`${pathToFileURL(file).href}?load=${load}`))));
  return tests;
}

function switchOn(mutant: string, hits: readonly number[]): void {
  switches.hitCount = 0;
  switches.hitLimit = Math.max(MIN_HIT_LIMIT, MAX_HITS_FACTOR * hits.reduce((sum, each) => sum + each, 0));
  switches.activeMutant = mutant;
}

/** The place of a test that fails; undefined if none does. Tests that found other changes come first, as they may find this one soon. */
async function findFailure(
  tests: readonly CollectedTest[],
  places: readonly number[],
  kills: Map<number, number>,
): Promise<number | undefined> {
  const order = places.toSorted((one, other) => (kills.get(other) ?? 0) - (kills.get(one) ?? 0) || one - other);
  const { index } = await runUntilFailure(
    order.flatMap((at) => tests[at] ?? []),
    TEST_LIMIT_MS,
  );
  const failed = order[index];
  if (failed !== undefined) kills.set(failed, (kills.get(failed) ?? 0) + 1);
  return failed;
}

/**
 * Runs the tests without a change, and notes which places each test reaches. Then runs them again, backwards, as a test that
 * fails the second time or in another order would seem to notice every change.
 * @throws if a test fails.
 */
async function measure(tests: readonly CollectedTest[]): Promise<Coverage> {
  const began = performance.now();
  const places = new Map(tests.map((test, at) => [test, String(at)]));
  const { index, error } = await runUntilFailure(tests, 60_000, (test) => {
    switches.currentTestId = places.get(test);
  });
  if (index >= 0) throw new Error(`“${tests[index]?.name}” fails without a change: ${error}`);
  const durationMs = performance.now() - began;
  switches.currentTestId = undefined;
  const backwards = tests.toReversed();
  const again = await runUntilFailure(backwards, 60_000);
  if (again.index >= 0) throw new Error(`“${backwards[again.index]?.name}” fails at its second run: ${again.error}`);
  const { static: whileLoading = {}, perTest = {} } = switches.mutantCoverage ?? {};
  const byMutant: Record<string, Record<string, number>> = {};
  for (const [test, counts] of Object.entries(perTest)) {
    for (const [mutant, count] of Object.entries(counts)) {
      const ofMutant = byMutant[mutant] ?? {};
      ofMutant[test] = count;
      byMutant[mutant] = ofMutant;
    }
  }
  return { perTest: byMutant, static: Object.keys(whileLoading), durationMs };
}

/** Loads the changed files and the collector of tests instead of the real ones; each load of the project's modules is a new one. */
function installHooks({ instrumented }: Task): void {
  const sources = new Map(Object.entries(instrumented).map(([file, text]) => [pathToFileURL(file).href, text]));
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === '@jest/globals') return next(new URL('./test-globals.ts', import.meta.url).href, context);
      const found = next(specifier, context);
      const path = found.url.startsWith(PROJECT) ? found.url.slice(PROJECT.length) : '';
      const isReloaded = /^(src|__tests__)\//.test(path) && !path.includes('?');
      return isReloaded ? { ...found, url: `${found.url}?load=${load}` } : found;
    },
    load(url, context, next) {
      const source = sources.get(url.replace(/\?.*/, ''));
      return source === undefined ? next(url, context) : { format: 'module-typescript', source, shortCircuit: true };
    },
  });
}
