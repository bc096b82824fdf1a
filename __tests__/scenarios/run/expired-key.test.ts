import { expect, test } from '@jest/globals';
import { createScene, shown } from '../../support/scene.ts';

const WHY = 'This key expired on Friday.';
const LONG_JOB = { job: { seconds: 3600 } };

test('a key that expires while a run polls a job ends the wait at the next status request, with an error that names the job', async () => {
  await using scene = await createScene(LONG_JOB);
  const step = scene.start({ inputs: { timeout: '30m' } });
  await scene.until('some status requests', () => scene.sent('get') > 5);
  const [asked, expiredAt] = [scene.sent('get'), scene.clock.elapsed()];
  scene.service.expireKey(scene.service.key, WHY);
  const result = await step.result;
  const [job] = scene.service.jobs;
  const [comment, ...others] = await scene.comments();
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', jobId: job?.id, prLink: '' } });
  expect(scene.sent('get')).toBe(asked + 1);
  expect(scene.clock.elapsed() - expiredAt).toBeLessThan(20_000);
  for (const place of [result.log, result.summary, comment?.body]) {
    expect(place).toMatch(/401/);
    expect(place).toContain(job?.id);
  }
  for (const place of [result.log, result.summary]) {
    expect(place).toContain(WHY);
    expect(place).toMatch(/`api-key`.*\bexpired?\b.*\brevoked\b/);
  }
  expect(comment?.body).not.toContain('Friday');
  expect(others).toEqual([]);
  expect(scene.sent('create')).toBe(1);
  expect(await shown(scene, result)).not.toContain(scene.service.key);
});
