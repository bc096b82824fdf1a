import { describe, expect, test } from '@jest/globals';
import { ServiceError } from '../../../src/errors.ts';
import { createReporter } from '../../../src/report/reporter.ts';
import type { VisitorReport } from '../../../src/visitors/report.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createRecordingRunner } from '../../support/recording-runner.ts';
import { partial, sampleSurvey } from '../../support/sample-exports.ts';
import { NOT_FOUND, read, sampleJob, transient } from '../../support/sample-job.ts';
import { ASKED, inTime, OUTCOMES, REQUEST } from '../../support/sample-outcomes.ts';

const BAD_GATEWAY = new ServiceError('The service answered 502.', 'Try again later.');
const UNTIL = inTime(1_800_000);

/** A reporter without a thread. What it writes there is shown by the scenarios. */
function setUp() {
  const runner = createRecordingRunner({});
  const clock = createFakeClock();
  const reporter = createReporter(runner, clock);
  const linesOf = (how: string) => runner.told.filter((line) => line.startsWith(how));
  return { runner, clock, reporter, linesOf };
}

test.each([
  ['joined', /^(?!.*\d+ min)/s],
  ['started', /· 5 min \|/],
])('a job that this run %s has a duration only if this run saw its start', async (how, summary) => {
  const { runner, clock, reporter } = setUp();
  reporter.about({ request: REQUEST });
  reporter.started(sampleJob(), UNTIL);
  if (how === 'joined') reporter.joined();
  clock.pass(300_000);
  await reporter.ended(OUTCOMES.failed, true);
  expect(runner.summaries[0]).toMatch(summary);
});

describe('the log', () => {
  test('shows failed requests, and repeats the end of a job that is read again to be sure once per minute', async () => {
    const { clock, reporter, linesOf } = setUp();
    reporter.started(sampleJob(), UNTIL);
    reporter.progress.read(NOT_FOUND);
    reporter.progress.read({ kind: 'throttled', retryIn: 1_000 });
    reporter.progress.read(transient('The service answered 502.'));
    for (let look = 0; look < 6; look++) {
      reporter.progress.read(read('failed'));
      clock.pass(5_000);
    }
    expect(linesOf('log').slice(1)).toEqual([
      'log Waiting for the job: the service does not know it (404), 0 s elapsed, until 12:30 UTC',
      'log The quota of the service is used up (429). Trying again in 1 s, 0 s elapsed, until 12:30 UTC',
      'log The service answered 502, 0 s elapsed, until 12:30 UTC',
      'log Job j_8fk2: failed',
    ]);
  });

  test.each<[string, VisitorReport, string[]]>([
    [
      'partial or doubtful',
      partial({ kind: 'problem', problem: BAD_GATEWAY }, { rows: 250, unusable: 1 }),
      [
        'warn The pages are partial: ranked by the first 250 pages only, as a request failed.\nThe service answered 502.\nTry again later.\n' +
          '1 row without a valid path or numbers left out.',
      ],
    ],
    ['complete', sampleSurvey({ leftOut: 900 }), []],
  ])('warns once about pages for a refresh that are %s', (_, report, expected) => {
    const { reporter, linesOf } = setUp();
    reporter.prepared({ ...ASKED, topPages: { query: report, report } });
    expect(linesOf('warn')).toEqual(expected);
  });

  test('warns about a prompt that was cut', () => {
    const { reporter, linesOf } = setUp();
    reporter.prepared({ ...ASKED, prompt: { ...ASKED.prompt, cutBytes: 512 } });
    expect(linesOf('warn')).toEqual([
      'warn The prompt was too long: 512 bytes of untrusted text were cut.',
    ]);
  });
});

const LEVELS: Readonly<Record<'log' | 'notice' | 'warn', readonly (keyof typeof OUTCOMES)[]>> = {
  log: ['pull request', 'no changes', 'started and not waited for', 'exported'],
  notice: ['skipped', 'denied', 'already requested'],
  warn: [
    ...([
      'swept',
      'not sent',
      'failed',
      'archived',
      'timed out',
      'quota exhausted',
      'unconfirmed',
    ] as const),
    ...(['cancelled before', 'swept in part', 'pull request without a usable link'] as const),
  ],
};

test.each(Object.entries(LEVELS))(
  'a step that succeeds ends with its verdict as a %s',
  async (how, names) => {
    for (const name of names) {
      const { runner, reporter } = setUp();
      await reporter.ended(OUTCOMES[name], false);
      const last = runner.told.findLast((line) => !line.startsWith('output')) ?? '';
      expect([name, last.split(' ', 1)[0]]).toEqual([name, how]);
      expect(last).toContain(` ${OUTCOMES[name].verdict}: `);
    }
  },
);
