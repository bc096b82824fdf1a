import { describe, expect } from '@jest/globals';
import { createPerson } from '../../../sandbox/github/person.ts';
import type { GitHubEvent } from '../../../sandbox/github/webhook-inbox.ts';
import {
  answer,
  botComments,
  command,
  createBlog,
  start,
  turnsOf,
} from '../../support/conversation.ts';
import {
  alice,
  as,
  by,
  fillThread,
  labelOn,
  openAs,
  openingOf,
  PULL_CAUSES,
  pullEvent,
  pushFile,
  pushOf,
  say,
  workflowRun,
} from '../../support/events.ts';
import { onGitHub, respond } from '../../support/faults.ts';
import { MARKER_PREFIX } from '../../support/markers.ts';
import { createScene, type Scene, warnings } from '../../support/scene.ts';
import { exactly, test, testIn } from '../../support/scene-test.ts';

const HOUR = 3_600_000;
/** The number of requests that may cost something. */
const prompts = (scene: Scene) => scene.sent('create') + scene.sent('follow-up');

type Inputs = Record<string, string>;
/** The workflow does not declare the bot as which the agent works. */
const UNDECLARED = { 'agent-login': 'another[bot]' };

let lastRun = 5_000;
const step = (inputs: Inputs = {}) => ({
  run: { id: ++lastRun },
  inputs: { timeout: '10m', ...inputs },
});

/** The label's job, which works for a while and shows no pull request. */
async function withJob() {
  const scene = await createScene({ job: { seconds: 600, pullRequest: false } });
  const { outputs } = await answer(scene, scene.event, { inputs: { wait: 'false' } });
  await scene.clock.pass(20_000);
  return { ...scene, jobId: outputs.jobId ?? '' };
}
const testWithJob = testIn(withJob, {});

/** A push to the default branch by this account, as GitHub tells it. */
async function pushAs(scene: Scene, author: 'agent' | 'bob', name: string): Promise<GitHubEvent> {
  const sha = await createPerson(scene.github, author).commit(
    { [`${name}.md`]: '1\n' },
    `Add ${name}`,
  );
  return pushOf(scene, sha);
}

describe('an agent that pushes to the default branch, without a pull request,', () => {
  test.each([
    { what: 'with the default `agent-login`', inputs: {}, warns: false },
    { what: 'whose bot is not declared', inputs: UNDECLARED, warns: true },
  ])('$what, causes no job', async (scene, { inputs, warns }) => {
    for (const name of ['one', 'two', 'three', 'four', 'five']) {
      const event = await pushAs(scene, 'agent', name);
      for (const each of [event, workflowRun(event)]) {
        const result = await answer(scene, each, step(inputs));
        expect(result.outputs).toMatchObject({ verdict: 'skipped', jobId: '' });
        const line = [expect.stringMatching(/`mintlify\[bot\]`.*`agent-login`.*`allow-bots`/)];
        expect(warnings(result)).toEqual(warns ? line : []);
      }
    }
    expect(prompts(scene)).toBe(0);
  });

  test('as a bot that `allow-bots` names makes requests', async (scene) => {
    const result = await answer(scene, await pushAs(scene, 'agent', 'one'), {
      inputs: { ...UNDECLARED, 'allow-bots': 'mintlify' },
    });
    expect(result.outputs.verdict).toBe('pull-request');
  });

  test('with the account of a person is stopped by `max-jobs-per-day`', async (scene) => {
    const inputs = { 'max-jobs-per-day': '3', 'issue-number': '1' };
    const verdicts = [];
    for (const name of ['one', 'two', 'three', 'four', 'five'])
      verdicts.push(
        (await answer(scene, await pushAs(scene, 'bob', name), step(inputs))).outputs.verdict,
      );
    expect(verdicts.slice(-2)).toEqual(['limit-reached', 'limit-reached']);
    expect(prompts(scene)).toBe(3);
  });

  test('with the account of a person that `agent-login` names causes no job', async (scene) => {
    const result = await answer(
      scene,
      await pushAs(scene, 'bob', 'one'),
      step({ 'agent-login': 'BOB' }),
    );
    expect(result.outputs.verdict).toBe('skipped');
    expect(prompts(scene)).toBe(0);
  });
});

