import { expect, test } from '@jest/globals';
import { createScene, type Scene, warnings } from '../../support/scene.ts';
import { signal } from '../../support/signal.ts';
import { bodyOf, ENDED, listByClockBehind, plant, startSweep, sweep, verdictsOf } from '../../support/sweep.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test.each([
  { window: '', age: 3 * DAY - HOUR, isFound: true },
  { window: '', age: 3 * DAY + HOUR, isFound: false },
  { window: '1d', age: DAY + HOUR, isFound: false },
  { window: '30d', age: 29 * DAY, isFound: true },
])('a window of “$window”, and a request $age ms old: found is $isFound', async ({ window, age, isFound }) => {
  await using scene = await createScene(ENDED);
  const planted = await plant(scene);
  await scene.clock.pass(age);
  const result = await sweep(scene, { window });
  expect(result.exitCode).toBe(0);
  expect(verdictsOf(result)).toEqual(isFound ? ['pull-request'] : []);
  const body = await bodyOf(scene, planted);
  if (isFound) expect(body).toContain('Pull request ready');
  else expect(body).toBe(planted.body);
});

test("how long a run may be alive goes by GitHub's clock, not by the runner's", async () => {
  await using scene = await createScene({ job: { seconds: 100_000 } });
  const planted = await plant(scene, { marker: { alive: 1_800 } });
  await scene.clock.pass(1_700_000);
  expect(verdictsOf(await sweep(scene))).toEqual(['active']);
  expect(await bodyOf(scene, planted)).toBe(planted.body);
  await scene.clock.pass(1_900_000);
  expect(verdictsOf(await sweep(scene))).toEqual(['timed-out']);
  expect(await bodyOf(scene, planted)).toContain('**⌛ Still working**');
});

test("a comment that is younger than GitHub's answer knows: nobody is alive who said that nobody watches", async () => {
  await using scene = await createScene(ENDED);
  const killed = await plant(scene, { state: () => ({ state: 'starting' }) });
  await listByClockBehind(scene, 2_000); // its hosts differ by some seconds
  expect(verdictsOf(await sweep(scene))).toEqual(['unconfirmed']);
  expect(await bodyOf(scene, killed)).toContain('may or may not');
});

/** A repository with more comments than anybody can read. */
function neverEnd({ github, clock }: Scene): void {
  github.latency.milliseconds = 20;
  const headers = {
    date: new Date(clock.now()).toUTCString(),
    link: '<https://api.github.com/next>; rel="next"',
  };
  github.faults.add({ ...LIST, kind: 'answer', status: 200, body: '[]', headers, times: Infinity });
}

const LIST = { method: 'GET', path: /\/issues\/comments\?/ };
const NOT_ALL = expect.stringContaining('Not all comments back to `window` could be read within the budget');

test('more comments than the budget lets read: it ends in time, and says that it did not see all', async () => {
  await using scene = await createScene(ENDED);
  neverEnd(scene);
  const result = await sweep(scene, { timeout: '4s' });
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'swept', swept: '[]' } });
  expect(result.duration).toBeLessThan(9_000);
  expect(warnings(result)).toContainEqual(NOT_ALL);
});

test('cancelled while it reads comments: it ends soon', async () => {
  await using scene = await createScene(ENDED);
  neverEnd(scene);
  const step = startSweep(scene);
  await scene.until('it reads on', () => scene.github.requests.filter(({ path }) => LIST.path.test(path)).length > 2);
  const { result, took } = await signal(step, 'SIGTERM');
  expect(result).toMatchObject({ signal: null, outputs: { swept: '[]' } });
  expect(took).toBeLessThan(5_000);
});

test.each(['0d', '367d', '3', '12h', 'd', '-1d', '1d 2d'])(
  'a window of “%s” is an error that says what it takes',
  async (window) => {
    await using scene = await createScene(ENDED);
    const result = await sweep(scene, { window });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    expect(result.log).toContain('`window`');
    expect(result.log).toContain('`1d`');
    expect(scene.github.requests).toEqual([]);
  },
);
