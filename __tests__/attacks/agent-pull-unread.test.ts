import { expect, test } from '@jest/globals';
import type { Step } from './action-process.ts';
import { commented, labeled, labeledPull, openPull, sha } from './events.ts';
import { CREATE, doesAndSays, EDIT, FOLLOW_UP, lost, STATUS, says } from './faults.ts';
import { pulled } from './pull-events.ts';
import { createWorld, type How, type World } from './world.ts';

const PULL = 31;
const LINK = `https://github.com/acme/app/pull/${PULL}`;

/** A job that no run waits for opens pull request 31, and a person labels it one hour later. */
async function labelAgentPull(before: (world: World) => void, inputs: Step['inputs'] = {}, cancelAfter?: number) {
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
    ...(cancelAfter === undefined ? {} : { cancelAfter }),
  });
  return { verdict, took, jobs: world.count(CREATE) };
}

test('a label on the pull request of a job continues that job if a status request failed at first', async () => {
  const labeledThen = await labelAgentPull(({ faults }) => faults.push({ on: STATUS, how: says(502), times: 2 }));
  expect(labeledThen).toMatchObject({ verdict: 'pull-request', jobs: 1 });
});

test('a label on a pull request gets a job if the job that may have opened it cannot be read for good', async () => {
  const labeledThen = await labelAgentPull(({ faults }) => faults.push({ on: STATUS, how: says(502), times: 7 }));
  expect(labeledThen).toMatchObject({ verdict: 'pull-request', jobs: 2 });
});

test('a label on the pull request of a job continues that job after one 404 for it', async () => {
  const labeledThen = await labelAgentPull(({ faults }) => faults.push({ on: STATUS, how: says(404) }));
  expect(labeledThen).toMatchObject({ verdict: 'pull-request', jobs: 1 });
});

test('a label on a pull request creates a job if the job that may have opened it is gone', async () => {
  const gone = ({ faults }: World) => {
    faults.push({ on: STATUS, how: says(404), times: 2 }, { on: STATUS, how: says(502) });
    faults.push({ on: STATUS, how: says(404), times: 6 });
  };
  const labeledThen = await labelAgentPull(gone);
  expect(labeledThen).toMatchObject({ verdict: 'pull-request', jobs: 2 });
});

test('and a cancel meanwhile is a cancel, not an error', async () => {
  const fail = ({ faults }: World) => faults.push({ on: STATUS, how: says(502), times: 50 });
  expect(await labelAgentPull(fail, {}, 5_000)).toMatchObject({ verdict: 'cancelled', jobs: 1 });
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

/** A pull request opens, which job 1 may have opened: the event must not cause a second job. */
async function openPullOf(world: World, at: number) {
  world.github.pulls.set(PULL, openPull(PULL, at));
  await world.time.during(world.time.sleep(at + 2_000 - world.time.now()));
  const opening = pulled('opened', { number: PULL, at });
  const { verdict } = await world.run({ event: opening, run: 9, inputs: { context: 'none', prompt: 'Do' } });
  return { verdict, jobs: world.count(CREATE) };
}

test.each<[string, How]>([
  ['lost', lost],
  ['a 502', doesAndSays(502, '<html>')],
])(
  'the pull request that a follow-up opens is recognized, although the answer to the follow-up was %s',
  async (_, how) => {
    const world = createWorld();
    world.service.script = { seconds: 5, prLink: null };
    await world.run({ event: labeled({ number: 30 }) });
    await world.time.during(world.time.sleep(2 * 3_600_000));
    world.service.script = { seconds: 20, prLink: LINK };
    world.faults.push({ on: FOLLOW_UP, how });
    const asked = await world.run({ event: commented('/docs more', { number: 30 }), run: 8 });
    expect(asked.verdict).toBe('unconfirmed');
    expect(await openPullOf(world, world.time.now() + 20_000)).toEqual({ verdict: 'skipped', jobs: 1 });
  },
);

test('the pull request of a job that the service does not know yet is recognized, although the create waited for the quota', async () => {
  const world = createWorld();
  world.service.script = { seconds: 5, prLink: LINK };
  world.faults.push({ on: CREATE, how: says(429, {}, { 'retry-after': '90' }) });
  await world.run({ event: labeled({ number: 30 }), inputs: { wait: 'false' } });
  world.faults.push({ on: STATUS, how: says(404) });
  expect(await openPullOf(world, world.time.now() + 6_000)).toEqual({ verdict: 'skipped', jobs: 2 });
});

test.each([20, 52, 58])(
  'a pull request is recognized if its job shows the link %d s after it was opened',
  async (delay) => {
    const world = createWorld();
    const at = 20_000;
    const fields = () => (world.time.now() < at + delay * 1000 ? {} : { status: 'completed', prLink: LINK });
    world.service.script = { seconds: 10_000, prLink: null, fields };
    await world.run({ event: labeled({ number: 30 }), inputs: { wait: 'false' } });
    expect(await openPullOf(world, at)).toEqual({ verdict: 'skipped', jobs: 1 });
  },
);

test('a pull request is recognized while GitHub refuses to edit the status comment, which does not name its job yet', async () => {
  const world = createWorld();
  world.service.script = { seconds: 30, prLink: LINK };
  world.faults.push({ on: EDIT, how: says(502), times: 6 });
  const opening = { event: pulled('opened', { number: PULL, at: 25_000 }), run: 9 };
  void world.time.sleep(25_000).then(() => world.github.pulls.set(PULL, openPull(PULL, 25_000)));
  await world.runAll(
    [{ event: labeled({ number: 30 }) }, { ...opening, inputs: { context: 'none', prompt: 'Do' } }],
    26_000,
  );
  expect(world.count(CREATE)).toBe(1);
});
