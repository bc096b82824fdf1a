import { expect, test } from '@jest/globals';
import type { GitHubEvent } from '../../../sandbox/github/webhook-inbox.ts';
import type { JobScript } from '../../../sandbox/service/job-script.ts';
import { answer, byHand, command, linkBefore, requestsFor, say, told, turnsOf } from '../../support/conversation.ts';
import { as } from '../../support/events.ts';
import { createScene, type Scene } from '../../support/scene.ts';

const attach = (scene: Scene, inputs: Record<string, string>, event: GitHubEvent = byHand(scene)) =>
  answer(scene, event, { inputs: { operation: 'attach', ...inputs } });

/** A job that nobody waits for, asked for by the label or, without a thread, by hand. */
async function startJob(scene: Scene, inThread = true) {
  const inputs = { wait: 'false', prompt: 'Bring it up to date.' };
  const { outputs } = await answer(scene, inThread ? scene.event : byHand(scene), { inputs });
  expect(outputs.verdict).toBe('started');
  return { 'job-id': outputs.jobId ?? '' };
}

const inThread = ({ issue }: Scene) => ({ 'issue-number': String(issue.number) });

test('it waits, tells the end where the thread tells of the job already, and makes nothing', async () => {
  await using scene = await createScene({ job: { seconds: 8 } });
  const job = await startJob(scene);
  const [before] = await told(scene);
  const result = await attach(scene, { ...job, ...inThread(scene) });
  const [own, ...others] = await told(scene);
  expect(result).toMatchObject({
    ...{ exitCode: 0, annotations: [] },
    outputs: { verdict: 'pull-request', jobId: job['job-id'], status: 'completed', commentUrl: before?.url },
  });
  expect(own?.url).toBe(before?.url);
  expect(own?.prose).toContain('**✅ Pull request ready: ');
  expect(own?.prose).not.toBe(before?.prose);
  expect(others).toEqual([]);
  expect(turnsOf(scene)).toEqual([['create']]);
  expect(requestsFor(scene, 'create')).toHaveLength(1);
});

test('the comment that it takes over keeps saying what was asked, and by whom', async () => {
  await using scene = await createScene({ job: { seconds: 8 } });
  const job = await startJob(scene);
  await attach(scene, { ...job, ...inThread(scene) });
  expect((await told(scene))[0]?.prose).toContain('> Explain the new `--json` flag — alice');
});

test('a comment that was taken over is still the one of the run that asked: run again, it spends nothing', async () => {
  await using scene = await createScene({ job: { seconds: 8 } });
  const job = await startJob(scene);
  await attach(scene, { ...job, ...inThread(scene) });
  const again = await answer(scene, scene.event, { run: { attempt: 2 } });
  expect(again).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', jobId: job['job-id'] } });
  expect(requestsFor(scene, 'create')).toHaveLength(1);
  expect(await told(scene)).toHaveLength(1);
});

test('the leg of a matrix whose comment was taken over goes on with its job', async () => {
  await using scene = await createScene({ job: { seconds: 8 } });
  const leg = { run: { matrix: { page: 'intro' } } };
  const { outputs } = await answer(scene, scene.event, { ...leg, inputs: { wait: 'false' } });
  await attach(scene, { 'job-id': outputs.jobId ?? '', ...inThread(scene) });
  const next = await command(scene, '/docs Add a jq example', { ...leg, inputs: { wait: 'false' } });
  expect(next.outputs.jobId).toBe(outputs.jobId);
  expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
});

test('a thread that does not know the job gets one comment, which tells its end', async () => {
  await using scene = await createScene({ job: { seconds: 8 } });
  const job = await startJob(scene, false);
  expect(await told(scene)).toEqual([]);
  const result = await attach(scene, { ...job, ...inThread(scene) });
  const [own, ...others] = await told(scene);
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: own?.url } });
  expect(own?.prose).toContain('**✅ Pull request ready: ');
  expect(others).toEqual([]);
});

test('without a thread nothing is written', async () => {
  await using scene = await createScene({ job: { seconds: 6 } });
  const result = await attach(scene, await startJob(scene, false));
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: '' } });
  expect(scene.commentWrites()).toEqual([]);
});

