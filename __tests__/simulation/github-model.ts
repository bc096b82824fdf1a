import type { HttpRequest, HttpResponse } from '../../src/http/transport.ts';
import { TransportError } from '../../src/http/transport-error.ts';
import { answering, dateAt, fieldOf, githubTime } from './answers.ts';
import { describePull, NAME, NEW_NAME, shaOf } from './events.ts';
import { commitOf, compared, lineComments, type ModelCommit, type ReplacedCommit, treeOf } from './github-changes.ts';
import { type CommentsModel, createCommentsModel } from './github-comments.ts';
import type { Person } from './history.ts';

export interface ModelPull {
  readonly number: number;
  readonly author: Person;
  readonly createdAt: number;
  /** As a job names it: with the name that the repository had when it was opened. */
  readonly url: string | undefined;
  head: string;
  isDraft: boolean;
  state: 'open' | 'closed' | 'merged';
  mergeCommit: string | null;
  /** When it was merged or closed. */
  endedAt: number | null;
  /** The job that opened it. */
  readonly job: string | undefined;
}

type Given = Pick<ModelPull, 'number' | 'author' | 'createdAt' | 'job'> & Partial<Pick<ModelPull, 'url'>>;

/** An open pull request. */
export const pullOf = ({ url, ...given }: Given): ModelPull => ({
  ...given,
  url,
  head: shaOf(`head-${given.number}`),
  isDraft: false,
  state: 'open',
  mergeCommit: null,
  endedAt: null,
});

/** GitHub's REST API as its documentation describes it, in memory. Repository `acme/app`, number 1. */
export interface GitHubModel {
  readonly comments: CommentsModel;
  readonly pulls: Map<number, ModelPull>;
  readonly reactions: { readonly path: string; readonly content: string }[];
  /** Roles by login; other accounts have none (404). */
  readonly roles: Map<string, string>;
  readonly users: Map<number, string>;
  readonly locked: Set<number>;
  /** Issues that were moved to another repository. */
  readonly transferred: Set<number>;
  /** From {@link NAME} to {@link NEW_NAME}. */
  isRenamed: boolean;
  readonly rateLimit: RateLimit;
  /** The commits of `main` since the history began, the oldest first. */
  readonly commits: ModelCommit[];
  /** By their ids. */
  readonly replaced: Map<string, ReplacedCommit>;
  /** Texts of reviews, by id; other reviews have none. */
  readonly reviews: Map<number, string>;
  /** Requests to addresses that the model does not know. */
  readonly unknown: string[];
  answer(request: HttpRequest): HttpResponse;
}

const HOUR_MS = 3_600_000;

/** In ascending order: each includes the permissions of those before it. */
const ROLES = ['read', 'triage', 'write', 'maintain', 'admin'];

const notFound = () => answering(404, { message: 'Not Found' });

/** How many requests GitHub accepts in an hour. */
interface RateLimit {
  perHour: number;
  remaining: number;
  /** Milliseconds since the history began. */
  resetsAt: number;
}

/** More than any history needs. */
export const AMPLE = 15_000;

