import { Refusal } from '../../http/refusal.ts';
import { compare, findCommit } from './git.ts';
import { codeCommentsOf, pullsOfCommit } from './pulls.ts';
import { type ApiAnswer, type Call, found, movedTo, page, senderOf } from './requests.ts';
import {
  CONTENTS,
  showCodeCommentOfReview,
  showComment,
  showIssue,
  showPermission,
  showReaction,
  showRepository,
  showReview,
} from './show.ts';
import {
  changesInPull,
  showComparison,
  showFiles,
  showPull,
  showWholeCommit,
} from './show-commits.ts';
import {
  type Comment,
  findThread,
  type JsonObject,
  type Post,
  type Repository,
  type Review,
  roleOf,
  type Thread,
} from './state.ts';
import { addLabel, comment, deleteComment, editComment, openThread, react } from './threads.ts';

type Handler = (call: Call) => ApiAnswer;

/**
 * Below `/repos/acme/docs`; `:` is one part of the path. Those that the action uses, and one that
 * opens an issue for act (docs/act.md).
 */
export const ROUTES: readonly [string, Handler][] = [
  ['GET ', ({ repository }) => ok(showRepository(repository))],
  ['GET /collaborators/:/permission', permission],
  ['POST /issues', openIssue],
  [
    'GET /issues/:/comments',
    (call) => page(call, shownNow(call, commentsOf(threadOf(call))), showComment),
  ],
  [
    'POST /issues/:/comments',
    (call) => created(showComment(comment(threadOf(call), senderOf(call), textIn(call)))),
  ],
  ['GET /issues/comments', commentsOfRepository],
  ['GET /issues/comments/:', (call) => ok(showComment(commentOf(call)))],
  [
    'PATCH /issues/comments/:',
    (call) => ok(showComment(editComment(commentOf(call), senderOf(call), textIn(call)))),
  ],
  ['DELETE /issues/comments/:', remove],
  ['POST /issues/:/reactions', (call) => reacted(call, threadOf(call))],
  ['POST /issues/comments/:/reactions', (call) => reacted(call, commentOf(call))],
  [
    'POST /pulls/comments/:/reactions',
    (call) => reacted(call, byId(codeCommentsOf(call.repository), call.parts[0])),
  ],
  ['GET /pulls', listPulls],
  ['GET /pulls/:', (call) => ok(shownPull(threadOf(call)))],
  ['GET /pulls/:/files', filesOfPull],
  ['GET /pulls/:/reviews/:', (call) => ok(showReview(reviewOf(call)))],
  [
    'GET /pulls/:/reviews/:/comments',
    (call) => page(call, reviewOf(call).comments, showCodeCommentOfReview),
  ],
  ['GET /compare/:', compared],
  ['GET /commits/:', wholeCommit],
  ['GET /commits/:/pulls', pullsWith],
];

const ok = (body: JsonObject): ApiAnswer => ({ status: 200, body });
const created = (body: JsonObject): ApiAnswer => ({ status: 201, body });

function byId<T extends { readonly id: number }>(things: readonly T[], id: string | undefined): T {
  return found(things.find((each) => each.id === Number(id)));
}

/** @throws Refusal: 404 if there is none, 301 if it was transferred. */
function threadOf({ hub, repository, path, query, parts: [number] }: Call): Thread {
  const thread = found(findThread(repository, Number(number)));
  const [, below = ''] = /^\/\w+\/.+?\/(?:issues|pulls)\/\d+(.*)$/.exec(path) ?? [];
  if (thread.movedTo)
    throw movedTo(hub, `${thread.movedTo}${below}${query.size > 0 ? `?${query}` : ''}`);
  return thread;
}

/** The comments of a transferred issue are in the other repository. */
const commentsIn = ({ comments }: Repository): Comment[] =>
  comments.filter(({ thread }) => !thread.movedTo);
const commentOf = ({ repository, parts: [id] }: Call): Comment => byId(commentsIn(repository), id);
const reviewOf = (call: Call): Review => byId(found(threadOf(call).pull).reviews, call.parts[1]);
const commentsOf = (thread: Thread): Comment[] =>
  thread.repository.comments.filter((each) => each.thread === thread);
