import { describe, expect } from '@jest/globals';
import type { FaultForm } from '../../../sandbox/http/faults.ts';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import type { ServiceFault as Fault } from '../../../sandbox/service/service.ts';
import { AGAIN, onlyComment } from '../../support/conversation.ts';
import { EDITS, runOnPush, schedule, written } from '../../support/events.ts';
import { analytics, askedOfAnalytics, pagesIn, refresh, row, WEEKLY } from '../../support/refresh.ts';
import { createScene, type Scene, warnings } from '../../support/scene.ts';
import { test } from '../../support/scene-test.ts';
import { signal } from '../../support/signal.ts';

const faulty = (form: FaultForm, times = 1): Fault => ({ operation: 'visitors', times, ...form });
const throttled = (seconds: number): Fault =>
  faulty({ kind: 'answer', status: 429, headers: { 'retry-after': String(seconds) } });
const REFUSED = faulty({ kind: 'answer', status: 401 });
const BUSY = throttled(3_600);
const UNREAD = String.raw`The visitor analytics could not be read\. T`;

function expectNoJob(scene: Scene, result: StepResult): void {
  expect(result.outputs).toMatchObject({ jobId: '', prLink: '' });
  expect(scene.service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
}

/** No job was created, and nothing was written on GitHub. */
function expectNothingDone(scene: Scene, result: StepResult): void {
  expectNoJob(scene, result);
  expect(written(scene)).toEqual([]);
}

test('a refresh without a selected page is skipped, and the reason names `paths`', async (scene) => {
  const result = await refresh(scene, { prompt: 'Refresh them.', paths: '/nowhere/**' });
  const reason = /all [1-9]\d* visited pages are excluded by `paths`: .* 20\d\d \(30 days\)/;
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'skipped' } });
  expect(result.annotations).toEqual([{ level: 'notice', message: expect.stringMatching(reason) }]);
  expect(result.summary.replaceAll('\\', '')).toMatch(reason);
  expect(askedOfAnalytics(scene)).toHaveLength(1);
  expectNothingDone(scene, result);
});

test('a refresh without a selected page is an error if all rows are unusable, as one of them may match', async () => {
  const tooLong = row('/'.repeat(8_193));
  await using scene = await createScene({
    faults: [analytics([tooLong])],
  });
  const result = await refresh(scene, { paths: 'guides/**' });
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
  const why = 'The visitor analytics could not be read. 1 row without a valid path or numbers left out.';
  expect(result.annotations).toEqual([{ level: 'error', message: expect.stringContaining(why) }]);
  expect(scene.sent('create')).toBe(0);
});

