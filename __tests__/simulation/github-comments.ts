import type { HttpRequest, HttpResponse } from '../../src/http/transport.ts';
import { answering, fieldOf, githubTime, START } from './answers.ts';

/** A comment of an issue or pull request. */
export interface ModelComment {
  readonly id: number;
  readonly thread: number;
  readonly author: string;
  readonly createdAt: number;
  /** When lists begin to show it. */
  readonly shownAt: number;
  /** All texts that it had, the oldest first, and when lists began to show them. */
  readonly texts: { readonly at: number; readonly shownAt: number; readonly body: string }[];
}

export interface CommentsModel {
  readonly all: ModelComment[];
  /** Milliseconds after which lists show each new comment and edit at the latest. */
  lag: { created: number; edited: number };
  /** @param at of its creation, if it was before the history began. */
  add(thread: number, author: string, body: string, at?: number): ModelComment;
  edit(comment: ModelComment, body: string): void;
  remove(comment: ModelComment): void;
  find(id: number): ModelComment | undefined;
  describe(comment: ModelComment): object;
  ofThread(thread: number, request: HttpRequest): HttpResponse;
  ofRepository(request: HttpRequest): HttpResponse;
}

const PAGE = 30;
const MAX_PAGE = 100;
/** A comment may not be longer. */
const MAX_BODY = 65_536;

export const bodyOf = ({ texts }: ModelComment): string => texts.at(-1)?.body ?? '';

interface Surroundings {
  /** Milliseconds since the history began. */
  readonly now: () => number;
  /** `acme/app`. */
  readonly name: () => string;
  /** From 0 to 1: the share of the lag that a text has. */
  readonly share: (text: string) => number;
}

/** "Issue comments" of GitHub's REST API. */
export function createCommentsModel({ now, name, share }: Surroundings): CommentsModel {
  const all: ModelComment[] = [];
  let lastId = 1000;
  type Text = ModelComment['texts'][number];
  const shown = ({ texts }: ModelComment) => texts.findLast((text) => text.shownAt <= now()) ?? texts[0];

  const describe = (comment: ModelComment, text: Text | undefined = comment.texts.at(-1)): object => {
    const api = `https://api.github.com/repos/${name()}`;
    const url = `${api}/issues/comments/${comment.id}`;
    return {
      id: comment.id,
      url,
      body: text?.body ?? '',
      user: { login: comment.author, id: 41, type: comment.author.endsWith('[bot]') ? 'Bot' : 'User' },
      created_at: githubTime(comment.createdAt),
      updated_at: githubTime(text?.at ?? comment.createdAt),
      html_url: `https://github.com/${name()}/issues/${comment.thread}#issuecomment-${comment.id}`,
      issue_url: `${api}/issues/${comment.thread}`,
      author_association: 'NONE',
    };
  };

  const model: CommentsModel = {
    all,
    lag: { created: 0, edited: 0 },
    add(thread, author, body, at = now()) {
      const id = ++lastId;
      const shownAt = at + model.lag.created * share(`comment ${id}`);
      const comment = { id, thread, author, createdAt: at, shownAt, texts: [{ at, shownAt, body }] };
      all.push(comment);
      return comment;
    },
    edit({ id, texts }, body) {
      const shownAt = now() + model.lag.edited * share(`edit ${texts.length} of comment ${id}`);
      texts.push({ at: now(), shownAt, body });
    },
    remove: (comment) => void all.splice(all.indexOf(comment), 1),
    find: (id) => all.find((comment) => comment.id === id),
    describe,
    ofThread(thread, { method, url, body }) {
      if (method === 'GET') return listed((comment) => comment.thread === thread, url);
      const text = fieldOf(body, 'body');
      if (text === '' || text.length > MAX_BODY) return answering(422, { message: 'Validation Failed' });
      return answering(201, describe(model.add(thread, 'github-actions[bot]', text)));
    },
    ofRepository: ({ url }) => listed(() => true, url),
  };

  const updated = (comment: ModelComment) => shown(comment)?.at ?? 0;

  /** By ascending id; by `sort`, which the list of a thread ignores, descending unless `direction` says otherwise. */
  function listed(isMeant: (comment: ModelComment) => boolean, url: URL): HttpResponse {
    const { sort, direction, since } = Object.fromEntries(url.searchParams);
    const from = Date.parse(since ?? '') - START;
    const isRecent = (comment: ModelComment) => !(Math.floor(updated(comment) / 1000) * 1000 < from);
    const found = all.filter((comment) => comment.shownAt <= now() && isMeant(comment) && isRecent(comment));
    if (sort === undefined || !url.pathname.endsWith('/issues/comments')) return page(found, url);
    const time = sort === 'updated' ? updated : ({ createdAt }: ModelComment) => createdAt;
    return page(
      found.sort((one, other) => (direction === 'asc' ? time(one) - time(other) : time(other) - time(one))),
      url,
    );
  }

  function page(comments: readonly ModelComment[], url: URL): HttpResponse {
    const size = Math.min(Number(url.searchParams.get('per_page') ?? PAGE), MAX_PAGE);
    const number = Number(url.searchParams.get('page') ?? 1);
    const next = new URL(url);
    next.searchParams.set('page', String(number + 1));
    const link = comments.length > number * size ? { link: `<${next.href}>; rel="next"` } : undefined;
    const onPage = comments.slice((number - 1) * size, number * size);
    return answering(
      200,
      onPage.map((comment) => describe(comment, shown(comment))),
      link,
    );
  }
  return model;
}
