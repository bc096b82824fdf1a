import { expect } from '@jest/globals';
import type { FaultForm } from '../../../sandbox/http/faults.ts';
import { createScene, type Scene, type SceneOptions, shown, warnings } from '../../support/scene.ts';
import { testIn } from '../../support/scene-test.ts';
import {
  accountOf,
  bodyOf,
  ENDED,
  gets,
  mentions,
  plant,
  plantThree,
  silentSweep,
  sweep,
  verdictsOf,
  writtenDuring,
} from '../../support/sweep.ts';

const test = testIn((options: SceneOptions = ENDED) => createScene(options));

const READ = { operation: 'get' } as const;

test.each<{ what: string; form: FaultForm }>([
  { what: 'a 503', form: { kind: 'answer', status: 503 } },
  { what: 'HTML', form: { kind: 'answer', status: 200, body: '<h1>Welcome</h1>' } },
])(
  '$what for the status of one job leaves that job to the next sweep, and the other jobs are reported',
  async ({ form }) => {
    await using scene = await createScene(ENDED);
    const [first, second, third] = await plantThree(scene);
    scene.service.faults.add({ ...READ, ...form, skip: 1 });
    const result = await sweep(scene);
    expect(result.exitCode).toBe(0);
    expect(verdictsOf(result)).toEqual(['pull-request', 'left', 'pull-request']);
    expect(await bodyOf(scene, second)).toBe(second.body);
    for (const reported of [first, third]) expect(await bodyOf(scene, reported)).toContain('Pull request ready');
    expect(await shown(scene, result)).not.toMatch(/undefined|Welcome/);

    expect(verdictsOf(await sweep(scene))).toEqual(['pull-request']);
    expect(await bodyOf(scene, second)).toContain('Pull request ready');
    expect(await mentions(scene)).toHaveLength(3);
  },
);

/** A job that the service does not know is lost only half a minute after its request. */
async function sweepLater(scene: Scene): Promise<string[]> {
  await scene.clock.pass(60_000);
  return verdictsOf(await sweep(scene));
}

test('a 404 for one job is believed at the second read, and reported once, without a mention', async (scene) => {
  const [first, third] = [await plant(scene), await plant(scene)];
  const lost = await plant(scene, { jobId: 'job_gone', marker: { requester: await accountOf(scene, 'alice') } });
  expect(await sweepLater(scene)).toEqual(['pull-request', 'pull-request', 'error']);
  const reads = gets(scene).filter(({ path }) => path.endsWith('/job_gone'));
  expect(reads).toHaveLength(2);
  expect((reads[1]?.at ?? 0) - (reads[0]?.at ?? 0)).toBeGreaterThanOrEqual(30_000);
  expect(await bodyOf(scene, lost)).toContain('**⛔ Job not found (404)** · the result of the job is unknown');
  expect(await bodyOf(scene, lost)).toContain('<sub>Job `job_gone`');
  for (const reported of [first, third]) expect(await bodyOf(scene, reported)).toContain('Pull request ready');
  expect(await mentions(scene)).toEqual([]); // the service may know the job again later

  expect(await writtenDuring(scene, async () => expect(await sweepLater(scene)).toEqual(['error']))).toEqual([]);
});

test('a 404 for the job of a young request changes nothing', async (scene) => {
  const young = await plant(scene, { jobId: 'job_unknown' });
  expect(await silentSweep(scene)).toEqual(['active']);
  expect(await bodyOf(scene, young)).toBe(young.body);
});

test('a 404 that only another fault follows is left to the next sweep', async (scene) => {
  const planted = await plant(scene);
  for (const status of [404, 500]) scene.service.faults.add({ ...READ, kind: 'answer', status });
  expect(await sweepLater(scene)).toEqual(['left']);
  expect(await bodyOf(scene, planted)).toBe(planted.body);
  expect(await sweepLater(scene)).toEqual(['pull-request']);
});

test('a lost job that the service knows again is reported with its end and one mention', async (scene) => {
  const planted = await plant(scene, { marker: { requester: await accountOf(scene, 'alice') } });
  scene.service.faults.add({ ...READ, kind: 'answer', status: 404, times: 2 });
  expect(await sweepLater(scene)).toEqual(['error']);
  expect(await bodyOf(scene, planted)).toContain('**⛔ Job not found (404)** · the result of the job is unknown');
  expect(await mentions(scene)).toEqual([]);
  expect(await sweepLater(scene)).toEqual(['pull-request']);
  expect(await bodyOf(scene, planted)).toContain('Pull request ready');
  expect(await mentions(scene)).toEqual([expect.stringMatching(/^@alice ✅ Pull request ready: /)]);
});

test('a 401 for every job is an error that names `api-key`, and nothing is written', async (scene) => {
  await plantThree(scene);
  scene.service.faults.add({ ...READ, kind: 'answer', status: 401, times: Infinity });
  const writes = await writtenDuring(scene, async () => {
    const result = await sweep(scene);
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    const [error] = result.annotations.filter(({ level }) => level === 'error');
    expect(error?.message).toContain('401');
    expect(error?.message).toContain('api-key');
  });
  expect(writes).toEqual([]);
});

test('a 429 with a Retry-After within the timeout is waited out, and all jobs are reported', async (scene) => {
  await plantThree(scene);
  scene.service.faults.add({ ...READ, kind: 'answer', status: 429, headers: { 'retry-after': '2' }, skip: 1 });
  const result = await sweep(scene);
  expect(verdictsOf(result)).toEqual(['pull-request', 'pull-request', 'pull-request']);
  const [, throttled, repeated] = gets(scene);
  expect((repeated?.at ?? 0) - (throttled?.at ?? 0)).toBe(2_000);
});

test('a 429 that is repeated once leaves only that job to the next sweep', async (scene) => {
  await plantThree(scene);
  scene.service.faults.add({ ...READ, kind: 'answer', status: 429, times: 2 });
  expect(verdictsOf(await sweep(scene))).toEqual(['left', 'pull-request', 'pull-request']);
  expect(scene.sent('get')).toBe(4);
});

test('a 429 with a Retry-After beyond the timeout leaves all jobs to the next sweep after one request', async (scene) => {
  await plantThree(scene);
  const headers = { 'retry-after': '3600' };
  scene.service.faults.add({ ...READ, kind: 'answer', status: 429, headers, times: Infinity });
  const result = await sweep(scene);
  expect(result).toMatchObject({ exitCode: 0, duration: 0 });
  expect(verdictsOf(result)).toEqual(['left', 'left', 'left']);
  expect(warnings(result).join()).toContain('3 left for the next sweep');
  expect(scene.sent('get')).toBe(1); // the service asked for patience with all of them
});

test('jobs that are completed without a link are all read again after ten seconds', async () => {
  await using scene = await createScene({ job: { seconds: 0, pullRequest: false } });
  const planted = await plantThree(scene);
  const result = await sweep(scene);
  expect(verdictsOf(result)).toEqual(['no-changes', 'no-changes', 'no-changes']);
  const paths = gets(scene).map(({ path }) => path);
  expect(paths).toHaveLength(6);
  expect(paths.slice(3)).toEqual(paths.slice(0, 3));
  const times = gets(scene).map(({ at }) => at);
  expect((times[3] ?? 0) - (times[2] ?? 0)).toBe(10_000);
  for (const each of planted)
    expect(await bodyOf(scene, each)).toContain('**➖ No pull request** · the job completed without one');
});
