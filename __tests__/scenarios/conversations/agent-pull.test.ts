import { describe, expect } from '@jest/globals';
import { createPerson } from '../../../sandbox/github/person.ts';
import { answer, botComments, say, start, turnsOf, whyAnew } from '../../support/conversation.ts';
import { alice, askedGitHub } from '../../support/events.ts';
import { createScene, dispatch, type Scene, warnings } from '../../support/scene.ts';
import { exactly, test } from '../../support/scene-test.ts';

/** A scene in which the job of the labeled issue has opened pull request #2 in the same repository. */
async function withAgentPull(inputs: Record<string, string> = {}) {
  const scene = await createScene();
  const first = await answer(scene, scene.event, { inputs });
  return { ...scene, first, pull: Number(first.outputs.prNumber) };
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

describe('the comment on the pull request is created', () => {
  test('by the sweep that reports the end, once', { job: { seconds: 60 } }, async (scene) => {
    await answer(scene, scene.event, { inputs: { wait: 'false' } });
    await scene.clock.pass(120_000);
    for (const id of [900, 901]) await answer(scene, dispatch(), { run: { id }, inputs: { operation: 'sweep' } });
    const [only] = exactly(1, await shownOn(scene, 2));
    expect(only).toContain('Opened for [#1]');
  });
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
