/** Answers of the service and of GitHub, for docs/troubleshooting.md: the headline and the fix that the action writes for each. */
import { failedRead, failureFrom, RequestFailure } from '../src/github/answers.ts';
import { TransportError } from '../src/http/transport-error.ts';
import { errorFromResponse } from '../src/service/connection.ts';

/** Status, headline and fix of answers of the service. */
export function serviceAnswers(): string[][] {
  const url = new URL('https://api.example.com');
  const rowOf = (status: number, purpose: 'create' | 'follow-up') => {
    const response = { status, headers: new Map<string, string>(), body: Buffer.alloc(0) };
    const connection = { baseUrl: url, apiKey: 'key' };
    const { headline, remedy } = errorFromResponse(response, { url, purpose }, connection);
    const shown = status === 500 ? '5xx' : String(status);
    return [
      `${shown}${purpose === 'create' ? '' : ' to a follow-up'}`,
      headline.replace(String(status), shown),
      remedy,
    ];
  };
  const ofCreate = [400, 401, 402, 403, 404, 409, 413, 500].map((status) => rowOf(status, 'create'));
  return [...ofCreate, rowOf(404, 'follow-up'), rowOf(409, 'follow-up')];
}

/** Headline, reason and fix of answers of GitHub. */
export const githubAnswers = (): string[][] =>
  [
    { status: 401 },
    { status: 403 },
    { status: 403, response: { headers: { 'x-ratelimit-remaining': '0' }, data: null } },
    { status: 502 },
    { status: 500, cause: new TransportError('redirect', 'GitHub redirected to another host') },
  ]
    .map((fields) => failureFrom(Object.assign(new Error(), fields)))
    .filter((failure) => failure instanceof RequestFailure)
    .map((failure) => {
      const { headline, remedy } = failedRead('it', failure);
      return [headline, failure.message, remedy];
    });
