import { expect, test } from '@jest/globals';
import { createPerson } from '../../../sandbox/github/person.ts';
import { answer, byHand, linkBefore, requestsFor, told, turnsOf } from '../../support/conversation.ts';
import { createScene, type Scene } from '../../support/scene.ts';

const PROMPT = 'Now translate the page.';

/** A workflow that somebody starts by hand sends a follow-up. */
const sendTo = (scene: Scene, inputs: Record<string, string>) =>
  answer(scene, byHand(scene), { inputs: { operation: 'follow-up', prompt: PROMPT, ...inputs } });

/** A thread whose job is done; its next turn takes a second. */
async function withJob() {
  const scene = await createScene();
  const { outputs } = await answer(scene, scene.event);
  scene.service.script({ seconds: 1 });
  return { scene, jobId: outputs.jobId ?? '', number: String(scene.issue.number) };
}

test('it goes to the job that the workflow names, and the thread is told, with a link to the request before', async () => {
  const { scene, jobId, number } = await withJob();
  await using _ = scene;
  const result = await sendTo(scene, { 'job-id': jobId, 'issue-number': number });
  const [first, own, ...others] = await told(scene);
  expect(result).toMatchObject({
    ...{ exitCode: 0, annotations: [], outputs: { verdict: 'pull-request', jobId, commentUrl: own?.url } },
  });
  expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
  expect(scene.service.jobs[0]?.turns[1]?.prompt).toBe(PROMPT);
  expect(own?.prose).toContain('**✅ Follow-up done: ');
  expect(own?.prose).toContain(`> ${PROMPT}`);
  expect(linkBefore(own?.prose ?? '')).toBe(first?.url);
  expect(others).toEqual([]);
});

test('not to the newest of the thread, where the workflow names an older one', async () => {
  const { scene, jobId, number } = await withJob();
  await using _ = scene;
  await answer(scene, byHand(scene), { inputs: { prompt: 'Something else.', 'issue-number': number } });
  const result = await sendTo(scene, { 'job-id': jobId, 'issue-number': number });
  expect(result.outputs.jobId).toBe(jobId);
  expect(turnsOf(scene)).toEqual([['create', 'follow-up'], ['create']]);
  const [first, , own] = await told(scene);
  expect(linkBefore(own?.prose ?? '')).toBe(first?.url);
});

test('asked for again once its job has ended: that job gets it again, and no new one is made', async () => {
  const { scene, jobId, number } = await withJob();
  await using _ = scene;
  const inputs = { 'job-id': jobId, 'issue-number': number, wait: 'false' };
  scene.service.script({ seconds: 2 });
  await sendTo(scene, inputs);
  scene.service.script({ seconds: 0 }, jobId);
  const again = await sendTo(scene, inputs);
  expect(again.outputs).toMatchObject({ verdict: 'started', jobId });
  expect(turnsOf(scene)).toEqual([['create', 'follow-up', 'follow-up']]);
});

test('run again after its job failed: that job gets it again, and no new one is made', async () => {
  const { scene, jobId, number } = await withJob();
  await using _ = scene;
  const inputs = { operation: 'follow-up', prompt: PROMPT, 'job-id': jobId, 'issue-number': number };
  scene.service.script({ seconds: 1, end: 'failed' });
  const failed = await answer(scene, byHand(scene), { inputs });
  expect(failed.outputs).toMatchObject({ verdict: 'failed', jobId });
  scene.service.script({ seconds: 1, end: 'completed' });
  const again = await answer(scene, byHand(scene), { inputs, run: { attempt: 2 } });
  expect(again.outputs).toMatchObject({ verdict: 'pull-request', jobId });
  expect(turnsOf(scene)).toEqual([['create', 'follow-up', 'follow-up']]);
});

test('the same words to two jobs of a thread are two requests: each job gets them', async () => {
  const { scene, jobId, number } = await withJob();
  await using _ = scene;
  scene.service.script({ seconds: 60 });
  const where = { 'issue-number': number, wait: 'false' };
  const other = await answer(scene, byHand(scene), { inputs: { prompt: 'Something else.', ...where } });
  const ids = [jobId, other.outputs.jobId ?? ''];
  for (const id of ids) {
    const { outputs } = await sendTo(scene, { 'job-id': id, ...where });
    expect(outputs).toMatchObject({ verdict: 'started', jobId: id });
  }
  expect(turnsOf(scene)).toEqual([
    ['create', 'follow-up'],
    ['create', 'follow-up'],
  ]);
});

