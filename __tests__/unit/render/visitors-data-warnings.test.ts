import { describe, expect, test } from '@jest/globals';
import { ServiceError } from '../../../src/errors.ts';
import { toPlain } from '../../../src/render/to-markdown.ts';
import { formatPartial, warningsOf } from '../../../src/render/visitors.ts';
import type { Period } from '../../../src/service/visitors.ts';
import type { VisitorReport } from '../../../src/visitors/collect.ts';
import type { StopReason } from '../../../src/visitors/paginate.ts';
import { outcomeOf, outputsOf, said, summaryOf } from '../../support/rendered-export.ts';
import { partial, sampleSurvey } from '../../support/sample-exports.ts';
import { inTime } from '../../support/sample-outcomes.ts';

const problem = new ServiceError('The service answered 502: “Bad gateway”.', 'Try again later.');

test.each<[StopReason, RegExp]>([
  [{ kind: 'timeout' }, /^Partial: after 1,003 pages the timeout came\. To continue from there, set `offset: 750`, /],
  [{ kind: 'cancelled' }, /^Partial: after 1,003 pages the run was cancelled\. /],
  [{ kind: 'throttled', tryAgainAt: undefined }, /^Partial: after 1,003 pages the quota was used up\. /],
  [
    { kind: 'throttled', tryAgainAt: inTime(86_400_000) },
    /^Partial: after 1,003 pages the quota was used up until 2026-03-03 12:00 UTC\. /,
  ],
  [{ kind: 'problem', problem }, /^Partial: after 1,003 pages a request failed\. /],
])('the log warns why an export is partial: %j', (why, sentence) => {
  const { level, lines } = said(outcomeOf(partial(why)));
  expect(level).toBe('warn');
  expect(lines[0]).toContain(' · partial: ');
  expect(lines.filter((line) => sentence.test(line))).toHaveLength(1);
});

test('a cancelled export is reported like any other, with the verdict `cancelled`', () => {
  const cancelled = outcomeOf(partial({ kind: 'cancelled' }), 'visitors.partial.csv', 'cancelled');
  expect(said(cancelled)).toMatchObject({
    level: 'warn',
    lines: expect.arrayContaining([expect.stringMatching(/^⏹️ cancelled: Export cancelled · partial: /)]),
  });
  expect(summaryOf(cancelled)).toContain('`visitors.partial.csv`');
  expect(outputsOf(cancelled)).toMatchObject({ verdict: 'cancelled', visitorsFile: 'visitors.partial.csv' });
});

describe('a partial export says how to continue', () => {
  const wayOf = (period: Period, more: Partial<VisitorReport> = {}) =>
    said(outcomeOf(partial({ kind: 'timeout' }, { period, ...more }))).lines.flatMap(
      (line) => /To continue from there, set (.*)$/.exec(line)?.[1] ?? [],
    );

  test.each<[Period, string]>([
    [{ from: undefined, to: undefined }, '`offset: 750` and another `visitors-file`.'],
    [{ from: '2026-10-01', to: undefined }, '`offset: 750`, `date-from: 2026-10-01`, and another `visitors-file`.'],
    [{ from: undefined, to: '2026-11-01' }, '`offset: 750`, `date-to: 2026-11-01`, and another `visitors-file`.'],
    [
      { from: '2026-10-01T12:30:00.000Z', to: '2026-11-01' },
      '`offset: 750`, `date-from: 2026-10-01T12:30:00.000Z`, `date-to: 2026-11-01`, and another `visitors-file`.',
    ],
  ])('in the same period, with dates instead of a window: %j', (period, way) => {
    expect(wayOf(period)).toEqual([way]);
  });

  test('with numbers without commas, as the inputs take them', () => {
    const end = { kind: 'partial', nextOffset: 12_500, why: { kind: 'timeout' } } as const;
    expect(wayOf({ from: undefined, to: undefined }, { end })).toEqual([
      '`offset: 12500` and another `visitors-file`.',
    ]);
  });
});

