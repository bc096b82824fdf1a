import { describe, expect } from '@jest/globals';
import type { Login } from '../../../sandbox/github/embedded.ts';
import { createPerson } from '../../../sandbox/github/person.ts';
import type { GitHubEvent } from '../../../sandbox/github/webhook-inbox.ts';
import type { FaultForm } from '../../../sandbox/http/faults.ts';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import type { JobScript } from '../../../sandbox/service/job-script.ts';
import { answer, botComments, command, createBlog, say, start, turnsOf } from '../../support/conversation.ts';
import {
  alice,
  as,
  by,
  fillThread,
  labelOn,
  type OpenedPull,
  openAs,
  openingOf,
  PULL_CAUSES,
  pullEvent,
  pushFile,
  pushOf,
  workflowRun,
} from '../../support/events.ts';
import { onGitHub, onService, respond } from '../../support/faults.ts';
import { createScene, type Scene, type SceneOptions } from '../../support/scene.ts';
import { exactly, test as sceneTest, testIn } from '../../support/scene-test.ts';
import { sweep } from '../../support/sweep.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NO_WAIT = { inputs: { wait: 'false' } };
/** The number of requests that may cost something. */
const prompts = (scene: Scene) => scene.sent('create') + scene.sent('follow-up');

type Inputs = Record<string, string>;
let lastRun = 5_000;
const step = (inputs: Inputs = {}) => ({
  run: { id: ++lastRun },
  inputs: { timeout: '10m', ...inputs },
});

/** The verdict of a run, and how many requests it sent that may cost something. */
async function after(scene: Scene, event: GitHubEvent, inputs: Inputs = {}) {
  const before = prompts(scene);
  const { outputs } = await answer(scene, event, step({ wait: 'false', ...inputs }));
  return [outputs.verdict, prompts(scene) - before];
}
const SKIPPED = ['skipped', 0];
const STARTED = ['started', 1];
const afterOpening = async (scene: Scene, pull: OpenedPull) => after(scene, await openingOf(scene, pull));
const openAsBob = async (scene: Scene) => afterOpening(scene, await openAs(scene, 'bob'));

/** The label's job, which works for a while and shows no pull request. */
async function withJob({ job = {} }: Pick<SceneOptions, 'job'> = {}) {
  const scene = await createScene({ job: { seconds: 600, pullRequest: false, ...job } });
  const { outputs } = await answer(scene, scene.event, NO_WAIT);
  await scene.clock.pass(20_000);
  return { ...scene, jobId: outputs.jobId ?? '', commentUrl: outputs.commentUrl ?? '' };
}
const test = testIn(withJob, {});

/** A later job, after one whose pull request this account opened. */
async function withKnownAgent(agent: Login | 'agent', job: Partial<JobScript> = {}) {
  const scene = await createScene({ job: { seconds: 60, pullRequest: false } });
  const first = start(scene, scene.event, { inputs: { timeout: '10m' } });
  await scene.until('the job is created', () => scene.sent('create') === 1);
  const { url } = await openAs(scene, agent);
  scene.service.script({ link: url, pullRequest: true }, scene.service.jobs[0]?.id);
  expect((await first.result).outputs).toMatchObject({ verdict: 'pull-request', prLink: url });
  await scene.clock.pass(HOUR);
  scene.service.script({ seconds: 600, ...job });
  return scene;
}

/** Another job, in another thread. */
async function anotherJob(scene: Scene) {
  const { number } = await alice(scene).openIssue('Explain the exit codes', 'There are three.');
  const result = await answer(scene, await say(scene, '/docs explain them', { on: number }), NO_WAIT);
  await scene.clock.pass(20_000);
  return result;
}

/** Log and summary; the zero-width spaces of escaped numbers are left out. */
const told = ({ log, summary }: StepResult) => [log, summary.replaceAll('&#8203;', '')];

function expectSkipped(result: StepResult, ...names: string[]) {
  expect(result.outputs).toMatchObject({ verdict: 'skipped', jobId: '' });
  for (const text of told(result)) for (const name of names) expect(text).toContain(name);
}

