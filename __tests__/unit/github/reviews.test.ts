import { describe, expect, test } from '@jest/globals';
import { readLineComments, readReviewBody, toCodeLine } from '../../../src/github/reviews.ts';
import { dated, githubAnswering, scriptedGitHub } from '../../support/github-answering.ts';

const REVIEW = { pull: 32, id: 70 };
const PATH = 'pulls/32/reviews/70';
const comment = (id: number) => ({
  id,
  html_url: `https://github.com/acme/app/pull/32#discussion_r${id}`,
  path: 'a.ts',
  diff_hunk: '@@ -0,0 +1,2 @@\n+a\n+b',
  body: `Comment ${id}`,
  updated_at: '2026-01-01T12:00:00Z',
});

describe('the line comments of a review', () => {
  const read = (answer: object | number) =>
    readLineComments(scriptedGitHub({ [`${PATH}/comments`]: [answer] }).github, REVIEW);

  test('are read with their places and times', async () => {
    const { html_url: url, path, diff_hunk: hunk, body, updated_at } = comment(1);
    const read1 = { url, path, line: 2, hunk, body, updatedAt: Date.parse(updated_at) };
    expect(await read([comment(1)])).toEqual({ isComplete: true, comments: [read1] });
  });

  test.each([
    [5, { comments: 5, isComplete: true, requests: 1 }],
    [900, { comments: 500, isComplete: false, requests: 5 }],
  ])('are read from all pages, but at most 5: %d', async (total, expected) => {
    const { github, requests } = githubAnswering(({ url }, clock) => {
      const left = total - (Number(url.searchParams.get('page')) - 1) * 100;
      const comments = Array.from({ length: Math.min(100, left) }, (_, at) => comment(left - at));
      return dated(
        comments,
        clock,
        left > 100 ? { link: '<https://api.github.com/x>; rel="next"' } : {},
      );
    });
    const { comments, isComplete } = await readLineComments(github, REVIEW);
    const ids = new Set(comments.map(({ url }) => url));
    expect({ comments: ids.size, isComplete, requests: requests.length }).toEqual(expected);
  });

  test('of an undocumented form are an error', async () => {
    await expect(read([7])).rejects.toThrow('undocumented form');
  });
});

describe('the text of a review', () => {
  const read = (answer: object | number) =>
    readReviewBody(scriptedGitHub({ [PATH]: [answer] }).github, REVIEW);

  test.each([
    [{ body: '/docs now' }, '/docs now'],
    [{ body: null }, ''],
    [{}, ''],
  ])('is read: %j', async (answer, text) => {
    expect(await read(answer)).toBe(text);
  });

  test('that GitHub does not show is an error that names the review', async () => {
    await expect(read(404)).rejects.toThrow('review 70 of pull request #32');
  });
});

describe('the line of a comment', () => {
  const lineOf = (more: object) => {
    const absent = { line: undefined, original_line: undefined, subject_type: undefined };
    const diff_hunk = '@@ -10,4 +20,5 @@ function a() {\n kept\n-old\n+new\n+more';
    return toCodeLine({ path: 'a.ts', diff_hunk, ...absent, ...more });
  };

  test.each([
    ['an added line', {}, 22],
    ['a removed line', { diff_hunk: '@@ -10,4 +20,5 @@\n kept\n-old' }, 11],
    ['an unchanged line', { diff_hunk: '@@ -10,4 +20,5 @@\n kept\n-old\n kept' }, 21],
    ['the only line of a file', { diff_hunk: '@@ -0,0 +1 @@\n+new' }, 1],
    [
      'a line without a line break',
      { diff_hunk: '@@ -1 +1 @@\n-old\n\\ No newline at end of file\n+new' },
      1,
    ],
    ['no line, for a hunk without lines', { diff_hunk: '@@ -1 +1 @@' }, undefined],
    ['no line, without a hunk', { diff_hunk: '' }, undefined],
    ['the line that it was written at', { line: 30, original_line: 22 }, 22],
    ['the line that it is at, without that', { line: 30, original_line: null }, 30],
  ])('is that of %s', (_, more, line) => {
    expect(lineOf(more)).toMatchObject({ path: 'a.ts', line });
  });

  test('a comment on a file has neither line nor hunk', () => {
    expect(lineOf({ subject_type: 'file', line: 1 })).toEqual({
      path: 'a.ts',
      line: undefined,
      hunk: '',
    });
  });
});
