import { parentPort, workerData } from 'node:worker_threads';
import '@actions/github/lib/utils'; // loaded before the virtual clock starts, as loading takes real time
import { type Played, type Series, seriesOf } from './series.ts';
import { simulate } from './simulate.ts';

/** Plays a part of a series in a thread of its own, and posts what came of each history. */
Error.stackTraceLimit = 0; // stacks of expected errors would take a tenth of the time

const { series, index, of }: { series: Series; index: number; of: number } = workerData;
for (const { number, history } of seriesOf(series, { index, of })) {
  const { violations, counts } = await simulate(history);
  const played: Played = { number, violations, counts };
  parentPort?.postMessage(played);
}