describe('of a pull request that was opened while a job works,', () => {
  /** Bob's account opened the pull request of an earlier job. */
  async function withKnownBob() {
    const scene = await withKnownAgent('bob');
    await anotherJob(scene);
    return scene;
  }
  const test = testIn(withKnownBob, {});

  test.each(PULL_CAUSES)(
    '$cause is a request, unless an earlier pull request of a job has the same author',
    async (scene, { cause, inputs, act }) => {
      const job = scene.service.jobs.at(-1)?.id ?? '';
      const before = prompts(scene);
      async function afterCause(author: Login) {
        const pull = await openAs(scene, author, { draft: cause === 'the end of its draft' });
        return { pull, result: await answer(scene, await act(scene, pull), step({ wait: 'false', ...inputs })) };
      }
      const { pull, result } = await afterCause('bob');
      expectSkipped(result, `#${pull.number}`, job, ...(/push|CI/.test(cause) ? ['compare'] : ['/docs', 'label']));
      expect(prompts(scene)).toBe(before);
      expect((await afterCause('mike')).result.outputs.verdict).toBe('started');
      expect(prompts(scene)).toBe(before + 1);
    },
  );
});

describe('a pull request of bob', () => {
  const report = (scene: Scene) =>
    answer(scene, { name: 'schedule', payload: { schedule: '0 3 * * *' } }, step({ operation: 'sweep' }));
  const SHORT = { seconds: 10 };

  test.each<{ what: string; job?: Partial<JobScript>; reported?: boolean; later: number; means: readonly unknown[] }>([
    { what: 'while the job works', later: 0, means: SKIPPED },
    { what: '9 minutes after the end of the job', job: SHORT, reported: true, later: 9 * MINUTE, means: SKIPPED },
    { what: '11 minutes after it', job: SHORT, reported: true, later: 11 * MINUTE, means: STARTED },
    { what: '23 h after the create', job: { seconds: 9e5 }, later: 23 * HOUR, means: SKIPPED },
    { what: '25 h after it', job: { seconds: 9e5 }, later: 25 * HOUR, means: STARTED },
  ])('that was opened $what: $means', async (scene, { reported, later, means }) => {
    if (reported) await report(scene);
    await scene.clock.pass(later);
    expect(await openAsBob(scene)).toEqual(means);
  });

  test('is a person’s after an end that shows the link of another pull request of bob', async (scene) => {
    const { url } = await openAs(scene, 'bob');
    scene.service.script({ seconds: 30, link: url, pullRequest: true }, scene.jobId);
    await scene.clock.pass(MINUTE);
    expect(await openAsBob(scene)).toEqual(STARTED);
  });

  test.each<{ what: string; form: FaultForm; verdict: string; means: readonly unknown[] }>([
    { what: 'an unconfirmed create is suspected', form: { kind: 'reset' }, verdict: 'unconfirmed', means: SKIPPED },
    { what: 'a create that was refused is a person’s', form: respond(422), verdict: 'error', means: STARTED },
  ])('after $what', async (scene, { form, verdict, means }) => {
    scene.service.script(SHORT, scene.jobId);
    await report(scene);
    await scene.clock.pass(HOUR); // long after the end of the first job
    onService(scene, 'create', form, { times: 1 });
    expect((await anotherJob(scene)).outputs.verdict).toBe(verdict);
    expect(await openAsBob(scene)).toEqual(means);
  });

  test('is a person’s if it was opened before the job was created, though its event comes later', async () => {
    await using scene = await createScene({ job: { seconds: 600, pullRequest: false } });
    const pull = await openAs(scene, 'bob');
    await scene.clock.pass(5_000);
    await answer(scene, scene.event, NO_WAIT);
    expect(await afterOpening(scene, pull)).toEqual(STARTED);
  });

  test.each([true, false])('is a person’s after a link in another repository (readable: %s)', async (_, isReadable) => {
    await using scene = await createScene({ agentRepository: 'guides' });
    expect((await answer(scene, scene.event)).outputs.prRepository).toBe('acme/guides');
    scene.service.script({ seconds: 600 });
    await anotherJob(scene);
    if (!isReadable) onGitHub(scene, 'GET /guides/', 403);
    expect(await openAsBob(scene)).toEqual(STARTED);
  });

  test('is the agent’s if a job of another project with the same key names it', async () => {
    await using scene = await createScene();
    const pull = await openAs(scene, 'bob');
    const blog = await createBlog(scene, { link: pull.url });
    await answer(scene, scene.event, { inputs: { 'base-url': blog.url, 'project-id': blog.projectId } });
    expect(await afterOpening(scene, pull)).toEqual(SKIPPED);
    await blog.close();
  });
});

