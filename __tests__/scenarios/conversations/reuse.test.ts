import { describe, expect } from '@jest/globals';
import { addCommit, findCommit } from '../../../sandbox/github/model/git.ts';
import { found } from '../../../sandbox/github/model/requests.ts';
import { createPerson } from '../../../sandbox/github/person.ts';
import type { GitHubEvent } from '../../../sandbox/github/webhook-inbox.ts';
import { answer, botComments, start, turnsOf } from '../../support/conversation.ts';
import { alice, openAs, openingOf, openPull, pullEvent, pushFile, pushOf, schedule } from '../../support/events.ts';
import { onGitHub, respond } from '../../support/faults.ts';
import { createScene, dispatch, type Scene, type SceneOptions, warnings } from '../../support/scene.ts';
import { exactly, test, testIn } from '../../support/scene-test.ts';

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
const push = async (scene: Scene, name: string, inputs?: Inputs) => (await startPush(scene, name, inputs)).result;

const filesIn = (prompts: readonly { readonly prompt: string }[]) =>
  [...new Set(prompts.flatMap(({ prompt }) => prompt.match(/(?<=src\/)\w+(?=\.ts)/g) ?? []))].toSorted().join(' ');
/** The files that each prompt describes, by jobs. */
const described = ({ service }: Scene) => service.jobs.map(({ turns }) => turns.map((turn) => filesIn([turn])));
/** The files that all prompts from the nth job on describe. */
const describedSince = ({ service }: Scene, nth = 0) => filesIn(service.jobs.slice(nth).flatMap(({ turns }) => turns));

/** The job of the push `one` has opened pull request 2. */
async function afterFirstPush({ inputs, ...options }: SceneOptions & { readonly inputs?: Inputs } = {}) {
  const scene = await createScene(options);
  const first = await push(scene, 'one', inputs);
  expect(first.outputs.verdict).toBe('pull-request');
  return { ...scene, first };
}
const testAfterPush = testIn(afterFirstPush, {});

