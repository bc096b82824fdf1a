import { describe, expect } from '@jest/globals';
import { createPerson } from '../../../sandbox/github/person.ts';
import type { GitHubEvent } from '../../../sandbox/github/webhook-inbox.ts';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import { answer, botComments, byHand, command } from '../../support/conversation.ts';
import {
  alice,
  askedGitHub,
  fillThread,
  promptOf,
  pushIn,
  say,
  schedule,
  workflowRun,
} from '../../support/events.ts';
import {
  ACTIVE,
  DAY,
  endedWith,
  labelNew,
  openByAgent,
  plantRequest,
  UNCONFIRMED,
  UNSENT,
} from '../../support/limits.ts';
import { type Scene, warnings } from '../../support/scene.ts';
import { test } from '../../support/scene-test.ts';

type Inputs = Readonly<Record<string, string>>;

const HOUR = DAY / 24;
const limit = (count: number, more: Inputs = {}) => ({
  'max-jobs-per-day': String(count),
  ...more,
});
const ended = (job: string) =>
  ({ at: 'over', why: 'ended', job, verdict: 'no-changes', link: '' }) as const;

describe('a limit of 2 jobs per day', () => {
  test.each<[what: string, verdict: string, jobs: readonly Parameters<typeof plantRequest>[1][]]>([
    ['is not reached by one job', 'pull-request', [ended]],
    ['is reached by two that ended', 'limit-reached', [ended, ended]],
    ['counts a request that is unconfirmed', 'limit-reached', [ACTIVE, UNCONFIRMED]],
    ['does not count one that was not sent', 'pull-request', [ACTIVE, UNSENT]],
  ])('%s', async (scene, _, verdict, jobs) => {
    for (const phase of jobs) await plantRequest(scene, phase);
    const result = await labelNew(scene, limit(2));
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict } });
    expect(scene.sent('create')).toBe(verdict === 'pull-request' ? 1 : 0);
  });

  test('is one of 24 hours, and not of a calendar day', async (scene) => {
    await scene.clock.pass(11 * HOUR); // 23:00
    await plantRequest(scene, ended);
    await scene.clock.pass(HOUR / 2);
    await plantRequest(scene, ended);
    await scene.clock.pass(HOUR); // 00:30
    const early = await labelNew(scene, limit(2));
    expect(early.outputs.verdict).toBe('limit-reached');
    expect(early.log).toContain(
      '2 jobs were created in the last 24 hours (limit `max-jobs-per-day: 2`)',
    );
    expect(early.log).toContain(
      'After 2026-03-03 23:00 UTC, remove the label `docs` and set it again.',
    );
    await scene.clock.pass(22.5 * HOUR - 10_000);
    expect((await labelNew(scene, limit(2))).outputs.verdict).toBe('limit-reached');
    await scene.clock.pass(10_000);
    expect((await labelNew(scene, limit(2))).outputs.verdict).toBe('pull-request');
  });

  test('that was lowered is free again once fewer jobs than that are left', async (scene) => {
    for (let made = 0; made < 3; made++) {
      await plantRequest(scene, ended);
      await scene.clock.pass(HOUR);
    }
    const { log } = await labelNew(scene, limit(2));
    expect(log).toContain('After 2026-03-03 13:00 UTC, remove the label `docs` and set it again.');
  });

  test('counts a job since its announcement, also if its comment was edited later', async (scene) => {
    const { id, body } = await plantRequest(scene, ended);
    await scene.clock.pass(5 * HOUR);
    await createPerson(scene.github, 'agent').editComment(id, body);
    await scene.clock.pass(18 * HOUR);
    expect((await labelNew(scene, limit(1))).outputs.verdict).toBe('limit-reached');
    await scene.clock.pass(HOUR);
    expect((await labelNew(scene, limit(1))).outputs.verdict).toBe('pull-request');
  });

  test('counts the failed job of an earlier attempt, whose comment the run replaces', async (scene) => {
    scene.service.script({ end: 'failed' });
    const first = await scene.run({ run: { id: 900 }, inputs: limit(1) });
    const second = await scene.run({ run: { id: 900, attempt: 2 }, inputs: limit(1) });
    expect([first.outputs.verdict, second.outputs.verdict]).toEqual(['failed', 'limit-reached']);
  });

  test('reads no pull requests, and only the comments of a day', async (scene) => {
    await plantRequest(scene, endedWith((await openByAgent(scene, scene.github.repo)).link));
    await scene.clock.pass(2 * DAY);
    fillThread(scene, 120);
    await scene.clock.pass(2 * DAY);
    expect((await labelNew(scene, limit(1))).outputs.verdict).toBe('pull-request');
    expect(
      askedGitHub(scene).filter((request) => /sort=updated|\/pulls\?/.test(request)),
    ).toHaveLength(1);
  });

  test('neither counts follow-ups nor limits them', async (scene) => {
    expect((await command(scene, '/docs explain', { inputs: limit(1) })).outputs.verdict).toBe(
      'pull-request',
    );
    expect((await command(scene, '/docs shorter', { inputs: limit(1) })).outputs.verdict).toBe(
      'pull-request',
    );
    expect([scene.sent('create'), scene.sent('follow-up')]).toEqual([1, 1]);
    const anew = await command(scene, '/docs new longer', { inputs: limit(1) });
    expect(anew.outputs.verdict).toBe('limit-reached');
    expect((await botComments(scene)).at(-1)?.prose).toContain('repeat the comment.');
  });
});

