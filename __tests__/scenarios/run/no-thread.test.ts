import { expect, test } from '@jest/globals';
import { createPerson } from '../../../sandbox/github/person.ts';
import { written } from '../../support/events.ts';
import { createScene, dispatch, warnings } from '../../support/scene.ts';

test.each([
  {
    what: 'there is no thread',
    names: 'Set `issue-number`',
    event: dispatch(),
    inputs: { prompt: 'Refresh the pages' },
  },
  { what: 'the workflow wants no comment', names: 'with `comment: false`', inputs: { comment: 'false' } },
])('a re-run where $what: warned that there is no memory, and asked again', async ({ what: _, names, ...changes }) => {
  await using scene = await createScene();
  const first = await scene.run(changes);
  expect(first).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: '' } });
  expect(warnings(first)).toEqual([]);
  const second = await scene.run({ ...changes, run: { attempt: 2 } });
  expect(second).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: '' } });
  expect(warnings(second)).toEqual([expect.stringMatching(/remembers what came of it the first time/)]);
  expect(warnings(second)[0]).toContain(names);
  expect(await scene.comments()).toEqual([]);
  expect(scene.sent('create')).toBe(2);
});

test('a re-run after the job failed, and nothing may be written: no reaction either', async () => {
  await using scene = await createScene({ job: { end: 'failed' } });
  await scene.run({ inputs: { comment: 'false' } });
  await scene.run({ inputs: { comment: 'false' }, run: { attempt: 2 } });
  expect(written(scene)).toEqual([]);
});

test('a re-run after somebody deleted the status comment: asked again, in a new one', async () => {
  await using scene = await createScene();
  await scene.run();
  const alice = createPerson(scene.github, 'alice');
  for (const { id } of await alice.readComments(scene.issue.number)) await alice.deleteComment(id);
  const second = await scene.run({ run: { attempt: 2 } });
  const [comment, ...others] = await scene.comments();
  expect(second).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: comment?.url } });
  expect(others).toEqual([]);
  expect(scene.sent('create')).toBe(2);
});

test('a dispatch that names a thread is remembered there', async () => {
  await using scene = await createScene();
  const inputs = { prompt: 'Refresh the pages', 'issue-number': String(scene.issue.number) };
  const first = await scene.run({ event: dispatch(), inputs });
  const second = await scene.run({ event: dispatch(), inputs, run: { attempt: 2 } });
  expect(second).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', jobId: first.outputs.jobId } });
  expect(warnings(second)).toEqual([]);
  expect(scene.sent('create')).toBe(1);
});
