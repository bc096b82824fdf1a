import '@actions/github'; // loaded before the virtual clock starts, as loading takes real time
import { expect, test } from '@jest/globals';
import { shrink } from '../support/shrink.ts';
import { type Case, createFuzzer, simplerThan } from './case.ts';

const SEED = 1;
const CASES = 40;
const fuzzer = createFuzzer();

test('forty changed stories violate no rule, and most of them go another way', async () => {
  let others = 0;
  for (let number = 0; number < CASES; number++) {
    const { violations, hasOtherCourse } = await fuzzer.run(await fuzzer.caseOf(SEED, number));
    expect({ number, violations }).toEqual({ number, violations: [] });
    if (hasOtherCourse) others++;
  }
  expect(others).toBeGreaterThan(CASES / 3);
});

test('the same seed and number always make the same case, with the same end', async () => {
  const play = async () => {
    const { applied, verdicts, played } = await fuzzer.run(await fuzzer.caseOf(SEED, 3));
    return {
      notes: applied.map(({ note }) => note),
      verdicts,
      requests: played.world.exchanges.map(({ line }) => line),
    };
  };
  expect(await play()).toEqual(await play());
});

test('a failing case shrinks to the one mutation, in the one act, that makes it fail', async () => {
  const act = { kind: 'label', event: () => ({ name: 'issues', payload: {} }) } as const;
  const guilty = { place: { kind: 'event', act: 0 }, how: 'JSON', seed: 2 } as const;
  const innocent = { ...guilty, seed: 1 };
  const failing: Case = {
    story: { name: 'x', acts: [act, act] },
    mutations: [innocent, guilty, innocent],
  };
  const smallest = await shrink(failing, simplerThan, async ({ mutations }) =>
    mutations.includes(guilty),
  );
  expect(smallest).toEqual({ story: { name: 'x', acts: [act] }, mutations: [guilty] });
});
