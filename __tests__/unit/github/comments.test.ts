import { describe, expect, test } from '@jest/globals';
import { GitHubError } from '../../../src/errors.ts';
import { commentsEditedSince, commentsOf, MARKER_PREFIX, recentComments } from '../../../src/github/comments.ts';
import type { HttpResponse } from '../../../src/http/transport.ts';
import { NOON } from '../../support/fake-clock.ts';
import { dated, githubAnswering, listed } from '../../support/github-answering.ts';
import { json } from '../../support/scripted-world.ts';

interface Scene {
  /** How many comments the thread holds; of each three, the first has a marker. */
  readonly held?: number;
  readonly list?: HttpResponse;
  readonly one?: HttpResponse;
  readonly cancel?: AbortController;
  /** The run is cancelled while this page is read. */
  readonly cancelAtPage?: number;
  /** Milliseconds that a page takes. */
  readonly latency?: number;
  /** UTF-16 units of a comment with a marker. */
  readonly length?: number;
  readonly deadline?: number;
}

function thread({
  held = 3,
  list,
  one,
  cancel,
  cancelAtPage,
  latency = 0,
  length = 0,
  deadline = 600_000,
}: Scene = {}) {
  const played = githubAnswering(({ url }, clock) => {
    if (/comments\/\d+$/.test(url.pathname)) return one ?? dated(marked(7), clock);
    clock.pass(latency);
    if (list) return list;
    const [page, size] = [Number(url.searchParams.get('page') ?? 1), Number(url.searchParams.get('per_page'))];
    if (page === cancelAtPage) cancel?.abort();
    const count = Math.max(0, Math.min(size, held - (page - 1) * size));
    const ids = Array.from({ length: count }, (_, at) => (page - 1) * size + at + 1);
    const next = `<https://api.github.com/repos/acme/app/issues/31/comments?per_page=${size}&page=${page + 1}>; rel="next"`;
    return dated(
      ids.map((id) => (id % 3 === 1 ? marked(id, length) : listed(id))),
      clock,
      page * size < held ? { link: next } : {},
    );
  });
  const { signal } = cancel ?? new AbortController();
  const comments = commentsOf(played.github, 31, { clock: played.clock, signal, deadline });
  const pages = () => played.requests.filter((request) => request.includes('/comments?')).length;
  return { ...played, comments, pages };
}

const marked = (id: number, length = 0) => listed(id, 0, { body: `${MARKER_PREFIX}1 x -->`.padEnd(length, 'x') });

describe('the comments of a thread', () => {
  test('are read once, from all pages, without a count; only those with a marker are kept, the oldest first', async () => {
    const { comments, requests } = thread({ held: 350 });
    const list = await comments.list();
    expect(list.comments.map(({ id }) => id)).toEqual(Array.from({ length: 117 }, (_, at) => 3 * at + 1));
    expect(list.now).toBe(NOON);
    expect(requests).toEqual(
      ['&page=1', '&page=2', '&page=3', '&page=4'].map((page) => `GET issues/31/comments?per_page=100${page}`),
    );
  });

  test('are no more than 10,000', async () => {
    expect((await thread({ held: 9_999 }).comments.list()).comments).toHaveLength(3_333);
    const endless = thread({ held: 1_000_000 });
    await expect(endless.comments.list()).rejects.toMatchObject({
      name: 'GitHubError',
      message: expect.stringContaining('10,000 comments'),
      remedy: expect.stringContaining('`issue-number`'),
    });
    expect(endless.pages()).toBe(100);
  });

  test('are not read after the deadline', async () => {
    const slow = thread({ held: 6_000, latency: 900, deadline: 10_000 });
    await expect(slow.comments.list()).rejects.toBeInstanceOf(GitHubError);
    expect(slow.clock.now()).toBeLessThan(11_000);
  });

  test('are not kept beyond 32 Mi characters', async () => {
    const huge = thread({ held: 3_000, length: 64 * 1024 });
    await expect(huge.comments.list()).rejects.toBeInstanceOf(GitHubError);
    expect(huge.pages()).toBeLessThan(20);
  });
});

