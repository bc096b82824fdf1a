import type { HttpRequest, HttpResponse } from '../../src/http/transport.ts';
import { answering, fieldOf, githubTime, START } from './answers.ts';

/** A comment of an issue or pull request. */
export interface ModelComment {
  readonly id: number;
  readonly thread: number;
  readonly author: string;
  readonly createdAt: number;
  /** All texts that it had, the oldest first. */
  readonly texts: { readonly at: number; readonly body: string }[];
}

export interface CommentsModel {
  readonly all: ModelComment[];
  /** Milliseconds after which a list shows a new comment, and an edit. */
  lag: { created: number; edited: number };
  add(thread: number, author: string, body: string): ModelComment;
  edit(comment: ModelComment, body: string): void;
  remove(comment: ModelComment): void;
  find(id: number): ModelComment | undefined;
  describe(comment: ModelComment, at?: number): object;
  ofThread(thread: number, request: HttpRequest): HttpResponse;
  ofRepository(request: HttpRequest): HttpResponse;
}

const PAGE = 30;
/** A comment may not be longer. */
const MAX_BODY = 65_536;

export const bodyOf = ({ texts }: ModelComment): string => texts.at(-1)?.body ?? '';

/** "Issue comments" of GitHub's REST API. @param now milliseconds. */
export function createCommentsModel(now: () => number, api: string): CommentsModel {
  const all: ModelComment[] = [];
  let lastId = 1000;
  const textAt = ({ texts }: ModelComment, at: number) => texts.findLast((text) => text.at <= at) ?? texts[0];

  const describe = (comment: ModelComment, at = now()): object => {
    const text = textAt(comment, at);
    const url = `${api}/issues/comments/${comment.id}`;
    return {
      id: comment.id,
      url,
      body: text?.body ?? '',
      user: { login: comment.author, id: 41, type: comment.author.endsWith('[bot]') ? 'Bot' : 'User' },
      created_at: githubTime(comment.createdAt),
      updated_at: githubTime(text?.at ?? comment.createdAt),
      html_url: `https://github.com/acme/app/issues/${comment.thread}#issuecomment-${comment.id}`,
      issue_url: `${api}/issues/${comment.thread}`,
      author_association: 'NONE',
    };
  };

  const model: CommentsModel = {
    all,
    lag: { created: 0, edited: 0 },
    add(thread, author, body) {
      const comment = { id: ++lastId, thread, author, createdAt: now(), texts: [{ at: now(), body }] };
      all.push(comment);
      return comment;
    },
    edit: ({ texts }, body) => void texts.push({ at: now(), body }),
    remove: (comment) => void all.splice(all.indexOf(comment), 1),
    find: (id) => all.find((comment) => comment.id === id),
    describe,
    ofThread(thread, { method, url, body }) {
      if (method === 'GET')
        return page(
          listed().filter((comment) => comment.thread === thread),
          url,
        );
      const text = fieldOf(body, 'body');
      if (text === '' || text.length > MAX_BODY) return answering(422, { message: 'Validation Failed' });
      return answering(201, describe(model.add(thread, 'github-actions[bot]', text)));
    },
    ofRepository({ url }) {
      const updated = (comment: ModelComment) => textAt(comment, now() - model.lag.edited)?.at ?? 0;
      const isAscending = url.searchParams.get('direction') === 'asc';
      const since = Date.parse(url.searchParams.get('since') ?? '') - START;
      const shown = listed().filter((comment) => !(Math.floor(updated(comment) / 1000) * 1000 < since));
      return page(
        shown.sort((one, other) => (isAscending ? updated(one) - updated(other) : updated(other) - updated(one))),
        url,
      );
    },
  };

  const listed = () => all.filter(({ createdAt }) => createdAt + model.lag.created <= now());

  function page(comments: readonly ModelComment[], url: URL): HttpResponse {
    const size = Number(url.searchParams.get('per_page') ?? PAGE);
    const number = Number(url.searchParams.get('page') ?? 1);
    const next = new URL(url);
    next.searchParams.set('page', String(number + 1));
    const link = comments.length > number * size ? { link: `<${next.href}>; rel="next"` } : undefined;
    const shown = comments.slice((number - 1) * size, number * size);
    return answering(
      200,
      shown.map((comment) => describe(comment, now() - model.lag.edited)),
      link,
    );
  }
  return model;
}
