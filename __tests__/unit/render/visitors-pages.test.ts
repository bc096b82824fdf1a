import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ServiceError } from '../../../src/errors.ts';
import { type Outcome, outcomeOfEmptyExport } from '../../../src/outcome.ts';
import type { PageVisitors } from '../../../src/service/visitors.ts';
import { collect } from '../../../src/visitors/collect.ts';
import type { StopReason } from '../../../src/visitors/paginate.ts';
import { anyText } from '../../support/any-text.ts';
import { outcomeOf, outputsOf, said, summaryOf } from '../../support/rendered-export.ts';
import { aPage, NASTY_PATHS, sampleSurvey } from '../../support/sample-exports.ts';
import { inTime } from '../../support/sample-outcomes.ts';
import { found, QUERY, reading, taken, visitorPage } from '../../support/sample-visitor-report.ts';

const problem = new ServiceError('The service answered 502: “Bad gateway”.', 'Try again later.');

test('the report of a site without visitors has no share and no ranking', () => {
  const empty = outcomeOf(sampleSurvey({ pages: [], rows: 0, totals: { human: 0, ai: 0, total: 0 } }));
  expect(said(empty).lines).toContain('0 visitors: 0 people, 0 AI agents; 0 pages read.');
  expect(summaryOf(empty)).not.toMatch(/NaN|###/);
  expect(outputsOf(empty)).toMatchObject({ pages: '[]', visitorsFile: '' });
});

/** The cells of the ranking's rows, without their edges. */
const rowsOf = (pages: readonly PageVisitors[]) =>
  summaryOf(outcomeOf(sampleSurvey({ pages })))
    .split('\n')
    .filter((line) => /^\| \d+ \| /.test(line))
    .map((line) => line.slice(2, -2).split(' | '));

test('the bars of a ranking are in proportion to the longest one, with a square for the smallest count', () => {
  const pages = [aPage('/a', 600, 400, 900), aPage('/b', 200, 100, 250), aPage('/c', 0, 1, 1), aPage('/d', 0, 0, 0)];
  expect(rowsOf(pages)).toEqual([
    ['1', '`/a`', '🟦🟦🟦🟦🟦🟧🟧🟧', '900', '600', '400'],
    ['2', '`/b`', '🟦🟦🟧', '250', '200', '100'],
    ['3', '`/c`', '🟧', '1', '0', '1'],
    ['4', '`/d`', '', '0', '0', '0'],
  ]);
});

test('the bars of any counts have at most nine squares, and each color that counts', () => {
  const count = fc.oneof(fc.constant(0), fc.nat(20), fc.maxSafeNat(), fc.double({ min: 0, noNaN: true, max: 1e308 }));
  const page = fc.tuple(count, count).map(([human, ai]) => aPage('/a', human, ai, human + ai));
  fc.assert(
    fc.property(fc.array(page, { minLength: 1, maxLength: 12 }), (pages) =>
      rowsOf(pages).every(([, , bar = ''], at) => {
        const { human, ai } = pages[at] ?? aPage('/');
        const isInOrder = /^(?:🟦)*(?:🟧)*$/u.test(bar) && [...bar].length <= 9;
        return isInOrder && bar.includes('🟦') === human > 0 && bar.includes('🟧') === ai > 0;
      }),
    ),
  );
});

test.each([
  [{ human: 184, ai: 86, total: 251 }, '19 visitors count'],
  [{ human: 2_000, ai: 1_500, total: 2_000 }, '1,500 visitors count'],
  [{ human: 2, ai: 1, total: 2 }, '1 visitor counts'],
])('the counts %j are explained: %s as both', (totals, both) => {
  const why = `People and AI agents add up to more than the visitors, because ${both} as both.`;
  const outcome = outcomeOf(sampleSurvey({ totals }));
  for (const text of [said(outcome).lines.join('\n'), summaryOf(outcome), outputsOf(outcome).summary])
    expect(text).toContain(why);
});

test.each([
  { human: 3, ai: 4, total: 7 },
  { human: 3, ai: 4, total: 8 },
  { human: 3, ai: 4, total: 2 },
])('the counts %j are not explained, as they add up or contradict each other', (totals) => {
  expect(said(outcomeOf(sampleSurvey({ totals }))).lines.join('\n')).not.toContain('add up');
});

test.each([4, 1e308])('more AI agents than visitors have no share, as the counts contradict each other: %d', (ai) => {
  const totals = { human: 3, ai, total: 3 };
  const outcome = outcomeOf(sampleSurvey({ totals, pages: [aPage('/a', 3, ai, 3)] }));
  expect(said(outcome).lines.join('\n')).not.toContain('of all');
  expect(summaryOf(outcome)).not.toContain('Infinity');
});

test('the job summary has one row per page with any path', () => {
  const text = summaryOf(outcomeOf(sampleSurvey({ pages: NASTY_PATHS.map((path) => aPage(path)) })));
  const rows = text.split('\n').filter((line) => /^\| \d+ \| /.test(line));
  expect(rows).toHaveLength(NASTY_PATHS.length);
  for (const row of rows)
    expect(row.replace(/`[^`]+`/, 'path')).toMatch(/^\| \d+ \| path \| 🟦{5}🟧{3} \| 45 \| 30 \| 20 \|$/u);
});

test('the output `pages` has the paths exactly', () => {
  const pages = NASTY_PATHS.map((path) => aPage(path));
  expect(JSON.parse(outputsOf(outcomeOf(sampleSurvey({ pages }))).pages)).toEqual(pages);
});

test('256 pages of any paths fit into the job summary and the outputs', async () => {
  const unit = fc.oneof(fc.constantFrom('a', 'é', '€', '🎉', '"', '\\', '\u0001', '\u2028', '`', '|'), anyText());
  const most = Number.MAX_SAFE_INTEGER;
  const property = fc.asyncProperty(unit, fc.integer({ min: 100, max: 1_100 }), async (unit, length) => {
    // The longest path of such units that is ranked, and some that are not.
    const paths = Array.from({ length: 300 }, (_, at) =>
      `/${at}/${unit.repeat(length)}`.slice(0, length).toWellFormed(),
    );
    const given = [...new Set(paths)].map((path) => aPage(path, most, most, most));
    const read = found(await collect(reading([visitorPage([], { rows: given })]), { ...QUERY, top: 256 }, taken));
    const outcome = outcomeOf(read, 'visitors.csv');
    const { pages, ...others } = outputsOf(outcome);
    // As UTF-16, too: GitHub does not document how the runner counts.
    expect(Math.max(Buffer.byteLength(pages), 2 * pages.length)).toBeLessThan(1024 * 1024);
    expect(Buffer.byteLength(Object.values(others).join(''))).toBeLessThan(16 * 1024);
    expect(Buffer.byteLength(summaryOf(outcome))).toBeLessThan(1024 * 1024);
  });
  await fc.assert(property, { numRuns: 20 });
});

test('256 pages of the longest ranked paths fit into the job summary and the outputs', async () => {
  for (const path of ['€'.repeat(994), '\u0001'.repeat(165), '"'.repeat(497), '🎉'.repeat(497)]) {
    const given = Array.from({ length: 256 }, (_, at) => aPage(`/${String(at).padStart(3, '0')}${path}`));
    const read = found(await collect(reading([visitorPage([], { rows: given })]), { ...QUERY, top: 256 }, taken));
    expect(read.pages).toHaveLength(256);
    expect(Buffer.byteLength(outputsOf(outcomeOf(read)).pages)).toBeLessThan(1024 * 1024);
    expect(Buffer.byteLength(summaryOf(outcomeOf(read)))).toBeLessThan(1024 * 1024);
  }
});

describe('an export without a row has the verdict of its reason', () => {
  test.each<[StopReason, Partial<Outcome>]>([
    [{ kind: 'cancelled' }, { verdict: 'cancelled' }],
    [
      { kind: 'throttled', tryAgainAt: inTime(1_000) },
      { verdict: 'quota-exhausted', tryAgainAt: inTime(1_000), of: 'analytics' },
    ],
    [
      { kind: 'problem', problem },
      { verdict: 'error', problem },
    ],
    [{ kind: 'timeout' }, { verdict: 'error' }],
    [
      { kind: 'timeout', problem },
      { verdict: 'error', problem },
    ],
  ])('for %j', (why, outcome) => {
    expect(outcomeOfEmptyExport(why)).toMatchObject(outcome);
    expect(outputsOf(outcomeOfEmptyExport(why))).toMatchObject({ visitors: '', visitorsFile: '', pages: '' });
  });
});
