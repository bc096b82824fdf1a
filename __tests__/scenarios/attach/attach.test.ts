import { expect } from '@jest/globals';
import type { GitHubEvent } from '../../../sandbox/github/webhook-inbox.ts';
import type { JobScript } from '../../../sandbox/service/job-script.ts';
import {
  answer,
  botComments,
  byHand,
  command,
  inThread,
  requestsFor,
  start,
  turnsOf,
} from '../../support/conversation.ts';
import { say } from '../../support/events.ts';
import { onGitHub, onService } from '../../support/faults.ts';
import type { Scene } from '../../support/scene.ts';
import { exactly, testWith } from '../../support/scene-test.ts';
import { mentions, writtenDuring } from '../../support/sweep.ts';

const test = testWith({ job: { seconds: 8 } });

const attach = (scene: Scene, inputs: Record<string, string>, event: GitHubEvent = byHand(scene)) =>
  answer(scene, event, { inputs: { operation: 'attach', ...inputs } });

/** A job that no run waits for, requested by the label or, without a thread, by hand. */
async function startJob(scene: Scene, inThread = true) {
  const inputs = { wait: 'false', prompt: 'Bring it up to date.' };
  const { outputs } = await answer(scene, inThread ? scene.event : byHand(scene), { inputs });
  expect(outputs.verdict).toBe('started');
  return { 'job-id': outputs.jobId ?? '' };
}

const NOTIFY = { notify: 'true' };

test('attach waits for the job and reports its end in the status comment of the request, which keeps its quote', async (scene) => {
  const job = await startJob(scene);
  const [before] = await botComments(scene);
  const result = await attach(scene, { ...job, ...inThread(scene) });
  const [own] = exactly(1, await botComments(scene));
  const outputs = {
    verdict: 'pull-request',
    jobId: job['job-id'],
    status: 'completed',
    commentUrl: before?.url,
  };
  expect(result).toMatchObject({ annotations: [], outputs });
  expect(result.log.match(/^Wait for job /gm)).toHaveLength(1);
  expect(own?.url).toBe(before?.url);
  expect(own?.prose).toContain('**✅ Pull request ready: ');
  expect(own?.prose).toContain('> Explain the new `--json` flag — alice');
  expect(own?.prose).not.toBe(before?.prose);
  expect(turnsOf(scene)).toEqual([['create']]);
  expect(requestsFor(scene, 'create')).toHaveLength(1);
});

test('attach by an id alone finds the status comment of the job, in the issue of the request', async (scene) => {
  const job = await startJob(scene);
  const result = await attach(scene, job);
  const [own] = exactly(1, await botComments(scene));
  expect(result.outputs).toMatchObject({ verdict: 'pull-request', commentUrl: own?.url });
  expect(own?.prose).toContain('**✅ Pull request ready: ');
  const [opened] = exactly(1, await botComments(scene, 2));
  expect(opened?.prose).toContain(`Opened for [#1](${own?.url})`);
  expect(opened?.prose).not.toContain('workflow dispatch');
});

test('a re-run of the run whose comment attach adopted creates no job', async (scene) => {
  const job = await startJob(scene);
  await attach(scene, { ...job, ...inThread(scene) });
  const again = await answer(scene, scene.event, { run: { attempt: 2 } });
  expect(again.outputs).toMatchObject({ verdict: 'pull-request', jobId: job['job-id'] });
  expect(requestsFor(scene, 'create')).toHaveLength(1);
  expect(await botComments(scene)).toHaveLength(1);
});

test('attach creates no status comment in a thread that has none of the job, and reports it in outputs and job summary', async (scene) => {
  const job = await startJob(scene, false);
  const result = await attach(scene, { ...job, ...inThread(scene), ...NOTIFY });
  const outputs = { verdict: 'pull-request', jobId: job['job-id'], commentUrl: '' };
  expect(result).toMatchObject({ annotations: [], outputs });
  expect(result.summary).toContain('Pull request ready');
  expect(await botComments(scene)).toEqual([]);
  expect(await mentions(scene)).toEqual([]);
  const [opened] = exactly(1, await botComments(scene, 2));
  expect(opened?.prose).not.toContain('requested by'); // nobody knows who asked for the job
});

test('attach reports the end of a follow-up in the status comment of the follow-up', async (scene) => {
  await answer(scene, scene.event);
  const { outputs } = await command(scene, '/docs Add a jq example', { inputs: { wait: 'false' } });
  const [first] = await botComments(scene);
  const result = await attach(scene, { 'job-id': outputs.jobId ?? '', ...inThread(scene) });
  const [stays, own] = exactly(2, await botComments(scene));
  expect(result.outputs).toMatchObject({ verdict: 'pull-request', commentUrl: own?.url });
  expect(stays).toEqual(first);
  expect(own?.prose).toContain('**✅ Follow-up done: ');
});

