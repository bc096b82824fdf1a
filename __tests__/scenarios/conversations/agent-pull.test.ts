import { describe, expect } from '@jest/globals';
import { createPerson } from '../../../sandbox/github/person.ts';
import type { GitHubEvent } from '../../../sandbox/github/webhook-inbox.ts';
import { answer, botComments, start, turnsOf, whyAnew } from '../../support/conversation.ts';
import {
  alice,
  askedGitHub,
  labelOn,
  type OpenedPull,
  openingOf,
  type PullCause,
  pushFile,
  pushOf,
  say,
  workflowRun,
} from '../../support/events.ts';
import { onGitHub } from '../../support/faults.ts';
import { createScene, dispatch, type Scene, warnings } from '../../support/scene.ts';
import { exactly, test, testIn } from '../../support/scene-test.ts';

/**
 * A scene in which the job of the labeled issue has opened pull request #2 in the same repository.
 */
async function withAgentPull() {
  const scene = await createScene();
  const { outputs } = await answer(scene, scene.event);
  const pull = scene.github.hub.repositories[0]?.threads[1]?.pull;
  return { ...scene, outputs, pull: 2, jobId: outputs.jobId, branch: pull?.head.ref ?? '' };
}

const shownOn = async (scene: Scene) => (await botComments(scene, 2)).map(({ prose }) => prose);
const ON_PULL = 'POST /issues/2/comments$';

/** Deletes the comment by which the pull request is recognized. */
async function withoutComment(scene: Scene, pull: number) {
  for (const { id } of await botComments(scene, pull)) await alice(scene).deleteComment(id);
}

describe('the pull request that a job opened in this repository', () => {
  const test = testIn(withAgentPull, {});

  test('gets one comment that says what it was opened for, and the issue keeps its link', async (scene) => {
    expect(scene.outputs).toMatchObject({
      verdict: 'pull-request',
      prNumber: '2',
      prRepository: 'acme/docs',
    });
    expect(await shownOn(scene)).toEqual([
      `**📝 Opened for [#1](${scene.outputs.commentUrl})** · requested by alice\n\n` +
        `To request changes, comment \`/docs <what to change>\` here.\n\n<sub>Job \`${scene.jobId}\`</sub>\n`,
    ]);
    expect((await botComments(scene))[0]?.prose).toContain('Pull request ready: [acme/docs#2]');
  });

  test('is where a command continues the job, whose result is reported there', async (scene) => {
    const second = await answer(
      scene,
      await say(scene, '/docs add a jq example', { on: scene.pull, login: 'bob' }),
    );
    expect(second.outputs).toMatchObject({ verdict: 'pull-request', jobId: scene.jobId });
    expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
    expect(await shownOn(scene)).toEqual(
      ['Opened for', 'Follow-up done'].map((text) => expect.stringContaining(text)),
    );
    expect(await botComments(scene)).toHaveLength(1);
  });

  test('is recognized by its link before the comment is there: a command continues the job', async (scene) => {
    await withoutComment(scene, scene.pull);
    const second = await answer(
      scene,
      await say(scene, '/docs add a jq example', { on: scene.pull }),
    );
    expect(second.outputs).toMatchObject({ verdict: 'pull-request', jobId: scene.jobId });
  });

  test('that was merged: a command gets a new job, and why', async (scene) => {
    await alice(scene).mergePull(scene.pull);
    for (const on of [scene.pull, scene.issue.number]) {
      const next = await answer(scene, await say(scene, `/docs more for ${on}`, { on }));
      expect(next.outputs.verdict).toBe('pull-request');
      const status = (await botComments(scene, on)).at(-1);
      expect(whyAnew(status?.prose ?? '')?.why).toBe('its pull request was merged');
    }
    expect(turnsOf(scene)).toEqual([['create'], ['create'], ['create']]);
  });
});

