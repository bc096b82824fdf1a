import fc from 'fast-check';
import { type History, histories, quietHistories } from './history.ts';

/** Which histories to play. */
export interface Series {
  readonly seed: number;
  /** How many. */
  readonly limit: number;
  /** Steps of the longest. */
  readonly maxSteps: number;
}

/** Shorter ones have fewer runs and faults than it takes for a defect. */
const MIN_STEPS = 8;
/**
 * Histories are made in blocks, so that one of them can be found again without those before its
 * block.
 */
const BLOCK = 50;

const anyHistory = (maxSteps: number): fc.Arbitrary<History> =>
  fc.oneof(
    { weight: 9, arbitrary: histories(MIN_STEPS, maxSteps) },
    { weight: 1, arbitrary: quietHistories(MIN_STEPS, maxSteps) },
  );

/** The histories of a series, or of one of several parts that are played side by side. */
export function* seriesOf(
  { seed, limit, maxSteps }: Series,
  part: { readonly index: number; readonly of: number } = { index: 0, of: 1 },
): Generator<{ readonly number: number; readonly history: History }> {
  for (let block = part.index; block * BLOCK < limit; block += part.of) {
    const first = block * BLOCK;
    const sample = { seed: seed + first * 7919, numRuns: Math.min(BLOCK, limit - first) };
    for (const [at, history] of fc.sample(anyHistory(maxSteps), sample).entries())
      yield { number: first + at, history };
  }
}

/** One history of a series. */
export function historyOf(
  { seed, maxSteps }: Omit<Series, 'limit'>,
  number: number,
): History | undefined {
  const first = number - (number % BLOCK);
  const [found] = [
    ...seriesOf({ seed: seed + first * 7919, maxSteps, limit: (number % BLOCK) + 1 }),
  ].slice(-1);
  return found?.history;
}
