import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createSeenPaths } from '../../../src/visitors/seen-paths.ts';
import { anyPath, anyText } from '../../support/any-text.ts';

/** The half of a path's hash that decides its place. */
const lowOf = (path: string) => createHash('sha256').update(path).digest().readUInt32LE(4);

test('a path is new only the first time', () => {
  const seen = createSeenPaths();
  expect([seen.add('/a'), seen.add('/b'), seen.add('/a'), seen.add('/b'), seen.add('/c')]).toEqual([
    ...[true, true, false, false, true],
  ]);
});

test.each([
  ['', ' '],
  ['/a', '/A'],
  ['/a', '/a/'],
  ['/é', '/e\u0301'],
  ['/a', '/a\u200b'],
  ['/a', '/a\u0000'],
])('the paths %j and %j, which look alike, are two', (one, other) => {
  const seen = createSeenPaths();
  expect([seen.add(one), seen.add(other), seen.add(one), seen.add(other)]).toEqual([true, true, false, false]);
});

test('two sets of seen paths are independent', () => {
  const [one, other] = [createSeenPaths(), createSeenPaths()];
  expect([one.add('/a'), other.add('/a')]).toEqual([true, true]);
});

describe('seen paths answer as a `Set` does', () => {
  /** The answers that differ, of paths that come in this order. */
  function differences(paths: Iterable<string>): string[] {
    const [seen, set] = [createSeenPaths(), new Set<string>()];
    const differing: string[] = [];
    for (const path of paths) {
      if (seen.add(path) === set.has(path)) differing.push(path);
      set.add(path);
    }
    return differing;
  }

  test('for any paths, many of them repeated', () => {
    const path = fc.oneof(anyPath(), fc.nat(40).map(String), anyText());
    fc.assert(fc.property(fc.array(path, { maxLength: 60 }), (paths) => differences(paths).length === 0));
  });

  test('for numbers of paths around each size of the table', () => {
    fc.assert(
      fc.property(fc.constantFrom(700, 737, 738, 739, 1_474, 1_475, 1_476, 5_000), fc.nat(), (count, salt) => {
        const paths = Array.from({ length: count }, (_, at) => `/${salt}/${at}`);
        expect(differences([...paths, ...paths.toReversed(), '/new', ...paths])).toEqual([]);
      }),
      { numRuns: 16 },
    );
  });
});

describe('paths with the same place in the table', () => {
  /** So many that lie at the same of 1,024 places, and at the last one, behind which the table begins anew. */
  const neighbours = (place: number, count: number): string[] => {
    const found: string[] = [];
    for (let at = 0; found.length < count; at++) if ((lowOf(`/${at}`) & 1_023) === place) found.push(`/${at}`);
    return found;
  };

  test.each([0, 1_023])('are distinguished at place %d', (place) => {
    const seen = createSeenPaths();
    const paths = neighbours(place, 12);
    expect(paths.map((path) => seen.add(path))).toEqual(paths.map(() => true));
    expect(paths.map((path) => seen.add(path))).toEqual(paths.map(() => false));
  });

  test('are distinguished with 32 equal bits of their hashes, before and after the table grows', () => {
    // Found by search: the birthday of 32 bits is at some 80,000 paths.
    const [one, other] = ['/page/31220', '/page/60792'];
    expect(lowOf(one)).toBe(lowOf(other));
    const seen = createSeenPaths();
    expect([seen.add(one), seen.add(other)]).toEqual([true, true]);
    for (let at = 0; at < 5_000; at++) seen.add(`/other/${at}`);
    expect([seen.add(one), seen.add(other)]).toEqual([false, false]);
  });
});
