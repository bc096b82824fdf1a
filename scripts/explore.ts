/**
 * Explores every interleaving of two or three runs of the action, with faults: all states that an abstract GitHub, an abstract service and
 * the decisions of `src` can reach from the start of a scenario.
 *
 *     npm run explore
 *     npm run explore -- 'label and label'     the scenarios whose names contain these words
 *     npm run explore -- '' 1                  with at most one fault
 *
 * How it works: a state (`world.ts`) is a value: the comments, the jobs, the runs, and how many faults can still happen. A run (`run.ts`) asks
 * `nextStep` what to do, and takes one step at a time: it stops before each thing that another run can see. The search (`search.ts`) goes on
 * from each new state with each step that is possible, the nearest states first, so that the story of a violation is the shortest one. There
 * are few states, as what decides nothing any more is forgotten, as runs that are alike begin in one order, and as the only clock counts the
 * labels.
 *
 * Prints how many states each scenario has. The first violation of an invariant fails the scenario, and its shortest story is printed: a
 * request has two jobs, a job is created above a limit, a follow-up is sent twice or drops the work of its job, a run does not end, a comment
 * says what its writer knew to be false (`models.ts`, `search.ts`). `__tests__/unit/explore.test.ts` shows that a bug of each kind is found.
 */
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { SCENARIOS, startOf } from './explore/scenarios.ts';
import { type Found, search } from './explore/search.ts';
import { DECISIONS } from './explore/world.ts';
import { inWorkers, type Part } from './workers.ts';

const [, , words = '', most] = process.argv;
const chosen = SCENARIOS.filter(({ name }) => name.includes(words));

/** Explores every `of`th scenario. */
function explorePart({ index, of }: Part): void {
  for (const [at, { faults, ...scenario }] of chosen.entries())
    if (at % of === index) {
      const start = startOf({ ...scenario, faults: most === undefined ? faults : Number(most) }, DECISIONS);
      parentPort?.postMessage({ name: scenario.name, faults: start.faults, ...search(start) });
    }
}

async function exploreAll(): Promise<void> {
  const began = Date.now();
  let all = 0;
  interface Explored extends Found {
    readonly name: string;
    readonly faults: number;
  }
  await inWorkers<Explored>(new URL(import.meta.url), {}, ({ name, faults, states, story }) => {
    all += states;
    console.log(`${states.toLocaleString('en').padStart(10)} states, ${faults} faults  ${name}`);
    if (!story) return;
    console.log(`\n    ${story.join('\n    ')}\n`);
    process.exitCode = 1;
  });
  console.log(`${all.toLocaleString('en')} states in ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

if (isMainThread) await exploreAll();
else explorePart(workerData);
