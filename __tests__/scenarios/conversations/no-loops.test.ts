import { describe, expect } from '@jest/globals';
import type { GitHubEvent } from '../../../sandbox/github/webhook-inbox.ts';
import { answer, botComments, say } from '../../support/conversation.ts';
import { alice, as, by, workflowRun } from '../../support/events.ts';
import { createScene, type Scene, warnings } from '../../support/scene.ts';
import { test } from '../../support/scene-test.ts';

/** A scene in which the job of the labeled issue has opened a pull request. */
async function withAgentPull() {
  const scene = await createScene();
  const first = await answer(scene, scene.event);
  return { ...scene, pull: Number(first.outputs.prNumber), jobId: first.outputs.jobId };
}

/** Deletes the comment by which the pull request is recognized. */
async function withoutComment(scene: Scene, pull: number) {
  for (const { id } of await botComments(scene, pull)) await alice(scene).deleteComment(id);
}

const ofPull = (scene: Scene, action: string) => scene.github.events.waitFor('pull_request', action);
const REUSE = { inputs: { 'pull-request': 'reuse' } };
const ALL_BRANCHES = { inputs: { branches: '**' } };

describe("nothing that the agent's pull request causes is a request:", () => {
  const causes: [string, (scene: Scene, pull: number) => Promise<GitHubEvent>, object?][] = [
    ['its opening', async (scene) => by(await ofPull(scene, 'opened'), 'alice')],
    [
      'its reopening',
      async (scene, pull) => {
        await alice(scene).closePull(pull);
        await alice(scene).reopenPull(pull);
        return ofPull(scene, 'reopened');
      },
    ],
    ['its new commits', async (scene) => by(await ofPull(scene, 'synchronize'), 'alice'), REUSE],
    [
      'a label on it',
      async (scene, pull) => {
        await alice(scene).addLabel(pull, 'docs');
        return ofPull(scene, 'labeled');
      },
    ],
    [
      'its merge',
      async (scene, pull) => {
        await alice(scene).mergePull(pull);
        return ofPull(scene, 'closed');
      },
    ],
    ...(['merge', 'squash', 'rebase'] as const).map(
      (method): [string, (scene: Scene, pull: number) => Promise<GitHubEvent>] => [
        `the push of its merge (${method})`,
        async (scene, pull) => {
          await alice(scene).mergePull(pull, method);
          return pushOfMerge(scene);
        },
      ],
    ),
    [
      'CI on its merge',
      async (scene, pull) => {
        await alice(scene).mergePull(pull);
        return workflowRun(await pushOfMerge(scene));
      },
    ],
    ['a push to its branch', (scene) => pushToAgentBranch(scene), ALL_BRANCHES],
    ['CI on its branch', async (scene) => workflowRun(await pushToAgentBranch(scene)), ALL_BRANCHES],
  ];

  test.each(causes)('%s', async (_, cause, changes = {}) => {
    await using scene = await withAgentPull();
    const after = await answer(scene, await say(scene, '/docs add a jq example', { on: scene.pull })); // adds a commit
    expect(after.outputs.verdict).toBe('pull-request');
    const event = await cause(scene, scene.pull);
    for (const isRecognizedByComment of [true, false]) {
      if (!isRecognizedByComment) await withoutComment(scene, scene.pull);
      const result = await answer(scene, event, { run: { id: isRecognizedByComment ? 801 : 802 }, ...changes });
      expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'skipped', jobId: '' } });
      expect(result.log).toMatch(new RegExp(`#${scene.pull}`));
    }
    expect(scene.service.jobs.map(({ id, turns }) => [id, turns.length])).toEqual([[scene.jobId, 2]]);
  });
});

const MAIN = 'refs/heads/main';
const NEW = /^0+$/;

/** The newest push to `main`, or to another branch that existed before. */
async function lastPush(scene: Scene, isTo: (ref: unknown) => boolean): Promise<GitHubEvent> {
  const find = () =>
    scene.github.events.all('push').findLast(({ payload }) => isTo(payload.ref) && !NEW.test(String(payload.before)));
  await scene.until('the push is delivered', () => find() !== undefined);
  return find() ?? scene.event;
}

const pushOfMerge = (scene: Scene) => lastPush(scene, (ref) => ref === MAIN);
const pushToAgentBranch = (scene: Scene) => lastPush(scene, (ref) => ref !== MAIN);

test('a push with the merge of the agent and two other commits describes only the other two', async () => {
  await using scene = await withAgentPull();
  const base = await alice(scene).commit({ 'src/start.ts': '0\n' }, 'Start');
  await scene.until('the push is delivered', () =>
    scene.github.events.all('push').some(({ payload }) => payload.after === base),
  );
  await alice(scene).commit({ 'src/one.ts': '1\n' }, 'Add one');
  await alice(scene).mergePull(scene.pull, 'squash');
  const head = await alice(scene).commit({ 'src/two.ts': '2\n' }, 'Add two');
  const pushes = () => scene.github.events.all('push').filter(({ payload }) => payload.ref === MAIN);
  await scene.until('the push is delivered', () => pushes().some(({ payload }) => payload.after === head));
  const last = pushes().find(({ payload }) => payload.after === head) ?? scene.event;
  const result = await answer(scene, as(last, { before: base }), { inputs: { 'issue-number': '1' } });
  expect(result.outputs.verdict).toBe('pull-request');
  const prompt = scene.service.jobs.at(-1)?.turns[0]?.prompt ?? '';
  expect(prompt).toContain('src/one.ts');
  expect(prompt).toContain('src/two.ts');
  expect(prompt).not.toContain('docs/cli.md');
  expect(prompt).toContain('Add one');
  expect(prompt).not.toMatch(/docs: /);
});

test('a push of people is not affected, and the search for pull requests needs a permission that is named', async (scene) => {
  await alice(scene).commit({ 'src/one.ts': '1\n' }, 'Add one');
  scene.github.faults.add({
    kind: 'answer',
    method: 'GET',
    path: /\/commits\/[0-9a-f]+\/pulls/,
    status: 403,
    times: 9,
  });
  const result = await answer(scene, await pushOfMerge(scene));
  expect(result.outputs.verdict).toBe('pull-request');
  expect(warnings(result)).toContainEqual(expect.stringContaining('pull-requests: write }'));
});

test('without status comments only `paths-ignore` protects, and the log says so', async () => {
  await using scene = await withAgentPull();
  const result = await answer(scene, by(await ofPull(scene, 'opened'), 'alice'), { inputs: { comment: 'false' } });
  expect(result.outputs.verdict).toBe('pull-request');
  expect(result.log).toContain('Only `paths-ignore` prevents');
});
