import { expect, test } from '@jest/globals';
import { createScene, warnings } from '../../support/scene.ts';
import {
  bodyOf,
  ENDED,
  edits,
  gets,
  LINK,
  plant,
  plantThree,
  sweep,
  verdictsOf,
  writtenDuring,
} from '../../support/sweep.ts';

const READ = { operation: 'get' } as const;

test.each([401, 403])('%d for every job: an error, red, that says what to do; nothing is written', async (status) => {
  await using scene = await createScene(ENDED);
  await plantThree(scene);
  scene.service.faults.add({ ...READ, kind: 'answer', status, times: Infinity });
  const writes = await writtenDuring(scene, async () => {
    const result = await sweep(scene);
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    const [error] = result.annotations.filter(({ level }) => level === 'error');
    expect(error?.message).toContain(String(status));
    expect(error?.message).toContain('api-key');
  });
  expect(writes).toEqual([]);
});

test('403 for one job alone: the others are told, and it is left', async () => {
  await using scene = await createScene(ENDED);
  await plantThree(scene);
  scene.service.faults.add({ ...READ, kind: 'answer', status: 403 });
  const result = await sweep(scene);
  expect(result.exitCode).toBe(0);
  expect(verdictsOf(result)).toEqual(['left', 'pull-request', 'pull-request']);
});

test('429 with a time: it is waited for, and all are told', async () => {
  await using scene = await createScene(ENDED);
  await plantThree(scene);
  scene.service.faults.add({ ...READ, kind: 'answer', status: 429, headers: { 'retry-after': '2' }, skip: 1 });
  const result = await sweep(scene);
  expect(verdictsOf(result)).toEqual(['pull-request', 'pull-request', 'pull-request']);
  const [, throttled, repeated] = gets(scene);
  expect((repeated?.at ?? 0) - (throttled?.at ?? 0)).toBeGreaterThanOrEqual(2_000);
});

test('429 with a time past the budget: not asked again before it, and left', async () => {
  await using scene = await createScene(ENDED);
  await plantThree(scene);
  const headers = { 'retry-after': '3600' };
  scene.service.faults.add({ ...READ, kind: 'answer', status: 429, headers, times: Infinity });
  const result = await sweep(scene);
  expect(result.exitCode).toBe(0);
  expect(verdictsOf(result)).toEqual(['left', 'left', 'left']);
  expect(warnings(result).join()).toContain('3 left for the next sweep');
  expect(scene.sent('get')).toBe(1); // the service asked for patience with all of them
});

test('jobs that read completed without a link are read once more, all together after ten seconds', async () => {
  await using scene = await createScene({ job: { seconds: 0, pullRequest: false } });
  const planted = await plantThree(scene);
  const result = await sweep(scene);
  expect(verdictsOf(result)).toEqual(['no-changes', 'no-changes', 'no-changes']);
  const paths = gets(scene).map(({ path }) => path);
  expect(paths).toHaveLength(6);
  expect(paths.slice(3)).toEqual(paths.slice(0, 3));
  const times = gets(scene).map(({ at }) => at);
  expect((times[3] ?? 0) - (times[2] ?? 0)).toBeGreaterThanOrEqual(10_000);
  for (const each of planted) expect(await bodyOf(scene, each)).toContain('**➖ Nothing to change** · no file edited');
});

test('a link that comes with the second look is told', async () => {
  await using scene = await createScene({ job: { seconds: 0, link: LINK, linkDelay: 6 } });
  const planted = await plant(scene);
  const writes = await writtenDuring(scene, async () => {
    expect(verdictsOf(await sweep(scene))).toEqual(['pull-request']);
  });
  expect(edits(writes)).toHaveLength(1);
  expect(await bodyOf(scene, planted)).toContain('Pull request ready');
});