/** @param now milliseconds since the history began. @param share for the lag of each comment: see {@link createCommentsModel}. */
export function createGitHubModel(now: () => number, token: string, share: (text: string) => number): GitHubModel {
  const name = () => (model.isRenamed ? NEW_NAME : NAME);
  const comments = createCommentsModel({ now, name, share });
  const pulls = new Map<number, ModelPull>([[40, pullOf({ number: 40, author: 'bob', createdAt: 0, job: undefined })]]);
  type Handler = (parts: readonly string[], request: HttpRequest) => HttpResponse;

  const handlers: readonly [RegExp, Handler][] = [
    [/^(?:GET|POST) \/issues\/(\d+)\/comments$/, ([issue], request) => ofThread(Number(issue), request)],
    [/^GET \/issues\/comments$/, (_, request) => comments.ofRepository(request)],
    [/^(?:GET|PATCH|DELETE) \/issues\/comments\/(\d+)$/, ([id], request) => ofComment(Number(id), request)],
    [/^POST (.*)\/reactions$/, ([path = ''], { body }) => react(path, fieldOf(body, 'content'))],
    [/^GET \/collaborators\/(.+)\/permission$/, ([login = '']) => permission(decodeURIComponent(login))],
    [
      /^GET (?:\/repos\/acme\/lib)?\/compare\/(.+)$/,
      ([range = '']) => answering(200, compared(decodeURIComponent(range), model)),
    ],
    [/^GET \/commits\/(\w+)$/, ([sha = '']) => answering(200, commitOf(sha, model))],
    [
      /^GET \/commits\/(\w+)\/pulls$/,
      ([sha = '']) =>
        answering(
          200,
          pullsOf(sha).map((pull) => describePull(pull, pull.createdAt, name())),
        ),
    ],
    [/^GET \/pulls\/(\d+)$/, ([number]) => ofPull(pulls.get(Number(number)))],
    [/^GET \/pulls\/\d+\/reviews\/(\d+)$/, ([id]) => ofReview(Number(id))],
    [/^GET \/pulls\/\d+\/reviews\/(\d+)\/comments$/, ([id]) => answering(200, commentsOf(Number(id)))],
    [/^GET \/git\/trees\/(\w+)$/, ([sha = '']) => answering(200, treeOf(sha))],
    [/^GET \/repos\/acme\/(?:app|app-2|lib)$/, () => answering(200, { private: false, visibility: 'public' })],
    [/^GET \/user\/(\d+)$/, ([id]) => ofUser(Number(id))],
  ];

  function ofThread(thread: number, request: HttpRequest): HttpResponse {
    if (model.transferred.has(thread)) throw moved(`https://api.github.com/repositories/2/issues/${thread}/comments`);
    if (request.method === 'POST' && model.locked.has(thread)) return answering(403, { message: 'Issue is locked' });
    return comments.ofThread(thread, request);
  }

  function ofComment(id: number, { method, body }: HttpRequest): HttpResponse {
    const comment = comments.find(id);
    if (!comment || model.transferred.has(comment.thread)) return notFound();
    if (method === 'DELETE') comments.remove(comment);
    if (method === 'PATCH') comments.edit(comment, fieldOf(body, 'body'));
    return method === 'DELETE'
      ? { ...answering(204, {}), body: Buffer.alloc(0) }
      : answering(200, comments.describe(comment));
  }

  function react(path: string, content: string): HttpResponse {
    model.reactions.push({ path, content });
    return answering(201, { id: model.reactions.length, content });
  }

  function permission(login: string): HttpResponse {
    const role = model.roles.get(login);
    if (!role) return notFound();
    const coarse = role === 'maintain' ? 'write' : role === 'triage' ? 'read' : role;
    const rank = ROLES.indexOf(role);
    const [pull, triage, push, maintain, admin] = ROLES.map((_, needed) => rank >= needed);
    const user = { login, role_name: role, permissions: { pull, triage, push, maintain, admin } };
    return answering(200, { permission: coarse, role_name: role, user });
  }

  const ofReview = (id: number) => answering(200, { id, body: model.reviews.get(id) ?? '' });
  const commentsOf = (review: number) => (model.reviews.has(review) ? lineComments(githubTime(0)) : []);

  function ofUser(id: number): HttpResponse {
    const login = model.users.get(id);
    return login ? answering(200, { id, login }) : notFound();
  }

  /** Whether the limit of this hour allows one more request. */
  function count(): boolean {
    const { rateLimit } = model;
    if (now() >= rateLimit.resetsAt)
      Object.assign(rateLimit, { remaining: rateLimit.perHour, resetsAt: now() + HOUR_MS });
    if (rateLimit.remaining === 0) return false;
    rateLimit.remaining--;
    return true;
  }

  function withHeaders(answer: HttpResponse): HttpResponse {
    const { remaining, resetsAt } = model.rateLimit;
    const reset = Math.ceil(dateAt(resetsAt).getTime() / 1000);
    const added = [
      ['date', dateAt(now()).toUTCString()],
      ['x-ratelimit-remaining', String(remaining)],
      ['x-ratelimit-reset', String(reset)],
    ] as const;
    return { ...answer, headers: new Map([...answer.headers, ...added]) };
  }

  const pullsOf = (sha: string) =>
    [...pulls.values()].filter(({ mergeCommit, head }) => mergeCommit === sha || head === sha);
  const ofPull = (pull: ModelPull | undefined) =>
    pull ? answering(200, describePull(pull, pull.createdAt, name())) : notFound();

  const model: GitHubModel = {
    comments,
    pulls,
    reactions: [],
    roles: new Map([
      ['alice', 'write'],
      ['bob', 'admin'],
      ['tom', 'triage'],
      ['dora', 'write'],
    ]),
    users: new Map([
      [501, 'alice'],
      [502, 'bob'],
      [503, 'tom'],
      [504, 'mallory'],
      [506, 'dora'],
    ]),
    locked: new Set(),
    transferred: new Set(),
    isRenamed: false,
    rateLimit: { perHour: AMPLE, remaining: AMPLE, resetsAt: 0 },
    commits: [],
    replaced: new Map(),
    reviews: new Map(),
    unknown: [],
    answer(request) {
      if (!request.headers.authorization?.endsWith(` ${token}`)) return answering(401, { message: 'Bad credentials' });
      if (!count()) return withHeaders(answering(403, { message: 'API rate limit exceeded for installation.' }));
      const { pathname, search } = request.url;
      const oldName = `/repos/${NAME}`;
      if (model.isRenamed && (pathname === oldName || pathname.startsWith(`${oldName}/`)))
        throw moved(`https://api.github.com/repositories/1${pathname.slice(oldName.length)}${search}`);
      const line = `${request.method} ${pathname.replace(/^\/(repos\/acme\/app(?:-2)?|repositories\/1)(?=\/)/, '')}`;
      for (const [pattern, handle] of handlers) {
        const found = pattern.exec(line);
        if (found) return withHeaders(handle(found.slice(1), request));
      }
      if (!/ \/repos\/acme\/docs(\/|$)/.test(line)) model.unknown.push(line); // the token sees one repository only
      return withHeaders(notFound());
    },
  };
  return model;
}

/** What the transport makes of a redirect. */
const moved = (location: string) => new TransportError('redirect', 'the server redirects', { location });
