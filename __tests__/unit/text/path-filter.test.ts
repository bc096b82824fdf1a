import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import picomatch from 'picomatch';
import { createGlobMatcher, createPathFilter } from '../../../src/text/glob.ts';

type Case = readonly [glob: string, matching: readonly string[], others: readonly string[]];

describe.each<readonly [syntax: string, cases: readonly Case[]]>([
  [
    'a name',
    [
      [
        'README.md',
        ['README.md'],
        ['readme.md', 'docs/README.md', 'README.md/x', 'README', 'README.mdx', ''],
      ],
      ['(a)', ['(a)'], ['a']],
      ['a^$.b', ['a^$.b'], ['a^$xb']],
      ['+page', ['+page'], ['page', 'ppage']],
      ['routes/+page', ['routes/+page'], ['routes//page']],
      ['{+page,(+1)}', ['+page', '(+1)'], ['page']],
    ],
  ],
  [
    '`*`',
    [
      ['*', ['a', '.env', '', 'two\nlines', '😀'], ['a/b', '/', 'a/']],
      ['docs/*', ['docs/a', 'docs/.a', 'docs/\u2028', 'docs/'], ['docs', 'docs/a/b']],
    ],
  ],
  [
    '`**`',
    [
      ['**', ['', 'a', 'a/b', '.a/.b', 'two\nlines/a'], []],
      ['**.ts', ['a.ts', 'src/deep/a.ts'], ['a.js']],
      ['docs/**', ['docs', 'docs/a', 'docs/a/b'], ['docsy/a', 'src/docs/a']],
      ['a**b', ['ab', 'a/x/b'], ['a/x']],
      ['a/**.md', ['a/.md', 'a/b/c.md'], ['a.md', 'a']],
      ['a/**{/b,.md}', ['a/b', 'a/x/b', 'a/x.md'], ['a.md', 'ab']],
    ],
  ],
  ['`?`', [['a?', ['ab', 'a?', 'a.', 'a\n', 'a😀', 'a\ud800'], ['a', 'abc', 'a/']]]],
  [
    '`[…]`',
    [
      ['[a-c1]', ['a', 'b', 'c', '1'], ['d', '-', '', 'ab', '[a-c1]']],
      ['[!a-c]', ['d', '!', '.'], ['b', '/', '']],
      ['[a!^]', ['a', '!', '^'], ['b']],
      ['[\\]\\-\\\\]', [']', '-', '\\'], ['a']],
      ['[\\!a]', ['!', 'a'], ['b']],
      ['[{,}*?+(]', ['{', ',', '}', '*', '?', '+', '('], ['a']],
      ['[+-9]', ['.', '5'], ['/']],
      ['[😀-😂]', ['😁'], ['😃', '😀😁']],
      ['x[[]y', ['x[y'], ['x[[]y']],
    ],
  ],
  [
    '`{…}`',
    [
      ['{a,b{c,d{e,f}}}z', ['az', 'bcz', 'bdez', 'bdfz'], ['bz', 'bdz', 'cz']],
      ['{/src/**,/lib/*}', ['src/a/b', 'lib/a'], ['lib/a/b', 'lib']],
      ['a{/**,.md}', ['a', 'a/b', 'a.md'], ['ab', 'amd']],
      ['{a\\,b,[,}]}', ['a,b', ',', '}'], ['a', 'b']],
      [`${'{a,'.repeat(60)}b${'}'.repeat(60)}`, ['a', 'b'], ['ab', '']],
      ['{a,b}'.repeat(60), ['ab'.repeat(30)], ['ab'.repeat(29)]],
    ],
  ],
  [
    'a slash at the ends',
    [
      ['/src/**', ['src', 'src/a'], ['lib/src/a', '/']],
      ['./src/*', ['src/a'], ['./src/a']],
      ['src/', ['src', 'src/a/b'], ['src.ts', 'lib/src/a']],
      ['/', [''], ['a']],
      ['./', ['', 'a/b'], []],
      ['/*', ['', 'a'], ['a/b']],
      ['a/b', ['a/b'], ['/a/b', 'a/b/']],
    ],
  ],
  [
    'a backslash',
    [
      ['[*]', ['*'], ['a', '[*]']],
      ['a\\ \\,\\;\\|', ['a ,;|'], ['a', 'a\\ \\,\\;\\|']],
      ['app/\\[slug\\]/**', ['app/[slug]/page.tsx', 'app/[slug]'], ['app/s/page.tsx']],
      ['c\\+\\+/*', ['c++/a'], ['cc/a']],
      ['\\@(a)', ['@(a)'], ['a']],
      ['\\!a', ['!a'], ['a', '\\!a']],
      ['[*]/**', ['*', '*/a'], ['a']],
    ],
  ],
  [
    'letters with accents',
    [
      ['caf\u00e9/**', ['caf\u00e9/a', 'cafe\u0301/a'], ['cafe/a']],
      ['cafe\u0301/?.md', ['caf\u00e9/\u00e9.md', 'cafe\u0301/e\u0301.md'], ['caf\u00e9/ab.md']],
    ],
  ],
])('%s', (_, cases) => {
  test.each(cases)('in the glob %j matches %j and not %j', (glob, matching, others) => {
    const matches = createGlobMatcher(glob);
    expect(matching.filter((path) => !matches(path))).toEqual([]);
    expect(others.filter(matches)).toEqual([]);
  });
});

