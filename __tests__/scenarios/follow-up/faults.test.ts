import { expect, test } from '@jest/globals';
import type { Fault } from '../../../sandbox/service/faults.ts';
import { answer, command, linkBefore, requestsFor, told, turnsOf, whyAnew } from '../../support/conversation.ts';
import { createScene } from '../../support/scene.ts';

/** A thread whose first job is done; its next turn takes a second. */
async function withJob(fault: Fault) {
  const scene = await createScene();
  const first = await answer(scene, scene.event);
  expect(first.outputs.verdict).toBe('pull-request');
  scene.service.script({ seconds: 1 });
  scene.service.faults.add(fault);
  return scene;
}

test.each<Fault>([
  { operation: 'follow-up', kind: 'reset', after: true },
  { operation: 'follow-up', kind: 'reset', after: false },
  { operation: 'follow-up', kind: 'truncate' },
  { operation: 'follow-up', kind: 'answer', status: 502 },
])(
  'nobody knows whether it was taken: sent once, and the next command makes a job and says why (%o)',
  async (fault) => {
    await using scene = await withJob(fault);
    const lost = await command(scene, '/docs Add a jq example');
    const [, doubtful] = await told(scene);
    expect(lost).toMatchObject({ exitCode: 1, outputs: { verdict: 'unconfirmed', commentUrl: doubtful?.url } });
    expect(requestsFor(scene, 'follow-up')).toHaveLength(1);
    expect(doubtful?.prose).toContain('The service may or may not have started this');

    const next = await command(scene, '/docs And one for awk');
    const [, stays, own, ...others] = await told(scene);
    expect(next).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    expect([requestsFor(scene, 'create').length, requestsFor(scene, 'follow-up').length]).toEqual([2, 1]);
    expect(whyAnew(own?.prose ?? '')).toEqual({ to: doubtful?.url, why: 'it is not known to have one' });
    expect(stays).toEqual(doubtful);
    expect(others).toEqual([]);
  },
);

test('429 with a time that the budget has: sent again then, and taken once', async () => {
  const headers = { 'retry-after': '1' };
  await using scene = await withJob({ operation: 'follow-up', kind: 'answer', status: 429, headers });
  const result = await command(scene, '/docs Add a jq example');
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
  expect(requestsFor(scene, 'follow-up')).toHaveLength(2);
  expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
});

test('429 for longer than the budget: told, nothing was spent, and the next command goes on with the job', async () => {
  const headers = { 'retry-after': '3600' };
  await using scene = await withJob({ operation: 'follow-up', kind: 'answer', status: 429, headers });
  const result = await command(scene, '/docs Add a jq example');
  const [first, throttled] = await told(scene);
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'quota-exhausted', commentUrl: throttled?.url } });
  expect(requestsFor(scene, 'follow-up')).toHaveLength(1);
  expect(throttled?.prose).toMatch(/quota is used up[\s\S]*Try again after \d{4}-\d\d-\d\d \d\d:\d\d UTC/);

  const next = await command(scene, '/docs And one for awk');
  const [, , own] = await told(scene);
  expect(next).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
  expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
  expect(linkBefore(own?.prose ?? '')).toBe(first?.url);
});

test.each([400, 422])(
  '%d: refused, so nothing was spent, and the next command goes on with the job',
  async (status) => {
    await using scene = await withJob({ operation: 'follow-up', kind: 'answer', status });
    const result = await command(scene, '/docs Add a jq example');
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    expect(requestsFor(scene, 'follow-up')).toHaveLength(1);

    const next = await command(scene, '/docs And one for awk');
    expect(next).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
  },
);

test('an answer that speaks of another job: an error, and sent once', async () => {
  const body = JSON.stringify({ id: 'job_other', status: 'active', prLink: null });
  await using scene = await withJob({ operation: 'follow-up', kind: 'answer', status: 200, body });
  const result = await command(scene, '/docs Add a jq example');
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
  expect(result.log).toContain('another job than the one that was asked for');
  expect(requestsFor(scene, 'follow-up')).toHaveLength(1);
});

test('a job that cannot be read: an error that says so, and nothing is asked of anybody', async () => {
  await using scene = await withJob({ operation: 'get', kind: 'answer', status: 503, times: Infinity });
  const result = await command(scene, '/docs Add a jq example', { inputs: { timeout: '5s' } });
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
  expect(result.log).toContain('could not be read, so nothing was asked of it');
  expect([requestsFor(scene, 'create').length, requestsFor(scene, 'follow-up').length]).toEqual([1, 0]);
});

test('a status that fails once before the follow-up is read again', async () => {
  await using scene = await withJob({ operation: 'get', kind: 'reset' });
  const result = await command(scene, '/docs Add a jq example');
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
  expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
});
