import { expect, test } from '@jest/globals';
import {
  countedBySets,
  createExportScene,
  type Played,
  page,
  play,
  type Row,
  rowsIn,
  visitorsOf,
} from '../../support/visitors-scene.ts';

const VISITORS = { pages: 600, seed: 3 };
const { totals, rows: ALL } = countedBySets(VISITORS);
const SECOND = ALL.slice(250, 500);

/** Other rows on the second of the three pages. */
const secondly = (rows: readonly unknown[]): Played[] => [{ nth: 2, form: page(totals, rows, true) }];

const good = { path: '/good', human: 1, ai: 0, total: 1 };
const BROKEN = [
  ...[null, 'a row', [], {}, { ...good, path: '' }, { ...good, path: 7 }, { ...good, path: undefined }],
  ...[
    { ...good, human: -1 },
    { ...good, ai: 0.5 },
    { ...good, total: '1' },
    { ...good, human: 2 ** 53 },
  ],
  ...[
    { ...good, path: '/\ud800' },
    { ...good, path: '/\udc00' },
  ],
];

interface Doubt {
  readonly what: string;
  readonly played: readonly Played[];
  /** Those of the file. */
  readonly rows: readonly Row[];
  readonly counts: Readonly<Record<string, number>>;
  readonly says: string;
}

test.each<Doubt>([
  {
    what: 'broken rows among good ones',
    played: secondly([...BROKEN, ...SECOND.slice(BROKEN.length)]),
    rows: ALL.toSpliced(250, BROKEN.length),
    ...{ counts: { unusable: 13 }, says: 'Left out, without a proper path or numbers: 13 rows.' },
  },
  {
    what: 'nothing but broken rows on the second page',
    played: secondly(SECOND.map(({ path }) => ({ path }))),
    rows: ALL.toSpliced(250, 250),
    ...{ counts: { unusable: 250 }, says: 'Left out, without a proper path or numbers: 250 rows.' },
  },
  {
    what: 'a second page of paths that no server takes',
    played: secondly(SECOND.map((row) => ({ ...row, path: row.path.padEnd(9_000, '-') }))),
    rows: ALL.toSpliced(250, 250),
    ...{ counts: { unusable: 250 }, says: 'Left out, without a proper path or numbers: 250 rows.' },
  },
  {
    what: 'ten new rows in front, after the first page',
    played: [
      { nth: 2, form: page(totals, ALL.slice(240, 490), true) },
      { nth: 3, form: page(totals, ALL.slice(490), false) },
    ],
    rows: ALL,
    counts: { repeated: 10 },
    says: 'Came twice: 10 rows. If the list moved while it was read, others may be missing.',
  },
  {
    what: 'a last page that repeats its rows',
    played: [{ nth: 3, form: page(totals, [...ALL.slice(500), ...ALL.slice(500)], false) }],
    rows: ALL,
    ...{ counts: { repeated: 100 }, says: 'Came twice: 100 rows.' },
  },
  {
    what: 'pages of a hundred rows, whatever was asked for',
    played: [0, 250, 500].map((from, at) => ({
      nth: at + 1,
      form: page(totals, ALL.slice(from, from + 100), from < 500),
    })),
    rows: [0, 250, 500].flatMap((from) => ALL.slice(from, from + 100)),
    counts: { missing: 300 },
    says: 'The service gave 300 rows fewer than it was asked for, so some may be missing.',
  },
])('$what: read to the end, and the doubt is told', async ({ played, rows, counts, says }) => {
  await using scene = await createExportScene({ visitors: VISITORS });
  for (const each of played) play(scene, each);
  const result = await scene.run({ 'visitors-file': 'visitors.csv' });
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'exported', visitorsFile: 'visitors.csv' } });
  const none = { unusable: 0, repeated: 0, missing: 0 };
  expect(visitorsOf(result)).toMatchObject({ ...totals, ...none, ...counts, pages: rows.length, partial: false });
  expect(scene.queries().map(({ offset }) => offset)).toEqual(['0', '250', '500']);
  expect(rowsIn(scene.read('visitors.csv'), 'csv')).toEqual(rows);
  expect(result.annotations).toEqual([{ level: 'warning', message: expect.stringContaining(says) }]);
  for (const told of [result.log, result.summary, result.outputs.summary]) expect(told).toContain(says);
});

test('paths of thousands of characters are exported, and not ranked', async () => {
  await using scene = await createExportScene({ visitors: VISITORS });
  const long = SECOND.map((row) => ({ ...row, path: row.path.padEnd(8_192, '-') }));
  for (const each of secondly(long)) play(scene, each);
  const result = await scene.run({ 'visitors-file': 'visitors.csv', top: '256' });
  expect(result).toMatchObject({ exitCode: 0, annotations: [], outputs: { visitorsFile: 'visitors.csv' } });
  expect(visitorsOf(result)).toMatchObject({ pages: 600, unusable: 0, partial: false });
  expect(rowsIn(scene.read('visitors.csv'), 'csv')).toEqual(ALL.toSpliced(250, 250, ...long));
  expect(result.summary).toContain('Not ranked, as their paths are too long: 250 pages.');
  expect(result.outputs.pages).not.toContain('---');
});
