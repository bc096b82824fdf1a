import { describe, expect } from '@jest/globals';
import type { GitHubEvent } from '../../../sandbox/github/webhook-inbox.ts';
import { answer, botComments, start, turnsOf } from '../../support/conversation.ts';
import {
  alice,
  mergePull,
  openAs,
  openPull,
  pushFile,
  pushOf,
  schedule,
  workflowRun,
} from '../../support/events.ts';
import { onGitHub, respond } from '../../support/faults.ts';
import { createScene, dispatch, type Scene, type SceneOptions } from '../../support/scene.ts';
import { test, testIn } from '../../support/scene-test.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** All requests are reported in the issue of the scene. */
const TRACKED = { 'issue-number': '1' };
type Inputs = Record<string, string>;

let lastRun = 3_000;
const step = (inputs: Inputs = TRACKED) => ({
  run: { id: ++lastRun },
  inputs: { 'pull-request': 'reuse', 'paths-ignore': 'docs/**', timeout: '3h', ...inputs },
});
/** Alice pushes `src/NAME.ts`, and the step starts. */
const startPush = async (scene: Scene, name: string, inputs?: Inputs) =>
  start(scene, await pushFile(scene, name), step(inputs));
const push = async (scene: Scene, name: string, inputs?: Inputs) =>
  (await startPush(scene, name, inputs)).result;

const filesIn = (prompts: readonly { readonly prompt: string }[]) =>
  [...new Set(prompts.flatMap(({ prompt }) => prompt.match(/(?<=src\/)\w+(?=\.ts)/g) ?? []))]
    .toSorted()
    .join(' ');
/** The files that each prompt describes, by jobs. */
const described = ({ service }: Scene) =>
  service.jobs.map(({ turns }) => turns.map((turn) => filesIn([turn])));
/** The files that all prompts from the nth job on describe. */
const describedSince = ({ service }: Scene, nth = 0) =>
  filesIn(service.jobs.slice(nth).flatMap(({ turns }) => turns));

/** The job of the push `one` has opened pull request 2. */
async function afterFirstPush({
  inputs,
  ...options
}: SceneOptions & { readonly inputs?: Inputs } = {}) {
  const scene = await createScene(options);
  const first = await push(scene, 'one', inputs);
  expect(first.outputs.verdict).toBe('pull-request');
  return { ...scene, first };
}
const testAfterPush = testIn(afterFirstPush, {});

