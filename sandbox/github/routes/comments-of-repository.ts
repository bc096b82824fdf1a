import type { CommentIndex, IndexedComment } from '../comment-index.ts';
import { type JsonObject, readObject, withJson } from '../json.ts';
import { shownComment } from '../shown-comment.ts';
import type { Get } from '../upstream.ts';
import { pageOf, withLinks } from './pages.ts';
import type { Route } from './route.ts';

/** The emulator takes `comments` for an issue's number there, and answers 404: so it is asked for each that is on the page. */
export const commentsOfRepository: Route = {
  method: 'GET',
  path: /^(?<repo>\/repos\/[^/]+\/[^/]+)\/issues\/comments$/,
  async answer({ repo }, { get }, { query, extras }) {
    const repository = await get(`${repo}`);
    if (repository.status !== 200) return repository;
    const { comments, lag } = extras;
    const since = Date.parse(query.get('since') ?? '') || 0;
    const found = comments
      .of(`${repo}`)
      .filter(({ id, updatedAt }) => Date.parse(updatedAt) >= since && comments.isOlder(id, lag.milliseconds));
    const sorted = query.get('sort') === 'updated' ? found.toSorted(byUpdate) : found;
    // GitHub ignores the direction of no order.
    const ordered = query.has('sort') && query.get('direction') === 'desc' ? sorted.toReversed() : sorted;
    const shown = await Promise.all(pageOf(ordered, query).map((each) => read(each, comments, get)));
    const answer = withJson(repository, shown.flat());
    return withLinks(answer, ordered.length, `${readObject(repository).url}/issues/comments`, query);
  },
};

const byUpdate = (one: IndexedComment, other: IndexedComment) =>
  Date.parse(one.updatedAt) - Date.parse(other.updatedAt) || one.id - other.id;

/** @returns nothing where it has been deleted meanwhile. */
async function read({ id, repo, isOnPull }: IndexedComment, comments: CommentIndex, get: Get): Promise<JsonObject[]> {
  const answer = await get(`${repo}/issues/comments/${id}`);
  return answer.status === 200 ? [shownComment(readObject(answer), { isOnPull, isEdited: comments.isEdited(id) })] : [];
}
