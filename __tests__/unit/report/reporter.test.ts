import { describe, expect, test } from '@jest/globals';
import type { Outcome } from '../../../src/outcome.ts';
import { PULL_REQUEST } from '../../support/job-body.ts';
import { type ReporterWithThread, reporterWithThread } from '../../support/reporter-with-thread.ts';
import { NOT_FOUND, read, sampleJob, transient } from '../../support/sample-job.ts';
import { ASKED, inTime, OUTCOMES, REQUEST } from '../../support/sample-outcomes.ts';
import { answered } from '../../support/scripted-thread.ts';

const UNTIL = inTime(1_800_000);
const COMMENT_URL = 'https://github.com/acme/app/issues/31#issuecomment-7';

test('a successful run writes log, comments, reactions, outputs and summary in order', async () => {
  const { runner, clock, written, places, reactions, report, reporter } = reporterWithThread();
  reporter.prepared(ASKED, places);
  await report.announce(undefined);
  reporter.sent('create');
  await reporter.started(sampleJob(), UNTIL);
  for (let look = 0; look < 3; look++) {
    clock.pass(10_000);
    reporter.sent('status');
    await reporter.read(read('active'));
  }
  clock.pass(30_000);
  reporter.sent('status');
  await reporter.read(read('completed', PULL_REQUEST));
  await reporter.ended(OUTCOMES['pull request'], false);

  expect(runner.told.filter((line) => !line.startsWith('output'))).toMatchInlineSnapshot(`
[
  "log Request: label \`docs\` on https://github.com/acme/app/issues/31 by alice (permission checked: at least \`write\`)",
  "log Prompt: 16 characters",
  "log Job j_8fk2 created: active",
  "log Waiting for job j_8fk2: active, 10 s elapsed, until 12:30 UTC",
  "log Job j_8fk2: completed",
  "log ✅ pull-request: https://github.com/acme/docs/pull/412 (60 s)
To request changes, comment \`/docs <what to change>\` in this thread.",
]
`);
  expect(written().map((body) => body.split('\n')[0])).toMatchInlineSnapshot(`
[
  "**⏳ Starting** · requested by alice · [run](https://github.com/acme/app/actions/runs/77)",
  "**⏳ Working on it** · requested by alice · [run](https://github.com/acme/app/actions/runs/77)",
  "**✅ Pull request ready: [acme/docs#412](https://github.com/acme/docs/pull/412)** · 60 s",
  "@alice ✅ Pull request ready: [acme/docs#412](https://github.com/acme/docs/pull/412) for [your request](https://github.com/acme/app/issues/31#issuecomment-7)",
]
`);
  expect(reactions).toEqual(['seen', 'pull-request']);
  expect(runner.outputs).toMatchObject({
    verdict: 'pull-request',
    jobId: 'j_8fk2',
    prLink: PULL_REQUEST,
    status: 'completed',
    commentUrl: COMMENT_URL,
  });
  expect(runner.summaries).toHaveLength(1);
  expect(runner.summaries[0]).toContain('| API requests | 1 create, 4 status |');
});

describe('a job that was just created', () => {
  test('is an output before anything else can fail', async () => {
    const { runner, places, reporter } = reporterWithThread();
    const { report } = places.thread ?? {};
    if (!report) throw new Error('No thread.');
    const working = () => Promise.reject(new Error('killed'));
    reporter.prepared(ASKED, { thread: { report: { ...report, working } } });
    await reporter.started(sampleJob(), UNTIL).catch(() => {});
    expect(runner.outputs).toEqual({ jobId: 'j_8fk2' });
  });

  test('is not reported as active if the run does not wait for it', async () => {
    const { written, places, reporter } = reporterWithThread();
    reporter.prepared(ASKED, places);
    await reporter.started(sampleJob('completed', PULL_REQUEST), undefined);
    expect(written()).toEqual([]);
  });
});

