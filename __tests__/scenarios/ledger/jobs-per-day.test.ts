import { describe, expect } from '@jest/globals';
import { findRepository } from '../../../sandbox/github/model/state.ts';
import { createPerson } from '../../../sandbox/github/person.ts';
import type { GitHubEvent } from '../../../sandbox/github/webhook-inbox.ts';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import { answer, botComments, byHand, command } from '../../support/conversation.ts';
import { alice, askedGitHub, fillThread, promptOf, pushIn, schedule } from '../../support/events.ts';
import { ACTIVE, DAY, endedWith, labelNew, openByAgent, plantRequest } from '../../support/ledger.ts';
import type { Scene } from '../../support/scene.ts';
import { test } from '../../support/scene-test.ts';

type Inputs = Readonly<Record<string, string>>;

const HOUR = DAY / 24;
const limit = (count: number, more: Inputs = {}) => ({ 'max-jobs-per-day': String(count), ...more });
const ended = (job: string) => ({ at: 'over', why: 'ended', job, verdict: 'no-changes', link: '' }) as const;

describe('a limit of 2 jobs per day', () => {
  const unconfirmed = () => ({ at: 'over', why: 'unconfirmed', verdict: 'unconfirmed' }) as const;
  const unsent = () => ({ at: 'over', why: 'unsent', verdict: 'cancelled' }) as const;

  test.each<[verdict: string, jobs: readonly Parameters<typeof plantRequest>[1][]]>([
    ['pull-request', [ended]],
    ['limit-reached', [ended, ended]],
    ['limit-reached', [ACTIVE, unconfirmed]],
    ['pull-request', [ACTIVE, unsent]],
  ])('%s with the jobs %j', async (scene, verdict, jobs) => {
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
    expect(early.log).toContain('2 jobs were created in the last 24 hours (limit `max-jobs-per-day: 2`)');
    expect(early.log).toContain('After 2026-03-03 23:00 UTC, remove the label `docs` and set it again.');
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

  test('counts a job since its creation, which is later than that of a comment that waited', async (scene) => {
    const jobCreatedAt = Date.parse('2026-03-02T17:00Z');
    const { id, body } = await plantRequest(scene, ended, { jobCreatedAt });
    await scene.clock.pass(5 * HOUR);
    await createPerson(scene.github, 'agent').editComment(id, body);
    await scene.clock.pass(23 * HOUR);
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
    expect(askedGitHub(scene).filter((request) => /graphql|sort=updated|\/pulls\?/.test(request))).toHaveLength(1);
  });

  test('counts a job although another comment is deleted between two pages of the list', async (scene) => {
    await plantRequest(scene, ended);
    await scene.clock.pass(60_000);
    fillThread(scene, 199);
    const remove = () =>
      void findRepository(scene.github.hub, `${scene.github.owner}/${scene.github.repo}`)?.comments.splice(-9, 1);
    const page = { method: 'GET', path: /comments\?sort=updated.*page=2$/ };
    scene.github.faults.add({ kind: 'delay', milliseconds: 100, ...page, onStrike: remove });
    expect((await labelNew(scene, limit(1))).outputs.verdict).toBe('limit-reached');
  });

  test('neither counts follow-ups nor limits them', async (scene) => {
    expect((await command(scene, '/docs explain', { inputs: limit(1) })).outputs.verdict).toBe('pull-request');
    expect((await command(scene, '/docs shorter', { inputs: limit(1) })).outputs.verdict).toBe('pull-request');
    expect([scene.sent('create'), scene.sent('follow-up')]).toEqual([1, 1]);
    const anew = await command(scene, '/docs new longer', { inputs: limit(1) });
    expect(anew.outputs.verdict).toBe('limit-reached');
    expect((await botComments(scene)).at(-1)?.prose).toContain('repeat the comment.');
  });
});

test('a job that `attach` reports in a second thread counts once for both limits, and in the report', {
  job: { seconds: 6_000 },
}, async (scene) => {
  const { jobId = '' } = (await scene.run({ inputs: { wait: 'false' } })).outputs;
  const { number } = await alice(scene).openIssue('Elsewhere', 'Please.');
  const inputs = { timeout: '60s', 'job-id': jobId, 'issue-number': String(number) };
  await scene.run({ event: schedule, run: { id: 77, job: 'wait' }, inputs: { operation: 'attach', ...inputs } });
  expect(await botComments(scene, number)).toHaveLength(1);
  const limits = limit(2, { 'max-open-pulls': '2', wait: 'false' });
  expect((await labelNew(scene, limits)).outputs.verdict).toBe('started');
  expect((await labelNew(scene, limits)).outputs.verdict).toBe('limit-reached');
  const { log } = await scene.run({ event: schedule, inputs: { operation: 'report', notify: '' } });
  expect(log).toContain('4 requests: 2 new jobs, 0 follow-ups, 1 not sent.');
});

const push = async (scene: Scene): Promise<GitHubEvent> => {
  await alice(scene).commit({ 'src/list.ts': 'print();\n' }, 'Print');
  return pushIn(scene);
};

describe('a limit stops', () => {
  const onSchedule = async () => schedule;
  const onHand = async (scene: Scene) => byHand(scene);
  const reuse = { 'pull-request': 'reuse', 'issue-number': '1' };

  test.each<[what: string, event: (scene: Scene) => Promise<GitHubEvent>, inputs: Inputs, says: string]>([
    ['a push', push, {}, 'No other request describes these changes. A run with `compare: '],
    ['a push with `reuse` in a thread', push, reuse, 'The next request that runs describes these changes too.'],
    ['a schedule', onSchedule, { prompt: 'Do.' }, 're-run the workflow'],
    ['a schedule in a thread', onSchedule, { prompt: 'Do.', 'issue-number': '1' }, 're-run the workflow'],
    ['a run by hand', onHand, { prompt: 'Do.' }, 're-run'],
  ])('%s', async (scene, _, event, inputs, says) => {
    await plantRequest(scene, ACTIVE);
    const result = await answer(scene, await event(scene), { inputs: { ...limit(1), ...inputs } });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'limit-reached' } });
    expect(result.log).toContain(says);
    expect(result.summary).toContain(says);
    expect(scene.sent('create')).toBe(0);
    const isReported = (await botComments(scene)).some(({ prose }) => prose.includes('Not started'));
    expect(isReported).toBe('issue-number' in inputs);
  });
});

