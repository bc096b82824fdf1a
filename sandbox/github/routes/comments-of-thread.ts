import { readObject, withJson } from '../json.ts';
import { shownComment } from '../shown-comment.ts';
import type { Answer, Upstream } from '../upstream.ts';
import { onePage, pagePath, readAll } from './pages.ts';
import type { Route, RouteContext } from './route.ts';

const OF_THREAD = /^(?<thread>(?<repo>\/repos\/[^/]+\/[^/]+)\/issues\/(?<number>\d+))\/comments$/;

type Found = Readonly<Record<string, string>>;

/** The comments on an issue or pull request. The emulator does not support `since`. */
export const commentsOfThread: readonly Route[] = [
  { method: 'GET', path: OF_THREAD, answer: list },
  { method: 'POST', path: OF_THREAD, answer: create },
];

async function list(found: Found, upstream: Upstream, { query, extensions }: RouteContext): Promise<Answer> {
  const { thread } = found;
  const first = await upstream.get(pagePath(`${thread}/comments`, 1));
  if (first.status !== 200) return first;
  const isOnPull = await isPull(found, upstream, extensions);
  const { comments, lag } = extensions;
  const since = Date.parse(query.get('since') ?? '') || 0;
  const all = (await readAll(`${thread}/comments`, upstream.get, first))
    .filter(({ id }) => lag.milliseconds === 0 || comments.isOlder(Number(id), lag.milliseconds))
    .map((comment) => shownComment(comment, { isOnPull, isEdited: comments.isEdited(Number(comment.id)) }))
    .filter(({ updated_at }) => Date.parse(String(updated_at)) >= since);
  return onePage(first, all, `${upstream.address}${thread}/comments`, query);
}

async function create(found: Found, upstream: Upstream, { extensions }: RouteContext): Promise<Answer> {
  const answer = await upstream.pass();
  if (answer.status !== 201) return answer;
  const isOnPull = await isPull(found, upstream, extensions);
  const comment = shownComment(readObject(answer), { isOnPull, isEdited: false });
  const { id, updated_at } = comment;
  extensions.comments.add({ id: Number(id), repo: `${found.repo}`, isOnPull, updatedAt: String(updated_at) });
  return withJson(answer, comment, 201);
}

/** Whether an existing thread is a pull request. */
async function isPull(
  { repo, number }: Found,
  { get }: Upstream,
  { pulls }: RouteContext['extensions'],
): Promise<boolean> {
  const name = `${repo}/${number}`;
  const isOne = pulls.get(name) ?? (await get(`${repo}/pulls/${number}`)).status === 200;
  pulls.set(name, isOne);
  return isOne;
}
