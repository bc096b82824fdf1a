import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createSeenPaths } from '../../../src/visitors/seen-paths.ts';
import { anyPath, anyText } from '../../support/any-text.ts';

/** The half of a path's print that says where it lies. */
const lowOf = (path: string) => createHash('sha256').update(path).digest().readUInt32LE(4);

test('a path is new once', () => {
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
])('what looks alike is not the same: %j, %j', (one, other) => {
  const seen = createSeenPaths();
  expect([seen.add(one), seen.add(other), seen.add(one), seen.add(other)]).toEqual([true, true, false, false]);
});

test('two remember apart', () => {
  const [one, other] = [createSeenPaths(), createSeenPaths()];
  expect([one.add('/a'), other.add('/a')]).toEqual([true, true]);
});

describe('it answers as a set of the paths would', () => {
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

  test('for any paths, often the same ones', () => {
    const path = fc.oneof(anyPath(), fc.nat(40).map(String), anyText());
    fc.assert(fc.property(fc.array(path, { maxLength: 60 }), (paths) => expect(differences(paths)).toEqual([])));
  });

  test('for numbers of paths around each of its sizes', () => {
    fc.assert(
      fc.property(fc.constantFrom(700, 737, 738, 739, 1_474, 1_475, 1_476, 5_000), fc.nat(), (count, salt) => {
        const paths = Array.from({ length: count }, (_, at) => `/${salt}/${at}`);
        expect(differences([...paths, ...paths.toReversed(), '/new', ...paths])).toEqual([]);
      }),
      { numRuns: 16 },
    );
  });
});

describe('paths that would lie at the same place', () => {
  /** So many that lie at the same of 1,024 places, and at the last one, behind which the table begins anew. */
  const neighbours = (place: number, count: number): string[] => {
    const found: string[] = [];
    for (let at = 0; found.length < count; at++) if ((lowOf(`/${at}`) & 1_023) === place) found.push(`/${at}`);
    return found;
  };

  test.each([0, 1_023])('are told apart: %d', (place) => {
    const seen = createSeenPaths();
    const paths = neighbours(place, 12);
    expect(paths.map((path) => seen.add(path))).toEqual(paths.map(() => true));
    expect(paths.map((path) => seen.add(path))).toEqual(paths.map(() => false));
  });

  test('with 32 equal bits of their prints, too, before and after the table grows', () => {
    // Found by search: the birthday of 32 bits is at some 80,000 paths.
    const [one, other] = collision();
    expect([one === other, lowOf(one) === lowOf(other)]).toEqual([false, true]);
    const seen = createSeenPaths();
    expect([seen.add(one), seen.add(other)]).toEqual([true, true]);
    for (let at = 0; at < 5_000; at++) seen.add(`/other/${at}`);
    expect([seen.add(one), seen.add(other)]).toEqual([false, false]);
  });

  function collision(): [string, string] {
    const byLow = new Map<number, string>();
    for (let at = 0; ; at++) {
      const path = `/page/${at}`;
      const before = byLow.get(lowOf(path));
      if (before !== undefined) return [before, path];
      byLow.set(lowOf(path), path);
    }
  }
});

/** In a process of its own, whose memory nobody else's work and garbage is in. */
const MILLION = `
import { setImmediate } from 'node:timers/promises';
import { createSeenPaths } from ${JSON.stringify(pathToFileURL(resolve('src/visitors/seen-paths.ts')))};
const used = () => {
  gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};
const seen = createSeenPaths();
const tail = 'x'.repeat(100);
const pathOf = (at) => \`/\${at}/\${tail}\`;
let repeated = 0;
for (let at = 0; at < 1_000; at++) if (!seen.add(pathOf(at))) repeated++;
const before = used();
for (let at = 1_000; at < 1_000_000; at++) if (!seen.add(pathOf(at))) repeated++;
let bytes = used() - before;
// What is garbage is given back in the background.
for (let turn = 0; turn < 100 && bytes > 24_000_000; turn++) {
  await setImmediate();
  bytes = Math.min(bytes, used() - before);
}
console.log(JSON.stringify({ repeated, bytes, isKnown: !seen.add(pathOf(0)) }));
`;

test('a million paths take 24 MB at most, however long they are', async () => {
  const flags = ['--expose-gc', '--disable-warning=ExperimentalWarning', '--input-type=module'];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '--eval', MILLION]);
  const told: { bytes: number } = JSON.parse(stdout);
  expect(told).toEqual({ repeated: 0, isKnown: true, bytes: expect.any(Number) });
  expect(told.bytes).toBeLessThan(24_000_000);
});
