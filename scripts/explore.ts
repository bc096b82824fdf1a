/**
 * Explores every interleaving of two or three runs of the action, with faults: all states that an abstract GitHub, an abstract service and
 * the decisions of `src` can reach from the start of a scenario.
 *
 *     npm run explore
 *     npm run explore -- 'label and label'     the scenarios whose names contain these words
 *     npm run explore -- '' 1                  with at most one fault
 *
 * How it works: a state (`world.ts`) is a value: the comments, the jobs, the runs, and how many faults can still happen. A run (`run.ts`) asks
 * `nextStep` what to do, and takes one step at a time: it stops before each thing that another run can see. A step is a plain function that
 * asks, where it can go in several ways, which one to take (`Course`); it is repeated until it took all of them. The search (`search.ts`) goes
 * on from each new state with each step that is possible, the nearest states first, so that the story of a violation is the shortest one.
 * There are few states, as what decides nothing any more is forgotten, as runs that are alike begin in one order, and as the only clock
 * counts the labels.
 *
 * Prints how many states each scenario has. The first violation of an invariant fails the scenario, and its shortest story is printed:
 * a request has two jobs, a job is created above a limit, a follow-up is sent twice or drops the work of its job, a run does not end, a comment says what its writer knew to
 * be false (`models.ts`, `search.ts`). `__tests__/unit/explore.test.ts` shows that a bug of each kind is found.
 */
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { SCENARIOS, startOf } from './explore/scenarios.ts';
import { search } from './explore/search.ts';
import { DECISIONS } from './explore/world.ts';

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
