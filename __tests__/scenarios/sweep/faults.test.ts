import { expect, test } from '@jest/globals';
import type { FaultForm } from '../../../sandbox/service/faults.ts';
import { createScene, type Scene, shown } from '../../support/scene.ts';
import {
  accountOf,
  bodyOf,
  ENDED,
  gets,
  mentions,
  plant,
  plantThree,
  sweep,
  verdictsOf,
  writtenDuring,
} from '../../support/sweep.ts';

const READ = { operation: 'get' } as const;

interface Broken {
  readonly what: string;
  readonly form: FaultForm;
}

test.each<Broken>([
  { what: 'a 500', form: { kind: 'answer', status: 500 } },
  { what: 'a 503', form: { kind: 'answer', status: 503 } },
  { what: 'HTML', form: { kind: 'answer', status: 200, body: '<h1>Welcome</h1>' } },
  { what: 'an object without fields', form: { kind: 'answer', status: 200, body: '{}' } },
  { what: 'a cut body', form: { kind: 'truncate' } },
  { what: 'a reset', form: { kind: 'reset' } },
  { what: 'a redirect', form: { kind: 'answer', status: 302, headers: { location: 'http://127.0.0.1:9/' } } },
])(
  '$what for one job closes nothing: the others are told, it is left, and told by the next sweep',
  async ({ form }) => {
    await using scene = await createScene(ENDED);
    const [first, second, third] = await plantThree(scene);
    scene.service.faults.add({ ...READ, ...form, skip: 1 });
    const result = await sweep(scene);
    expect(result.exitCode).toBe(0);
    expect(verdictsOf(result)).toEqual(['pull-request', 'left', 'pull-request']);
    expect(await bodyOf(scene, second)).toBe(second.body);
    for (const told of [first, third]) expect(await bodyOf(scene, told)).toContain('Pull request ready');
    expect(await shown(scene, result)).not.toMatch(/undefined|Welcome/);

    expect(verdictsOf(await sweep(scene))).toEqual(['pull-request']);
    expect(await bodyOf(scene, second)).toContain('Pull request ready');
    expect(await mentions(scene)).toHaveLength(3);
  },
);

/** Only after half a minute is a job that the service does not know a lost one. */
async function sweepLater(scene: Scene): Promise<string[]> {
  await scene.clock.pass(60_000);
  return verdictsOf(await sweep(scene));
}

test('a 404 for one job is believed the second time only, and said once: not again by the next sweep', async () => {
  await using scene = await createScene(ENDED);
  const [first, third] = [await plant(scene), await plant(scene)];
  const lost = await plant(scene, { jobId: 'job_gone', marker: { requester: await accountOf(scene, 'alice') } });
  expect(await sweepLater(scene)).toEqual(['pull-request', 'pull-request', 'error']);
  expect(gets(scene).filter(({ path }) => path.endsWith('/job_gone'))).toHaveLength(2);
  expect(await bodyOf(scene, lost)).toContain('**⛔ The job was lost from sight**');
  expect(await bodyOf(scene, lost)).toContain('<sub>Job `job_gone`');
  for (const told of [first, third]) expect(await bodyOf(scene, told)).toContain('Pull request ready');
  expect(await mentions(scene)).toEqual([]); // a job that is lost from sight may be seen again

  expect(await writtenDuring(scene, async () => expect(await sweepLater(scene)).toEqual(['error']))).toEqual([]);
});

test('a young request whose job is not known yet: nothing is said', async () => {
  await using scene = await createScene(ENDED);
  const young = await plant(scene, { jobId: 'job_unknown' });
  const writes = await writtenDuring(scene, async () => expect(verdictsOf(await sweep(scene))).toEqual(['active']));
  expect(writes).toEqual([]);
  expect(await bodyOf(scene, young)).toBe(young.body);
});

test('a 404 that was no truth: the job is told as it is', async () => {
  await using scene = await createScene(ENDED);
  const planted = await plant(scene);
  scene.service.faults.add({ ...READ, kind: 'answer', status: 404 });
  expect(await sweepLater(scene)).toEqual(['pull-request']);
  expect(await bodyOf(scene, planted)).toContain('Pull request ready');
  expect(scene.sent('get')).toBe(2);
});

test('a lost job that the service knows again: its end is told, and nobody is mentioned twice', async () => {
  await using scene = await createScene(ENDED);
  const planted = await plant(scene, { marker: { requester: await accountOf(scene, 'alice') } });
  scene.service.faults.add({ ...READ, kind: 'answer', status: 404, times: 2 });
  expect(await sweepLater(scene)).toEqual(['error']);
  expect(await sweepLater(scene)).toEqual(['pull-request']);
  expect(await bodyOf(scene, planted)).toContain('Pull request ready');
  expect(await mentions(scene)).toHaveLength(1);
});
