import { describe, expect } from '@jest/globals';
import { addCommit, findCommit } from '../../../sandbox/github/model/git.ts';
import { found } from '../../../sandbox/github/model/requests.ts';
import { createPerson } from '../../../sandbox/github/person.ts';
import type { GitHubEvent } from '../../../sandbox/github/webhook-inbox.ts';
import { concurrentTests } from '../../support/concurrent-tests.ts';
import { answer, start } from '../../support/conversation.ts';
import { alice, by, openAs, pullEvent, pushOf } from '../../support/events.ts';
import { createScene, type Scene } from '../../support/scene.ts';

const test = concurrentTests();
const MINUTE = 60_000;
const REUSE = { 'pull-request': 'reuse', timeout: '3h', 'paths-ignore': 'docs/**' };
/** All requests are reported in the issue of the scene. */
const TRACKED = { 'issue-number': '1' };
let lastRun = 4_000;
const step = (inputs: Record<string, string> = TRACKED) => ({
  run: { id: ++lastRun },
  inputs: { ...REUSE, ...inputs },
});

const push = async (scene: Scene, name: string): Promise<GitHubEvent> =>
  pushOf(scene, await alice(scene).commit({ [`src/${name}.ts`]: '1\n' }, `Change ${name}`));
const startPush = async (scene: Scene, name: string, inputs?: Record<string, string>) =>
  start(scene, await push(scene, name), step(inputs));
/** The files that all prompts from the nth job on describe. */
const described = ({ service }: Scene, from = 0): string[] => {
  const prompts = service.jobs.slice(from).flatMap(({ turns }) => turns.map(({ prompt }) => prompt));
  return [...new Set(prompts.join('\n').match(/(?<=src\/)\w+(?=\.ts)/g))].toSorted();
};

describe('with `reuse`, no later push forgets', () => {
  test('the changes of a push whose job failed while that push waited for it', async () => {
    await using scene = await createScene({ job: { seconds: 120, pullRequest: false } });
    const first = await startPush(scene, 'one');
    await scene.clock.pass(10_000);
    scene.service.script({ end: 'failed' }, scene.service.jobs[0]?.id);
    const second = await startPush(scene, 'two');
    expect((await first.result).outputs.verdict).toBe('failed');
    expect((await second.result).outputs.verdict).toBe('no-changes');
    await (await startPush(scene, 'three')).result;
    expect(described(scene, 1)).toEqual(['one', 'three', 'two']);
  });

  test('the changes of a push that was cancelled beside a later one', async () => {
    await using scene = await createScene({ job: { seconds: 120 } });
    const runs = [];
    for (const name of ['one', 'two', 'three']) {
      runs.push(await startPush(scene, name));
      await scene.clock.pass(10_000);
    }
    runs[1]?.kill('SIGTERM');
    const results = await Promise.all(runs.map(({ result }) => result));
    expect(results.map(({ outputs }) => outputs.verdict)).toEqual(['pull-request', 'cancelled', 'pull-request']);
    await (await startPush(scene, 'four')).result;
    expect(described(scene)).toEqual(['four', 'one', 'three', 'two']);
  });

  test('the changes of a closed pull request, nor of a job that failed although it names one', async () => {
    await using scene = await createScene();
    await (await startPush(scene, 'one')).result;
    await alice(scene).closePull(2);
    const form = { operation: 'create', kind: 'answer', status: 201 } as const;
    const link = (await openAs(scene, 'bob')).url;
    scene.service.faults.add({ ...form, body: JSON.stringify({ id: 'job_2', status: 'failed', prLink: link }) });
    expect((await (await startPush(scene, 'two')).result).outputs.verdict).toBe('failed');
    await (await startPush(scene, 'three')).result;
    expect(described(scene, 2)).toEqual(['one', 'three', 'two']);
  });
});

test('with `reuse`, pushes that wait while the pull request is merged share one new pull request', async () => {
  await using scene = await createScene({ job: { seconds: 600 } });
  const runs = [];
  for (const name of ['one', 'two', 'three', 'four']) {
    runs.push(await startPush(scene, name));
    await scene.clock.pass(MINUTE);
  }
  await scene.clock.pass(11 * MINUTE); // the follow-up works, and two more pushes wait
  const [pull] = scene.github.hub.repositories[0]?.threads.filter((thread) => thread.pull) ?? [];
  scene.service.script({ link: `${scene.github.url}/acme/docs/pull/${pull?.number}` }, scene.service.jobs[0]?.id);
  await alice(scene).mergePull(pull?.number ?? 0);
  const results = await Promise.all(runs.map(({ result }) => result));
  expect(results.map(({ outputs }) => outputs.verdict)).toEqual(Array(4).fill('pull-request'));
  expect(scene.service.jobs.map(({ turns }) => turns.length)).toEqual([2, 2]);
});

test('with `reuse` and without a thread, a GitHub that fails for 30 s at the end of a job buys no second pull request', async () => {
  await using scene = await createScene({ job: { seconds: 120 } });
  const run = await startPush(scene, 'one', {});
  await scene.clock.pass(110_000);
  scene.github.faults.add({ kind: 'answer', status: 502, method: 'GET', path: /\/pulls\/\d+$/, times: Infinity });
  void scene.clock.sleep(50_000).then(() => scene.github.faults.clear());
  const first = await run.result;
  expect(first.outputs.verdict).toBe('pull-request');
  await scene.clock.pass(MINUTE);
  await scene.runPost(first);
  await scene.clock.pass(5 * MINUTE);
  await (await startPush(scene, 'two', {})).result;
  expect([scene.sent('create'), scene.sent('follow-up')]).toEqual([1, 1]);
});

test('with `reuse`, the agent’s pull request that is merged into the branch of a person’s is no new request there', async () => {
  const ALL = { 'paths-ignore': '' };
  await using scene = await createScene();
  const pull = await openAs(scene, 'bob');
  const opened = by(await pullEvent(scene, pull, 'opened'), 'alice');
  expect((await answer(scene, opened, step(ALL))).outputs.verdict).toBe('pull-request');
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
  const moved = by(await pullEvent(scene, pull, 'synchronize'), 'alice');
  const result = await answer(scene, moved, step(ALL));
  expect([result.outputs.verdict, scene.sent('create'), scene.sent('follow-up')]).toEqual(['skipped', 1, 0]);
});