describe('a run that is cancelled', () => {
  const cancelledAt = (cancelAtPage: number, held: number) =>
    thread({ held, cancel: new AbortController(), cancelAtPage });

  test('reads no further page, and does not take the pages so far for the whole list', async () => {
    const { comments, pages } = cancelledAt(2, 350);
    await expect(comments.list()).rejects.toBeInstanceOf(GitHubError);
    expect(pages()).toBe(2);
  });

  test('returns a list that ends with the page that it waited for', async () => {
    const { comments } = cancelledAt(2, 150);
    expect((await comments.list()).comments.at(-1)).toMatchObject({ id: 148 });
  });
});

describe('reading the comments fails', () => {
  const DATE = { date: new Date(NOON).toUTCString() };

  test('with advice if the thread does not exist', async () => {
    await expect(thread({ list: json(404, {}) }).comments.list()).rejects.toMatchObject({
      name: 'GitHubError',
      message: expect.stringContaining('31'),
      remedy: expect.stringContaining('issue-number'),
    });
  });

  test.each<[string, Scene]>([
    ['if the list is an object', { list: json(200, {}) }],
    ['if the list contains something else', { list: json(200, [{ id: 1 }], DATE) }],
    ['if a comment has no thread', { list: json(200, [listed(1, 0, { issue_url: '' })], DATE) }],
    ['if a comment has no time', { list: json(200, [listed(1, 0, { updated_at: 'soon' })], DATE) }],
    ['if the list has no `Date` header', { list: json(200, [listed(1)]) }],
    ['if GitHub answers 500', { list: json(500, {}) }],
  ])('%s', async (_, scene) => {
    await expect(thread(scene).comments.list()).rejects.toBeInstanceOf(GitHubError);
  });
});

describe('a single comment', () => {
  test('is requested once and never retried', async () => {
    const { comments, requests } = thread({ one: json(404, {}) });
    await expect(comments.get(7)).rejects.toMatchObject({ facts: { status: 404 } });
    expect(requests).toHaveLength(1);
  });

  test('is found by its id, and is gone only after 404 or 410', async () => {
    expect(await thread().comments.find(7)).toMatchObject({ id: 7, issueNumber: 31 });
    expect(await thread({ one: json(404, {}) }).comments.find(7)).toBeUndefined();
    expect(await thread({ one: json(410, {}) }).comments.find(7)).toBeUndefined();
    for (const status of [403, 500]) {
      await expect(thread({ one: json(status, {}) }).comments.find(7)).rejects.toBeInstanceOf(GitHubError);
    }
  });
});

const DAY = 86_400_000;
const recent = (id: number, age = 0, more: object = {}) => listed(id, age, { body: MARKER_PREFIX, ...more });
type Listed = ReturnType<typeof recent>;