describe('the comment on the pull request', () => {
  test('that GitHub refuses is a warning, and nothing is lost', async (scene) => {
    onGitHub(scene, ON_PULL, 403);
    const result = await answer(scene, scene.event);
    expect(result.outputs).toMatchObject({ verdict: 'pull-request', prNumber: '2' });
    expect(warnings(result)).toEqual([expect.stringMatching(/^No comment on pull request #2: .+/)]);
    expect((await botComments(scene))[0]?.prose).toContain('Pull request ready');
  });

  test('comes from the post step if GitHub fails at the end of the job', async (scene) => {
    onGitHub(scene, ON_PULL, 502, { times: 1 });
    await scene.runPost(await answer(scene, scene.event));
    expect(await shownOn(scene)).toHaveLength(1);
  });

  test('leaves time in the 90 s of the post step for the status comment if GitHub does not take it', async (scene) => {
    onGitHub(scene, ON_PULL, 502);
    const step = start(scene, scene.event);
    await scene.until('the pull request is commented on', () =>
      askedGitHub(scene).some((request) => /^POST .*\/issues\/2\/comments$/.test(request)),
    );
    step.kill('SIGKILL');
    scene.github.requests.length = 0;
    await scene.runPost(await step.result);
    const { requests } = scene.github;
    const edit = requests.find(({ method }) => method === 'PATCH');
    expect((edit?.at ?? Infinity) - (requests[0]?.at ?? 0)).toBeLessThan(75_000);
    expect((await botComments(scene))[0]?.prose).toContain('Pull request ready');
  });

  test('of a stranger, from a fork, is not written', { job: { seconds: 60 } }, async (scene) => {
    const fork = await createPerson(scene.github, 'mallory').fork();
    await createPerson(fork, 'mallory').commit({ 'docs/flag.md': 'Mine.\n' }, 'Mine', {
      branch: 'feature',
    });
    const first = start(scene, scene.event, { inputs: { timeout: '10m' } });
    await scene.until('the job is created', () => scene.sent('create') === 1);
    const { number, url } = await createPerson(scene.github, 'mallory').openPull(
      'mallory:feature',
      'Mine',
      'Mine.',
    );
    scene.service.script({ link: url }, scene.service.jobs[0]?.id ?? '');
    expect((await first.result).outputs).toMatchObject({
      verdict: 'pull-request',
      prNumber: String(number),
    });
    expect(await botComments(scene, number)).toEqual([]);
  });

  test('is created once by the sweep that reports the end', {
    job: { seconds: 60 },
  }, async (scene) => {
    await answer(scene, scene.event, { inputs: { wait: 'false' } });
    await scene.clock.pass(120_000);
    for (const id of [900, 901])
      await answer(scene, dispatch(), { run: { id }, inputs: { operation: 'sweep' } });
    const [only] = exactly(1, await shownOn(scene));
    expect(only).toContain('Opened for [#1]');
  });
});

/** A commit that the agent added to its branch. */
async function pushToBranch(
  scene: Scene,
  { number }: Pick<OpenedPull, 'number'>,
): Promise<GitHubEvent> {
  const { ref = '', sha = '' } =
    scene.github.hub.repositories[0]?.threads[number - 1]?.pull?.head ?? {};
  return pushOf(scene, sha, ref);
}

/** Besides those that the tests of declared accounts have. */
const CAUSES: readonly PullCause[] = [
  { cause: 'its opening', act: openingOf },
  { cause: 'a label on it', act: labelOn },
  ...(['squash', 'rebase'] as const).map((method) => ({
    cause: `the push of its merge (${method})`,
    act: async (scene: Scene, { number }: OpenedPull) =>
      pushOf(scene, (await alice(scene).mergePull(number, method)).sha),
  })),
  { cause: 'a push to its branch', inputs: { branches: '**' }, act: pushToBranch },
  {
    cause: 'CI on its branch',
    inputs: { branches: '**' },
    act: async (scene, pull) => workflowRun(await pushToBranch(scene, pull)),
  },
];

describe("nothing that the agent's pull request causes is a request:", () => {
  const test = testIn(withAgentPull, {});

  test.each(CAUSES)('$cause', async (scene, { act, inputs = {} }) => {
    // adds a commit
    await answer(scene, await say(scene, '/docs add a jq example', { on: scene.pull }));
    const event = await act(scene, {
      number: scene.pull,
      url: '',
      branch: scene.branch,
      author: 'agent',
    });
    for (const id of [801, 802]) {
      const result = await answer(scene, event, { run: { id }, inputs });
      expect(result.outputs).toMatchObject({ verdict: 'skipped', jobId: '' });
      expect(result.log).toMatch(/the agent/);
      await withoutComment(scene, scene.pull); // then it is recognized by its link
    }
    expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
  });

  test('without status comments its author says whose it is', async (scene) => {
    const result = await answer(scene, await openingOf(scene, { number: 2 }), {
      inputs: { comment: 'false' },
    });
    expect(result.outputs.verdict).toBe('skipped');
  });
});

test('a push whose pull requests the token may not read is an error that names the permission', async (scene) => {
  const event = await pushFile(scene, 'one');
  onGitHub(scene, 'GET /commits/[0-9a-f]+/pulls', 403);
  const result = await answer(scene, event);
  expect(result.outputs.verdict).toBe('error');
  expect(result.log).toContain('pull-requests: ');
  expect(scene.sent('create')).toBe(0);
});

const FOLLOW_UP = { operation: 'follow-up', prompt: 'Fix what CI found.', timeout: '30m' };

describe('`follow-up` without `job-id`', () => {
  const test = testIn(withAgentPull, {});
  const send = (scene: Scene, event: GitHubEvent, inputs: Record<string, string>) =>
    answer(scene, event, { run: { id: 901 }, inputs: { ...FOLLOW_UP, ...inputs } });

  test('continues the job of the thread that `issue-number` names', async (scene) => {
    for (const number of ['1', '2']) {
      const result = await send(scene, dispatch(), {
        'issue-number': number,
        prompt: `Fix ${number}.`,
      });
      expect(result.outputs).toMatchObject({ verdict: 'pull-request', jobId: scene.jobId });
    }
    expect(turnsOf(scene)).toEqual([['create', 'follow-up', 'follow-up']]);
  });

  test('is skipped in a thread without a job, and an error without a thread', async (scene) => {
    await withoutComment(scene, 1);
    const [inThread, without] = [
      await send(scene, dispatch(), { 'issue-number': '1' }),
      await send(scene, dispatch(), {}),
    ];
    expect(inThread.outputs.verdict).toBe('skipped');
    expect(inThread.log).toContain('no job of this project was found in the thread');
    expect(without.outputs.verdict).toBe('error');
    expect(without.log).toContain('or set `issue-number` to the issue or pull request');
    expect(turnsOf(scene)).toEqual([['create']]);
    expect(await botComments(scene)).toEqual([]);
  });
});

test('`attach` without `job-id` waits for the newest job of the thread, in its status comment', async (scene) => {
  scene.service.script({ seconds: 60 });
  const { jobId, commentUrl } = (await answer(scene, scene.event, { inputs: { wait: 'false' } }))
    .outputs;
  const inputs = { operation: 'attach', 'issue-number': '1', timeout: '10m' };
  const result = await answer(scene, dispatch(), { run: { id: 900 }, inputs });
  expect(result.outputs).toMatchObject({ verdict: 'pull-request', jobId, commentUrl });
  expect(await botComments(scene)).toHaveLength(1);
  expect(await shownOn(scene)).toEqual([expect.stringContaining('Opened for')]);
});
