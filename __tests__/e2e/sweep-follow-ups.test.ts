import { expect } from '@jest/globals';
import { snapshotOf } from '../../src/agent/job.ts';
import { sampleJob } from '../unit/sample-job.ts';
import { createScene } from './scene.ts';
import { sideBySide } from './side-by-side.ts';
import { bodyOf, ENDED, LINK, letTimePass, plant, sweep, verdictsOf, writtenDuring } from './sweeping.ts';

const together = sideBySide();
/** The job had ended with the same pull request. */
const BEFORE = snapshotOf(sampleJob('completed', LINK));

together('a follow-up, and the job shows another pull request than before: told as done', async () => {
  await using scene = await createScene(ENDED);
  const planted = await plant(scene, { marker: { before: { hasEnded: true, link: '' } } });
  expect(verdictsOf(await sweep(scene))).toEqual(['pull-request']);
  expect(await bodyOf(scene, planted)).toContain('**✅ Follow-up done: [acme/docs#412]');
});

together(
  'a young follow-up, and the job reads as before: that end may be the old one, so nothing is said',
  async () => {
    await using scene = await createScene(ENDED);
    const planted = await plant(scene, { marker: { before: BEFORE } });
    const writes = await writtenDuring(scene, async () => expect(verdictsOf(await sweep(scene))).toEqual(['active']));
    expect(writes).toEqual([]);
    expect(await bodyOf(scene, planted)).toBe(planted.body);
  },
);

together('half a minute later it is believed', async () => {
  await using scene = await createScene(ENDED);
  const planted = await plant(scene, { marker: { before: BEFORE } });
  await letTimePass(scene, 31_000);
  expect(verdictsOf(await sweep(scene))).toEqual(['pull-request']);
  expect(await bodyOf(scene, planted)).toContain('Follow-up done');
});

together('a follow-up to a job that was at work: its end must stand for half a minute', async () => {
  await using scene = await createScene(ENDED);
  const planted = await plant(scene, { marker: { before: { hasEnded: false, link: '' } } });
  expect(verdictsOf(await sweep(scene))).toEqual(['pull-request']);
  const [first, second, ...more] = scene.service.requests.filter(({ operation }) => operation === 'get');
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(30_000);
  expect(more).toEqual([]);
  expect(await bodyOf(scene, planted)).toContain('Follow-up done');
});

together('the same, and the budget ends before that: left for the next sweep', async () => {
  await using scene = await createScene(ENDED);
  const planted = await plant(scene, { marker: { before: { hasEnded: false, link: '' } } });
  const result = await sweep(scene, { timeout: '5s' });
  expect(verdictsOf(result)).toEqual(['left']);
  expect(await bodyOf(scene, planted)).toBe(planted.body);
});

together('the request before is still linked', async () => {
  await using scene = await createScene(ENDED);
  const first = await plant(scene, { state: (jobId) => ({ state: 'continued', job: jobId, by: 2 }) });
  const marker = { before: { hasEnded: true, link: '' }, previous: first.id };
  const second = await plant(scene, { jobId: first.jobId, marker });
  expect(verdictsOf(await sweep(scene))).toEqual(['pull-request']);
  expect(await bodyOf(scene, second)).toContain(`before: [the request before](${first.url})`);
  expect(await bodyOf(scene, first)).toBe(first.body);
});
