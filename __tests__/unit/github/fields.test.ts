import { expect, test } from '@jest/globals';
import { toCodeLine } from '../../../src/github/fields.ts';

const fields = (more: object = {}) => ({
  path: 'a.ts',
  diff_hunk: '@@ -10,4 +20,5 @@ function a() {\n kept\n-old\n+new\n+more',
  line: undefined,
  original_line: undefined,
  subject_type: undefined,
  ...more,
});

test.each([
  ['an added line', {}, 22],
  ['a removed line', { diff_hunk: '@@ -10,4 +20,5 @@\n kept\n-old' }, 11],
  ['an unchanged line', { diff_hunk: '@@ -10,4 +20,5 @@\n kept\n-old\n kept' }, 21],
  ['the only line of a file', { diff_hunk: '@@ -0,0 +1 @@\n+new' }, 1],
  ['a line without a line break', { diff_hunk: '@@ -1 +1 @@\n-old\n\\ No newline at end of file\n+new' }, 1],
  ['a hunk without lines', { diff_hunk: '@@ -1 +1 @@' }, undefined],
  ['no hunk', { diff_hunk: null }, undefined],
])('a comment without a line number has the one of %s, where its hunk ends', (_, more, line) => {
  expect(toCodeLine(fields(more))).toMatchObject({ path: 'a.ts', line });
});

test('a comment has the line that it was written at, which its hunk shows', () => {
  expect(toCodeLine(fields({ line: 30, original_line: 22 })).line).toBe(22);
  expect(toCodeLine(fields({ line: 30, original_line: null })).line).toBe(30);
});

test('a comment on a file has neither line nor hunk', () => {
  expect(toCodeLine(fields({ subject_type: 'file', line: 1 }))).toEqual({ path: 'a.ts', line: undefined, hunk: '' });
});
