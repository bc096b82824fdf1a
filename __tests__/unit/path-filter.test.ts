import { describe, expect, test } from '@jest/globals';
import { InputError } from '../../src/errors.ts';
import { createPathFilter } from '../../src/path-filter.ts';

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
    expect(createPathFilter({ include, exclude })([path]).has(path)).toBe(isLeft);
  });
});

test('of a list, the paths that are left, each once', () => {
  const select = createPathFilter({ include: ['src/**'], exclude: ['**/*.md'] });
  expect([...select(['src/b', 'src/a', 'lib/a', 'src/a.md', 'src/b'])]).toEqual(['src/b', 'src/a']);
  expect([...select([])]).toEqual([]);
});

describe('a path that makes a glob backtrack for minutes', () => {
  const [DASHES, LETTERS] = [`blog/${'-'.repeat(900)}`, 'a'.repeat(900)];

  test('is left out, whatever it would be, and the others are decided on', () => {
    const select = createPathFilter({ include: [], exclude: ['/blog/*-*-*-*.html', '/*a*a*a*b'] });
    expect([...select(['blog/a-b-c-d.html', 'blog/a.html', DASHES, 'aaab', LETTERS, 'aaa'])]).toEqual([
      ...['blog/a.html', 'aaa'],
    ]);
  });

  test('is an error from the eleventh on, with what to write instead', () => {
    const select = createPathFilter({ include: [], exclude: ['/*a*a*a*b'] });
    const hostile = (count: number) => Array.from({ length: count }, (_, at) => `${LETTERS}${at}`);
    expect([...select([...hostile(10), 'x'])]).toEqual(['x']);
    const again = () => select(['x', ...hostile(1)]);
    expect(again).toThrow(InputError);
    expect(again).toThrow(/`paths` and `paths-ignore` take too long/);
  });
});

test('a path that a glob is not made for is decided on, however long it is', () => {
  const path = `docs/${'a-'.repeat(4_000)}`;
  expect(createPathFilter({ include: ['docs/**'], exclude: ['**/*.md', '/blog/*-*'] })([path]).has(path)).toBe(true);
});