test('a pull request of a bot that opened one before is the agent’s at any time, and a command gets a job at once', async () => {
  await using scene = await withKnownAgent('agent', { seconds: 5 });
  await scene.clock.pass(40 * HOUR);
  const pull = await openAs(scene, 'agent');
  expect(await afterOpening(scene, pull)).toEqual(SKIPPED);
  expect(await after(scene, await say(scene, '/docs shorter', { on: pull.number }))).toEqual(STARTED);
  expect(scene.sent('create')).toBe(2);
});

describe('on a suspected pull request', () => {
  const shorter = (scene: Scene, { number }: OpenedPull) => say(scene, '/docs shorter', { on: number });
  const CONTINUED = [['create', 'follow-up']];
  const ANEW = [['create'], ['create']];
  const itsOwn = ({ url }: OpenedPull) => url;
  const another = ({ url }: OpenedPull) => url.replace(/\d+$/, '1');

  test.each([
    { ask: 'a label by alice', act: labelOn, end: 'its link', link: itsOwn, jobs: CONTINUED },
    { ask: 'a command', act: shorter, end: 'no link', link: () => null, jobs: ANEW },
    { ask: 'a command', act: shorter, end: 'another link', link: another, jobs: ANEW },
  ])('$ask waits until the suspect ends, and counts after an end with $end', async (_, { act, link, jobs }) => {
    await using scene = await withJob({ job: { seconds: 120, drops: true } });
    const pull = await openAs(scene, 'bob');
    scene.service.script({ link: link(pull), pullRequest: link(pull) !== null }, scene.jobId);
    scene.service.script({ seconds: 5 });
    const asked = start(scene, await act(scene, pull), step());
    await scene.clock.pass(60_000);
    expect(prompts(scene)).toBe(1);
    const [waiting] = exactly(1, await botComments(scene, pull.number));
    expect(waiting?.prose).toContain('Waiting for');
    expect((await asked.result).exitCode).toBe(0);
    expect(turnsOf(scene)).toEqual(jobs);
    expect(scene.service.jobs[0]?.turns[0]?.outcome).toBeDefined();
  });

  test('a label by its author is no request', async (scene) => {
    const pull = await openAs(scene, 'bob');
    await createPerson(scene.github, 'bob').addLabel(pull.number, 'docs');
    const result = await answer(scene, await pullEvent(scene, pull, 'labeled'), step());
    expectSkipped(result, scene.jobId, '/docs');
    expect(prompts(scene)).toBe(1);
  });

  const startLegs = (scene: Scene, event: GitHubEvent) =>
    ['guides', 'api', 'cli'].map((key) => start(scene, event, { run: { id: 700 }, inputs: { key, timeout: '10m' } }));

  test.each([
    { end: 'its link', job: { seconds: 60 }, pullRequest: true },
    { end: 'no link', job: { seconds: 60 }, pullRequest: false },
  ])('three legs and another workflow send one prompt, after an end with $end', async (scene, { pullRequest }) => {
    const pull = await openAs(scene, 'bob');
    scene.service.script({ link: pull.url, pullRequest }, scene.jobId);
    const event = await shorter(scene, pull);
    const workflow = { GITHUB_WORKFLOW_REF: 'acme/docs/.github/workflows/other.yml@refs/heads/main' };
    const runs = [...startLegs(scene, event), start(scene, event, { ...step(), env: workflow })];
    await Promise.all(runs.map(({ result }) => result));
    await answer(scene, event, { run: { id: 700, attempt: 2 }, inputs: { key: 'api', timeout: '10m' } });
    expect(prompts(scene)).toBe(2);
  });

  test('a command with two suspects sends nothing; one comment asks to repeat it, and then it continues the opener', async () => {
    await using scene = await withJob({ job: { seconds: 120, pullRequest: true, linkDelay: 9e5 } });
    await anotherJob(scene);
    const pull = await openAs(scene, 'bob');
    const legs = startLegs(scene, await shorter(scene, pull));
    const results = await Promise.all(legs.map(({ result }) => result));
    expect(prompts(scene)).toBe(2);
    expect(results.map(({ outputs }) => outputs.verdict)).toContain('error');
    const [comment] = exactly(1, await botComments(scene, pull.number));
    expect(comment?.prose).toMatch(/repeat|again/i);

    scene.service.script({ link: pull.url, linkDelay: 0, seconds: 1 }, scene.jobId);
    await scene.clock.pass(10 * MINUTE);
    expect((await answer(scene, await shorter(scene, pull), step())).outputs.jobId).toBe(scene.jobId);
    expect(turnsOf(scene)).toEqual([['create', 'follow-up'], ['create']]);
  });

  test('merged, its commits are left out of a push, and log and summary name it and the range', async (scene) => {
    const pull = await openAs(scene, 'bob');
    const base = String((await pushFile(scene, 'start')).payload.after);
    const { sha } = await alice(scene).mergePull(pull.number, 'squash');
    const all = as(await pushOf(scene, sha), { before: base });
    expectSkipped(await answer(scene, all, step()), `#${pull.number}`, scene.jobId, 'compare');

    const mine = await pushFile(scene, 'mine');
    const result = await answer(scene, as(mine, { before: base }), step({ wait: 'false', 'issue-number': '1' }));
    expect(result.outputs.verdict).toBe('started');
    const prompt = scene.service.jobs.at(-1)?.turns[0]?.prompt ?? '';
    expect([prompt.includes('src/mine.ts'), prompt.includes(pull.branch)]).toEqual([true, false]);
    for (const text of told(result)) {
      for (const part of [`#${pull.number}`, 'compare']) expect(text).toContain(part);
      expect(text).toMatch(new RegExp(`${base.slice(0, 7)}\\w*\\.{2,3}${String(mine.payload.after).slice(0, 7)}`));
    }
  });

  const ADVICE = 'let another account than its author set the label `docs`';
  test.each([
    { action: 'labeled', trigger: 'docs', advice: ADVICE, never: ' or set' },
    { action: 'opened', trigger: 'docs', advice: ADVICE, never: ' or set' },
    { action: 'opened', trigger: '*', advice: 'comment `/docs`', never: 'label' },
  ])('the advice can be followed: $action, where the label is $trigger', async (scene, row) => {
    const pull = await openAs(scene, 'alice');
    if (row.action === 'labeled') await labelOn(scene, pull);
    const result = await answer(
      scene,
      await pullEvent(scene, pull, row.action),
      step({ 'trigger-label': row.trigger }),
    );
    expect(result.outputs.verdict).toBe('skipped');
    const [, said = ''] = result.log.split('If it is not, ');
    expect(said).toContain(row.advice);
    expect(said).not.toContain(row.never);
  });
});

