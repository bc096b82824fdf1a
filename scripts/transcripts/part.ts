import { parentPort, workerData } from 'node:worker_threads';
import { type Series, seriesOf } from '../../__tests__/simulation/series.ts';
import { type Difference, differencesOf, formatVersions } from './compare.ts';
import type { Transcript } from './transcript.ts';
import { type Checkouts, loadVersions } from './versions.ts';

/** What a part of the comparison plays. */
export interface Part {
  readonly checkouts: Checkouts;
  readonly series: Series;
  /** Only this history. */
  readonly only: number | undefined;
  /** Differences that are meant. */
  readonly ignored: readonly string[];
}

/** What came of a history. */
export interface Compared {
  readonly number: number;
  readonly aspects: readonly Difference['aspect'][];
  /** The first difference that is not ignored, for people. */
  readonly story: string | undefined;
}

Error.stackTraceLimit = 0; // stacks of expected errors would take a tenth of the time

const { checkouts, series, only, ignored, index, of }: Part & { index: number; of: number } = workerData;
const versions = await loadVersions(checkouts);

for (const { number, history: original } of seriesOf(series, { index, of })) {
  if (only !== undefined && number !== only) continue;
  const history = { ...original, setup: { ...original.setup, hasFixedPauses: true } };
  const old = await versions.old(history);
  const differences = differencesOf(old, await versions.new(history));
  const told = differences.find(({ aspect }) => !ignored.includes(aspect));
  const story = told && `History ${number}\n${JSON.stringify(history.setup)}\n\n${tell(told, old)}`;
  const compared: Compared = { number, aspects: differences.map(({ aspect }) => aspect), story };
  parentPort?.postMessage(compared);
}

/** The last steps before a difference, then both versions. */
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