test.each<{ job: Partial<JobScript>; verdict: string; advice?: string }>([
  {
    job: { end: 'failed' },
    verdict: 'failed',
    advice: 'To start a new job, comment `/docs new <request>`.',
  },
  { job: { seconds: 60 }, verdict: 'timed-out' },
])(
  'attach has the verdict `$verdict`, and advises no re-run for a new job',
  async (scene, { job, verdict, advice }) => {
    scene.service.script({ seconds: 60 });
    const named = await startJob(scene);
    scene.service.script({ seconds: 0, ...job }, named['job-id']);
    const result = await attach(scene, { ...named, comment: 'false', timeout: '5s' });
    expect(result.outputs).toMatchObject({ verdict, jobId: named['job-id'] });
    expect(result.log).not.toContain('new job');
    const inIssue = await attach(scene, { ...named, ...inThread(scene), timeout: '5s' });
    const [own] = exactly(1, await botComments(scene));
    expect(inIssue.log).toContain(advice ?? 'Timed out');
    expect(own?.prose).toContain(advice ? 'Job failed' : 'Timed out');
  },
);

test('attach to a job that the service does not know is an error that names the job in outputs and job summary', async (scene) => {
  const result = await attach(scene, { 'job-id': 'job_unknown', ...inThread(scene) });
  expect(result.outputs).toMatchObject({ verdict: 'error', jobId: 'job_unknown', status: '' });
  expect(result.log).toContain('The service does not know the job (404).');
  expect(result.log).not.toContain('new job');
  expect(result.summary).toContain('`job_unknown`');
  expect(await botComments(scene)).toEqual([]);
  // as only `job-id` names it
  expect(scene.service.requests.map(({ operation }) => operation)).toEqual(['get']);
});

test('attach on any event that is cancelled while the service does not answer is no error, and writes nothing', async (scene) => {
  const inputs = { operation: 'attach', 'job-id': 'job_unknown', ...inThread(scene) };
  onService(scene, 'get', 502);
  const step = start(scene, { ...byHand(scene), name: 'gollum' }, { inputs });
  await scene.until('the service was asked', () => scene.sent('get') === 1);
  step.kill('SIGTERM');
  expect((await step.result).outputs.verdict).toBe('cancelled');
  expect(await botComments(scene)).toEqual([]);
});

test('attach waits and warns if the thread cannot be read', async (scene) => {
  const job = await startJob(scene, false);
  onGitHub(scene, 'GET /issues/1/comments', 403);
  const result = await attach(scene, { ...job, ...inThread(scene) });
  expect(result.outputs).toMatchObject({ verdict: 'pull-request', commentUrl: '' });
  expect(result.annotations).toEqual([
    { level: 'warning', message: expect.stringContaining('No status comment') },
  ]);
});

test('a sweep reports the job in the comment of an attach whose edits all failed', async (scene) => {
  const job = await startJob(scene);
  onGitHub(scene, 'PATCH /comments/', 502);
  await attach(scene, { ...job, ...inThread(scene), timeout: '3s' });
  scene.github.faults.clear();
  await scene.clock.pass(120_000);
  await answer(scene, byHand(scene), { inputs: { operation: 'sweep' } });
  const [own] = exactly(1, await botComments(scene));
  expect(own?.prose).toContain('**✅ Pull request ready: ');
});

test('the post step of an attach whose timeout came mentions no one either', async (scene) => {
  const job = await startJob(scene);
  onGitHub(scene, 'PATCH /comments/', 502, { skip: 1 });
  const main = await attach(scene, { ...job, ...inThread(scene), ...NOTIFY, timeout: '3s' });
  scene.github.faults.clear();
  const inputs = { operation: 'attach', ...job, ...inThread(scene), ...NOTIFY };
  await scene.runPost(main, { event: byHand(scene), inputs });
  const [own] = exactly(1, await botComments(scene));
  expect(own?.prose).toContain('**⌛ Timed out');
});

test('attach on a comment by an account without permission is denied and writes nothing', async (scene) => {
  const job = await startJob(scene, false);
  const result = await attach(scene, job, await say(scene, '/docs hello', { login: 'mallory' }));
  expect(result.outputs).toMatchObject({ verdict: 'denied', commentUrl: '' });
  expect(await botComments(scene)).toEqual([]);
});

