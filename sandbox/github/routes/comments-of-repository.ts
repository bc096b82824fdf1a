import type { CommentIndex, IndexedComment } from '../comment-index.ts';
import { type JsonObject, readObject, withJson } from '../json.ts';
import { shownComment } from '../shown-comment.ts';
import type { Get } from '../upstream.ts';
import { pageOf, withLinks } from './pages.ts';
import type { Route } from './route.ts';

/** The emulator reads `comments` in this path as an issue's number and answers 404, so this reads each comment of the page by its id. */
export const commentsOfRepository: Route = {
  method: 'GET',
  path: /^(?<repo>\/repos\/[^/]+\/[^/]+)\/issues\/comments$/,
  async answer({ repo }, { get }, { query, extensions }) {
    const repository = await get(`${repo}`);
    if (repository.status !== 200) return repository;
    const { comments, lag } = extensions;
    const since = Date.parse(query.get('since') ?? '') || 0;
    const found = comments
      .of(`${repo}`)
      .filter(({ id, updatedAt }) => Date.parse(updatedAt) >= since && comments.isOlder(id, lag.milliseconds));
    const sorted = query.get('sort') === 'updated' ? found.toSorted(byUpdate) : found;
    // Without `sort`, GitHub ignores `direction`.
    const ordered = query.has('sort') && query.get('direction') === 'desc' ? sorted.toReversed() : sorted;
    const shown = await Promise.all(pageOf(ordered, query).map((each) => read(each, comments, get)));
    const answer = withJson(repository, shown.flat());
    return withLinks(answer, ordered.length, `${readObject(repository).url}/issues/comments`, query);
  },
};

const byUpdate = (one: IndexedComment, other: IndexedComment) =>
  Date.parse(one.updatedAt) - Date.parse(other.updatedAt) || one.id - other.id;

/** @returns an empty list if the comment was deleted meanwhile. */
async function read({ id, repo, isOnPull }: IndexedComment, comments: CommentIndex, get: Get): Promise<JsonObject[]> {
  const answer = await get(`${repo}/issues/comments/${id}`);
  return answer.status === 200 ? [shownComment(readObject(answer), { isOnPull, isEdited: comments.isEdited(id) })] : [];
}
