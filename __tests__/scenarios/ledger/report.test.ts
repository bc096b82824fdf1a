import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from '@jest/globals';
import { createPerson } from '../../../sandbox/github/person.ts';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import { botComments, command } from '../../support/conversation.ts';
import { askedGitHub, fillThread, schedule } from '../../support/events.ts';
import { createFolder } from '../../support/folder.ts';
import { ACTIVE, DAY, endedWith, GUIDES, labelNew, linkTo, openByAgent, plantRequest } from '../../support/ledger.ts';
import { forge } from '../../support/markers.ts';
import { type Scene, warnings } from '../../support/scene.ts';
import { test, testWith } from '../../support/scene-test.ts';
import { sweep, sweptBy } from '../../support/sweep.ts';

const testElsewhere = testWith({ agentRepository: GUIDES });
const report = (scene: Scene, inputs: Record<string, string> = {}, run = {}): Promise<StepResult> =>
  scene.start({
    event: schedule,
    run: { id: 4711, workflow: '.github/workflows/docs-report.yml', job: 'report', ...run },
    inputs: { operation: 'report', notify: '', timeout: '60s', ...inputs },
  }).result;
const countsOf = ({ outputs }: StepResult) => JSON.parse(outputs.report ?? '');
const aliceOf = (scene: Scene, repo = GUIDES) => createPerson({ ...scene.github, repo }, 'alice');

/** Four jobs by labels, one of which is merged and one closed; one by a command; a label that a limit stops; a follow-up; and a job for nothing. */
async function liveAWeek(scene: Scene): Promise<void> {
  for (let at = 0; at < 4; at++) {
    await labelNew(scene, {});
    await scene.clock.pass(DAY);
    if (at === 0) await aliceOf(scene).mergePull(1);
    if (at === 1) await aliceOf(scene).closePull(2);
  }
  await command(scene, '/docs explain');
  await labelNew(scene, { 'max-open-pulls': '3' });
  await command(scene, '/docs shorter');
  scene.service.script({ pullRequest: false });
  await command(scene, '/docs new longer');
}

const WEEK = {
  from: '2026-02-05T00:00:00.000Z',
  readBackTo: null,
  requests: 8,
  jobs: 6,
  followUps: 1,
  unconfirmed: 0,
  pullRequests: { opened: 5, merged: 1, closed: 1, open: 3, unreadable: 0 },
  shareMerged: 0.2,
  hoursToMerge: { median: 24, longest: 24 },
  openNow: 3,
  byResult: { 'pull-request': 6, 'limit-reached': 1, 'no-changes': 1 },
  byTrigger: { label: 5, command: 3 },
  cost: { perRun: 1.5, runs: 7, total: 10.5, perMergedPullRequest: 10.5 },
};

testElsewhere('a report counts requests, jobs and pull requests, and says what they cost', async (scene) => {
  await liveAWeek(scene);
  const asked = askedGitHub(scene).length;
  const result = await report(scene, { 'cost-per-run': '1.5' });
  expect(result).toMatchObject({
    exitCode: 0,
    outputs: { verdict: 'reported', message: '8 documentation requests, 5 pull requests' },
  });
  expect(askedGitHub(scene).slice(asked)).toHaveLength(2); // the comments, and the pull requests
  const { oldestOpen, to, ...counts } = countsOf(result);
  expect(counts).toEqual(WEEK);
  expect(to).toMatch(/^2026-03-06T12:0/);
  const url = (number: number) => `${scene.github.url}/acme/guides/pull/${number}`;
  expect(oldestOpen.map((pull: { url: string }) => pull.url)).toEqual([3, 4, 5].map(url));
  expect(result.log.split('\n')).toEqual([
    '📈 reported: 8 documentation requests, 5 pull requests · 5 February – 6 March 2026 (30 days)',
    '8 requests: 6 new jobs, 1 follow-up, 1 not sent.',
    'The new jobs opened 5 pull requests: 1 merged (20 %), 1 closed without merging, 3 open.',
    'Time from opening to merging: 24 h (median), 24 h (longest).',
    'Estimated cost: 10.50 (7 jobs and follow-ups × 1.5, from `cost-per-run`), 10.50 per merged pull request.',
  ]);
  expect(result.summary).toContain(
    '| Merged | 🟩🟩🟩 | 1 |\n| Closed without merging | 🟩🟩🟩 | 1 |\n| Open | 🟩🟩🟩🟩🟩🟩🟩🟩 | 3 |',
  );
  expect(result.summary).toContain(`| [acme/guides#3](${url(3)}) | 2 days |`);
  expect(result.summary).toContain('| Not sent: limit reached | 🟦 | 1 |');
});

