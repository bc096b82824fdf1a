import { describe, expect } from '@jest/globals';
import type { FaultForm } from '../../../sandbox/http/faults.ts';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import { stopAt } from '../../../sandbox/stop.ts';
import { answer, botComments } from '../../support/conversation.ts';
import { alice, written } from '../../support/events.ts';
import { onGitHub, onService, respond } from '../../support/faults.ts';
import {
  EDIT,
  finishJobs,
  KILL_POINTS,
  killedAt,
  killedOnce,
  STATUS,
} from '../../support/kill-points.ts';
import { createScene, type Scene, warnings } from '../../support/scene.ts';
import { testIn } from '../../support/scene-test.ts';
import { mentions, sweep } from '../../support/sweep.ts';

/**
 * The post step of a run that was killed. That its comments are true is shown in `killed.test.ts`.
 */

async function killedWhile({ moment }: { readonly moment: string }) {
  const scene = await killedAt(KILL_POINTS.find((each) => each.while === moment) ?? KILL_POINTS[0]);
  scene.github.requests.length = 0;
  return scene;
}
/** In a scene whose run was killed while it waited. */
const test = testIn(killedWhile, { moment: 'it asks for the status' });

const bodies = async (scene: Scene) => (await scene.comments()).map(({ body }) => body);

/** The post step changes no comment. */
async function expectUnchanged(scene: Scene, main: StepResult, env = {}): Promise<StepResult> {
  const before = await bodies(scene);
  const post = await scene.runPost(main, { env });
  expect(await bodies(scene)).toEqual(before);
  return post;
}

const RUNNING = /^\*\*⏹️ Cancelled\*\* · the job was still running at/;
const KEEPS_RUNNING = [
  expect.stringMatching(/killed while it waited for job \S+\. The job keeps running/),
];
const NO_JOB = [expect.stringMatching(/killed before the service returned a job id/)];

test.each([
  {
    moment: 'its first comment is there, unanswered',
    head: /^\*\*⏹️ Cancelled\*\* · no/,
    warned: NO_JOB,
    mentioned: 0,
  },
  {
    moment: 'the create is on the way',
    head: /^\*\*❓ Unconfirmed\*\*/,
    warned: NO_JOB,
    mentioned: 0,
  },
  {
    moment: 'the edit that names the job is on the way',
    head: RUNNING,
    warned: KEEPS_RUNNING,
    mentioned: 0,
  },
  { moment: 'it asks for the status', head: RUNNING, warned: KEEPS_RUNNING, mentioned: 0 },
  {
    moment: 'the mention is on the way',
    head: /^\*\*✅ Pull request ready/,
    warned: [],
    mentioned: 0,
  },
  { moment: 'the mention is there', head: /^\*\*✅ Pull request ready/, warned: [], mentioned: 1 },
])(
  'of a run killed while $moment writes what was known, once',
  async (scene, { head, warned, mentioned }) => {
    const asked = scene.service.requests.length;
    const post = await scene.runPost(scene.main);
    expect(post.exitCode).toBe(0);
    expect(scene.service.requests.length - asked).toBeLessThanOrEqual(1);
    expect(warnings(post)).toEqual(warned);
    expect((await bodies(scene))[0]).toMatch(head);
    expect(await mentions(scene)).toHaveLength(mentioned);
    if (mentioned === 0) await expectUnchanged(scene, scene.main);
  },
);

test('of a run whose first comment was never created writes nothing', {
  moment: 'its first comment is on the way',
}, async (scene) => {
  expect(warnings(await scene.runPost(scene.main))).toEqual(NO_JOB);
  expect(written(scene)).toEqual([]);
});

test('of a run killed while it waits after a 429 says that no job was created', async () => {
  await using scene = await createScene();
  onService(scene, 'create', respond(429, '', { 'retry-after': '60' }));
  const step = scene.start({ inputs: { timeout: '10m' } });
  await scene.until('the service answered', () => scene.sent('create') === 1);
  await scene.clock.pass(1_000);
  step.kill('SIGKILL');
  await scene.runPost(await step.result);
  expect((await bodies(scene))[0]).toMatch(/^\*\*⏹️ Cancelled\*\* · no job was created/);
});

test('tries again while it has time if GitHub takes no edit', async (scene) => {
  onGitHub(scene, 'PATCH /comments/', 502, { times: 5 });
  await scene.runPost(scene.main);
  expect((await bodies(scene))[0]).toMatch(RUNNING);
});

test.each([
  ['rejects the key', respond(401), 1],
  ['is out of quota', respond(429, '', { 'retry-after': '7200' }), 1],
])(
  'of a run whose service %s, and whose comment could not be edited, points to its log',
  async (_scene, _what, answer, mentioned) => {
    await using scene = await createScene();
    const inputs = { notify: 'true' };
    onService(scene, 'create', answer);
    onGitHub(scene, 'PATCH /comments/', 502);
    const main = await scene.run({ inputs });
    scene.github.faults.clear();
    await scene.runPost(main, { inputs });
    expect((await bodies(scene))[0]).toMatch(/^\*\*⛔ Not sent\*\* · no job was created/);
    expect(await mentions(scene)).toHaveLength(mentioned);
  },
);

