import { expect, test } from '@jest/globals';
import type { JobScript } from '../../../sandbox/service/job-script.ts';
import { createScene, shown } from '../../support/scene.ts';

interface Ending {
  readonly end: string;
  readonly job: Partial<JobScript>;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly verdict: string;
  readonly status: string;
  readonly exit: number;
  readonly words: string;
}
test.each<Ending>([
  { end: 'failed', job: { end: 'failed' }, verdict: 'failed', status: 'failed', exit: 1, words: 'The agent failed' },
  {
    ...{ end: 'failed, which the workflow allows', job: { end: 'failed' }, inputs: { 'fail-on': 'none' } },
    ...{ verdict: 'failed', status: 'failed', exit: 0, words: 'The agent failed' },
  },
  {
    ...{ end: 'archived', job: { end: 'archived', pullRequest: false } },
    ...{ verdict: 'archived', status: 'archived', exit: 0, words: 'The job was archived' },
  },
  {
    ...{ end: 'archived, which the workflow forbids', job: { end: 'archived', pullRequest: false } },
    ...{
      inputs: { 'fail-on': 'archived' },
      verdict: 'archived',
      status: 'archived',
      exit: 1,
      words: 'The job was archived',
    },
  },
  {
    ...{ end: 'archived with a pull request', job: { end: 'archived' } },
    ...{ verdict: 'pull-request', status: 'archived', exit: 0, words: 'Pull request ready' },
  },
  {
    ...{ end: 'completed without an edit', job: { pullRequest: false }, inputs: { timeout: '5s' } },
    ...{ verdict: 'no-changes', status: 'completed', exit: 0, words: 'Nothing to change' },
  },
])('a job that $end: $verdict, exit code $exit', async ({ job, verdict, status, exit, words, inputs = {} }) => {
  await using scene = await createScene({ job: { seconds: 1, ...job } });
  const result = await scene.run({ inputs });
  const [comment, ...others] = await scene.comments();
  expect(result).toMatchObject({ exitCode: exit, outputs: { verdict, status } });
  for (const place of [result.log, result.summary, result.outputs.summary, comment?.body])
    expect(place).toContain(words);
  expect(others).toEqual([]);
  expect(comment?.body).not.toContain('Working on it');
  expect(scene.sent('create')).toBe(1);
});

test('the budget ends first: timed-out on time, and everybody learns the name of the job', async () => {
  await using scene = await createScene({ job: { seconds: 60 } });
  const result = await scene.run({ inputs: { timeout: '4s' } });
  const [comment, ...others] = await scene.comments();
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'timed-out', status: 'active', prLink: '' } });
  expect(result.duration).toBeGreaterThan(3_000);
  expect(result.duration).toBeLessThan(5_000);
  const { jobId = 'none' } = result.outputs;
  expect(jobId).toBe(scene.service.jobs[0]?.id);
  for (const place of [result.log, result.summary, result.outputs.job, comment?.body]) expect(place).toContain(jobId);
  for (const place of [result.log, result.summary, comment?.body]) expect(place).toContain('the job goes on');
  expect(others).toEqual([]);
});

test.each([
  { what: 'the label was taken off', change: { action: 'unlabeled' }, says: 'unlabeled' },
  { what: 'the issue was edited', change: { action: 'edited' }, says: 'edited' },
  { what: 'another label', change: { label: { name: 'bug' } }, says: '`bug`' },
  { what: 'an event of another kind', name: 'watch', change: { action: 'started' }, says: '`watch`' },
])('no request: $what: skipped, green, nobody asked', async ({ name = 'issues', change, says }) => {
  await using scene = await createScene();
  const event = { name, payload: { ...scene.event.payload, ...change } };
  const result = await scene.run({ event, inputs: { prompt: 'Even so.' } });
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'skipped', jobId: '', commentUrl: '' } });
  expect(await scene.comments()).toEqual([]);
  expect(scene.service.requests).toEqual([]);
  expect(scene.commentWrites()).toEqual([]);
  expect(result.log).toContain(says);
});

test('another trigger label', async () => {
  await using scene = await createScene({ label: 'agent' });
  const skipped = await scene.run();
  expect(skipped.outputs.verdict).toBe('skipped');
  expect(scene.service.requests).toEqual([]);
  const taken = await scene.run({ inputs: { 'trigger-label': 'Agent' } });
  expect(taken.outputs.verdict).toBe('pull-request');
  expect(await shown(scene, taken)).not.toContain('undefined');
});
