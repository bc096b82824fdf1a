import { expect, test } from '@jest/globals';
import { onlyComment } from '../../support/re-runs.ts';
import { createScene } from '../../support/scene.ts';
import { mentions, sweep, verdictsOf } from '../../support/sweep.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

test('a run waits half an hour for its job, and polls it at most 300 times an hour', async () => {
  await using scene = await createScene({ job: { seconds: 1_800 } });
  const result = await scene.run({ inputs: { timeout: '1h' } });
  expect(result).toMatchObject({ exitCode: 0, annotations: [], outputs: { verdict: 'pull-request' } });
  // Two seconds before the create, and 15 s at most until the end is noticed.
  expect(result.duration).toBeGreaterThanOrEqual(30 * MINUTE + 2 * SECOND);
  expect(result.duration).toBeLessThanOrEqual(30 * MINUTE + 17 * SECOND);
  expect(scene.sent('create')).toBe(1);
  expect(scene.sent('get')).toBeGreaterThanOrEqual(1_800 / 15); // pauses are of 15 s at most
  expect(scene.sent('get')).toBeLessThanOrEqual(300); // all within one hour
  expect((await onlyComment(scene))?.body).toContain('**✅ Pull request ready: ');
  expect(scene.commentWrites().map(({ method }) => method)).toEqual(['POST', 'PATCH', 'PATCH']);
});

test('a run with a timeout of 24 h polls once an hour if the service asks for that, and times out', async () => {
  await using scene = await createScene({
    job: { seconds: (48 * HOUR) / SECOND },
    faults: [{ operation: 'get', kind: 'answer', status: 429, headers: { 'retry-after': '3600' }, times: Infinity }],
  });
  const result = await scene.run({ inputs: { timeout: '24h' } });
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'timed-out', jobId: scene.service.jobs[0]?.id } });
  expect(scene.sent('create')).toBe(1);
  expect(scene.sent('get')).toBe(24);
  // The 24th answer asks for more time than is left.
  expect(result.duration).toBeGreaterThanOrEqual(23 * HOUR);
  expect(result.duration).toBeLessThan(23 * HOUR + MINUTE);
  expect((await onlyComment(scene))?.body).toContain('429');
});

test('a sweep leaves a job open that is active for more than 24 h, and reports its end later', async () => {
  await using scene = await createScene({ job: { seconds: (26 * HOUR) / SECOND } });
  await scene.run({ inputs: { wait: 'false' } });
  const started = await onlyComment(scene);
  await scene.clock.pass(25 * HOUR);
  expect(verdictsOf(await sweep(scene))).toEqual(['active']);
  expect(await onlyComment(scene)).toEqual(started);
  await scene.clock.pass(2 * HOUR);
  expect(verdictsOf(await sweep(scene))).toEqual(['pull-request']);
  expect((await scene.comments())[0]?.body).toContain('**✅ Pull request ready: ');
  expect(await mentions(scene)).toHaveLength(1);
  expect(scene.sent('create')).toBe(1);
});

test('a label that is set again attaches to a job that is active for more than 24 h', async () => {
  await using scene = await createScene({ job: { seconds: (25 * HOUR + 2 * MINUTE) / SECOND } });
  const first = await scene.run({ run: { id: 8 }, inputs: { wait: 'false' } });
  await scene.clock.pass(25 * HOUR);
  const second = await scene.run({ run: { id: 9 }, inputs: { timeout: '5m' } });
  const { jobId, commentUrl } = first.outputs;
  expect(second).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', jobId, commentUrl } });
  expect(second.duration).toBeLessThanOrEqual(2 * MINUTE + 15 * SECOND);
  await onlyComment(scene);
  expect(scene.sent('create')).toBe(1);
});