test('a job with a follow-up: the end of that is told, in the comment of that', async () => {
  await using scene = await createScene();
  await answer(scene, scene.event);
  scene.service.script({ seconds: 9 });
  const { outputs } = await command(scene, '/docs Add a jq example', { inputs: { wait: 'false' } });
  const [first] = await told(scene);
  const result = await attach(scene, { 'job-id': outputs.jobId ?? '', ...inThread(scene) });
  const [stays, own, ...others] = await told(scene);
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: own?.url } });
  expect(stays).toEqual(first);
  expect(own?.prose).toContain('**✅ Follow-up done: ');
  expect(linkBefore(own?.prose ?? '')).toBe(first?.url);
  expect(others).toEqual([]);
});

test.each<{ job: Partial<JobScript>; verdict: string; exitCode: number }>([
  { job: { end: 'failed' }, verdict: 'failed', exitCode: 1 },
  { job: { end: 'archived', pullRequest: false }, verdict: 'archived', exitCode: 0 },
  { job: { seconds: 60 }, verdict: 'timed-out', exitCode: 1 },
])('it says how the job ended: $verdict', async ({ job, verdict, exitCode }) => {
  await using scene = await createScene({ job: { seconds: 60 } });
  const named = await startJob(scene, false);
  scene.service.script({ seconds: 0, ...job }, named['job-id']);
  const result = await attach(scene, { ...named, timeout: '5s' });
  expect(result).toMatchObject({ exitCode, outputs: { verdict, jobId: named['job-id'] } });
});

test('a job that the service does not know: an error that names it, in the outputs too', async () => {
  await using scene = await createScene();
  const result = await attach(scene, { 'job-id': 'job_unknown', ...inThread(scene) });
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', jobId: 'job_unknown', status: '' } });
  expect(result.log).toContain('The service does not know the job (404).');
  expect(await told(scene)).toEqual([]);
  expect(scene.service.requests.map(({ operation }) => operation)).toEqual(['get']);
});

test('the summary of a job that could not be found names it', async () => {
  await using scene = await createScene();
  const result = await attach(scene, { 'job-id': 'job_unknown' });
  expect(result.summary).toContain('`job_unknown`');
});

test('on an event that is no request: it waits all the same', async () => {
  await using scene = await createScene({ job: { seconds: 6 } });
  const job = await startJob(scene, false);
  const result = await attach(scene, job, as(scene.event, { action: 'unlabeled' }));
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
});

test('on an event of a thread: that is where it tells', async () => {
  await using scene = await createScene({ job: { seconds: 8 } });
  const result = await attach(scene, await startJob(scene), scene.event);
  const [own, ...others] = await told(scene);
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: own?.url } });
  expect(others).toEqual([]);
});

test('a thread that cannot be read is no reason not to wait', async () => {
  await using scene = await createScene({ job: { seconds: 6 } });
  const job = await startJob(scene, false);
  scene.github.faults.add({
    kind: 'answer',
    status: 403,
    method: 'GET',
    path: /\/issues\/\d+\/comments/,
    times: Infinity,
  });
  const result = await attach(scene, { ...job, ...inThread(scene) });
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: '' } });
  expect(result.annotations).toEqual([{ level: 'warning', message: expect.stringContaining('No status comment') }]);
});

test.each([
  { names: ['prompt'], inputs: { prompt: 'Add an example.' } },
  { names: ['wait'], inputs: { wait: 'false' } },
  { names: ['prompt-file', 'paths'], inputs: { 'prompt-file': 'ask.md', paths: 'docs/**' } },
])('$names: an error that names what attaching does not read', async ({ names, inputs }) => {
  await using scene = await createScene();
  const result = await attach(scene, { 'job-id': 'job_1', ...inputs });
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
  for (const name of names) expect(result.log).toContain(`\`${name}\``);
  expect(result.log).toContain('the operation `attach` does not read');
  expect(scene.service.requests).toEqual([]);
});

test('without `job-id`: an error that names it', async () => {
  await using scene = await createScene();
  const result = await attach(scene, {});
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
  expect(result.log).toContain('`job-id` is empty, and the operation `attach` needs it');
});

test('a stranger cannot make it write', async () => {
  await using scene = await createScene({ job: { seconds: 8 } });
  const job = await startJob(scene, false);
  const result = await attach(scene, job, await say(scene, '/docs hello', { login: 'mallory' }));
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'denied', commentUrl: '' } });
  expect(await told(scene)).toEqual([]);
});
