import { describe, expect } from '@jest/globals';
import type { Login } from '../../../sandbox/github/embedded.ts';
import { createPerson } from '../../../sandbox/github/person.ts';
import type { GitHubEvent } from '../../../sandbox/github/webhook-inbox.ts';
import type { FaultForm } from '../../../sandbox/http/faults.ts';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import type { JobScript } from '../../../sandbox/service/job-script.ts';
import { createService } from '../../../sandbox/service/service.ts';
import { concurrentTests } from '../../support/concurrent-tests.ts';
import { answer, botComments, command, say, start, turnsOf } from '../../support/conversation.ts';
import {
  alice,
  as,
  by,
  fillThread,
  type OpenedPull,
  openAs,
  PULL_CAUSES,
  pullEvent,
  pushOf,
  workflowRun,
} from '../../support/events.ts';
import { EDIT } from '../../support/kill-points.ts';
import { createScene, type Scene } from '../../support/scene.ts';
import { exactly } from '../../support/scene-test.ts';
import { sweep } from '../../support/sweep.ts';

const test = concurrentTests();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NO_WAIT = { inputs: { wait: 'false' } };

let lastRun = 5_000;
const asOtherRun = (inputs: Record<string, string> = {}) => ({
  run: { id: ++lastRun },
  inputs: { timeout: '10m', ...inputs },
});
const prompts = (scene: Scene) => scene.sent('create') + scene.sent('follow-up');

/** Runs the step on the opening of the pull request, as if alice's token had opened it. */
const onOpening = async (scene: Scene, pull: OpenedPull, inputs: Record<string, string> = {}) =>
  answer(scene, by(await pullEvent(scene, pull, 'opened'), 'alice'), asOtherRun({ wait: 'false', ...inputs }));

/** The label's job, which works for a while and shows no pull request. */
async function withJob(script: Partial<JobScript> = {}) {
  const scene = await createScene({ job: { seconds: 600, pullRequest: false, ...script } });
  const { outputs } = await answer(scene, scene.event, NO_WAIT);
  await scene.clock.pass(20_000);
  return { ...scene, jobId: outputs.jobId ?? '', commentUrl: outputs.commentUrl ?? '' };
}

/** The same, after an earlier job whose pull request this account opened. */
async function withKnownAgent(agent: Login | 'agent', script: Partial<JobScript> = {}) {
  const scene = await createScene({ job: { seconds: 60, pullRequest: false } });
  const first = start(scene, scene.event, { inputs: { timeout: '10m' } });
  await scene.until('the job is created', () => scene.sent('create') === 1);
  const { url } = await openAs(scene, agent);
  scene.service.script({ link: url, pullRequest: true }, scene.service.jobs[0]?.id);
  expect((await first.result).outputs).toMatchObject({ verdict: 'pull-request', prLink: url });
  await scene.clock.pass(HOUR);
  scene.service.script({ seconds: 600, ...script });
  return scene;
}

/** Another job, in another thread. */
async function anotherJob(scene: Scene) {
  const { number } = await alice(scene).openIssue('Explain the exit codes', 'There are three.');
  const event = await say(scene, '/docs explain them', { on: number });
  const { outputs } = await answer(scene, event, NO_WAIT);
  await scene.clock.pass(20_000);
  return outputs.jobId ?? '';
}

/** Log and summary; the zero-width spaces of escaped numbers are left out. */
const told = ({ log, summary }: StepResult) => [log, summary.replaceAll('&#8203;', '')];

function expectSkipped(result: StepResult, ...names: string[]) {
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'skipped', jobId: '' } });
  for (const text of told(result)) for (const name of names) expect(text).toContain(name);
}

