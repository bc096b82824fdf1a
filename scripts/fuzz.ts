/**
 * Plays short valid histories of which something is changed, and checks what must hold in each case (`__tests__/fuzz`).
 *
 *     npm run fuzz -- --seed 1 --cases 10000
 *     npm run fuzz -- --seed 1 --only 37          case 37 of that seed, shrunk, as a story
 *
 * `--workers` processes share the cases, as many as the machine has cores; `--from` starts at a later case. Every case that violates
 * something is named, and the first one is shrunk and printed. `--brief` ends with the first one, and shrinks nothing.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import '@actions/github/lib/utils'; // loaded before the virtual clock starts, as loading takes real time
import { createFuzzer } from '../__tests__/fuzz/case.ts';
import { addTo, type Counts, countsOf, emptiness, formatCounts } from '../__tests__/fuzz/counts.ts';
import { shrink } from '../__tests__/fuzz/shrink.ts';
import { formatCase } from '../__tests__/fuzz/story-text.ts';

Error.stackTraceLimit = 0; // stacks of expected errors would take a tenth of the time

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    cases: { type: 'string', default: '3000' },
    from: { type: 'string', default: '0' },
    only: { type: 'string' },
    workers: { type: 'string', default: String(availableParallelism()) },
    brief: { type: 'boolean', default: false },
    worker: { type: 'string' }, // the number of this process among them
  },
});
const seed = Number(values.seed);
const workers = Number(values.workers);
const from = Number(values.from);
const to = from + Number(values.cases);
const began = Date.now();

interface Failure {
  readonly number: number;
  readonly violations: readonly string[];
}

/** What a worker says: that it begins with the cases from `first`, or what came of them. */
type Report = { readonly first: number } | { readonly counts: Counts; readonly failures: readonly Failure[] };

/** Cases between two reports. */
const BLOCK = 50;
/** How long a worker may be silent, in milliseconds: a case that takes longer hangs. */
const SILENCE_MS = 180_000;
/** From so many cases on, each kind of mutation must be among them. */
const MANY = 1_000;

async function work(worker: number): Promise<void> {
  const { caseOf, run } = createFuzzer();
  for (let first = from + worker * BLOCK; first < to; first += workers * BLOCK) {
    process.send?.({ first } satisfies Report);
    const counts: Counts = {};
    const failures: Failure[] = [];
    for (let number = first; number < Math.min(first + BLOCK, to); number++) {
      const fuzzed = await caseOf(seed, number);
      const result = await run(fuzzed);
      addTo(counts, countsOf(fuzzed, result));
      if (result.violations.length > 0) failures.push({ number, violations: result.violations });
    }
    process.send?.({ counts, failures } satisfies Report);
    if (values.brief && failures.length > 0) break;
  }
  process.disconnect();
}

/** Starts a worker. Resolves when it has played its cases. */
function startWorker(worker: number, onReport: (report: Report) => void): Promise<void> {
  const child: ChildProcess = fork(process.argv[1] ?? '', [...process.argv.slice(2), '--worker', String(worker)]);
  let first = from;
  const hang = () => {
    console.error(`A case from ${first} on takes more than ${SILENCE_MS / 1000} s.`);
    child.kill('SIGKILL');
  };
  let silence = setTimeout(hang, SILENCE_MS);
  child.on('message', (report: Report) => {
    clearTimeout(silence);
    silence = setTimeout(hang, SILENCE_MS);
    if ('first' in report) first = report.first;
    onReport(report);
  });
  return new Promise((resolve, reject) => {
    child.on('exit', (code, signal) => {
      clearTimeout(silence);
      if (code === 0) resolve();
      else reject(new Error(`The worker with the cases from ${first} on ended with ${code ?? signal}.`));
    });
  });
}

async function playAll(): Promise<void> {
  const counts: Counts = {};
  const failures: Failure[] = [];
  const onReport = (report: Report) => {
    if ('first' in report) return;
    addTo(counts, report.counts);
    for (const failure of report.failures) {
      failures.push(failure);
      console.log(`Case ${failure.number}: ${failure.violations[0]?.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => startWorker(worker, onReport)));
  if (!values.brief) console.log(formatCounts(counts).join('\n'));
  const seconds = (Date.now() - began) / 1000;
  console.log(`\n${to - from} cases from ${from} on, seed ${seed}, in ${seconds.toFixed(1)} s`);
  const problems = to - from >= MANY && !values.brief ? emptiness(counts) : [];
  for (const problem of problems) console.error(problem);
  const [worst] = failures.sort((one, other) => one.number - other.number);
  if (worst && !values.brief) await explain(worst.number);
  if (worst || problems.length > 0) process.exitCode = 1;
}

/** The name of the rule. */
const ruleOf = (violation: string): string => violation.split(':', 1)[0] ?? '';

/** Shrinks a case to the simplest one that violates the same rule, and prints it. */
async function explain(number: number): Promise<void> {
  const { caseOf, run } = createFuzzer();
  const original = await caseOf(seed, number);
  const rules = new Set((await run(original)).violations.map(ruleOf));
  const smallest = await shrink(original, async (fuzzed) => {
    const { violations } = await run(fuzzed);
    return violations.some((violation) => rules.has(ruleOf(violation)));
  });
  console.log(`\nCase ${number} of seed ${seed}\n\n${formatCase(smallest, await run(smallest))}`);
  console.log(`\nAgain: npm run fuzz -- --seed ${seed} --only ${number}`);
  if (rules.size > 0) process.exitCode = 1;
}

if (values.worker !== undefined) await work(Number(values.worker));
else if (values.only !== undefined) await explain(Number(values.only));
else await playAll();
