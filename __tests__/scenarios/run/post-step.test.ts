import { describe, expect, test } from '@jest/globals';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import { answer, botComments } from '../../support/conversation.ts';
import { alice, askedGitHub, written } from '../../support/events.ts';
import { finishJobs, KILL_POINTS, killedAt } from '../../support/kill-points.ts';
import { createScene, type Scene, warnings } from '../../support/scene.ts';
import { mentions, sweep } from '../../support/sweep.ts';

/** The post step of a run that was killed. That its comments are true is shown in `killed.test.ts`. */

async function killedWhile(moment: string) {
  const killPoint = KILL_POINTS.find((each) => each.while === moment);
  if (!killPoint) throw new Error(`No kill point: ${moment}`);
  const scene = await killedAt(killPoint);
  scene.github.requests.length = 0;
  return scene;
}
const killedWaiting = () => killedWhile('it asks for the status');

const bodies = async (scene: Scene) => (await scene.comments()).map(({ body }) => body);

async function expectUnchanged(scene: Scene, act: () => Promise<StepResult>): Promise<StepResult> {
  const before = await bodies(scene);
  const post = await act();
  expect(await bodies(scene)).toEqual(before);
  return post;
}

const RUNNING = /^\*\*⏹️ Cancelled\*\* · the job was still running at/;
const KEEPS_RUNNING = [expect.stringMatching(/killed while it waited for job \S+\. The job keeps running/)];
const NO_JOB = [expect.stringMatching(/killed before the service returned a job id/)];

test.each([
  {
    moment: 'its first comment is there, unanswered',
    head: /^\*\*⏹️ Cancelled\*\* · no job/,
    warned: NO_JOB,
    mentioned: 0,
  },
  { moment: 'the create is on the way', head: /^\*\*❓ Unconfirmed\*\*/, warned: NO_JOB, mentioned: 0 },
  { moment: 'the edit that names the job is on the way', head: RUNNING, warned: KEEPS_RUNNING, mentioned: 0 },
  { moment: 'it asks for the status', head: RUNNING, warned: KEEPS_RUNNING, mentioned: 0 },
  { moment: 'the last edit is on the way', head: /^\*\*✅ Pull request ready/, warned: [], mentioned: 1 },
  { moment: 'the mention is on the way', head: /^\*\*✅ Pull request ready/, warned: [], mentioned: 0 },
  { moment: 'the mention is there', head: /^\*\*✅ Pull request ready/, warned: [], mentioned: 1 },
])('of a run killed while $moment writes what was known, once', async ({ moment, head, warned, mentioned }) => {
  await using scene = await killedWhile(moment);
  const post = await scene.runPost(scene.main);
  expect(post.exitCode).toBe(0);
  expect(warnings(post)).toEqual(warned);
  expect((await bodies(scene))[0]).toMatch(head);
  expect(await mentions(scene)).toHaveLength(mentioned);
  if (mentioned === 0) await expectUnchanged(scene, () => scene.runPost(scene.main));
});

test('of a run whose first comment was never created writes nothing', async () => {
  await using scene = await killedWhile('its first comment is on the way');
  expect(warnings(await scene.runPost(scene.main))).toEqual(NO_JOB);
  expect(written(scene)).toEqual([]);
});

test('of a run killed while it waits after a 429 says that no job was created', async () => {
  const busy = { kind: 'answer', status: 429, headers: { 'retry-after': '60' } } as const;
  await using scene = await createScene({ faults: [{ operation: 'create', ...busy }] });
  const step = scene.start({ inputs: { timeout: '10m' } });
  await scene.until('the service answered', () => scene.sent('create') === 1);
  await scene.clock.pass(1_000);
  step.kill('SIGKILL');
  await scene.runPost(await step.result);
  expect((await bodies(scene))[0]).toMatch(/^\*\*⏹️ Cancelled\*\* · no job was created/);
});

test('of a run that reported its end asks nobody', async () => {
  await using scene = await createScene();
  const main = await scene.run();
  scene.github.requests.length = 0;
  expect(await scene.runPost(main)).toMatchObject({ exitCode: 0, log: '' });
  expect(askedGitHub(scene)).toEqual([]);
});

