import { expect } from '@jest/globals';
import { answer, botComments, byHand, linkBefore, requestsFor, turnsOf } from '../../support/conversation.ts';
import { alice } from '../../support/events.ts';
import { createScene, type Scene } from '../../support/scene.ts';
import { exactly, test } from '../../support/scene-test.ts';

const PROMPT = 'Now translate the page.';

/** A workflow that is started by hand sends a follow-up. */
const sendTo = (scene: Scene, inputs: Record<string, string>) =>
  answer(scene, byHand(scene), { inputs: { operation: 'follow-up', prompt: PROMPT, ...inputs } });

/** A thread whose job is done; its next turn takes a second. */
async function withJob() {
  const scene = await createScene();
  const { outputs } = await answer(scene, scene.event);
  scene.service.script({ seconds: 1 });
  return { ...scene, jobId: outputs.jobId ?? '', number: String(scene.issue.number) };
}

test('a follow-up goes to the job of `job-id`, and its status comment links the earlier request', async () => {
  await using scene = await withJob();
  const result = await sendTo(scene, { 'job-id': scene.jobId, 'issue-number': scene.number });
  const [first, own] = exactly(2, await botComments(scene));
  expect(result).toMatchObject({
    exitCode: 0,
    annotations: [],
    outputs: { verdict: 'pull-request', jobId: scene.jobId, commentUrl: own?.url },
  });
  expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
  expect(scene.service.jobs[0]?.turns[1]?.prompt).toBe(PROMPT);
  expect(own?.prose).toContain('**✅ Follow-up done: ');
  expect(own?.prose).toContain(`> ${PROMPT}`);
  expect(linkBefore(own?.prose ?? '')).toBe(first?.url);
});

test('a follow-up goes to an older job of the thread if `job-id` names it', async () => {
  await using scene = await withJob();
  await answer(scene, byHand(scene), { inputs: { prompt: 'Something else.', 'issue-number': scene.number } });
  const result = await sendTo(scene, { 'job-id': scene.jobId, 'issue-number': scene.number });
  expect(result.outputs.jobId).toBe(scene.jobId);
  expect(turnsOf(scene)).toEqual([['create', 'follow-up'], ['create']]);
  const [first, , own] = await botComments(scene);
  expect(linkBefore(own?.prose ?? '')).toBe(first?.url);
});

test('a second run with the same follow-up reports the open one; after its end, a third one sends it again', async () => {
  await using scene = await withJob();
  const inputs = { 'job-id': scene.jobId, 'issue-number': scene.number, wait: 'false' };
  scene.service.script({ seconds: 2 });
  await sendTo(scene, inputs);
  scene.service.script({ seconds: 0 }, scene.jobId);
  await scene.clock.pass(60_000);
  const second = await sendTo(scene, { ...inputs, wait: 'true' });
  expect(second.outputs).toMatchObject({ verdict: 'pull-request', jobId: scene.jobId });
  expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
  const third = await sendTo(scene, inputs);
  expect(third.outputs).toMatchObject({ verdict: 'started', jobId: scene.jobId });
  expect(turnsOf(scene)).toEqual([['create', 'follow-up', 'follow-up']]);
});

test('the same prompt to two jobs of a thread is two follow-ups', async () => {
  await using scene = await withJob();
  scene.service.script({ seconds: 60 });
  const where = { 'issue-number': scene.number, wait: 'false' };
  const other = await answer(scene, byHand(scene), { inputs: { prompt: 'Something else.', ...where } });
  const ids = [scene.jobId, other.outputs.jobId ?? ''];
  for (const id of ids) {
    const { outputs } = await sendTo(scene, { 'job-id': id, ...where });
    expect(outputs).toMatchObject({ verdict: 'started', jobId: id });
  }
  expect(turnsOf(scene)).toEqual([
    ['create', 'follow-up'],
    ['create', 'follow-up'],
  ]);
});

test('a follow-up is reported in a thread that does not know the job, and links the earlier request in the other one', async () => {
  await using scene = await withJob();
  const { number } = await alice(scene).openIssue('Translations', 'All of them.');
  const result = await sendTo(scene, { 'job-id': scene.jobId, 'issue-number': String(number) });
  const [own, ...others] = await botComments(scene, number);
  expect(result).toMatchObject({
    exitCode: 0,
    outputs: { verdict: 'pull-request', jobId: scene.jobId, commentUrl: own?.url },
  });
  expect(own?.prose).toContain('Follow-up done');
  const [first, ...more] = await botComments(scene);
  expect(linkBefore(own?.prose ?? '')).toBe(first?.url);
  expect([others, more]).toEqual([[], []]);
});

test('a follow-up to a job that the service does not know is an error in the thread, and nothing is sent', async () => {
  await using scene = await withJob();
  const result = await sendTo(scene, { 'job-id': 'job_unknown', 'issue-number': scene.number });
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
  expect(result.log).toContain(
    'Nothing was sent, as job `job_unknown` could not be read. The service does not know the job (404).',
  );
  expect([requestsFor(scene, 'create').length, requestsFor(scene, 'follow-up').length]).toEqual([1, 0]);
  const [, own] = exactly(2, await botComments(scene));
  expect(own?.prose).toContain('**⛔ Job not found (404)**');
});

test('a follow-up that the service refuses for an archived job is an error, and creates no job', async () => {
  await using scene = await createScene({ job: { end: 'archived' } });
  const { outputs } = await answer(scene, scene.event);
  const result = await sendTo(scene, { 'job-id': outputs.jobId ?? '', 'issue-number': String(scene.issue.number) });
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
  expect(turnsOf(scene)).toEqual([['create']]);
});

test('a follow-up without `prompt` on an event without text is an error that names it, and nothing is sent', async (scene) => {
  const result = await sendTo(scene, { prompt: '', 'job-id': 'job_1' });
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
  expect(result.annotations).toEqual([{ level: 'error', message: expect.stringContaining('`prompt`') }]);
  expect(scene.service.requests).toEqual([]);
  expect(await botComments(scene)).toEqual([]);
});
