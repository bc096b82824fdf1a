import type { HttpRequest, HttpResponse } from '../../src/http/transport.ts';
import { TransportError } from '../../src/http/transport-error.ts';
import { answering } from './answers.ts';

/** The requests that a fault hits, by their lines (method, server, path). */
export const PLACES = {
  'list of a thread': /^GET github\/issues\/\d+\/comments$/,
  'list of the repository': /^GET github\/issues\/comments$/,
  'new comment': /^POST github\/issues\/\d+\/comments$/,
  edit: /^PATCH github\/issues\/comments\/\d+$/,
  deletion: /^DELETE github\/issues\/comments\/\d+$/,
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

export const MANNERS = [
  '400',
  '401',
  '403',
  '404',
  '408',
  '410',
  '422',
  '429',
  '429 for 20 s',
  '500',
  '502',
  '503',
  'html',
  'no body',
  'refused',
  'unresolved',
  'lost before',
  'lost after',
  '502 after',
  'truncated after',
  'silence before',
  'silence after',
  'primary rate limit',
  'secondary rate limit',
  'secondary rate limit without a time',
  'incomplete list',
] as const;
export type Manner = (typeof MANNERS)[number];

/** So many requests are hit by a short fault at most. */
export const SHORT = 3;

const thrown = (...[fault, message]: ConstructorParameters<typeof TransportError>): never => {
  throw new TransportError(fault, message);
};
const never = () => new Promise<never>(() => {});

/**
 * What comes of a request.
 * @param carryOut what a good server does. @param now milliseconds since the history began.
 */
export function withFault(
  how: Manner,
  request: HttpRequest,
  carryOut: () => Promise<HttpResponse>,
  now: number,
): HttpResponse | Promise<HttpResponse> {
  const after = (answer: () => HttpResponse | Promise<HttpResponse>) => carryOut().then(answer);
  const isGitHub = request.url.host === 'api.github.com';
  // A service may repeat the key that it rejects.
  const error = how === '401' || how === '403' ? `No access with ${request.headers.authorization}` : 'Sorry';
  const body = isGitHub ? { message: 'Sorry' } : { error };
  const headers = isGitHub ? { date: new Date(now).toUTCString() } : {};
  switch (how) {
    case '429 for 20 s':
      return answering(429, body, { ...headers, 'retry-after': '20' });
    case 'html':
      return answering(200, '<html>maintenance</html>', headers);
    case 'no body':
      return after(() => ({ ...answering(200, '', headers), body: Buffer.alloc(0) }));
    case 'refused':
      return thrown('refused', 'the connection was refused');
    case 'unresolved':
      return thrown('unresolved', 'the host name does not resolve');
    case 'lost before':
      return thrown('reset', 'the connection broke before the answer');
    case 'lost after':
      return after(() => thrown('reset', 'the connection broke before the answer'));
    case '502 after':
      return after(() => answering(502, body, headers));
    case 'truncated after':
      return after(() => thrown('truncated', 'the answer was cut short'));
    case 'silence before':
      return never();
    case 'silence after':
      return after(never);
    case 'primary rate limit': {
      const reset = String(Math.ceil(now / 1000) + 40);
      const limited = { ...headers, 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset };
      return answering(
        isGitHub ? 403 : 429,
        { ...body, message: 'API rate limit exceeded for installation.' },
        limited,
      );
    }
    case 'secondary rate limit':
    case 'secondary rate limit without a time': {
      const message = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';
      const time: Record<string, string> = how === 'secondary rate limit' ? { 'retry-after': '30' } : {};
      return answering(isGitHub ? 403 : 429, { ...body, message }, { ...headers, ...time });
    }
    case 'incomplete list':
      return carryOut().then(withoutNewest);
    default:
      return answering(Number(how), body, headers);
  }
}

/** A list that lacks its last element, as another server of GitHub would show it; other answers are as they are. */
function withoutNewest(answer: HttpResponse): HttpResponse {
  const list: unknown = JSON.parse(answer.body.toString() || 'null');
  return Array.isArray(list) ? { ...answer, body: Buffer.from(JSON.stringify(list.slice(0, -1))) } : answer;
}
