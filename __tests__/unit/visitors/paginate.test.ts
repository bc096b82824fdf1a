import { describe, expect, test } from '@jest/globals';
import { more, page, type Read, readAll, rows, TOTALS } from '../../support/scripted-pages.ts';

const pathsOf = ({ pages }: Read) => pages.map((page) => page.rows.map(({ path }) => path));

const WHOLE = { kind: 'whole' };
/** None of its 250 rows is usable. */
const UNUSABLE = page([], { hasMore: true, unusable: 250 });

describe('a reading page by page', () => {
  test('requests each page once, after the rows received so far, with a time limit of a minute', async () => {
    const read = await readAll([more('/a', '/b'), more('/c'), page(['/d'])]);
    expect(read.asked).toEqual(['0 60000', '2 60000', '3 60000']);
    expect(pathsOf(read)).toEqual([['/a', '/b'], ['/c'], ['/d']]);
    expect(read).toMatchObject({ end: WHOLE, pauses: [] });
  });

  test('gives each page with its offset, totals and counts of unusable and repeated rows', async () => {
    const totals = { human: 1, ai: 1, total: 1 };
    const { pages } = await readAll([more('/a'), page(['/b'], { unusable: 3, totals })]);
    expect(pages).toEqual([
      { offset: 0, totals: TOTALS, rows: rows('/a'), unusable: 0, repeated: 0 },
      { offset: 1, totals, rows: rows('/b'), unusable: 3, repeated: 0 },
    ]);
  });

  test('begins at any row', async () => {
    const read = await readAll([more('/a'), page(['/b'])], { start: 1_007 });
    expect(read.asked).toEqual(['1007 60000', '1008 60000']);
    expect(read.pages.map(({ offset }) => offset)).toEqual([1_007, 1_008]);
  });

  test('gives a page no more time than is left until the deadline', async () => {
    const read = await readAll([more('/a'), more('/b'), page(['/c'])], { deadline: 100_000, latency: 30_000 });
    expect(read.asked).toEqual(['0 60000', '1 60000', '2 40000']);
  });
});

describe('the end of a reading', () => {
  test('is whole for a site without visitors', async () => {
    expect(await readAll([page([])])).toMatchObject({ end: WHOLE, pages: [{ rows: [] }] });
  });

  test('is not an empty page that says that there is more, which is passed over', async () => {
    const read = await readAll([more('/a'), more(), page(['/b'])]);
    expect(read.asked).toEqual(['0 60000', '1 60000', '251 60000']);
    expect([pathsOf(read), read.end]).toEqual([[['/a'], [], ['/b']], WHOLE]);
  });

  test('is partial at the tenth empty page in a row, and the next offset is behind it', async () => {
    const read = await readAll([more('/a'), more()]);
    expect(read.asked).toHaveLength(1 + 10);
    expect(read.end).toMatchObject({ kind: 'partial', nextOffset: 1 + 10 * 250, why: { kind: 'problem' } });
  });

  test('is not a cap on the rows of a page', async () => {
    const hundred = (from: number) => Array.from({ length: 100 }, (_, at) => `/${from + at}`);
    const read = await readAll([more(...hundred(0)), more(...hundred(100)), page(hundred(200).slice(0, 7))]);
    expect(read.asked).toEqual(['0 60000', '100 60000', '200 60000']);
    expect(pathsOf(read).flat()).toHaveLength(207);
  });

  test('is not a page of unusable rows alone', async () => {
    const read = await readAll([more('/a'), UNUSABLE, page(['/b'])]);
    expect([pathsOf(read), read.end]).toEqual([[['/a'], [], ['/b']], WHOLE]);
  });

  test('is partial at the tenth such page in a row, and the next offset is behind it', async () => {
    const read = await readAll([more('/a'), UNUSABLE]);
    expect(read.asked).toHaveLength(1 + 10);
    expect(read.end).toMatchObject({ kind: 'partial', nextOffset: 1 + 10 * 250, why: { kind: 'problem' } });
  });

  test('is not the ninth such page, and a usable row resets the count', async () => {
    const nine = Array(9).fill(UNUSABLE);
    const read = await readAll([...nine, more('/a'), ...nine, more('/b'), ...nine, page([])]);
    expect(read).toMatchObject({ end: WHOLE, asked: { length: 30 } });
  });

  test('is the tenth page, and not an earlier one, of repeated and unusable rows', async () => {
    const stale = page(['/a'], { hasMore: true, unusable: 249 });
    expect((await readAll([more('/a'), ...Array(9).fill(stale), page(['/b'])])).end).toEqual(WHOLE);
    const read = await readAll([more('/a'), stale]);
    expect(read.end).toMatchObject({ kind: 'partial', nextOffset: 1 + 10 * 250, why: { kind: 'problem' } });
  });

  test('is not a page with one usable row', async () => {
    const read = await readAll([more('/a'), page(['/b'], { hasMore: true, unusable: 249 }), page(['/c'])]);
    expect(pathsOf(read)).toEqual([['/a'], ['/b'], ['/c']]);
    expect(read.end).toEqual(WHOLE);
  });
});

describe('repeated rows', () => {
  test('are given once, within a page and over pages', async () => {
    const read = await readAll([more('/a', '/b', '/a'), more('/b', '/c'), page(['/d', '/a'])]);
    expect(pathsOf(read)).toEqual([['/a', '/b'], ['/c'], ['/d']]);
    expect(read.end).toEqual(WHOLE);
  });

  test('are counted in the page that repeats them', async () => {
    const read = await readAll([more('/a', '/b', '/a'), more('/b', '/c'), page(['/d', '/a', '/d'])]);
    expect(read.pages.map(({ repeated }) => repeated)).toEqual([1, 1, 2]);
  });

  test('alone on the last page end the reading as whole', async () => {
    const read = await readAll([more('/a'), page(['/a'])]);
    expect([pathsOf(read), read.end]).toEqual([[['/a'], []], WHOLE]);
  });

  test('without end make the reading partial after ten pages with nothing new', async () => {
    const read = await readAll([more('/a', '/b')]);
    expect(read.asked).toHaveLength(1 + 10);
    expect(read.end).toMatchObject({
      kind: 'partial',
      nextOffset: 2 * 11,
      why: { kind: 'problem', problem: { message: expect.stringMatching(/reports more rows/) } },
    });
  });
});
