import { describe, expect, test } from '@jest/globals';
import { TransportError } from '../../src/http/transport-error.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { PULL_REQUEST } from '../support/sample-job.ts';
import { aJob, COMMENT_URL, json, KEY, LABELED, type Lived, live, TOKEN } from '../support/scripted-world.ts';

const MINUTE = 60_000;
const GATE = 'GET api.github.com/repos/acme/app/collaborators/alice/permission';
const CREATE = 'POST agent.example/v2/agent/p1/job';
const STATUS = 'GET agent.example/v2/agent/p1/job/j_8fk2';
const COMMENT = 'POST api.github.com/repos/acme/app/issues/31/comments';
const LIST = 'GET api.github.com/repos/acme/app/issues/31/comments';
const THREAD = 'GET api.github.com/repos/acme/app/issues/31';
const LOOK = 'GET api.github.com/repos/acme/app/issues/comments/7';
const EDIT = 'PATCH api.github.com/repos/acme/app/issues/comments/7';

const spent = ({ requests }: Lived) => requests.filter((line) => line.startsWith('POST agent.example'));
const told = ({ runner }: Lived, how: string) => runner.told.filter((line) => line.startsWith(`${how} `)).join('\n');

const doneAt = (ms: number) => (now: number) =>
  now < ms ? aJob() : aJob({ status: 'completed', prLink: PULL_REQUEST });