describe('of a pull request that was opened while a job works,', () => {
  async function withKnownBob() {
    const scene = await withKnownAgent('bob');
    await anotherJob(scene);
    return scene;
  }
  const whose = [
    { whose: 'of an unknown agent', by: 'bob', isSuspected: true, prepare: withJob },
    {
      whose: 'of the account that opened an earlier one',
      by: 'bob',
      isSuspected: true,
      prepare: withKnownBob,
    },
    {
      whose: 'of another account than the one that opened an earlier one',
      by: 'mike',
      isSuspected: false,
      prepare: withKnownBob,
    },
  ] as const;
  // Each event once as the agent's and once as a person's. Which account is known takes turns.
  const rows = PULL_CAUSES.flatMap((cause, at) =>
    whose
      .filter((_, row) => row !== at % 2)
      .map((each) => ({ ...cause, ...each, verdict: each.isSuspected ? 'skipped' : 'started' })),
  );

  test.each(rows)('$cause, $whose: $verdict', async (row) => {
    await using scene = await row.prepare();
    const pull = await openAs(scene, row.by, { draft: row.cause === 'the end of its draft' });
    const before = prompts(scene);
    const event = await row.act(scene, pull);
    const result = await answer(scene, event, asOtherRun({ wait: 'false', ...row.inputs }));
    expect([result.exitCode, result.outputs.verdict]).toEqual([0, row.verdict]);
    expect(prompts(scene) - before).toBe(row.isSuspected ? 0 : 1);
    const way = /push|CI/.test(row.cause) ? ['compare'] : ['/docs', 'label'];
    if (row.isSuspected) expectSkipped(result, `#${pull.number}`, scene.service.jobs.at(-1)?.id ?? '', ...way);
  });
});

