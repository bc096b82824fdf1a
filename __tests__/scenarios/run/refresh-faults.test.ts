import { describe, expect, test } from '@jest/globals';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import type { Fault, FaultForm } from '../../../sandbox/service/faults.ts';
import { written } from '../../support/events.ts';
import { schedule } from '../../support/pushes.ts';
import { analytics, askedOfAnalytics, pagesIn, refresh, row, WEEKLY } from '../../support/refresh.ts';
import { createScene, dispatch, type Scene } from '../../support/scene.ts';
import { signal } from '../../support/signal.ts';

const faulty = (form: FaultForm, times = 1): Fault => ({ operation: 'visitors', times, ...form });
const throttled = (seconds: number): Fault =>
  faulty({ kind: 'answer', status: 429, headers: { 'retry-after': String(seconds) } });
const UNREAD = String.raw`The analytics could not be read, and nothing was spent\. T`;

function expectNothingSpent(scene: Scene, result: StepResult): void {
  expect(result.outputs).toMatchObject({ jobId: '', prLink: '' });
  expect(scene.service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
}

/** No job was asked for, and no thread was written in. */
function expectNothingDone(scene: Scene, result: StepResult): void {
  expectNothingSpent(scene, result);
  expect(written(scene)).toEqual([]);
}

describe('no page to refresh: skipped, and it is said why', () => {
  test.each([
    {
      what: 'paths leave none',
      inputs: { paths: '/nowhere/**' },
      says: /none of [1-9]\d* pages is left by `paths` and `paths-ignore`: .* 20\d\d \(30 days\)/,
    },
    {
      what: 'the only one is left out',
      inputs: { 'paths-ignore': 'guides/**' },
      fault: analytics([row('/guides/start')]),
      says: /none of 1 page is left by `paths` and `paths-ignore`: /,
    },
    { what: 'nobody visited the site', fault: analytics([]), says: /no page was visited: .* 20\d\d \(30 days\)/ },
  ])('$what', async ({ inputs, fault, says }) => {
    await using scene = await createScene({ faults: fault ? [fault] : [] });
    const result = await refresh(scene, { prompt: 'Refresh them.', ...inputs });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'skipped' } });
    expect(result.annotations).toEqual([{ level: 'notice', message: expect.stringMatching(says) }]);
    expect(result.summary.replaceAll('\\', '')).toMatch(says);
    expect(askedOfAnalytics(scene)).toHaveLength(1);
    expectNothingDone(scene, result);
  });
});

describe('analytics that tell nothing: no job', () => {
  test.each<{
    what: string;
    fault: Fault;
    verdict: string;
    /** A pattern. */
    says: string;
    /** How often. */
    asked?: number;
  }>([
    {
      what: '401',
      fault: faulty({ kind: 'answer', status: 401 }),
      ...{ verdict: 'error', says: `${UNREAD}he service answered 401\\. *\n.*Check the secret behind \`api-key\`` },
    },
    {
      what: '500 for good',
      fault: faulty({ kind: 'answer', status: 500, body: 'Broken' }, Infinity),
      ...{ verdict: 'error', says: `${UNREAD}he service answered 500: “Broken”`, asked: 4 },
    },
    {
      what: 'no visitors in the answer',
      fault: faulty({ kind: 'answer', status: 200, body: '{"totals":{}}' }, Infinity),
      ...{ verdict: 'error', says: `${UNREAD}.*its field \`totals\\.human\` is missing or wrong`, asked: 4 },
    },
    {
      what: '429 for more than half of the budget, the rest of which is for the job',
      fault: throttled(40),
      ...{ verdict: 'quota-exhausted', says: String.raw`Try again after \d{4}-\d\d-\d\d \d\d:\d\d UTC` },
    },
  ])('$what: $verdict', async ({ fault, verdict, says, asked = 1 }) => {
    await using scene = await createScene({ faults: [fault] });
    const result = await refresh(scene);
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict } });
    expect(result.log).toMatch(new RegExp(says));
    expect(askedOfAnalytics(scene)).toHaveLength(asked);
    expect(result.summary).toContain(`| Sent | ${asked} analytics |`);
    expectNothingSpent(scene, result);
    const comments = (await scene.comments()).map(({ body }) => body);
    expect(comments).toEqual([expect.stringMatching(new RegExp(says))]);
  });

  test('429 for less: waited out, and then the job', async () => {
    await using scene = await createScene({ faults: [throttled(1)] });
    const result = await refresh(scene);
    expect(result).toMatchObject({ exitCode: 0, annotations: [], outputs: { verdict: 'pull-request' } });
    expect(result.log).toMatch(/The service is busy \(429\)\. Asking again in /);
    expect(pagesIn(scene)?.body).toHaveLength(20);
    expect(askedOfAnalytics(scene)).toHaveLength(2);
  });
});

