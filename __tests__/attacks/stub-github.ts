import type { HttpRequest, HttpResponse } from '../../src/http/transport.ts';
import { createHistoryStub, type HistoryStub } from './stub-history.ts';
import { answering } from './stub-service.ts';

/** GitHub as its REST documentation describes it, in memory, as far as the action could want it. Repository `acme/app`, number 1. */
export interface GitHubStub {
  readonly comments: StubComment[];
  readonly reactions: string[];
  /** Open pull requests of this repository. */
  readonly pulls: Map<number, object>;
  /** Roles by login; everyone else has none (404). */
  readonly roles: Map<string, string>;
  /** What the Compare API answers; undefined for what `history` shows. */
  comparison: object | undefined;
  readonly history: HistoryStub;
  /** Other repositories by their full names, as the token sees them. */
  readonly others: Map<string, OtherRepository>;
  /** Reviews of pull requests by their ids. */
  readonly reviews: Map<number, StubReview>;
  /** Milliseconds after which a new comment shows in lists. */
  lag: number;
  /** A person writes a comment in the browser. */
  say(issue: number, body: string, author?: string): StubComment;
  answer(request: HttpRequest): HttpResponse;
}

interface StubComment {
  readonly id: number;
  readonly issue: number;
  readonly author: string;
  body: string;
  readonly createdAt: number;
  updatedAt: number;
  /** Lists leave it out until then. */
  listedFrom: number;
}

interface OtherRepository {
  readonly description: object;
  readonly comparison: object;
}

interface StubReview {
  readonly body: string;
  readonly comments: readonly object[];
}

export const TOKEN = 'ghs_a8Fk2LmQx7Tz4Vw9Bn3Ry6HpJd5Ws1Gc0Ue7';
export const BOT = 'github-actions[bot]';

const API = 'https://api.github.com/repos/acme/app';
const START = Date.UTC(2026, 2, 2, 12, 0, 0);
/** GitHub refuses longer comments. */
const MAX_BODY = 65_536;

/** GitHub's times are whole seconds. */
export const githubTime = (now: number): string =>
  new Date(Math.floor((START + now) / 1000) * 1000).toISOString().replace('.000Z', 'Z');

