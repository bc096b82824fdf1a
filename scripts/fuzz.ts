/**
 * Plays short valid histories of which something is changed, and checks what must hold in each case
 * (`__tests__/fuzz`).
 *
 *     npm run fuzz -- --seed 1 --cases 10000
 *     npm run fuzz -- --seed 1 --only 37          case 37 of that seed, shrunk, as a story
 *
 * `--workers` threads share the cases, as many as the machine has cores; `--from` starts at a later
 * case. Every case that violates something is named, and the first one is shrunk and printed.
 * `--brief` ends with the first one, and shrinks nothing.
 */
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import '@actions/github'; // loaded before the virtual clock starts, as loading takes real time
import { createFuzzer, simplerThan } from '../__tests__/fuzz/case.ts';
import {
  addTo,
  type Counts,
  emptiness,
  formatCase,
  formatCounts,
  namesOf,
} from '../__tests__/fuzz/report.ts';
import { simplest } from '../__tests__/support/shrink.ts';
import { inWorkers, type Part } from './workers.ts';

Error.stackTraceLimit = 0; // stacks of expected errors would take a tenth of the time

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    cases: { type: 'string', default: '3000' },
    from: { type: 'string', default: '0' },
    only: { type: 'string' },
    workers: { type: 'string' },
    brief: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const from = Number(values.from);
const to = from + Number(values.cases);

/** What came of a case. */
interface Report {
  readonly number: number;
  readonly names: readonly string[];
  readonly violations: readonly string[];
}

/** From so many cases on, each kind of mutation must be among them. */
const MANY = 1_000;

async function work({ index, of }: Part): Promise<void> {
  const { caseOf, run } = createFuzzer();
  for (let number = from + index; number < to; number += of) {
    const fuzzed = await caseOf(seed, number);
    const result = await run(fuzzed);
    const { violations } = result;
    parentPort?.postMessage({
      number,
      names: namesOf(fuzzed, result),
      violations,
    } satisfies Report);
  }
}

async function playAll(): Promise<void> {
  const began = Date.now();
  const counts: Counts = new Map();
  const failed: number[] = [];
  function add({ number, names, violations }: Report, stop: () => void): void {
    addTo(counts, names);
    if (violations.length === 0 || (values.brief && failed.length > 0)) return;
    failed.push(number);
    console.log(`Case ${number}: ${violations[0]?.slice(0, 300)}`);
    if (values.brief) stop();
  }
  await inWorkers(new URL(import.meta.url), {}, add, values.workers);
  if (!values.brief) console.log(formatCounts(counts).join('\n'));
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(`\n${to - from} cases from ${from} on, seed ${seed}, in ${seconds} s`);
  const problems = to - from >= MANY && !values.brief ? emptiness(counts) : [];
  for (const problem of problems) console.error(problem);
  if (failed.length > 0 && !values.brief) await explain(Math.min(...failed));
  if (failed.length > 0 || problems.length > 0) process.exitCode = 1;
}

/** Shrinks a case to the simplest one that violates the same rule, and prints it. */
async function explain(number: number): Promise<void> {
  const { caseOf, run } = createFuzzer();
  const original = await caseOf(seed, number);
  const smallest = await simplest(
    original,
    async (fuzzed) => (await run(fuzzed)).violations,
    simplerThan,
  );
  const result = await run(smallest);
  console.log(`\nCase ${number} of seed ${seed}\n\n${formatCase(smallest, result)}`);
  console.log(`\nAgain: npm run fuzz -- --seed ${seed} --only ${number}`);
  if (result.violations.length > 0) process.exitCode = 1;
}

if (!isMainThread) await work(workerData);
else if (values.only !== undefined) await explain(Number(values.only));
else await playAll();
