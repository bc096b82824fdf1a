import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { PageVisitors } from '../../../src/service/visitors.ts';
import { createRanking, type RankingRules, SORT_KEYS, type SortKey } from '../../../src/visitors/collect.ts';
import { aPage } from '../../support/sample-exports.ts';

function ranked(pages: readonly PageVisitors[], rules: RankingRules): readonly PageVisitors[] {
  const ranking = createRanking(rules);
  for (const page of pages) ranking.add(page);
  return ranking.pages;
}

const pathsOf = (pages: readonly PageVisitors[]) => pages.map(({ path }) => path);

describe('a ranking begins with the pages with the most visitors', () => {
  const PAGES = [aPage('/few', 1, 9, 9), aPage('/most', 5, 7, 12), aPage('/people', 8, 0, 8), aPage('/none', 0, 0, 0)];

  test.each<[SortKey, string[]]>([
    ['total', ['/most', '/few', '/people', '/none']],
    ['human', ['/people', '/most', '/few', '/none']],
    ['ai', ['/few', '/most', '/none', '/people']],
  ])('by `%s`', (sortBy, paths) => {
    expect(pathsOf(ranked(PAGES, { sortBy, top: 20 }))).toEqual(paths);
    expect(pathsOf(ranked(PAGES.toReversed(), { sortBy, top: 20 }))).toEqual(paths);
    expect(pathsOf(ranked(PAGES, { sortBy, top: 2 }))).toEqual(paths.slice(0, 2));
  });
});

test('a ranking sorts pages with equal counts by path, in any order of arrival', () => {
  const pages = ['/b', '/a/b', '/a', '/B', '/ä', '/10', '/9'].map((path) => aPage(path));
  const paths = ['/10', '/9', '/B', '/a', '/a/b', '/b', '/ä'];
  expect(pathsOf(ranked(pages, { sortBy: 'total', top: 20 }))).toEqual(paths);
  expect(pathsOf(ranked(pages.toReversed(), { sortBy: 'total', top: 20 }))).toEqual(paths);
  expect(pathsOf(ranked(pages.toReversed(), { sortBy: 'total', top: 3 }))).toEqual(paths.slice(0, 3));
});

test('a ranking of no pages is empty', () => {
  expect(ranked([], { sortBy: 'total', top: 1 })).toEqual([]);
});

test.each([1, 256])('a ranking of %d pages never keeps more, and has the best of all', (top) => {
  const ranking = createRanking({ sortBy: 'total', top });
  let most = 0;
  for (let at = 0; at < 1_000; at++) {
    ranking.add(aPage(`/${at}`, 0, 0, (at * 7_919) % 1_000));
    most = Math.max(most, ranking.pages.length);
  }
  expect(most).toBe(top);
  expect(ranking.pages.map(({ total }) => total)).toEqual(Array.from({ length: top }, (_, at) => 999 - at));
});

test('a ranking equals the first of all pages, sorted', () => {
  // Few counts and few letters, so that many are equal.
  const path = fc.string({ unit: fc.constantFrom('a', 'b', 'B', '/', 'é', '🎉', '\uffff'), maxLength: 4 });
  const page = fc.record({ path, human: fc.nat(3), ai: fc.nat(3), total: fc.nat(3) });
  const pages = fc.uniqueArray(page, { selector: (one) => one.path, maxLength: 60 });
  const top = fc.oneof(fc.integer({ min: 1, max: 8 }), fc.constantFrom(1, 256));
  fc.assert(
    fc.property(pages, fc.constantFrom(...SORT_KEYS), top, (drawn, sortBy, top) => {
      expect(ranked(drawn, { sortBy, top })).toEqual(sorted(drawn, sortBy).slice(0, top));
    }),
    { numRuns: 250 },
  );

  /** Sorted by path first, as sorting keeps the order of equals. */
  function sorted(drawn: readonly PageVisitors[], key: SortKey): PageVisitors[] {
    const units = (one: string) => Array.from({ length: one.length }, (_, at) => one.charCodeAt(at));
    const hex = (one: string) =>
      units(one)
        .map((unit) => unit.toString(16).padStart(4, '0'))
        .join('');
    const places = new Map(drawn.map((one) => [hex(one.path), one]));
    const byPath = [...places.keys()].sort().flatMap((place) => places.get(place) ?? []);
    return byPath.sort((one, other) => other[key] - one[key]);
  }
});
