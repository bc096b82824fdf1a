import { expect, test } from '@jest/globals';
import type { JobScript } from '../../../sandbox/service/job-script.ts';
import type { ServiceFault as Fault } from '../../../sandbox/service/service.ts';
import { answer, botComments, command, linkBefore, requestsFor, turnsOf, whyAnew } from '../../support/conversation.ts';
import { createScene } from '../../support/scene.ts';
import { exactly } from '../../support/scene-test.ts';

interface Dead {
  readonly newest: string;
  readonly first?: Partial<JobScript>;
  readonly faults?: readonly Fault[];
  readonly later?: Fault;
  readonly why: string;
}

test.each<Dead>([
  { newest: 'failed', first: { end: 'failed' }, why: 'its job failed' },
  {
    newest: 'is gone',
    later: { operation: 'get', kind: 'answer', status: 404, times: Infinity },
    why: 'the service no longer knows its job',
  },
  {
    newest: 'may not exist',
    faults: [{ operation: 'create', kind: 'reset' }],
    why: 'it is not known to have a job',
  },
])('a command after a job that $newest creates a new job, and says why', async ({ first, faults = [], later, why }) => {
  await using scene = await createScene({ job: first ?? {}, faults });
  await answer(scene, scene.event);
  const [before] = await botComments(scene);
  scene.service.script({ end: 'completed', pullRequest: true });
  if (later) scene.service.faults.add(later);
  const result = await command(scene, '/docs Add a jq example', { inputs: { timeout: '2m' } });
  const [stays, own] = exactly(2, await botComments(scene));
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: own?.url } });
  expect(turnsOf(scene)).toEqual([['create'], ['create']]);
  expect(scene.service.jobs[1]?.turns[0]?.prompt).toContain('Add a jq example');
  expect(whyAnew(own?.prose ?? '')).toEqual({ to: before?.url, why });
  expect(own?.prose).toContain('Pull request ready');
  expect(linkBefore(own?.prose ?? '')).toBeUndefined();
  expect(stays).toEqual(before);
});

test.each([
  { body: '/docs new Write a page on awk', asks: 'Write a page on awk' },
  { body: '/docs new', asks: 'Explain the new `--json` flag' },
])('the command `$body` creates a new job, although the thread has one', async ({ body, asks }) => {
  await using scene = await createScene();
  await answer(scene, scene.event);
  const result = await command(scene, body);
  const [, own] = await botComments(scene);
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
  expect(turnsOf(scene)).toEqual([['create'], ['create']]);
  expect(scene.service.jobs[1]?.turns[0]?.prompt).toContain(asks);
  expect(requestsFor(scene, 'follow-up')).toEqual([]);
  expect(own?.prose).toContain('Pull request ready');
  expect(own?.prose).not.toMatch(/an earlier request|New job/);
});
