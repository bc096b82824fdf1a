import { describe, expect } from '@jest/globals';
import type { GitHubEvent } from '../../../sandbox/github/webhook-inbox.ts';
import type { Step } from '../../../sandbox/runner/step.ts';
import type { JobScript } from '../../../sandbox/service/job-script.ts';
import { stopAt } from '../../../sandbox/stop.ts';
import {
  answer,
  botComments,
  byHand,
  command,
  start,
  turnsOf,
} from '../../support/conversation.ts';
import { alice, askedGitHub, pushFile, say } from '../../support/events.ts';
import { killedOnce, PULL_COMMENT } from '../../support/kill-points.ts';
import { createScene, type Scene } from '../../support/scene.ts';
import { testIn } from '../../support/scene-test.ts';

const MINUTE = 60_000;
const PULL = 2;

const promptsOf = ({ service }: Scene) => service.jobs[0]?.turns.map(({ prompt }) => prompt) ?? [];
const nameIn = (prompt: string) => /(?:do|src)[- /](one|two|three)\b/.exec(prompt)?.[1];
/** The names of the commands or files in the prompts to the first job, in order. */
const order = (scene: Scene) => promptsOf(scene).map(nameIn);
/** Those whose work was cut off by a later prompt. */
const dropped = ({ service }: Scene) =>
  service.jobs.flatMap(({ turns }) =>
    turns.filter(({ outcome }) => !outcome).map(({ prompt }) => nameIn(prompt)),
  );
const LONG = { inputs: { timeout: '2h' } };
const verdictsOf = async (runs: readonly Step[]) =>
  (await Promise.all(runs.map(({ result }) => result))).map(({ outputs }) => outputs.verdict);

/**
 * Issue 1 and pull request 2 of its job, at a service that drops the task at hand when a prompt
 * arrives.
 */
async function withAgentPull({ job = {} }: { readonly job?: Partial<JobScript> } = {}) {
  const scene = await createScene({ job: { drops: true } });
  expect((await answer(scene, scene.event)).outputs.prNumber).toBe(String(PULL));
  scene.service.script({ seconds: 30, ...job });
  scene.github.requests.length = 0;
  return scene;
}

const test = testIn(withAgentPull, {});

/** A run on this command, with a timeout of two hours. */
const begin = async (scene: Scene, body: string, on = 1) =>
  start(scene, await say(scene, body, { on }), LONG);
const run = async (scene: Scene, body: string, on = 1) => (await begin(scene, body, on)).result;

/** Milliseconds that GitHub takes to answer, and by which its lists lag. */
const FINE = { weather: '', latency: 0, lag: 0 };
const SLOW = { weather: ', GitHub answering in 500 ms', latency: 500, lag: 0 };
const LAGGING = { weather: ', where lists lag by 1.5 s', latency: 0, lag: 1_500 };