test('a labelled issue becomes a pull request', async () => {
  const lived = await live({ status: doneAt(6 * MINUTE) });
  const { exitCode, runner, requests, comments, mentions, reactions, prompts } = lived;
  expect(exitCode).toBe(0);
  const exchanged = requests.filter((line) => !line.endsWith('/reactions'));
  expect(exchanged.slice(0, 3)).toEqual([GATE, THREAD, LIST]);
  expect(exchanged.slice(3, 6)).toEqual([COMMENT, THREAD, LIST]);
  expect(exchanged.slice(6, 9)).toEqual([CREATE, EDIT, STATUS]);
  expect(new Set(exchanged.slice(9, -6))).toEqual(new Set([STATUS, LOOK]));
  expect(exchanged.slice(-6)).toEqual([STATUS, LOOK, LOOK, EDIT, LOOK, COMMENT]);
  expect(prompts).toEqual([expect.stringMatching(/^Make the change.*What does it print\?/s)]);
  expect(comments).toEqual([
    expect.stringMatching(/Asking the agent.*asked by alice/s),
    expect.stringMatching(/Working on it.*asked by alice.*by 12:29 UTC/s),
    expect.stringMatching(/Pull request ready: \[acme\/docs#412\]/),
  ]);
  expect(mentions).toEqual([expect.stringMatching(/^@alice ✅ Pull request ready: \[acme\/docs#412\]/)]);
  expect(reactions).toEqual(['eyes', 'rocket']);
  expect(runner.outputs).toMatchObject({
    ...{ verdict: 'pull-request', status: 'completed', prLink: PULL_REQUEST, jobId: 'j_8fk2', commentUrl: COMMENT_URL },
    summary: expect.stringContaining('Pull request ready'),
  });
  expect(runner.summaries).toEqual([expect.stringContaining('## ✅ Pull request ready')]);
  expect(runner.states).toEqual({ job: '', draft: '' });
  expect(runner.masked.slice(0, 2)).toEqual([KEY, TOKEN]); // and then the fence of the prompt
});

test('an instruction of the workflow leads, and comes from its file, too', async () => {
  const { prompts } = await live({ inputs: { prompt: 'Follow docs/AGENTS.md' } });
  expect(prompts[0]).toMatch(/^Follow docs\/AGENTS\.md\n/);
});

test('each run has a fence of its own', async () => {
  const fences = await Promise.all(
    [live(), live()].map(async (run) => (await run).prompts[0]?.match(/begin with (\S+),/)?.[1]),
  );
  expect(new Set(fences).size).toBe(2);
  for (const fence of fences) expect(fence?.length).toBeGreaterThan(30);
});

describe('how it ends', () => {
  const reset = () => Promise.reject(new TransportError('reset', 'the connection broke before the answer'));
  const refused = () => Promise.reject(new TransportError('refused', 'the connection was refused'));

  test.each([
    { what: 'the agent failed', status: () => aJob({ status: 'failed' }), verdict: 'failed', exitCode: 1 },
    { what: 'archived', status: () => aJob({ status: 'archived' }), verdict: 'archived', exitCode: 0 },
    { what: 'no link', status: () => aJob({ status: 'completed' }), verdict: 'no-changes', exitCode: 0 },
    { what: 'at work for ever', status: () => aJob(), verdict: 'timed-out', exitCode: 1 },
    { what: '5xx for ever', status: () => json(502, {}), verdict: 'timed-out', exitCode: 1 },
    { what: '403 of the status', status: () => json(403, {}), verdict: 'error', exitCode: 1 },
    { what: '404 for ever', status: () => json(404, {}), verdict: 'error', exitCode: 1 },
    { what: '401 of the create', create: () => json(401, {}), verdict: 'error', exitCode: 1, jobless: true },
    { what: '500 of the create', create: () => json(500, {}), verdict: 'unconfirmed', exitCode: 1, jobless: true },
    { what: 'a reset of the create', create: reset, verdict: 'unconfirmed', exitCode: 1, jobless: true },
    { what: 'no id', create: () => json(201, {}), verdict: 'error', exitCode: 1, jobless: true },
    {
      ...{ what: '429 past the budget', verdict: 'quota-exhausted', exitCode: 1, jobless: true },
      create: () => json(429, {}, { 'retry-after': '3600' }),
    },
  ])('$what: $verdict', async ({ verdict, exitCode, jobless = false, ...world }) => {
    const lived = await live(world);
    expect(lived.runner.outputs).toMatchObject({ verdict, jobId: jobless ? '' : 'j_8fk2' });
    expect(lived.exitCode).toBe(exitCode);
    expect(spent(lived)).toEqual([CREATE]);
    expect(lived.comments.at(-1)).toBeTruthy();
    expect(lived.requests.filter((line) => line === COMMENT)).toHaveLength(1 + lived.mentions.length);
    expect(lived.mentions.length).toBeLessThanOrEqual(1);
    expect(lived.clock.now()).toBeLessThanOrEqual(30 * MINUTE);
    expect(JSON.stringify([lived.runner.told, lived.comments, lived.mentions, lived.runner.summaries])).not.toMatch(
      /undefined|\[object/,
    );
  });

  test('a connection that never opens is tried three times, and is an error', async () => {
    const lived = await live({ create: refused });
    expect(lived.runner.outputs).toMatchObject({ verdict: 'error', jobId: '' });
    expect(spent(lived)).toHaveLength(3);
  });

  test('the last problem is told at the deadline', async () => {
    const lived = await live({ status: () => json(502, {}) });
    expect(lived.comments.at(-1)).toContain('502');
  });

  test('fail-on decides about the step, but not about errors', async () => {
    expect((await live({ inputs: { 'fail-on': 'none' } })).exitCode).toBe(0);
    expect(
      (await live({ inputs: { 'fail-on': 'archived' }, status: () => aJob({ status: 'archived' }) })).exitCode,
    ).toBe(1);
    expect((await live({ inputs: { 'fail-on': 'none' }, create: () => json(401, {}) })).exitCode).toBe(1);
  });
});

describe('nothing is requested from anybody', () => {
  const opened = { name: 'issues', payload: { ...LABELED.payload, action: 'opened' } };
  const schedule = { name: 'schedule', payload: {} };

  test.each([
    { what: 'no label', event: opened, verdict: 'skipped', exitCode: 0 },
    { what: 'another event', event: { name: 'fork', payload: {} }, verdict: 'skipped', exitCode: 0 },
    { what: 'no instruction', event: schedule, verdict: 'error', exitCode: 1 },
    { what: 'no key', inputs: { 'api-key': '' }, verdict: 'error', exitCode: 1 },
    { what: 'a bad input', inputs: { timeout: '30' }, verdict: 'error', exitCode: 1 },
    { what: 'a missing file', inputs: { 'prompt-file': 'no/such/file' }, verdict: 'error', exitCode: 1 },
    { what: 'an event that is not JSON', event: { name: 'issues', payload: '{' }, verdict: 'error', exitCode: 1 },
    { what: 'no event', env: { GITHUB_EVENT_PATH: undefined }, verdict: 'error', exitCode: 1 },
    {
      what: 'an event file that is not there',
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
  test('before anything: nothing is spent', async () => {
    const cancel = new AbortController();
    cancel.abort();
    const lived = await live({ cancel });
    expect(spent(lived)).toEqual([]);
    expect(lived.runner.outputs.verdict).toBe('cancelled');
    expect(lived.exitCode).toBe(0);
  });

  test('while it waits: told at once, and that the job goes on', async () => {
    const cancel = new AbortController();
    const clock = createFakeClock();
    clock.at(3 * MINUTE + 50, () => cancel.abort());
    const lived = await live({ cancel, clock, status: () => aJob() });
    expect(lived.runner.outputs).toMatchObject({ verdict: 'cancelled', jobId: 'j_8fk2', status: 'active' });
    expect(lived.comments.at(-1)).toMatch(/Watching stopped.*the job goes on/);
    expect(clock.now() - (3 * MINUTE + 50)).toBeLessThanOrEqual(5_000);
  });

  test('during the create: a job that is named in time is told', async () => {
    const cancel = new AbortController();
    const lived = await live({
      cancel,
      create: () => {
        cancel.abort();
        return aJob();
      },
    });
    expect(lived.runner.outputs).toMatchObject({ verdict: 'cancelled', jobId: 'j_8fk2' });
    expect(lived.comments.at(-1)).toMatch(/the job goes on/);
    expect(lived.requests).not.toContain(STATUS);
  });

  test('during a create that is not answered any more: unconfirmed, and never sent again', async () => {
    const cancel = new AbortController();
    const lived = await live({
      cancel,
      create: () => {
        cancel.abort();
        return Promise.reject(new TransportError('cancelled', 'the run was cancelled'));
      },
    });
    expect(lived.runner.outputs).toMatchObject({ verdict: 'unconfirmed', jobId: '' });
    expect(spent(lived)).toEqual([CREATE]);
  });
});

describe('the key and the token are in nothing that is told, even where others say them', () => {
  const echo = `${KEY} ${TOKEN}`;
  const titled = { ...LABELED.payload, issue: { ...LABELED.payload.issue, title: echo } };

  test.each([
    { where: 'a refusal of the create', world: { create: () => json(400, { error: echo }) } },
    { where: 'a failure of the create', world: { create: () => json(500, { error: echo }) } },
    { where: 'a refusal of the status', world: { status: () => json(403, { error: echo }) } },
    {
      where: 'a link',
      world: { status: () => aJob({ status: 'completed', prLink: `https://github.com/${KEY}/${TOKEN}` }) },
    },
    { where: 'the title', world: { event: { ...LABELED, payload: titled } } },
    { where: 'the prompt of an event', world: { event: { name: 'push', payload: {} }, inputs: { prompt: echo } } },
  ])('in $where', async ({ world }) => {
    const { comments, mentions, runner } = await live(world);
    expect(runner.masked.slice(0, 2)).toEqual([KEY, TOKEN]); // and then the fence of the prompt
    expect([...comments, ...mentions].join()).not.toContain('canary');
    // The runner hides what is told to it as it stands; Markdown may have changed that.
    expect(runner.redact(runner.summaries.join())).not.toContain('canary');
    expect(runner.redact(runner.outputs.summary ?? '')).not.toContain('canary');
  });
});

test('an input that nobody knows is a warning', async () => {
  const lived = await live({ inputs: { promt: 'x' } });
  expect(told(lived, 'warn')).toContain('The input `promt` is unknown and ignored; is it misspelt?');
});
