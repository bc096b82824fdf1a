import { beforeAll, describe, expect, test } from '@jest/globals';
import type { DefaultTreeAdapterTypes } from 'parse5';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import { CSV_PATHS, ODD_PATHS } from '../../support/odd-paths.ts';
import { htmlTree, liveThings } from '../../support/rendered-markdown.ts';
import {
  answerOf,
  cellsOf,
  countSite,
  createExportScene,
  pagesOf,
  type Row,
  rowsIn,
  visitorsOf,
} from '../../support/visitors-scene.ts';

const SEED = 5;

test.each<{ pages: number; requests: number }>([
  { pages: 0, requests: 1 },
  { pages: 251, requests: 2 },
  { pages: 1_003, requests: 5 },
])(
  'an export of $pages pages sends $requests request(s), and has every row once and exact totals',
  async ({ pages, requests }) => {
    await using scene = await createExportScene({ visitors: { pages, seed: SEED } });
    const { totals, rows } = countSite({ pages, seed: SEED });
    const file = 'visitors.csv';
    const result = await scene.run({ 'visitors-file': file });
    expect(result).toMatchObject({ exitCode: 0, annotations: [], duration: 0 });
    expect(result.outputs).toMatchObject({
      verdict: 'exported',
      visitorsFile: file,
      status: '',
      jobId: '',
    });
    expect(visitorsOf(result)).toEqual({
      ...totals,
      pages,
      unusable: 0,
      repeated: 0,
      offset: 0,
      dateFrom: null,
      dateTo: null,
    });
    expect(rows).toHaveLength(pages);
    expect(scene.files()).toEqual([file]);
    expect(rowsIn(scene.read(file))).toEqual(rows);
    const asked = Array.from({ length: requests }, (_, at) => ({
      limit: '250',
      offset: `${at * 250}`,
    }));
    expect(scene.queries()).toEqual(asked);
    expect(scene.service.requests.every(({ operation }) => operation === 'visitors')).toBe(true);
    expect(result.summary).toMatch(new RegExp(`^\\| API requests \\| ${requests} \\w+ \\|$`, 'm'));
  },
);

describe('the period of an export', () => {
  const VISITORS = { pages: 300, seed: SEED };
  const DAY = 86_400_000;
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

  test('is exactly the one between `date-from` and `date-to`, in UTC', async () => {
    // The last day of the traffic is 2026-03-31, so the first is 89 days before: 2026-01-01.
    await using scene = await createExportScene({
      visitors: VISITORS,
      today: Date.UTC(2026, 2, 31, 15),
    });
    const { totals, rows } = countSite(VISITORS, 10, 12);
    const result = await scene.run({
      'date-from': '2026-01-11T01:00+02:00',
      'date-to': '2026-01-12T00:00:00.001Z',
      'visitors-file': 'visitors.csv',
    });
    expect(rowsIn(scene.read('visitors.csv'))).toEqual(rows);
    const period = { dateFrom: '2026-01-10T23:00:00.000Z', dateTo: '2026-01-12T00:00:00.001Z' };
    expect(visitorsOf(result)).toMatchObject({ ...totals, ...period, pages: rows.length });
    expect(scene.queries()[0]).toMatchObject(period);
    for (const place of [result.log, result.summary, result.outputs.summary]) {
      expect(place).toContain(
        'from 10 January 2026 at 23:00 UTC to before 12 January 2026 at 00:00 UTC',
      );
    }
  });

  test('is a `window` that ends with today, in UTC, the same for every request', async () => {
    await using scene = await createExportScene({ visitors: VISITORS });
    const result = await scene.run({ window: '30d', 'visitors-file': 'visitors.csv' });
    const { dateFrom = '', dateTo = '' } = scene.queries()[0] ?? {};
    expect(dateTo).toBe(dayOf(scene.clock.now() + DAY));
    expect((Date.parse(dateTo) - Date.parse(dateFrom)) / DAY).toBe(30);
    expect(scene.queries()).toHaveLength(2);
    expect(
      scene.queries().every((query) => query.dateFrom === dateFrom && query.dateTo === dateTo),
    ).toBe(true);
    const { totals, visitors } = await answerOf(scene, { dateFrom, dateTo, limit: '250' });
    expect(visitorsOf(result)).toMatchObject({ ...totals, dateFrom, dateTo });
    expect(rowsIn(scene.read('visitors.csv')).slice(0, 250)).toEqual(visitors);
    for (const place of [result.log, result.summary]) expect(place).toContain('(30 days)');
  });
});

