/**
 * Plays random histories (`__tests__/simulation`) with two versions of the action, and compares every request, output, log line, summary,
 * comment, saved state and exit code.
 *
 *     npm run transcripts -- --against ../old                       this checkout against another one, which needs its `node_modules`
 *     npm run transcripts -- --against ../old --seed 1 --histories 5000 --ignore log,state
 *     npm run transcripts -- --against ../old --seed 1 --only 37    history 37 of that seed
 *
 * Both versions are played by the simulation of the other checkout, or of `--harness DIR`. `--faults 0.8`: so many of the histories, the later ones,
 * have faults, kills, and people who spoil comments. `--steady`, for a version that sends fewer requests: requests take no time, and faults and kills
 * count requests of one kind, so that a request fewer changes nothing else. The exit code is 1 unless all differences are saved requests or ignored.
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
    faults: { type: 'string', default: '0.8' },
    only: { type: 'string' },
    ignore: { type: 'string', default: '' },
    steady: { type: 'boolean', default: false },
    workers: { type: 'string', default: String(availableParallelism()) },
  },
});
const { against } = values;
if (against === undefined) throw new Error('--against DIR names the checkout to compare with');
const began = Date.now();
const only = values.only === undefined ? undefined : Number(values.only);
const limit = Number(values.histories);
const ignored = values.ignore.split(',').filter(Boolean);
const part: Omit<Part, 'index' | 'of'> = {
  checkouts: { old: against, new: '.', harness: values.harness ?? against },
  series: { seed: Number(values.seed), limit, maxSteps: Number(values.steps) },
  only,
  faultless: Math.round(limit * (1 - Number(values.faults))),
  isSteady: values.steady,
  ignored,
};

/** The numbers of the histories by their class, and by each difference; and how many differences that are. */
const rows = new Map<string, { readonly numbers: number[]; count: number }>();
const EQUAL = 'histories: equal';
const FINE = [EQUAL, 'histories: saved requests', 'histories: ignored differences'];
let first: Compared | undefined;
let requests = 0;

/** What differs in a history beyond what is ignored. */
function classOf({ aspects }: Compared): string {
  const names = new Set<string>(aspects.map(({ aspect }) => aspect));
  if (names.size === 0) return 'equal';
  const isSaving = names.delete('saved');
  const [name, ...more] = [...names].filter((each) => !ignored.includes(each));
  if (name === undefined) return isSaving ? 'saved requests' : 'ignored differences';
  const isSoft = more.length === 0 && /^(log|state|summary)$/.test(name);
  return `${isSoft ? `${name} only` : 'different'}${isSaving ? ', beside a saved request' : ''}`;
}

function count(row: string, number: number, times: number): void {
  const found = rows.get(row) ?? { numbers: [], count: 0 };
  rows.set(row, found);
  found.count += times;
  if (found.numbers.at(-1) !== number) found.numbers.push(number);
}

function add(compared: Compared): void {
  const { number, aspects, story } = compared;
  requests += compared.requests;
  count(`histories: ${classOf(compared)}`, number, 1);
  for (const { aspect, count: times } of aspects) count(`differences: ${aspect}`, number, times);
  if (story !== undefined && !(first && first.number < number)) first = compared;
}

await inWorkers(new URL('transcripts/part.ts', import.meta.url), part, add, Number(values.workers));

if (first) console.log(`${first.story}\n`);
let played = 0;
for (const [row, { numbers, count: times }] of [...rows].sort(([one], [other]) => (one < other ? 1 : -1))) {
  if (row.startsWith('histories')) played += times;
  const examples = numbers.sort((one, other) => one - other).slice(0, 8);
  console.log(`${String(times).padStart(8)}  ${row}${row === EQUAL ? '' : `, in ${examples.join(', ')}`}`);
}
const seconds = (Date.now() - began) / 1000;
const pace = `${seconds.toFixed(1)} s, ${(played / seconds).toFixed(1)} per second`;
console.log(`${played} histories with ${requests} requests, seed ${values.seed} (${pace})`);
const isFine = [...rows.keys()].every((row) => row.startsWith('differences') || FINE.includes(row));
process.exitCode = isFine && played > 0 ? 0 : 1;