describe('a label on the pull request of a job that no run waited for, an hour after its end,', () => {
  /** @param statuses what the service answers to status requests at first. */
  async function labelAnHourLater({ statuses }: { readonly statuses: readonly number[] }) {
    const scene = await createScene({ job: { seconds: 5 } });
    await answer(scene, scene.event, NO_WAIT);
    const pull = await openAs(scene, 'bob');
    scene.service.script({ link: pull.url }, scene.service.jobs[0]?.id);
    await scene.clock.pass(HOUR);
    for (const status of statuses) onService(scene, 'get', status, { times: 1 });
    return { ...scene, labeled: await labelOn(scene, pull) };
  }
  const test = testIn(labelAnHourLater, { statuses: Array<number>(50).fill(502) });

  test.each([
    { what: 'continues that job after two 502', statuses: [502, 502], sent: [1, 1] },
    { what: 'continues that job after one 404', statuses: [404], sent: [1, 1] },
    { what: 'gets a job if that one cannot be read for good', statuses: Array<number>(7).fill(502), sent: [2, 0] },
    { what: 'gets a job if that one is gone', statuses: [404, 404, 502, ...Array<number>(6).fill(404)], sent: [2, 0] },
  ])('$what', async (scene, { sent }) => {
    expect((await answer(scene, scene.labeled, step())).outputs.verdict).toBe('pull-request');
    expect([scene.sent('create'), scene.sent('follow-up')]).toEqual(sent);
  });

  test('and is cancelled while that job cannot be read, is cancelled, and no error', async (scene) => {
    const run = start(scene, scene.labeled, step());
    await scene.clock.pass(5_000);
    run.kill('SIGTERM');
    expect((await run.result).outputs.verdict).toBe('cancelled');
  });
});