describe('no prompt is dropped or lost', () => {
  test.each([
    {
      what: 'a command in the issue and one on the pull request at once',
      apart: 0,
      on: [1, PULL],
      ...SLOW,
    },
    { what: 'three commands at once', apart: 0, on: [1, PULL, 1], ...LAGGING },
    { what: 'three commands 2 s apart', apart: 2_000, on: [PULL, 1, PULL], ...FINE },
  ])('of $what$weather', async (scene, { apart, on, latency, lag }) => {
    scene.github.latency.milliseconds = latency;
    scene.github.lag.milliseconds = lag;
    const names = ['one', 'two', 'three'].slice(0, on.length);
    const runs: Step[] = [];
    for (const [at, thread] of on.entries()) {
      runs.push(await begin(scene, `/docs do ${names[at]}`, thread));
      await scene.clock.pass(apart);
    }
    expect(await verdictsOf(runs)).toEqual(names.map(() => 'pull-request'));
    expect(order(scene).slice(1).toSorted()).toEqual(names.toSorted());
    if (apart > latency + lag) expect(order(scene).slice(1)).toEqual(names);
    expect(dropped(scene)).toEqual([]);
  });

  test('of a `reuse` push and a command, where lists lag', async () => {
    await using scene = await createScene({ job: { drops: true } });
    const rules = {
      'pull-request': 'reuse',
      'paths-ignore': 'docs/**',
      'issue-number': '1',
      timeout: '2h',
    };
    const first = await answer(scene, await pushFile(scene, 'one'), {
      run: { id: 901 },
      inputs: rules,
    });
    expect(first.outputs.prNumber).toBe(String(PULL));
    scene.service.script({ seconds: 30 });
    scene.github.lag.milliseconds = LAGGING.lag;
    const pushed = await pushFile(scene, 'two');
    const asked = await say(scene, '/docs do three', { on: PULL });
    const runs = [
      start(scene, pushed, { run: { id: 902 }, inputs: rules }),
      start(scene, asked, LONG),
    ];
    expect(await verdictsOf(runs)).toEqual(['pull-request', 'pull-request']);
    expect(order(scene).toSorted()).toEqual(['one', 'three', 'two']);
    expect(dropped(scene)).toEqual([]);
  });

  test('on a pull request that no status comment in the issue names, as the run was killed', async () => {
    await using scene = await createScene({ job: { drops: true, seconds: 1 } });
    const { reached } = stopAt(scene, { ...PULL_COMMENT, when: 'after' });
    await killedOnce(reached, scene.start({ inputs: { timeout: '20s' } }));
    scene.github.faults.clear();
    scene.service.script({ seconds: 30 });
    await scene.clock.pass(MINUTE);
    const runs = [await begin(scene, '/docs do one', PULL), await begin(scene, '/docs do two')];
    expect(await verdictsOf(runs)).toEqual(['pull-request', 'pull-request']);
    expect(order(scene).slice(1)).toEqual(['one', 'two']);
    expect(dropped(scene)).toEqual([]);
  });

  test('on a pull request that only a command at work names as its job’s', async () => {
    await using scene = await createScene({ job: { drops: true, seconds: 60 } });
    expect((await answer(scene, scene.event, { inputs: { timeout: '20s' } })).outputs.verdict).toBe(
      'timed-out',
    );
    await scene.clock.pass(MINUTE);
    scene.service.script({ seconds: 60, staleFor: 20 });
    const first = await begin(scene, '/docs do one');
    await scene.clock.pass(5_000);
    expect(await verdictsOf([first, await begin(scene, '/docs do two', PULL)])).toEqual([
      'pull-request',
      'pull-request',
    ]);
    expect(order(scene).slice(1)).toEqual(['one', 'two']);
    expect(dropped(scene)).toEqual([]);
  });

  test('of a command 3 s after one that does not wait, while the service still shows the end before it', {
    job: { staleFor: 20, seconds: 60 },
  }, async (scene) => {
    await command(scene, '/docs do one', { inputs: { wait: 'false' } });
    await scene.clock.pass(3_000);
    await run(scene, '/docs do two', PULL);
    expect(order(scene).slice(1)).toEqual(['one', 'two']);
    expect(dropped(scene)).toEqual([]);
  });
});

describe('a command that waits', () => {
  const TIMEOUT = 60 * MINUTE;
  /** A follow-up works for `minutes`, and a command in the issue waits for its end. */
  async function withWaiting({ minutes = 1 }: { readonly minutes?: number }) {
    const scene = await withAgentPull({ job: { seconds: minutes * 60 } });
    await command(scene, '/docs do one', { inputs: { wait: 'false' } });
    scene.service.script({ seconds: 30 });
    const inputs = { timeout: `${TIMEOUT / MINUTE}m` };
    const waiting = start(scene, await say(scene, '/docs do two'), { inputs });
    await scene.clock.pass(20_000);
    expect((await botComments(scene)).at(-1)?.prose).toContain('Waiting for');
    return { ...scene, waiting };
  }
  const test = testIn(withWaiting, {});

  test('and is killed blocks a later one in another thread until its timeout', async (scene) => {
    scene.waiting.kill('SIGKILL');
    const later = await run(scene, '/docs do three', PULL);
    expect(later.outputs.verdict).toBe('pull-request');
    expect(order(scene).slice(1)).toEqual(['one', 'three']);
    expect(Math.abs(later.duration - TIMEOUT)).toBeLessThan(2 * MINUTE);
    expect(dropped(scene)).toEqual([]);
  });

  test('behind a killed one ends within 5 s of a cancel', async (scene) => {
    scene.waiting.kill('SIGKILL');
    const later = await begin(scene, '/docs do three');
    // the pauses between two looks at the one ahead last most of a minute by now
    await scene.clock.pass(9 * MINUTE);
    const before = scene.clock.elapsed();
    later.kill('SIGTERM');
    expect((await later.result).outputs.verdict).toBe('cancelled');
    expect(scene.clock.elapsed() - before).toBeLessThan(5_000);
  });

  test('for 40 minutes edits nothing, and stays ahead of a later one in another thread', {
    minutes: 40,
  }, async (scene) => {
    const own = (await botComments(scene)).at(-1);
    const later = await begin(scene, '/docs do three', PULL);
    await scene.clock.pass(38 * MINUTE);
    expect(askedGitHub(scene)).not.toContain(`PATCH /repos/acme/docs/issues/comments/${own?.id}`);
    expect(await verdictsOf([scene.waiting, later])).toEqual(['pull-request', 'pull-request']);
    expect(order(scene).slice(1)).toEqual(['one', 'two', 'three']);
    expect(dropped(scene)).toEqual([]);
  });

  test('reads no lists of GitHub meanwhile', { minutes: 15 }, async (scene) => {
    const later = await begin(scene, '/docs do three', PULL);
    await scene.clock.pass(MINUTE);
    scene.github.requests.length = 0;
    await scene.clock.pass(12 * MINUTE);
    expect(askedGitHub(scene).filter((line) => /^GET .*comments(\?|$)/.test(line))).toEqual([]);
    await verdictsOf([scene.waiting, later]);
  });
});