describe("nothing but a command on the agent's pull request is a request, before its job shows the link:", () => {
  const test = testWithJob;
  test.each([...PULL_CAUSES, { cause: 'a label by a third account', act: labelOn, inputs: {} }])(
    '$cause',
    async (scene, { cause, inputs, act }) => {
      const pull = await openAs(scene, 'agent', { draft: cause === 'the end of its draft' });
      const event = await act(scene, pull);
      expect((await answer(scene, event, step(inputs))).outputs).toMatchObject({
        verdict: 'skipped',
        jobId: '',
      });
      expect(prompts(scene)).toBe(1);
    },
  );

  test.each(PULL_CAUSES)(
    '$cause, by a bot that no input names',
    async (scene, { cause, inputs, act }) => {
      const pull = await openAs(scene, 'agent', { draft: cause === 'the end of its draft' });
      const event = await act(scene, pull);
      const result = await answer(
        scene,
        by(event, 'mintlify[bot]', 'Bot'),
        step({ ...inputs, ...UNDECLARED }),
      );
      expect(result.outputs).toMatchObject({ verdict: 'skipped', jobId: '' });
      expect(warnings(result).join()).toContain('`agent-login`');
      expect(prompts(scene)).toBe(1);
    },
  );
});

test('a pull request that is merged early and labeled by an automation leads to one job', async () => {
  await using scene = await createScene({ job: { seconds: 90, linkDelay: 20 } });
  const first = start(scene, scene.event, { inputs: { timeout: '10m' } });
  await scene.until('the job is created', () => scene.sent('create') === 1);
  const pull = await openAs(scene, 'agent');
  scene.service.script({ link: pull.url }, scene.service.jobs[0]?.id);
  await createPerson(scene.github, 'mike').addLabel(pull.number, 'docs');
  const labeled = start(scene, await pullEvent(scene, pull, 'labeled'), step());
  await scene.clock.pass(10_000);
  const { sha } = await alice(scene).mergePull(pull.number);
  for (const event of [await pullEvent(scene, pull, 'closed'), await pushOf(scene, sha)])
    expect((await answer(scene, event, step())).outputs.verdict).toBe('skipped');
  expect((await labeled.result).outputs.verdict).toBe('skipped');
  expect((await first.result).outputs.verdict).toBe('pull-request');
  expect(turnsOf(scene)).toEqual([['create']]);
});

describe("a command on the agent's pull request", () => {
  const shorter = (scene: Scene, number: number) => say(scene, '/docs shorter', { on: number });

  test('continues the job that a status comment records', async (scene) => {
    const { outputs } = await answer(scene, scene.event);
    // the link is left
    for (const { id } of await botComments(scene, 2)) await alice(scene).deleteComment(id);
    expect((await answer(scene, await shorter(scene, 2))).outputs.jobId).toBe(outputs.jobId);
    expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
  });

  testWithJob(
    'sends nothing while an open request may have opened it, and continues its job later',
    async (scene) => {
      const pull = await openAs(scene, 'agent');
      const early = await answer(scene, await shorter(scene, pull.number), step());
      expect(early.outputs.verdict).toBe('error');
      expect(early.log).toContain(
        `It is not known yet whether job \`${scene.jobId}\` opened this pull request.`,
      );
      expect(prompts(scene)).toBe(1);

      scene.service.script({ link: pull.url, pullRequest: true, seconds: 1 }, scene.jobId);
      await answer(
        scene,
        { name: 'schedule', payload: { schedule: '0 3 * * *' } },
        step({ operation: 'sweep' }),
      );
      await scene.clock.pass(60_000);
      expect((await answer(scene, await shorter(scene, pull.number), step())).outputs.jobId).toBe(
        scene.jobId,
      );
      expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
    },
  );

  test('gets a new job if no request may have opened it, and says so', async (scene) => {
    const pull = await openAs(scene, 'agent');
    expect((await answer(scene, await shorter(scene, pull.number))).outputs.verdict).toBe(
      'pull-request',
    );
    const [comment] = exactly(1, await botComments(scene, pull.number));
    expect(comment?.prose).toContain('New job: no job is recorded for this pull request.');
  });

  test('of one project continues its job, also if another project reads it first', async (scene) => {
    await answer(scene, scene.event);
    const blog = await createBlog(scene);
    const event = await shorter(scene, 2);
    const inputs = {
      'base-url': blog.url,
      'project-id': blog.projectId,
      key: 'blog',
      timeout: '1h',
    };
    const legs = [start(scene, event, { run: { id: 8 }, inputs })];
    await scene.clock.pass(90);
    legs.push(start(scene, event, { run: { id: 8 }, inputs: { key: 'docs', timeout: '1h' } }));
    await Promise.all(legs.map(({ result }) => result));
    await blog.close();
    expect(scene.sent('follow-up')).toBe(1);
  });
});

