import { describe, expect, test } from '@jest/globals';
import { GitHubError } from '../../../src/errors.ts';
import { type CommentList, recentComments } from '../../../src/github/comments.ts';
import { NOON } from '../../support/fake-clock.ts';
import { dated, githubAnswering, listed } from '../../support/github-answering.ts';
import { json } from '../../support/scripted-world.ts';

const DAY = 86_400_000;

/** A repository with so many comments, the newest first, so far apart. */
async function sweeping(count: number, apart: number, since: number) {
  const all = Array.from({ length: count }, (_, at) => listed(10_000 - at, at * apart));
  const { github, requests } = githubAnswering(({ url: { searchParams } }, clock) => {
    const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('per_page'))];
    const next = `<https://api.github.com/repos/acme/app/issues/comments?page=${page + 1}>; rel="next"`;
    const found = all.slice((page - 1) * size, page * size);
    return dated(found, clock, page * size < count ? { link: next } : {});
  });
  const pages: CommentList[] = [];
  for await (const page of recentComments(github, since)) pages.push(page);
  return { pages, requests, ids: pages.flatMap(({ comments }) => comments.map(({ id }) => id)) };
}

describe('the recent comments of a repository', () => {
  test('are read page by page, the newest first', async () => {
    const { ids, pages, requests } = await sweeping(250, 1_000, DAY);
    expect(ids).toEqual(Array.from({ length: 250 }, (_, at) => 10_000 - at));
    expect(pages.map(({ comments }) => comments.length)).toEqual([100, 100, 50]);
    expect(requests[0]).toMatch(/^GET issues\/comments\?.*direction=desc&per_page=100&page=1$/);
  });

  test('are read back to the start of the window and no page further', async () => {
    const { ids, requests } = await sweeping(1_000, DAY / 50, 3 * DAY);
    expect(ids).toHaveLength(151); // the last one at its very edge
    expect(requests).toHaveLength(2);
  });

  test.each([0, 100, 200])('end with the last comment: %d of them', async (count) => {
    const { ids, requests } = await sweeping(count, 0, DAY);
    expect(ids).toHaveLength(count);
    expect(requests.length).toBeLessThanOrEqual(count / 100 + 1);
  });

  test('include an old comment that was edited within the window', async () => {
    const now = new Date(NOON).toISOString();
    const { github } = githubAnswering((_, clock) => dated([listed(1, 10 * DAY, { updated_at: now })], clock));
    expect((await recentComments(github, 3 * DAY).next()).value).toMatchObject({ comments: [{ id: 1 }] });
  });

  test("are selected by GitHub's clock, not by the runner's", async () => {
    const { github, clock } = githubAnswering(() => dated([listed(1, 0), listed(2, 2 * DAY)], clock));
    clock.jump(40 * DAY);
    const page = (await recentComments(github, DAY).next()).value;
    expect(page).toMatchObject({ comments: [{ id: 1, issueNumber: 31, author: 'alice', updatedAt: NOON }], now: NOON });
  });
});

describe('reading the recent comments fails', () => {
  test('for a later page that is no list', async () => {
    const link = '<https://api.github.com/repos/acme/app/issues/comments?page=2>; rel="next"';
    const full = Array.from({ length: 100 }, (_, id) => listed(id + 1));
    const { github } = githubAnswering(({ url }, clock) =>
      url.searchParams.get('page') === '1' ? dated(full, clock, { link }) : json(404, {}),
    );
    const pages = recentComments(github, DAY);
    await pages.next();
    await expect(pages.next()).rejects.toBeInstanceOf(GitHubError);
  });
});

test('a comment of a deleted account or without a body is a comment', async () => {
  const { github } = githubAnswering((_, clock) => dated([listed(1, 0, { user: null, body: null })], clock));
  expect((await recentComments(github, DAY).next()).value).toMatchObject({ comments: [{ author: 'ghost', body: '' }] });
});
