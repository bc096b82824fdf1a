/**
 * Plays random histories of a repository against the action and checks its invariants (`__tests__/simulation`).
 *
 *     npm run simulate -- --seed 1 --histories 1000
 *     npm run simulate -- --seconds 60               as many as fit, with a seed of its own, which is printed
 *     npm run simulate -- --seed 1 --only 37         history 37 of that seed, shrunk, as a story
 *     npm run simulate -- --seed 1 --only 37 --save two-jobs    and kept as a regression test
 *
 * The first history that violates an invariant is shrunk and printed. `--all` goes on, and prints what was violated how
 * often. `--brief` shrinks nothing.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import '@actions/github/lib/utils'; // loaded before the virtual clock starts, as loading takes real time
import fc from 'fast-check';
import type { History } from '../__tests__/simulation/history.ts';
import { histories } from '../__tests__/simulation/random-histories.ts';
import { type Simulated, simulate } from '../__tests__/simulation/simulate.ts';

Error.stackTraceLimit = 0; // stacks of expected errors would take a tenth of the time

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    histories: { type: 'string', default: '1000' },
    seconds: { type: 'string' },
    steps: { type: 'string', default: '14' },
    only: { type: 'string' },
    save: { type: 'string' },
    all: { type: 'boolean', default: false },
    brief: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const arbitrary = histories(Number(values.steps));
const began = Date.now();
const secondsSince = () => (Date.now() - began) / 1000;

/** Time limit for shrinking one history. */
const SHRINK_SECONDS = 40;

/** What a violation is about, without the numbers of this history. */
const kindOf = (violation: string): string => violation.replace(/\d+/g, 'N').split('\n', 1)[0]?.slice(0, 160) ?? '';
const ruleOf = (violation: string): string => violation.split(':', 1)[0] ?? '';

/** The violations of a history; an exception is one too. */
async function play(history: History): Promise<Simulated> {
  try {
    return await simulate(history);
  } catch (error) {
    return { violations: [`exception: ${error}`], story: [], counts: new Map() };
  }
}

/** Plays histories until one fails, the number is reached, or the time is over. Returns the number of the first that failed. */
async function search(): Promise<number | undefined> {
  const counts = new Map<string, number>();
  const violated = new Map<string, number[]>();
  const limit = values.seconds === undefined ? Number(values.histories) : Number.POSITIVE_INFINITY;
  const seconds = values.seconds === undefined ? Number.POSITIVE_INFINITY : Number(values.seconds);
  const sizes: number[] = [];
  let played = 0;
  for (const history of stream(limit)) {
    if (secondsSince() >= seconds) break;
    const { violations, counts: more } = await play(history);
    addTo(counts, more);
    sizes.push(more.get('process: main') ?? 0);
    for (const kind of new Set(violations.slice(0, 1).map(kindOf)))
      violated.set(kind, [...(violated.get(kind) ?? []), played]);
    played++;
    if (violations.length > 0 && !values.all) break;
  }
  printCounts(counts, violated);
  const median = sizes.sort((one, other) => one - other)[sizes.length >> 1];
  console.log(`${played} histories in ${secondsSince().toFixed(1)} s, seed ${seed}, ${median} processes at the median`);
  return [...violated.values()].flat().sort((one, other) => one - other)[0];
}

/** Histories are made in blocks, so that one of them can be found again without those before its block. */
const BLOCK = 50;
const seedOf = (from: number) => seed + from * 7919;

function* stream(limit: number): Generator<History> {
  for (let from = 0; from < limit; from += BLOCK)
    yield* fc.sample(arbitrary, { seed: seedOf(from), numRuns: Math.min(BLOCK, limit - from) });
}

function addTo(counts: Map<string, number>, more: ReadonlyMap<string, number>): void {
  for (const [what, count] of more) counts.set(what, (counts.get(what) ?? 0) + count);
}

/** How often each kind of event, end and fault happened, and what was violated by which histories. */
function printCounts(counts: ReadonlyMap<string, number>, violated: ReadonlyMap<string, readonly number[]>): void {
  for (const [what, count] of [...counts].sort(([one], [other]) => (one < other ? -1 : 1)))
    console.log(`${String(count).padStart(8)}  ${what}`);
  for (const [kind, numbers] of [...violated].sort(([, one], [, other]) => other.length - one.length))
    console.log(`\n${numbers.length} × ${kind}\n    --only ${numbers.slice(0, 8).join(', ')}`);
}

/** Shrinks a history to the simplest that violates the same invariant, prints it as a story, and may save it. */
async function explain(number: number): Promise<void> {
  const from = number - (number % BLOCK);
  const [original] = fc.sample(arbitrary, { seed: seedOf(from), numRuns: BLOCK }).slice(number - from);
  const rules = new Set((original ? await play(original) : { violations: [] }).violations.slice(0, 1).map(ruleOf));
  const property = fc.asyncProperty(arbitrary, async (history) => {
    const { violations } = await play(history);
    return !violations.some((violation) => rules.has(ruleOf(violation)));
  });
  const result = await fc.check(property, {
    seed: seedOf(from),
    path: String(number - from),
    numRuns: 1,
    interruptAfterTimeLimit: SHRINK_SECONDS * 1000,
  });
  const history = result.counterexample?.[0] ?? original;
  if (!history) return;
  const { story, violations } = await play(history);
  console.log(`\nHistory ${number} of seed ${seed}, after ${result.numShrinks} simplifications:\n`);
  console.log(JSON.stringify(history.setup));
  console.log(story.join('\n'));
  console.log(`\n${violations.join('\n')}`);
  if (values.save) {
    const path = `__tests__/simulation/saved/${values.save}.json`;
    writeFileSync(path, `${JSON.stringify(history, null, 2)}\n`);
    console.log(`\nSaved as ${path}`);
  } else
    console.log(`\nAgain: npm run simulate -- --seed ${seed} --only ${number}, with --save NAME as a regression test`);
}

const failed = values.only === undefined ? await search() : Number(values.only);
if (failed !== undefined) {
  if (!values.all && !values.brief) await explain(failed);
  process.exitCode = 1;
}
