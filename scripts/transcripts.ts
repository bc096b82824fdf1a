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
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { seriesOf } from '../__tests__/simulation/series.ts';
import { type Difference, differencesOf, formatVersions } from './transcripts/compare.ts';
import type { Transcript } from './transcripts/transcript.ts';
import { loadVersions } from './transcripts/versions.ts';
import { inWorkers, type Part } from './workers.ts';

const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    harness: { type: 'string' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    histories: { type: 'string', default: '1000' },
    steps: { type: 'string', default: '20' },
    only: { type: 'string' },
    ignore: { type: 'string', default: '' },
    workers: { type: 'string' },
  },
});
const { against } = values;
if (against === undefined) throw new Error('--against DIR names the checkout to compare with');
const seed: number = isMainThread ? Number(values.seed) : workerData.seed; // drawn once

/** What came of a history. */
interface Compared {
  readonly number: number;
  readonly aspects: readonly Difference['aspect'][];
  /** The first difference that is not ignored, for people. */
  readonly story: string | undefined;
}

async function comparePart(part: Part, old: string): Promise<void> {
  const versions = await loadVersions({ old, new: '.', harness: values.harness ?? old });
  const series = { seed, limit: Number(values.histories), maxSteps: Number(values.steps) };
  for (const { number, history: original } of seriesOf(series, part)) {
    if (values.only !== undefined && number !== Number(values.only)) continue;
    const history = { ...original, setup: { ...original.setup, hasFixedPauses: true } }; // for older checkouts
    const before = await versions.old(history);
    const differences = differencesOf(before, await versions.new(history));
    const told = differences.find(({ aspect }) => !values.ignore.split(',').includes(aspect));
    const story = told && `History ${number}\n${JSON.stringify(history.setup)}\n\n${tell(told, before)}`;
    const aspects = [...new Set(differences.map(({ aspect }) => aspect))];
    parentPort?.postMessage({ number, aspects, story } satisfies Compared);
  }
}

/** The last steps before the end of a process that differs, then both versions. */
function tell(difference: Difference, { story }: Transcript): string {
  const steps = story.filter((line) => timeOf(line) <= difference.at).slice(-12);
  const headline = `Different ${difference.aspect}${difference.where && ` of ${difference.where}`}`;
  return [...steps, '', headline, '', formatVersions(difference)].join('\n');
}

/** Of a line of the story, in milliseconds: `2d 03:04:05.678  text`. */
function timeOf(line: string): number {
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = line.split(/\s\s|[d:]\s?/, 4).map(Number);
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
}

async function compareAll(): Promise<void> {
  const began = Date.now();
  /** The numbers of the histories by what differs in them. */
  const found = new Map<string, number[]>();
  let first: Compared | undefined;
  let played = 0;
  function add(compared: Compared): void {
    played++;
    for (const aspect of compared.aspects) found.set(aspect, [...(found.get(aspect) ?? []), compared.number]);
    if (compared.story !== undefined && !(first && first.number < compared.number)) first = compared;
  }
  await inWorkers(new URL(import.meta.url), { seed }, add, values.workers);
  if (first) console.log(`${first.story}\n`);
  for (const [aspect, numbers] of found) {
    const examples = numbers.sort((one, other) => one - other).slice(0, 8);
    console.log(`${String(numbers.length).padStart(8)}  histories with other ${aspect}: ${examples.join(', ')}`);
  }
  console.log(`${played} histories of seed ${seed} in ${((Date.now() - began) / 1000).toFixed(1)} s`);
  process.exitCode = first || played === 0 ? 1 : 0;
}

Error.stackTraceLimit = 0; // stacks of expected errors would take a tenth of the time
if (isMainThread) await compareAll();
else await comparePart(workerData, against);
