import { expect, test } from '@jest/globals';
import {
  countedBySets,
  createExportScene,
  page,
  pagesOf,
  play,
  type Row,
  rowsIn,
  visitorsOf,
} from '../../support/visitors-scene.ts';

const { totals, rows: ALL } = countedBySets({ pages: 1_000, seed: 3 });

/** A matcher that backtracks would try all ways to share out the dashes. */
const GLOB = '/blog/*-*-*-*-*.html';
/** More visitors than any page of `ALL`, so that the ranking begins with these. */
const MOST = 99_999_999;
const dashes = (name: string): Row => ({ path: `/blog/${'-'.repeat(900)}${name}`, human: MOST, ai: 0, total: MOST });

const ROWS = [
  ...Array.from({ length: 125 }, (_, at) => dashes(`${at}`)),
  ...Array.from({ length: 125 }, (_, at) => dashes(`${at}.html`)),
  ...ALL.slice(0, 250),
];
const isMatch = ({ path }: Row) => path.startsWith('/blog/-') && path.endsWith('.html');

test.each([
  { inputs: { 'paths-ignore': GLOB }, selected: ROWS.filter((row) => !isMatch(row)) },
  { inputs: { paths: GLOB }, selected: ROWS.filter(isMatch) },
  {
    inputs: { paths: `**\n!${GLOB}\n/blog/*-7*` },
    selected: ROWS.filter((row) => !isMatch(row) || row.path.includes('-7')),
  },
])('paths with hundreds of dashes are exported, and ranked by $inputs', async ({ inputs, selected }) => {
  await using scene = await createExportScene();
  play(scene, { nth: 1, form: page(totals, ROWS.slice(0, 250), true) });
  play(scene, { nth: 2, form: page(totals, ROWS.slice(250), false) });
  const result = await scene.run({ ...inputs, 'visitors-file': 'visitors.csv', top: '256' });
  expect(result).toMatchObject({ exitCode: 0, annotations: [], outputs: { visitorsFile: 'visitors.csv' } });
  expect(visitorsOf(result)).toMatchObject({ pages: ROWS.length, partial: false });
  expect(rowsIn(scene.read('visitors.csv'), 'csv')).toEqual(ROWS);
  const paths = new Set(selected.map(({ path }) => path));
  expect(pagesOf(result)).toHaveLength(Math.min(256, selected.length));
  expect(pagesOf(result).filter(({ path }) => !paths.has(path))).toEqual([]);
  expect(result.summary).toContain(`500 read, ${ROWS.length - selected.length} left out`);
});
