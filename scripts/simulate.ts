/**
 * `npm run simulate -- --seed 1 --histories 1000`: plays random histories of a repository against the action and checks its
 * invariants. A history that violates one is shrunk and printed as a story. `--seconds 60`: as many histories as fit.
 * `--save NAME`: keeps the shrunk history as a regression test.
 */
import '@actions/github/lib/utils'; // loaded before the virtual clock starts, as loading takes real time
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { histories } from '../__tests__/simulation/random-histories.ts';
import { simulate } from '../__tests__/simulation/simulate.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    histories: { type: 'string', default: '1000' },
    seconds: { type: 'string' },
    steps: { type: 'string', default: '14' },
    path: { type: 'string' },
    save: { type: 'string' },
  },
});
const began = Date.now();
const counts = new Map<string, number>();
let played = 0;
const result = await fc.check(
  fc.asyncProperty(histories(Number(values.steps)), async (history) => {
    played++;
    const { violations, counts: more } = await simulate(history);
    for (const [what, count] of more) counts.set(what, (counts.get(what) ?? 0) + count);
    if (violations.length > 0) throw new Error(violations.join('\n'));
  }),
  { seed: Number(values.seed), numRuns: Number(values.histories), ...(values.path ? { path: values.path } : {}) },
);
for (const [what, count] of [...counts].sort(([one], [other]) => (one < other ? -1 : 1)))
  console.log(`${String(count).padStart(7)}  ${what}`);
console.log(`${played} histories in ${((Date.now() - began) / 1000).toFixed(1)} s, seed ${values.seed}`);
if (result.counterexample) {
  const [history] = result.counterexample;
  const { story, violations } = await simulate(history);
  console.log(`\nAfter ${result.numRuns} histories and ${result.numShrinks} smaller ones:\n`);
  console.log(story.join('\n'));
  console.log(`\n${violations.join('\n')}`);
  console.log(`\n${JSON.stringify(history)}`);
  console.log(`\nAgain: npm run simulate -- --seed ${values.seed} --path ${result.counterexamplePath}`);
  process.exitCode = 1;
}
