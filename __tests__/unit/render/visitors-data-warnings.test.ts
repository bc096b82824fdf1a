import { describe, expect, test } from '@jest/globals';
import { ServiceError } from '../../../src/errors.ts';
import { toPlain } from '../../../src/render/to-markdown.ts';
import { formatPartial, warningsOf } from '../../../src/render/visitor-report.ts';
import type { Period } from '../../../src/service/analytics.ts';
import type { StopReason } from '../../../src/visitors/read-persistently.ts';
import type { VisitorReport } from '../../../src/visitors/report.ts';
import { outcomeOf, outputsOf, said, summaryOf } from '../../support/rendered-export.ts';
import { partial, sampleSurvey } from '../../support/sample-exports.ts';
import { inTime } from '../../support/sample-outcomes.ts';

const problem = new ServiceError('The service answered 502: “Bad gateway”.', 'Try again later.');

test.each<[StopReason, string, string[]]>([
  [{ kind: 'timeout' }, 'the timeout came', []],
  [{ kind: 'cancelled' }, 'the run was cancelled', []],
  [{ kind: 'throttled', tryAgainAt: undefined }, 'the quota was used up', []],
  [{ kind: 'throttled', tryAgainAt: inTime(86_400_000) }, 'the quota was used up until 2026-03-03 12:00 UTC', []],
  [{ kind: 'problem', problem }, 'a request failed', [problem.message, problem.remedy]],
])('export and request say why a report is partial: %j', (why, because, more) => {
  const report = partial(why, { rows: 250, repeated: 3 });
  const { level, lines } = said(outcomeOf(report));
  expect([level, lines[0]]).toEqual(['warn', expect.stringContaining(' · partial: ')]);
  expect(lines).toContainEqual(
    expect.stringContaining(`Partial: after 250 pages ${because}. To continue from there, `),
  );
  expect(formatPartial(report)).toBe(`partial: ranked by the first 250 pages only, as ${because}`);
  expect(warningsOf(report).map(toPlain)).toEqual([
    ...[`The pages are partial: ranked by the first 250 pages only, as ${because}.`, ...more],
    '3 rows received twice and counted once. If the list changed while it was read, other rows may be missing.',
  ]);
});

test('a cancelled export is reported like any other, with the verdict `cancelled`', () => {
  const cancelled = outcomeOf(partial({ kind: 'cancelled' }), 'visitors.partial.csv', 'cancelled');
  expect(said(cancelled).lines[0]).toMatch(/^⏹️ cancelled: Export cancelled · partial: /);
  expect(summaryOf(cancelled)).toContain('`visitors.partial.csv`');
  expect(outputsOf(cancelled)).toMatchObject({ verdict: 'cancelled', visitorsFile: 'visitors.partial.csv' });
});

test.each<[Period, string]>([
  [{ from: undefined, to: undefined }, '`offset: 750`, and another `visitors-file`.'],
  [{ from: undefined, to: '2026-11-01' }, '`offset: 750`, `date-to: 2026-11-01`, and another `visitors-file`.'],
  [
    { from: '2026-10-01T12:30:00.000Z', to: '2026-11-01' },
    '`offset: 750`, `date-from: 2026-10-01T12:30:00.000Z`, `date-to: 2026-11-01`, and another `visitors-file`.',
  ],
])('a partial export says how to continue in the same period, with dates instead of a window: %j', (period, way) => {
  const { lines } = said(outcomeOf(partial({ kind: 'timeout' }, { period })));
  expect(lines).toContain(`Partial: after 1,003 pages the timeout came. To continue from there, set ${way}`);
});

describe('a doubt about the rows of an export', () => {
  const CHANGED = 'If the list changed while it was read, other rows may be missing.';

  test.each<[Partial<VisitorReport>, string]>([
    [{ unusable: 1 }, '1 row without a valid path or numbers left out.'],
    [{ unusable: 1_250 }, '1,250 rows without a valid path or numbers left out.'],
    [{ repeated: 10 }, `10 rows received twice and counted once. ${CHANGED}`],
  ])('is a warning in log, job summary and outputs: %j', (more, line) => {
    const outcome = outcomeOf(sampleSurvey(more), 'visitors.csv');
    const { level, lines } = said(outcome);
    expect([level, lines.filter((each) => each === line)]).toEqual(['warn', [line]]);
    expect(summaryOf(outcome)).toContain(`${line}  \n`);
    expect(outputsOf(outcome).summary.split('\n')).toContain(line);
    expect(JSON.parse(outputsOf(outcome).visitors)).toMatchObject({ ...more, partial: false, nextOffset: null });
    expect(warningsOf(sampleSurvey(more)).map(toPlain)).toEqual([line]);
  });

  test('is a warning if `paths` exclude all pages from the ranking, unless there is no page at all', () => {
    const line = 'All pages are excluded from the ranking by `paths` and `paths-ignore`.';
    const none = outcomeOf(sampleSurvey({ pages: [], leftOut: 1_003 }), 'visitors.csv');
    expect(said(none)).toMatchObject({ level: 'warn', lines: expect.arrayContaining([line]) });
    expect(summaryOf(none)).toContain('| Pages | 1,003 read, 1,003 excluded from the ranking |');
    expect(summaryOf(none)).not.toContain('###');
    expect(said(outcomeOf(sampleSurvey({ pages: [], rows: 0 }))).lines).not.toContain(line);
  });

  test('is no warning if `paths` exclude some pages, or the export starts at an offset', () => {
    const { level, lines } = said(outcomeOf(sampleSurvey({ leftOut: 900, offset: 2_000 })));
    expect(level).toBe('log');
    expect(lines).toContain('The export starts at offset 2,000 and lacks the rows before it.');
    expect(warningsOf(sampleSurvey({ leftOut: 900 }))).toEqual([]);
    expect(formatPartial(sampleSurvey())).toBe('');
  });
});