describe("the pull request of a person's account", () => {
  testWithJob('is a person’s while a job works, so its opening is a request', async (scene) => {
    const pull = await openAs(scene, 'bob');
    expect(
      (await answer(scene, await openingOf(scene, pull), step({ wait: 'false' }))).outputs.verdict,
    ).toBe('started');
  });

  test('is the agent’s once a status comment records its link, and the run asks for another account', async (scene) => {
    scene.service.script({ seconds: 60 });
    const first = start(scene, scene.event, { inputs: { timeout: '10m' } });
    await scene.until('the job is created', () => scene.sent('create') === 1);
    const pull = await openAs(scene, 'bob');
    scene.service.script({ link: pull.url }, scene.service.jobs[0]?.id);
    expect(warnings(await first.result)).toEqual([
      expect.stringMatching(
        /opened by `bob`, which is not in `agent-login`.*account of a person.*`max-jobs-per-day`/,
      ),
    ]);
    await scene.clock.pass(40 * HOUR);
    expect((await answer(scene, await openingOf(scene, pull), step())).outputs.verdict).toBe(
      'skipped',
    );
    expect((await answer(scene, await labelOn(scene, pull), step())).outputs.verdict).toBe(
      'skipped',
    );
    expect(turnsOf(scene)).toEqual([['create']]);
  });

  test('that `agent-login` names is a request by a command or a label on an issue only', async (scene) => {
    const inputs = { 'agent-login': 'bob' };
    const pull = await openAs(scene, 'bob');
    expect(
      (await answer(scene, await pullEvent(scene, pull, 'opened'), step(inputs))).outputs.verdict,
    ).toBe('skipped');
    const asked = await say(scene, '/docs explain it', { on: pull.number, login: 'bob' });
    expect((await answer(scene, asked, step(inputs))).outputs.verdict).toBe('pull-request');
    expect((await answer(scene, by(scene.event, 'bob'), step(inputs))).outputs.verdict).toBe(
      'pull-request',
    );
  });
});

test('a push is judged by its newest commit, and the others are named', async (scene) => {
  await answer(scene, scene.event);
  const base = String((await pushFile(scene, 'start')).payload.after);
  await pushFile(scene, 'one');
  const { sha } = await alice(scene).mergePull(2, 'squash');
  const result = await answer(scene, as(await pushOf(scene, sha), { before: base }), step());
  expect(result.outputs.verdict).toBe('skipped');
  expect(result.log).toMatch(
    new RegExp(
      `#2, which the agent opened\\. 1 other commit .*\`compare\` to \`${base}\\.\\.\\.${sha}\``,
    ),
  );
  expect(turnsOf(scene)).toEqual([['create']]);
});

test.each([
  { what: 'with `compare`', inputs: { compare: 'main...main' } },
  { what: 'of which GitHub shows the pull request 1 s later', inputs: {}, lag: 1_000 },
])(
  "a push of the agent's merged pull request $what causes no job",
  async (scene, { inputs, lag }) => {
    await answer(scene, scene.event);
    const { sha } = await alice(scene).mergePull(2, 'squash');
    if (lag) onGitHub(scene, 'GET /commits/.*/pulls', respond(200, '[]'), { times: 1 });
    const result = await answer(scene, await pushOf(scene, sha), step(inputs));
    expect(result.outputs.verdict).toBe('skipped');
    expect(turnsOf(scene)).toEqual([['create']]);
  },
);

test('many comments elsewhere in the repository do not stop a command', async (scene) => {
  await answer(scene, scene.event);
  const { number } = await alice(scene).openIssue('Chatter', 'Of bots.');
  fillThread({ ...scene, issue: { ...scene.issue, number } }, 2_100);
  expect((await command(scene, '/docs more')).outputs.verdict).toBe('pull-request');
  expect((await answer(scene, await say(scene, '/docs less', { on: 2 }))).outputs.verdict).toBe(
    'pull-request',
  );
  expect(turnsOf(scene)).toEqual([['create', 'follow-up', 'follow-up']]);
});

test('700 comments of 65,536 characters that look like status comments do not stop a command', async (scene) => {
  await answer(scene, scene.event);
  const mallory = createPerson(scene.github, 'mallory');
  for (let at = 0; at < 700; at++)
    await mallory.comment(1, `${at} ${MARKER_PREFIX}`.padEnd(65_536, 'x'));
  expect((await command(scene, '/docs more')).outputs.verdict).toBe('pull-request');
  expect(turnsOf(scene)).toEqual([['create', 'follow-up']]);
});