test('the range that a push names is what a run with `compare` describes', async (scene) => {
  await plantRequest(scene, ACTIVE);
  const { log } = await answer(scene, await push(scene), { inputs: limit(1) });
  const [, compare = ''] = /`compare: (\S+)`/.exec(log) ?? [];
  const later = await answer(scene, byHand(scene), { inputs: { compare } });
  expect(later.outputs.verdict).toBe('pull-request');
  expect(promptOf(scene)).toContain('src/list.ts');
});

test('with `reuse`, the next push that runs describes the changes of one that the limit stopped', async (scene) => {
  const planted = await plantRequest(scene, ACTIVE);
  const inputs = { 'pull-request': 'reuse', 'issue-number': '1', ...limit(1) };
  expect((await answer(scene, await push(scene), { inputs })).outputs.verdict).toBe('limit-reached');
  await alice(scene).deleteComment(planted.id);
  await alice(scene).commit({ 'src/more.ts': 'more();\n' }, 'More');
  const next = await answer(scene, await pushIn(scene, 2), { inputs, run: { id: 500 } });
  expect(next.outputs.verdict).toBe('pull-request');
  expect(promptOf(scene)).toContain('src/list.ts');
  expect(promptOf(scene)).toContain('src/more.ts');
});

test('a job without a thread is created below the limit, and the log says that it does not count', async (scene) => {
  const result: StepResult = await answer(scene, schedule, { inputs: { prompt: 'Do.', ...limit(1) } });
  expect(result.outputs.verdict).toBe('pull-request');
  expect(result.log).toContain('The limits do not count the job of this request');
  expect(result.summary).toContain('The limits do not count the job of this request');
});

test('a limit with `comment: false` is an error, as nothing would be counted', async (scene) => {
  const result = await scene.run({ inputs: { comment: 'false', ...limit(1) } });
  expect(result.log).toContain('there are no status comments, which `max-jobs-per-day` needs.');
});
