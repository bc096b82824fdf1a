import { expect } from '@jest/globals';
import type { JobScript } from '../../../sandbox/service/job-script.ts';
import { answer, botComments, command, linkBefore, requestsFor, say, turnsOf } from '../../support/conversation.ts';
import { as, openPull } from '../../support/events.ts';
import { createScene, type Scene } from '../../support/scene.ts';
import { exactly, test } from '../../support/scene-test.ts';

/** A thread whose first job is done; later ones go like this. */
async function withJob(later: Partial<JobScript>) {
  const scene = await createScene();
  const first = await answer(scene, scene.event);
  expect(first.outputs.verdict).toBe('pull-request');
  scene.service.script(later);
  return { ...scene, first };
}

const lastPrompt = ({ service }: Scene) => service.jobs[0]?.turns.at(-1)?.prompt;

test('a command in a thread that has a job is a follow-up to that job', async () => {
  await using scene = await withJob({ seconds: 1 });
  const [before] = await botComments(scene);
  const result = await command(scene, '/docs Add a jq example');
  const [stays, own] = exactly(2, await botComments(scene));
  const { jobId = '' } = scene.first.outputs;

  expect(result).toMatchObject({ exitCode: 0, annotations: [], outputs: { verdict: 'pull-request', jobId } });
  expect(result.outputs.prLink).toBe(scene.first.outputs.prLink);
  expect([requestsFor(scene, 'create').length, requestsFor(scene, 'follow-up').length]).toEqual([1, 1]);
  expect(requestsFor(scene, 'follow-up')[0]?.path).toBe(`/v2/agent/acme-docs/job/${jobId}/message`);
  expect(lastPrompt(scene)).toContain('Add a jq example');

  expect(stays).toEqual(before);
  expect(result.outputs.commentUrl).toBe(own?.url);
  expect(own?.prose).toMatch(
    /^\*\*✅ Follow-up done: \[acme\/docs#2\]\(.*\)\*\* · \d+ s\n> Add a jq example — alice\n/,
  );
  expect(own?.prose).toContain(`Job \`${jobId}\``);
  expect(linkBefore(own?.prose ?? '')).toBe(before?.url);
  expect(result.log).toContain(`Job ${jobId} continued: active`);
  expect(result.summary).toContain('Follow-up done');
});

test('a follow-up to a job that still shows its old end waits for the new end', async () => {
  const link = 'https://git.example/acme/docs/pull/9';
  await using scene = await withJob({ seconds: 9, staleFor: 3, link });
  const result = await command(scene, '/docs Add a jq example');
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', status: 'completed' } });
  expect(result.outputs.prLink).toBe(link);
  expect(result.log).toMatch(/completed[\s\S]*active[\s\S]*completed/);
  expect((await botComments(scene))[1]?.prose).toContain('Follow-up done: [git.example/acme/docs');
});

test('a follow-up that changes nothing about the end of its job is believed to be done after 30 s', async () => {
  await using scene = await withJob({ seconds: 0 });
  const result = await command(scene, '/docs Add a jq example');
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
  expect(result.duration).toBe(32_000); // two seconds before it is sent
  expect(requestsFor(scene, 'get').length).toBeGreaterThan(3);
});

test('a command in a pull request is a follow-up to the job of its label', async (scene) => {
  const { number, alice } = await openPull(scene);
  await alice.addLabel(number, 'docs');
  await answer(scene, await scene.github.events.waitFor('pull_request', 'labeled'));
  scene.service.script({ seconds: 1 });
  const result = await answer(scene, await say(scene, '/docs Name the exit codes', { on: number }));
  const [first, second, ...others] = await botComments(scene, number);
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: second?.url } });
  expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
  expect(lastPrompt(scene)).toContain('Name the exit codes');
  expect(linkBefore(second?.prose ?? '')).toBe(first?.url);
  expect([...others, ...(await botComments(scene))]).toEqual([]);
});

test('a comment without a command and an edited command are no requests, and the next command is a follow-up', async () => {
  await using scene = await withJob({ seconds: 1 });
  const idle = await command(scene, 'Looks good, the docs are better now');
  const edited = await answer(scene, as(await say(scene, '/docs Add an example'), { action: 'edited' }));
  expect([idle.outputs.verdict, edited.outputs.verdict]).toEqual(['skipped', 'skipped']);
  await command(scene, '/docs Add a jq example');
  expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
});

test('each leg of a matrix sends a command to its own job', async (scene) => {
  const legs = ['intro', 'setup'].map((page) => ({
    run: { matrix: { page } },
    inputs: { prompt: `Bring the page “${page}” up to date.` },
  }));
  await Promise.all(legs.map((leg) => answer(scene, scene.event, leg)));
  scene.service.script({ seconds: 1 });
  const event = await say(scene, '/docs Add a jq example');
  await Promise.all(legs.map((leg) => answer(scene, event, leg)));
  expect(turnsOf(scene)).toEqual([
    ['create', 'follow-up'],
    ['create', 'follow-up'],
  ]);
  const pages = scene.service.jobs.map(({ turns }) => turns.map(({ prompt }) => /“(\w+)”/.exec(prompt)?.[1]));
  expect(pages.sort()).toEqual([
    ['intro', 'intro'],
    ['setup', 'setup'],
  ]);
  expect(await botComments(scene)).toHaveLength(4);
});
