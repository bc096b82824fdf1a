import { describe, expect } from '@jest/globals';
import type { GitHubEvent } from '../../../sandbox/github/webhook-inbox.ts';
import { answer, botComments, start, turnsOf } from '../../support/conversation.ts';
import { alice, openPull } from '../../support/events.ts';
import { createScene, dispatch, type Scene } from '../../support/scene.ts';
import { test } from '../../support/scene-test.ts';

const MAIN = 'refs/heads/main';

/** Alice pushes a commit. @returns the event. */
async function push(scene: Scene, path: string, branch = 'main'): Promise<GitHubEvent> {
  const sha = await alice(scene).commit({ [path]: `${path}\n` }, `Change ${path}`, { branch });
  const find = () => scene.github.events.all('push').find(({ payload }) => payload.after === sha);
  await scene.until('the push is delivered', () => find() !== undefined);
  return find() ?? scene.event;
}

let lastRun = 2_000; // each step is another run
type Inputs = Record<string, string>;
const step = (inputs: Inputs = {}) => ({
  run: { id: lastRun++ },
  inputs: { 'pull-request': 'reuse', 'paths-ignore': 'docs/**', timeout: '30m', ...inputs },
});
/** All requests are reported in the issue of the scene. */
const TRACKED = { 'issue-number': '1' };
const onPush = (scene: Scene, event: GitHubEvent, inputs: Inputs = TRACKED) => answer(scene, event, step(inputs));
const filesIn = (scene: Scene, nth: number): string[] => [
  ...new Set(scene.service.jobs.flatMap(({ turns }) => turns)[nth]?.prompt.match(/src\/\w+\.ts/g)),
];

