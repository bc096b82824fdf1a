import { describe, expect, test } from '@jest/globals';
import { more, page, type Read, readAll, rows, TOTALS } from '../../support/scripted-pages.ts';

const pathsOf = ({ batches }: Read) => batches.map((batch) => batch.rows.map(({ path }) => path));

const WHOLE = { kind: 'whole' };
/** None of its 250 rows is usable. */
const UNUSABLE = page([], { hasMore: true, unusable: 250 });

describe('a reading page by page', () => {
  test('requests each page once, 250 rows after the one before, with a time limit of a minute', async () => {
    const read = await readAll([more('/a', '/b'), more('/c'), page(['/d'])]);
    expect(read.asked).toEqual(['0 60000', '250 60000', '500 60000']);
    expect(pathsOf(read)).toEqual([['/a', '/b'], ['/c'], ['/d']]);
    expect(read).toMatchObject({ end: WHOLE, pauses: [] });
  });

  test('gives each batch with its offset, totals and counts of unusable, repeated and missing rows', async () => {
    const totals = { human: 1, ai: 1, total: 1 };
    const { batches } = await readAll([more('/a'), page(['/b'], { unusable: 3, totals })]);
    expect(batches).toEqual([
      { offset: 0, totals: TOTALS, rows: rows('/a'), unusable: 0, repeated: 0, missing: 249 },
      { offset: 250, totals, rows: rows('/b'), unusable: 3, repeated: 0, missing: 0 },
    ]);
  });

  test('begins at any row', async () => {
    const read = await readAll([more('/a'), page(['/b'])], { start: 1_007 });
    expect(read.asked).toEqual(['1007 60000', '1257 60000']);
    expect(read.batches.map(({ offset }) => offset)).toEqual([1_007, 1_257]);
  });

  test('gives a page no more time than is left until the deadline', async () => {
    const read = await readAll([more('/a'), more('/b'), page(['/c'])], { deadline: 100_000, latency: 30_000 });
    expect(read.asked).toEqual(['0 60000', '250 60000', '500 40000']);
  });
});

describe('the end of a reading', () => {
  test('is whole for a site without visitors', async () => {
    expect(await readAll([page([])])).toMatchObject({ end: WHOLE, batches: [{ rows: [] }] });
  });

  test('is partial at an empty page that says that there is more', async () => {
    const read = await readAll([more('/a'), more()]);
    expect(read.asked).toEqual(['0 60000', '250 60000']);
    expect(read.end).toMatchObject({ kind: 'partial', nextOffset: 250, why: { kind: 'problem' } });
  });

  test('is not a page of unusable rows alone', async () => {
    const read = await readAll([more('/a'), UNUSABLE, page(['/b'])]);
    expect([pathsOf(read), read.end]).toEqual([[['/a'], [], ['/b']], WHOLE]);
  });

  test('is partial at the tenth such page in a row, and the next offset is behind it', async () => {
    const read = await readAll([more('/a'), UNUSABLE]);
    expect(read.asked).toHaveLength(1 + 10);
    expect(read.end).toMatchObject({ kind: 'partial', nextOffset: 11 * 250, why: { kind: 'problem' } });
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
    expect(read.end).toMatchObject({ kind: 'partial', nextOffset: 11 * 250, why: { kind: 'problem' } });
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

  test('are counted in the batch that repeats them', async () => {
    const read = await readAll([more('/a', '/b', '/a'), more('/b', '/c'), page(['/d', '/a', '/d'])]);
    expect(read.batches.map(({ repeated }) => repeated)).toEqual([1, 1, 2]);
  });

  test('alone on the last page end the reading as whole', async () => {
    const read = await readAll([more('/a'), page(['/a'])]);
    expect([pathsOf(read), read.end]).toEqual([[['/a'], []], WHOLE]);
  });

  test('without end make the reading partial after the first page with nothing new', async () => {
    const read = await readAll([more('/a', '/b')]);
    expect(read.asked).toHaveLength(2);
    expect(read.end).toMatchObject({
      ...{ kind: 'partial', nextOffset: 250 },
      why: { kind: 'problem', problem: { message: expect.stringMatching(/that there is more/) } },
    });
  });
});

describe('missing rows', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => `/${at}`);
  const missingOf = async (...[paths, fields]: Parameters<typeof page>) => {
    const { batches } = await readAll([page(paths, fields), page([])]);
    return batches[0]?.missing;
  };

  test.each([
    [250, 0, 0],
    [100, 0, 150],
    [100, 50, 100],
    [0, 100, 150],
    [249, 1, 0],
    [5_000, 0, 0],
  ])(
    'of a page with %d usable and %d unusable rows, if it says that there is more, are %d',
    async (usable, unusable, missing) => {
      expect(await missingOf(many(usable), { hasMore: true, unusable })).toBe(missing);
      expect(await missingOf(many(usable), { hasMore: false, unusable })).toBe(0);
    },
  );

  test('do not include repeated rows', async () => {
    const { batches } = await readAll([
      page(many(250), { hasMore: true }),
      page([...many(249), '/new'], { hasMore: true }),
      page([]),
    ]);
    expect(batches.map(({ repeated, missing }) => [repeated, missing])).toEqual([
      [0, 0],
      [249, 0],
      [0, 0],
    ]);
  });
});
