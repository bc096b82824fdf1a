import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { outcomeOfEmptyExport } from '../../../src/outcome.ts';
import { anyText } from '../../support/any-text.ts';
import { outcomeOf, outputsOf, said, summaryOf } from '../../support/rendered-export.ts';
import { aPage, NASTY_PATHS, sampleSurvey } from '../../support/sample-exports.ts';

/** The rows of the ranking. */
const rowsOf = (pages: readonly ReturnType<typeof aPage>[]) =>
  summaryOf(outcomeOf(sampleSurvey({ pages })))
    .split('\n')
    .filter((line) => /^\| \d+ \| /.test(line));

test('the report of a site without visitors has no share and no ranking', () => {
  const empty = outcomeOf(sampleSurvey({ pages: [], rows: 0, totals: { human: 0, ai: 0, total: 0 } }));
  expect(said(empty).lines).toContain('0 visitors: 0 people, 0 AI agents; 0 pages read.');
  expect(summaryOf(empty)).not.toMatch(/NaN|###/);
  expect(outputsOf(empty)).toMatchObject({ pages: '[]', visitorsFile: '' });
});

test('the bars of a ranking are in proportion to the longest one, with a square for the smallest count', () => {
  const pages = [aPage('/a', 600, 400, 900), aPage('/b', 200, 100, 250), aPage('/c', 0, 1, 1), aPage('/d', 0, 0, 0)];
  expect(rowsOf(pages)).toEqual([
    '| 1 | `/a` | 🟦🟦🟦🟦🟦🟧🟧🟧 | 900 | 600 | 400 |',
    '| 2 | `/b` | 🟦🟦🟧 | 250 | 200 | 100 |',
    '| 3 | `/c` | 🟧 | 1 | 0 | 1 |',
    '| 4 | `/d` |  | 0 | 0 | 0 |',
  ]);
});

test('the bars of any counts have at most nine squares, and each color that counts', () => {
  const count = fc.oneof(fc.constant(0), fc.nat(20), fc.maxSafeNat(), fc.double({ min: 0, noNaN: true, max: 1e308 }));
  const page = fc.tuple(count, count).map(([human, ai]) => aPage('/a', human, ai, human + ai));
  fc.assert(
    fc.property(fc.array(page, { minLength: 1, maxLength: 12 }), (pages) =>
      rowsOf(pages).every((row, at) => {
        const [bar = ''] = /(?:🟦)*(?:🟧)*(?= \| [\d,.∞]+ \| [\d,.∞]+ \| [\d,.∞]+ \|$)/u.exec(row) ?? [];
        const { human, ai } = pages[at] ?? aPage('/');
        return [...bar].length <= 9 && bar.includes('🟦') === human > 0 && bar.includes('🟧') === ai > 0;
      }),
    ),
  );
});

test.each([4, 1e308])('more AI agents than visitors have no share, as the counts contradict each other: %d', (ai) => {
  const outcome = outcomeOf(sampleSurvey({ totals: { human: 3, ai, total: 3 }, pages: [aPage('/a', 3, ai, 3)] }));
  expect(said(outcome).lines.join()).not.toContain('of all');
  expect(summaryOf(outcome)).not.toContain('Infinity');
});

test('the job summary has one row per page with any path, and the output `pages` the paths exactly', () => {
  const pages = NASTY_PATHS.map((path) => aPage(path));
  const rows = rowsOf(pages);
  expect(rows).toHaveLength(NASTY_PATHS.length);
  for (const row of rows)
    expect(row.replace(/`[^`]+`/, 'path')).toMatch(/^\| \d+ \| path \| 🟦{5}🟧{3} \| 45 \| 30 \| 20 \|$/u);
  expect(JSON.parse(outputsOf(outcomeOf(sampleSurvey({ pages }))).pages)).toEqual(pages);
});

test('256 pages of the longest paths fit into the job summary and the outputs', () => {
  const most = Number.MAX_SAFE_INTEGER;
  const unit = fc.oneof(
    fc.constantFrom('a', 'é', '€', '🎉', '"', '\\', '\u0001', '\u2028', '`', '|'),
    anyText({ minLength: 1 }),
  );
  const property = fc.property(unit, (unit) => {
    const size = (text: string) => JSON.stringify(text).length - 2;
    const long = unit.repeat(Math.floor(996 / size(unit)));
    const pages = Array.from({ length: 256 }, (_, at) => aPage(`/${at}${long}`.toWellFormed(), most, most, most));
    const outcome = outcomeOf(sampleSurvey({ pages }), 'visitors.csv');
    const { pages: listed, ...others } = outputsOf(outcome);
    // As UTF-16, too: GitHub does not document how the runner counts.
    expect(Math.max(Buffer.byteLength(listed), 2 * listed.length)).toBeLessThan(1024 * 1024);
    expect(Buffer.byteLength(Object.values(others).join(''))).toBeLessThan(16 * 1024);
    expect(Buffer.byteLength(summaryOf(outcome))).toBeLessThan(1024 * 1024);
  });
  fc.assert(property, { numRuns: 20 });
});

test('an export without a row has no outputs of an export', () => {
  const outcome = outcomeOfEmptyExport({ kind: 'throttled', tryAgainAt: new Date(0) });
  expect(outcome).toMatchObject({ verdict: 'quota-exhausted', of: 'analytics' });
  expect(outputsOf(outcome)).toMatchObject({ visitors: '', visitorsFile: '', pages: '' });
  expect(outcomeOfEmptyExport({ kind: 'timeout' })).toMatchObject({ verdict: 'error' });
});