const shownPull = (thread: Thread): JsonObject => showPull(thread, found(thread.pull));
const textIn = ({ body }: Call): string => String(body.body ?? '');

/** The comments that lists show now, from `since` on. */
function shownNow({ query, hub }: Call, comments: readonly Comment[]): Comment[] {
  const since = Date.parse(query.get('since') ?? '') || 0;
  return comments
    .flatMap((each) => hub.inLists(each) ?? [])
    .filter(({ updatedAt }) => Math.floor(updatedAt / 1000) * 1000 >= since);
}

/** Without `sort`, GitHub ignores `direction`. */
function commentsOfRepository(call: Call): ApiAnswer {
  const { query, repository } = call;
  const shown = shownNow(call, commentsIn(repository));
  if (query.get('sort') === 'updated')
    shown.sort((a, b) => a.updatedAt - b.updatedAt || a.id - b.id);
  return page(
    call,
    query.has('sort') && query.get('direction') === 'desc' ? shown.reverse() : shown,
    showComment,
  );
}

function listPulls(call: Call): ApiAnswer {
  const pulls = threadsOfState(call).filter(({ pull }) => pull);
  return page(call, pulls, shownPull);
}

function filesOfPull(call: Call): ApiAnswer {
  const thread = threadOf(call);
  const files = changesInPull(thread, found(thread.pull))?.files ?? [];
  return page(call, showFiles(thread.repository, files), (file) => file);
}

function wholeCommit({ repository, parts: [name] }: Call): ApiAnswer {
  return ok(showWholeCommit(repository, found(findCommit(repository, name))));
}

function remove(call: Call): ApiAnswer {
  deleteComment(commentOf(call), senderOf(call));
  return { status: 204 };
}

function reacted(call: Call, subject: Post): ApiAnswer {
  const content = String(call.body.content);
  if (!CONTENTS.includes(content)) throw new Refusal(422, 'Validation Failed');
  const { reaction, isNew } = react(call.repository, subject, senderOf(call), content);
  return { status: isNew ? 201 : 200, body: showReaction(call.repository, reaction) };
}

function permission({ hub, repository, parts: [login] }: Call): ApiAnswer {
  const account = found(hub.accounts.find((each) => each.login === login && each.type === 'User'));
  return ok(showPermission(repository, account, found(roleOf(repository, account))));
}

/** Of a comparison that is not asked for in pages. */
const MAX_COMMITS = 250;

function compared({ repository, query, parts: [basehead = ''] }: Call): ApiAnswer {
  const [base, head] = basehead.split('...').map((name) => findCommit(repository, name));
  const comparison = found(compare(repository, found(base), found(head)));
  const size = Number(query.get('per_page')) || MAX_COMMITS;
  const number = Number(query.get('page')) || 1;
  return ok(showComparison(repository, comparison, { basehead, number, size }));
}

/** The newest first, unless `direction` says otherwise; the open ones, unless `state` does. */
function threadsOfState({ query, repository: { threads } }: Call): Thread[] {
  const state = query.get('state') ?? 'open';
  const listed = threads.filter(
    ({ closedAt }) => state === 'all' || (state === 'open') === (closedAt === null),
  );
  return query.get('direction') === 'asc' ? listed : listed.reverse();
}

function openIssue(call: Call): ApiAnswer {
  const { repository, body } = call;
  const thread = openThread(repository, senderOf(call), {
    title: String(body.title),
    body: String(body.body ?? ''),
  });
  for (const name of Array.isArray(body.labels) ? body.labels : [])
    addLabel(thread, senderOf(call), String(name));
  return created(showIssue(thread));
}

function pullsWith(call: Call): ApiAnswer {
  const { repository, parts } = call;
  const commit = findCommit(repository, parts[0]);
  if (!commit) throw new Refusal(422, `No commit found for SHA: ${parts[0]}`);
  return page(call, pullsOfCommit(repository, commit), shownPull);
}
