/**
 * Explores every interleaving of two or three runs of the action, with faults: all states that an abstract GitHub, an abstract service and
 * the decisions of `src` can reach from the start of a scenario.
 *
 *     npm run explore
 *     npm run explore -- 'label and label'     the scenarios whose names contain these words
 *     npm run explore -- '' 1                  with at most one fault
 *
 * Prints how many states each scenario has. The first violation of an invariant fails the scenario, and its shortest story is printed.
 */
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { DECISIONS } from './explore/decisions.ts';
import { SCENARIOS, startOf } from './explore/scenarios.ts';
import { search } from './explore/search.ts';

const [, , words = '', faults] = process.argv;

/** Explores one scenario after the other in workers, the first ones first. */
async function exploreAll(): Promise<void> {
  const began = Date.now();
  let states = 0;
  const left = SCENARIOS.map(({ name }, index) => ({ name, index })).filter(({ name }) => name.includes(words));
  async function exploreNext(): Promise<void> {
    const next = left.shift();
    if (!next) return;
    const worker = new Worker(new URL(import.meta.url), { workerData: next.index, argv: process.argv.slice(2) });
    worker.on('message', (found: { states: number; line: string; story: string[] | undefined }) => {
      states += found.states;
      console.log(found.line);
      if (!found.story) return;
      console.log(`\n    ${found.story.join('\n    ')}\n`);
      process.exitCode = 1;
    });
    await new Promise((resolve, reject) => worker.once('exit', resolve).once('error', reject));
    await exploreNext();
  }
  await Promise.all(Array.from({ length: availableParallelism() }, exploreNext));
  console.log(`${states.toLocaleString('en')} states in ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

function exploreOne(index: number): void {
  const scenario = SCENARIOS[index];
  if (!scenario) return;
  const { faults: most } = scenario;
  const began = Date.now();
  const start = startOf({ ...scenario, faults: faults === undefined ? most : Number(faults) }, DECISIONS);
  const { states, story } = search(start);
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  const line = `${states.toLocaleString('en').padStart(10)} states, ${start.faults} faults, ${seconds} s  ${scenario.name}`;
  parentPort?.postMessage({ states, line, story });
}

if (isMainThread) await exploreAll();
else exploreOne(workerData);
