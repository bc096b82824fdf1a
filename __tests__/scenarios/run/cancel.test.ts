import { expect, test } from '@jest/globals';
import { createScene, type Scene, warnings } from '../../support/scene.ts';
import { signal } from '../../support/signal.ts';

const LONG = { job: { seconds: 60 }, timeout: '1m' };

const commented = (scene: Scene) => scene.until('a comment is there', () => scene.commentWrites().length > 0);

test.each(['SIGTERM', 'SIGINT'] as const)(
  'cancelled while it waits by %s: out in time, and all that is said is true',
  async (name) => {
    await using scene = await createScene(LONG);
    const step = scene.start({ inputs: { timeout: LONG.timeout } });
    await scene.until('the status was read', () => scene.sent('get') > 0);
    const { result, took } = await signal(step, name);
    const [comment, ...others] = await scene.comments();
    const jobId = scene.service.jobs[0]?.id;
    expect(took).toBeLessThan(5_000);
    expect(result).toMatchObject({
      ...{ exitCode: 0, signal: null },
      outputs: { verdict: 'cancelled', jobId, status: 'active', commentUrl: comment?.url },
    });
    for (const place of [result.log, result.summary, comment?.body]) {
      expect(place).toContain('Watching stopped');
      expect(place).toContain('the job goes on');
      expect(place).toContain(jobId);
    }
    expect(others).toEqual([]);
    expect(scene.sent('create')).toBe(1);
    const written = scene.commentWrites().length;
    const post = await scene.runPost(result);
    expect(post).toMatchObject({ exitCode: 0, log: '' });
    expect(scene.commentWrites()).toHaveLength(written);
  },
);

test('cancelled in the pause before a create is repeated: nothing was started', async () => {
  await using scene = await createScene({
    faults: [{ operation: 'create', kind: 'answer', status: 429, headers: { 'retry-after': '20' } }],
  });
  const step = scene.start({ inputs: { timeout: LONG.timeout } });
  await scene.until('it was throttled', () => scene.sent('create') > 0);
  const { result, took } = await signal(step, 'SIGTERM');
  expect(took).toBeLessThan(5_000);
  expect(result).toMatchObject({ outputs: { verdict: 'cancelled', jobId: '' } });
  expect(result.log).toContain('nothing was started');
  expect(scene.sent('create')).toBe(1);
});

test('cancelled while a status request hangs', async () => {
  await using scene = await createScene({ ...LONG, faults: [{ operation: 'get', kind: 'hang' }] });
  const step = scene.start({ inputs: { timeout: LONG.timeout } });
  await scene.until('the status was asked for', () => scene.sent('get') > 0);
  const { result, took } = await signal(step, 'SIGTERM');
  expect(took).toBeLessThan(5_000);
  expect(result.outputs.verdict).toBe('cancelled');
  expect((await scene.comments())[0]?.body).toContain('Watching stopped');
});

test('cancelled while a create is in flight, and no answer comes: unconfirmed', async () => {
  await using scene = await createScene({ faults: [{ operation: 'create', kind: 'hang' }] });
  const step = scene.start({ inputs: { timeout: LONG.timeout } });
  await scene.until('it was sent', () => scene.sent('create') > 0);
  const { result, took } = await signal(step, 'SIGTERM');
  const [comment, ...others] = await scene.comments();
  expect(took).toBeLessThan(5_000);
  expect(result).toMatchObject({ exitCode: 1, signal: null, outputs: { verdict: 'unconfirmed', jobId: '' } });
  expect(comment?.body).toContain('may or may not have started');
  expect(others).toEqual([]);
  expect(scene.sent('create')).toBe(1);
});

test('cancelled while a create is in flight, and its answer still comes: the job is named', async () => {
  const late = { operation: 'create', kind: 'delay', milliseconds: 1_500 } as const;
  await using scene = await createScene({ ...LONG, faults: [late] });
  const step = scene.start({ inputs: { timeout: LONG.timeout } });
  await scene.until('it was sent', () => scene.sent('create') > 0);
  const { result, took } = await signal(step, 'SIGINT');
  expect(took).toBeLessThan(5_000);
  expect(result.outputs).toMatchObject({ verdict: 'cancelled', jobId: scene.service.jobs[0]?.id });
  expect((await scene.comments())[0]?.body).toContain('Watching stopped');
});

