import { expect, test } from '@jest/globals';
import { stopAt } from '../../../sandbox/stop.ts';
import { say } from '../../support/conversation.ts';
import { createKeyChange, type KeyChange } from '../../support/key-rotation.ts';
import { onlyComment } from '../../support/re-runs.ts';
import { createScene, type Scene } from '../../support/scene.ts';

test.each([
  { what: 'a re-run', run: { id: 8, attempt: 2 } },
  { what: 'a second label', run: { id: 9 } },
])('$what with a new key attaches to the open job of the old key', async ({ run }) => {
  await using scene = await createScene();
  await using change = await createKeyChange(3600, scene);
  const first = await scene.run({ run: { id: 8 }, inputs: { ...change.older, wait: 'false' } });
  const step = scene.start({ run, inputs: change.younger });
  await scene.until('the second run looks at the job', () => change.service.requests.length > 1);
  change.service.script({ seconds: 0 }, first.outputs.jobId);
  const { jobId, commentUrl } = first.outputs;
  expect(await step.result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', jobId, commentUrl } });
  expect((await onlyComment(scene))?.body).toContain('Pull request ready');
  expect(change.sent()).toEqual([1, 0]);
});

test('a re-run with a new key creates nothing after a job of the old key that ended', async () => {
  await using scene = await createScene();
  await using change = await createKeyChange(0, scene);
  const first = await scene.run({ inputs: change.older });
  const second = await scene.run({ run: { attempt: 2 }, inputs: change.younger });
  expect(second).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', jobId: first.outputs.jobId } });
  expect(second.log).not.toContain('No status comment of ours');
  await onlyComment(scene);
  expect(change.sent()).toEqual([1, 0]);
});

test('a command with a new key continues the job of the old key', async () => {
  await using scene = await createScene();
  await using change = await createKeyChange(0, scene);
  const first = await scene.run({ run: { id: 8 }, inputs: change.older });
  const event = await say(scene, '/docs shorter');
  const second = await scene.run({ event, run: { id: 9 }, inputs: { ...change.younger, wait: 'false' } });
  expect(second).toMatchObject({ exitCode: 0, outputs: { jobId: first.outputs.jobId } });
  expect(change.sent()).toEqual([1, 1]);
});

test.each(['killed', 'unanswered'])(
  'a re-run with a new key is unconfirmed, if the create with the old key was %s',
  async (how) => {
    await using scene = await createScene();
    await using change = await createKeyChange(0, scene);
    if (how === 'killed') await killWhileAsking(scene, change);
    else {
      change.service.faults.add({ operation: 'create', kind: 'reset' });
      await scene.run({ inputs: change.older });
    }
    const second = await scene.run({ run: { attempt: 2 }, inputs: change.younger });
    expect(second).toMatchObject({ exitCode: 1, outputs: { verdict: 'unconfirmed' } });
    expect((await onlyComment(scene))?.body).toContain('may or may not');
    expect(change.sent()).toEqual([1, 0]);
  },
);

async function killWhileAsking({ github, clock, start }: Scene, { service, older }: KeyChange): Promise<void> {
  const { reached } = stopAt({ service, github, clock }, { at: 'service', operation: 'create', when: 'before' });
  const step = start({ inputs: older });
  await reached;
  step.kill('SIGKILL');
  await step.result;
}

test('a status comment of another account under the old key is ignored', async () => {
  await using scene = await createScene();
  await using change = await createKeyChange(3600, scene);
  const token = scene.github.tokens.bob;
  await scene.run({ token, inputs: { ...change.older, wait: 'false' } });
  const second = await scene.run({ run: { attempt: 2 }, inputs: { ...change.younger, wait: 'false' } });
  expect(second.log).toContain('No status comment of ours, as it is by another account');
  expect(second.outputs.verdict).toBe('started');
  expect(change.sent()).toEqual([2, 0]);
});
