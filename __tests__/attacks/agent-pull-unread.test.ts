import { expect, test } from '@jest/globals';
import type { Step } from './action-process.ts';
import { commented, labeled, labeledPull, openPull, sha } from './events.ts';
import { CREATE, STATUS, says } from './faults.ts';
import { createWorld, type World } from './world.ts';

const PULL = 31;
const LINK = `https://github.com/acme/app/pull/${PULL}`;

/** A job that no run waits for opens pull request 31, and a person labels it one hour later. */
async function labelAgentPull(before: (world: World) => void, inputs: Step['inputs'] = {}) {
  const world = createWorld();
  world.service.script = { seconds: 5, prLink: LINK };
  await world.run({ event: labeled({ number: 30 }), inputs: { wait: 'false' } });
  world.github.pulls.set(PULL, openPull(PULL, 5_000));
  await world.time.during(world.time.sleep(3_600_000));
  before(world);
  const { verdict, took } = await world.run({
    event: labeledPull(sha('c'), 3_600_000),
    run: 8,
    inputs: { context: 'none', prompt: 'Do', ...inputs },
  });
  return { verdict, took, jobs: world.count(CREATE) };
}

test('the pull request of a job is recognized after a status request failed', async () => {
  const labeledThen = await labelAgentPull(({ faults }) => faults.push({ on: STATUS, how: says(502), times: 2 }));
  expect(labeledThen).toMatchObject({ verdict: 'skipped', jobs: 1 });
});

test('a label on a pull request creates nothing while the job that may have opened it cannot be read', async () => {
  const labeledThen = await labelAgentPull(({ faults }) => faults.push({ on: STATUS, how: says(502), times: 50 }));
  expect(labeledThen).toMatchObject({ verdict: 'error', jobs: 1 });
});

test('and ends within its timeout', async () => {
  const fail = ({ faults }: World) => faults.push({ on: STATUS, how: () => new Promise(() => {}), times: 50 });
  const { took } = await labelAgentPull(fail, { timeout: '20s' });
  expect(took).toBeLessThan(35_000);
});

test('the pull request of a job is recognized while that job works on a follow-up, and shows no link', async () => {
  const world = createWorld();
  world.service.script = { seconds: 5, prLink: LINK };
  const inputs = { wait: 'false' };
  await world.run({ event: labeled({ number: 30 }), inputs });
  world.github.pulls.set(PULL, openPull(PULL, 5_000));
  await world.time.during(world.time.sleep(600_000));
  world.service.script = { seconds: 3_600, prLink: LINK };
  await world.run({ event: commented('/docs shorter, please', { number: 30 }), run: 8, inputs });
  const step = { event: labeledPull(sha('c'), 600_000), run: 9, inputs: { context: 'none', prompt: 'Do' } };
  expect([(await world.run(step)).verdict, world.count(CREATE)]).toEqual(['skipped', 1]);
});
