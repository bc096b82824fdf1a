import type { HttpRequest, HttpResponse } from '../../src/http/transport.ts';
import type { FakeClock } from './fake-clock.ts';

/** The type of `json` in the scripted world. */
type Answer = (status: number, body: unknown, headers?: Record<string, string>) => HttpResponse;

/** The first comment that a step writes. */
const COMMENT_ID = 7;

const WRITER = { login: 'github-actions[bot]' };

/** A stub of GitHub for a step: one thread with its comments, accounts and reactions. */
export function createThreadOfGitHub(json: Answer, clock: FakeClock): (request: HttpRequest) => HttpResponse {
  const comments = new Map<number, { issue: number; body: string; createdAt: string; updatedAt: string }>();
  const now = () => clock.date().toISOString();
  const toJson = (id: number) => {
    const { issue = 0, body = '', createdAt = '', updatedAt = '' } = comments.get(id) ?? {};
    return {
      id,
      body,
      created_at: createdAt,
      updated_at: updatedAt,
      user: WRITER,
      html_url: `https://github.com/acme/app/issues/${issue}#issuecomment-${id}`,
      issue_url: `https://api.github.com/repos/acme/app/issues/${issue}`,
    };
  };
  const inThread = (issue: number) => [...comments].flatMap(([id, comment]) => (comment.issue === issue ? [id] : []));
  const bodyOf = ({ body = '{}' }: HttpRequest): string => String(JSON.parse(body).body);

  function onThread(issue: number, request: HttpRequest): HttpResponse {
    if (request.method === 'GET') return json(200, inThread(issue).map(toJson), { date: clock.date().toUTCString() });
    const id = COMMENT_ID + comments.size;
    comments.set(id, { issue, body: bodyOf(request), createdAt: now(), updatedAt: now() });
    return json(201, toJson(id));
  }

  function onComment(id: number, request: HttpRequest): HttpResponse {
    const comment = comments.get(id);
    if (!comment) return json(404, { message: 'Not Found' });
    if (request.method === 'PATCH') comments.set(id, { ...comment, body: bodyOf(request), updatedAt: now() });
    if (request.method === 'DELETE') comments.delete(id);
    return request.method === 'DELETE' ? json(204, {}) : json(200, toJson(id));
  }

  return (request) => {
    const path = request.url.pathname.replace('/repos/acme/app', '');
    if (path === '/issues/comments')
      return json(200, [...comments.keys()].map(toJson), { date: clock.date().toUTCString() });
    const [, issue, comment] = /^\/issues\/(?:(\d+)\/comments|comments\/(\d+))$/.exec(path) ?? [];
    if (issue) return onThread(Number(issue), request);
    if (comment) return onComment(Number(comment), request);
    const [, thread] = /^\/issues\/(\d+)$/.exec(path) ?? [];
    if (thread) return json(200, { comments: inThread(Number(thread)).length });
    if (path.endsWith('/reactions')) return json(201, { id: 1 });
    if (path === '/graphql') return json(200, { data: { viewer: WRITER } });
    return json(404, { message: 'Not Found' });
  };
}