describe('a malformed glob', () => {
  test.each([
    ['src/[ab', '`[` is not closed'],
    ['src/[\\]', '`[` is not closed'],
    ['[]', '`[…]` is empty'],
    ['[!]', '`[…]` is empty'],
    ['[z-a]', 'a range in `[…]` runs backwards'],
    ['src/ab]', '`]` closes nothing'],
    ['src/{a,b', '`{` is not closed'],
    ['{{a,b}', '`{` is not closed'],
    ['src/a}', '`}` closes nothing'],
    ['users/{id}', '`{…}` has no comma'],
    ['src\\', 'folders are separated by `/`'],
    ['src\\**', 'folders are separated by `/`'],
    ['a[/]b', '`[…]` is one character'],
    ['docs/**,src/**', 'write one glob per line'],
    ['?(a)', 'extended globs like `?(…)`'],
    ['**(a)', 'extended globs like `*(…)`'],
    ['*.@(ts|js)', 'extended globs like `@(…)`'],
    ['!(a)', 'extended globs like `!(…)`'],
    ['v[0-9]+', '`+` as a quantifier'],
    ['{a,b}+', '`+` as a quantifier'],
    ['x'.repeat(1_001), 'it has more than 1,000 characters'],
  ])('is refused: %j', (glob, problem) => {
    expect(() => createGlobMatcher(glob)).toThrow(problem);
    expect(() => createPathFilter({ include: [glob], exclude: [] })).toThrow(problem);
    expect(() => createPathFilter({ include: [], exclude: [glob] })).toThrow(problem);
  });

  test('may have 1,000 characters', () => {
    expect(createGlobMatcher('x'.repeat(1_000))('x'.repeat(1_000))).toBe(true);
  });
});

describe('a filter', () => {
  const PATHS = ['src/a.ts', 'src/a.test.ts', 'src/api/b.test.ts', 'docs/a.md'];

  test.each<readonly [include: string[], exclude: string[], selected: string[]]>([
    [[], [], PATHS],
    [['src/**'], [], PATHS.slice(0, 3)],
    [['docs/**', 'src/*'], [], ['src/a.ts', 'src/a.test.ts', 'docs/a.md']],
    [[], ['src/**'], ['docs/a.md']],
    [['src/**'], ['**/*.test.ts'], ['src/a.ts']],
    [['**/*.test.ts', 'src/**'], ['**/*.test.ts'], ['src/a.ts']],
    [['src/**', '!**/*.test.ts'], [], ['src/a.ts']],
    [['!**/*.test.ts', 'src/**'], [], PATHS.slice(0, 3)],
    [['src/**', '!**/*.test.ts', 'src/api/**'], [], ['src/a.ts', 'src/api/b.test.ts']],
    [['src/**', '!**/*.test.ts', 'src/api/**'], ['**/api/**'], ['src/a.ts']],
    [['**', '!/docs/'], [], PATHS.slice(0, 3)],
    [['!docs/**'], [], []],
    [['nothing'], [], []],
  ])('that includes %j and excludes %j selects %j', (include, exclude, selected) => {
    expect(PATHS.filter(createPathFilter({ include, exclude }))).toEqual(selected);
  });

  test('takes a second `!` for a character', () => {
    expect(['!a', 'a'].filter(createPathFilter({ include: ['*', '!!a'], exclude: [] }))).toEqual([
      'a',
    ]);
  });
});