describe('analytics', () => {
  test.each<{ what: string; fault: Fault; verdict: string; says: RegExp; requests: number; pauses: number }>([
    {
      what: '401',
      fault: faulty({ kind: 'answer', status: 401 }),
      verdict: 'error',
      says: new RegExp(`${UNREAD}he service answered 401\\. *\n.*the key in \`api-key\` is wrong, expired or revoked`),
      requests: 1,
      pauses: 0,
    },
    {
      what: '500 four times',
      fault: faulty({ kind: 'answer', status: 500, body: '{"error":"Broken"}' }, Infinity),
      verdict: 'error',
      says: new RegExp(`${UNREAD}he service answered 500: “Broken”`),
      requests: 4,
      pauses: 7_000,
    },
    {
      what: '429 for more than half of the timeout: the rest is for the job',
      fault: throttled(40),
      verdict: 'quota-exhausted',
      says: /After \d{4}-\d\d-\d\d \d\d:\d\d UTC, re-run the workflow\./,
      requests: 1,
      pauses: 0,
    },
  ])('that answer $what create no job, and the comment says why', async (row) => {
    await using scene = await createScene({ faults: [row.fault] });
    const result = await refresh(scene);
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: row.verdict } });
    expect(result.log).toMatch(row.says);
    expect(askedOfAnalytics(scene)).toHaveLength(row.requests);
    expect(result.summary).toContain(`| API requests | ${row.requests} analytics |`);
    expectNoJob(scene, result);
    const [comment, ...others] = await scene.comments();
    expect([result.outputs.commentUrl, others]).toEqual([comment?.url, []]);
    const inThread = row.verdict === 'error' ? /A maintainer can see what to change in the \[run\]/ : row.says;
    expect(comment?.body).toMatch(inThread);
    // Pauses of 1, 2 and 4 s, each up to a quarter longer by chance.
    expect(result.duration).toBeGreaterThanOrEqual(row.pauses);
    expect(result.duration).toBeLessThanOrEqual(row.pauses * 1.25);
  });

  test('that answer 429 for less are read again when `Retry-After` has passed', async () => {
    await using scene = await createScene({ faults: [throttled(5)] });
    const result = await refresh(scene);
    expect(result).toMatchObject({ exitCode: 0, annotations: [], outputs: { verdict: 'pull-request' } });
    expect(result.log).toMatch(/The quota of the service is used up \(429\)\. Trying again in /);
    expect(pagesIn(scene)?.body).toHaveLength(20);
    expect(askedOfAnalytics(scene)).toHaveLength(2);
    // The pause, and the one before the create.
    expect(result.duration).toBe(5_000 + 2_000);
  });

  test('that fail after the first batch leave the pages of that batch, and the run warns that they are partial', async () => {
    const faults = [
      analytics([row('/b', 2), row('/a', 1), row('/c', 1_500)], true),
      faulty({ kind: 'answer', status: 403 }),
    ];
    await using scene = await createScene({ faults });
    const result = await refresh(scene);
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    expect(askedOfAnalytics(scene).map(({ offset }) => offset)).toEqual(['0', '3']);
    expect(pagesIn(scene)).toEqual({
      head: expect.stringMatching(/^the top 3 of 3 pages by visitors, /),
      body: [
        '1. /c (1,500 visitors: 1,500 people, 0 AI agents)',
        '2. /b (2 visitors: 2 people, 0 AI agents)',
        expect.stringMatching(/^3\. \/a \(1 visitor: 1 /),
        '[ranked by the first 3 pages only: the others could not be read]',
      ],
    });
    const pages = 'the top 3 of 3 pages by visitors (partial); ';
    expect(result.log).toContain(`\nPages: ${pages}`);
    expect(result.summary).toContain(`| Pages | ${pages}`);
    const short = 'partial: ranked by the first 3 pages only, as a request failed';
    expect(warnings(result)).toEqual([
      expect.stringMatching(new RegExp(`^The pages are ${short}\\.\nThe service answered 403\\.`)),
    ]);
    expect(result.outputs.summary).toContain(`The pages are ${short}.`);
    expect((await onlyComment(scene))?.body).toContain(`· ${short}</sub>`);
    expect(scene.sent('create')).toBe(1);
  });

  test('whose quota ends after the first batch create no job if that batch has no selected page', async () => {
    const rows = Array.from({ length: 250 }, (_, at) => row(`/x${at}`));
    await using scene = await createScene({ faults: [analytics(rows, true), BUSY] });
    const result = await refresh(scene, { paths: 'guides/**' });
    const says = 'Analytics quota used up · no job was created';
    const comment = await onlyComment(scene);
    for (const place of [result.log, result.summary, comment?.body]) {
      expect(place?.replaceAll('**', '')).toContain(says);
      expect(place).not.toContain('no page was read');
    }
  });

  test('that do not answer can be cancelled, and no job is created', async () => {
    await using scene = await createScene({ faults: [analytics([row('/a')], true), faulty({ kind: 'hang' })] });
    const step = scene.start({ event: schedule, inputs: { ...WEEKLY, timeout: '1m' } });
    await scene.until('the second batch hangs', () => askedOfAnalytics(scene).length === 2);
    const { result } = await signal(step, 'SIGTERM');
    expect(result).toMatchObject({ exitCode: 0, signal: null, outputs: { verdict: 'cancelled' } });
    expect(result.log).toContain('⏹️ cancelled: ');
    expectNothingDone(scene, result);
  });

  test('are not read in a dry run, which shows where the pages would be', async (scene) => {
    const result = await refresh(scene, { 'dry-run': 'true', 'api-key': '', top: '7', 'sort-by': 'ai' });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'skipped' } });
    expect(scene.service.requests).toEqual([]);
    expectNothingDone(scene, result);
    expect(result.log).toContain('A real run would send: POST ');
    const lines = result.log.split('\n');
    const at = lines.findIndex((line) => line.startsWith('  <fence> the top 7 pages by AI agents, '));
    expect(lines[at]).toMatch(/ 20\d\d \(30 days\)$/);
    expect(lines.slice(at + 1, at + 3)).toEqual(['  [not read]', '  <fence> end']);
    expect(result.log).toContain('  Update the documentation pages below, ');
    expect(result.log).not.toContain('\nPages: ');
  });
});

describe('without a selected page', () => {
  test('a push is a request by its changes alone', async (scene) => {
    const { result } = await runOnPush(scene, EDITS, { ...WEEKLY, paths: 'src/**' });
    expect(pagesIn(scene)).toBeUndefined();
    expect(result.log).toMatch(/^Pages: none selected by paths, of \d+; /m);
  });
});

const WORKING = { job: { seconds: 1_000 } };

/** Starts a refresh that does not wait for its job. */
async function started(scene: Scene, inputs: Record<string, string> = {}, run = {}): Promise<string> {
  const { outputs } = await refresh(scene, { wait: 'false', ...inputs }, { run });
  expect(outputs.verdict).toBe('started');
  return outputs.jobId ?? '';
}

test.each([
  { what: 'no page was visited', fault: analytics([]) },
  { what: 'the analytics refuse it', fault: REFUSED },
])('a re-run attaches to the open job although $what', async ({ fault }) => {
  await using scene = await createScene(WORKING);
  const jobId = await started(scene);
  scene.service.script({ seconds: 0 }, jobId);
  scene.service.faults.add(fault);
  const again = await refresh(scene, {}, AGAIN);
  expect(again).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', jobId } });
  expect((await onlyComment(scene))?.body).toContain('Pull request ready');
  expect(scene.sent('create')).toBe(1);
});
