import { asList, type JsonObject } from '../json.ts';
import { compare, findCommit } from './git.ts';
import { codeCommentsOf, type NewCodeComment, pullsOfCommit, submitReview } from './pulls.ts';
import { type ApiAnswer, type Call, found, page, Refusal, senderOf } from './requests.ts';
import {
  CONTENTS,
  showCodeComment,
  showCodeCommentOfReview,
  showComment,
  showIssue,
  showLabel,
  showReaction,
  showRepository,
  showReview,
} from './show.ts';
import { showPermission } from './show-account.ts';
import { showComparison, showPull, showTree, showWholeCommit } from './show-commits.ts';
import { type CodeComment, type Comment, type Post, type Repository, roleOf, type Thread } from './state.ts';
import { addLabel, comment, deleteComment, editComment, openThread, react, setOpen } from './threads.ts';

type Handler = (call: Call, repository: Repository) => ApiAnswer;

const ok = (body: JsonObject): ApiAnswer => ({ status: 200, body });
const created = (body: JsonObject): ApiAnswer => ({ status: 201, body });

const threadOf = ({ parts }: Call, { threads }: Repository): Thread => found(threads[Number(parts[0]) - 1]);
const commentOf = ({ parts }: Call, { comments }: Repository): Comment =>
  found(comments.find(({ id }) => id === Number(parts[0])));

function pullOf(call: Call, repository: Repository) {
  const thread = threadOf(call, repository);
  return { thread, pull: found(thread.pull) };
}

const codeCommentOf = ({ parts }: Call, repository: Repository): CodeComment =>
  found(codeCommentsOf(repository).find(({ id }) => id === Number(parts[0])));

function reviewOf(call: Call, repository: Repository) {
  return found(pullOf(call, repository).pull.reviews.find(({ id }) => id === Number(call.parts[1])));
}

const commitOf = (repository: Repository, name: string) => found(findCommit(repository, name));

const textIn = ({ body }: Call): string => String(body.body ?? '');

/** The comments that lists show now, from `since` on. */
function listed({ query, hub }: Call, comments: readonly Comment[]): Comment[] {
  const since = Date.parse(query.get('since') ?? '') || 0;
  return comments.filter(({ createdAt, updatedAt }) => {
    const isListed = hub.now() - createdAt >= hub.lag.milliseconds;
    return isListed && Math.floor(updatedAt / 1000) * 1000 >= since;
  });
}

/** Without `sort`, GitHub ignores `direction`. */
function commentsOfRepository(call: Call, repository: Repository): ApiAnswer {
  const { query } = call;
  const all = listed(call, repository.comments);
  const sorted = query.get('sort') === 'updated' ? all.sort((a, b) => a.updatedAt - b.updatedAt || a.id - b.id) : all;
  return page(call, query.has('sort') && query.get('direction') === 'desc' ? sorted.reverse() : sorted, showComment);
}

function compared(call: Call, repository: Repository): ApiAnswer {
  const [basehead = ''] = call.parts;
  const [base, head] = basehead.split('...').map((name) => commitOf(repository, name));
  const comparison = found(compare(repository, found(base), found(head)));
  const size = Number(call.query.get('per_page')) || MAX_COMMITS;
  const number = Number(call.query.get('page')) || 1;
  const commits = comparison.ahead.slice((number - 1) * size, number * size);
  return ok(showComparison(repository, comparison, { basehead, commits, isFirst: number === 1 }));
}

/** Of a comparison that is not asked for in pages. */
const MAX_COMMITS = 250;

function permission({ hub, parts }: Call, repository: Repository): ApiAnswer {
  const account = found(hub.accounts.find(({ login, type }) => login === parts[0] && type === 'User'));
  return ok(showPermission(repository, account, found(roleOf(repository, account))));
}

function reviewed(call: Call, repository: Repository, asked: readonly NewCodeComment[], text: string) {
  const { thread } = pullOf(call, repository);
  const event = String(call.body.event ?? 'COMMENT');
  const review = submitReview(thread, senderOf(call), { body: text, event, comments: asked });
  if (!review) throw new Refusal(422, 'Unprocessable Entity');
  return review;
}

const wanted = ({ query }: Call, thread: Thread): boolean =>
  query.get('state') === 'all' || (thread.closedAt === null) === ((query.get('state') ?? 'open') === 'open');