/** @param now milliseconds. */
export function createGitHubStub(now: () => number): GitHubStub {
  const comments: StubComment[] = [];
  let lastId = 6;
  const stub: GitHubStub = {
    comments,
    reactions: [],
    pulls: new Map(),
    roles: new Map([['alice', 'write']]),
    comparison: undefined,
    history: createHistoryStub(),
    others: new Map(),
    reviews: new Map(),
    lag: 0,
    say: (issue, body, author = 'mallory') => add(issue, body, author),
    answer(request) {
      const { authorization = '' } = request.headers;
      if (!authorization.endsWith(` ${TOKEN}`)) return answering(401, { message: 'Bad credentials' });
      return route(request, request.url.pathname.replace(/^\/(repos\/acme\/app|repositories\/1)(?=\/|$)/, ''));
    },
  };

  function add(issue: number, body: string, author: string): StubComment {
    const [createdAt, id] = [now(), ++lastId];
    const comment = { id, issue, author, body, createdAt, updatedAt: createdAt, listedFrom: createdAt + stub.lag };
    comments.push(comment);
    return comment;
  }

  const handlers: [RegExp, (parts: string[], request: HttpRequest) => HttpResponse][] = [
    [/^(?:GET|POST) \/issues\/(\d+)\/comments$/, ([issue], request) => ofThread(Number(issue), request)],
    [/^GET \/issues\/comments$/, (_, { url }) => page(recent(url.searchParams), url)],
    [/^\w+ \/issues\/comments\/(\d+)$/, ([id], request) => ofComment(Number(id), request)],
    [/^POST .*\/reactions$/, (_, { body = '{}' }) => react(String(Object(JSON.parse(body)).content))],
    [/^GET \/collaborators\/(.+)\/permission$/, ([login = '']) => permission(decodeURIComponent(login))],
    [
      /^GET \/compare\/(.+)$/,
      ([range = '']) => (stub.comparison ? answering(200, stub.comparison) : stub.history.compare(range)),
    ],
    [/^GET \/commits\/(\w+)\/pulls$/, ([ref = '']) => stub.history.pullsOf(ref, (number) => stub.pulls.get(number))],
    [/^GET \/commits\/(\w+)$/, ([ref = '']) => stub.history.show(ref)],
    [/^GET \/repos\/([^/]+\/[^/]+)$/, ([name = '']) => known(stub.others.get(name)?.description)],
    [/^GET \/repos\/([^/]+\/[^/]+)\/compare\//, ([name = '']) => known(stub.others.get(name)?.comparison)],
    [/^GET $/, () => answering(200, { private: false, visibility: 'public' })],
    [/^GET \/pulls\/\d+\/reviews\/(\d+)$/, ([id]) => known(stub.reviews.get(Number(id)))],
    [/^GET \/pulls\/\d+\/reviews\/(\d+)\/comments$/, ([id]) => known(stub.reviews.get(Number(id))?.comments)],
    [/^GET \/pulls\/(\d+)$/, ([number]) => known(stub.pulls.get(Number(number)))],
    [/^GET \/issues\/(\d+)$/, ([number]) => answering(200, { number: Number(number), comments: 0, locked: false })],
    [/^GET \/user\/(\d+)$/, ([id]) => answering(200, { id: Number(id), login: 'alice' })],
  ];

  function route(request: HttpRequest, path: string): HttpResponse {
    for (const [pattern, handle] of handlers) {
      const found = pattern.exec(`${request.method} ${path}`);
      if (found) return dated(handle(found.slice(1), request));
    }
    return notFound();
  }

  function ofThread(issue: number, { method, url, body = '{}' }: HttpRequest): HttpResponse {
    if (method === 'GET')
      return page(
        comments.filter((each) => each.issue === issue),
        url,
      );
    const text = String(Object(JSON.parse(body)).body);
    if (text.length > MAX_BODY) return answering(422, { message: 'Validation Failed' });
    return answering(201, describe(add(issue, text, BOT)));
  }

  function ofComment(id: number, { method, body = '{}' }: HttpRequest): HttpResponse {
    const comment = comments.find((each) => each.id === id);
    if (!comment) return notFound();
    if (method === 'DELETE') comments.splice(comments.indexOf(comment), 1);
    if (method === 'PATCH') {
      comment.body = String(Object(JSON.parse(body)).body);
      comment.updatedAt = now();
    }
    return method === 'DELETE' ? answering(204, '') : answering(200, describe(comment));
  }

  function react(content: string): HttpResponse {
    stub.reactions.push(content);
    return answering(201, { id: stub.reactions.length, content });
  }

  function permission(login: string): HttpResponse {
    const role = stub.roles.get(login);
    if (!role) return notFound();
    const coarse = role === 'maintain' ? 'write' : role === 'triage' ? 'read' : role;
    const triage = !['none', 'read'].includes(role);
    return answering(200, { permission: coarse, role_name: role, user: { login, permissions: { triage } } });
  }

  /** Since then, by GitHub's whole seconds, in the order that the query asks for; without `sort`, GitHub ignores `direction`. */
  function recent(query: URLSearchParams): StubComment[] {
    const since = Date.parse(query.get('since') ?? '') || 0;
    const found = comments.filter(({ updatedAt }) => Date.parse(githubTime(updatedAt)) >= since);
    if (query.get('sort') !== 'updated') return found;
    const order = query.get('direction') === 'asc' ? 1 : -1;
    return found.toSorted((a, b) => order * (a.updatedAt - b.updatedAt));
  }

  function page(all: readonly StubComment[], url: URL): HttpResponse {
    const listed = all.filter(({ listedFrom }) => listedFrom <= now());
    const size = Number(url.searchParams.get('per_page') ?? 30);
    const number = Number(url.searchParams.get('page') ?? 1);
    const next = new URL(url);
    next.searchParams.set('page', String(number + 1));
    const link = listed.length > number * size ? { link: `<${next.href}>; rel="next"` } : {};
    return answering(200, listed.slice((number - 1) * size, number * size).map(describe), link);
  }

  const dated = (answer: HttpResponse): HttpResponse => ({
    ...answer,
    headers: new Map([...answer.headers, ['date', new Date(START + now()).toUTCString()]]),
  });
  return stub;
}

const notFound = () => answering(404, { message: 'Not Found' });
const known = (found: object | undefined) => (found ? answering(200, found) : notFound());

function describe({ id, issue, author, body, createdAt, updatedAt }: StubComment): object {
  return {
    id,
    body,
    user: { login: author, id: 41, type: author.endsWith('[bot]') ? 'Bot' : 'User' },
    created_at: githubTime(createdAt),
    updated_at: githubTime(updatedAt),
    author_association: 'NONE',
    html_url: `https://github.com/acme/app/issues/${issue}#issuecomment-${id}`,
    issue_url: `${API}/issues/${issue}`,
    url: `${API}/issues/comments/${id}`,
  };
}
