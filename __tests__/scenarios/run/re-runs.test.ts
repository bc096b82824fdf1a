import { describe, expect, test } from '@jest/globals';
import type { Fault } from '../../../sandbox/service/faults.ts';
import { stopAt } from '../../../sandbox/stop.ts';
import { say } from '../../support/conversation.ts';
import { written } from '../../support/events.ts';
import { AGAIN, onlyComment } from '../../support/re-runs.ts';
import { type Comment, createScene, type Scene } from '../../support/scene.ts';

const headlineOf = (status: Comment | undefined) => /^\*\*.*?\*\*/.exec(status?.body ?? '')?.[0];

describe('a job that goes on: the re-run waits for it, in the same comment', () => {
  test.each([
    { what: 'the budget ended first', inputs: { timeout: '6s' }, verdict: 'timed-out' },
    { what: 'nobody was to wait', inputs: { wait: 'false' }, verdict: 'started' },
  ])('$what', async ({ inputs, verdict }) => {
    await using scene = await createScene({ job: { seconds: 3600 } });
    const first = await scene.run({ inputs });
    const { jobId = 'none', commentUrl } = first.outputs;
    expect(first.outputs.verdict).toBe(verdict);
    const before = scene.sent('get');
    const step = scene.start({ ...AGAIN, inputs: { timeout: '30s' } });
    await scene.until('the re-run looks at the job', () => scene.sent('get') > before);
    scene.service.script({ seconds: 0 }, jobId);
    const second = await step.result;
    expect(second).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', jobId, commentUrl } });
    expect(await onlyComment(scene)).toMatchObject({ url: commentUrl, body: expect.stringContaining('request ready') });
    expect(scene.sent('create')).toBe(1);
  });
});

describe('a job that ended well: the re-run tells it again, and spends nothing', () => {
  test.each([
    { end: 'with a pull request', job: {}, timeout: '30s', verdict: 'pull-request' },
    {
      end: 'archived since it had its pull request',
      job: { end: 'archived' as const },
      timeout: '30s',
      verdict: 'pull-request',
    },
    { end: 'without changes', job: { pullRequest: false }, timeout: '6s', verdict: 'no-changes' },
  ])('$end', async ({ job, timeout, verdict }) => {
    await using scene = await createScene({ job: { seconds: 1, ...job } });
    const first = await scene.run({ inputs: { timeout } });
    expect(first).toMatchObject({ exitCode: 0, outputs: { verdict } });
    const before = await onlyComment(scene);
    const second = await scene.run({ ...AGAIN, inputs: { timeout } });
    expect(scene.sent('create')).toBe(1);
    const { jobId, commentUrl, prLink } = first.outputs;
    expect(second).toMatchObject({ exitCode: 0, outputs: { verdict, jobId, commentUrl, prLink } });
    const after = await onlyComment(scene);
    expect(headlineOf(after)).toBe(headlineOf(before));
  });

  test('it does not tell the length of the second look as that of the job', async () => {
    await using scene = await createScene({ job: { seconds: 1 } });
    await scene.run();
    expect((await onlyComment(scene))?.body).toMatch(/\*\* · [1-9]/);
    await scene.run(AGAIN);
    expect((await onlyComment(scene))?.body).not.toContain('0 s');
  });

  test('while its job works on a later request, which is told elsewhere', async () => {
    await using scene = await createScene({ job: { seconds: 3600 } });
    const first = await scene.run({ inputs: { wait: 'false' } });
    const event = await say(scene, '/docs shorter');
    const follow = await scene.run({ event, inputs: { wait: 'false' }, run: { id: 8 } });
    const { jobId = 'none' } = first.outputs;
    expect(follow.outputs).toMatchObject({ verdict: 'started', jobId });
    const second = await scene.run({ ...AGAIN, inputs: { wait: 'false' } });
    expect(second).toMatchObject({ exitCode: 0, outputs: { verdict: 'started', jobId } });
    expect([scene.sent('create'), scene.sent('follow-up')]).toEqual([1, 1]);
  });
});