test('cancelled while the first comment hangs', async () => {
  await using scene = await createScene(LONG);
  scene.github.faults.add({ kind: 'hang', method: 'POST', path: /comments$/, times: Infinity });
  const step = scene.start({ inputs: { timeout: LONG.timeout } });
  await commented(scene);
  const { result, took } = await signal(step, 'SIGTERM');
  expect(took).toBeLessThan(5_000);
  expect(result).toMatchObject({ exitCode: 0, signal: null, outputs: { verdict: 'cancelled', jobId: '' } });
  expect(result.log).toContain('nothing was started');
  expect(scene.commentWrites()).toHaveLength(1);
  expect(scene.service.requests).toEqual([]);
});

test('cancelled while the last comment hangs', async () => {
  await using scene = await createScene({ job: { seconds: 1 } });
  scene.github.faults.add({ kind: 'hang', method: 'PATCH', path: /comments/, skip: 1, times: Infinity });
  const step = scene.start({ inputs: { timeout: LONG.timeout } });
  await scene.until('its end is told', () => scene.commentWrites().length > 2);
  const { result, took } = await signal(step, 'SIGTERM');
  expect(took).toBeLessThan(5_000);
  expect(result).toMatchObject({ signal: null, outputs: { verdict: 'pull-request' } });
  expect(warnings(result)).toEqual([expect.stringContaining('The status comment could not be written')]);
});

test('a second signal ends it at once', async () => {
  await using scene = await createScene({ faults: [{ operation: 'create', kind: 'hang' }] });
  const step = scene.start({ inputs: { timeout: LONG.timeout } });
  await scene.until('it was sent', () => scene.sent('create') > 0);
  step.kill('SIGINT');
  await new Promise((resolve) => setTimeout(resolve, 300));
  const { result } = await signal(step, 'SIGTERM');
  expect(result).toMatchObject({ exitCode: null, signal: 'SIGTERM' });
});

test('killed while it waits: the post step makes the comment true', async () => {
  await using scene = await createScene(LONG);
  const step = scene.start({ inputs: { timeout: LONG.timeout } });
  await scene.until('the status was read', () => scene.sent('get') > 0);
  const { result } = await signal(step, 'SIGKILL');
  expect(result).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
  expect(result.outputs).toEqual({ jobId: scene.service.jobs[0]?.id });
  expect((await scene.comments())[0]?.body).toContain('Working on it');

  const asked = scene.service.requests.length;
  const post = await scene.runPost(result);
  const [comment, ...others] = await scene.comments();
  expect(post.exitCode).toBe(0);
  expect(warnings(post)).toEqual([expect.stringContaining(`job ${result.outputs.jobId}; the job goes on`)]);
  expect(comment?.body).toContain('Watching stopped');
  expect(comment?.body).toContain(result.outputs.jobId);
  expect(comment?.body).not.toContain('Working on it');
  expect(others).toEqual([]);
  expect(scene.service.requests).toHaveLength(asked);
});

test('killed, and the post step may not write: warned, green', async () => {
  await using scene = await createScene(LONG);
  const step = scene.start({ inputs: { timeout: LONG.timeout } });
  await scene.until('the status was read', () => scene.sent('get') > 0);
  const { result } = await signal(step, 'SIGKILL');
  scene.github.faults.add({ kind: 'answer', status: 403, method: 'PATCH', path: /comments/, times: Infinity });
  const post = await scene.runPost(result);
  expect(post.exitCode).toBe(0);
  expect(warnings(post).at(-1)).toContain('issues: write');
});

test('killed before the job had a name: the post step says that nobody knows', async () => {
  await using scene = await createScene({ faults: [{ operation: 'create', kind: 'hang' }] });
  const step = scene.start({ inputs: { timeout: LONG.timeout } });
  await scene.until('it was sent', () => scene.sent('create') > 0);
  const { result } = await signal(step, 'SIGKILL');
  const post = await scene.runPost(result);
  const [comment, ...others] = await scene.comments();
  expect(post.exitCode).toBe(0);
  expect(warnings(post)).toEqual([expect.stringContaining('before the service had named a job')]);
  expect(comment?.body).toContain('may or may not have started');
  expect(others).toEqual([]);
});
