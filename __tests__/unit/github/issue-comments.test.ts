import { describe, expect, test } from '@jest/globals';
import { GitHubError } from '../../../src/errors.ts';
import { commentsOf } from '../../../src/github/issue-comments.ts';
import type { HttpAnswer } from '../../../src/http/transport.ts';
import { NOON } from '../../support/fake-clock.ts';
import { dated, githubAnswering, listed } from '../../support/github-answering.ts';
import { json } from '../../support/scripted-world.ts';

interface Scene {
  /** How many comments the list holds at each look; the last one for ever. */
  readonly lists?: readonly number[];
  /** How many the issue says that it has. */
  readonly count?: number;
  readonly list?: HttpAnswer;
  readonly issue?: HttpAnswer;
  readonly cancel?: AbortController;
  /** The run is cancelled while this page is read. */
  readonly cancelAtPage?: number;
}

function thread({ lists = [3], count = 3, list, issue, cancel, cancelAtPage }: Scene = {}) {
  let look = -1;
  const played = githubAnswering(({ url }, clock) => {
    if (url.pathname.endsWith('/issues/31')) return issue ?? dated({ comments: count }, clock);
    if (list) return list;
    const [page, size] = [Number(url.searchParams.get('page') ?? 1), Number(url.searchParams.get('per_page'))];
    if (page === 1) look++;
    if (page === cancelAtPage) cancel?.abort();
    const held = lists[Math.min(look, lists.length - 1)] ?? 0;
    const ids = Array.from({ length: held }, (_, at) => at + 1).slice((page - 1) * size, page * size);
    const next = `<https://api.github.com/repos/acme/app/issues/31/comments?per_page=${size}&page=${page + 1}>; rel="next"`;
    return dated(
      ids.map((id) => listed(id)),
      clock,
      page * size < held ? { link: next } : {},
    );
  });
  const { signal } = cancel ?? new AbortController();
  const comments = commentsOf(played.github, 31, { clock: played.clock, signal });
  const looks = () => played.requests.filter((request) => /comments\?per_page=100(&page=1)?$/.test(request)).length;
  return { ...played, comments, looks };
}

describe('the comments of a thread', () => {
  test('are read from all pages, the oldest first', async () => {
    const { comments, looks } = thread({ lists: [350], count: 350 });
    const list = await comments.list();
    expect(list.comments.map(({ id }) => id)).toEqual(Array.from({ length: 350 }, (_, at) => at + 1));
    expect(list.now).toBe(NOON);
    expect(looks()).toBe(1);
  });

  test('are empty in a new thread', async () => {
    expect(await thread({ lists: [0], count: 0 }).comments.list()).toEqual({ comments: [], now: NOON });
  });
});

describe('a run that is cancelled', () => {
  const pagesOf = (requests: readonly string[]) => requests.filter((request) => request.includes('comments?'));

  test('reads one page to find its own comment', async () => {
    const cancel = new AbortController();
    cancel.abort();
    const { comments, requests } = thread({ cancel });
    await comments.list();
    expect(pagesOf(requests)).toHaveLength(1);
  });

  test('reads no further page and returns what it has', async () => {
    const cancel = new AbortController();
    const { comments, requests } = thread({ lists: [350], count: 350, cancel, cancelAtPage: 2 });
    expect((await comments.list(350)).comments).toHaveLength(200);
    expect(pagesOf(requests)).toHaveLength(2);
  });
});

describe('an outdated list of comments', () => {
  test('is read again if it is shorter than the count of the thread', async () => {
    const { comments, looks, clock } = thread({ lists: [1, 2, 3] });
    expect((await comments.list()).comments).toHaveLength(3);
    expect(looks()).toBe(3);
    expect(clock.pauses).toEqual([1_000, 1_000]);
  });

  test('is read again if it lacks the comment that was just written', async () => {
    const { comments, looks } = thread({ lists: [3, 4], count: 3 });
    expect((await comments.list(4)).comments).toHaveLength(4);
    expect(looks()).toBe(2);
  });

  test('is accepted after four reads if only the count differs', async () => {
    const { comments, looks, clock } = thread({ lists: [2] });
    expect((await comments.list()).comments).toHaveLength(2);
    expect(looks()).toBe(4);
    expect(clock.pauses).toHaveLength(3);
  });

  test('is an error if it never contains the comment that was just written', async () => {
    const { comments, looks } = thread({ lists: [3] });
    await expect(comments.list(4)).rejects.toBeInstanceOf(GitHubError);
    expect(looks()).toBe(4);
  });

  test('is not read again by a run that is cancelled during the pause', async () => {
    const cancel = new AbortController();
    const { comments, looks, clock } = thread({ lists: [2], cancel });
    clock.at(500, () => cancel.abort());
    await comments.list();
    expect(looks()).toBe(1);
  });
});

describe('reading the comments fails', () => {
  test('with advice if the thread does not exist', async () => {
    for (const scene of [{ list: json(404, {}) }, { issue: json(404, {}) }]) {
      const error: unknown = await thread(scene)
        .comments.list()
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(GitHubError);
      expect(error).toMatchObject({
        message: expect.stringContaining('31'),
        remedy: expect.stringContaining('issue-number'),
      });
    }
  });

  test.each<[string, Scene]>([
    ['if the list is an object', { list: json(200, {}) }],
    ['if the list is null', { list: json(200, null) }],
    ['if the list contains something else', { list: json(200, [{ id: 1 }], { date: new Date(NOON).toUTCString() }) }],
    ['if the list has no `Date` header', { list: json(200, [listed(1)]) }],
    ['if the thread has no count', { issue: json(200, {}) }],
    ['if GitHub answers 403', { list: json(403, {}) }],
    ['if GitHub answers 500', { issue: json(500, {}) }],
  ])('%s', async (_, scene) => {
    await expect(thread(scene).comments.list()).rejects.toBeInstanceOf(GitHubError);
  });
});

test('a single comment is requested once and never retried', async () => {
  await expect(thread({ list: json(404, {}) }).comments.get(7)).rejects.toMatchObject({ status: 404 });
});