describe('a job that came to nothing: the re-run starts a new one, and says why in the one comment that is left', () => {
  test.each([
    { end: 'failed', says: 'its job failed' },
    { end: 'archived', says: 'its job was archived' },
    { end: 'gone', says: 'the service does not know its job any more' },
  ])('$end', async ({ end, says }) => {
    await using scene = await createScene({
      job: end === 'gone' ? {} : { end: end === 'failed' ? 'failed' : 'archived', pullRequest: false },
    });
    const first = await scene.run();
    if (end === 'gone') scene.service.reset();
    scene.service.script({ end: 'completed', pullRequest: true });
    const before = scene.sent('create');
    const second = await scene.run(AGAIN);
    expect(second).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    expect(second.outputs.jobId).not.toBe(first.outputs.jobId);
    expect(scene.sent('create') - before).toBe(1);
    const status = await onlyComment(scene);
    expect(status).toMatchObject({
      url: second.outputs.commentUrl,
      body: expect.stringContaining('Pull request ready'),
    });
    expect(status?.body).toContain(says);
  });
});

describe('nobody knows whether there is a job: the re-run says so, and asks for none', () => {
  const unknown = async (scene: Scene) => {
    const second = await scene.run(AGAIN);
    expect(second).toMatchObject({ exitCode: 1, outputs: { verdict: 'unconfirmed', jobId: '' } });
    expect(second.log).toContain('It was asked for before, and nobody knows whether a job came of it');
    const status = await onlyComment(scene);
    expect(status?.body).toContain('The service may or may not have started this');
    expect(second.outputs.commentUrl).toBe(status?.url);
    expect(scene.sent('create')).toBe(1);
  };

  test.each<Fault & { what: string }>([
    { what: 'the answer was lost', operation: 'create', kind: 'reset' },
    { what: 'the service answered 502', operation: 'create', kind: 'answer', status: 502 },
    { what: 'the answer names no job', operation: 'create', kind: 'answer', status: 201, body: '{}' },
  ])('$what', async ({ what: _, ...fault }) => {
    await using scene = await createScene({ faults: [fault] });
    expect((await scene.run()).exitCode).toBe(1);
    await unknown(scene);
    const third = await scene.run({ run: { attempt: 3 } });
    expect(third).toMatchObject({ exitCode: 1, outputs: { verdict: 'unconfirmed' } });
    expect(scene.sent('create')).toBe(1);
  });

  test.each([
    { when: 'before' as const, isPostRun: false },
    { when: 'after' as const, isPostRun: false },
    { when: 'after' as const, isPostRun: true },
  ])('killed $when the service took it; its post step ran: $isPostRun', async ({ when, isPostRun }) => {
    await using scene = await createScene();
    const { reached } = stopAt(scene, { at: 'service', operation: 'create', when });
    const step = scene.start({ inputs: { timeout: '30s' } });
    await reached;
    step.kill('SIGKILL');
    const killed = await step.result;
    if (isPostRun) await scene.runPost(killed);
    expect((await onlyComment(scene))?.body).toContain(isPostRun ? 'may or may not' : 'Asking the agent');
    await unknown(scene);
  });
});

test.each([
  { what: 'had failed', job: { end: 'failed' as const } },
  { what: 'had ended', job: {} },
])('the job $what, and whoever runs it again may not ask: denied, and nothing is spent or written', async ({ job }) => {
  await using scene = await createScene({ job });
  await scene.run();
  const before = [written(scene), scene.service.requests.length];
  const second = await scene.run({ ...AGAIN, env: { GITHUB_TRIGGERING_ACTOR: 'mallory' } });
  expect(second).toMatchObject({ exitCode: 0, outputs: { verdict: 'denied', jobId: '' } });
  expect([written(scene), scene.service.requests.length]).toEqual(before);
});