const push = async (scene: Scene): Promise<GitHubEvent> => {
  await alice(scene).commit({ 'src/list.ts': 'print();\n' }, 'Print');
  return pushIn(scene);
};

describe('a limit stops', () => {
  const onSchedule = async () => schedule;
  const onHand = async (scene: Scene) => byHand(scene);
  const reuse = { 'pull-request': 'reuse', 'issue-number': '1' };

  test.each<
    [what: string, event: (scene: Scene) => Promise<GitHubEvent>, inputs: Inputs, says: string]
  >([
    [
      'a push in a thread',
      push,
      { 'issue-number': '1' },
      'No other request describes these changes. A run with `compare: ',
    ],
    [
      'a push with `reuse` in a thread',
      push,
      reuse,
      'The next request that runs describes these changes too.',
    ],
    ['a schedule', onSchedule, { prompt: 'Do.' }, 're-run the workflow'],
    [
      'a schedule in a thread',
      onSchedule,
      { prompt: 'Do.', 'issue-number': '1' },
      're-run the workflow',
    ],
    ['a run by hand', onHand, { prompt: 'Do.' }, 're-run'],
  ])('%s', async (scene, _, event, inputs, says) => {
    await plantRequest(scene, ACTIVE);
    const result = await answer(scene, await event(scene), { inputs: { ...limit(1), ...inputs } });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'limit-reached' } });
    expect(result.log).toContain(says);
    expect(result.summary).toContain(says);
    expect(scene.sent('create')).toBe(0);
    const isReported = (await botComments(scene)).some(({ prose }) =>
      prose.includes('Not started'),
    );
    expect(isReported).toBe('issue-number' in inputs);
  });
});

test('the range that a push names is what a run with `compare` describes', async (scene) => {
  await plantRequest(scene, ACTIVE);
  const { log } = await answer(scene, await push(scene), {
    inputs: limit(1, { 'issue-number': '1' }),
  });
  const [, compare = ''] = /`compare: (\S+)`/.exec(log) ?? [];
  const later = await answer(scene, byHand(scene), { inputs: { compare } });
  expect(later.outputs.verdict).toBe('pull-request');
  expect(promptOf(scene)).toContain('src/list.ts');
});

test('with `reuse`, the next push that runs describes the changes of one that the limit stopped', async (scene) => {
  const planted = await plantRequest(scene, ACTIVE);
  const inputs = { 'pull-request': 'reuse', 'issue-number': '1', ...limit(1) };
  expect((await answer(scene, await push(scene), { inputs })).outputs.verdict).toBe(
    'limit-reached',
  );
  await alice(scene).deleteComment(planted.id);
  await alice(scene).commit({ 'src/more.ts': 'more();\n' }, 'More');
  const next = await answer(scene, await pushIn(scene, 2), { inputs, run: { id: 500 } });
  expect(next.outputs.verdict).toBe('pull-request');
  expect(promptOf(scene)).toContain('src/list.ts');
  expect(promptOf(scene)).toContain('src/more.ts');
});

test('a job without a thread is created below the limit, and a warning says that it does not count', async (scene) => {
  const result: StepResult = await answer(scene, schedule, {
    inputs: { prompt: 'Do.', ...limit(1) },
  });
  expect(result.outputs.verdict).toBe('pull-request');
  expect(warnings(result)).toEqual([
    expect.stringContaining('The limits do not count the job of this request'),
  ]);
  expect(result.summary).toContain('The limits do not count the job of this request');
});

test.each([
  { what: 'a push', make: push },
  { what: 'a workflow run', make: async (scene: Scene) => workflowRun(await push(scene)) },
])(
  '$what without a thread and with a limit is an error that names `issue-number`',
  async (scene, { make }) => {
    const result = await answer(scene, await make(scene), { inputs: limit(5) });
    expect(result.outputs.verdict).toBe('error');
    expect(result.log).toContain('The limits do not count the job of this request');
    expect(result.log).toContain('`issue-number`');
    expect(scene.sent('create')).toBe(0);
  },
);

test.each([
  { many: 4_900, verdict: 'pull-request' },
  { many: 5_100, verdict: 'limit-reached' },
])(
  '$many comments of strangers in a day: $verdict, as the limit cannot be counted beyond 5,000',
  async (scene, row) => {
    fillThread(scene, row.many);
    const { number } = await alice(scene).openIssue('Explain a flag', 'Please.');
    const event = await say(scene, '/docs explain', { on: number });
    const result = await answer(scene, event, { inputs: limit(3) });
    expect(result.outputs.verdict).toBe(row.verdict);
    if (row.many > 5_000)
      expect(result.log).toContain('more than 5,000 comments were edited in the last 24 hours');
  },
);