describe('a job that existed before the run', () => {
  test('is reported from its start on, without the reaction to a new request', async () => {
    const { runner, written, places, reactions, reporter } = reporterWithThread();
    reporter.about({ request: { ...REQUEST, title: 'Wait for job j_8fk2' }, ...places });
    expect(runner.told).toEqual([]);
    await reporter.started(sampleJob(), UNTIL);
    await reporter.ended(OUTCOMES.failed, true);
    expect(reactions).toEqual(['failed']);
    expect(written()[0]).toContain('Working on it');
    expect(runner.outputs).toMatchObject({ verdict: 'failed', jobId: 'j_8fk2' });
  });
});

test.each([
  ['joined', /Job failed\*\* · /, /^(?!.*\d+ min)/s],
  ['started', /Job failed after 5 min\*\* · /, /· 5 min \|/],
])('a job that this run %s has a duration only if this run saw its start', async (how, head, summary) => {
  const { runner, clock, written, places, reporter } = reporterWithThread();
  reporter.about({ request: REQUEST, ...places });
  await reporter.started(sampleJob(), UNTIL);
  if (how === 'joined') reporter.joined();
  clock.pass(300_000);
  await reporter.ended(OUTCOMES.failed, true);
  expect(written().find((body) => body.includes('Job failed'))).toMatch(head);
  expect(runner.summaries[0]).toMatch(summary);
});

describe('the status comment', () => {
  test('that GitHub forbids is an error, and the request is not announced', async () => {
    const { places, report, reporter } = reporterWithThread([answered(403)]);
    reporter.prepared(ASKED, places);
    await expect(report.announce(undefined)).rejects.toMatchObject({
      name: 'GitHubError',
      message: expect.stringContaining('issues: write'),
    });
  });

  test('does not exist without a thread', async () => {
    const { runner, reporter } = reporterWithThread();
    reporter.prepared(ASKED, {});
    await reporter.started(sampleJob(), UNTIL);
    await reporter.ended(OUTCOMES.failed, true);
    expect(runner.outputs.commentUrl).toBe('');
  });

  test('that is written only at the end is an output', async () => {
    const { runner, places, reporter } = reporterWithThread();
    reporter.prepared(ASKED, places);
    await reporter.ended(OUTCOMES.error, true);
    expect(runner.outputs.commentUrl).toBe(COMMENT_URL);
  });

  test('that GitHub did not take is written again between polls, and no more than that', async () => {
    const { written, places, report, clock, reporter } = reporterWithThread(['well', answered(502), answered(502)]);
    reporter.prepared(ASKED, places);
    await report.announce(undefined);
    await reporter.started(sampleJob(), UNTIL);
    for (let poll = 0; poll < 20; poll++) {
      clock.pass(5_000);
      await reporter.read(read('active'));
    }
    expect(written().filter((text) => text.includes('Working on it'))).toHaveLength(3); // two failed
  });
});

const linesOf = ({ runner }: ReporterWithThread, how: string) => runner.told.filter((line) => line.startsWith(how));

/** The last line of a run with this outcome, with its level. */
async function lastLine(outcome: Outcome, fails: boolean): Promise<string> {
  const { runner, reporter } = reporterWithThread();
  await reporter.ended(outcome, fails);
  return runner.told.findLast((line) => !line.startsWith('output')) ?? '';
}