test('five pushes lead to one job, one pull request and four follow-ups', async (scene) => {
  const names = ['p1', 'p2', 'p3', 'p4', 'p5'];
  for (const name of names)
    expect((await push(scene, name)).outputs).toMatchObject({
      verdict: 'pull-request',
      prNumber: '2',
    });
  expect(described(scene)).toEqual([names]);
  const [first, second] = (await botComments(scene)).map(({ prose }) => prose);
  expect(first).toContain('New pull request: no earlier request has one that is open.');
  expect(second).toMatch(
    /Continues \[acme\/docs#2\]\(.*\), the open pull request of an earlier request\./,
  );
});

test('the prompts name the files of five pushes, although GitHub drops two of the runs', async (scene) => {
  const events: GitHubEvent[] = [];
  for (const name of ['p1', 'p2', 'p3', 'p4', 'p5']) events.push(await pushFile(scene, name));
  for (const at of [0, 2, 4]) await answer(scene, events[at] ?? scene.event, step());
  expect(described(scene)).toEqual([['p1', 'p2 p3', 'p4 p5']]);
});

/** Of the second job. */
const PULL = 3;
const merge = (scene: Scene) => alice(scene).mergePull(PULL);
const close = (scene: Scene) => alice(scene).closePull(PULL);

describe('after the pull request', () => {
  /**
   * The job of an earlier push is merged, and another job describes the push `one` in pull request
   * 3.
   */
  async function afterMergedJob() {
    const scene = await createScene();
    const { outputs } = await push(scene, 'zero');
    await alice(scene).mergePull(Number(outputs.prNumber));
    await scene.clock.pass(MINUTE);
    expect((await push(scene, 'one')).outputs.prNumber).toBe(String(PULL));
    await scene.clock.pass(MINUTE);
    return scene;
  }
  const test = testIn(afterMergedJob, {});

  /**
   * A follow-up describes the push `two`, and meanwhile something happens to the pull request,
   * whose link the job keeps.
   */
  async function duringFollowUp(scene: Scene, act: () => Promise<unknown>) {
    scene.service.script({ seconds: 60, link: `${scene.github.url}/acme/docs/pull/${PULL}` });
    const second = await startPush(scene, 'two');
    await scene.until('it is sent', () => scene.sent('follow-up') === 1);
    await act();
    await second.result;
    await scene.clock.pass(MINUTE);
    scene.service.script({ seconds: 0, link: null });
  }

  type Row = [
    what: string,
    prompts: string[][],
    why: string | undefined,
    act: (scene: Scene) => unknown,
  ];
  test.each<Row>([
    ['was merged, a new job describes the next push only', [['one'], ['three']], 'merged', merge],
    ['was closed, a new job describes the next push only', [['one'], ['three']], 'closed', close],
    [
      'was merged after a follow-up, a new job describes the next push only',
      [['one', 'two'], ['three']],
      'merged',
      async (scene) => {
        await duringFollowUp(scene, async () => {});
        await merge(scene);
      },
    ],
    [
      'was closed during a follow-up, a new job describes that push again',
      [['one', 'two'], ['three two']],
      'closed',
      (scene) => duringFollowUp(scene, () => close(scene)),
    ],
    [
      'is unknown (404) in a readable repository, it counts as closed',
      [['one'], ['three']],
      undefined,
      (scene) => onGitHub(scene, 'GET /pulls/3$', 404),
    ],
    [
      'stayed open for 31 days, a push continues its job',
      [['one', 'three']],
      undefined,
      ({ clock }) => clock.pass(31 * DAY),
    ],
  ])('%s', async (scene, _, prompts, why, act) => {
    await act(scene);
    expect((await push(scene, 'three')).outputs.verdict).toBe('pull-request');
    expect(described(scene)).toEqual([['zero'], ...prompts]);
    if (why)
      expect((await botComments(scene)).at(-1)?.prose).toContain(`its pull request was ${why}`);
  });

  test('was merged during a follow-up, the changes are described once more and then not again', async (scene) => {
    await duringFollowUp(scene, () => merge(scene));
    const third = await push(scene, 'three');
    await alice(scene).mergePull(Number(third.outputs.prNumber));
    await push(scene, 'four');
    expect(described(scene)).toEqual([['zero'], ['one', 'two'], ['three two'], ['four']]);
  });

  test('was closed, only the newest job counts, although the one before it is open again', async (scene) => {
    await close(scene);
    const second = await push(scene, 'two');
    await alice(scene).reopenPull(PULL);
    await alice(scene).closePull(Number(second.outputs.prNumber));
    await push(scene, 'three');
    expect(turnsOf(scene)).toEqual(Array(4).fill(['create']));
  });
});

describe('a pull request that the token cannot read', () => {
  const PULL_PATH = 'GET /repos/acme/guides/pulls/1$';
  test.each([
    { what: 'for good (403)', status: 403, requests: [PULL_PATH], link: null },
    {
      what: 'as its repository is unknown',
      status: 404,
      requests: [PULL_PATH, 'GET /acme/guides$'],
      link: null,
    },
    {
      what: 'as the link is none of GitHub',
      status: 404,
      requests: [],
      link: 'https://docs.example/preview/7',
    },
  ])('$what is an error that names the ways on', async (_, { status, requests, link }) => {
    await using scene = await createScene({ agentRepository: 'guides', job: { link } });
    for (const request of requests) onGitHub(scene, request, status);
    const first = await push(scene, 'one');
    expect(first.outputs.verdict).toBe('pull-request');
    const second = await push(scene, 'two');
    expect(second.outputs.verdict).toBe('error');
    const ways = link ? [] : ['pull-requests: read', 'github-token'];
    for (const way of [...ways, 'pull-request: new']) expect(second.log).toContain(way);
    expect(turnsOf(scene)).toEqual([['create']]);
  });
});

const released = (id: number, tag_name: string): GitHubEvent => ({
  name: 'release',
  payload: {
    action: 'published',
    sender: { login: 'alice', id: 501, type: 'User' },
    release: {
      id,
      tag_name,
      published_at: '2026-01-01T12:00:00Z',
      name: 'Spring',
      body: 'Notes',
      html_url: 'https://github.com/acme/docs/releases/1',
      author: { login: 'alice', id: 501, type: 'User' },
    },
  },
});
const mergedPush = async (scene: Scene) =>
  pushOf(scene, (await alice(scene).mergePull((await openAs(scene, 'bob')).number)).sha);

test.each<{ what: string; make: (scene: Scene) => Promise<GitHubEvent> | GitHubEvent }>([
  { what: 'a push', make: (scene) => pushFile(scene, 'one') },
  { what: 'a push that merges a pull request', make: mergedPush },
  { what: 'the merge of a pull request', make: async (scene) => (await mergePull(scene)).event },
  { what: 'a workflow run', make: async (scene) => workflowRun(await pushFile(scene, 'one')) },
  { what: 'a release', make: () => released(1, 'v1') },
  { what: 'a schedule', make: () => schedule },
  { what: 'a dispatch', make: () => dispatch() },
])(
  '$what without `issue-number` has no lasting thread, and is an error that names it',
  async (scene, { make }) => {
    const result = await answer(scene, await make(scene), step({ prompt: 'Check all links.' }));
    expect(result.outputs.verdict).toBe('error');
    expect(result.log).toContain('`issue-number`');
    expect(scene.sent('create')).toBe(0);
  },
);

describe('no later push forgets', () => {
  test('the changes of a push whose job failed while that push waited for it', async (scene) => {
    scene.service.script({ seconds: 120, pullRequest: false });
    const first = await startPush(scene, 'one');
    await scene.clock.pass(10_000);
    scene.service.script({ end: 'failed' }, scene.service.jobs[0]?.id);
    const second = await startPush(scene, 'two');
    expect((await first.result).outputs.verdict).toBe('failed');
    expect((await second.result).outputs.verdict).toBe('no-changes');
    await push(scene, 'three');
    expect(describedSince(scene, 1)).toBe('one three two');
  });

  test('the changes of a push that was cancelled beside a later one', async (scene) => {
    scene.service.script({ seconds: 120 });
    const runs = [];
    for (const name of ['one', 'two', 'three']) {
      runs.push(await startPush(scene, name));
      await scene.clock.pass(10_000);
    }
    runs[1]?.kill('SIGTERM');
    const results = await Promise.all(runs.map(({ result }) => result));
    expect(results.map(({ outputs }) => outputs.verdict)).toEqual([
      'pull-request',
      'cancelled',
      'pull-request',
    ]);
    await push(scene, 'four');
    expect(describedSince(scene)).toBe('four one three two');
  });

  test('the changes of a job that failed although it names a pull request', async (scene) => {
    await push(scene, 'one');
    await alice(scene).closePull(2);
    const prLink = (await openAs(scene, 'bob')).url;
    const createdAt = new Date(scene.clock.now()).toISOString();
    const failed = respond(
      201,
      JSON.stringify({ id: 'job_2', status: 'failed', prLink, createdAt }),
    );
    scene.service.faults.add({ operation: 'create', ...failed });
    expect((await push(scene, 'two')).outputs.verdict).toBe('failed');
    await push(scene, 'three');
    expect(describedSince(scene, 2)).toBe('three two');
  });
});

test('pushes that wait while the pull request is merged share one new pull request', async (scene) => {
  scene.service.script({ seconds: 600 });
  const runs = [];
  for (const name of ['one', 'two', 'three', 'four']) {
    runs.push(await startPush(scene, name));
    await scene.clock.pass(MINUTE);
  }
  await scene.clock.pass(11 * MINUTE); // the follow-up works, and two more pushes wait
  scene.service.script({ link: `${scene.github.url}/acme/docs/pull/2` }, scene.service.jobs[0]?.id);
  await alice(scene).mergePull(2);
  const results = await Promise.all(runs.map(({ result }) => result));
  expect(results.map(({ outputs }) => outputs.verdict)).toEqual(Array(4).fill('pull-request'));
  expect(turnsOf(scene)).toEqual(Array(2).fill(['create', 'follow-up']));
});

describe('with `reuse`', () => {
  const test = testAfterPush;

  test('two branches have a pull request each', async (scene) => {
    await pushFile(scene, 'n1', 'next');
    const second = await answer(
      scene,
      await pushFile(scene, 'n2', 'next'),
      step({ ...TRACKED, branches: 'next' }),
    );
    expect(second.outputs.prNumber).toBe('3');
    expect(turnsOf(scene)).toEqual([['create'], ['create']]);
  });

  test('a thread that cannot be read is an error, and nothing is sent', async (scene) => {
    onGitHub(scene, 'GET /issues/1/comments', 502);
    expect((await push(scene, 'two')).outputs.verdict).toBe('error');
    expect(turnsOf(scene)).toEqual([['create']]);
  });

  test('after a force push the commits of the event count', async (scene) => {
    const { payload } = await scene.github.events.waitFor('push');
    await alice(scene).forcePush('main', String(payload.before));
    const docs = await pushOf(
      scene,
      await alice(scene).commit({ 'docs/p1.md': '1\n' }, 'Change docs'),
    );
    expect((await answer(scene, docs, step())).outputs.verdict).toBe('skipped');
    expect((await push(scene, 'two')).outputs.verdict).toBe('pull-request');
    expect(described(scene)).toEqual([['one', 'two']]);
  });

  test('the pull request of a separate repository is continued, if the token can read it', {
    agentRepository: 'guides',
  }, async (scene) => {
    const { outputs } = await push(scene, 'two');
    expect(outputs).toMatchObject({
      verdict: 'pull-request',
      prRepository: 'acme/guides',
      prNumber: '1',
    });
    expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
  });
});

test('new commits of a pull request continue the job that its opening created', async (scene) => {
  const { event } = await openPull(scene);
  const first = await answer(scene, event, step({ 'paths-ignore': '' }));
  expect(first.outputs.verdict).toBe('pull-request');
  await alice(scene).commit({ 'src/more.ts': '1\n' }, 'Add more', { branch: 'feature' });
  const synchronized = await scene.github.events.waitFor('pull_request', 'synchronize');
  const second = await answer(scene, synchronized, step({ 'paths-ignore': '' }));
  expect(second.outputs).toMatchObject({
    verdict: 'pull-request',
    prNumber: first.outputs.prNumber,
  });
  expect(described(scene)).toEqual([['', 'more']]);
});

test('a schedule continues the pull request of the schedule before', async (scene) => {
  const inputs = { ...TRACKED, prompt: 'Check all links.' };
  await answer(scene, schedule, step(inputs));
  expect((await answer(scene, schedule, step(inputs))).outputs.prNumber).toBe('2');
  expect((await answer(scene, dispatch(), step(inputs))).outputs.prNumber).toBe('3');
  expect(turnsOf(scene)).toEqual([['create', 'follow-up'], ['create']]);
});

test('a release continues the pull request of the release before', async (scene) => {
  await answer(scene, released(1, 'v1'), step());
  const next = released(2, 'v2');
  expect((await answer(scene, next, step())).outputs.prNumber).toBe('2');
  expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
});
