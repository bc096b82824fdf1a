import { describe, expect, test } from '@jest/globals';
import { TransportError } from '../../src/http/transport-error.ts';
import { findNodeProblem } from '../../src/runtime/runner.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { PULL_REQUEST } from '../support/job-body.ts';
import {
  aJob,
  COMMENT,
  COMMENT_URL,
  doneAt,
  EDIT,
  json,
  KEY,
  LABELED,
  linesOf,
  live,
  MINUTE,
  STATUS,
  submitted,
  TOKEN,
} from '../support/scripted-world.ts';

const GATE = 'GET api.github.com/repos/acme/app/collaborators/alice/permission';
const CREATE = 'POST agent.example/v2/agent/p1/job';
const LIST = 'GET api.github.com/repos/acme/app/issues/31/comments';
const LOOK = 'GET api.github.com/repos/acme/app/issues/comments/7';

test('a labeled issue leads to a pull request, with comments, outputs and summary', async () => {
  const lived = await live({ status: doneAt(6 * MINUTE) });
  const { exitCode, runner, requests, comments, mentions, reactions, prompts } = lived;
  expect(exitCode).toBe(0);
  const exchanged = requests.filter((line) => !line.endsWith('/reactions'));
  expect(exchanged.slice(0, 4)).toEqual([GATE, LIST, COMMENT, LIST]);
  expect(exchanged.slice(4, 7)).toEqual([CREATE, EDIT, STATUS]);
  expect(new Set(exchanged.slice(7, -5))).toEqual(new Set([STATUS])); // while it waits, it asks GitHub nothing
  expect(exchanged.slice(-5)).toEqual([STATUS, LOOK, EDIT, LOOK, COMMENT]);
  expect(prompts).toEqual([expect.stringMatching(/^Make the documentation change.*What does it print\?/s)]);
  expect(comments).toEqual([
    expect.stringMatching(/Starting.*requested by alice/s),
    expect.stringMatching(/Working on it.*requested by alice.*until 12:29 UTC/s),
    expect.stringMatching(/Pull request ready: \[acme\/docs#412\]/),
  ]);
  expect(mentions).toEqual([expect.stringMatching(/^@alice ✅ Pull request ready: \[acme\/docs#412\]/)]);
  expect(reactions).toEqual(['eyes', 'rocket']);
  expect(runner.outputs).toMatchObject({
    verdict: 'pull-request',
    status: 'completed',
    prLink: PULL_REQUEST,
    jobId: 'j_8fk2',
    commentUrl: COMMENT_URL,
    summary: expect.stringContaining('Pull request ready'),
  });
  expect(runner.summaries).toEqual([expect.stringContaining('## ✅ Pull request ready')]);
  expect(runner.states).toEqual({ job: '', draft: '', ended: '', 'pull-comment': '' });
  expect(runner.masked.slice(0, 2)).toEqual([KEY, TOKEN]); // and then the fence of the prompt
});

test('a runner that cannot run the action gets an error, and no request is sent', async () => {
  const { exitCode, requests, runner } = await live({ hindrance: findNodeProblem('20.20.2') });
  expect(exitCode).toBe(1);
  expect(requests).toEqual([]);
  expect(runner.outputs).toMatchObject({ verdict: 'error' });
  expect(runner.told).toContainEqual(
    expect.stringMatching(
      /^error ⛔ error: Unsuitable runner\nThis action needs Node 24; this runner has v20\.20\.2\.\n/,
    ),
  );
});

test('the instruction of the workflow comes first in the prompt', async () => {
  const { prompts } = await live({ inputs: { prompt: 'Follow docs/AGENTS.md' } });
  expect(prompts[0]).toMatch(/^Follow docs\/AGENTS\.md\n/);
});

test('each run has a fence of its own', async () => {
  const fences = await Promise.all(
    [live(), live()].map(async (run) => (await run).prompts[0]?.match(/lines that start with (\S+) /)?.[1]),
  );
  expect(new Set(fences).size).toBe(2);
  for (const fence of fences) expect(fence?.length).toBeGreaterThan(30);
});

describe('a run ends once, with verdict and exit code', () => {
  const reset = () => Promise.reject(new TransportError('reset', 'the connection broke before the answer'));
  const refused = () => Promise.reject(new TransportError('refused', 'the connection was refused'));

  test.each([
    { what: 'after a failed job', status: () => aJob({ status: 'failed' }), verdict: 'failed', exitCode: 1 },
    { what: 'after an archived job', status: () => aJob({ status: 'archived' }), verdict: 'archived', exitCode: 0 },
    {
      what: 'after a completed job without a link',
      status: () => aJob({ status: 'completed' }),
      verdict: 'no-changes',
      exitCode: 0,
    },
    { what: 'after a job that stays active', status: () => aJob(), verdict: 'timed-out', exitCode: 1 },
    {
      what: 'after a status that always fails with 502',
      status: () => json(502, {}),
      verdict: 'timed-out',
      exitCode: 1,
    },
    { what: 'after a 403 for the status', status: () => json(403, {}), verdict: 'error', exitCode: 1 },
    { what: 'after a status that is always 404', status: () => json(404, {}), verdict: 'error', exitCode: 1 },
    { what: 'after a 401 for the creation', create: () => json(401, {}), verdict: 'error', exitCode: 1, jobless: true },
    {
      what: 'after a 500 for the creation',
      create: () => json(500, {}),
      verdict: 'unconfirmed',
      exitCode: 1,
      jobless: true,
    },
    { what: 'after a reset of the creation', create: reset, verdict: 'unconfirmed', exitCode: 1, jobless: true },
    {
      what: 'after a creation without an id',
      create: () => json(201, {}),
      verdict: 'unconfirmed',
      exitCode: 1,
      jobless: true,
    },
    {
      what: 'after a 429 that lasts longer than the timeout',
      verdict: 'quota-exhausted',
      exitCode: 1,
      jobless: true,
      create: () => json(429, {}, { 'retry-after': '3600' }),
    },
  ])('$what: $verdict', async ({ verdict, exitCode, jobless = false, ...world }) => {
    const lived = await live(world);
    expect(lived.runner.outputs).toMatchObject({ verdict, jobId: jobless ? '' : 'j_8fk2' });
    expect(lived.exitCode).toBe(exitCode);
    expect(submitted(lived)).toEqual([CREATE]);
    expect(lived.comments.at(-1)).toBeTruthy();
    expect(lived.requests.filter((line) => line === COMMENT)).toHaveLength(1 + lived.mentions.length);
    expect(lived.mentions.length).toBeLessThanOrEqual(1);
    expect(lived.clock.now()).toBeLessThanOrEqual(30 * MINUTE);
    expect(JSON.stringify([lived.runner.told, lived.comments, lived.mentions, lived.runner.summaries])).not.toMatch(
      /undefined|\[object/,
    );
  });

  test('after three refused connections, with an error', async () => {
    const lived = await live({ create: refused });
    expect(lived.runner.outputs).toMatchObject({ verdict: 'error', jobId: '' });
    expect(submitted(lived)).toHaveLength(3);
  });

  test('at the timeout, with the last error in the comment', async () => {
    const lived = await live({ status: () => json(502, {}) });
    expect(lived.comments.at(-1)).toContain('502');
  });

  test('as `fail-on` says, except that an error always fails the step', async () => {
    expect((await live({ inputs: { 'fail-on': 'none' } })).exitCode).toBe(0);
    expect(
      (await live({ inputs: { 'fail-on': 'archived' }, status: () => aJob({ status: 'archived' }) })).exitCode,
    ).toBe(1);
    expect((await live({ inputs: { 'fail-on': 'none' }, create: () => json(401, {}) })).exitCode).toBe(1);
  });
});

describe('a run sends no request', () => {
  const opened = { name: 'issues', payload: { ...LABELED.payload, action: 'opened' } };
  const schedule = { name: 'schedule', payload: {} };

  test.each([
    { what: 'without the label', event: opened, verdict: 'skipped', exitCode: 0 },
    { what: 'for another event', event: { name: 'fork', payload: {} }, verdict: 'skipped', exitCode: 0 },
    { what: 'without an instruction', event: schedule, verdict: 'error', exitCode: 1 },
    { what: 'without a key', inputs: { 'api-key': '' }, verdict: 'error', exitCode: 1 },
    { what: 'with an invalid input', inputs: { timeout: '30' }, verdict: 'error', exitCode: 1 },
    { what: 'with a missing prompt file', inputs: { 'prompt-file': 'no/such/file' }, verdict: 'error', exitCode: 1 },
    { what: 'with an event that is not JSON', event: { name: 'issues', payload: '{' }, verdict: 'error', exitCode: 1 },
    { what: 'without an event', env: { GITHUB_EVENT_PATH: undefined }, verdict: 'error', exitCode: 1 },
    {
      what: 'without the file of the event',
      env: { GITHUB_EVENT_PATH: '/no/such/file' },
      verdict: 'error',
      exitCode: 1,
    },
  ])('$what: $verdict', async ({ verdict, exitCode, ...world }) => {
    const lived = await live(world);
    expect(lived.requests).toEqual([]);
    expect(lived.exitCode).toBe(exitCode);
    expect(lived.runner.outputs).toMatchObject({ verdict, jobId: '', prLink: '', commentUrl: '' });
    expect(lived.runner.summaries).toHaveLength(1);
    expect(lived.runner.told.join()).not.toMatch(/undefined|\[object/);
  });
});

describe('a cancel', () => {
  test('before the first request prevents the job', async () => {
    const cancel = new AbortController();
    cancel.abort();
    const lived = await live({ cancel });
    expect(submitted(lived)).toEqual([]);
    expect(lived.runner.outputs.verdict).toBe('cancelled');
    expect(lived.exitCode).toBe(0);
  });

  test('during the wait is reported at once, and the job keeps running', async () => {
    const cancel = new AbortController();
    const clock = createFakeClock();
    clock.at(3 * MINUTE + 50, () => cancel.abort());
    const lived = await live({ cancel, clock, status: () => aJob() });
    expect(lived.runner.outputs).toMatchObject({ verdict: 'cancelled', jobId: 'j_8fk2', status: 'active' });
    expect(lived.comments.at(-1)).toMatch(/Cancelled.*the job was still running at/);
    expect(clock.now() - (3 * MINUTE + 50)).toBeLessThanOrEqual(5_000);
  });

  test('during the creation reports a job that the service names in time', async () => {
    const cancel = new AbortController();
    const lived = await live({
      cancel,
      create: () => {
        cancel.abort();
        return aJob();
      },
    });
    expect(lived.runner.outputs).toMatchObject({ verdict: 'cancelled', jobId: 'j_8fk2' });
    expect(lived.comments.at(-1)).toMatch(/the job was still running at/);
    expect(lived.requests).not.toContain(STATUS);
  });

  test.each([
    { moment: 'an unanswered creation', fault: 'interrupted', verdict: 'unconfirmed' },
    { moment: 'the opening of the connection of a creation', fault: 'cancelled', verdict: 'cancelled' },
  ] as const)('during $moment leads to `$verdict`, without a second attempt', async ({ fault, verdict }) => {
    const cancel = new AbortController();
    const lived = await live({
      cancel,
      create: () => {
        cancel.abort();
        return Promise.reject(new TransportError(fault, 'the run was cancelled'));
      },
    });
    expect(lived.runner.outputs).toMatchObject({ verdict, jobId: '' });
    expect(submitted(lived)).toEqual([CREATE]);
  });
});

describe('no output shows a key or a token that is', () => {
  const echo = `${KEY} ${TOKEN}`;
  const titled = { ...LABELED.payload, issue: { ...LABELED.payload.issue, title: echo } };

  test.each([
    { where: 'the refusal of a creation', world: { create: () => json(400, { error: echo }) } },
    { where: 'the failure of a creation', world: { create: () => json(500, { error: echo }) } },
    { where: 'the refusal of a status', world: { status: () => json(403, { error: echo }) } },
    {
      where: 'the link of a pull request',
      world: { status: () => aJob({ status: 'completed', prLink: `https://github.com/${KEY}/${TOKEN}` }) },
    },
    { where: 'the title of an issue', world: { event: { ...LABELED, payload: titled } } },
    { where: 'the prompt of an event', world: { event: { name: 'push', payload: {} }, inputs: { prompt: echo } } },
  ])('in $where', async ({ world }) => {
    const { comments, mentions, runner } = await live(world);
    expect(runner.masked.slice(0, 2)).toEqual([KEY, TOKEN]); // and then the fence of the prompt
    expect([...comments, ...mentions].join()).not.toContain('canary');
    // The runner masks a value as it was registered; escaping for Markdown may have changed it.
    expect(runner.redact(runner.summaries.join())).not.toContain('canary');
    expect(runner.redact(runner.outputs.summary ?? '')).not.toContain('canary');
  });
});

test('an error while the result is reported is one error, fails the step, and nothing is reported twice', async () => {
  const lived = await live({
    status: doneAt(MINUTE),
    broken: {
      summary: () => {
        throw new RangeError('untrusted text');
      },
    },
  });
  expect(lived.exitCode).toBe(1);
  expect(linesOf(lived, 'error')).toBe('error The result, pull-request, could not be reported (RangeError).');
  expect(lived.runner.told.filter((line) => line.startsWith('output verdict'))).toHaveLength(1);
  expect(submitted(lived)).toEqual([CREATE]);
});