describe('the log', () => {
  test('warns about an unknown status once', async () => {
    const scene = reporterWithThread();
    const { clock, reporter } = scene;
    await reporter.started(sampleJob(), UNTIL);
    for (let look = 0; look < 40; look++) {
      clock.pass(15_000);
      await reporter.read(read({ unknown: 'paused' }));
    }
    expect(linesOf(scene, 'warn')).toHaveLength(1);
    expect(linesOf(scene, 'warn')[0]).toContain('paused');
  });

  test('repeats an unchanged status at most once per minute', async () => {
    const scene = reporterWithThread();
    const { clock, reporter } = scene;
    await reporter.started(sampleJob(), UNTIL);
    for (let look = 0; look < 100; look++) {
      clock.pass(6_000);
      await reporter.read(look < 50 ? read('active') : transient('The service answered 502.'));
    }
    const lines = linesOf(scene, 'log').length;
    expect(lines).toBeGreaterThan(8);
    expect(lines).toBeLessThan(14);
  });

  test('shows failed requests', async () => {
    const { runner, reporter } = reporterWithThread();
    await reporter.started(sampleJob(), UNTIL);
    await reporter.read(NOT_FOUND);
    await reporter.read({ kind: 'throttled', retryIn: 1_000 });
    await reporter.read(transient('The service answered 502.'));
    expect(runner.told.slice(-3)).toEqual([
      'log Waiting for the job: the service does not know it (404), 0 s elapsed, until 12:30 UTC',
      'log The quota of the service is used up (429). Trying again in 1 s, 0 s elapsed, until 12:30 UTC',
      'log The service answered 502, 0 s elapsed, until 12:30 UTC',
    ]);
  });

  test('repeats the end of a job at most once per minute, while it is read again to be sure', async () => {
    const scene = reporterWithThread();
    const { clock, reporter } = scene;
    await reporter.started(sampleJob(), UNTIL);
    for (let look = 0; look < 6; look++) {
      await reporter.read(read('failed'));
      clock.pass(5_000);
    }
    expect(linesOf(scene, 'log Job j_8fk2: failed')).toHaveLength(1);
  });

  test('names what the run waits for, and until when', async () => {
    const scene = reporterWithThread();
    const { clock, reporter } = scene;
    for (let look = 0; look < 8; look++) {
      reporter.progress.waiting('job j_8fk2 to finish its current work', UNTIL);
      clock.pass(20_000);
    }
    expect(linesOf(scene, 'log')).toEqual(
      ['0 s', '60 s', '2 min'].map(
        (time) => `log Waiting for job j_8fk2 to finish its current work, ${time} elapsed, until 12:30 UTC`,
      ),
    );
  });

  test.each([
    ['pull request', 'log'],
    ['no changes', 'log'],
    ['started and not waited for', 'log'],
    ['swept', 'warn'],
    ['exported', 'log'],
    ['skipped', 'notice'],
    ['denied', 'notice'],
    ['continued by a later request', 'notice'],
    ['already requested', 'notice'],
    ['not sent', 'warn'],
    ['failed', 'warn'],
    ['archived', 'warn'],
    ['timed out', 'warn'],
    ['quota exhausted', 'warn'],
    ['unconfirmed', 'warn'],
    ['cancelled before', 'warn'],
    ['swept in part', 'warn'],
    ['exported in part, by the timeout', 'warn'],
    ['cancelled with an export', 'warn'],
    ['pull request without a usable link', 'warn'],
  ] as const)('of a step that succeeds ends with the verdict, for the outcome "%s" as %s', async (name, how) => {
    const last = await lastLine(OUTCOMES[name], false);
    expect(last.startsWith(`${how} `)).toBe(true);
    expect(last).toContain(` ${OUTCOMES[name].verdict}: `);
  });

  test.each(Object.entries(OUTCOMES))(
    'of a step that fails ends with an error annotation, for the outcome "%s"',
    async (_, outcome) => {
      const last = await lastLine(outcome, true);
      expect(last.startsWith('error ')).toBe(true);
      expect(last).toContain(` ${outcome.verdict}: `);
      expect(last).not.toMatch(/undefined|\[object|<sub>|\*\*/);
    },
  );

  test('warns about a prompt that was cut', () => {
    const scene = reporterWithThread();
    scene.reporter.prepared({ ...ASKED, prompt: { ...ASKED.prompt, cutBytes: 512 } }, {});
    expect(linesOf(scene, 'warn')).toEqual(['warn The prompt was too long: 512 bytes of untrusted text were cut.']);
  });
});

test('a masked value is in no comment and not in the draft of the post step', async () => {
  const request = { ...REQUEST, title: 'it is s3cret' };
  const { runner, written, places, report, reporter, saved } = reporterWithThread([], request);
  runner.mask('s3cret');
  reporter.prepared({ ...ASKED, request }, places);
  await report.announce(undefined);
  expect(saved()?.draft?.prose).toContain('it is ***');
  await reporter.started(sampleJob(), UNTIL);
  expect(saved()?.draft?.prose).toContain('it is ***');
  await reporter.ended(OUTCOMES.failed, true);
  expect(written().length).toBeGreaterThanOrEqual(3);
  expect(written().join()).not.toContain('s3cret');
});
