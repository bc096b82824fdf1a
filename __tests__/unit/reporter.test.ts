import { describe, expect, test } from '@jest/globals';
import { createReporter } from '../../src/reporter.ts';
import type { StatusComment } from '../../src/thread/status-comment.ts';
import { createFakeClock } from './fake-clock.ts';
import { createRecordingRunner } from './recording-runner.ts';
import { PULL_REQUEST, read, sampleJob, transient } from './sample-job.ts';
import { ASKED, inTime, OUTCOMES } from './sample-outcomes.ts';

const UNTIL = inTime(1_800_000);

function scene() {
  const runner = createRecordingRunner({});
  const clock = createFakeClock();
  const written: string[] = [];
  const comment: StatusComment = {
    get ref() {
      return written.length > 0 ? { id: 7, url: 'https://github.com/c/7', issueNumber: 31 } : undefined;
    },
    async write(body) {
      written.push(body);
    },
  };
  return { runner, clock, written, comment, reporter: createReporter(runner, clock) };
}

test('the whole story of a success, in its order', async () => {
  const { runner, clock, written, comment, reporter } = scene();
  reporter.asked(ASKED, comment);
  reporter.sent('create');
  await reporter.started(sampleJob(), UNTIL);
  for (let look = 0; look < 3; look++) {
    clock.pass(10_000);
    reporter.sent('status');
    reporter.read(read('active'));
  }
  clock.pass(30_000);
  reporter.sent('status');
  reporter.read(read('completed', PULL_REQUEST));
  await reporter.ended(OUTCOMES['pull request']);

  expect(runner.told.filter((line) => !line.startsWith('output'))).toMatchInlineSnapshot(`
[
  "log Asked by alice (admin; needs write), label on https://github.com/acme/app/issues/31: Explain the new \`--json\` flag",
  "log Job j_8fk2 started: active",
  "log completed (after 1 min)",
  "log ✅ Pull request ready: https://github.com/acme/docs/pull/412 · 1 min",
]
`);
  expect(written.map((body) => body.split('\n')[0])).toMatchInlineSnapshot(`
[
  "**⏳ Working on it** · asked by alice · [run](https://github.com/acme/app/actions/runs/77)",
  "**✅ Pull request ready: [acme/docs#412](https://github.com/acme/docs/pull/412)** · 1 min",
]
`);
  expect(runner.outputs).toMatchObject({
    verdict: 'pull-request',
    jobId: 'j_8fk2',
    prLink: PULL_REQUEST,
    status: 'completed',
  });
  expect(runner.outputs.commentUrl).toBe('https://github.com/c/7');
  expect(runner.summaries).toHaveLength(1);
  expect(runner.summaries[0]).toContain('| Sent | 1 create, 4 status |');
});

describe('as soon as the job has a name', () => {
  test('it is an output, before anything else can fail', async () => {
    const { runner, reporter } = scene();
    const comment: StatusComment = { ref: undefined, write: () => Promise.reject(new Error('killed')) };
    reporter.asked(ASKED, comment);
    await reporter.started(sampleJob(), UNTIL).catch(() => {});
    expect(runner.outputs).toEqual({ jobId: 'j_8fk2' });
  });

  test('the post step knows what to say if the run is killed, until it has told its end', async () => {
    const { runner, comment, reporter } = scene();
    reporter.asked(ASKED, comment);
    await reporter.started(sampleJob(), UNTIL);
    const { jobId, comment: ref, body } = JSON.parse(runner.states.watch ?? '');
    expect({ jobId, ref }).toEqual({ jobId: 'j_8fk2', ref: { id: 7, url: 'https://github.com/c/7', issueNumber: 31 } });
    expect(body).toMatch(/Watching stopped.*the job goes on/);
    await reporter.ended(OUTCOMES['no changes']);
    expect(runner.states.watch).toBe('');
  });

  test('a job that had already ended is not said to be at work', async () => {
    const { written, comment, reporter } = scene();
    reporter.asked(ASKED, comment);
    await reporter.started(sampleJob('completed', PULL_REQUEST), UNTIL);
    expect(written).toEqual([]);
  });
});

describe('the log', () => {
  const told = (runner: ReturnType<typeof scene>['runner'], how: string) =>
    runner.told.filter((line) => line.startsWith(how));

  test('warns of an unknown status once, however long it lasts', async () => {
    const { runner, clock, reporter } = scene();
    await reporter.started(sampleJob(), UNTIL);
    for (let look = 0; look < 40; look++) {
      clock.pass(15_000);
      reporter.read(read({ unknown: 'paused' }));
    }
    expect(told(runner, 'warn')).toHaveLength(1);
    expect(told(runner, 'warn')[0]).toContain('paused');
  });

  test('says what stays the same once a minute at most', async () => {
    const { runner, clock, reporter } = scene();
    await reporter.started(sampleJob(), UNTIL);
    for (let look = 0; look < 100; look++) {
      clock.pass(6_000);
      reporter.read(look < 50 ? read('active') : transient('The service answered 502.'));
    }
    const lines = told(runner, 'log').length;
    expect(lines).toBeGreaterThan(8);
    expect(lines).toBeLessThan(14);
  });

  test('shows signs of trouble', async () => {
    const { runner, reporter } = scene();
    await reporter.started(sampleJob(), UNTIL);
    reporter.read({ kind: 'not-found' });
    reporter.read({ kind: 'throttled', retryIn: 1_000 });
    reporter.read(transient('The service answered 502.'));
    expect(runner.told.join('\n')).toMatch(/does not know the job.*429.*502/s);
  });

  test.each([
    ['pull request', 'log'],
    ['no changes', 'log'],
    ['skipped', 'notice'],
    ['denied', 'notice'],
    ['failed', 'error'],
    ['error', 'error'],
    ['archived', 'warn'],
    ['timed out', 'warn'],
    ['quota exhausted', 'warn'],
    ['unconfirmed', 'warn'],
    ['cancelled before', 'warn'],
    ['pull request without a usable link', 'warn'],
  ] as const)('ends with the verdict, as loud as it should be: %s, %s', async (name, how) => {
    const { runner, reporter } = scene();
    await reporter.ended(OUTCOMES[name]);
    const last = runner.told.findLast((line) => !line.startsWith('output')) ?? '';
    expect(last.startsWith(`${how} `)).toBe(true);
    expect(last).not.toMatch(/undefined|\[object|<sub>|\*\*/);
  });

  test('warns of a request that was cut', () => {
    const { runner, reporter } = scene();
    reporter.asked({ ...ASKED, prompt: { ...ASKED.prompt, cutBytes: 512 } }, undefined);
    expect(told(runner, 'warn')).toEqual([expect.stringContaining('512 bytes')]);
  });
});

test('the masked words are in no comment, and not in what the post step will write', async () => {
  const { runner, written, comment, reporter } = scene();
  runner.mask('s3cret');
  reporter.asked({ ...ASKED, request: { ...ASKED.request, title: 'it is s3cret' } }, comment);
  await reporter.started(sampleJob(), UNTIL);
  await reporter.ended(OUTCOMES.failed);
  expect(written).toHaveLength(2);
  expect(written.join()).not.toContain('s3cret');
});