/** A repository with so many comments, so far apart. @param onPage called before a page is read, with the comments by their age. */
function repositoryWith(count: number, apart = 0, onPage: (page: number, all: Listed[]) => void = () => {}) {
  const all = Array.from({ length: count }, (_, at) => recent(10_000 - at, at * apart));
  return githubAnswering(({ url: { searchParams } }, clock) => {
    const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('per_page'))];
    onPage(page, all);
    const since = Date.parse(searchParams.get('since') ?? '') || 0;
    const asked = all.filter(({ updated_at }) => Date.parse(updated_at) >= since);
    if (searchParams.get('direction') === 'asc') asked.reverse();
    const next = `<https://api.github.com/repos/acme/app/issues/comments?page=${page + 1}>; rel="next"`;
    const found = asked.slice((page - 1) * size, page * size);
    return dated(found, clock, page * size < asked.length ? { link: next } : {});
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
    ['none', { count: 0, apart: 1 }, { ids: 0, end: 'whole', requests: '1' }],
    ['a page', { count: 99, apart: 1 }, { ids: 99, end: 'whole', requests: '1' }],
    ['some pages', { count: 250, apart: 1_000 }, { ids: 250, end: 'whole', requests: '1 2 3 1' }],
    ['older ones', { count: 1_000, apart: DAY / 150 }, { ids: 151, end: 'age', requests: '1 2 1' }],
    ['more than enough', { count: 1_000, apart: 0 }, { ids: 300, end: 'enough', requests: '1 2 3 1' }],
  ])('are read page by page, and after several the first again: %s', async (_, { count, apart }, expected) => {
    const { github, requests } = repositoryWith(count, apart);
    const { comments, end, since } = await read(github, DAY, 3);
    const asked = requests.map((request) => /per_page=100&direction=desc&page=(\d+)$/.exec(request)?.[1]).join(' ');
    expect({ ids: comments.length, end, requests: asked }).toEqual(expected);
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
    const all = [recent(1), recent(2, 10 * DAY, { updated_at: now }), listed(3), recent(4, 2 * DAY)];
    const { github, clock } = githubAnswering(() => dated(all, clock));
    clock.jump(40 * DAY);
    const { comments } = await read(github);
    expect(comments).toMatchObject([{ id: 1, issueNumber: 31, author: 'alice', updatedAt: NOON }, { id: 2 }]);
  });

  test('cannot be read if a later page is no list', async () => {
    const full = Array.from({ length: 100 }, (_, id) => recent(id + 1));
    const { github } = githubAnswering(({ url }, clock) =>
      url.searchParams.get('page') === '1' ? dated(full, clock) : json(404, {}),
    );
    await expect(read(github)).rejects.toBeInstanceOf(GitHubError);
  });

  test('may be of a deleted account', async () => {
    const { github } = githubAnswering((_, clock) => dated([recent(1, 0, { user: null })], clock));
    expect((await read(github)).comments).toMatchObject([{ author: 'ghost' }]);
  });
});

describe('the comments edited since a time', () => {
  const readAll = (played: ReturnType<typeof repositoryWith>) => commentsEditedSince(played.github, NOON - DAY);

  test.each([
    ['none', 0, 1_000, 0, 1],
    ['a page', 99, 1_000, 99, 1],
    ['some pages, which overlap', 250, 1_000, 250, 3],
    ['some pages of a few seconds', 250, 30, 250, 4],
    ['some pages of one second', 250, 0, 250, 4],
    ['older ones', 1_000, DAY / 150, 151, 2],
    ['almost 20 pages', 1_900, 1_000, 1_900, 20],
  ])('are read page by page: %s', async (_, count, apart, found, pages) => {
    const played = repositoryWith(count, apart);
    const { comments, now } = await readAll(played);
    expect([new Set(comments.map(({ id }) => id)).size, comments.length, now]).toEqual([found, found, NOON]);
    expect(played.requests).toHaveLength(pages);
  });

  test.each<[string, (all: Listed[]) => void]>([
    ['the oldest one is deleted', (all) => all.pop()],
    ['the newest one is deleted', (all) => all.shift()],
    ['the oldest one is edited', (all) => all.unshift(recent(Number(all.pop()?.id)))],
  ])('lack no other one if %s before the third page', async (_, change) => {
    let requests = 0;
    const played = repositoryWith(250, 1_000, (_page, all) => {
      if (requests++ === 2) change(all);
    });
    const ids = new Set((await readAll(played)).comments.map(({ id }) => id));
    for (let id = 9_752; id < 10_000; id++) expect(ids).toContain(id);
  });

  test('are an error if they are more than about 2,000', async () => {
    await expect(readAll(repositoryWith(2_001, 1_000))).rejects.toThrow('More than 2,000');
  });
});
