import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toPlain } from '../../../src/render/to-markdown.ts';
import { warningsOf } from '../../../src/render/visitor-report.ts';
import type { Period } from '../../../src/service/analytics.ts';
import type { VisitorReport } from '../../../src/visitors/report.ts';
import { anyText } from '../../support/any-text.ts';
import { rendered } from '../../support/rendered-export.ts';
import { aPage, exported, partial, sampleSurvey } from '../../support/sample-exports.ts';

const of = (more: Partial<VisitorReport>) => rendered(exported(sampleSurvey(more), 'visitors.csv'));

test.each<[Period, string]>([
  [{ from: undefined, to: undefined }, '`offset: 750`, and another `visitors-file`.'],
  [
    { from: undefined, to: '2026-11-01' },
    '`offset: 750`, `date-to: 2026-11-01`, and another `visitors-file`.',
  ],
])(
  'an export that ended early is an error that says how to continue in the same period, with dates instead of a window: %j',
  (period, way) => {
    const { level, lines, outputs } = rendered(exported(partial({ kind: 'timeout' }, { period })));
    expect([level, outputs.verdict]).toEqual(['error', 'error']);
    expect(lines).toEqual([
      '⛔ error: Export incomplete',
      'After 1,003 pages the timeout came.',
      `To continue from there, set ${way}`,
    ]);
  },
);

test.each<[Partial<VisitorReport>, 'warn' | 'log']>([
  [{ unusable: 1 }, 'warn'],
  [{ repeated: 10 }, 'warn'],
  [{ pages: [], leftOut: 1_003 }, 'warn'],
  [{ pages: [], rows: 0 }, 'log'],
  [{ leftOut: 900, offset: 2_000 }, 'log'],
])('an export with %j has the level `%s`, and its outputs the same doubts', (more, level) => {
  const { lines, outputs, ...others } = of(more);
  expect(others.level).toBe(level);
  expect(outputs.summary.split('\n').slice(1).join('\n')).toBe(lines.slice(1).join('\n'));
  const isDoubt = /left out|received twice/;
  expect(warningsOf(sampleSurvey(more)).map(toPlain)).toEqual(
    lines.filter((line) => isDoubt.test(line)),
  );
});

/** The rows of the ranking. */
const rowsOf = (pages: readonly ReturnType<typeof aPage>[]) =>
  of({ pages })
    .summary.split('\n')
    .filter((line) => /^\| \d+ \| /.test(line));

test('the bars of a ranking are in proportion to the longest one, and their colors to each other', () => {
  const pages = [
    ...[
      aPage('/a', 600, 400, 900),
      aPage('/b', 200, 100, 250),
      aPage('/c', 0, 1, 1),
      aPage('/d', 0, 0, 0),
    ],
    ...[
      aPage('/nine', 9, 1, 10),
      aPage('/one', 1, 9, 10),
      aPage('/two', 190, 20, 210),
      aPage('/three', 20, 290, 310),
    ],
  ];
  expect(rowsOf(pages)).toEqual([
    '| 1 | `/a` | 🟦🟦🟦🟦🟦🟧🟧🟧 | 900 | 600 | 400 |',
    '| 2 | `/b` | 🟦🟦🟧 | 250 | 200 | 100 |',
    '| 3 | `/c` | 🟧 | 1 | 0 | 1 |',
    '| 4 | `/d` |  | 0 | 0 | 0 |',
    '| 5 | `/nine` | 🟦 | 10 | 9 | 1 |',
    '| 6 | `/one` | 🟧 | 10 | 1 | 9 |',
    '| 7 | `/two` | 🟦🟦 | 210 | 190 | 20 |',
    '| 8 | `/three` | 🟧🟧 | 310 | 20 | 290 |',
  ]);
});

