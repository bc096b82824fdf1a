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
  test('are all of them, the oldest first, over any number of pages', async () => {
    const { comments, looks } = thread({ lists: [350], count: 350 });
    const list = await comments.list();
    expect(list.comments.map(({ id }) => id)).toEqual(Array.from({ length: 350 }, (_, at) => at + 1));
    expect(list.now).toBe(NOON);
    expect(looks()).toBe(1);
  });

  test('are none in a new thread', async () => {
    expect(await thread({ lists: [0], count: 0 }).comments.list()).toEqual({ comments: [], now: NOON });
  });
});

describe('a run that is cancelled', () => {
  const pagesOf = (requests: readonly string[]) => requests.filter((request) => request.includes('comments?'));

  test('reads one page, as its own comment may be there without its knowing', async () => {
    const cancel = new AbortController();
    cancel.abort();
    const { comments, requests } = thread({ cancel });
    await comments.list();
    expect(pagesOf(requests)).toHaveLength(1);
  });

  test('reads no further page, and gives what it has, even without what it wrote', async () => {
    const cancel = new AbortController();
    const { comments, requests } = thread({ lists: [350], count: 350, cancel, cancelAtPage: 2 });
    expect((await comments.list(350)).comments).toHaveLength(200);
    expect(pagesOf(requests)).toHaveLength(2);
  });
});

describe('a list that lags', () => {
  test('behind the count of the thread is read again', async () => {
    const { comments, looks, clock } = thread({ lists: [1, 2, 3] });
    expect((await comments.list()).comments).toHaveLength(3);
    expect(looks()).toBe(3);
    expect(clock.pauses).toEqual([1_000, 1_000]);
  });

  test('and lacks what was just written is read again', async () => {
    const { comments, looks } = thread({ lists: [3, 4], count: 3 });
    expect((await comments.list(4)).comments).toHaveLength(4);
    expect(looks()).toBe(2);
  });

  test('for ever, as GitHub counts what it hides, is taken as it is after four looks', async () => {
    const { comments, looks, clock } = thread({ lists: [2] });
    expect((await comments.list()).comments).toHaveLength(2);
    expect(looks()).toBe(4);
    expect(clock.pauses).toHaveLength(3);
  });

  test('and never holds what was just written is not the thread as it is: an error', async () => {
    const { comments, looks } = thread({ lists: [3] });
    await expect(comments.list(4)).rejects.toBeInstanceOf(GitHubError);
    expect(looks()).toBe(4);
  });

  test('is not read again by a run that is cancelled in the pause', async () => {
    const cancel = new AbortController();
    const { comments, looks, clock } = thread({ lists: [2], cancel });
    clock.at(500, () => cancel.abort());
    await comments.list();
    expect(looks()).toBe(1);
  });
});

describe('a thread that cannot be read is an error', () => {
  test('which says what to check, where there is none', async () => {
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
    ['a list that is an object', { list: json(200, {}) }],
    ['a list that is null', { list: json(200, null) }],
    ['a list of other things', { list: json(200, [{ id: 1 }], { date: new Date(NOON).toUTCString() }) }],
    ["a list without GitHub's time", { list: json(200, [listed(1)]) }],
    ['a thread without a count', { issue: json(200, {}) }],
    ['403', { list: json(403, {}) }],
    ['500', { issue: json(500, {}) }],
  ])('%s', async (_, scene) => {
    await expect(thread(scene).comments.list()).rejects.toBeInstanceOf(GitHubError);
  });
});

test('one comment is asked for once, whatever comes of it', async () => {
  await expect(thread({ list: json(404, {}) }).comments.get(7)).rejects.toMatchObject({ status: 404 });
});
