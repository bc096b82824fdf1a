/**
 * Plays random histories of a repository against the action and checks its invariants
 * (`__tests__/simulation`).
 *
 *     npm run simulate -- --seed 1 --histories 1000
 *     npm run simulate -- --seed 1 --only 37         history 37 of that seed, shrunk, as a story
 *     npm run simulate -- --seed 1 --only 37 --log 'run 203'    with the log of that run
 *     npm run simulate -- --seed 1 --only 37 --save two-jobs    and kept as a regression test
 *
 * The first history that violates an invariant is shrunk and printed. `--all` goes on, and prints
 * what was violated how often. `--brief` shrinks nothing. Each core plays a part of the histories.
 * The end of the list says how often each rule was judged, and in how many cases it was excused; a
 * rule that was judged too seldom fails the series too.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import '@actions/github'; // loaded before the virtual clock starts, as loading takes real time
import type { History } from '../__tests__/simulation/history.ts';
import { coverageOf, isSilent } from '../__tests__/simulation/rules/rule.ts';
import { historyOf, seriesOf } from '../__tests__/simulation/series.ts';
import { simplerThan } from '../__tests__/simulation/shrink.ts';
import { type Simulated, simulate } from '../__tests__/simulation/simulate.ts';
import type { Process } from '../__tests__/simulation/world.ts';
import { simplest } from '../__tests__/support/shrink.ts';
import { inWorkers, type Part } from './workers.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    histories: { type: 'string', default: '1000' },
    steps: { type: 'string', default: '20' },
    workers: { type: 'string' },
    only: { type: 'string' },
    log: { type: 'string' },
    save: { type: 'string' },
    all: { type: 'boolean', default: false },
    brief: { type: 'boolean', default: false },
  },
});
const seed: number = isMainThread ? Number(values.seed) : workerData.seed; // drawn once
const maxSteps = Number(values.steps);

/** What came of a history of the series. */
type Played = Pick<Simulated, 'violations' | 'counts'> & { readonly number: number };

/** In fewer histories, chance decides how often a rule is judged. */
const ENOUGH_HISTORIES = 1_000;
/** Time limit for shrinking one history. */
const SHRINK_SECONDS = 60;

/** What a violation is about, without the numbers of this history. */
const kindOf = (violation: string): string =>
  violation.replace(/\d+/g, 'N').split('\n', 1)[0]?.slice(0, 160) ?? '';

/** Plays a part of the histories. */
async function work(part: Part): Promise<void> {
  for (const { number, history } of seriesOf(
    { seed, limit: Number(values.histories), maxSteps },
    part,
  )) {
    const { violations, counts } = await simulate(history);
    parentPort?.postMessage({ number, violations, counts } satisfies Played);
  }
}

/** Plays the histories. Returns the number of the first one that failed. */
async function playAll(): Promise<number | undefined> {
  const began = Date.now();
  const counts = new Map<string, number>();
  /** The numbers of the histories, by what they violated first. */
  const violated = new Map<string, number[]>();
  let played = 0;
  function add({ number, violations: [first], counts: more }: Played, stop: () => void): void {
    if (violated.size > 0 && !values.all) return;
    played++;
    for (const [what, count] of more) counts.set(what, (counts.get(what) ?? 0) + count);
    if (first === undefined) return;
    violated.set(kindOf(first), [...(violated.get(kindOf(first)) ?? []), number]);
    if (values.all) console.log(`History ${number}: ${kindOf(first)}`);
    else stop();
  }
  await inWorkers(new URL(import.meta.url), { seed }, add, values.workers);
  for (const [what, count] of [...counts].sort(([one], [other]) => (one < other ? -1 : 1)))
    console.log(`${String(count).padStart(8)}  ${what}`);
  for (const [kind, numbers] of [...violated].sort(
    ([, one], [, other]) => other.length - one.length,
  ))
    console.log(`\n${numbers.length} × ${kind}\n    --only ${numbers.slice(0, 8).join(', ')}`);
  printCoverage(counts, violated.size === 0 && played >= ENOUGH_HISTORIES);
  console.log(`${played} histories in ${((Date.now() - began) / 1000).toFixed(1)} s, seed ${seed}`);
  return [...violated.values()].flat().sort((one, other) => one - other)[0];
}

/**
 * How often each check was judged. @param isEnough else chance decides whether a check says too
 * little.
 */
function printCoverage(counts: ReadonlyMap<string, number>, isEnough: boolean): void {
  console.log(`\n${'judged'.padStart(8)}${'excused'.padStart(9)}  rules`);
  for (const coverage of coverageOf(counts)) {
    const { check, cases, judged, least } = coverage;
    const share = `${((100 * judged) / Math.max(1, cases)).toFixed(1)} % of ${Math.round(100 * least)} %`;
    console.log(
      `${String(judged).padStart(8)}${String(cases - judged).padStart(9)}  ${check} (${share})`,
    );
    if (!isEnough || !isSilent(coverage)) continue;
    console.log(`The rule “${check}” is judged too seldom`);
    process.exitCode = 1;
  }
}

/**
 * Shrinks a history to the simplest that violates the same invariant, prints it as a story, and may
 * save it.
 */
async function explain(number: number): Promise<void> {
  const original = historyOf({ seed, maxSteps }, number);
  if (!original) return;
  const began = Date.now();
  const isOver = () => values.brief || Date.now() - began > SHRINK_SECONDS * 1000;
  const violationsOf = async (history: History) => (await simulate(history)).violations;
  const history = await simplest(original, violationsOf, simplerThan, isOver);
  const { story, violations } = await simulate(history, printLog);
  console.log(
    `\nHistory ${number} of seed ${seed}, ${history.steps.length} of ${original.steps.length} steps:\n`,
  );
  console.log(JSON.stringify(history.setup));
  console.log(story.join('\n'));
  console.log(`\n${violations.join('\n')}`);
  if (values.save) {
    const path = `__tests__/simulation/saved/${values.save}.json`;
    writeFileSync(path, `${JSON.stringify(history, null, 2)}\n`);
    console.log(`\nSaved as ${path}`);
  } else
    console.log(
      `\nAgain: npm run simulate -- --seed ${seed} --only ${number}, with --save NAME as a regression test`,
    );
}

function printLog({ name, result }: Process): void {
  if (!values.log || !name.startsWith(values.log)) return;
  console.log(`\nLog of ${name}`);
  for (const { level, text } of result?.log ?? []) console.log(`${level}: ${text}`);
}

Error.stackTraceLimit = 0; // stacks of expected errors would take a tenth of the time
if (!isMainThread) await work(workerData);
else {
  const failed = values.only === undefined ? await playAll() : Number(values.only);
  if (failed !== undefined && (values.only !== undefined || (!values.all && !values.brief)))
    await explain(failed);
  if (failed !== undefined) process.exitCode = 1;
}
