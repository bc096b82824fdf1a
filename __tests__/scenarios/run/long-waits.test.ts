import { expect } from '@jest/globals';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import { command, onlyComment } from '../../support/conversation.ts';
import { countCreations, setNow } from '../../support/events.ts';
import { createScene, type Scene } from '../../support/scene.ts';
import { test } from '../../support/scene-test.ts';
import { sweep, verdictsOf } from '../../support/sweep.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

test('a run waits half an hour for its job, and polls it at most 300 times per hour', async () => {
  await using scene = await createScene({ job: { seconds: 1_800 } });
  const result = await scene.run({ inputs: { timeout: '1h' } });
  expect(result).toMatchObject({ annotations: [], outputs: { verdict: 'pull-request' } });
  // Two seconds before the create, and 15 s at most until the end is noticed.
  expect(result.duration).toBeGreaterThanOrEqual(30 * MINUTE + 2 * SECOND);
  expect(result.duration).toBeLessThanOrEqual(30 * MINUTE + 17 * SECOND);
  expect(scene.sent('create')).toBe(1);
  expect(scene.sent('get')).toBeGreaterThanOrEqual(1_800 / 15); // pauses are of 15 s at most
  expect(scene.sent('get')).toBeLessThanOrEqual(300); // all within one hour
  expect((await onlyComment(scene))?.body).toContain('**✅ Pull request ready: ');
  expect(countCreations(scene, scene.issue.number)).toBe(1);
  expect(scene.commentWrites().filter(({ method }) => method === 'PATCH')).toHaveLength(2);
});

test('a run with a timeout of 24 h polls once per hour if the service asks for that, and times out', async () => {
  await using scene = await createScene({
    job: { seconds: (48 * HOUR) / SECOND },
    faults: [
      {
        operation: 'get',
        kind: 'answer',
        status: 429,
        headers: { 'retry-after': '3600' },
        times: Infinity,
      },
    ],
  });
  const result = await scene.run({ inputs: { timeout: '24h' } });
  expect(result.outputs).toMatchObject({ verdict: 'timed-out', jobId: scene.service.jobs[0]?.id });
  expect(scene.sent('create')).toBe(1);
  expect(scene.sent('get')).toBe(24);
  // The 24th answer asks for more time than is left.
  expect(result.duration).toBeGreaterThanOrEqual(23 * HOUR);
  expect(result.duration).toBeLessThan(23 * HOUR + MINUTE);
  expect((await onlyComment(scene))?.body).toContain('429');
});

test('a sweep leaves a job that is still active after 24 h as it is, and reports its end', async () => {
  await using scene = await createScene({ job: { seconds: (30 * HOUR) / SECOND } });
  await scene.run({ inputs: { wait: 'false' } });
  const started = await onlyComment(scene);
  await scene.clock.pass(25 * HOUR);
  expect(verdictsOf(await sweep(scene))).toEqual(['active']);
  expect(await onlyComment(scene)).toEqual(started);
  await scene.clock.pass(10 * HOUR);
  expect(verdictsOf(await sweep(scene, { notify: 'false' }))).toEqual(['pull-request']);
  expect((await onlyComment(scene))?.body).toContain('Pull request ready');
});

test('a job of yesterday that works on a follow-up with a lost answer is not lost', async () => {
  await using scene = await createScene({ job: { seconds: 1 } });
  const first = await scene.run({ inputs: { wait: 'false' } });
  await scene.clock.pass(25 * HOUR);
  scene.service.script({ seconds: 600 });
  scene.service.faults.add({ operation: 'follow-up', kind: 'reset', after: true });
  expect((await command(scene, '/docs Shorter, please')).outputs.verdict).toBe('unconfirmed');

  expect(verdictsOf(await sweep(scene))).toEqual(['active']);
  const again = await scene.run({ run: { attempt: 2 }, inputs: { wait: 'false' } });
  expect(again.outputs).toMatchObject({ verdict: 'started', jobId: first.outputs.jobId });
  expect(scene.sent('create')).toBe(1);
});

const again = (scene: Scene, run: object = { id: 9 }) =>
  scene.run({ run, inputs: { timeout: '5m' } });

test.each<[what: string, run: (scene: Scene) => Promise<StepResult>]>([
  ['a label that is set again', again],
  ['a re-run', (scene) => again(scene, { attempt: 2 })],
  ['a command', (scene) => command(scene, '/docs add an example', { inputs: { timeout: '5m' } })],
])('%s creates a new job where the first one is still active after 24 h', async (scene, _, run) => {
  scene.service.script({ seconds: (48 * HOUR) / SECOND });
  const first = await scene.run({ inputs: { wait: 'false' } });
  await scene.clock.pass(25 * HOUR);
  scene.service.script({ seconds: 60 });
  const second = await run(scene);
  expect(second.outputs.verdict).toBe('pull-request');
  expect(second.outputs.jobId).not.toBe(first.outputs.jobId);
  expect([scene.sent('create'), scene.sent('follow-up')]).toEqual([2, 0]);
  expect((await scene.comments()).at(-1)?.body).toContain('its job was still active after 24 h');
});

test('a label that was set while the first run was busy, and has its turn after that, attaches', async () => {
  await using scene = await createScene({ job: { seconds: 60 } });
  const first = scene.start({ run: { id: 8 }, inputs: { timeout: '5m' } });
  await scene.until('the job is read', () => scene.sent('get') > 2);
  const again = setNow(scene);
  const { outputs } = await first.result;
  const second = await scene.run({ event: again, run: { id: 9 }, inputs: { timeout: '5m' } });
  expect(second.outputs).toMatchObject({ verdict: 'pull-request', jobId: outputs.jobId });
  expect(scene.sent('create')).toBe(1);
});

test('the lease of a killed run ends with its timeout, although its create had to wait for half an hour', async () => {
  await using scene = await createScene({ job: { seconds: 3_600 } });
  scene.service.faults.add({
    operation: 'create',
    kind: 'answer',
    status: 429,
    headers: { 'retry-after': '1800' },
  });
  const killed = scene.start({ inputs: { timeout: '40m' } });
  await scene.clock.pass(31 * MINUTE);
  killed.kill('SIGKILL');
  expect(scene.service.jobs).toHaveLength(1);
  await scene.clock.pass(10 * MINUTE);
  const second = await scene.run({ run: { id: 8 }, inputs: { timeout: '2h' } });
  expect([second.outputs.verdict, scene.service.jobs.length]).toEqual(['pull-request', 1]);
});

test('a timeout that comes before the create, as GitHub is slow, is an error that says so, and no job is created', async (scene) => {
  scene.github.latency.milliseconds = 900;
  const result = await scene.run({ inputs: { timeout: '5s' } });
  expect(result.outputs).toMatchObject({ verdict: 'error', message: 'Timeout too short' });
  expect(scene.service.requests).toEqual([]);
});
