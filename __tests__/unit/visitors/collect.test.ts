import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { PageReading, PageVisitors, VisitorsAnswer } from '../../../src/service/analytics.ts';
import { collect, SORT_KEYS, type VisitorQuery } from '../../../src/visitors/report.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { aPage } from '../../support/sample-exports.ts';

/** What an export reads, pauses for and reports is in the scenarios of `visitors`. */

const QUERY: VisitorQuery = {
  period: { from: undefined, to: undefined },
  offset: 0,
  sortBy: 'total',
  top: 20,
  paths: { include: [], exclude: [] },
};
const page = (rows: readonly PageVisitors[], more: Partial<VisitorsAnswer> = {}): PageReading => ({
  kind: 'page',
  page: { totals: { human: 40, ai: 20, total: 55 }, rows, unusable: 0, hasMore: false, ...more },
});

/**
 * Collects from a service with these answers, one after the other; the last one repeats. Each takes
 * 2 s of 60 s.
 */
function collectFrom(
  answers: readonly PageReading[],
  query: Partial<VisitorQuery> = {},
  { cancel = new AbortController(), take = async () => {} } = {},
) {
  const clock = createFakeClock(() => 0);
  const left = [...answers];
  async function readPage() {
    clock.pass(2_000);
    return (left.length > 1 ? left.shift() : left[0]) ?? page([]);
  }
  const effects = {
    readPage,
    clock,
    signal: cancel.signal,
    deadline: 60_000,
    onPause: () => {},
    take,
  };
  return collect({ ...QUERY, ...query }, effects);
}

test('there is no report if all rows were unusable, or a cancel came before the first request', async () => {
  const cancel = new AbortController();
  expect(await collectFrom([page([], { hasMore: true, unusable: 250 })])).toMatchObject({
    kind: 'problem',
  });
  cancel.abort();
  expect(await collectFrom([page([aPage('/a')])], {}, { cancel })).toEqual({ kind: 'cancelled' });
});

test('an error that is a bug is thrown', async () => {
  const bug = new TypeError('a bug');
  const take = () => Promise.reject(bug);
  await expect(collectFrom([page([aPage('/a')], { hasMore: true })], {}, { take })).rejects.toBe(
    bug,
  );
});

test.each([
  ['/changelog/', '/changelog', true],
  ['/changelog', '/changelog/', true],
  ['//guides/a', '/guides/*', true],
  ['/', '/', true],
  ['//', '/', true],
  ['/docs', '/docs/**', true],
  ['/docs/.', '/docs', false],
  ['/docs/two\nlines', '/docs/*', true],
  ['/'.repeat(900), '/', true],
  ['/guides/a?utm_source=x', '/guides/a', true],
  ['/guides/a/#install', '/guides/*', true],
  ['/caf%C3%A9/a', '/café/**', true],
  ['/cafe%CC%81', '/caf?', true],
  ['/a%2Fb/', '/a/b', true],
  ['/a%3Fb', '/a[?]b', true],
  ['/100%/a', '/100%/*', true],
])('the path %j and the glob %j: %s', async (path, glob, isSelected) => {
  const report = collectFrom([page([aPage(path)])], { paths: { include: [glob], exclude: [] } });
  expect(await report).toMatchObject({ leftOut: isSelected ? 0 : 1 });
});

const spelled = (path: string, total: number, ai = 0) => aPage(path, 0, ai, total);

test.each<
  readonly [
    what: string,
    pages: PageVisitors[][],
    query: Partial<VisitorQuery>,
    ranked: string[],
    rest: object,
  ]
>([
  [
    'a trailing slash, a query and an anchor',
    [
      [
        spelled('/a', 3),
        spelled('/a/', 5),
        spelled('/a?utm_source=x', 4),
        spelled('/a/#b', 1),
        spelled('/ab', 2),
      ],
    ],
    {},
    ['/a/', '/ab'],
    { rows: 5, spellings: 3, leftOut: 0 },
  ],
  [
    'an encoding, in capitals or not, and accents in both forms',
    [
      [
        spelled('/caf%C3%A9', 1),
        spelled('/caf%c3%a9', 2),
        spelled('/café', 3),
        spelled('/cafe\u0301', 4),
      ],
    ],
    {},
    ['/cafe\u0301'],
    { rows: 4, spellings: 3 },
  ],
  [
    'an encoding, of which one cannot be decoded',
    [[spelled('/a%zz', 1), spelled('/a%ZZ', 2), spelled('/a%zz/', 3)]],
    {},
    ['/a%zz/', '/a%ZZ'],
    { rows: 3, spellings: 1 },
  ],
  [
    'the page of the list that has it',
    [
      [spelled('/a/', 1), spelled('/b', 9)],
      [spelled('/a', 3)],
      [spelled('/a?x', 2), spelled('/b/', 4)],
    ],
    { top: 1 },
    ['/b'],
    { rows: 5, spellings: 3 },
  ],
  [
    'the kind of visitors that ranks them',
    [[spelled('/a', 9, 1), spelled('/a/', 2, 2)]],
    { sortBy: 'ai' },
    ['/a/'],
    { rows: 2, spellings: 1 },
  ],
  [
    'what excludes them',
    [[spelled('/a', 9), spelled('/a?x', 2), spelled('/b/', 2), spelled('/%62', 1)]],
    { paths: { include: [], exclude: ['a'] } },
    ['/b/'],
    { rows: 4, spellings: 2, leftOut: 1 },
  ],
  [
    'encodings that are encoded',
    [[spelled('/a%2520b', 3), spelled('/a%20b', 2), spelled('/a b', 1)]],
    {},
    ['/a%2520b', '/a%20b'],
    { rows: 3, spellings: 1 },
  ],
])('paths that differ only in %s are one page', async (_, pages, query, ranked, rest) => {
  const answers = pages.map((rows, at) => page(rows, { hasMore: at < pages.length - 1 }));
  const report = await collectFrom(answers, query);
  expect(report).toMatchObject({
    pages: ranked.map((path) => expect.objectContaining({ path })),
    ...rest,
  });
});

test('a ranking equals the first of all pages, sorted by count and then by path', async () => {
  // Few counts and few letters, so that many are equal.
  const path = fc.string({
    unit: fc.constantFrom('a', 'b', 'B', '-', 'é', '🎉', '\uffff'),
    minLength: 1,
    maxLength: 4,
  });
  const visitors = fc.record({ path, human: fc.nat(3), ai: fc.nat(3), total: fc.nat(3) });
  const pages = fc.uniqueArray(visitors, {
    selector: (one) => one.path,
    minLength: 1,
    maxLength: 30,
  });
  const [key, top] = [fc.constantFrom(...SORT_KEYS), fc.integer({ min: 1, max: 9 })];
  const property = fc.asyncProperty(pages, key, top, async (drawn, sortBy, top) => {
    const answers = drawn.map((row, at) => page([row], { hasMore: at < drawn.length - 1 }));
    // sorting keeps the order of equals
    const byPath = drawn.toSorted((one, other) => (one.path < other.path ? -1 : 1));
    const sorted = byPath.toSorted((one, other) => other[sortBy] - one[sortBy]);
    expect(await collectFrom(answers, { sortBy, top })).toMatchObject({
      pages: sorted.slice(0, top),
    });
  });
  await fc.assert(property, { numRuns: 100 });
});
