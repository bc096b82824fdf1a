import { describe, expect, test } from '@jest/globals';
import type { PathFilter } from '../../../src/text/glob.ts';
import { only, reportOf } from '../../support/sample-visitor-report.ts';

/** The paths that are ranked, in the order of the list. */
async function leftOf(paths: readonly string[], filter: PathFilter): Promise<string[]> {
  const { pages } = await reportOf(paths, { paths: filter, top: 256 });
  const ranked = new Set(pages.map(({ path }) => path));
  return paths.filter((path) => ranked.has(path));
}

describe('the ranking has only pages that the inputs select', () => {
  const PATHS = ['/', '/docs', '/docs/a', '/docs/deep/b', '/blog/.hidden', 'index.html', '/two\nlines'];

  test.each<[PathFilter, string[]]>([
    [only([]), PATHS],
    [only(['**']), PATHS],
    [only(['/**']), PATHS],
    [only(['/docs/**']), ['/docs', '/docs/a', '/docs/deep/b']],
    [only(['docs/**']), ['/docs', '/docs/a', '/docs/deep/b']],
    [only(['/docs/']), ['/docs', '/docs/a', '/docs/deep/b']],
    [only(['/docs/*']), ['/docs/a']],
    [only(['docs/*']), ['/docs/a']],
    [only(['/']), ['/']],
    [only(['*.html', '/blog/*']), ['/blog/.hidden', 'index.html']],
    [only(['/two*']), ['/two\nlines']],
    [only([], ['/docs/**', 'blog/**']), ['/', 'index.html', '/two\nlines']],
    [only([], ['/']), PATHS.slice(1)],
    [only(['docs/**'], ['/docs/deep/**']), ['/docs', '/docs/a']],
    [only(['/nowhere']), []],
  ])('for %j', async (filter, left) => {
    expect(await leftOf(PATHS, filter)).toEqual(left);
    expect(await reportOf(PATHS, { paths: filter })).toMatchObject({
      rows: PATHS.length,
      leftOut: PATHS.length - left.length,
    });
  });
});

describe('slashes around a path do not count', () => {
  const SLASHES = '/'.repeat(8_000);

  test.each([
    ['/changelog/', '/changelog'],
    ['/changelog', '/changelog/'],
    ['//guides/a', '/guides/*'],
    ['guides/a//', '/guides/*'],
    ['/', '/'],
    ['//', '/'],
  ])('so %j matches %j', async (path, glob) => {
    expect(await leftOf([path, '/other'], only([glob]))).toEqual([path]);
    expect(await leftOf([path, '/other'], only([], [glob]))).toEqual(['/other']);
  });

  test.each([
    ['at its beginning', `${SLASHES}guides/a`],
    ['at its end', `/guides/a${SLASHES}`],
    ['in its middle', `/guides${SLASHES}a`],
    ['and nothing else', SLASHES],
  ])('and a path with thousands of them %s is counted and too long for the ranking', async (_, path) => {
    for (const filter of [only(['/guides/**']), only(['**']), only([], ['/guides/**'])]) {
      expect(await leftOf([path, '/guides/b', '/c'], filter)).not.toContain(path);
      const { rows, leftOut, tooLong, pages } = await reportOf([path], { paths: filter });
      expect([rows, leftOut + tooLong, pages]).toEqual([1, 1, []]);
    }
  });

  test.each([
    ['/'.repeat(900), '/guides/a'],
    ['/guides/a', '/'.repeat(900)],
  ])('even hundreds of them: row %#', async (before, behind) => {
    const path = before + behind;
    expect(await leftOf([path, '/other'], only(['/guides/a']))).toEqual([path]);
  });
});

describe('dots in a path are names like any other', () => {
  test.each([
    ['/../x', '/x'],
    ['/docs/../secret', '/secret'],
    ['/./docs/a', '/docs/**'],
    ['/..', '/'],
    ['/.', '/'],
    ['/docs/..', '/'],
    ['/docs/.', '/docs'],
  ])('so %j does not match %j', async (path, glob) => {
    expect(await leftOf([path, '/other'], only([glob]))).toEqual([]);
    expect(await leftOf([path, '/other'], only([], [glob]))).toEqual([path, '/other']);
  });

  test.each([
    ['/../x', '**'],
    ['/../x', '/*/x'],
    ['/..', '/**'],
    ['/.', '**'],
    ['/docs/../secret', '/docs/**'],
    ['/docs/./a', '/docs/**'],
    ['/docs/../../../a', '/docs/**'],
    ['/.well-known/x', '/.well-known/*'],
    ['/...', '/*'],
    ['/a..b', '/a..b'],
    ['/a/.b', '/a/.*'],
  ])('so %j matches %j', async (path, glob) => {
    expect(await leftOf([path], only([glob]))).toEqual([path]);
    expect(await leftOf([path], only([], [glob]))).toEqual([]);
  });
});

test.each(['/docs/two\nlines', '/docs/two\r\nlines', '/docs/\u2028', '/docs/\n', '\n/docs/a'])(
  'a line break is part of a name in the path %j',
  async (path) => {
    const glob = path.startsWith('/') ? '/docs/*' : '*/docs/*';
    expect(await leftOf([path, '/other'], only([glob]))).toEqual([path]);
    expect(await leftOf([path, '/other'], only([], [glob]))).toEqual(['/other']);
  },
);