test('analytics of which a part comes: the job is asked for by that, and it is said', async () => {
  const faults = [
    analytics([row('/b', 2), row('/a', 1), row('/c', 1_500)], true),
    faulty({ kind: 'answer', status: 403 }),
  ];
  await using scene = await createScene({ faults });
  const result = await refresh(scene);
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
  expect(askedOfAnalytics(scene).map(({ offset }) => offset)).toEqual(['0', '250']);
  expect(pagesIn(scene)).toEqual({
    head: expect.stringMatching(/^the 3 pages with the most visitors of 3, /),
    body: [
      '1. /c (1,500 visitors: 1,500 people, 0 AI agents)',
      '2. /b (2 visitors: 2 people, 0 AI agents)',
      expect.stringMatching(/^3\. \/a \(1 visitor: 1 /),
      '[ranked by the first 3 pages only: the others could not be read]',
    ],
  });
  const said = 'the 3 pages with the most visitors of 3 (partial); ';
  expect(result.log).toContain(`\nPages: ${said}`);
  expect(result.summary).toContain(`| Pages | ${said}`);
  expect(scene.sent('create')).toBe(1);
});

test.each([
  { what: 'give no answer', faults: [faulty({ kind: 'hang' })] },
  { what: 'give no second one', faults: [analytics([row('/a')], true), faulty({ kind: 'hang' })] },
])('cancelled while the analytics $what: nothing was started', async ({ faults }) => {
  await using scene = await createScene({ faults });
  const step = scene.start({ event: schedule, inputs: { ...WEEKLY, timeout: '1m' } });
  await scene.until('the analytics hang', () => askedOfAnalytics(scene).length === faults.length);
  const { result } = await signal(step, 'SIGTERM');
  expect(result).toMatchObject({ exitCode: 0, signal: null, outputs: { verdict: 'cancelled' } });
  expect(result.log).toContain('nothing was started');
  expectNothingDone(scene, result);
});

test('a dry run has no key: it asks nobody, and shows where the pages will stand', async () => {
  await using scene = await createScene();
  const result = await refresh(scene, { 'dry-run': 'true', 'api-key': '', top: '7', 'sort-by': 'ai' });
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'skipped' } });
  expect(scene.service.requests).toEqual([]);
  expectNothingDone(scene, result);
  expect(result.log).toContain('Would send: POST ');
  const lines = result.log.split('\n');
  const at = lines.findIndex((line) => line.startsWith('  *** the 7 pages with the most AI agents, '));
  expect(lines[at]).toMatch(/ 20\d\d \(30 days\)$/);
  expect(lines.slice(at + 1, at + 3)).toEqual(['  [not read: a dry run asks the service nothing]', '  *** end']);
  expect(result.log).toContain('  Bring the pages below up to date: ');
  expect(result.log).not.toContain('\nPages: ');
});

test.each([
  { inputs: { 'sort-by': 'ai' }, says: '`sort-by` and `top` rank the pages of `window`, and that is empty' },
  { inputs: { top: '5' }, says: '`sort-by` and `top` rank the pages of `window`, and that is empty' },
  {
    inputs: { window: '7d', context: 'none' },
    says: '`window` adds pages to the instruction, and `context` is `none`',
  },
  { inputs: { window: '7' }, says: '`window` got “7”; it takes a number of days, from `1d` to `366d`' },
])('$inputs: an error, before anybody is asked', async ({ inputs, says }) => {
  await using scene = await createScene();
  const result = await scene.run({ event: dispatch(), inputs: { prompt: 'Refresh them.', ...inputs } });
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
  expect(result.annotations).toEqual([{ level: 'error', message: expect.stringContaining(says) }]);
  expect(scene.service.requests).toEqual([]);
  expect(written(scene)).toEqual([]);
});