describe('the comment of a report', () => {
  testElsewhere('is edited in place, also beside copies, and is no request', async (scene) => {
    await labelNew(scene, {});
    const older = await createPerson(scene.github, 'mallory').comment(1, 'First!');
    const inThread = { 'issue-number': '1' };
    await report(scene, inThread);
    const [first] = await botComments(scene);
    await createPerson(scene.github, 'mallory').editComment(older.id, first?.body ?? '');
    await createPerson(scene.github, 'mallory').comment(1, first?.body ?? '');
    await createPerson(scene.github, 'mallory').comment(
      1,
      forge(first?.body ?? '', ({ marker }) => ({ marker: { ...marker, step: '0123456789abcdef' } })),
    );
    await labelNew(scene, {});
    const second = await report(scene, inThread);
    expect(countsOf(second)).toMatchObject({ requests: 2, jobs: 2 });
    const comments = await botComments(scene);
    expect(comments.map(({ id }) => id)).toEqual([first?.id]);
    expect(comments[0]?.prose).toContain('- 2 requests: 2 new jobs, 0 follow-ups.');
    expect(sweptBy(await sweep(scene))).toEqual([]);
    const own = await createPerson(scene.github, 'mallory').readComments(1);
    expect(own.filter(({ author }) => author === 'mallory')).toHaveLength(3);
  });

  testElsewhere.each([
    ['once, although two runs of the step report at the same time', { job: 'report' }, 1],
    ['twice by two steps', { job: 'weekly' }, 2],
  ])('is created %s', async (scene, _, run, count) => {
    await Promise.all([{}, run].map((each) => report(scene, { 'issue-number': '1' }, each)));
    expect(await botComments(scene)).toHaveLength(count);
  });

  testElsewhere('is created once, although the answer to its creation was lost', async (scene) => {
    scene.github.faults.add({ kind: 'reset', after: true, method: 'POST', path: /\/comments$/ });
    expect((await report(scene, { 'issue-number': '1' })).outputs.verdict).toBe('reported');
    expect(await botComments(scene)).toHaveLength(1);
  });

  testElsewhere('that GitHub forbids is a warning that names the permission', async (scene) => {
    scene.github.faults.add({ kind: 'answer', status: 403, method: 'POST', path: /\/comments$/, times: Infinity });
    const result = await report(scene, { 'issue-number': '1' });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'reported' } });
    expect(warnings(result)).toEqual([expect.stringContaining('issues: write')]);
  });
});

testElsewhere('`report-file` has a row per request, in which no cell is a formula', async (scene) => {
  const { link } = await openByAgent(scene);
  await plantRequest(scene, () => endedWith(link)('=HYPERLINK("x")'.replace(/[^=A-Z]/g, '')));
  await plantRequest(scene, () => endedWith('git.example/acme/docs#7')('+1'));
  await plantRequest(scene, () => ({ at: 'over', why: 'unsent', verdict: 'cancelled' }));
  using folder = createFolder();
  const file = join(folder.path, 'out', 'requests.csv');
  const result = await report(scene, { 'report-file': file });
  expect(result.log).toContain('Written to `');
  const [head, ...rows] = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(head).toBe('requested,trigger,comment,result,kind,job,job created,pull request,state,opened,merged or closed');
  const made = '"2026-03-02T12:00:00.000Z"';
  const url = `${scene.github.url}/acme/docs/issues/1#issuecomment-`;
  expect(rows).toEqual([
    `${made},"label","${url}1","pull-request","new job","'=HYPERLINK","","${scene.github.url}/acme/guides/pull/1","open",${made},""`,
    `${made},"label","${url}2","pull-request","new job","'+1","","git.example/acme/docs#7","unreadable","",""`,
    `${made},"label","${url}3","cancelled","new job","","","","","",""`,
  ]);
});