test('the bars of any counts have at most nine squares, at least one, and most of the color that counts most', () => {
  const count = fc.oneof(
    fc.constant(0),
    fc.nat(20),
    fc.maxSafeNat(),
    fc.double({ min: 0, noNaN: true, max: 1e308 }),
  );
  const page = fc.tuple(count, count).map(([human, ai]) => aPage('/a', human, ai, human + ai));
  fc.assert(
    fc.property(fc.array(page, { minLength: 1, maxLength: 12 }), (pages) =>
      rowsOf(pages).every((row, at) => {
        const [bar = ''] =
          /(?:🟦)*(?:🟧)*(?= \| [\d,.∞]+ \| [\d,.∞]+ \| [\d,.∞]+ \|$)/u.exec(row) ?? [];
        const { human, ai } = pages[at] ?? aPage('/');
        const [people, agents] = ['🟦', '🟧'].map((color) => bar.split(color).length - 1);
        const isInOrder =
          human === ai || human > ai === (people ?? 0) >= (agents ?? 0) || people === agents;
        return (
          isInOrder &&
          (human > 0 || !people) &&
          (ai > 0 || !agents) &&
          [...bar].length <= 9 &&
          (bar !== '') === human + ai > 0
        );
      }),
    ),
  );
});

test.each([4, 1e308])(
  'more AI agents than visitors have no share, as the counts contradict each other: %d',
  (ai) => {
    const { lines, summary } = of({
      totals: { human: 3, ai, total: 3 },
      pages: [aPage('/a', 3, ai, 3)],
    });
    expect(lines.join()).not.toContain('of all');
    expect(summary).not.toContain('Infinity');
  },
);

test('256 pages of the longest paths fit into the job summary and the outputs', () => {
  const most = Number.MAX_SAFE_INTEGER;
  const unit = fc.oneof(
    fc.constantFrom('a', 'é', '€', '🎉', '"', '\\', '\u0001', '\u2028', '`', '|'),
    anyText({ minLength: 1 }),
  );
  const property = fc.property(unit, (unit) => {
    const size = (text: string) => JSON.stringify(text).length - 2;
    const long = unit.repeat(Math.floor(996 / size(unit)));
    const { outputs, summary } = of({
      pages: Array.from({ length: 256 }, (_, at) =>
        aPage(`/${at}${long}`.toWellFormed(), most, most, most),
      ),
    });
    const { pages: listed, ...others } = outputs;
    // As UTF-16, too: GitHub does not document how the runner counts.
    expect(Math.max(Buffer.byteLength(listed), 2 * listed.length)).toBeLessThan(1024 * 1024);
    expect(Buffer.byteLength(Object.values(others).join(''))).toBeLessThan(16 * 1024);
    expect(Buffer.byteLength(summary)).toBeLessThan(1024 * 1024);
  });
  fc.assert(property, { numRuns: 20 });
});

test.each([
  [
    { human: 385, ai: 200, total: 533 },
    '533 visitors: 385 people, 200 AI agents (38 % of all), 52 as both; ',
  ],
  [{ human: 2, ai: 1, total: 2 }, '2 visitors: 2 people, 1 AI agent (50 % of all), 1 as both; '],
  [{ human: 2, ai: 1, total: 3 }, '3 visitors: 2 people, 1 AI agent (33 % of all); '],
  [{ human: 0.1, ai: 0.2, total: 0.3 }, '0.3 visitors: 0.1 people, 0.2 AI agents (67 % of all); '],
  [
    { human: 2.5, ai: 1.25, total: 3 },
    '3 visitors: 2.5 people, 1.25 AI agents (42 % of all), 0.75 as both; ',
  ],
  [{ human: 1, ai: 1, total: 9 }, '9 visitors: 1 person, 1 AI agent (11 % of all); '],
  [{ human: 9, ai: 1, total: 5 }, '5 visitors: 9 people, 1 AI agent (20 % of all); '],
])(
  'visitors that came as both people and AI agents are named, unless the counts contradict each other: %j',
  (totals, says) => {
    expect(of({ totals }).lines.join('\n')).toContain(says);
  },
);
