import { parentPort, workerData } from 'node:worker_threads';
import { type Series, seriesOf } from '../../__tests__/simulation/series.ts';
import { withFixedPauses, withoutFaults, withSteadyCounts } from './altered-histories.ts';
import { type Aspect, type Difference, differencesOf, formatVersions } from './compare.ts';
import type { Transcript } from './transcript.ts';
import { type Checkouts, loadVersions } from './versions.ts';

/** What a part of the comparison plays. */
export interface Part {
  readonly checkouts: Checkouts;
  readonly series: Series;
  /** Only this history. */
  readonly only: number | undefined;
  /** So many histories of the series, the first ones, have no faults. */
  readonly faultless: number;
  readonly isSteady: boolean;
  /** Differences that are meant. */
  readonly ignored: readonly string[];
  readonly index: number;
  readonly of: number;
}

/** What came of a history. */
export interface Compared {
  readonly number: number;
  readonly requests: number;
  readonly aspects: readonly { readonly aspect: Aspect; readonly count: number }[];
  /** The first difference that is not ignored, for people. */
  readonly story: string | undefined;
}

Error.stackTraceLimit = 0; // stacks of expected errors would take a tenth of the time

const { checkouts, series, only, faultless, isSteady, ignored, index, of }: Part = workerData;
const versions = await loadVersions(checkouts);

for (const { number, history: original } of seriesOf(series, { index, of })) {
  if (only !== undefined && number !== only) continue;
  const changes = [
    withFixedPauses,
    ...(isSteady ? [withSteadyCounts] : []),
    ...(number < faultless ? [withoutFaults] : []),
  ];
  const history = changes.reduce((changed, change) => change(changed), original);
  const old = await versions.old(history);
  const differences = differencesOf(old, await versions.new(history));
  const aspects = differences.map(({ aspect, count }) => ({ aspect, count }));
  const told =
    differences.find(({ aspect }) => aspect !== 'saved' && !ignored.includes(aspect)) ??
    (only === undefined ? undefined : differences[0]);
  const story = told && `History ${number}\n${JSON.stringify(history.setup)}\n\n${tell(told, old)}`;
  const requests = old.processes.reduce((sum, process) => sum + process.requests.length, 0);
  const compared: Compared = { number, requests, aspects, story };
  parentPort?.postMessage(compared);
}

/** The last steps before a difference, then both versions. */
function tell(difference: Difference, { story }: Transcript): string {
  const steps = story.filter((line) => timeOf(line) <= difference.at).slice(-12);
  const before =
    difference.before.length > 0 ? ['', 'The requests before, in both versions:', ...difference.before] : [];
  const headline = `Different ${difference.aspect}${difference.where && ` of ${difference.where}`}`;
  return [...steps, '', headline, ...before, '', formatVersions(difference)].join('\n');
}

/** Of a line of the story, in milliseconds: `2d 03:04:05.678  text`. */
function timeOf(line: string): number {
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = line.split(/\s\s|[d:]\s?/, 4).map(Number);
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
}
