import { describe, expect, test } from '@jest/globals';
import type { VisitorReport } from '../../../src/visitors/report.ts';
import { reporterWithThread } from '../../support/reporter-with-thread.ts';
import { partial, sampleSurvey } from '../../support/sample-exports.ts';
import { ASKED, OUTCOMES } from '../../support/sample-outcomes.ts';
import { BAD_GATEWAY, busy } from '../../support/scripted-pages.ts';

test('the log of an export shows progress, failed requests and the end', async () => {
  const { runner, clock, reporter } = reporterWithThread();
  for (let batch = 1; batch <= 60; batch++) {
    clock.pass(500);
    reporter.sent('analytics');
    reporter.progress.surveying(250 * batch);
  }
  reporter.sent('analytics');
  reporter.progress.retrying(busy(120_000), 120_000);
  clock.pass(120_000);
  reporter.sent('analytics');
  reporter.progress.retrying(BAD_GATEWAY, 1_000);
  await reporter.ended(OUTCOMES.exported, false);
  expect(runner.told.filter((line) => !line.startsWith('output')).slice(0, -1)).toEqual([
    'log 5,000 pages of the analytics read, 10 s elapsed',
    'log 10,000 pages of the analytics read, 20 s elapsed',
    'log 15,000 pages of the analytics read, 30 s elapsed',
    'log The quota of the service is used up (429). Trying again in 2 min, at 12:02 UTC',
    'log The service answered 502. Trying again in 1 s',
  ]);
  expect(runner.summaries[0]).toContain('| API requests | 62 analytics |');
});

describe('the pages of a refresh', () => {
  function warned(report: VisitorReport): string[] {
    const { runner, reporter, places } = reporterWithThread();
    reporter.prepared({ ...ASKED, topPages: { query: report, report } }, places);
    return runner.told.filter((line) => line.startsWith('warn'));
  }

  test('cause one warning if they are partial or doubtful', () => {
    const why = { kind: 'problem', problem: BAD_GATEWAY.error } as const;
    expect(warned(partial(why, { rows: 250, unusable: 1 }))).toEqual([
      [
        'warn The pages are partial: ranked by the first 250 pages only, as a request failed.',
        ...['The service answered 502.', 'Try again later.'],
        '1 row without a valid path or numbers left out.',
      ].join('\n'),
    ]);
  });

  test('cause no warning if they are complete', () => {
    expect(warned(sampleSurvey({ leftOut: 900 }))).toEqual([]);
  });
});
