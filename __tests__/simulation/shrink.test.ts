import { expect, test } from '@jest/globals';
import type { History, Setup, Step } from './history.ts';
import { shrink } from './shrink.ts';

const SETUP: Setup = {
  seed: 7,
  isQuiet: false,
  concurrency: 'none',
  lag: { created: 1_500, edited: 500 },
  pickUp: 300,
  slowness: 5,
  wait: false,
  pullRequest: 'reuse',
  timeout: 60,
  jobs: [{ seconds: 95, end: 'failed', isHere: false, linkAfter: 0, idleFirst: 0, unknownFor: 3 }],
};
const sweep: Step = { kind: 'sweep', after: 12_345, fate: { cancelAfter: 700 } };
const label: Step = { kind: 'label', after: 61_234, thread: 31, by: 'bob', legs: 2, fate: { cancelAfter: 1 } };
const fault: Step = { kind: 'fault', after: 5, fault: { at: 'edit', how: '502', times: 40, skip: 2 } };
const again: Step = {
  kind: 're-run',
  after: 999,
  of: 3,
  only: 'all',
  by: 'bob',
  fate: { kill: { ms: 5 }, post: 'runs' },
};

test('a history shrinks to the steps that fail, each as plain as can be, and a re-run still means the same run', async () => {
  const steps = [sweep, fault, sweep, sweep, label, sweep, fault, again, sweep, label];
  const history = await shrink({ setup: SETUP, steps }, async ({ steps: played }) => {
    const runs = played.filter(({ kind }) => kind !== 'fault' && kind !== 're-run');
    const isKilled = (step: Step) => step.kind === 're-run' && runs[step.of]?.kind === 'label' && step.fate.kill;
    return played.some(isKilled) && played.some((step) => step.kind === 'fault' && step.fault.times > 9);
  });
  expect(history).toEqual({
    setup: { ...SETUP, lag: { created: 0, edited: 0 }, wait: true, pullRequest: 'new', slowness: 1, jobs: [] },
    steps: [
      { ...label, after: 0, by: 'alice', legs: 1, fate: {} },
      { ...fault, after: 0, fault: { at: 'edit', how: '502', times: 10, skip: 0 } },
      { ...again, after: 0, of: 0, by: 'alice', fate: { kill: { ms: 5 }, post: 'lost' } },
    ],
  } satisfies History);
});

test('steps of a history without faults keep their pauses, so that no two runs overlap', async () => {
  const steps = [sweep, label, sweep].map((step) => ({ ...step, after: 7_200_000, fate: {} }));
  const history = await shrink({ setup: { ...SETUP, isQuiet: true }, steps }, async (tried) =>
    tried.steps.some(({ kind }) => kind === 'label'),
  );
  expect(history.steps).toEqual([{ ...label, after: 7_200_000, by: 'alice', legs: 1, fate: {} }]);
  expect(history.setup.lag).toEqual(SETUP.lag);
});

test('shrinking ends when its time is over', async () => {
  let tried = 0;
  const steps = Array.from({ length: 20 }, () => sweep);
  const fails = async ({ steps: { length } }: History) => {
    tried++;
    return length > 10;
  };
  await shrink({ setup: SETUP, steps }, fails, () => tried >= 7);
  expect(tried).toBe(7);
});
