import { describe, expect, test } from '@jest/globals';
import type { PathFilter } from '../../../src/path-filter.ts';
import { only, surveyOf } from '../../support/sample-survey.ts';

/** Those that are ranked, in the order of the list. */
async function leftOf(paths: readonly string[], filter: PathFilter): Promise<string[]> {
  const { pages } = await surveyOf(paths, { paths: filter, top: 256 });
  const ranked = new Set(pages.map(({ path }) => path));
  return paths.filter((path) => ranked.has(path));
}

describe('the ranking is of the pages that the workflow cares for', () => {
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
  ])('%j', async (filter, left) => {
    expect(await leftOf(PATHS, filter)).toEqual(left);
    expect(await surveyOf(PATHS, { paths: filter })).toMatchObject({
      ...{ rows: PATHS.length, leftOut: PATHS.length - left.length },
    });
  });
});

describe('slashes around a path mean nothing', () => {
  const SLASHES = '/'.repeat(8_000);

  test.each([
    ['/changelog/', '/changelog'],
    ['/changelog', '/changelog/'],
    ['//guides/a', '/guides/*'],
    ['guides/a//', '/guides/*'],
    ['/', '/'],
    ['//', '/'],
  ])('%j is a page of %j', async (path, glob) => {
    expect(await leftOf([path, '/other'], only([glob]))).toEqual([path]);
    expect(await leftOf([path, '/other'], only([], [glob]))).toEqual(['/other']);
  });

  test.each([
    ['before it', `${SLASHES}guides/a`],
    ['behind it', `/guides/a${SLASHES}`],
    ['within it', `/guides${SLASHES}a`],
    ['and nothing else', SLASHES],
  ])('thousands of them %s: it is counted, and too long to be ranked', async (_, path) => {
    for (const filter of [only(['/guides/**']), only(['**']), only([], ['/guides/**'])]) {
      expect(await leftOf([path, '/guides/b', '/c'], filter)).not.toContain(path);
      const { rows, leftOut, tooLong, pages } = await surveyOf([path], { paths: filter });
      expect([rows, leftOut + tooLong, pages]).toEqual([1, 1, []]);
    }
  });

  test.each([
    ['/'.repeat(900), '/guides/a'],
    ['/guides/a', '/'.repeat(900)],
  ])('hundreds of them too: %#', async (before, behind) => {
    const path = before + behind;
    expect(await leftOf([path, '/other'], only(['/guides/a']))).toEqual([path]);
  });
});

describe('dots lead nowhere', () => {
  test.each([
    ['/../x', '/x'],
    ['/docs/../secret', '/secret'],
    ['/./docs/a', '/docs/**'],
    ['/..', '/'],
    ['/.', '/'],
    ['/docs/..', '/'],
    ['/docs/.', '/docs'],
  ])('%j is no page of %j', async (path, glob) => {
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
  ])('%j is a page of %j', async (path, glob) => {
    expect(await leftOf([path], only([glob]))).toEqual([path]);
    expect(await leftOf([path], only([], [glob]))).toEqual([]);
  });
});

test.each(['/docs/two\nlines', '/docs/two\r\nlines', '/docs/\u2028', '/docs/\n', '\n/docs/a'])(
  'a line break is a part of a name: %j',
  async (path) => {
    const glob = path.startsWith('/') ? '/docs/*' : '*/docs/*';
    expect(await leftOf([path, '/other'], only([glob]))).toEqual([path]);
    expect(await leftOf([path, '/other'], only([], [glob]))).toEqual(['/other']);
  },
);
