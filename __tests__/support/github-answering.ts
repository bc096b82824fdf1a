import { connectGitHub, type GitHub } from '../../src/github/client.ts';
import type { HttpRequest, HttpResponse } from '../../src/http/transport.ts';
import { readGitHubVariables } from '../../src/runtime/runner.ts';
import { createFakeClock, type FakeClock, NOON } from './fake-clock.ts';
import { urlOf } from './sample-records.ts';
import { json } from './scripted-world.ts';

export interface AnsweringGitHub {
  readonly github: GitHub;
  readonly clock: FakeClock;
  /** The requests in order, relative to the repository: `GET issues/31/comments?per_page=100`. */
  readonly requests: readonly string[];
}

/** A stub of GitHub: a function of each request. Its clock follows the fake one. */
export function githubAnswering(answer: (request: HttpRequest, clock: FakeClock) => HttpResponse): AnsweringGitHub {
  const clock = createFakeClock();
  const requests: string[] = [];
  const variables = readGitHubVariables({ GITHUB_REPOSITORY: 'acme/app' });
  const github = connectGitHub('ghs_token', {
    variables,
    clock,
    signal: new AbortController().signal,
    deadline: 600_000,
    send: async (request) => {
      const { method, url } = request;
      requests.push(`${method} ${url.pathname.replace('/repos/acme/app/', '')}${url.search}`);
      return answer(request, clock);
    },
  });
  if (!github) throw new Error('No access.');
  return { github, clock, requests };
}

/** A success with GitHub's time in the header `date`. */
export const dated = (body: unknown, clock: FakeClock, headers: Record<string, string> = {}): HttpResponse =>
  json(200, body, { date: new Date(NOON + clock.now()).toUTCString(), ...headers });

/** A comment as in GitHub's lists. @param age milliseconds before noon. */
export const listed = (id: number, age = 0, more: Readonly<Record<string, unknown>> = {}) => ({
  id,
  html_url: urlOf(id),
  body: `Comment ${id}`,
  user: { login: 'alice' },
  created_at: new Date(NOON - age).toISOString(),
  updated_at: new Date(NOON - age).toISOString(),
  issue_url: 'https://api.github.com/repos/acme/app/issues/31',
  ...more,
});
