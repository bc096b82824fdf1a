import { describe, expect, test } from '@jest/globals';
import { GitHubError } from '../../../src/errors.ts';
import { commentsOf, MARKER_PREFIX, recentComments } from '../../../src/github/comments.ts';
import type { HttpResponse } from '../../../src/http/transport.ts';
import { NOON } from '../../support/fake-clock.ts';
import { dated, githubAnswering, listed } from '../../support/github-answering.ts';
import { json } from '../../support/scripted-world.ts';

const DAY = 86_400_000;
const marked = (id: number, age = 0, more: object = {}) =>
  listed(id, age, { body: MARKER_PREFIX, ...more });
type Listed = ReturnType<typeof listed>;

/**
 * A GitHub that lists these comments, the newest first. @param onPage called before each page, with
 * its number and all comments.
 */
const listing = (all: Listed[], onPage: (page: number, all: Listed[]) => void = () => {}) =>
  githubAnswering(({ url }, clock) => {
    const number = (name: string) => Number(url.searchParams.get(name));
    const [page, size] = [number('page'), number('per_page')];
    onPage(page, all);
    const since = Date.parse(url.searchParams.get('since') ?? '') || 0;
    const asked = all.filter(({ updated_at }) => Date.parse(updated_at) >= since);
    if (url.searchParams.get('direction') === 'asc') asked.reverse();
    const found = asked.slice((page - 1) * size, page * size);
    return dated(
      found,
      clock,
      page * size < asked.length ? { link: '<https://api.github.com/x>; rel="next"' } : {},
    );
  });

/** So many comments, so far apart. */
const series = (count: number, apart = 0, body = MARKER_PREFIX) =>
  Array.from({ length: count }, (_, at) => marked(10_000 - at, at * apart, { body }));

describe('the comments of a thread', () => {
  /** @param latency milliseconds that a page takes. @param onPage called before each page. */
  function thread(
    all: Listed[],
    {
      latency = 0,
      deadline = 600_000,
      onPage = (_page: number, _cancel: AbortController) => {},
    } = {},
  ) {
    const cancel = new AbortController();
    const played = listing(all, (page) => {
      played.clock.pass(latency);
      onPage(page, cancel);
    });
    const comments = commentsOf(played.github, 31, {
      clock: played.clock,
      signal: cancel.signal,
      deadline,
    });
    return { ...played, list: async () => (await comments.list()).comments };
  }

  test('are read from all pages, without a count; only those with a marker are kept', async () => {
    const all = Array.from({ length: 350 }, (_, at) => (at % 3 === 0 ? marked(at) : listed(at)));
    const { list, requests } = thread(all);
    expect((await list()).map(({ id }) => id)).toEqual(
      Array.from({ length: 117 }, (_, at) => 3 * at),
    );
    expect(requests).toEqual(
      [1, 2, 3, 4].map((page) => `GET issues/31/comments?per_page=100&page=${page}`),
    );
  });

  test('are no more than 10,000', async () => {
    expect(await thread(series(9_999)).list()).toHaveLength(9_999);
    const endless = thread(series(10_001));
    await expect(endless.list()).rejects.toMatchObject({
      name: 'GitHubError',
      message: expect.stringContaining('10,000 comments'),
      remedy: expect.stringContaining('`issue-number`'),
    });
    expect(endless.requests).toHaveLength(100);
  });

  test.each([
    ['after the deadline', series(6_000), { latency: 900, deadline: 10_000 }, 12],
    ['beyond 32 Mi characters', series(3_000, 0, MARKER_PREFIX.padEnd(12_500, 'x')), {}, 27],
    ['after a cancel', series(350), { onPage: cancelAtSecond }, 2],
  ])(
    'are not read %s, and the pages so far do not count as all',
    async (_, all, effects, pages) => {
      const { list, requests } = thread(all, effects);
      await expect(list()).rejects.toBeInstanceOf(GitHubError);
      expect(requests).toHaveLength(pages);
    },
  );

  test('are complete if the run is cancelled during the last page', async () => {
    expect(await thread(series(150), { onPage: cancelAtSecond }).list()).toHaveLength(150);
  });

  function cancelAtSecond(page: number, cancel: AbortController): void {
    if (page === 2) cancel.abort();
  }
});

