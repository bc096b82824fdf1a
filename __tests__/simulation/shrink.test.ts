import { expect, test } from '@jest/globals';
import { shrink } from '../support/shrink.ts';
import { type History, PLAIN_SETUP, type Setup, type Step } from './history.ts';
import { simplerThan } from './shrink.ts';

const PLAIN: Setup = { ...PLAIN_SETUP, isQuiet: false, concurrency: 'none' };
const SETUP: Setup = {
  ...PLAIN,
  lag: { created: 500, edited: 500 },
  wait: false,
  pullRequest: 'reuse',
  slowness: 5,
};
const sweep: Step = { kind: 'sweep', after: 9_000_000, fate: { cancelAfter: 3 } };
const label: Step = {
  kind: 'label',
  after: 5_000,
  thread: 31,
  by: 'bob',
  legs: 2,
  hasOneKey: true,
  fate: {},
};
const fault: Step = {
  kind: 'fault',
  after: 700,
  fault: { at: 'edit', how: '502', times: 40, skip: 2 },
};
const kill = { ms: 5 };
const again: Step = {
  kind: 're-run',
  after: 3,
  of: 3,
  only: 'all',
  by: 'bob',
  fate: { kill, post: 'runs' },
};
const plainLabel: Step = { ...label, after: 0, by: 'alice', legs: 1, hasOneKey: false };

test('a history shrinks to the steps that fail, each as plain as can be, and a re-run still means the same run', async () => {
  const steps = [sweep, fault, sweep, sweep, label, sweep, fault, again, sweep, label];
  const fails = async ({ steps: played }: History) => {
    const runs = played.filter(({ kind }) => kind !== 'fault' && kind !== 're-run');
    const isKilled = (step: Step) =>
      step.kind === 're-run' && runs[step.of]?.kind === 'label' && step.fate.kill;
    return (
      played.some(isKilled) && played.some((step) => step.kind === 'fault' && step.fault.times > 9)
    );
  };
  expect(await shrink({ setup: SETUP, steps }, simplerThan, fails)).toEqual({
    setup: PLAIN,
    steps: [
      plainLabel,
      { ...fault, after: 0, fault: { at: 'edit', how: '502', times: 10, skip: 0 } },
      { ...again, after: 0, of: 0, by: 'alice', fate: { kill, post: 'lost' } },
    ],
  });
});

test('steps of a history without faults keep their pauses, so that no two runs overlap', async () => {
  const steps = [sweep, label, sweep].map((step) => ({ ...step, after: 7_200_000 }));
  const fails = async (tried: History) => tried.steps.some(({ kind }) => kind === 'label');
  const history = await shrink({ setup: { ...SETUP, isQuiet: true }, steps }, simplerThan, fails);
  expect(history.steps).toEqual([{ ...plainLabel, after: 7_200_000 }]);
});

test('shrinking ends when its time is over', async () => {
  let tried = 0;
  const steps = Array.from({ length: 20 }, () => sweep);
  const fails = async ({ steps: { length } }: History) => {
    tried++;
    return length > 10;
  };
  await shrink({ setup: SETUP, steps }, simplerThan, fails, () => tried >= 7);
  expect(tried).toBe(7);
});