describe('the ranking of an export', () => {
  const VISITORS = { pages: 2_003, seed: SEED };
  type Key = 'total' | 'human' | 'ai';

  /** The same ranking by sorting all rows. */
  function ranked(rows: readonly Row[], key: Key, top: number): Row[] {
    const byPath = rows.toSorted((one, other) => (one.path < other.path ? -1 : 1));
    return byPath.toSorted((one, other) => other[key] - one[key]).slice(0, top);
  }

  test.each<{
    inputs: Record<string, string>;
    key: Key;
    top: number;
    matters: (path: string) => boolean;
  }>([
    { inputs: {}, key: 'total', top: 20, matters: () => true },
    {
      inputs: { paths: 'guides/**\ncli/**', 'paths-ignore': '**/faq', 'sort-by': 'ai', top: '50' },
      key: 'ai',
      top: 50,
      matters: (path) => /^\/(guides|cli)\//.test(path) && !path.endsWith('/faq'),
    },
  ])(
    'is what sorting all rows gives, and the file has every row: inputs $inputs',
    async ({ inputs, key, top, matters }) => {
      await using scene = await createExportScene({ visitors: VISITORS });
      const { rows } = countSite(VISITORS);
      const left = rows.filter(({ path }) => matters(path));
      const result = await scene.run({ ...inputs, 'visitors-file': 'visitors.csv' });
      expect(pagesOf(result)).toEqual(ranked(left, key, top));
      expect(rowsIn(scene.read('visitors.csv'))).toEqual(rows);
      const shown = [...result.summary.matchAll(/^\| \d+ \| `(.*?)` \|/gm)].map(([, path]) => path);
      expect(shown).toEqual(pagesOf(result).map(({ path }) => path));
      const leftOut = rows.length - left.length;
      expect(result.summary.includes('excluded from the ranking')).toBe(leftOut > 0);
      if (leftOut > 0)
        expect(result.summary).toContain(
          `2,003 pages read, ${leftOut.toLocaleString('en')} excluded`,
        );
    },
  );
});

describe('the inputs of an export', () => {
  test('need no `github-token`, ignore the `key` that the runner fills in, and obey `fail-on`', async () => {
    await using scene = await createExportScene();
    const inputs = { 'github-token': '', key: '{"page":"/guides"}', 'fail-on': 'exported' };
    const result = await scene.run(inputs);
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'exported' } });
    const says = expect.stringMatching(/^📊 exported: Visitor analytics exported · /);
    expect(result.annotations).toEqual([{ level: 'error', message: says }]);
  });
});

const ODD = [...ODD_PATHS, ...CSV_PATHS];
/** The one for the ranking, the other for the file too. */
const TOO_LONG = [`/${'z'.repeat(1_000)}`, `/${'y'.repeat(8_192)}`];

const PATHS = [...ODD, ...TOO_LONG];
const VISITORS = { pages: PATHS.length, seed: 11, paths: PATHS };
const COUNTED = countSite(VISITORS);
/** Those of the file; the last of them is not ranked. */
const ROWS = COUNTED.rows
  .map((row, at) => ({ ...row, path: PATHS[at] ?? '' }))
  .slice(0, -TOO_LONG.length);

async function exported() {
  await using scene = await createExportScene({ visitors: VISITORS });
  const file = 'visitors.csv';
  const result = await scene.run({ 'visitors-file': file, top: '256' });
  expect(result).toMatchObject({
    exitCode: 0,
    outputs: { verdict: 'exported', visitorsFile: file },
  });
  return { result, text: scene.read(file) };
}

