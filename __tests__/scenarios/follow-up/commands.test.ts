import { expect } from '@jest/globals';
import {
  answer,
  botComments,
  byHand,
  command,
  requestsFor,
  turnsOf,
} from '../../support/conversation.ts';
import { alice, as, say } from '../../support/events.ts';
import { createScene, PAUSE_MS, type Scene, type SceneOptions } from '../../support/scene.ts';
import { exactly, testIn } from '../../support/scene-test.ts';

/** A thread whose first job is done; later ones go like this. */
async function withJob({ job = { seconds: 1 } }: Pick<SceneOptions, 'job'> = {}) {
  const scene = await createScene();
  const { outputs } = await answer(scene, scene.event);
  expect(outputs.verdict).toBe('pull-request');
  scene.service.script(job);
  return {
    ...scene,
    prLink: outputs.prLink,
    jobId: outputs.jobId ?? '',
    number: String(scene.issue.number),
  };
}
const test = testIn(withJob, {});

const lastPrompt = ({ service }: Scene) => service.jobs.at(-1)?.turns.at(-1)?.prompt;
const CONTINUED = ['create', 'follow-up'];

test('a command in a thread that has a job is a follow-up to that job', async (scene) => {
  const [before] = await botComments(scene);
  const result = await command(scene, '/docs Add a jq example');
  const [stays, own] = exactly(2, await botComments(scene));
  const { jobId, prLink } = scene;

  const outputs = { verdict: 'pull-request', jobId, prLink, commentUrl: own?.url };
  expect(result).toMatchObject({ annotations: [], outputs });
  expect(turnsOf(scene)).toEqual([CONTINUED]);
  expect(requestsFor(scene, 'follow-up')[0]?.path).toBe(`/v2/agent/acme-docs/job/${jobId}/message`);
  expect(lastPrompt(scene)).toContain('Add a jq example');

  expect(stays).toEqual(before);
  const head =
    /^\*\*✅ Follow-up done: \[acme\/docs#2\]\(.*\)\*\* · \d+ s\n> Add a jq example — alice\n/;
  expect(own?.prose).toMatch(head);
  expect(own?.prose).toContain(`Job \`${jobId}\``);
  expect(result.log).toContain(`Job ${jobId} continued: active`);
  expect(result.summary).toContain('Follow-up done');
});

test('a follow-up to a job that still shows its old end waits for the new end', {
  job: { seconds: 9, staleFor: 3, link: 'https://git.example/acme/docs/pull/9' },
}, async (scene) => {
  const result = await command(scene, '/docs Add a jq example');
  const prLink = 'https://git.example/acme/docs/pull/9';
  expect(result.outputs).toMatchObject({ verdict: 'pull-request', status: 'completed', prLink });
  expect(result.log).toMatch(/completed[\s\S]*active[\s\S]*completed/);
  expect((await botComments(scene))[1]?.prose).toContain('Follow-up done: [git.example/acme/docs');
});

test('a follow-up that changes nothing about the end of its job is believed to be done after 30 s', {
  job: { seconds: 0 },
}, async (scene) => {
  const result = await command(scene, '/docs Add a jq example');
  expect(result.outputs.verdict).toBe('pull-request');
  expect(result.duration).toBe(PAUSE_MS + 30_000);
  expect(requestsFor(scene, 'get').length).toBeGreaterThan(3);
});

test('a comment without a command and an edited command are no requests, and the next command is a follow-up', async (scene) => {
  const idle = await command(scene, 'Looks good, the docs are better now');
  const edited = await answer(
    scene,
    as(await say(scene, '/docs Add an example'), { action: 'edited' }),
  );
  expect([idle.outputs.verdict, edited.outputs.verdict]).toEqual(['skipped', 'skipped']);
  await command(scene, '/docs Add a jq example');
  expect(turnsOf(scene)).toEqual([CONTINUED]);
});

test('each leg of a matrix sends a command to its own job', async () => {
  await using scene = await createScene();
  const legs = ['intro', 'setup'].map((page) => ({
    run: { matrix: { page } },
    inputs: { prompt: `Bring the page “${page}” up to date.` },
  }));
  await Promise.all(legs.map((leg) => answer(scene, scene.event, leg)));
  scene.service.script({ seconds: 1 });
  const event = await say(scene, '/docs Add a jq example');
  await Promise.all(legs.map((leg) => answer(scene, event, leg)));
  expect(turnsOf(scene)).toEqual([CONTINUED, CONTINUED]);
  const pages = scene.service.jobs.map(({ turns }) =>
    turns.map(({ prompt }) => /“(\w+)”/.exec(prompt)?.[1]),
  );
  expect(pages.sort()).toEqual(['intro', 'setup'].map((page) => [page, page]));
  expect(await botComments(scene)).toHaveLength(4);
});

const PROMPT = 'Now translate the page.';

/** A workflow that is started by hand sends a follow-up. */
const sendTo = (scene: Scene, inputs: Record<string, string>, id = 100) =>
  answer(scene, byHand(scene), {
    run: { id },
    inputs: { operation: 'follow-up', prompt: PROMPT, ...inputs },
  });

test('a follow-up goes to the job of `job-id`', async (scene) => {
  const result = await sendTo(scene, { 'job-id': scene.jobId, 'issue-number': scene.number });
  const [, own] = exactly(2, await botComments(scene));
  const outputs = { verdict: 'pull-request', jobId: scene.jobId, commentUrl: own?.url };
  expect(result).toMatchObject({ annotations: [], outputs });
  expect(result.log).not.toContain('Not queued');
  expect(turnsOf(scene)).toEqual([CONTINUED]);
  expect(scene.service.jobs[0]?.turns[1]?.prompt).toBe(PROMPT);
  expect(own?.prose).toContain('**✅ Follow-up done: ');
  expect(own?.prose).toContain(`> ${PROMPT}`);
});

test('each run that a person starts by hand sends the follow-up', async (scene) => {
  const inputs = { 'job-id': scene.jobId, 'issue-number': scene.number };
  await sendTo(scene, inputs);
  const second = await sendTo(scene, inputs, 200);
  expect(second.outputs).toMatchObject({ verdict: 'pull-request', jobId: scene.jobId });
  expect(turnsOf(scene)).toEqual([['create', 'follow-up', 'follow-up']]);
});

test('a follow-up to the job of `job-id` without a thread is sent once, and the log says that a re-run sends it again', async (scene) => {
  const result = await sendTo(scene, { 'job-id': scene.jobId });
  expect(result).toMatchObject({
    annotations: [],
    outputs: { verdict: 'pull-request', jobId: scene.jobId },
  });
  expect(result.log).toContain('so a re-run asks again.');
  expect(result.log).toContain(
    `Not queued: this run knows no other requests to job ${scene.jobId}, `,
  );
  expect(turnsOf(scene)).toEqual([CONTINUED]);
  expect(await botComments(scene)).toHaveLength(1);
});

test('the same prompt to two jobs of a thread, which `job-id` names, is two follow-ups', async (scene) => {
  scene.service.script({ seconds: 60 });
  const where = { 'issue-number': scene.number, wait: 'false' };
  const other = await answer(scene, byHand(scene), {
    inputs: { prompt: 'Something else.', ...where },
  });
  const ids = [scene.jobId, other.outputs.jobId ?? ''];
  for (const id of ids) {
    const { outputs } = await sendTo(scene, { 'job-id': id, ...where });
    expect(outputs).toMatchObject({ verdict: 'started', jobId: id });
  }
  expect(turnsOf(scene)).toEqual([CONTINUED, CONTINUED]);
});

test('a follow-up is reported in a thread that does not know the job', async (scene) => {
  const { number } = await alice(scene).openIssue('Translations', 'All of them.');
  const result = await sendTo(scene, { 'job-id': scene.jobId, 'issue-number': String(number) });
  const [own, ...others] = await botComments(scene, number);
  expect(result.outputs).toMatchObject({
    verdict: 'pull-request',
    jobId: scene.jobId,
    commentUrl: own?.url,
  });
  expect(own?.prose).toContain('Follow-up done');
  expect(result.log.match(/^Not queued: /gm)).toHaveLength(1);
  const [, ...more] = await botComments(scene);
  expect([others, more]).toEqual([[], []]);
});

test('a follow-up to a job that the service does not know is an error in the thread, and nothing is sent', async (scene) => {
  const result = await sendTo(scene, { 'job-id': 'job_unknown', 'issue-number': scene.number });
  expect(result.outputs.verdict).toBe('error');
  expect(result.log).toContain(
    'Nothing was sent, as job `job_unknown` could not be read. The service does not know the job (404).',
  );
  expect([requestsFor(scene, 'create').length, requestsFor(scene, 'follow-up').length]).toEqual([
    1, 0,
  ]);
  const [, own] = exactly(2, await botComments(scene));
  expect(own?.prose).toContain('**⛔ Job not found (404)**');
});

test('a follow-up that the service refuses for an archived job is an error, and creates no job', async () => {
  await using scene = await createScene({ job: { end: 'archived' } });
  const { outputs } = await answer(scene, scene.event);
  const result = await sendTo(scene, {
    'job-id': outputs.jobId ?? '',
    'issue-number': String(scene.issue.number),
  });
  expect(result.outputs.verdict).toBe('error');
  expect(turnsOf(scene)).toEqual([['create']]);
});

test('a follow-up without `prompt` on an event without text is an error that names it, and nothing is sent', async () => {
  await using scene = await createScene();
  const result = await sendTo(scene, { prompt: '', 'job-id': 'job_1' });
  expect(result.outputs.verdict).toBe('error');
  expect(result.annotations).toEqual([
    { level: 'error', message: expect.stringContaining('`prompt`') },
  ]);
  expect(scene.service.requests).toEqual([]);
  expect(await botComments(scene)).toEqual([]);
});
