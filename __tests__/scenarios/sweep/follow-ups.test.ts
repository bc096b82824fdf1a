import { expect, test } from '@jest/globals';
import { snapshotOf } from '../../../src/agent/job.ts';
import { sampleJob } from '../../support/sample-job.ts';
import { createScene } from '../../support/scene.ts';
import { bodyOf, ENDED, LINK, plant, sweep, verdictsOf, writtenDuring } from '../../support/sweep.ts';

/** The job had ended with the same pull request. */
const BEFORE = snapshotOf(sampleJob('completed', LINK));

test('a follow-up, and the job shows another pull request than before: told as done', async () => {
  await using scene = await createScene(ENDED);
  const planted = await plant(scene, { marker: { before: { hasEnded: true, link: '' } } });
  expect(verdictsOf(await sweep(scene))).toEqual(['pull-request']);
  expect(await bodyOf(scene, planted)).toContain('**✅ Follow-up done: [acme/docs#412]');
});

test('a young follow-up, and the job reads as before: that end may be the old one, so nothing is said', async () => {
  await using scene = await createScene(ENDED);
  const planted = await plant(scene, { marker: { before: BEFORE } });
  const writes = await writtenDuring(scene, async () => expect(verdictsOf(await sweep(scene))).toEqual(['active']));
  expect(writes).toEqual([]);
  expect(await bodyOf(scene, planted)).toBe(planted.body);
});

test('half a minute later it is believed', async () => {
  await using scene = await createScene(ENDED);
  const planted = await plant(scene, { marker: { before: BEFORE } });
  await scene.clock.pass(31_000);
  expect(verdictsOf(await sweep(scene))).toEqual(['pull-request']);
  expect(await bodyOf(scene, planted)).toContain('Follow-up done');
});

test('a follow-up to a job that was at work: its end must stand for half a minute', async () => {
  await using scene = await createScene(ENDED);
  const planted = await plant(scene, { marker: { before: { hasEnded: false, link: '' } } });
  expect(verdictsOf(await sweep(scene))).toEqual(['pull-request']);
  const [first, second, ...more] = scene.service.requests.filter(({ operation }) => operation === 'get');
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(30_000);
  expect(more).toEqual([]);
  expect(await bodyOf(scene, planted)).toContain('Follow-up done');
});

test('the same, and the budget ends before that: left for the next sweep', async () => {
  await using scene = await createScene(ENDED);
  const planted = await plant(scene, { marker: { before: { hasEnded: false, link: '' } } });
  const result = await sweep(scene, { timeout: '5s' });
  expect(verdictsOf(result)).toEqual(['left']);
  expect(await bodyOf(scene, planted)).toBe(planted.body);
});

test('the request before is still linked', async () => {
  await using scene = await createScene(ENDED);
  const first = await plant(scene, { state: (jobId) => ({ state: 'continued', job: jobId, by: 2 }) });
  const marker = { before: { hasEnded: true, link: '' }, previous: first.id };
  const second = await plant(scene, { jobId: first.jobId, marker });
  expect(verdictsOf(await sweep(scene))).toEqual(['pull-request']);
  expect(await bodyOf(scene, second)).toContain(`before: [the request before](${first.url})`);
  expect(await bodyOf(scene, first)).toBe(first.body);
});