describe('five pushes', () => {
  test('with `reuse` lead to one job, one pull request and four follow-ups', async (scene) => {
    for (let nth = 1; nth <= 5; nth++) {
      const result = await onPush(scene, await push(scene, `src/p${nth}.ts`));
      expect(result.outputs).toMatchObject({ verdict: 'pull-request', prNumber: '2' });
      expect(filesIn(scene, nth - 1)).toEqual([`src/p${nth}.ts`]);
    }
    expect(turnsOf(scene)).toEqual([['create', 'follow-up', 'follow-up', 'follow-up', 'follow-up']]);
    const [first, second] = (await botComments(scene)).map(({ prose }) => prose);
    expect(first).toContain('New pull request: no earlier request has one that is open.');
    expect(second).toMatch(/Continues \[acme\/docs#2\]\(.*\), the open pull request of an earlier request\./);
  });

  test('name the files of all five, although GitHub drops two of the runs', async (scene) => {
    const events: GitHubEvent[] = [];
    for (let nth = 1; nth <= 5; nth++) events.push(await push(scene, `src/p${nth}.ts`));
    for (const at of [0, 2, 4]) await onPush(scene, events[at] ?? scene.event);
    expect(turnsOf(scene)).toEqual([['create', 'follow-up', 'follow-up']]);
    expect([0, 1, 2].flatMap((nth) => filesIn(scene, nth))).toEqual([1, 2, 3, 4, 5].map((nth) => `src/p${nth}.ts`));
  });
});

describe('with `reuse`', () => {
  async function afterFirstPush(inputs: Inputs = TRACKED) {
    const scene = await createScene();
    const first = await onPush(scene, await push(scene, 'src/p1.ts'), inputs);
    expect(first.outputs).toMatchObject({ verdict: 'pull-request', prNumber: '2' });
    return scene;
  }

  test('two runs at once without a common thread, each in the pull request that it merged, lead to one job', async () => {
    await using scene = await createScene({ job: { seconds: 120 } });
    const merges: GitHubEvent[] = [];
    for (const name of ['one', 'two']) {
      const branch = `feature-${name}`;
      await alice(scene).commit({ [`src/${name}.ts`]: '1\n' }, `Add ${name}`, { branch });
      const { number } = await alice(scene).openPull(branch, `Add ${name}`, 'It is needed.');
      const { sha } = await alice(scene).mergePull(number);
      const find = () =>
        scene.github.events.all('push').find(({ payload }) => payload.after === sha && payload.ref === MAIN);
      await scene.until('the push is delivered', () => find() !== undefined);
      merges.push(find() ?? scene.event);
    }
    const runs = merges.map((event) => start(scene, event, step({})));
    const results = await Promise.all(runs.map(({ result }) => result));
    expect(results.map(({ outputs }) => outputs.verdict)).toEqual(['pull-request', 'pull-request']);
    expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
  });

  test('two branches have a pull request each', async () => {
    await using scene = await afterFirstPush({ ...TRACKED, branches: 'next' });
    await push(scene, 'src/n1.ts', 'next');
    const second = await onPush(scene, await push(scene, 'src/n2.ts', 'next'), { ...TRACKED, branches: 'next' });
    expect(second.outputs.prNumber).toBe('3');
    expect(turnsOf(scene)).toEqual([['create'], ['create']]);
  });

  test('a thread that cannot be read is an error, and nothing is sent', async () => {
    await using scene = await afterFirstPush();
    const event = await push(scene, 'src/p2.ts');
    scene.github.faults.add({ kind: 'answer', method: 'GET', path: /\/issues\/1\/comments/, status: 502, times: 9 });
    expect((await onPush(scene, event)).outputs.verdict).toBe('error');
    expect(turnsOf(scene)).toEqual([['create']]);
  });

  test('a list of the repository that cannot be read is an error, and nothing is sent', async () => {
    await using scene = await afterFirstPush({});
    const event = await push(scene, 'src/p2.ts');
    scene.github.faults.add({ kind: 'answer', method: 'GET', path: /\/issues\/comments\?/, status: 502, times: 9 });
    expect((await onPush(scene, event, {})).outputs.verdict).toBe('error');
    expect(turnsOf(scene)).toEqual([['create']]);
  });

  test('after a force push the commits of the event count', async () => {
    await using scene = await afterFirstPush();
    const { payload } = await scene.github.events.waitFor('push');
    await alice(scene).forcePush('main', String(payload.before));
    expect((await onPush(scene, await push(scene, 'docs/p1.md'))).outputs.verdict).toBe('skipped');
    const rewritten = await push(scene, 'src/p2.ts');
    expect((await onPush(scene, rewritten)).outputs.verdict).toBe('pull-request');
    expect(filesIn(scene, 1)).toEqual(['src/p2.ts']);
  });

  test('the pull request of a separate repository is continued, if the token can read it', async () => {
    await using scene = await createScene({ agentRepository: 'guides' });
    for (const name of ['p1', 'p2']) {
      const result = await onPush(scene, await push(scene, `src/${name}.ts`));
      expect(result.outputs).toMatchObject({ verdict: 'pull-request', prRepository: 'acme/guides', prNumber: '1' });
    }
    expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
  });

  test('new commits of a pull request continue the job that its opening created', async (scene) => {
    const { number, event } = await openPull(scene);
    const first = await answer(scene, event, step({ 'paths-ignore': '' }));
    expect(first.outputs.verdict).toBe('pull-request');
    await alice(scene).commit({ 'src/more.ts': '1\n' }, 'Add more', { branch: 'feature' });
    const synchronized = await scene.github.events.waitFor('pull_request', 'synchronize');
    expect(Object(synchronized.payload.pull_request).number).toBe(number);
    const second = await answer(scene, synchronized, step({ 'paths-ignore': '' }));
    expect(second.outputs).toMatchObject({ verdict: 'pull-request', prNumber: first.outputs.prNumber });
    expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
    expect(filesIn(scene, 1)).toEqual(['src/more.ts']);
  });

  test('a schedule continues the pull request of the schedule before', async (scene) => {
    const schedule: GitHubEvent = { name: 'schedule', payload: { schedule: '0 3 * * *' } };
    const inputs = { ...TRACKED, prompt: 'Check all links.' };
    await answer(scene, schedule, step(inputs));
    const second = await answer(scene, schedule, step(inputs));
    expect(second.outputs).toMatchObject({ verdict: 'pull-request', prNumber: '2' });
    const other = await answer(scene, dispatch(), step(inputs));
    expect(other.outputs.prNumber).toBe('3');
    expect(turnsOf(scene)).toEqual([['create', 'follow-up'], ['create']]);
  });

  test('`comment: false` is an error, as nothing would remember the pull request', async (scene) => {
    const result = await onPush(scene, await push(scene, 'src/p1.ts'), { comment: 'false' });
    expect(result.outputs.verdict).toBe('error');
    expect(scene.sent('create')).toBe(0);
  });
});
