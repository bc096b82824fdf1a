import { describe, expect, test } from '@jest/globals';
import { GitHubError } from '../../../src/errors.ts';
import { commentsEditedSince, MARKER_PREFIX, recentComments } from '../../../src/github/comments.ts';
import { NOON } from '../../support/fake-clock.ts';
import { dated, githubAnswering, listed } from '../../support/github-answering.ts';
import { json } from '../../support/scripted-world.ts';

const DAY = 86_400_000;
const marked = (id: number, age = 0, more: object = {}) => listed(id, age, { body: MARKER_PREFIX, ...more });

/** A repository with so many comments, so far apart. @param onPage called before a page is read, with the comments by their age. */
function repositoryWith(count: number, apart = 0, onPage: (page: number, all: object[]) => void = () => {}) {
  const all: object[] = Array.from({ length: count }, (_, at) => marked(10_000 - at, at * apart));
  return githubAnswering(({ url: { searchParams } }, clock) => {
    const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('per_page'))];
    onPage(page, all);
    const next = `<https://api.github.com/repos/acme/app/issues/comments?page=${page + 1}>; rel="next"`;
    const found = all.slice((page - 1) * size, page * size);
    return dated(found, clock, page * size < all.length ? { link: next } : {});
  });
}

const read = (github: Parameters<typeof recentComments>[0], age = DAY, most = 99) =>
  recentComments(
    github,
    (now) => now - age,
    (pages) => pages === most,
  );

describe('the recent comments of a repository', () => {
  test.each([
    ['none', { count: 0, apart: 1 }, { ids: 0, pages: 1, end: 'whole', requests: '1' }],
    ['a page', { count: 99, apart: 1 }, { ids: 99, pages: 1, end: 'whole', requests: '1' }],
    ['some pages', { count: 250, apart: 1_000 }, { ids: 250, pages: 3, end: 'whole', requests: '1 2 3 1' }],
    ['older ones', { count: 1_000, apart: DAY / 150 }, { ids: 151, pages: 2, end: 'age', requests: '1 2 1' }],
    ['more than enough', { count: 1_000, apart: 0 }, { ids: 300, pages: 3, end: 'enough', requests: '1 2 3 1' }],
  ])('are read page by page, and after several the first again: %s', async (_, { count, apart }, expected) => {
    const { github, requests } = repositoryWith(count, apart);
    const { comments, pages, end, since } = await read(github, DAY, 3);
    const asked = requests.map((request) => /direction=desc&per_page=100&page=(\d+)$/.exec(request)?.[1]).join(' ');
    expect({ ids: comments.length, pages, end, requests: asked }).toEqual(expected);
    expect(since).toBe(end === 'enough' ? NOON : undefined);
  });

  test('include one that is edited while they are read, and moves to the first page', async () => {
    const { github } = repositoryWith(250, 1_000, (page, all) => {
      if (page === 2) all.unshift(...all.splice(240, 1));
    });
    expect((await read(github)).comments).toHaveLength(250);
  });

  test("are those with a marker, selected by their last edit and by GitHub's clock", async () => {
    const now = new Date(NOON).toISOString();
    const all = [marked(1), marked(2, 10 * DAY, { updated_at: now }), listed(3), marked(4, 2 * DAY)];
    const { github, clock } = githubAnswering(() => dated(all, clock));
    clock.jump(40 * DAY);
    const { comments } = await read(github);
    expect(comments).toMatchObject([{ id: 1, issueNumber: 31, author: 'alice', updatedAt: NOON }, { id: 2 }]);
  });

  test('cannot be read if a later page is no list', async () => {
    const full = Array.from({ length: 100 }, (_, id) => marked(id + 1));
    const { github } = githubAnswering(({ url }, clock) =>
      url.searchParams.get('page') === '1' ? dated(full, clock) : json(404, {}),
    );
    await expect(read(github)).rejects.toBeInstanceOf(GitHubError);
  });

  test('are an error if more than 2,000 of them may concern a job', async () => {
    await expect(commentsEditedSince(repositoryWith(2_001).github, NOON - DAY)).rejects.toThrow('More than 2,000');
    expect((await commentsEditedSince(repositoryWith(1_999).github, NOON - DAY)).comments).toHaveLength(1_999);
  });

  test('may be of a deleted account', async () => {
    const { github } = githubAnswering((_, clock) => dated([marked(1, 0, { user: null })], clock));
    expect((await read(github)).comments).toMatchObject([{ author: 'ghost' }]);
  });
});