test('five pushes lead to one job, one pull request and four follow-ups', async (scene) => {
  const names = ['p1', 'p2', 'p3', 'p4', 'p5'];
  for (const name of names)
    expect((await push(scene, name)).outputs).toMatchObject({ verdict: 'pull-request', prNumber: '2' });
  expect(described(scene)).toEqual([names]);
  const [first, second] = (await botComments(scene)).map(({ prose }) => prose);
  expect(first).toContain('New pull request: no earlier request has one that is open.');
  expect(second).toMatch(/Continues \[acme\/docs#2\]\(.*\), the open pull request of an earlier request\./);
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
  /** The job of an earlier push is merged, and another job describes the push `one` in pull request 3. */
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

  /** A follow-up describes the push `two`, and meanwhile something happens to the pull request, whose link the job keeps. */
  async function duringFollowUp(scene: Scene, act: () => Promise<unknown>) {
    scene.service.script({ seconds: 60, link: `${scene.github.url}/acme/docs/pull/${PULL}` });
    const second = await startPush(scene, 'two');
    await scene.until('it is sent', () => scene.sent('follow-up') === 1);
    await act();
    await second.result;
    await scene.clock.pass(MINUTE);
    scene.service.script({ seconds: 0, link: null });
  }

  type Row = [what: string, prompts: string[][], why: string | undefined, act: (scene: Scene) => unknown];
  test.each<Row>([
    ['was merged, a new job describes the next push only', [['one'], ['three']], 'merged', merge],
    ['was closed, a new job describes its changes again', [['one'], ['one three']], 'closed', close],
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
      'was closed during a follow-up, a new job describes everything again',
      [['one', 'two'], ['one three two']],
      'closed',
      (scene) => duringFollowUp(scene, () => close(scene)),
    ],
    [
      'is unknown (404) in a readable repository, it counts as closed',
      [['one'], ['one three']],
      undefined,
      (scene) => onGitHub(scene, 'GET /pulls/3$', 404),
    ],
    [
      'stayed open for 29 days, a push continues its job',
      [['one', 'three']],
      undefined,
      ({ clock }) => clock.pass(29 * DAY),
    ],
    [
      'stayed open for 31 days, a push gets a new job',
      [['one'], ['three']],
      undefined,
      ({ clock }) => clock.pass(31 * DAY),
    ],
  ])('%s', async (scene, _, prompts, why, act) => {
    await act(scene);
    expect((await push(scene, 'three')).outputs.verdict).toBe('pull-request');
    expect(described(scene)).toEqual([['zero'], ...prompts]);
    if (why) expect((await botComments(scene)).at(-1)?.prose).toContain(`its pull request was ${why}`);
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
    { what: 'as its repository is unknown', status: 404, requests: [PULL_PATH, 'GET /acme/guides$'], link: null },
    { what: 'as the link is none of GitHub', status: 404, requests: [], link: 'https://docs.example/preview/7' },
  ])('$what is an error that names both ways on, and the first run warns', async (_, { status, requests, link }) => {
    await using scene = await createScene({ agentRepository: 'guides', job: { link } });
    for (const request of requests) onGitHub(scene, request, status);
    const first = await push(scene, 'one');
    expect(first.outputs.verdict).toBe('pull-request');
    expect(warnings(first).join('\n')).toContain('pull-request: new');

    const second = await push(scene, 'two');
    expect(second.outputs.verdict).toBe('error');
    const ways = link ? [] : ['pull-requests: read', 'github-token'];
    for (const way of [...ways, 'pull-request: new']) expect(second.log).toContain(way);
    expect(turnsOf(scene)).toEqual([['create']]);
  });
});

describe('without a thread', () => {
  const test = testAfterPush;

  test('the first push creates a job, and the second is reported on its pull', {
    inputs: {},
  }, async (scene) => {
    expect(scene.first.outputs.commentUrl).toBe('');
    const second = await push(scene, 'two', {});
    const [opened, own] = exactly(2, await botComments(scene, 2));
    expect(second.outputs).toMatchObject({ verdict: 'pull-request', prNumber: '2', commentUrl: own?.url });
    expect(opened?.prose).toContain('Opened for');
    expect(own?.prose).toContain('Follow-up done');
    expect(described(scene)).toEqual([['one', 'two']]);
  });

  test('a pull request in another repository is an error that says to set `issue-number`', {
    agentRepository: 'guides',
  }, async (scene) => {
    const second = await push(scene, 'two', {});
    expect(second.outputs.verdict).toBe('error');
    expect(second.log).toContain('issue-number');
    expect(turnsOf(scene)).toEqual([['create']]);
  });

  test('two runs at once, each in the pull request that it merged, lead to one job', async () => {
    await using scene = await createScene({ job: { seconds: 120 } });
    const merges: GitHubEvent[] = [];
    for (const login of ['alice', 'bob'] as const) {
      const { number } = await openAs(scene, login);
      merges.push(await pushOf(scene, (await alice(scene).mergePull(number)).sha));
    }
    const runs = merges.map((event) => start(scene, event, step({})));
    const results = await Promise.all(runs.map(({ result }) => result));
    expect(results.map(({ outputs }) => outputs.verdict)).toEqual(['pull-request', 'pull-request']);
    expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
  });

  test('a GitHub that fails for 30 s at the end of a job buys no second pull request', async () => {
    await using scene = await createScene({ job: { seconds: 120 } });
    const run = await startPush(scene, 'one', {});
    await scene.clock.pass(110_000);
    onGitHub(scene, 'GET /pulls/[0-9]+$', 502);
    void scene.clock.sleep(50_000).then(() => scene.github.faults.clear());
    const first = await run.result;
    expect(first.outputs.verdict).toBe('pull-request');
    await scene.clock.pass(MINUTE);
    await scene.runPost(first);
    await scene.clock.pass(5 * MINUTE);
    await push(scene, 'two', {});
    expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
  });
});

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
    expect(results.map(({ outputs }) => outputs.verdict)).toEqual(['pull-request', 'cancelled', 'pull-request']);
    await push(scene, 'four');
    expect(describedSince(scene)).toBe('four one three two');
  });

  test.each([
    ['in an issue', TRACKED],
    ['in pull requests', {}],
  ])(
    'the changes of a closed pull request, nor of a job that failed although it names one: %s',
    async (scene, _, inputs) => {
      await push(scene, 'one', inputs);
      await alice(scene).closePull(2);
      const prLink = (await openAs(scene, 'bob')).url;
      const createdAt = new Date(scene.clock.now()).toISOString();
      const failed = respond(201, JSON.stringify({ id: 'job_2', status: 'failed', prLink, createdAt }));
      scene.service.faults.add({ operation: 'create', ...failed });
      expect((await push(scene, 'two', inputs)).outputs.verdict).toBe('failed');
      await push(scene, 'three', inputs);
      expect(describedSince(scene, 2)).toBe('one three two');
    },
  );
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