describe('what a report does not know, it says', () => {
  test('that the token may not read a pull request', async (scene) => {
    scene.github.addRepository('secret', { isPrivate: true });
    await plantRequest(scene, endedWith((await openByAgent(scene, 'secret')).link));
    const result = await report(scene);
    expect(countsOf(result)).toMatchObject({ shareMerged: null, pullRequests: { opened: 1, open: 0, unreadable: 1 } });
    expect(result.summary).toContain('1 not readable, which the share leaves out');
    expect(warnings(result)).toEqual([
      expect.stringContaining('1 pull request could not be read with `github-token`.'),
    ]);
  });

  test('where the list of comments ended, after at most 75 requests', async (scene) => {
    await plantRequest(scene, ACTIVE);
    await scene.clock.pass(DAY);
    fillThread(scene, 2_450);
    for (let made = 0; made < 100; made++) {
      await plantRequest(scene, endedWith((await openByAgent(scene, scene.github.repo)).link));
    }
    const asked = askedGitHub(scene).length;
    const result = await report(scene, { 'issue-number': '2', timeout: '10m' });
    expect(askedGitHub(scene).length - asked).toBeLessThanOrEqual(75);
    expect(countsOf(result)).toMatchObject({ requests: 100, readBackTo: '2026-03-03T12:00:00.000Z' });
    expect(warnings(result)).toEqual([
      expect.stringContaining('Comments were read back to 2026-03-03 12:00 UTC only.'),
    ]);
  });

  test('that it stopped with 200 requests left of the rate limit', async (scene) => {
    fillThread(scene, 250);
    scene.github.rateLimit.remaining = 200;
    const asked = askedGitHub(scene).length;
    expect(warnings(await report(scene))).toEqual([expect.stringContaining('Comments were read back to')]);
    expect(askedGitHub(scene).length - asked).toBe(1);
  });

  testElsewhere('that GitHub does not answer, which is an error', async (scene) => {
    await labelNew(scene, {});
    scene.github.faults.add({ kind: 'answer', status: 502, method: 'POST', path: /graphql/, times: Infinity });
    expect(await report(scene)).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', report: '' } });
  });
});

test('a report counts what was made within `window`, and lists open pull requests of earlier jobs too', async (scene) => {
  await labelNew(scene, {});
  for (let weeks = 0; weeks < 4; weeks++) await scene.clock.pass(10 * DAY);
  await labelNew(scene, {});
  await plantRequest(scene, ACTIVE, { project: '0123456789abcdef' });
  const link = linkTo(`${scene.github.url}/acme/docs/pull/3`);
  await plantRequest(scene, endedWith(link), { before: { job: 'earlier', link } });
  const result = await report(scene, { window: '7d' });
  const pullRequests = { opened: 1, open: 1 }; // not that of the follow-up
  expect(countsOf(result)).toMatchObject({ requests: 2, jobs: 1, followUps: 1, pullRequests, openNow: 2 });
  expect(result.log).toContain('1 pull request of earlier jobs is open too.');
  expect(result.summary).toContain('| 40 days |');
});

test('a report of nothing says so', async (scene) => {
  const result = await report(scene);
  expect(result.log).toContain('0 requests: 0 new jobs, 0 follow-ups.\nNo pull request of the new jobs is recorded.');
  expect(scene.service.requests).toEqual([]);
});