describe('only warns', () => {
  const PATCH = { method: 'PATCH', path: /\/comments\/\d+$/, times: Infinity } as const;
  const GET = { ...PATCH, method: 'GET' } as const;
  test.each([
    { what: 'forbids the edit', fault: { ...PATCH, kind: 'answer', status: 403 }, says: /not be written.*403/ },
    {
      what: 'answers the edit with 404',
      fault: { ...PATCH, kind: 'answer', status: 404 },
      says: /not be written.*404/,
    },
    {
      what: 'answers every edit with 500',
      fault: { ...PATCH, kind: 'answer', status: 500 },
      says: /not be written.*500/,
    },
    {
      what: 'forbids to read the comment',
      fault: { ...GET, kind: 'answer', status: 403 },
      says: /not be written.*403/,
    },
    { what: 'breaks every connection', fault: { ...GET, kind: 'reset' }, says: /not be written/ },
  ] as const)('if GitHub $what', async ({ fault, says }) => {
    await using scene = await killedWaiting();
    scene.github.faults.add(fault);
    const post = await expectUnchanged(scene, () => scene.runPost(scene.main));
    expect(warnings(post)).toEqual([...KEEPS_RUNNING, expect.stringMatching(says)]);
    const edits = written(scene).filter((line) => line.startsWith('PATCH')).length;
    expect(edits > 1).toBe(fault.method === 'PATCH' && fault.status === 500);
  });

  test.each([
    { what: 'the token is missing', env: { 'INPUT_GITHUB-TOKEN': '' }, says: [/`github-token`/] },
    {
      what: 'GITHUB_API_URL is no address',
      env: { GITHUB_API_URL: '/api' },
      says: [/cannot be edited.*GITHUB_API_URL/],
    },
    { what: 'the key is missing', env: { 'INPUT_API-KEY': '' }, says: [] },
  ])('if $what', async ({ env, says }) => {
    await using scene = await killedWaiting();
    const post = await expectUnchanged(scene, () => scene.runPost(scene.main, { env }));
    expect(warnings(post)).toEqual([...KEEPS_RUNNING, ...says.map((each) => expect.stringMatching(each))]);
  });

  test('if a person deleted the comment, which it does not write again', async () => {
    await using scene = await killedWaiting();
    const [own] = await botComments(scene);
    await alice(scene).deleteComment(own?.id ?? 0);
    const post = await scene.runPost(scene.main);
    expect(warnings(post)).toEqual([...KEEPS_RUNNING, expect.stringContaining('could not be written: It was deleted')]);
    expect(await bodies(scene)).toEqual([]);
  });

  test.each(['{', '{}', '[]', 'null', '{"issueNumber":1}', '{"issueNumber":1,"comment":7,"prose":"","marker":{}}'])(
    'if the saved draft is malformed: %s',
    async (draft) => {
      await using scene = await killedWaiting();
      const state = { ...scene.main.state, draft };
      const post = await expectUnchanged(scene, () => scene.runPost({ ...scene.main, state }));
      expect(warnings(post)).toEqual([expect.stringContaining('cannot be read')]);
    },
  );
});

describe('leaves a comment as it is that another process wrote since:', () => {
  test('a sweep, which reported the end', async () => {
    await using scene = await killedWaiting();
    finishJobs(scene);
    await scene.clock.pass(60_000);
    await sweep(scene);
    expect((await bodies(scene))[0]).toContain('Pull request ready');
    await expectUnchanged(scene, () => scene.runPost(scene.main));
  });

  test('the first attempt, whose comment the killed one took over and could not edit', async () => {
    await using scene = await createScene({ job: { seconds: 600 } });
    await answer(scene, scene.event, { run: { id: 77 }, inputs: { wait: 'false' } });
    scene.github.faults.add({ kind: 'reset', method: 'PATCH', path: /\/comments\//, times: Infinity });
    const asked = scene.sent('get');
    const step = scene.start({ run: { id: 77, attempt: 2 } });
    await scene.until('it polls', () => scene.sent('get') > asked + 1);
    step.kill('SIGKILL');
    const main = await step.result;
    scene.github.faults.clear();
    await expectUnchanged(scene, () => scene.runPost(main));
  });
});
