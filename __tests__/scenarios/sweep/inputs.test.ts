import { expect } from '@jest/globals';
import { createScene, type Scene, type SceneOptions, warnings } from '../../support/scene.ts';
import { testIn } from '../../support/scene-test.ts';
import { bodyOf, ENDED, listByClockBehind, plant, startSweep, sweep, verdictsOf } from '../../support/sweep.ts';

const test = testIn((options: SceneOptions = ENDED) => createScene(options));

const HOUR = 3_600_000;

test.each([
  { name: 'prompt', value: 'Refresh the pages', says: 'The operation `sweep` does not support `prompt`.' },
  { name: 'window', value: '12h', says: '`1d`' },
  { name: 'api-key', value: '', says: 'is empty' },
])('a sweep with `$name: $value` is an error before any request', async ({ name, value, says }) => {
  await using scene = await createScene();
  const result = await sweep(scene, { [name]: value });
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', swept: '' } });
  expect(result.log).toContain(`\`${name}\``);
  expect(result.log).toContain(says);
  expect(scene.service.requests).toEqual([]);
  expect(scene.github.requests).toEqual([]);
});

test('a sweep reports a request within its `window`, and leaves an older one untouched', async (scene) => {
  const old = await plant(scene);
  await scene.clock.pass(2 * HOUR);
  const young = await plant(scene);
  await scene.clock.pass(71 * HOUR); // 71 and 73 hours: the default is three days
  expect(verdictsOf(await sweep(scene))).toEqual(['pull-request']);
  expect(await bodyOf(scene, young)).toContain('Pull request ready');
  expect(await bodyOf(scene, old)).toBe(old.body);

  expect(verdictsOf(await sweep(scene, { window: '4d' }))).toEqual(['pull-request']);
  expect(await bodyOf(scene, old)).toContain('Pull request ready');
});

test('a sweep measures a lease by the time of GitHub', { job: { seconds: 100_000 } }, async (scene) => {
  const planted = await plant(scene, { marker: { leaseSeconds: 1_800 } });
  await scene.clock.pass(1_700_000);
  expect(verdictsOf(await sweep(scene))).toEqual(['active']);
  expect(await bodyOf(scene, planted)).toBe(planted.body);
  await scene.clock.pass(1_900_000);
  expect(verdictsOf(await sweep(scene))).toEqual(['timed-out']);
  expect(await bodyOf(scene, planted)).toContain('**⌛ Timed out** · the job was still running at');
});

test('a sweep sees no lease in a comment without one that is newer than the `Date` of the list of comments', async (scene) => {
  const killed = await plant(scene, { state: () => ({ state: 'starting' }) });
  await listByClockBehind(scene, 2_000); // the hosts of GitHub differ by some seconds
  expect(verdictsOf(await sweep(scene))).toEqual(['unconfirmed']);
  expect(await bodyOf(scene, killed)).toContain('**❓ Unconfirmed**');
});

const LIST = { method: 'GET', path: /\/issues\/comments\?/ };

/** A repository whose list of comments has no end, at 20 ms a page. */
function neverEnd({ github, clock }: Scene): void {
  github.latency.milliseconds = 20;
  const headers = {
    date: new Date(clock.now()).toUTCString(),
    link: '<https://api.github.com/next>; rel="next"',
  };
  github.faults.add({ ...LIST, kind: 'answer', status: 200, body: '[]', headers, times: Infinity });
}

test('a sweep that cannot read all comments within its timeout ends in time and warns', async (scene) => {
  neverEnd(scene);
  const result = await sweep(scene, { timeout: '4s' });
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'swept', swept: '[]' } });
  expect(result.duration).toBe(3_700); // the last 0.3 s of the timeout are for the report
  expect(warnings(result)).toContainEqual(
    expect.stringContaining('Not all comments within `window` could be read before the timeout'),
  );
});

test('a sweep that is cancelled while it reads comments ends within one more request', async (scene) => {
  neverEnd(scene);
  const step = startSweep(scene);
  await scene.until('it reads on', () => scene.github.requests.filter(({ path }) => LIST.path.test(path)).length > 2);
  const cancelled = scene.clock.elapsed();
  step.kill('SIGTERM');
  expect(await step.result).toMatchObject({ signal: null, outputs: { swept: '[]' } });
  expect(scene.clock.elapsed() - cancelled).toBeLessThanOrEqual(20);
});