test('edits what GitHub rejected once at the end of the run', async () => {
  await using scene = await createScene({ job: { seconds: 600 } });
  onGitHub(scene, 'PATCH /comments/', 404, { skip: 1, times: 1 });
  const main = await scene.run();
  expect((await bodies(scene))[0]).toContain('Working on it');
  await scene.runPost(main);
  expect((await bodies(scene))[0]).toMatch(/^\*\*⌛ Timed out/);
});

test('of a run that does not wait leaves “Job started”', async () => {
  await using scene = await createScene({ job: { seconds: 600 } });
  const inputs = { wait: 'false', notify: 'true' };
  const { reached } = stopAt(scene, { ...EDIT, when: 'after' });
  const main = await killedOnce(reached, scene.start({ inputs }));
  await scene.runPost(main, { inputs });
  expect((await bodies(scene))[0]).toMatch(/^\*\*🚀 Job started\*\*/);
  expect(await mentions(scene)).toEqual([]);
});

describe('only warns', () => {
  const [PATCH, GET] = ['PATCH /comments/[0-9]+$', 'GET /issues/1/comments'];
  test.each<[what: string, request: string, form: number | FaultForm, says: RegExp]>([
    ['forbids the edit', PATCH, 403, /not be written.*403/],
    ['answers the edit with 404', PATCH, 404, /not be written.*404/],
    ['answers every edit with 500', PATCH, 500, /not be written.*500/],
    ['forbids to read the comments', GET, 403, /cannot be edited.*403/],
    ['breaks every connection', GET, { kind: 'reset' }, /cannot be edited/],
  ])('if GitHub %s', async (scene, _, request, form, says) => {
    onGitHub(scene, request, form);
    const post = await expectUnchanged(scene, scene.main);
    expect(warnings(post)).toEqual([...KEEPS_RUNNING, expect.stringMatching(says)]);
  });

  test.each([
    { what: 'the token is missing', env: { 'INPUT_GITHUB-TOKEN': '' }, says: [/`github-token`/] },
    {
      what: 'GITHUB_API_URL is no address',
      env: { GITHUB_API_URL: '/api' },
      says: [/cannot be edited.*GITHUB_API_URL/],
    },
    {
      what: 'the key is missing',
      env: { 'INPUT_API-KEY': '' },
      says: [/cannot be edited.*`api-key`/],
    },
  ])('if $what', async (scene, { env, says }) => {
    const post = await expectUnchanged(scene, scene.main, env);
    expect(warnings(post)).toEqual([
      ...KEEPS_RUNNING,
      ...says.map((each) => expect.stringMatching(each)),
    ]);
  });
});

test('writes no comment again that a person deleted', async (scene) => {
  const [own] = await botComments(scene);
  await alice(scene).deleteComment(own?.id ?? 0);
  expect(warnings(await scene.runPost(scene.main))).toEqual(KEEPS_RUNNING);
  expect(await bodies(scene)).toEqual([]);
});

test.each([{ thread: 'x' }, { thread: '-1.5' }, { writer: 'nobody' }, { thread: '99' }])(
  'leaves all comments as they are if another step wrote into the saved state: %j',
  async (scene, changed) => {
    await expectUnchanged(scene, { ...scene.main, state: { ...scene.main.state, ...changed } });
  },
);

describe('leaves a comment as it is that another process wrote since:', () => {
  test('a sweep, which reported the end', async (scene) => {
    finishJobs(scene);
    await scene.clock.pass(60_000);
    await sweep(scene);
    expect((await bodies(scene))[0]).toContain('Pull request ready');
    await expectUnchanged(scene, scene.main);
  });

  test('the first attempt, whose comment the killed one took over and could not edit', async () => {
    await using scene = await createScene({ job: { seconds: 600 } });
    await answer(scene, scene.event, { run: { id: 77 }, inputs: { wait: 'false' } });
    onGitHub(scene, 'PATCH /comments/', { kind: 'reset' });
    const asked = scene.sent('get');
    const step = scene.start({ run: { id: 77, attempt: 2 } });
    await scene.until('it polls', () => scene.sent('get') > asked + 1);
    step.kill('SIGKILL');
    const main = await step.result;
    scene.github.faults.clear();
    await expectUnchanged(scene, main);
  });
});

test('of a re-run that was killed while it waited for the job of its first attempt writes that the job keeps running', async (scene) => {
  const { reached } = stopAt(scene, { ...STATUS, when: 'before', nth: 2 });
  const main = await killedOnce(
    reached,
    scene.start({ run: { attempt: 2 }, inputs: { timeout: '6s' } }),
  );
  expect((await bodies(scene))[0]).toContain('Working on it');
  expect(warnings(await scene.runPost(main))).toEqual(KEEPS_RUNNING);
  const [body, ...others] = await bodies(scene);
  expect(body).toMatch(RUNNING);
  expect(others).toEqual([]);
});
