import { describe, expect, test } from '@jest/globals';
import { createPathFilter } from '../../src/path-filter.ts';

const NONE = new Set();

describe('a path', () => {
  test.each([
    ['is left where nothing is said', [], [], 'src/a.ts', true],
    ['that is included', ['src/**'], [], 'src/deep/a.ts', true],
    ['that is not', ['src/**'], [], 'test/a.ts', false],
    ['that is included twice and excluded once', ['src/**', '**/*.ts'], ['**/*.test.ts'], 'src/a.test.ts', false],
    ['that begins with a dot', ['**/*.yml'], [], '.github/workflows/ci.yml', true],
    ['that begins with a dot, excluded', [], ['**'], '.env', false],
    ['of another case', ['src/**'], [], 'SRC/a.ts', false],
    ['with braces', ['{src,lib}/**'], [], 'lib/a.ts', true],
    ['of a glob that begins at the root', ['/src/**'], [], 'src/a.ts', true],
    ['of a glob that names a folder', ['src/'], [], 'src/deep/a.ts', true],
    ['of a folder of the same name elsewhere', ['/src/'], [], 'lib/src/a.ts', false],
    ['of one excluded folder', [], ['/docs/'], 'docs/a.md', false],
    ['with parentheses', ['app/(shop)/**'], [], 'app/(shop)/page.tsx', true],
    ['with parentheses in another', ['app/(shop)/**'], [], 'app/shop/page.tsx', false],
    ['of an extended glob', ['src/*.@(ts|js)'], [], 'src/a.js', true],
    ['at the top', ['*.md'], [], 'README.md', true],
    ['deeper than one star', ['*.md'], [], 'docs/README.md', false],
    ['that holds a line break', ['**'], [], 'docs/two\nlines.md', true],
    ['that holds one, below a folder', ['docs/*.md'], [], 'docs/two\r\nlines.md', true],
    ['that holds one, excluded', [], ['docs/**'], 'docs/two\u2028lines.md', false],
  ])('%s', (_, include, exclude, path, isLeft) => {
    const left = new Set(isLeft ? [path] : []);
    expect(createPathFilter({ include, exclude })([path])).toEqual({ left, undecided: NONE });
  });
});

test('of a list, the paths that are left, each once', () => {
  const select = createPathFilter({ include: ['src/**'], exclude: ['**/*.md'] });
  const { left } = select(['src/b', 'src/a', 'lib/a', 'src/a.md', 'src/b']);
  expect([...left]).toEqual(['src/b', 'src/a']);
  expect(select([])).toEqual({ left: NONE, undecided: NONE });
});

describe('a path that makes a glob backtrack for minutes', () => {
  const [DASHES, LETTERS] = [`blog/${'-'.repeat(900)}`, 'a'.repeat(900)];
  const hostile = (count: number) => Array.from({ length: count }, (_, at) => `${LETTERS}${at}`);

  test.each([
    ['to leave out', { include: [], exclude: ['/blog/*-*-*-*.html', '/*a*a*a*b'] }, ['blog/a.html', 'aaa']],
    ['to take', { include: ['/blog/*-*-*-*.html', '/*a*a*a*b'], exclude: [] }, ['blog/a-b-c-d.html', 'aaab']],
  ])('is not decided on, and the others are: a glob of what %s', (_, filter, left) => {
    const select = createPathFilter(filter);
    const paths = ['blog/a-b-c-d.html', 'blog/a.html', DASHES, 'aaab', LETTERS, 'aaa', DASHES];
    expect(select(paths)).toEqual({ left: new Set(left), undecided: new Set([DASHES, LETTERS]) });
  });

  test('is the only one among 100,000 that is not', () => {
    const select = createPathFilter({ include: ['docs/**', '/*a*a*a*b'], exclude: [] });
    const docs = Array.from({ length: 50_000 }, (_, at) => `docs/page-${at}`);
    const others = docs.map((path) => `other/${path}`);
    const { left, undecided } = select([...docs, LETTERS, ...others]);
    expect([...undecided]).toEqual([LETTERS]);
    expect([...left]).toEqual(docs);
  });

  test('takes, with hundreds like it, the time for single paths: whoever comes with another one is not decided on', () => {
    const select = createPathFilter({ include: [], exclude: ['/*a*a*a*b'] });
    const many = hostile(250);
    expect(select(many)).toEqual({ left: NONE, undecided: new Set(many) });
    const unlucky = ['x', LETTERS, 'aaab'];
    expect(select(unlucky)).toEqual({ left: NONE, undecided: new Set(unlucky) });
    expect(select(['x', 'aaab', 'y'])).toEqual({ left: new Set(['x', 'y']), undecided: NONE });
  });
});

test('a path that a glob is not made for is decided on, however long it is', () => {
  const path = `docs/${'a-'.repeat(4_000)}`;
  const select = createPathFilter({ include: ['docs/**'], exclude: ['**/*.md', '/blog/*-*'] });
  expect(select([path])).toEqual({ left: new Set([path]), undecided: NONE });
});