/** Below `/repos/acme/docs`; `:` is one part of the path. The first matching route answers. */
export const ROUTES: readonly [string, Handler][] = [
  ['GET ', (_, repository) => ok(showRepository(repository))],
  ['GET /collaborators/:/permission', permission],
  [
    'GET /issues',
    (call, { threads }) =>
      page(
        call,
        threads.filter((thread) => wanted(call, thread)),
        showIssue,
      ),
  ],
  [
    'POST /issues',
    (call, repository) => {
      const { title, body } = call.body;
      return created(
        showIssue(openThread(repository, senderOf(call), { title: String(title), body: String(body ?? '') })),
      );
    },
  ],
  ['GET /issues/comments', commentsOfRepository],
  ['GET /issues/comments/:', (call, repository) => ok(showComment(commentOf(call, repository)))],
  [
    'PATCH /issues/comments/:',
    (call, repository) => {
      const sender = senderOf(call);
      const one = commentOf(call, repository);
      editComment(one, sender, textIn(call));
      return ok(showComment(one));
    },
  ],
  [
    'DELETE /issues/comments/:',
    (call, repository) => {
      const sender = senderOf(call);
      deleteComment(commentOf(call, repository), sender);
      return { status: 204 };
    },
  ],
  ['GET /issues/:', (call, repository) => ok(showIssue(threadOf(call, repository)))],
  [
    'PATCH /issues/:',
    (call, repository) => {
      const thread = threadOf(call, repository);
      setOpen(thread, senderOf(call), call.body.state === 'open');
      return ok(showIssue(thread));
    },
  ],
  [
    'GET /issues/:/comments',
    (call, repository) => {
      const thread = threadOf(call, repository);
      return page(
        call,
        listed(
          call,
          repository.comments.filter((each) => each.thread === thread),
        ),
        showComment,
      );
    },
  ],
  [
    'POST /issues/:/comments',
    (call, repository) => created(showComment(comment(threadOf(call, repository), senderOf(call), textIn(call)))),
  ],
  [
    'POST /issues/:/labels',
    (call, repository) => {
      const thread = threadOf(call, repository);
      const { labels } = call.body;
      for (const name of Array.isArray(labels) ? labels : []) addLabel(thread, senderOf(call), String(name));
      return page(call, thread.labels, (label) => showLabel(repository, label));
    },
  ],
  ...reactionsTo('/issues/:', threadOf),
  ...reactionsTo('/issues/comments/:', commentOf),
  ...reactionsTo('/pulls/comments/:', codeCommentOf),
  [
    'GET /pulls',
    (call, { threads }) =>
      page(
        call,
        threads.filter((thread) => thread.pull && wanted(call, thread)),
        shownPull,
      ),
  ],
  ['GET /pulls/comments/:', (call, repository) => ok(showCodeComment(codeCommentOf(call, repository)))],
  ['GET /pulls/:', (call, repository) => ok(shownPull(pullOf(call, repository).thread))],
  [
    'GET /pulls/:/comments',
    (call, repository) =>
      page(
        call,
        pullOf(call, repository).pull.reviews.flatMap(({ comments }) => comments),
        showCodeComment,
      ),
  ],
  [
    'POST /pulls/:/comments',
    (call, repository) => {
      const [one] = reviewed(call, repository, [call.body], '').comments;
      return created(showCodeComment(found(one)));
    },
  ],
  ['GET /pulls/:/reviews', (call, repository) => page(call, pullOf(call, repository).pull.reviews, showReview)],
  [
    'POST /pulls/:/reviews',
    (call, repository) =>
      ok(showReview(reviewed(call, repository, asList(call.body.comments), String(call.body.body ?? '')))),
  ],
  ['GET /pulls/:/reviews/:', (call, repository) => ok(showReview(reviewOf(call, repository)))],
  [
    'GET /pulls/:/reviews/:/comments',
    (call, repository) => page(call, reviewOf(call, repository).comments, showCodeCommentOfReview),
  ],
  ['GET /compare/:', compared],
  [
    'GET /commits/:',
    ({ parts: [name = ''] }, repository) => ok(showWholeCommit(repository, commitOf(repository, name))),
  ],
  [
    'GET /commits/:/pulls',
    (call, repository) => {
      const [name = ''] = call.parts;
      const commit = findCommit(repository, name);
      if (!commit) throw new Refusal(422, `No commit found for SHA: ${name}`);
      return page(call, pullsOfCommit(repository, commit), shownPull);
    },
  ],
  ['GET /git/trees/:', ({ parts: [name = ''] }, repository) => ok(showTree(repository, commitOf(repository, name)))],
];

const shownPull = (thread: Thread): JsonObject => (thread.pull ? showPull(thread, thread.pull) : {});

function reactionsTo(path: string, subjectOf: (call: Call, repository: Repository) => Post): [string, Handler][] {
  return [
    [
      `GET ${path}/reactions`,
      (call, repository) => {
        const content = call.query.get('content');
        const { reactions } = subjectOf(call, repository);
        return page(
          call,
          reactions.filter((each) => !content || each.content === content),
          (each) => showReaction(repository, each),
        );
      },
    ],
    [
      `POST ${path}/reactions`,
      (call, repository) => {
        const sender = senderOf(call);
        const subject = subjectOf(call, repository);
        const content = String(call.body.content);
        if (!CONTENTS.includes(content)) throw new Refusal(422, 'Validation Failed');
        const { reaction, isNew } = react(repository, subject, sender, content);
        return { status: isNew ? 201 : 200, body: showReaction(repository, reaction) };
      },
    ],
    [
      `DELETE ${path}/reactions/:`,
      (call, repository) => {
        const sender = senderOf(call);
        const { reactions } = subjectOf(call, repository);
        const at = reactions.findIndex(({ id }) => id === Number(call.parts[1]));
        if (found(reactions[at]).user !== sender) throw new Refusal(403, 'Forbidden');
        reactions.splice(at, 1);
        return { status: 204 };
      },
    ],
  ];
}
