/**
 * Takes the place of `@jest/globals` during mutation testing: it only collects the tests, so that they can be run many times in one
 * process. Tests of one file run in order; what Jest adds beyond that (snapshots, fake timers, mocks) is missing.
 */
import { createRequire } from 'node:module';

type Callback = (...values: readonly unknown[]) => unknown;

interface Suite {
  readonly outer: Suite | undefined;
  readonly beforeAll: Callback[];
  readonly beforeEach: Callback[];
  readonly afterEach: Callback[];
  readonly afterAll: Callback[];
}

export interface CollectedTest {
  readonly name: string;
  readonly suite: Suite;
  readonly run: () => unknown;
}

const newSuite = (outer?: Suite): Suite => ({ outer, beforeAll: [], beforeEach: [], afterEach: [], afterAll: [] });

const collecting: { suite: Suite; tests: CollectedTest[] } = { suite: newSuite(), tests: [] };

/** The tests that `load` declares. */
export async function collect(load: () => Promise<unknown>): Promise<readonly CollectedTest[]> {
  Object.assign(collecting, { suite: newSuite(), tests: [] });
  await load();
  return collecting.tests;
}

/** Runs tests in their order, up to the first that fails, whose index is returned; -1 if none fails. */
export async function runUntilFailure(
  tests: readonly CollectedTest[],
  limitMs: number,
  onStart: (test: CollectedTest) => void = () => {},
): Promise<{ readonly index: number; readonly error?: unknown }> {
  const begun = new Set<Suite>();
  try {
    for (const [index, test] of tests.entries()) {
      try {
        onStart(test);
        await withLimit(runOne(test, begun), limitMs);
      } catch (error) {
        return { index, error };
      }
    }
    return { index: -1 };
  } finally {
    for (const suite of [...begun].reverse()) for (const end of suite.afterAll) await settled(end);
  }
}

async function runOne({ suite, run }: CollectedTest, begun: Set<Suite>): Promise<void> {
  const suites = lineOf(suite);
  for (const each of suites.filter((one) => !begun.has(one))) {
    begun.add(each);
    for (const begin of each.beforeAll) await begin();
  }
  try {
    for (const each of suites) for (const before of each.beforeEach) await before();
    await run();
  } finally {
    for (const each of suites.toReversed()) for (const after of each.afterEach) await settled(after);
  }
}

/** A suite behind those around it. */
const lineOf = (suite: Suite): Suite[] => [...(suite.outer ? lineOf(suite.outer) : []), suite];

async function settled(run: Callback): Promise<void> {
  try {
    await run();
  } catch {
    // The test itself decides.
  }
}

async function withLimit(work: Promise<void>, limitMs: number): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`The test takes more than ${limitMs} ms.`)), limitMs);
  try {
    await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

function declareTest(name: string, run: Callback, values: readonly unknown[] = []): void {
  collecting.tests.push({ name, suite: collecting.suite, run: () => run(...values) });
}

function declareSuite(_: string, declare: Callback, values: readonly unknown[] = []): void {
  const outer = collecting.suite;
  collecting.suite = newSuite(outer);
  declare(...values);
  collecting.suite = outer;
}

/** `each`, as Jest has it: a row is one value, or an array of values. */
const withEach = (declare: typeof declareTest) =>
  Object.assign((name: string, run: Callback) => declare(name, run), {
    each: (rows: readonly unknown[]) => (name: string, run: Callback) => {
      for (const row of rows) declare(name, run, Array.isArray(row) ? row : [row]);
    },
  });

export const test = withEach(declareTest);
export const describe = withEach(declareSuite);
export const beforeAll = (run: Callback) => void collecting.suite.beforeAll.push(run);
export const beforeEach = (run: Callback) => void collecting.suite.beforeEach.push(run);
export const afterEach = (run: Callback) => void collecting.suite.afterEach.push(run);
export const afterAll = (run: Callback) => void collecting.suite.afterAll.push(run);

const ofJest = createRequire(createRequire(import.meta.url).resolve('@jest/globals'));
export const { jestExpect: expect } = ofJest('@jest/expect');