describe('a path that makes other matchers backtrack', () => {
  const LETTERS = 'a'.repeat(1_000);

  test.each([
    [`${'*a'.repeat(400)}b`, LETTERS, `${LETTERS}b`],
    [`${'**/'.repeat(300)}b`, 'a/'.repeat(1_000), `${'a/'.repeat(1_000)}b`],
    [`${'a/**/'.repeat(190)}b`, 'a/'.repeat(1_000), `${'a/'.repeat(1_000)}b`],
    [`${'{a,a*}'.repeat(160)}b`, LETTERS, `${LETTERS}b`],
    [`${'{*,**}'.repeat(160)}b`, LETTERS, `${LETTERS}b`],
    [`${'{*,'.repeat(240)}b${'}'.repeat(240)}c`, LETTERS, `${LETTERS}c`],
    [`${'*[!b]?'.repeat(160)}b`, LETTERS, `${LETTERS}b`],
    ['blog/*-*-*-*-*-*.html', `blog/${'-'.repeat(8_000)}`, `blog/${'-'.repeat(8_000)}.html`],
  ])('is matched without delay: case %#', (glob, other, matching) => {
    const matches = createGlobMatcher(glob);
    expect([matches(other), matches(matching)]).toEqual([false, true]);
  });

  test('is matched without delay among hundreds like it', () => {
    const names = Array.from({ length: 300 }, (_, at) => `blog/${'-'.repeat(900)}${at}`);
    const isSelected = createPathFilter({
      include: [],
      exclude: ['/blog/*-*-*-*.html', '/blog/*-*-77'],
    });
    expect(names.filter(isSelected)).toHaveLength(299);
  });
});

describe('a random glob', () => {
  const literal = fc.constantFrom('a', 'b', '.', 'ab');
  /** Not `[!a]`: picomatch takes its `!` for a member. */
  const character = fc.oneof(
    literal,
    fc.constantFrom('?', '[ab]', '[^a]', '[a-b]', '[^.b]', '[*]'),
  );
  const alternatives = fc
    .array(fc.constantFrom('a', 'b', 'ab', '.b', 'a/b', 'ba/a'), { minLength: 2, maxLength: 3 })
    .map((parts) => `{${parts.join(',')}}`);
  /** Within a name, `**` crosses slashes, and in picomatch it does not. */
  const part = fc
    .array(fc.oneof({ arbitrary: character, weight: 4 }, fc.constant('*'), alternatives), {
      minLength: 1,
      maxLength: 4,
    })
    .map((units) => units.join('').replace(/\*{2,}/g, '*'))
    .filter((text) => !/^\.{1,2}$/.test(text));
  const glob = fc
    .array(fc.oneof({ arbitrary: part, weight: 3 }, fc.constant('**')), {
      minLength: 1,
      maxLength: 4,
    })
    .map((parts) => parts.join('/'));
  /** No part is empty, `.` or `..`, as in the paths of git; picomatch gives these a meaning. */
  const name = fc
    .string({ unit: fc.constantFrom('a', 'b', '.', '*', '\n'), minLength: 1, maxLength: 4 })
    .filter((text) => !/^\.{1,2}$/.test(text));
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));

  test('matches the same paths as in picomatch', () => {
    fc.assert(
      fc.property(glob, fc.array(path, { minLength: 20, maxLength: 20 }), (pattern, paths) => {
        const matches = createGlobMatcher(pattern);
        // a fast path wants more of `*.*`
        const isMatch = picomatch(pattern, { dot: true, flags: 's', fastpaths: false });
        return paths.every((each) => matches(each) === isMatch(each));
      }),
      { numRuns: 400 },
    );
  });
});
