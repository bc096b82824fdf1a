import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { PageVisitors } from '../../../src/service/visitors.ts';
import { FORMS, type Format } from '../../../src/visitors/export-file.ts';
import { anyPath, anyText } from '../../support/any-text.ts';
import { aPage, NASTY_PATHS } from '../../support/sample-exports.ts';

/** The whole file, from the pages in which its rows come. */
function written(format: Format, pages: readonly (readonly PageVisitors[])[]): string {
  const { head, rows } = FORMS[format];
  return head + pages.map(rows).join('');
}

/** Records of cells, by RFC 4180: a quoted cell holds anything, and `""` is a quote in it. */
function readCsv(text: string): string[][] {
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/y;
  const records: string[][] = [];
  let record: string[] = [];
  while (cell.lastIndex < text.length) {
    const [, raw = '', end] = cell.exec(text) ?? [];
    if (end === undefined) throw new Error('This is no CSV.');
    record.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
}

const count = fc.nat({ max: Number.MAX_SAFE_INTEGER });
const path = fc.oneof(
  anyPath(),
  fc.constantFrom(...NASTY_PATHS),
  anyText({ minLength: 1 }),
  fc
    .tuple(fc.constantFrom(' ', '\t', '\n', '\r', '\u00a0', '\ufeff', '\u200b', '\u0000', "'", '"', ''), fc.string())
    .chain(([blank, rest]) => fc.constantFrom(...'=+-@＝＋－＠,;').map((sign) => blank + sign + rest)),
);
const page = fc.record({ path, human: count, ai: count, total: count });
/** With empty ones, as a pageRows of repeated rows is. */
const pagesOfRows = fc.array(fc.array(page, { maxLength: 4 }), { maxLength: 5 });

describe('a CSV file', () => {
  test('without rows is its header', () => {
    expect(written('csv', [])).toBe('path,human,ai,total\n');
    expect(written('csv', [[], []])).toBe('path,human,ai,total\n');
  });

  test('quotes paths and puts an apostrophe before formulas', () => {
    const pages = [aPage('/docs'), aPage('/a "b", c;d'), aPage('=1+1'), aPage(' -x'), aPage('/two\nlines')];
    expect(written('csv', [pages])).toMatchInlineSnapshot(`
"path,human,ai,total
"/docs",30,20,45
"/a ""b"", c;d",30,20,45
"'=1+1",30,20,45
"' -x",30,20,45
"/two
lines",30,20,45
"
`);
  });

  /** What a spreadsheet reads as a formula, also behind characters that it does not show (OWASP, "CSV injection"). */
  const FORMULA = /^[\s\p{C}]*[=+\-@＝＋－＠]/u;
  const BEGINS_ODDLY = /^[\s\p{C}=+\-@＝＋－＠]/u;

  test('has the same rows when it is read back, some behind an apostrophe, and no formula', () => {
    fc.assert(
      fc.property(pagesOfRows, (drawn) => {
        const [head, ...records] = readCsv(written('csv', drawn));
        expect(head).toEqual(['path', 'human', 'ai', 'total']);
        const rows = drawn.flat();
        const cell = (path: string) => (BEGINS_ODDLY.test(path) ? `'${path}` : path);
        expect(records).toEqual(
          rows.map(({ path, human, ai, total }) => [cell(path), ...[human, ai, total].map(String)]),
        );
        expect(records.filter(([path = '']) => FORMULA.test(path))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  const cellOf = (path: string) => readCsv(written('csv', [[aPage(path)]]))[1]?.[0];

  test.each(['-', '=', '\ttab', ' /docs', '\ufeff/docs'])('has an apostrophe before the path %j', (path) => {
    expect(cellOf(path)).toBe(`'${path}`);
  });

  test.each(['/docs', "'quoted", 'https://x.example/', '/=1', 'index.html'])('has the path %j as it is', (path) => {
    expect(cellOf(path)).toBe(path);
  });

  test('quotes every path, so that a `;` separates nothing', () => {
    const lines = written('csv', [NASTY_PATHS.filter((path) => !path.includes('\n')).map((path) => aPage(path))]);
    for (const line of lines.trimEnd().split('\n').slice(1)) expect(line).toMatch(/^"(?:[^"]|"")*",\d+,\d+,\d+$/);
  });
});

describe('an NDJSON file', () => {
  test('without rows is empty', () => {
    expect(written('ndjson', [])).toBe('');
    expect(written('ndjson', [[]])).toBe('');
  });

  test('has one row per line, in order', () => {
    fc.assert(
      fc.property(pagesOfRows, (drawn) => {
        const lines = written('ndjson', drawn).split('\n');
        expect(lines.pop()).toBe('');
        expect(lines.map((line): unknown => JSON.parse(line))).toEqual(drawn.flat());
      }),
    );
  });
});
