import '@actions/github/lib/utils'; // loaded before the virtual clock starts, as loading takes real time
import { describe, expect, test } from '@jest/globals';
import { createChance } from '../support/seeded-random.ts';
import { shrink } from '../support/shrink.ts';
import { type Case, createFuzzer, simplerThan } from './case.ts';
import { changeBytes, changeJson } from './content-changes.ts';

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

describe('a changed text', () => {
  const TEXT = JSON.stringify({ id: 7, user: { login: 'alice' }, commits: ['docs', 'bug'] });

  test('is the same for the same seed, and mostly another one for another', () => {
    const change = (seed: number) => changeJson(TEXT, createChance(seed))?.content;
    const texts = Array.from({ length: 50 }, (_, seed) => change(seed));
    expect(texts).toEqual(Array.from({ length: 50 }, (_, seed) => change(seed)));
    expect(new Set(texts).size).toBeGreaterThan(30);
    expect(texts).not.toContain(TEXT);
  });

  test('that is no JSON is changed in its bytes', () => {
    expect(changeJson('<html>', createChance(1))).toBeUndefined();
    const changed = Array.from(
      { length: 20 },
      (_, seed) => changeBytes(Buffer.from('<html>'), createChance(seed)).content,
    );
    expect(changed.filter((bytes) => bytes.toString() !== '<html>').length).toBeGreaterThan(15);
  });
});

test('a failing case shrinks to the one mutation, in the one act, that makes it fail', async () => {
  const act = { kind: 'label', event: () => ({ name: 'issues', payload: {} }) } as const;
  const guilty = { place: { kind: 'event', act: 0 }, how: 'JSON', seed: 2 } as const;
  const innocent = { ...guilty, seed: 1 };
  const failing: Case = { story: { name: 'x', acts: [act, act] }, mutations: [innocent, guilty, innocent] };
  const smallest = await shrink(failing, simplerThan, async ({ mutations }) => mutations.includes(guilty));
  expect(smallest).toEqual({ story: { name: 'x', acts: [act] }, mutations: [guilty] });
});
