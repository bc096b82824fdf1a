import type { HttpRequest, HttpResponse } from '../../src/http/transport.ts';
import { TransportError } from '../../src/http/transport-error.ts';

/** The requests that a fault hits, by their lines (method, server, path). */
export const PLACES = {
  'list of a thread': /^GET github\/issues\/\d+\/comments$/,
  'list of the repository': /^GET github\/issues\/comments$/,
  'new comment': /^POST github\/issues\/\d+\/comments$/,
  edit: /^PATCH github\/issues\/comments\/\d+$/,
  'read of a comment': /^GET github\/issues\/comments\/\d+$/,
  permission: /^GET github\/collaborators\//,
  reaction: /^POST github\/.*reactions$/,
  'pull request': /^GET github\/(pulls|commits)\//,
  comparison: /^GET github\/compare\//,
  account: /^GET github\/user\//,
  'any request to GitHub': /^\w+ github\//,
  create: /^POST service\/v2\/agent\/p\d\/job$/,
  'follow-up': /^POST service\/v2\/agent\/p\d\/job\/[^/]+\/message$/,
  status: /^GET service\/v2\/agent\/p\d\/job\/[^/]+$/,
  'any request to the service': /^\w+ service\//,
} as const;

/** So many requests are hit by a short fault at most. */
export const SHORT = 3;

/** An answer of a server. A string is HTML. */
export function answering(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  const isText = typeof body === 'string';
  const type = isText ? 'text/html' : 'application/json; charset=utf-8';
  return {
    status,
    headers: new Map(Object.entries({ 'content-type': type, ...headers })),
    body: Buffer.from(isText ? body : JSON.stringify(body)),
  };
}

const thrown = (...[fault, message]: ConstructorParameters<typeof TransportError>): never => {
  throw new TransportError(fault, message);
};
const never = () => new Promise<never>(() => {});

/** A request that meets a fault. `after` answers once a good server has carried it out. */
interface Met {
  readonly body: object;
  readonly headers: Readonly<Record<string, string>>;
  readonly isGitHub: boolean;
  readonly isOfComments: boolean;
  readonly now: number;
  readonly after: (
    answer: (good: HttpResponse) => HttpResponse | Promise<HttpResponse>,
  ) => Promise<HttpResponse>;
}
type Manner = (met: Met) => HttpResponse | Promise<HttpResponse>;

const statuses = (...list: readonly number[]) =>
  list.map((status): [string, Manner] => [
    String(status),
    ({ body, headers }) => answering(status, body, headers),
  ]);
const limited =
  (message: string, headersAt: (now: number) => Readonly<Record<string, string>>): Manner =>
  ({ body, headers, isGitHub, now }) =>
    answering(isGitHub ? 403 : 429, { ...body, message }, { ...headers, ...headersAt(now) });
const SECONDARY =
  'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';

const HOW = new Map<string, Manner>([
  ...statuses(400, 401, 403, 404, 408, 410, 422, 429),
  [
    '429 for 20 s',
    ({ body, headers }) => answering(429, body, { ...headers, 'retry-after': '20' }),
  ],
  ...statuses(500, 502, 503),
  ['html', ({ headers }) => answering(200, '<html>maintenance</html>', headers)],
  [
    'no body',
    ({ headers, after }) =>
      after(() => ({ ...answering(200, '', headers), body: Buffer.alloc(0) })),
  ],
  ['refused', () => thrown('refused', 'the connection was refused')],
  ['unresolved', () => thrown('unresolved', 'the host name does not resolve')],
  ['lost before', () => thrown('reset', 'the connection broke before the answer')],
  [
    'lost after',
    ({ after }) => after(() => thrown('reset', 'the connection broke before the answer')),
  ],
  ['502 after', ({ body, headers, after }) => after(() => answering(502, body, headers))],
  ['truncated after', ({ after }) => after(() => thrown('truncated', 'the answer was cut short'))],
  ['silence before', never],
  ['silence after', ({ after }) => after(never)],
  [
    'primary rate limit',
    limited('API rate limit exceeded for installation.', (now) => ({
      ...{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.ceil(now / 1000) + 40) },
    })),
  ],
  ['secondary rate limit', limited(SECONDARY, () => ({ 'retry-after': '30' }))],
  ['secondary rate limit without a time', limited(SECONDARY, () => ({}))],
  [
    'incomplete list',
    ({ isOfComments, after }) => after((answer) => (isOfComments ? withoutNewest(answer) : answer)),
  ],
]);
/** How a request can go wrong. */
export const MANNERS: readonly string[] = [...HOW.keys()];

/**
 * What comes of a request.
 * @param carryOut what a good server does. @param now milliseconds since the history began.
 */
export function withFault(
  how: string,
  { url, headers: { authorization } }: HttpRequest,
  carryOut: () => Promise<HttpResponse>,
  now: number,
): HttpResponse | Promise<HttpResponse> {
  const isGitHub = url.host === 'api.github.com';
  // A service may repeat the key that it rejects.
  const error = how === '401' || how === '403' ? `No access with ${authorization}` : 'Sorry';
  const body = isGitHub ? { message: 'Sorry' } : { error };
  const headers: Record<string, string> = isGitHub ? { date: new Date(now).toUTCString() } : {};
  const manner = HOW.get(how);
  if (!manner) throw new Error(`There is no fault “${how}”`);
  const isOfComments = url.pathname.endsWith('/comments');
  return manner({
    body,
    headers,
    isGitHub,
    isOfComments,
    now,
    after: (answer) => carryOut().then(answer),
  });
}

/** A list of comments that lacks the last one, as another server of GitHub would show it. */
function withoutNewest(answer: HttpResponse): HttpResponse {
  const list: unknown = JSON.parse(answer.body.toString() || 'null');
  return Array.isArray(list)
    ? { ...answer, body: Buffer.from(JSON.stringify(list.slice(0, -1))) }
    : answer;
}