describe('a pull request of bob is', () => {
  interface Window {
    readonly what: string;
    readonly isSuspected: boolean;
    readonly script?: Partial<JobScript>;
    /** Opens it, after the label's job was created 20 s ago. */
    open(scene: Scene, jobId: string): Promise<OpenedPull>;
  }
  const openAfter = (ms: number, wait?: (scene: Scene) => Promise<unknown>) => async (scene: Scene) => {
    await wait?.(scene);
    await scene.clock.pass(ms);
    return openAs(scene, 'bob');
  };
  const report = (scene: Scene) =>
    answer(scene, { name: 'schedule', payload: { schedule: '0 3 * * *' } }, asOtherRun({ operation: 'sweep' }));
  const END = { seconds: 10 };
  /** Long after the end of the first job, another one is asked for in vain. */
  async function failToCreate(scene: Scene, form: FaultForm, verdict: string) {
    await report(scene);
    await scene.clock.pass(HOUR);
    scene.service.faults.add({ operation: 'create', ...form });
    const { number } = await alice(scene).openIssue('More', 'Of it.');
    const { outputs } = await answer(scene, await say(scene, '/docs explain it', { on: number }));
    expect(outputs.verdict).toBe(verdict);
  }
  const windows: readonly Window[] = [
    { what: 'opened while the job works', isSuspected: true, open: openAfter(0) },
    {
      what: 'opened 9 minutes after the end of the job',
      isSuspected: true,
      script: END,
      open: openAfter(9 * MINUTE, report),
    },
    { what: 'opened 11 minutes after it', isSuspected: false, script: END, open: openAfter(11 * MINUTE, report) },
    { what: 'opened 23 h after the create', isSuspected: true, script: { seconds: 9e5 }, open: openAfter(23 * HOUR) },
    { what: 'opened 25 h after it', isSuspected: false, script: { seconds: 9e5 }, open: openAfter(25 * HOUR) },
    {
      what: 'opened while the job works, and its event is handled 3 h later',
      isSuspected: true,
      async open(scene) {
        const pull = await openAs(scene, 'bob');
        await scene.clock.pass(3 * HOUR);
        return pull;
      },
    },
    {
      what: 'opened after an end that shows the link of another pull request of bob',
      isSuspected: false,
      async open(scene, jobId) {
        const { url } = await openAs(scene, 'bob');
        scene.service.script({ seconds: 30, link: url, pullRequest: true }, jobId);
        await scene.clock.pass(MINUTE);
        return openAs(scene, 'bob');
      },
    },
    {
      what: 'opened after an unconfirmed create',
      isSuspected: true,
      script: END,
      open: openAfter(5 * HOUR, (scene) => failToCreate(scene, { kind: 'reset' }, 'unconfirmed')),
    },
    {
      what: 'opened after a create that was refused',
      isSuspected: false,
      script: END,
      open: openAfter(0, (scene) => failToCreate(scene, { kind: 'answer', status: 422 }, 'error')),
    },
  ];
  test.each(windows.map((each) => ({ ...each, whose: each.isSuspected ? 'suspected' : "a person's" })))(
    '$whose: $what',
    async ({ script = {}, open, isSuspected }) => {
      await using scene = await withJob(script);
      const pull = await open(scene, scene.jobId);
      const before = prompts(scene);
      const result = await onOpening(scene, pull);
      expect([result.outputs.verdict, prompts(scene) - before]).toEqual(isSuspected ? ['skipped', 0] : ['started', 1]);
    },
  );

  test('a person’s: opened before the job was created, though its event comes later', async () => {
    await using scene = await createScene({ job: { seconds: 600, pullRequest: false } });
    const pull = await openAs(scene, 'bob');
    await scene.clock.pass(5_000);
    await answer(scene, scene.event, NO_WAIT);
    expect((await onOpening(scene, pull)).outputs.verdict).toBe('started');
  });

  test.each([{ isReadable: true }, { isReadable: false }])(
    'a person’s while a job works, after a job of the project reported a link in another repository (readable: $isReadable)',
    async ({ isReadable }) => {
      await using scene = await createScene({ agentRepository: 'guides' });
      const first = await answer(scene, scene.event);
      expect(first.outputs.prRepository).toBe('acme/guides');
      scene.service.script({ seconds: 600 });
      await anotherJob(scene);
      if (!isReadable)
        scene.github.faults.add({ kind: 'answer', status: 403, method: 'GET', path: /\/guides\//, times: Infinity });
      expect((await onOpening(scene, await openAs(scene, 'bob'))).outputs.verdict).toBe('started');
    },
  );

  test('the agent’s if a job of another project with the same key names it', async () => {
    await using scene = await createScene();
    const pull = await openAs(scene, 'bob');
    const blog = await createService({
      projectId: 'acme-blog',
      key: scene.service.key,
      job: { seconds: 0, link: pull.url },
      clock: scene.clock,
    });
    await answer(scene, scene.event, { inputs: { 'base-url': blog.url, 'project-id': blog.projectId } });
    const result = await onOpening(scene, pull);
    await blog.close();
    expect([result.outputs.verdict, scene.sent('create')]).toEqual(['skipped', 0]);
  });
});

test('a pull request of a bot that opened one before is the agent’s at any time, and a command gets a job at once', async () => {
  await using scene = await withKnownAgent('agent', { seconds: 5 });
  await scene.clock.pass(40 * HOUR);
  const pull = await openAs(scene, 'agent');
  expect((await onOpening(scene, pull)).outputs.verdict).toBe('skipped');
  expect(prompts(scene)).toBe(1);
  const asked = await answer(scene, await say(scene, '/docs shorter', { on: pull.number }), NO_WAIT);
  expect([asked.outputs.verdict, scene.sent('create')]).toEqual(['started', 2]);
});

describe('on a suspected pull request', () => {
  const asks = [
    {
      ask: 'a label by alice',
      async act(scene: Scene, pull: OpenedPull) {
        await alice(scene).addLabel(pull.number, 'docs');
        return pullEvent(scene, pull, 'labeled');
      },
    },
    { ask: 'a command', act: (scene: Scene, { number }: OpenedPull) => say(scene, '/docs shorter', { on: number }) },
    {
      ask: 'a review',
      async act(scene: Scene, { number }: OpenedPull) {
        await alice(scene).review(number, { body: '/docs shorter' });
        return scene.github.events.waitFor('pull_request_review', 'submitted');
      },
    },
  ];
  const ends = [
    { end: 'its link', link: (pull: OpenedPull) => pull.url, jobs: [['create', 'follow-up']] },
    { end: 'no link', link: () => null, jobs: [['create'], ['create']] },
    {
      end: 'another link',
      link: ({ url }: OpenedPull) => url.replace(/\d+$/, '1'),
      jobs: [['create'], ['create']],
    },
  ];
  // A command with each end, the others with one.
  const rows = asks.flatMap((ask, at) =>
    ends.filter((_, end) => at === 1 || end === at).map((end) => ({ ...ask, ...end })),
  );
  test.each(rows)(
    '$ask waits until the suspect ends, and counts after an end with $end',
    async ({ act, link, jobs }) => {
      await using scene = await withJob({ seconds: 120, drops: true });
      const pull = await openAs(scene, 'bob');
      scene.service.script({ link: link(pull), pullRequest: link(pull) !== null }, scene.jobId);
      scene.service.script({ seconds: 5 });
      const asked = start(scene, await act(scene, pull), { ...asOtherRun({ timeout: '10m' }) });
      await scene.clock.pass(60_000);
      expect(prompts(scene)).toBe(1);
      expect((await botComments(scene, pull.number)).map(({ prose }) => prose)).toEqual([
        expect.stringContaining('Waiting for'),
      ]);
      expect((await asked.result).exitCode).toBe(0);
      expect(turnsOf(scene)).toEqual(jobs);
      expect(scene.service.jobs[0]?.turns[0]?.outcome).toBeDefined();
    },
  );

  test('a label by its author is no request', async () => {
    await using scene = await withJob();
    const pull = await openAs(scene, 'bob');
    await createPerson(scene.github, 'bob').addLabel(pull.number, 'docs');
    const result = await answer(scene, await pullEvent(scene, pull, 'labeled'), asOtherRun());
    expectSkipped(result, scene.jobId, '/docs');
    expect(prompts(scene)).toBe(1);
  });

  test.each([{ end: 'its link' }, { end: 'no link' }])(
    'three legs and another workflow send one prompt for one command, after an end with $end',
    async ({ end }) => {
      await using scene = await withJob({ seconds: 60 });
      const pull = await openAs(scene, 'bob');
      scene.service.script({ link: pull.url, pullRequest: end === 'its link' }, scene.jobId);
      const event = await say(scene, '/docs shorter', { on: pull.number });
      const workflow = { GITHUB_WORKFLOW_REF: 'acme/docs/.github/workflows/other.yml@refs/heads/main' };
      const legs = ['guides', 'api', 'cli'].map((key) =>
        start(scene, event, { run: { id: 700 }, inputs: { key, timeout: '10m' } }),
      );
      const other = start(scene, event, { run: { id: 701 }, env: workflow, inputs: { timeout: '10m' } });
      await Promise.all([...legs, other].map(({ result }) => result));
      await answer(scene, event, { run: { id: 700, attempt: 2 }, inputs: { key: 'api', timeout: '10m' } });
      expect(prompts(scene)).toBe(2);
    },
  );

  test('a command with two suspects sends nothing; one comment asks to repeat it, and then it continues the opener', async () => {
    await using scene = await withJob({ seconds: 120, pullRequest: true, linkDelay: 9e5 });
    await anotherJob(scene);
    const pull = await openAs(scene, 'bob');
    const event = await say(scene, '/docs shorter', { on: pull.number });
    const legs = ['guides', 'api', 'cli'].map((key) =>
      start(scene, event, { run: { id: 700 }, inputs: { key, timeout: '10m' } }),
    );
    const results = await Promise.all(legs.map(({ result }) => result));
    expect(prompts(scene)).toBe(2);
    expect(results.map(({ outputs }) => outputs.verdict)).toContain('error');
    const [comment] = exactly(1, await botComments(scene, pull.number));
    expect(comment?.prose).toMatch(/repeat|again/i);

    scene.service.script({ link: pull.url, linkDelay: 0, seconds: 1 }, scene.jobId);
    await scene.clock.pass(10 * MINUTE);
    const again = await answer(scene, await say(scene, '/docs shorter', { on: pull.number }), asOtherRun());
    expect(again.outputs.jobId).toBe(scene.jobId);
    expect(turnsOf(scene)).toEqual([['create', 'follow-up'], ['create']]);
  });

  test('merged, its commits are left out of a push, and log and summary name it and the range', async () => {
    await using scene = await withJob();
    const pull = await openAs(scene, 'bob');
    const base = await alice(scene).commit({ 'src/start.ts': '0\n' }, 'Start');
    const { sha } = await alice(scene).mergePull(pull.number, 'squash');
    const all = as(await pushOf(scene, sha), { before: base });
    expectSkipped(await answer(scene, all, asOtherRun()), `#${pull.number}`, scene.jobId, 'compare');

    const head = await alice(scene).commit({ 'src/mine.ts': '1\n' }, 'Add mine');
    const mixed = as(await pushOf(scene, head), { before: base });
    const result = await answer(scene, mixed, asOtherRun({ wait: 'false', 'issue-number': '1' }));
    expect(result.outputs.verdict).toBe('started');
    const prompt = scene.service.jobs.at(-1)?.turns[0]?.prompt ?? '';
    expect([prompt.includes('src/mine.ts'), prompt.includes(pull.branch)]).toEqual([true, false]);
    for (const text of told(result)) {
      expect(text).toContain(`#${pull.number}`);
      expect(text).toContain('compare');
      expect(text).toMatch(new RegExp(`${base.slice(0, 7)}\\w*\\.{2,3}${head.slice(0, 7)}`));
    }
  });
});

const GO = { context: 'none', prompt: 'Do', timeout: '10m' };
const step = (inputs: Record<string, string> = {}) => ({ run: { id: ++lastRun }, inputs: { ...GO, ...inputs } });

async function labelOn(scene: Scene, pull: Awaited<ReturnType<typeof openAs>>): Promise<GitHubEvent> {
  await alice(scene).addLabel(pull.number, 'docs');
  return pullEvent(scene, pull, 'labeled');
}

describe('a label on the pull request of a job that no run waited for, an hour after its end,', () => {
  /** @param statuses what the service answers to status requests at first. */
  async function labelAnHourLater(statuses: readonly number[]) {
    const scene = await createScene({ job: { seconds: 5 } });
    await answer(scene, scene.event, NO_WAIT);
    const pull = await openAs(scene, 'bob');
    scene.service.script({ link: pull.url }, scene.service.jobs[0]?.id);
    await scene.clock.pass(60 * MINUTE);
    for (const status of statuses) scene.service.faults.add({ operation: 'get', kind: 'answer', status });
    return { ...scene, labeled: await labelOn(scene, pull) };
  }
  const rows: readonly { what: string; statuses: readonly number[]; sent: readonly number[] }[] = [
    { what: 'continues that job after two 502', statuses: [502, 502], sent: [1, 1] },
    { what: 'continues that job after one 404', statuses: [404], sent: [1, 1] },
    { what: 'gets a job if that one cannot be read for good', statuses: Array(7).fill(502), sent: [2, 0] },
    { what: 'gets a job if that one is gone', statuses: [404, 404, 502, ...Array(6).fill(404)], sent: [2, 0] },
  ];
  test.each(rows)('$what', async ({ statuses, sent }) => {
    await using scene = await labelAnHourLater(statuses);
    expect((await answer(scene, scene.labeled, step())).outputs.verdict).toBe('pull-request');
    expect([scene.sent('create'), scene.sent('follow-up')]).toEqual(sent);
  });

  test('and is cancelled while that job cannot be read, is cancelled, and no error', async () => {
    await using scene = await labelAnHourLater(Array(50).fill(502));
    const run = start(scene, scene.labeled, step());
    await scene.clock.pass(5_000);
    run.kill('SIGTERM');
    expect((await run.result).outputs.verdict).toBe('cancelled');
  });
});

describe('the opening of a pull request causes no job', () => {
  const opened = async (scene: Scene, pull: Awaited<ReturnType<typeof openAs>>) => {
    const before = prompts(scene);
    const result = await answer(scene, by(await pullEvent(scene, pull, 'opened'), 'alice'), step());
    return [result.outputs.verdict, prompts(scene) - before];
  };

  test.each([
    { what: 'reset', form: { kind: 'reset' } },
    { what: 'a 502', form: { kind: 'answer', status: 502 } },
  ] as const)('by a follow-up whose answer was $what', async ({ form }) => {
    await using scene = await createScene({ job: { seconds: 5, pullRequest: false } });
    await answer(scene, scene.event, { inputs: { timeout: '5m' } });
    await scene.clock.pass(120 * MINUTE);
    scene.service.script({ seconds: 600 });
    scene.service.faults.add({ operation: 'follow-up', after: true, ...form });
    expect((await command(scene, '/docs more')).outputs.verdict).toBe('unconfirmed');
    expect(await opened(scene, await openAs(scene, 'bob'))).toEqual(['skipped', 0]);
  });

  test('by a job that the service does not know yet, although its create waited for the quota', async () => {
    await using scene = await createScene({ job: { seconds: 60, pullRequest: false, startDelay: 10 } });
    const quota = { kind: 'answer', status: 429, headers: { 'retry-after': '90' } } as const;
    scene.service.faults.add({ operation: 'create', ...quota });
    await answer(scene, scene.event, { inputs: { wait: 'false', timeout: '5m' } });
    expect(await opened(scene, await openAs(scene, 'bob'))).toEqual(['skipped', 0]);
  });

  test.each([20, 58].map((delay) => ({ delay })))('by a job that shows its link $delay s later', async ({ delay }) => {
    await using scene = await createScene({ job: { seconds: 10_000, pullRequest: false } });
    await answer(scene, scene.event, NO_WAIT);
    await scene.clock.pass(20_000);
    const pull = await openAs(scene, 'bob');
    const [job] = scene.service.jobs;
    scene.service.script({ seconds: 20 + delay, link: pull.url, pullRequest: true }, job?.id);
    expect(await opened(scene, pull)).toEqual(['skipped', 0]);
  });

  test('by a job whose status comment does not name it yet, as GitHub refuses the edit', async () => {
    await using scene = await createScene({ job: { seconds: 60 } });
    scene.github.faults.add({ kind: 'answer', status: 502, ...EDIT, times: 6 });
    const first = start(scene, scene.event, { inputs: { timeout: '10m' } });
    await scene.until('the job is created', () => scene.sent('create') === 1);
    expect(await opened(scene, await openAs(scene, 'bob'))).toEqual(['skipped', 0]);
    await first.result;
  });

  test('by a first attempt whose job failed, before a re-run', async () => {
    await using scene = await createScene({ job: { seconds: 600, end: 'failed' } });
    const first = start(scene, scene.event, { run: { id: 20 }, inputs: { timeout: '1h' } });
    await scene.clock.pass(5 * MINUTE);
    const pull = await openAs(scene, 'bob');
    await first.result;
    scene.service.script({ seconds: 3_600 });
    await answer(scene, scene.event, { run: { id: 20, attempt: 2 }, inputs: { wait: 'false' } });
    expect(await opened(scene, pull)).toEqual(['skipped', 0]);
  });
});

const ADVICE = 'let another account than its author set the label `docs`';
test.each([
  { action: 'labeled', label: 'docs', advice: ADVICE, never: ' or set' },
  { action: 'opened', label: 'docs', advice: ADVICE, never: ' or set' },
  { action: 'opened', label: '*', advice: 'comment `/docs`', never: 'label' },
])('the advice on a suspected pull request can be followed: $action, where the label is $label', async (row) => {
  await using scene = await createScene({ job: { seconds: 600, pullRequest: false } });
  await answer(scene, scene.event, NO_WAIT);
  await scene.clock.pass(MINUTE);
  const pull = await openAs(scene, 'alice');
  if (row.action === 'labeled') await labelOn(scene, pull);
  const event = await pullEvent(scene, pull, row.action);
  const result = await answer(scene, event, step({ 'trigger-label': row.label }));
  expect(result.outputs.verdict).toBe('skipped');
  const [, said = ''] = result.log.split('If it is not, ');
  expect(said).toContain(row.advice);
  expect(said).not.toContain(row.never);
});

test('a command on the pull request of one project continues its job, also if another project reads it first', async () => {
  await using scene = await createScene();
  await answer(scene, scene.event);
  const { service, clock } = scene;
  const other = await createService({ projectId: 'blog', key: service.key, clock, job: { seconds: 0 } });
  const event = await say(scene, '/docs shorter', { on: 2 });
  const inputs = { 'base-url': other.url, 'project-id': 'blog', key: 'blog', timeout: '1h' };
  const legs = [start(scene, event, { run: { id: 8 }, inputs })];
  await scene.clock.pass(90);
  legs.push(start(scene, event, { run: { id: 8 }, inputs: { key: 'docs', timeout: '1h' } }));
  await Promise.all(legs.map(({ result }) => result));
  await other.close();
  expect(scene.sent('follow-up')).toBe(1);
});

/** What these rules do not find, and what that costs. */
describe('a limit:', () => {
  test('early pull requests of the agent’s second account are requests until a job has ended with one of them', async () => {
    await using scene = await createScene();
    await answer(scene, scene.event); // the agent's bot opened its pull request
    scene.service.script({ seconds: 900, pullRequest: false });
    const begin = async () => {
      const { number } = await alice(scene).openIssue('More', 'Of it.');
      await answer(scene, await say(scene, '/docs explain it', { on: number }), NO_WAIT);
    };
    await begin();
    const open = async () => {
      await scene.clock.pass(2 * MINUTE);
      const pull = await openAs(scene, 'bob');
      const event = by(await pullEvent(scene, pull, 'opened'), 'alice');
      return { pull, verdict: (await answer(scene, event, step({ wait: 'false' }))).outputs.verdict };
    };
    const [first, second] = [await open(), await open()];
    expect([first.verdict, second.verdict]).toEqual(['started', 'started']);
    scene.service.script({ link: first.pull.url, pullRequest: true }, scene.service.jobs[1]?.id);
    await scene.clock.pass(15 * MINUTE);
    await sweep(scene);
    await begin();
    expect((await open()).verdict).toBe('skipped');
  });

  test('of the comments since a pull request was opened, 500 are read; without an earlier one it is a request, with a warning', async () => {
    await using scene = await createScene({ job: { seconds: 3_600, pullRequest: false } });
    await answer(scene, scene.event, NO_WAIT);
    await scene.clock.pass(5 * MINUTE);
    const pull = await openAs(scene, 'bob');
    fillThread(scene, 600);
    const event = by(await pullEvent(scene, pull, 'opened'), 'alice');
    const result = await answer(scene, event, step({ wait: 'false' }));
    expect(result.outputs.verdict).toBe('started');
    expect(result.log).toContain('only the 500 most recently edited comments of the repository were read');
  });
});

const agents = [
  { as: 'bob', what: 'shows the link with the end', isDraft: false, linkDelay: 0, mergedAfter: HOUR },
  { as: 'agent', what: 'shows the link 45 s after the end', isDraft: false, linkDelay: 45, mergedAfter: HOUR },
  { as: 'bob', what: 'opens it as a draft, which it makes ready', isDraft: true, linkDelay: 0, mergedAfter: HOUR },
  { as: 'agent', what: 'merges it before the end', isDraft: false, linkDelay: 0, mergedAfter: 10_000 },
  {
    as: 'bob',
    what: 'opens a draft, merges it before the end, and shows the link 45 s later',
    isDraft: true,
    linkDelay: 45,
    mergedAfter: 10_000,
  },
] as const;
test.each(agents)(
  'no second job and no follow-up for an agent that opens its pull request 20 s after the create, adds commits and $what, as $as',
  async ({ as, isDraft, linkDelay, mergedAfter }) => {
    await using scene = await createScene({ job: { seconds: 90, linkDelay } });
    const first = start(scene, scene.event, { inputs: { timeout: '10m' } });
    await scene.until('the job is created', () => scene.sent('create') === 1);
    await scene.clock.pass(20_000);
    const pull = await openAs(scene, as, { draft: isDraft });
    scene.service.script({ link: pull.url }, scene.service.jobs[0]?.id);
    const agent = createPerson(scene.github, as);
    const verdicts: unknown[] = [];
    const happens = async (event: Parameters<typeof by>[0], inputs: Record<string, string> = {}) =>
      verdicts.push(
        (await answer(scene, by(event, 'alice'), asOtherRun({ wait: 'false', ...inputs }))).outputs.verdict,
      );

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
    expect(new Set(verdicts)).toEqual(new Set(['skipped']));
    expect([scene.sent('create'), scene.sent('follow-up')]).toEqual([1, 0]);
  },
);

describe('one old job that the service answers', () => {
  const answers = [
    { what: 'with 403', fault: { kind: 'answer', status: 403 } },
    { what: 'with 404', fault: { kind: 'answer', status: 404 } },
    { what: 'with 410', fault: { kind: 'answer', status: 410 } },
    { what: 'with 500', fault: { kind: 'answer', status: 500 } },
    { what: 'with HTML', fault: { kind: 'answer', status: 200, body: '<html>' } },
  ] as const;

  /** A job that no run reported, or one that ended without a pull request, and cannot be read from now on. */
  async function withUnreadableJob(fault: (typeof answers)[number]['fault'], isReported: boolean) {
    const scene = await createScene({ job: { seconds: 30, pullRequest: false } });
    const first = await answer(scene, scene.event, { inputs: { wait: String(isReported) } });
    const { jobId = '', commentUrl = '' } = first.outputs;
    scene.service.faults.add({ ...fault, operation: 'get', job: jobId, times: 9_999 });
    scene.service.script({ seconds: 600 });
    return { ...scene, jobId, commentUrl };
  }

  const requests: readonly {
    readonly request: string;
    make(scene: Scene, pull: OpenedPull): ReturnType<typeof say>;
  }[] = [
    {
      request: 'the opening of a pull request',
      make: async (scene, pull) => by(await pullEvent(scene, pull, 'opened'), 'alice'),
    },
    { request: 'a command on it', make: (scene, { number }) => say(scene, '/docs explain it', { on: number }) },
    {
      request: 'a label on it',
      async make(scene, pull) {
        await alice(scene).addLabel(pull.number, 'docs');
        return pullEvent(scene, pull, 'labeled');
      },
    },
    { request: 'the push of its merge', make: (scene, pull) => mergedPush(scene, pull) },
    { request: 'a push', make: async (scene) => pushOf(scene, await alice(scene).commit({ 'src/a.ts': '1\n' }, 'A')) },
  ];
  const mergedPush = async (scene: Scene, { number }: OpenedPull) =>
    pushOf(scene, (await alice(scene).mergePull(number)).sha);

  test.each(
    requests.map((request, at) => {
      const isReported = at % 2 === 1;
      return { ...request, isReported, state: isReported ? 'reported' : 'never reported' };
    }),
  )('with 410 for ever, $state: $request is a request a day later', async ({ make, isReported }) => {
    await using scene = await withUnreadableJob({ kind: 'answer', status: 410 }, isReported);
    await scene.clock.pass(25 * HOUR);
    const event = await make(scene, await openAs(scene, 'bob'));
    const result = await answer(scene, event, asOtherRun({ wait: 'false' }));
    expect([result.exitCode, result.outputs.verdict]).toEqual([0, 'started']);
  });

  test.each(answers)(
    '$what for ever harms no pull request that was opened 11 minutes after its end',
    async ({ fault }) => {
      await using scene = await withUnreadableJob(fault, true);
      await scene.clock.pass(11 * 60_000);
      const event = by(await pullEvent(scene, await openAs(scene, 'bob'), 'opened'), 'alice');
      const result = await answer(scene, event, asOtherRun({ wait: 'false' }));
      expect([result.exitCode, result.outputs.verdict]).toEqual([0, 'started']);
    },
  );

  test.each(answers)('$what suspects one that was opened while it could work, and is named', async ({ fault }) => {
    await using scene = await withUnreadableJob(fault, false);
    const event = by(await pullEvent(scene, await openAs(scene, 'bob'), 'opened'), 'alice');
    const result = await answer(scene, event, asOtherRun({ wait: 'false' }));
    expect([result.exitCode, result.outputs.verdict, scene.sent('create')]).toEqual([0, 'skipped', 1]);
    for (const part of [scene.jobId, scene.commentUrl]) expect(result.log).toContain(part);
    expect(result.summary).toContain(scene.jobId);
  });
});