test('a command with two threads and nothing ahead of it costs at most 16 requests to GitHub', {
  job: { seconds: 5 },
}, async (scene) => {
  await answer(scene, await say(scene, '/docs do one', { on: PULL }));
  expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
  expect(askedGitHub(scene).length).toBeLessThanOrEqual(16);
});

describe('after `/docs new` on the pull request of a job', () => {
  async function withNewJob() {
    const scene = await withAgentPull({ job: { seconds: 5 } });
    expect((await run(scene, '/docs new Write a page on awk', PULL)).outputs.prNumber).toBe('3');
    return scene;
  }
  const test = testIn(withNewJob, {});

  test('its result says with a link where to go on', async (scene) => {
    const result = (await botComments(scene, PULL)).at(-1)?.prose ?? '';
    expect(result).not.toContain('in this thread');
    expect(result).toMatch(/To request changes.*\/pull\/3/);
  });

  test('a command continues the new job, as the newest of the thread', async (scene) => {
    await run(scene, '/docs do one', PULL);
    expect(turnsOf(scene)).toEqual([['create'], ['create', 'follow-up']]);
  });
});

test('the end of a follow-up says that the pull request was closed meanwhile', async (scene) => {
  scene.service.script({ seconds: 60, link: `${scene.github.url}/acme/docs/pull/${PULL}` });
  const followUp = await begin(scene, '/docs do one');
  await scene.until('it is sent', () => scene.sent('follow-up') === 1);
  await alice(scene).closePull(PULL);
  const result = await followUp.result;
  expect(result.exitCode).toBe(0);
  for (const text of [result.log, result.summary, (await botComments(scene)).at(-1)?.prose])
    expect(text).toContain('closed while the job worked');
});

describe('`follow-up` with `job-id`', () => {
  const send = (scene: Scene, event: GitHubEvent, more: Record<string, string>) =>
    answer(scene, event, {
      run: { id: 950 },
      inputs: { operation: 'follow-up', prompt: 'Shorter.', ...more },
    });

  test.each([
    { where: 'without a thread', more: {} },
    { where: 'with `comment: false`', more: { comment: 'false' } },
    { where: 'in another thread', more: { 'issue-number': '3' } },
  ])('$where waits until the job is idle, and is sent once', async (scene, { more }) => {
    await alice(scene).openIssue('Elsewhere', 'Of another kind.');
    await command(scene, '/docs do one', { inputs: { wait: 'false' } });
    const jobId = scene.service.jobs[0]?.id ?? '';
    const result = await send(scene, byHand(scene), { 'job-id': jobId, timeout: '10m', ...more });
    expect(result.outputs).toMatchObject({ verdict: 'pull-request', jobId });
    expect(result.summary).toContain('Follow-up done');
    expect(
      promptsOf(scene)
        .slice(1)
        .map((prompt) => prompt.includes('Shorter.')),
    ).toEqual([false, true]);
    expect(dropped(scene)).toEqual([]);
  });
});