describe('a doubt about the rows of an export', () => {
  const CHANGED = 'If the list changed while it was read, other rows may be missing.';
  const DOUBTS: readonly [more: Partial<VisitorReport>, line: string][] = [
    [{ unusable: 1 }, '1 row without a valid path or numbers left out.'],
    [{ unusable: 1_250 }, '1,250 rows without a valid path or numbers left out.'],
    [{ repeated: 1 }, `1 row received twice and counted once. ${CHANGED}`],
    [{ repeated: 10 }, `10 rows received twice and counted once. ${CHANGED}`],
  ];

  test.each(DOUBTS)('is a warning in log, job summary and outputs: %j', (more, line) => {
    const outcome = outcomeOf(sampleSurvey(more), 'visitors.csv');
    const { level, lines } = said(outcome);
    expect([level, lines.filter((each) => each === line)]).toEqual(['warn', [line]]);
    expect(summaryOf(outcome)).toContain(`${line}  \n`);
    expect(outputsOf(outcome).summary.split('\n')).toContain(line);
    expect(JSON.parse(outputsOf(outcome).visitors)).toMatchObject({ ...more, partial: false, nextOffset: null });
  });

  test.each(DOUBTS)('is a warning of a request about pages, too: %j', (more, line) => {
    expect(warningsOf(sampleSurvey(more)).map(toPlain)).toEqual([line]);
  });

  test('is a warning if `paths` exclude all pages from the ranking, unless there is no page at all', () => {
    const line = 'All pages are excluded from the ranking by `paths` and `paths-ignore`.';
    const none = outcomeOf(sampleSurvey({ pages: [], leftOut: 1_003 }), 'visitors.csv');
    expect(said(none)).toMatchObject({
      level: 'warn',
      lines: expect.arrayContaining([line, 'Written to `visitors.csv`.']),
    });
    expect(summaryOf(none)).toContain('| Pages | 1,003 read, 1,003 excluded from the ranking |');
    expect(summaryOf(none)).not.toContain('###');
    expect(said(outcomeOf(sampleSurvey({ pages: [], rows: 0 }))).lines).not.toContain(line);
  });

  test('is no warning if a path is too long for the ranking', () => {
    const { level, lines } = said(outcomeOf(sampleSurvey({ pages: [], rows: 1, tooLong: 1 })));
    expect(level).toBe('log');
    expect(lines).toContain('1 page not ranked, as the path is too long.');
    expect(lines.join()).not.toContain('paths-ignore');
  });

  test('is no warning if `paths` exclude some pages, or the export starts at an offset', () => {
    const { level, lines } = said(outcomeOf(sampleSurvey({ leftOut: 900, offset: 2_000 })));
    expect(level).toBe('log');
    expect(lines).toContain('The export starts at offset 2,000 and lacks the rows before it.');
    expect(warningsOf(sampleSurvey({ leftOut: 900 }))).toEqual([]);
  });
});

describe('a request about pages', () => {
  test.each<[StopReason, string, string[]]>([
    [{ kind: 'timeout' }, 'the timeout came', []],
    [{ kind: 'timeout', problem }, 'the timeout came', [problem.message, problem.remedy]],
    [{ kind: 'problem', problem }, 'a request failed', [problem.message, problem.remedy]],
    [{ kind: 'throttled', tryAgainAt: undefined }, 'the quota was used up', []],
    [{ kind: 'throttled', tryAgainAt: inTime(86_400_000) }, 'the quota was used up until 2026-03-03 12:00 UTC', []],
  ])('says in short why its ranking is partial, and warns with the failure: %j', (why, because, more) => {
    const short = `partial: ranked by the first 250 pages only, as ${because}`;
    const survey = partial(why, { rows: 250, repeated: 3 });
    expect(formatPartial(survey)).toBe(short);
    expect(warningsOf(survey).map(toPlain)).toEqual([
      ...[`The pages are ${short}.`, ...more],
      '3 rows received twice and counted once. If the list changed while it was read, other rows may be missing.',
    ]);
  });

  test('says nothing about a whole ranking', () => {
    expect([formatPartial(sampleSurvey()), warningsOf(sampleSurvey())]).toEqual(['', []]);
  });
});
