import { expect } from '@jest/globals';
import { onlyComment, say } from '../../support/conversation.ts';
import { createKeyChange } from '../../support/key-rotation.ts';
import { createScene, warnings } from '../../support/scene.ts';
import { test } from '../../support/scene-test.ts';

test.each([
  { what: 'a re-run', run: { id: 8, attempt: 2 } },
  { what: 'a second label', run: { id: 9 } },
])('$what with a new key and the previous one attaches to the open job of the old key', async ({ run }) => {
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

test('a re-run with a new key and the previous one creates nothing after a job of the old key that ended', async (scene) => {
  await using change = await createKeyChange(0, scene);
  const first = await scene.run({ inputs: change.older });
  const second = await scene.run({ run: { attempt: 2 }, inputs: change.younger });
  expect(second).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', jobId: first.outputs.jobId } });
  expect(warnings(second)).toEqual([]);
  await onlyComment(scene);
  expect(change.sent()).toEqual([1, 0]);
});

test('a command with a new key and the previous one continues the job of the old key', async (scene) => {
  await using change = await createKeyChange(0, scene);
  const first = await scene.run({ run: { id: 8 }, inputs: change.older });
  const event = await say(scene, '/docs shorter');
  const second = await scene.run({ event, run: { id: 9 }, inputs: { ...change.younger, wait: 'false' } });
  expect(second).toMatchObject({ exitCode: 0, outputs: { jobId: first.outputs.jobId } });
  expect(change.sent()).toEqual([1, 1]);
});

test('a re-run with a new key and the previous one is unconfirmed, if the create with the old key was not answered', async (scene) => {
  await using change = await createKeyChange(0, scene);
  change.service.faults.add({ operation: 'create', kind: 'reset' });
  await scene.run({ inputs: change.older });
  const second = await scene.run({ run: { attempt: 2 }, inputs: change.younger });
  expect(second).toMatchObject({ exitCode: 1, outputs: { verdict: 'unconfirmed' } });
  expect((await onlyComment(scene))?.body).toContain('**❓ Unconfirmed** · the service may have accepted the request');
  expect(change.sent()).toEqual([1, 0]);
});

test('the status comment of an old key is rewritten under the new key, so that it counts without the old one', async (scene) => {
  await using change = await createKeyChange(3600, scene);
  const first = await scene.run({ inputs: { ...change.older, wait: 'false' } });
  await scene.run({ run: { attempt: 2 }, inputs: { ...change.younger, timeout: '5s' } });
  const third = await scene.run({ run: { attempt: 3 }, inputs: { ...change.alone, timeout: '5s' } });
  expect(third.outputs).toMatchObject({ verdict: 'timed-out', jobId: first.outputs.jobId });
  expect(warnings(third).join()).not.toContain('is ignored');
  expect(change.sent()).toEqual([1, 0]);
});

test.each([
  ['without the previous key', {}],
  ['with another previous key', { 'previous-api-key': 'docs_third' }],
])('a status comment of the old key is ignored %s, with a warning that names `previous-api-key`', async (_, keys) => {
  await using scene = await createScene();
  await using change = await createKeyChange(0, scene);
  const first = await scene.run({ inputs: change.older });
  const [before] = await scene.comments();
  const second = await scene.run({ run: { attempt: 2 }, inputs: { ...change.alone, ...keys } });
  expect(second).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
  expect(second.outputs.jobId).not.toBe(first.outputs.jobId);
  expect(warnings(second)).toEqual([expect.stringMatching(/another API key.*`previous-api-key`.*issuecomment-1$/)]);
  expect((await scene.comments())[0]).toEqual(before);
  expect(change.sent()).toEqual([2, 0]);
});
