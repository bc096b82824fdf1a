import { describe, expect, test } from '@jest/globals';
import { readLineComments, readReviewBody, toCodeLine } from '../../../src/github/reviews.ts';
import { dated, githubAnswering, scriptedGitHub } from '../../support/github-answering.ts';
import { json } from '../../support/scripted-world.ts';

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
  test('are read with their places and times', async () => {
    const { github } = githubAnswering((_, clock) => dated([comment(1)], clock));
    expect(await readLineComments(github, REVIEW)).toEqual({
      isComplete: true,
      comments: [
        {
          url: 'https://github.com/acme/app/pull/32#discussion_r1',
          path: 'a.ts',
          line: 2,
          hunk: '@@ -0,0 +1,2 @@\n+a\n+b',
          body: 'Comment 1',
          updatedAt: Date.parse('2026-01-01T12:00:00Z'),
        },
      ],
    });
  });

  test('are read from all pages, but at most 5', async () => {
    const pagesOf = async (total: number) => {
      const { github, requests } = githubAnswering(({ url }, clock) => {
        const page = Number(url.searchParams.get('page'));
        const left = Math.max(0, total - (page - 1) * 100);
        const comments = Array.from({ length: Math.min(100, left) }, (_, at) => comment(page * 100 + at));
        const next = new URL(url);
        next.searchParams.set('page', String(page + 1));
        return dated(comments, clock, left > 100 ? { link: `<${next.href}>; rel="next"` } : {});
      });
      const { comments, isComplete } = await readLineComments(github, REVIEW);
      return { comments: comments.length, isComplete, requests: requests.length };
    };
    expect(await pagesOf(5)).toEqual({ comments: 5, isComplete: true, requests: 1 });
    expect(await pagesOf(120)).toEqual({ comments: 120, isComplete: true, requests: 2 });
    expect(await pagesOf(900)).toEqual({ comments: 500, isComplete: false, requests: 5 });
  });

  test.each([null, 7, 'x', { total_count: 1 }, [7]])('of an undocumented form are an error: %j', async (answer) => {
    const { github } = githubAnswering((_, clock) => dated(answer, clock));
    await expect(readLineComments(github, REVIEW)).rejects.toThrow('undocumented form');
  });

  test.each([404, 403, 422])('that GitHub does not show (%d) are an error, not an empty list', async (status) => {
    const { github } = githubAnswering(() => json(status, { message: 'untrusted text' }));
    const reading = readLineComments(github, REVIEW);
    await expect(reading).rejects.toMatchObject({ remedy: expect.stringContaining('pull-requests: write') });
  });
});

describe('the text of a review', () => {
  test.each([
    [{ body: '/docs now' }, '/docs now'],
    [{ body: null }, ''],
    [{}, ''],
  ])('is read: %j', async (answer, text) => {
    const { github, requests } = scriptedGitHub({ [PATH]: [answer] });
    expect(await readReviewBody(github, REVIEW)).toBe(text);
    expect(requests).toEqual([`GET ${PATH}`]);
  });

  test('that GitHub does not show is an error that names the review', async () => {
    await expect(readReviewBody(scriptedGitHub({}).github, REVIEW)).rejects.toThrow('review 70 of pull request #32');
  });
});

const fields = (more: object = {}) => ({
  path: 'a.ts',
  diff_hunk: '@@ -10,4 +20,5 @@ function a() {\n kept\n-old\n+new\n+more',
  line: undefined,
  original_line: undefined,
  subject_type: undefined,
  ...more,
});

describe('the line of a comment', () => {
  test.each([
    ['an added line', {}, 22],
    ['a removed line', { diff_hunk: '@@ -10,4 +20,5 @@\n kept\n-old' }, 11],
    ['an unchanged line', { diff_hunk: '@@ -10,4 +20,5 @@\n kept\n-old\n kept' }, 21],
    ['the only line of a file', { diff_hunk: '@@ -0,0 +1 @@\n+new' }, 1],
    ['a line without a line break', { diff_hunk: '@@ -1 +1 @@\n-old\n\\ No newline at end of file\n+new' }, 1],
    ['a hunk without lines', { diff_hunk: '@@ -1 +1 @@' }, undefined],
    ['no hunk', { diff_hunk: '' }, undefined],
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
});
