import { expect, test } from '@jest/globals';
import type { Fault } from '../../../sandbox/service/faults.ts';
import { createScene, type Scene } from '../../support/scene.ts';

const throttle = (retryAfter: string | undefined, operation: Fault['operation'] = 'create'): Fault => ({
  ...{ operation, kind: 'answer', status: 429, body: '{"error":"quota"}' },
  headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
});

const inSeconds = ({ clock }: Scene, seconds: number) => new Date(clock.now() + seconds * 1_000);

test.each([
  { retryAfter: '1', least: 1_000 },
  { retryAfter: '4', least: 4_000 },
  { retryAfter: 'a date', least: 2_000 },
  { retryAfter: 'a date of the past', least: 500 },
  { retryAfter: '-5', least: 500 },
  { retryAfter: 'soon', least: 500 },
  { retryAfter: undefined, least: 500 },
])('429 to a create: asked again, never early: Retry-After: $retryAfter', async ({ retryAfter, least }) => {
  await using scene = await createScene();
  const dates = { 'a date': inSeconds(scene, 5), 'a date of the past': inSeconds(scene, -60) };
  const date = Object.entries(dates).find(([name]) => name === retryAfter)?.[1];
  scene.service.faults.add(throttle(date?.toUTCString() ?? retryAfter));
  const result = await scene.run();
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
  const [first, second, ...more] = scene.service.requests.map(({ at }) => at);
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(least);
  expect(more).toEqual([]);
  expect(scene.service.jobs).toHaveLength(1);
});

test.each([{ retryAfter: '3600' }, { retryAfter: 'a date' }])(
  '429 to a create for longer than the budget: Retry-After: $retryAfter',
  async ({ retryAfter }) => {
    await using scene = await createScene();
    const end = inSeconds(scene, 3_600);
    scene.service.faults.add(throttle(retryAfter === 'a date' ? end.toUTCString() : retryAfter));
    const result = await scene.run();
    const [comment, ...others] = await scene.comments();
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'quota-exhausted', jobId: '' } });
    expect(result.duration).toBeLessThan(5_000);
    expect(scene.sent('create')).toBe(1);
    for (const place of [result.log, result.summary, result.outputs.summary, comment?.body]) {
      expect(place).toContain('Try again after 2026-03-02 13:00 UTC');
    }
    expect(others).toEqual([]);
  },
);

test('429 to a create for 31 years: it ends now, and names no time of day without its day', async () => {
  await using scene = await createScene({ faults: [{ ...throttle('1000000000'), times: 100 }] });
  const result = await scene.run();
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'quota-exhausted' } });
  expect(result.duration).toBeLessThan(5_000);
  expect(scene.sent('create')).toBe(1);
  // In 31 years; `after 14:32 UTC` would send people there today.
  expect(result.log).not.toMatch(/after \d\d:\d\d UTC/);
});

test('429 to a create for longer than any date can hold', async () => {
  await using scene = await createScene({ faults: [throttle('9'.repeat(30))] });
  const result = await scene.run();
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'quota-exhausted' } });
  expect(result.log).not.toMatch(/NaN|Invalid/);
});

test('429 to each create: backed off until the budget is used up', async () => {
  await using scene = await createScene({ faults: [{ ...throttle(undefined), times: Infinity }] });
  const result = await scene.run({ inputs: { timeout: '8s' } });
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'quota-exhausted' } });
  expect(result.duration).toBeLessThan(9_000);
  expect(scene.sent('create')).toBeLessThanOrEqual(3);
  expect(scene.service.jobs).toEqual([]);
});

test('429 to a status request is honoured, and it does no harm', async () => {
  await using scene = await createScene({ job: { seconds: 1 }, faults: [throttle('3', 'get')] });
  const result = await scene.run({ inputs: { timeout: '15s' } });
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
  const [, first, second] = scene.service.requests.map(({ at }) => at);
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(3_000);
  expect(scene.sent('create')).toBe(1);
});

test('429 to a status request for longer than the budget: it ends now, with the name of the job', async () => {
  await using scene = await createScene({ job: { seconds: 60 }, faults: [throttle('3600', 'get')] });
  const result = await scene.run({ inputs: { timeout: '20s' } });
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'timed-out', jobId: scene.service.jobs[0]?.id } });
  expect(result.duration).toBeLessThan(10_000);
  expect(result.log).toContain('429');
  expect(scene.sent('get')).toBe(1);
});