test('the agent’s pull request that is merged into the branch of a person’s is no new request there', async (scene) => {
  const ALL = { 'paths-ignore': '' };
  const pull = await openAs(scene, 'bob');
  expect((await answer(scene, await openingOf(scene, pull), step(ALL))).outputs.verdict).toBe('pull-request');
  // GitHub merges the agent's pull request, whose base is that branch.
  const repository = found(scene.github.hub.repositories[0]);
  const agent = found(repository.threads.at(-1));
  const [head, tip] = [found(findCommit(repository, agent.pull?.head.sha)), found(findCommit(repository, pull.branch))];
  const { author, committer, at, files } = head;
  const parents = [tip.sha, head.sha];
  const { sha } = addCommit(repository, { author, committer, at, files, parents, message: 'Merge the docs' });
  found(agent.pull).merge = { sha, at, by: author, commits: [sha] };
  agent.closedAt = scene.clock.now();
  await createPerson(scene.github, 'bob').forcePush(pull.branch, sha);
  const result = await answer(scene, await pullEvent(scene, pull, 'synchronize'), step(ALL));
  expect(result.outputs.verdict).toBe('skipped');
  expect(turnsOf(scene)).toEqual([['create']]);
});

describe('with `reuse`', () => {
  const test = testAfterPush;

  test('two branches have a pull request each', async (scene) => {
    await pushFile(scene, 'n1', 'next');
    const second = await answer(scene, await pushFile(scene, 'n2', 'next'), step({ ...TRACKED, branches: 'next' }));
    expect(second.outputs.prNumber).toBe('3');
    expect(turnsOf(scene)).toEqual([['create'], ['create']]);
  });

  test.each([
    { list: 'a thread', inputs: TRACKED, request: 'GET /issues/1/comments' },
    { list: 'a list of the repository', inputs: {}, request: 'GET /issues/comments\\?' },
  ])('$list that cannot be read is an error, and nothing is sent', async (scene, { inputs, request }) => {
    onGitHub(scene, request, 502);
    expect((await push(scene, 'two', inputs)).outputs.verdict).toBe('error');
    expect(turnsOf(scene)).toEqual([['create']]);
  });

  test('after a force push the commits of the event count', async (scene) => {
    const { payload } = await scene.github.events.waitFor('push');
    await alice(scene).forcePush('main', String(payload.before));
    const docs = await pushOf(scene, await alice(scene).commit({ 'docs/p1.md': '1\n' }, 'Change docs'));
    expect((await answer(scene, docs, step())).outputs.verdict).toBe('skipped');
    expect((await push(scene, 'two')).outputs.verdict).toBe('pull-request');
    expect(described(scene)).toEqual([['one', 'two']]);
  });

  test('the pull request of a separate repository is continued, if the token can read it', {
    agentRepository: 'guides',
  }, async (scene) => {
    const { outputs } = await push(scene, 'two');
    expect(outputs).toMatchObject({ verdict: 'pull-request', prRepository: 'acme/guides', prNumber: '1' });
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
  expect(second.outputs).toMatchObject({ verdict: 'pull-request', prNumber: first.outputs.prNumber });
  expect(described(scene)).toEqual([['', 'more']]);
});

test('a schedule continues the pull request of the schedule before', async (scene) => {
  const inputs = { ...TRACKED, prompt: 'Check all links.' };
  await answer(scene, schedule, step(inputs));
  expect((await answer(scene, schedule, step(inputs))).outputs.prNumber).toBe('2');
  expect((await answer(scene, dispatch(), step(inputs))).outputs.prNumber).toBe('3');
  expect(turnsOf(scene)).toEqual([['create', 'follow-up'], ['create']]);
});

test.each([
  { agentRepository: 'guides', told: ['another repository, so without a thread the next request opens another one'] },
  { agentRepository: undefined, told: [] },
])('without a thread, a run warns that nothing can be continued: $told', async (scene, { told }) => {
  const result = await push(scene, 'one', {});
  expect(result.outputs.verdict).toBe('pull-request');
  expect(warnings(result)).toEqual(told.map((text) => expect.stringContaining(text)));
});

test('`reuse` with `comment: false` is an error, as nothing would remember the pull request', async (scene) => {
  expect((await push(scene, 'one', { comment: 'false' })).outputs.verdict).toBe('error');
  expect(scene.sent('create')).toBe(0);
});