/** The comments of thread 31, when GitHub answers each request so. */
function answering(answer: HttpResponse) {
  const { github, clock, requests } = githubAnswering(() => answer);
  const { signal } = new AbortController();
  return { requests, comments: commentsOf(github, 31, { clock, signal, deadline: 600_000 }) };
}

const DATE = { date: new Date(NOON).toUTCString() };

test.each([
  ['the list contains something else', json(200, [{ id: 1 }], DATE)],
  ['a comment has no thread', json(200, [listed(1, 0, { issue_url: '' })], DATE)],
  ['a comment has no time', json(200, [listed(1, 0, { updated_at: 'soon' })], DATE)],
  ['the list has no `Date` header', json(200, [listed(1)])],
])('reading the comments fails if %s', async (_, answer) => {
  await expect(answering(answer).comments.list()).rejects.toBeInstanceOf(GitHubError);
});

test('the error for a thread that does not exist names the input', async () => {
  const remedy = expect.stringContaining('`issue-number`');
  await expect(answering(json(404, {})).comments.list()).rejects.toMatchObject({ remedy });
});

describe('a single comment', () => {
  test('is requested once and never retried', async () => {
    const { comments, requests } = answering(json(404, {}));
    await expect(comments.get(7)).rejects.toMatchObject({ facts: { status: 404 } });
    expect(requests).toHaveLength(1);
  });

  test('is found by its id, and is gone only after 404 or 410', async () => {
    const found = { id: 7, issueNumber: 31, author: 'ghost' };
    expect(await answering(json(200, marked(7, 0, { user: null }))).comments.find(7)).toMatchObject(
      found,
    );
    for (const status of [404, 410])
      expect(await answering(json(status, {})).comments.find(7)).toBeUndefined();
    for (const status of [403, 500]) {
      await expect(answering(json(status, {})).comments.find(7)).rejects.toBeInstanceOf(
        GitHubError,
      );
    }
  });
});

describe('the recent comments of a repository', () => {
  const read = ({ github }: ReturnType<typeof listing>) =>
    recentComments(
      github,
      (now) => now - DAY,
      (pages) => pages === 3,
    );

  test.each([
    ['none', series(0), { ids: 0, end: 'whole', asked: '1' }],
    ['a page', series(99, 1), { ids: 99, end: 'whole', asked: '1' }],
    ['some pages', series(250, 1_000), { ids: 250, end: 'whole', asked: '1 2 3' }],
    ['older ones', series(1_000, DAY / 150), { ids: 151, end: 'age', asked: '1 2' }],
    ['more than enough', series(1_000), { ids: 300, end: 'enough', asked: '1 2 3' }],
  ])('are read page by page: %s', async (_, all, expected) => {
    const played = listing(all);
    const { comments, end, oldest } = await read(played);
    const asked = played.requests
      .map((each) => /per_page=100&direction=desc&page=(\d+)$/.exec(each)?.[1])
      .join(' ');
    expect({ ids: comments.length, end, asked }).toEqual(expected);
    expect(oldest).toBe(comments.at(-1)?.updatedAt ?? Number.POSITIVE_INFINITY);
  });

  test("are those with a marker, selected by their last edit and by GitHub's clock", async () => {
    const now = new Date(NOON).toISOString();
    const played = listing([
      marked(1),
      marked(2, 10 * DAY, { updated_at: now }),
      listed(3),
      marked(4, 2 * DAY),
    ]);
    played.clock.jump(40 * DAY);
    const { comments } = await read(played);
    expect(comments).toMatchObject([
      { id: 1, issueNumber: 31, author: 'alice', updatedAt: NOON },
      { id: 2 },
    ]);
  });

  test('cannot be read if a later page is no list', async () => {
    const played = githubAnswering(({ url }, clock) =>
      url.searchParams.get('page') === '1' ? dated(series(100), clock) : json(404, {}),
    );
    await expect(read(played)).rejects.toBeInstanceOf(GitHubError);
  });
});
