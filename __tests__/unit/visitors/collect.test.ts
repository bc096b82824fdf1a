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

/** Collects from a service with these answers, one after the other; the last one repeats. Each takes 2 s of 60 s. */
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
  const effects = { readPage, clock, signal: cancel.signal, deadline: 60_000, onPause: () => {}, take };
  return collect({ ...QUERY, ...query }, effects);
}

test('there is no report if all rows were unusable, or a cancel came before the first request', async () => {
  const cancel = new AbortController();
  expect(await collectFrom([page([], { hasMore: true, unusable: 250 })])).toMatchObject({ kind: 'problem' });
  cancel.abort();
  expect(await collectFrom([page([aPage('/a')])], {}, { cancel })).toEqual({ kind: 'cancelled' });
});

test('an error that is a bug is thrown', async () => {
  const bug = new TypeError('a bug');
  const take = () => Promise.reject(bug);
  await expect(collectFrom([page([aPage('/a')], { hasMore: true })], {}, { take })).rejects.toBe(bug);
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
])('the path %j and the glob %j: %s', async (path, glob, isSelected) => {
  const report = collectFrom([page([aPage(path)])], { paths: { include: [glob], exclude: [] } });
  expect(await report).toMatchObject({ leftOut: isSelected ? 0 : 1 });
});

test('a ranking equals the first of all pages, sorted by count and then by path', async () => {
  // Few counts and few letters, so that many are equal.
  const path = fc.string({ unit: fc.constantFrom('a', 'b', 'B', '/', 'é', '🎉', '\uffff'), maxLength: 4 });
  const visitors = fc.record({ path, human: fc.nat(3), ai: fc.nat(3), total: fc.nat(3) });
  const pages = fc.uniqueArray(visitors, { selector: (one) => one.path, minLength: 1, maxLength: 30 });
  const [key, top] = [fc.constantFrom(...SORT_KEYS), fc.integer({ min: 1, max: 9 })];
  const property = fc.asyncProperty(pages, key, top, async (drawn, sortBy, top) => {
    const answers = drawn.map((row, at) => page([row], { hasMore: at < drawn.length - 1 }));
    const byPath = drawn.toSorted((one, other) => (one.path < other.path ? -1 : 1)); // sorting keeps the order of equals
    const sorted = byPath.toSorted((one, other) => other[sortBy] - one[sortBy]);
    expect(await collectFrom(answers, { sortBy, top })).toMatchObject({ pages: sorted.slice(0, top) });
  });
  await fc.assert(property, { numRuns: 100 });
});
