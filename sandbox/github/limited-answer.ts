import type { Answer } from '../http/faulty-answers.ts';
import type { RawRequest } from './model/api.ts';
import type { ApiAnswer } from './model/requests.ts';
import type { RateLimit } from './rate-limit.ts';

type Request = Omit<RawRequest, 'token'> & { readonly authorization: string | undefined };

/** A response of the API, with the headers that every response of GitHub has; 403 beyond the rate limit. @param answer of the model. */
export function limitedAnswer(
  answer: (request: RawRequest) => ApiAnswer,
  rateLimit: RateLimit,
  { authorization = '', ...request }: Request,
): Answer {
  const token = /^(?:bearer|token)\s+(.*)$/i.exec(authorization)?.[1];
  const { status, headers, body } = rateLimit.countRequest()
    ? answer({ ...request, token })
    : limitReached(request.url);
  const all = { ...JSON_TYPE, ...headers, ...rateLimit.headers() };
  return { status, headers: all, body: body === undefined ? '' : JSON.stringify(body) };
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const MESSAGE = 'API rate limit exceeded for installation.';

/** The GraphQL API answers with the status 200 and an error (GraphQL API, "Rate limits and query limits"). */
const limitReached = (url: string): ApiAnswer =>
  url === '/graphql'
    ? { status: 200, body: { errors: [{ type: 'RATE_LIMITED', message: MESSAGE }] } }
    : { status: 403, body: { message: MESSAGE } };
