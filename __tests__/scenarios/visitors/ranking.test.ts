import { expect, test } from '@jest/globals';
import { countedBySets, createExportScene, pagesOf, type Row, rowsIn } from '../../support/visitors-scene.ts';

const VISITORS = { pages: 2_003, seed: 5 };

/** The same ranking by sorting all rows. */
function ranked(rows: readonly Row[], key: 'total' | 'human' | 'ai', top: number): Row[] {
  const byPath = rows.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  return byPath.toSorted((one, other) => other[key] - one[key]).slice(0, top);
}

interface Ranking {
  readonly inputs: Readonly<Record<string, string>>;
  readonly key?: 'total' | 'human' | 'ai';
  readonly top?: number;
  readonly matters?: (path: string) => boolean;
}

const RANKINGS: readonly Ranking[] = [
  { inputs: {} },
  { inputs: { 'sort-by': 'total', top: '1' }, top: 1 },
  { inputs: { 'sort-by': 'human' }, key: 'human' },
  { inputs: { 'sort-by': 'ai', top: '256' }, key: 'ai', top: 256 },
  { inputs: { paths: '/guides/**', top: '200' }, top: 200, matters: (path) => path.startsWith('/guides/') },
  {
    inputs: { paths: 'guides/**\ncli/**', 'paths-ignore': '**/faq', 'sort-by': 'ai', top: '50' },
    ...{ key: 'ai', top: 50 },
    matters: (path) => /^\/(guides|cli)\//.test(path) && !path.endsWith('/faq'),
  },
  { inputs: { 'paths-ignore': '/releases/' }, matters: (path) => !path.startsWith('/releases/') },
  { inputs: { paths: 'nowhere/**' }, matters: () => false },
];

test.each(RANKINGS)(
  'ranked with $inputs: as sorting all rows would, and no row is left out of the file',
  async ({ inputs, key = 'total', top = 20, matters = () => true }) => {
    await using scene = await createExportScene({ visitors: VISITORS });
    const { rows } = countedBySets(VISITORS);
    const left = rows.filter(({ path }) => matters(path));
    const result = await scene.run({ ...inputs, 'visitors-file': 'visitors.csv' });
    expect(pagesOf(result)).toEqual(ranked(left, key, top));
    expect(rowsIn(scene.read('visitors.csv'), 'csv')).toEqual(rows);
    const shown = [...result.summary.matchAll(/^\| \d+ \| `(.*?)` \|/gm)].map(([, path]) => path);
    expect(shown).toEqual(pagesOf(result).map(({ path }) => path));
    const leftOut = rows.length - left.length;
    expect(result.summary.includes('left out of the ranking')).toBe(leftOut > 0);
    if (leftOut > 0) expect(result.summary).toContain(`2,003 read, ${leftOut.toLocaleString('en')} left out`);
  },
);
