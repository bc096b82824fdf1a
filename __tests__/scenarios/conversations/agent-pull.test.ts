import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect } from '@jest/globals';
import { createPerson } from '../../../sandbox/github/person.ts';
import type { GitHubEvent } from '../../../sandbox/github/webhook-inbox.ts';
import { answer, botComments, say, start, turnsOf, whyAnew } from '../../support/conversation.ts';
import { alice, as, askedGitHub, by, workflowRun } from '../../support/events.ts';
import { createScene, dispatch, type Scene, warnings } from '../../support/scene.ts';
import { exactly, test } from '../../support/scene-test.ts';

/** A scene in which the job of the labeled issue has opened pull request #2 in the same repository. */
async function withAgentPull(inputs: Record<string, string> = {}) {
  const scene = await createScene();
  const first = await answer(scene, scene.event, { inputs });
  return { ...scene, first, pull: Number(first.outputs.prNumber), jobId: first.outputs.jobId };
}

const shownOn = async (scene: Scene, pull: number) => (await botComments(scene, pull)).map(({ prose }) => prose);

describe('the pull request that a job opened in this repository', () => {
  test('gets one comment that says what it was opened for, and the issue keeps its link', async () => {
    await using scene = await withAgentPull();
    expect(scene.first.outputs).toMatchObject({ verdict: 'pull-request', prNumber: '2', prRepository: 'acme/docs' });
    expect(await shownOn(scene, scene.pull)).toEqual([
      `**📝 Opened for [#1](${scene.first.outputs.commentUrl})** · requested by alice\n\n` +
        `To request changes, comment \`/docs <what to change>\` here.\n\n<sub>Job \`${scene.first.outputs.jobId}\`</sub>\n`,
    ]);
    const [own] = await botComments(scene);
    expect(own?.prose).toContain('Pull request ready: [acme/docs#2]');
    expect(warnings(scene.first)).toEqual([]);
  });

  test('is where a command continues the job, whose result is reported there', async () => {
    await using scene = await withAgentPull();
    const second = await answer(scene, await say(scene, '/docs add a jq example', { on: scene.pull, login: 'bob' }));
    expect(second.outputs).toMatchObject({ verdict: 'pull-request', jobId: scene.first.outputs.jobId });
    expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
    const [opened, result] = exactly(2, await shownOn(scene, scene.pull));
    expect(opened).toContain('Opened for');
    expect(result).toContain('Follow-up done');
    expect(await botComments(scene)).toHaveLength(1);
  });

  test('is recognized by its link before the comment is there: a command continues the job', async () => {
    await using scene = await withAgentPull();
    for (const { id } of await botComments(scene, scene.pull)) await alice(scene).deleteComment(id);
    const second = await answer(scene, await say(scene, '/docs add a jq example', { on: scene.pull }));
    expect(second.outputs).toMatchObject({ verdict: 'pull-request', jobId: scene.first.outputs.jobId });
  });

  test.each(['merged', 'closed'] as const)(
    'that was %s: a command gets a new job, and the comment says why',
    async (how) => {
      await using scene = await withAgentPull();
      await (how === 'merged' ? alice(scene).mergePull(scene.pull) : alice(scene).closePull(scene.pull));
      for (const on of [scene.pull, scene.issue.number]) {
        const next = await answer(scene, await say(scene, `/docs more for ${on}`, { on }));
        expect(next.outputs.verdict).toBe('pull-request');
        expect(next.outputs.jobId).not.toBe(scene.first.outputs.jobId);
        const status = (await botComments(scene, on)).at(-1);
        expect(whyAnew(status?.prose ?? '')?.why).toBe(`its pull request was ${how}`);
      }
      expect(turnsOf(scene)).toEqual([['create'], ['create'], ['create']]);
    },
  );

  test('gets no second comment from a follow-up, and none with `comment: false`', async () => {
    await using scene = await withAgentPull();
    await answer(scene, await say(scene, '/docs add a jq example'));
    expect(await shownOn(scene, scene.pull)).toHaveLength(1);

    await using silent = await withAgentPull({ comment: 'false' });
    expect(await botComments(silent, silent.pull)).toEqual([]);
  });

  test.each([403, 404])('whose thread takes no comment (%i) is a warning, and nothing is lost', async (status) => {
    await using scene = await createScene();
    scene.github.faults.add({ kind: 'answer', method: 'POST', path: /\/issues\/2\/comments$/, status });
    const result = await answer(scene, scene.event);
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', prNumber: '2' } });
    expect(warnings(result)).toEqual([expect.stringMatching(/^No comment on pull request #2: .+/)]);
    expect((await botComments(scene))[0]?.prose).toContain('Pull request ready');
  });

  test('gets its comment from the post step if GitHub fails at the end of the job', async (scene) => {
    scene.github.faults.add({ kind: 'answer', method: 'POST', path: /\/issues\/2\/comments$/, status: 502 });
    const result = await answer(scene, scene.event);
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', prNumber: '2' } });
    await scene.runPost(result);
    expect(await shownOn(scene, 2)).toHaveLength(1);
  });
});

test.each([
  { before: 3_600_000, comments: 0 },
  { before: 50_000, comments: 1 }, // the clocks of GitHub and the service may differ by a minute
])(
  'a pull request that a colleague opened $before ms before the job gets $comments comments if the service sends its link',
  async ({ before, comments }) => {
    await using scene = await createScene();
    await alice(scene).commit({ 'docs/flag.md': 'One object per line.\n' }, 'Explain', { branch: 'feature' });
    const { number, url } = await alice(scene).openPull('feature', 'Explain', 'By hand.');
    await scene.clock.pass(before);
    scene.service.script({ link: url });
    const result = await answer(scene, scene.event);
    expect(result.outputs).toMatchObject({ verdict: 'pull-request', prNumber: String(number) });
    expect(await botComments(scene, number)).toHaveLength(comments);
  },
);

test('a pull request that a stranger opened from a fork gets no comment', { job: { seconds: 60 } }, async (scene) => {
  const fork = await createPerson(scene.github, 'mallory').fork();
  await createPerson(fork, 'mallory').commit({ 'docs/flag.md': 'Mine.\n' }, 'Mine', { branch: 'feature' });
  const first = start(scene, scene.event, { inputs: { timeout: '10m' } });
  await scene.until('the job is created', () => scene.sent('create') === 1);
  const { number, url } = await createPerson(scene.github, 'mallory').openPull('mallory:feature', 'Mine', 'Mine.');
  scene.service.script({ link: url }, scene.service.jobs[0]?.id ?? '');
  expect((await first.result).outputs).toMatchObject({ verdict: 'pull-request', prNumber: String(number) });
  expect(await botComments(scene, number)).toEqual([]);
});

test('the comment on the pull request is created by the sweep that reports the end, once', {
  job: { seconds: 60 },
}, async (scene) => {
  await answer(scene, scene.event, { inputs: { wait: 'false' } });
  await scene.clock.pass(120_000);
  for (const id of [900, 901]) await answer(scene, dispatch(), { run: { id }, inputs: { operation: 'sweep' } });
  const [only] = exactly(1, await shownOn(scene, 2));
  expect(only).toContain('Opened for [#1]');
});

test('a pull request in another repository is left alone', { agentRepository: 'app' }, async (scene) => {
  const result = await answer(scene, scene.event);
  expect(result.outputs).toMatchObject({ verdict: 'pull-request', prRepository: 'acme/app' });
  expect(askedGitHub(scene).filter((request) => /pulls|issues\/2/.test(request))).toEqual([]);
});

test('the post step waits a minute after a rate limit that names no time, before it comments on the pull request again', async (scene) => {
  const body = '{"message":"You have exceeded a secondary rate limit."}';
  const onPull = { method: 'POST', path: /\/issues\/2\/comments$/ };
  scene.github.faults.add({ kind: 'answer', status: 403, body, ...onPull, times: Infinity });
  const result = await answer(scene, scene.event);
  scene.github.requests.length = 0;
  await scene.runPost(result);
  const times = scene.github.requests.filter(({ path }) => onPull.path.test(path)).map(({ at }) => at);
  expect(times.length).toBeGreaterThan(1);
  for (const [at, time] of times.slice(1).entries()) expect(time - (times[at] ?? 0)).toBeGreaterThanOrEqual(60_000);
});

test('the post step leaves half of its 90 s for the status comment if the pull request takes no comment', async (scene) => {
  const onPull = { method: 'POST', path: /\/issues\/2\/comments$/ };
  scene.github.faults.add({ kind: 'answer', status: 502, ...onPull, times: Infinity });
  const step = start(scene, scene.event);
  await scene.until('the pull request is commented on', () =>
    scene.github.requests.some(({ method, path }) => method === 'POST' && onPull.path.test(path)),
  );
  step.kill('SIGKILL');
  scene.github.requests.length = 0;
  await scene.runPost(await step.result);
  const { requests } = scene.github;
  const edit = requests.find(({ method }) => method === 'PATCH');
  expect((edit?.at ?? Infinity) - (requests[0]?.at ?? 0)).toBeLessThan(46_000);
  expect((await botComments(scene))[0]?.prose).toContain('Pull request ready');
});

/** Deletes the comment by which the pull request is recognized. */
async function withoutComment(scene: Scene, pull: number) {
  for (const { id } of await botComments(scene, pull)) await alice(scene).deleteComment(id);
}

const ofPull = (scene: Scene, action: string) => scene.github.events.waitFor('pull_request', action);
const REUSE = { inputs: { 'pull-request': 'reuse' } };
const ALL_BRANCHES = { inputs: { branches: '**' } };

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

test.each(causes)("nothing that the agent's pull request causes is a request: %s", async (_, cause, changes = {}) => {
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

const FOLLOW_UP = { operation: 'follow-up', prompt: 'Fix what CI found.', timeout: '30m' };

/** CI on the branch of the agent's pull request. */
async function ciOn(scene: Scene, run: Record<string, unknown> = {}): Promise<GitHubEvent> {
  await answer(scene, await say(scene, '/docs add an example')); // a push to a branch that exists
  const find = () =>
    scene.github.events
      .all('push')
      .findLast(({ payload }) => payload.ref !== 'refs/heads/main' && !/^0+$/.test(String(payload.before)));
  await scene.until('the push is delivered', () => find() !== undefined);
  return workflowRun(find() ?? scene.event, { conclusion: 'failure', event: 'pull_request', ...run });
}

describe('`follow-up` without `job-id`', () => {
  test('continues the job of the thread that `issue-number` names', async () => {
    await using scene = await withAgentPull();
    for (const [at, number] of ['1', '2'].entries()) {
      const inputs = { ...FOLLOW_UP, 'issue-number': number, prompt: `Fix ${number}.` };
      const result = await answer(scene, dispatch(), { run: { id: 900 + at }, inputs });
      expect(result.outputs).toMatchObject({ verdict: 'pull-request', jobId: scene.jobId });
    }
    expect(turnsOf(scene)).toEqual([['create', 'follow-up', 'follow-up']]);
  });

  test('is skipped in a thread without a job, and without a thread', async (scene) => {
    for (const inputs of [{ ...FOLLOW_UP, 'issue-number': '1' }, FOLLOW_UP]) {
      const result = await answer(scene, dispatch(), { run: { id: 900 }, inputs });
      expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'skipped' } });
      expect(result.log).toContain('no job of this project was found in the thread');
    }
    expect(scene.service.requests).toEqual([]);
    expect(await botComments(scene)).toEqual([]);
  });

  test("after failed CI on the agent's pull request is one follow-up with the log, however often CI fails", async () => {
    await using scene = await withAgentPull();
    const event = await ciOn(scene);
    const inputs = { ...FOLLOW_UP, 'issue-number': '2', 'context-file': 'ci.log' };
    const workspace = mkdtempSync(join(tmpdir(), 'workspace-'));
    writeFileSync(join(workspace, 'ci.log'), 'docs/cli.md:3 broken link\n');
    const first = await answer(scene, event, { run: { id: 901 }, inputs, workspace });
    expect(first.outputs).toMatchObject({ verdict: 'pull-request', jobId: scene.jobId });
    const prompt = scene.service.jobs[0]?.turns.at(-1)?.prompt ?? '';
    expect(prompt).toContain('broken link');
    const again = await answer(scene, await ciOn(scene), { run: { id: 902 }, inputs, workspace });
    expect(again.outputs.jobId).toBe(scene.jobId);
    expect(turnsOf(scene)).toEqual([['create', 'follow-up', 'follow-up', 'follow-up']]); // two of them are commands
    rmSync(workspace, { recursive: true });
  });

  test('sends nothing after failed CI on a pull request of a person, even if its thread has a job', async () => {
    await using scene = await withAgentPull();
    const event = await ciOn(scene);
    const before = scene.sent('follow-up');
    const result = await answer(scene, event, { run: { id: 901 }, inputs: { ...FOLLOW_UP, 'issue-number': '1' } });
    expect(result.outputs.verdict).toBe('skipped');
    expect(scene.sent('follow-up')).toBe(before);
  });

  test('sends nothing for CI of a fork', async () => {
    await using scene = await withAgentPull();
    const event = await ciOn(scene, { head_repository: { id: 4, full_name: 'mallory/docs' } });
    const before = scene.service.requests.length;
    const result = await answer(scene, event, { run: { id: 901 }, inputs: { ...FOLLOW_UP, 'issue-number': '2' } });
    expect(result.outputs.verdict).toBe('skipped');
    expect(scene.service.requests).toHaveLength(before);
  });
});

test('`attach` without `job-id` waits for the newest job of the thread, in its status comment', {
  job: { seconds: 60 },
}, async (scene) => {
  const first = await answer(scene, scene.event, { inputs: { wait: 'false' } });
  expect(first.outputs.verdict).toBe('started');
  const inputs = { operation: 'attach', 'issue-number': '1' };
  const result = await answer(scene, dispatch(), { run: { id: 900 }, inputs: { ...inputs, timeout: '10m' } });
  const { jobId, commentUrl } = first.outputs;
  expect(result.outputs).toMatchObject({ verdict: 'pull-request', jobId, commentUrl });
  expect(await botComments(scene)).toHaveLength(1);
  expect((await botComments(scene, 2)).map(({ prose }) => prose)).toEqual([expect.stringContaining('Opened for')]);
});
