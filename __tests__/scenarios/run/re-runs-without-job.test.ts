import { expect, test } from '@jest/globals';
import { freePort } from '../../../sandbox/github/listen.ts';
import { stopAt } from '../../../sandbox/stop.ts';
import { AGAIN, onlyComment } from '../../support/re-runs.ts';
import { createScene, type Scene } from '../../support/scene.ts';

/** Provably nothing was spent: the re-run asks, in a comment that takes the place of the first one. */
async function expectCreated(scene: Scene): Promise<void> {
  const second = await scene.run(AGAIN);
  const { commentUrl } = second.outputs;
  expect(second).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
  expect(await onlyComment(scene)).toMatchObject({
    url: commentUrl,
    body: expect.stringContaining('Pull request ready'),
  });
  expect(scene.service.jobs).toHaveLength(1);
}

test('the connection was refused: a re-run asks', async () => {
  await using scene = await createScene();
  const first = await scene.run({ inputs: { 'base-url': `http://127.0.0.1:${await freePort()}` } });
  expect(first).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
  await expectCreated(scene);
});

test('the quota was used up', async () => {
  const headers = { 'retry-after': '3600' };
  await using scene = await createScene({
    faults: [{ operation: 'create', kind: 'answer', status: 429, body: '{"error":"quota"}', headers }],
  });
  expect(await scene.run()).toMatchObject({ exitCode: 1, outputs: { verdict: 'quota-exhausted' } });
  await expectCreated(scene);
});

test.each([400, 401, 403, 404, 422])('the service refused it (%d), and that was mended', async (status) => {
  await using scene = await createScene({ faults: [{ operation: 'create', kind: 'answer', status }] });
  expect(await scene.run()).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
  await expectCreated(scene);
});

test('killed in the pause before it asks, and its post step said so', async () => {
  await using scene = await createScene();
  const path = /\/issues\/\d+\/comments\?/;
  const { reached } = stopAt(scene, { at: 'github', method: 'GET', path, nth: 2, when: 'before' });
  const step = scene.start({ inputs: { timeout: '30s' } });
  await reached;
  step.kill('SIGKILL');
  await scene.runPost(await step.result);
  expect((await onlyComment(scene))?.body).toContain('Cancelled');
  await expectCreated(scene);
});

test('the quota was used up when the label was set again, after a first job: a re-run has a job of its own', async () => {
  await using scene = await createScene();
  const first = await scene.run({ run: { id: 8 } });
  const headers = { 'retry-after': '3600' };
  scene.service.faults.add({ operation: 'create', kind: 'answer', status: 429, body: '{}', headers });
  expect((await scene.run({ run: { id: 9 } })).outputs.verdict).toBe('quota-exhausted');
  const again = await scene.run({ run: { id: 9, attempt: 2 } });
  expect(again).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
  expect(again.outputs.jobId).not.toBe(first.outputs.jobId);
  expect(scene.service.jobs).toHaveLength(2);
  expect(await scene.comments()).toHaveLength(2);
});