describe('the opening of a pull request causes no job', () => {
  const test = sceneTest;

  test('by a follow-up whose answer was lost', async (scene) => {
    scene.service.script({ seconds: 5, pullRequest: false });
    await answer(scene, scene.event, { inputs: { timeout: '5m' } });
    await scene.clock.pass(2 * HOUR);
    scene.service.script({ seconds: 600 });
    onService(scene, 'follow-up', { kind: 'reset' }, { times: 1, after: true });
    expect((await command(scene, '/docs more')).outputs.verdict).toBe('unconfirmed');
    expect(await openAsBob(scene)).toEqual(SKIPPED);
  });

  test('by a first attempt whose job failed, before a re-run', async (scene) => {
    scene.service.script({ seconds: 600, end: 'failed' });
    const first = start(scene, scene.event, { run: { id: 20 }, inputs: { timeout: '1h' } });
    await scene.clock.pass(5 * MINUTE);
    const pull = await openAs(scene, 'bob');
    await first.result;
    scene.service.script({ seconds: 3_600 });
    await answer(scene, scene.event, { run: { id: 20, attempt: 2 }, inputs: { wait: 'false' } });
    expect(await afterOpening(scene, pull)).toEqual(SKIPPED);
  });
});

test('a command on the pull request of one project continues its job, also if another project reads it first', async () => {
  await using scene = await createScene();
  await answer(scene, scene.event);
  const blog = await createBlog(scene);
  const event = await say(scene, '/docs shorter', { on: 2 });
  const inputs = { 'base-url': blog.url, 'project-id': blog.projectId, key: 'blog', timeout: '1h' };
  const legs = [start(scene, event, { run: { id: 8 }, inputs })];
  await scene.clock.pass(90);
  legs.push(start(scene, event, { run: { id: 8 }, inputs: { key: 'docs', timeout: '1h' } }));
  await Promise.all(legs.map(({ result }) => result));
  await blog.close();
  expect(scene.sent('follow-up')).toBe(1);
});

/** What these rules do not find, and what that costs. */
describe('a limit:', () => {
  test('early pull requests of the agent’s second account are requests until a job has ended with one of them', async () => {
    await using scene = await createScene();
    await answer(scene, scene.event); // the agent's bot opened its pull request
    scene.service.script({ seconds: 900, pullRequest: false });
    const open = async () => {
      await scene.clock.pass(2 * MINUTE);
      return openAs(scene, 'bob');
    };
    await anotherJob(scene);
    const first = await open();
    expect(await afterOpening(scene, first)).toEqual(STARTED);
    expect(await afterOpening(scene, await open())).toEqual(STARTED);
    scene.service.script({ link: first.url, pullRequest: true }, scene.service.jobs[1]?.id);
    await scene.clock.pass(15 * MINUTE);
    await sweep(scene);
    await anotherJob(scene);
    expect(await afterOpening(scene, await open())).toEqual(SKIPPED);
  });

  test('of the comments since a pull request was opened, 500 are read; without an earlier one it is a request, with a warning', async (scene) => {
    scene.service.script({ seconds: 3_600 }, scene.jobId);
    await scene.clock.pass(5 * MINUTE);
    const pull = await openAs(scene, 'bob');
    fillThread(scene, 600);
    const result = await answer(scene, await openingOf(scene, pull), step(NO_WAIT.inputs));
    expect(result.outputs.verdict).toBe('started');
    expect(result.log).toContain('only the 500 most recently edited comments of the repository were read');
  });
});