test('on label events, for two jobs one after the other while they work: each job gets its message', async () => {
  await using scene = await createScene();
  const ids: string[] = [];
  for (const prompt of ['The guide.', 'The reference.']) {
    const { outputs } = await answer(scene, byHand(scene), { inputs: { prompt } });
    ids.push(outputs.jobId ?? '');
  }
  scene.service.script({ seconds: 60 });
  for (const [at, id] of ids.entries()) {
    const inputs = { operation: 'follow-up', 'job-id': id, prompt: PROMPT, wait: 'false' };
    const { outputs } = await answer(scene, scene.event, { inputs, run: { id: 8 + at } });
    expect(outputs).toMatchObject({ verdict: 'started', jobId: id });
  }
  expect(turnsOf(scene)).toEqual(Array(2).fill(['create', 'follow-up']));
  expect(await told(scene)).toHaveLength(2);
});

test('in a thread that does not know the job: told there, without a link', async () => {
  const { scene, jobId } = await withJob();
  await using _ = scene;
  const { number } = await createPerson(scene.github, 'alice').openIssue('Translations', 'All of them.');
  const result = await sendTo(scene, { 'job-id': jobId, 'issue-number': String(number) });
  const [own, ...others] = await told(scene, number);
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', jobId, commentUrl: own?.url } });
  expect(own?.prose).toContain('Follow-up done');
  expect(own?.prose).not.toContain('before:');
  expect([others, await told(scene)]).toEqual([[], [expect.anything()]]);
});

test('without a thread: sent and waited for', async () => {
  const { scene, jobId } = await withJob();
  await using _ = scene;
  const result = await sendTo(scene, { 'job-id': jobId });
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', jobId, commentUrl: '' } });
  expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
  expect(await told(scene)).toHaveLength(1);
});

test('without a thread it is called a follow-up too', async () => {
  const { scene, jobId } = await withJob();
  await using _ = scene;
  const result = await sendTo(scene, { 'job-id': jobId });
  for (const place of [result.log, result.summary, result.outputs.summary]) expect(place).toContain('Follow-up done');
});

test.each([{ 'issue-number': '' }, { 'issue-number': '1' }])(
  'a job that the service does not know: an error, and nothing is sent (%o)',
  async (where) => {
    const { scene } = await withJob();
    await using _ = scene;
    const result = await sendTo(scene, { 'job-id': 'job_unknown', ...where });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    expect(result.log).toContain('The job job_unknown could not be read, so nothing was asked of it');
    expect([requestsFor(scene, 'create').length, requestsFor(scene, 'follow-up').length]).toEqual([1, 0]);
    const [, own, ...others] = await told(scene);
    if (where['issue-number']) expect(own?.prose).toContain('**⛔ ');
    else expect(own).toBeUndefined();
    expect(others).toEqual([]);
  },
);

test('a job that takes no message any more: the service refuses, and no new one is made', async () => {
  await using scene = await createScene({ job: { end: 'archived' } });
  const { outputs } = await answer(scene, scene.event);
  const result = await sendTo(scene, { 'job-id': outputs.jobId ?? '', 'issue-number': String(scene.issue.number) });
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
  expect(turnsOf(scene)).toEqual([['create']]);
});

test.each([
  { lacks: 'job-id', inputs: { prompt: PROMPT } },
  { lacks: 'prompt', inputs: { prompt: '', 'job-id': 'job_1' } },
])('without `$lacks`: an error that names it, and nobody is asked', async ({ lacks, inputs }) => {
  await using scene = await createScene();
  const result = await sendTo(scene, inputs);
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
  expect(result.annotations).toEqual([{ level: 'error', message: expect.stringContaining(`\`${lacks}\``) }]);
  expect(scene.service.requests).toEqual([]);
  expect(await told(scene)).toEqual([]);
});

test('`job-id` with the operation `run`: an error that names it', async () => {
  await using scene = await createScene();
  const result = await answer(scene, scene.event, { inputs: { 'job-id': 'job_1' } });
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
  expect(result.log).toContain('`job-id` is set, and the operation `run` does not read it');
  expect(scene.service.requests).toEqual([]);
});