/** Another workflow, which reports in the thread of the request. */
const attachElsewhere = (scene: Scene, inputs: Record<string, string>) =>
  answer(scene, scene.event, {
    run: { id: 2, workflow: '.github/workflows/attach.yml' },
    inputs: { operation: 'attach', timeout: '3s', ...NOTIFY, ...inputs },
  });

/** It fails, and the thread is as it was. */
async function expectErrorWithoutWrite(
  scene: Scene,
  act: () => ReturnType<typeof attachElsewhere>,
): Promise<void> {
  const before = await scene.comments();
  const writes = await writtenDuring(scene, async () => {
    expect((await act()).outputs).toMatchObject({ verdict: 'error', commentUrl: '' });
  });
  expect(writes).toEqual([]);
  expect(await scene.comments()).toEqual(before);
}

/** A command is a follow-up to the job of the thread's first request. */
async function expectContinuable(scene: Scene): Promise<void> {
  const id = scene.service.jobs[0]?.id;
  const next = await command(scene, '/docs Add a jq example', { inputs: { wait: 'false' } });
  expect(next.outputs).toMatchObject({ jobId: id });
  expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
}

test('attach to an unknown job writes nothing, and a command continues the thread’s', async (scene) => {
  await answer(scene, scene.event);
  await expectErrorWithoutWrite(scene, () => attachElsewhere(scene, { 'job-id': 'job_typo' }));
  await expectContinuable(scene);
});

test('attach with a wrong `base-url` leaves the end and its one mention to the run that waits', async (scene) => {
  scene.service.script({ seconds: 3600 });
  const live = start(scene, scene.event, { inputs: NOTIFY });
  await scene.until('the agent works', () =>
    scene.commentWrites().some(({ body }) => body.includes('Working on it')),
  );
  const id = scene.service.jobs[0]?.id ?? '';
  await expectErrorWithoutWrite(scene, () =>
    attachElsewhere(scene, { 'job-id': id, 'base-url': `${scene.service.url}/nowhere` }),
  );
  scene.service.script({ seconds: 0 }, id);
  expect((await live.result).outputs).toMatchObject({ verdict: 'pull-request', jobId: id });
  const [own] = await botComments(scene);
  expect(own?.prose).toContain('Pull request ready');
  expect(await mentions(scene)).toHaveLength(1);
  await expectContinuable(scene);
});

test('attach beside a run that waits leaves the status comment and “Opened for” to that run', async (scene) => {
  scene.service.script({ seconds: 3600 });
  const live = start(scene, scene.event, { inputs: { ...NOTIFY, timeout: '10m' } });
  await scene.until('the agent works', () =>
    scene.commentWrites().some(({ body }) => body.includes('Working on it')),
  );
  const job = { 'job-id': scene.service.jobs[0]?.id ?? '' };
  const [working] = await botComments(scene);
  const impatient = await attach(scene, { ...job, ...inThread(scene), timeout: '20s' });
  expect(impatient.outputs).toMatchObject({ verdict: 'timed-out', commentUrl: '' });
  expect(impatient.log).toContain(`reports this job, in ${working?.url}`);
  expect(await botComments(scene)).toEqual([working]);
  const inputs = { operation: 'attach', ...job, timeout: '10m' };
  const patient = start(scene, byHand(scene), { inputs });
  await scene.clock.pass(60_000);
  scene.service.script({ seconds: 0 }, job['job-id']);
  const verdict = 'pull-request';
  expect((await patient.result).outputs).toMatchObject({ verdict, commentUrl: '' });
  expect((await live.result).outputs).toMatchObject({ verdict, commentUrl: working?.url });
  const [opened] = exactly(1, await botComments(scene, 2));
  expect(opened?.prose).toContain(`Opened for [#1](${working?.url})`);
  expect(await mentions(scene)).toHaveLength(1);
});

test('attach without `job-id` does not believe one 404 about a job that the thread names', async (scene) => {
  await startJob(scene);
  onService(scene, 'get', 404, { times: 1 });
  const result = await attach(scene, inThread(scene));
  expect(result.outputs.verdict).toBe('pull-request');
});

test('attach in the thread of the agent’s pull request leaves its comment as it is', async (scene) => {
  const { outputs } = await answer(scene, scene.event);
  const [opened] = await botComments(scene, 2);
  await attach(scene, { 'job-id': outputs.jobId ?? '', 'issue-number': '2' });
  expect((await botComments(scene, 2))[0]).toEqual(opened);
});