test('the output `pages` has every odd path exactly', async () => {
  const { result } = await exported();
  const ranked = pagesOf(result);
  expect(ROWS).toEqual(expect.arrayContaining(ranked));
  // Others may be spellings of a page that has more visitors.
  const pages = ROWS.filter(({ path }) => !/[?#%]|\/$/.test(path));
  expect(pages.length).toBeGreaterThan(60);
  expect(ranked).toEqual(expect.arrayContaining(pages));
});

const SPELLINGS = [
  '/guides/a',
  '/guides/a/',
  '/guides/a?utm_source=x',
  '/caf%C3%A9',
  '/café',
  '/caf%c3%a9/',
  '/100%',
];

test('pages in several spellings are ranked once, by the largest of them, and the file has all as received', async () => {
  const visitors = { pages: SPELLINGS.length, seed: 3, paths: SPELLINGS };
  await using scene = await createExportScene({ visitors });
  const rows = countSite(visitors).rows.map((row, at) => ({ ...row, path: SPELLINGS[at] ?? '' }));
  const largest = (...of: Row[]) =>
    of.reduce((one, other) => (other.total > one.total ? other : one));
  const expected = [
    largest(...rows.slice(0, 3)),
    largest(...rows.slice(3, 6)),
    largest(...rows.slice(6)),
  ];
  const result = await scene.run({ 'visitors-file': 'visitors.csv' });
  expect(pagesOf(result)).toEqual(expected.toSorted((one, other) => other.total - one.total));
  expect(rowsIn(scene.read('visitors.csv'))).toEqual(rows);
  expect(visitorsOf(result)).toMatchObject({ pages: 3 });
  expect(result.summary).toContain('3 pages read in 7 spellings.');

  const filtered = await scene.run({ paths: '/guides/a\n/café' });
  expect(pagesOf(filtered)).toEqual(
    expected.slice(0, 2).toSorted((one, other) => other.total - one.total),
  );
});

describe('an export of odd paths to CSV', () => {
  let result: StepResult;
  let text: string;

  beforeAll(async () => {
    ({ result, text } = await exported());
  });

  test('writes every path, and none as a formula', () => {
    const [, ...rows] = cellsOf(text);
    const paths = rows.map(([path = '']) => path);
    // An apostrophe tells a spreadsheet that text follows.
    expect(paths.map((path, at) => (path === PATHS[at] ? path : path.replace(/^'/, '')))).toEqual(
      ODD,
    );
    expect(paths.filter((path) => /^[\s\p{C}]*[=+\-@\uff1d\t\r]/u.test(path))).toEqual([]);
    expect(rows.map(([, ...numbers]) => numbers.map(Number))).toEqual(
      ROWS.map(({ human, ai, total }) => [human, ai, total]),
    );
    expect(paths.filter((path, at) => path !== PATHS[at]).length).toBeLessThan(25);
    // A reader that splits at semicolons, quotes or not, finds no formula either: all paths are in
    // quotes.
    expect(
      text
        .split('"')
        .filter((_, at) => at % 2 === 0)
        .join(''),
    ).not.toMatch(/[;=+@-]/);
  });

  test('leaves out paths that are too long, and counts them', () => {
    for (const place of [result.log, result.summary, result.outputs.summary]) {
      expect(place).toContain('2 rows without a valid path or numbers left out.');
      expect(place).not.toMatch(/yyyy|zzzz/);
    }
    expect(result.outputs.pages).not.toMatch(/yyyy|zzzz/);
  });

  test('writes no line into the log that is a command because of them', () => {
    const commands = result.commands.filter(({ name }) => name !== 'add-mask');
    expect(commands).toEqual([
      expect.objectContaining({ name: 'warning', message: expect.stringMatching(/^📊 /) }),
    ]);
    expect(result.masks.some((mask) => mask.includes('visitors'))).toBe(false);
    expect(result.rawLog).not.toContain('boom');
  });

  test('writes a job summary of two tables, in which nothing of theirs is alive', () => {
    const nodes = all(htmlTree(result.summary));
    const count = (name: string) => nodes.filter(({ nodeName }) => nodeName === name).length;
    expect([count('table'), count('h2'), count('h3')]).toEqual([2, 1, 1]);
    const names = new Set(nodes.map(({ nodeName }) => nodeName));
    const ours = ['p', 'br', 'h2', 'h3', 'code', 'table', 'thead', 'tbody', 'tr', 'th', 'td'];
    expect(
      [...names].filter((name) => !['#document-fragment', '#text', ...ours].includes(name)),
    ).toEqual([]);

    const ranking = nodes.filter(({ nodeName }) => nodeName === 'table').at(-1);
    const lines = ranking ? all(ranking).filter(({ nodeName }) => nodeName === 'tr') : [];
    expect(lines).toHaveLength(pagesOf(result).length + 1);
    for (const line of lines)
      expect(all(line).filter(({ nodeName }) => /^t[hd]$/.test(nodeName))).toHaveLength(6);
    expect(liveThings(result.summary)).toEqual([]);
  });
});

type Node = DefaultTreeAdapterTypes.Node;

/** A node, and all below it. */
const all = (node: Node): Node[] => [
  node,
  ...('childNodes' in node ? node.childNodes.flatMap(all) : []),
];