const agents = [
  { as: 'agent', what: 'shows the link with the end', isDraft: false, linkDelay: 0, mergedAfter: HOUR },
  { as: 'bob', what: 'merges a draft, and shows the link later', isDraft: true, linkDelay: 45, mergedAfter: 10_000 },
] as const;
for (const { as: author, what, isDraft, linkDelay, mergedAfter } of agents)
  test(`no second job for an agent that opens its pull request early, adds commits and ${what}, as ${author}`, async () => {
    await using scene = await createScene({ job: { seconds: 90, linkDelay } });
    const first = start(scene, scene.event, { inputs: { timeout: '10m' } });
    await scene.until('the job is created', () => scene.sent('create') === 1);
    await scene.clock.pass(20_000);
    const pull = await openAs(scene, author, { draft: isDraft });
    scene.service.script({ link: pull.url }, scene.service.jobs[0]?.id);
    const agent = createPerson(scene.github, author);
    const happens = async (event: GitHubEvent, inputs = {}) =>
      expect(await after(scene, by(event, 'alice'), inputs)).toEqual(SKIPPED);

    await happens(await pullEvent(scene, pull, 'opened'));
    await scene.clock.pass(5_000);
    await agent.commit({ 'src/more.ts': '2\n' }, 'Add more', { branch: pull.branch });
    const reuse = { 'pull-request': 'reuse', 'issue-number': '1' };
    await happens(await pullEvent(scene, pull, 'synchronize'), reuse);
    if (isDraft) await agent.markReady(pull.number);
    if (isDraft) await happens(await pullEvent(scene, pull, 'ready_for_review'));
    await scene.clock.pass(mergedAfter);
    const { sha } = await alice(scene).mergePull(pull.number);
    await happens(await pullEvent(scene, pull, 'closed'));
    const push = await pushOf(scene, sha);
    await happens(push, reuse);
    await happens(workflowRun(push));
    expect((await first.result).exitCode).toBe(0);
    expect(turnsOf(scene)).toEqual([['create']]);
  });

describe('one old job that the service answers', () => {
  const ANSWERS = [
    { what: 'with 404', form: respond(404) },
    { what: 'with HTML', form: respond(200, '<html>') },
  ];

  /** A job that no run reported, or one that ended without a pull request, and cannot be read from now on. */
  async function withUnreadableJob({ form = respond(410), isReported = true }) {
    const scene = await createScene({ job: { seconds: 30, pullRequest: false } });
    const { outputs } = await answer(scene, scene.event, { inputs: { wait: String(isReported) } });
    const { jobId = '', commentUrl = '' } = outputs;
    scene.service.faults.add({ ...form, operation: 'get', job: jobId, times: Infinity });
    scene.service.script({ seconds: 600 });
    return { ...scene, jobId, commentUrl };
  }
  const test = testIn(withUnreadableJob, {});

  test.each([
    { request: 'the opening of a pull request', isReported: false, make: openingOf },
    {
      request: 'a command on it',
      isReported: true,
      make: (scene: Scene, { number }: OpenedPull) => say(scene, '/docs explain it', { on: number }),
    },
    {
      request: 'the push of its merge',
      isReported: true,
      make: async (scene: Scene, { number }: OpenedPull) => pushOf(scene, (await alice(scene).mergePull(number)).sha),
    },
  ])('with 410 for ever (reported: $isReported): $request is a request a day later', async (scene, { make }) => {
    await scene.clock.pass(25 * HOUR);
    expect(await after(scene, await make(scene, await openAs(scene, 'bob')))).toEqual(STARTED);
  });

  test.each(ANSWERS)('$what for ever harms no pull request that was opened 11 minutes after its end', async (scene) => {
    await scene.clock.pass(11 * MINUTE);
    expect(await openAsBob(scene)).toEqual(STARTED);
  });

  test.each(ANSWERS.map((each) => ({ ...each, isReported: false })))(
    '$what suspects one that was opened meanwhile',
    async (scene) => {
      const pull = await openAs(scene, 'bob');
      const result = await answer(scene, await openingOf(scene, pull), step(NO_WAIT.inputs));
      expectSkipped(result, scene.jobId);
      expect(result.log).toContain(scene.commentUrl);
      expect(prompts(scene)).toBe(1);
    },
  );
});
