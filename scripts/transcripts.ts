/**
 * Plays random histories (`__tests__/simulation`) with two versions of the action, and compares every request with its time, output, log
 * line, summary, comment, saved state and exit code.
 *
 *     npm run transcripts -- --against ../old                       this checkout against another one, which needs its `node_modules`
 *     npm run transcripts -- --against ../old --seed 1 --histories 5000 --ignore log,state
 *     npm run transcripts -- --against ../old --seed 1 --only 37    history 37 of that seed
 *
 * Both versions are played by the simulation of the other checkout, or of `--harness DIR`. The exit code is 1 unless all differences are
 * ignored.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import type { Compared, Part } from './transcripts/part.ts';
import { inWorkers } from './workers.ts';

const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    harness: { type: 'string' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    histories: { type: 'string', default: '1000' },
    steps: { type: 'string', default: '20' },
    only: { type: 'string' },
    ignore: { type: 'string', default: '' },
    workers: { type: 'string', default: String(availableParallelism()) },
  },
});
const { against } = values;
if (against === undefined) throw new Error('--against DIR names the checkout to compare with');
const began = Date.now();
const part: Part = {
  checkouts: { old: against, new: '.', harness: values.harness ?? against },
  series: { seed: Number(values.seed), limit: Number(values.histories), maxSteps: Number(values.steps) },
  only: values.only === undefined ? undefined : Number(values.only),
  ignored: values.ignore.split(',').filter(Boolean),
};

/** The numbers of the histories by what differs in them. */
const found = new Map<string, number[]>();
let first: Compared | undefined;
let played = 0;

await inWorkers<Compared>(
  new URL('transcripts/part.ts', import.meta.url),
  part,
  (compared) => {
    const { number, aspects, story } = compared;
    played++;
    for (const aspect of new Set(aspects)) found.set(aspect, [...(found.get(aspect) ?? []), number]);
    if (story !== undefined && !(first && first.number < number)) first = compared;
  },
  Number(values.workers),
);

if (first) console.log(`${first.story}\n`);
for (const [aspect, numbers] of found) {
  const examples = numbers.sort((one, other) => one - other).slice(0, 8);
  console.log(`${String(numbers.length).padStart(8)}  histories with other ${aspect}: ${examples.join(', ')}`);
}
console.log(`${played} histories of seed ${values.seed} in ${((Date.now() - began) / 1000).toFixed(1)} s`);
process.exitCode = first || played === 0 ? 1 : 0;
