import { connectGitHub, type GitHub } from '../../src/github/client.ts';
import type { HttpRequest, HttpResponse } from '../../src/http/transport.ts';
import { TransportError } from '../../src/http/transport-error.ts';
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
export function githubAnswering(
  answer: (request: HttpRequest, clock: FakeClock) => HttpResponse,
  { signal = new AbortController().signal, deadline = 600_000 } = {},
): AnsweringGitHub {
  const clock = createFakeClock();
  const requests: string[] = [];
  const variables = readGitHubVariables({ GITHUB_REPOSITORY: 'acme/app' });
  const send = async (request: HttpRequest) => {
    requests.push(`${request.method} ${pathOf(request)}${request.url.search}`);
    return answer(request, clock);
  };
  const github = connectGitHub('ghs_token', { variables, clock, signal, deadline, send });
  if (!github) throw new Error('No access.');
  return { github, clock, requests };
}

const pathOf = ({ url }: HttpRequest) =>
  decodeURIComponent(url.pathname.replace('/repos/acme/app/', ''));

/**
 * A response of GitHub: a body with 200, a status only, a complete response, or a broken
 * connection.
 */
export type Script = object | number | 'reset' | 'redirect';

/**
 * A stub of GitHub with the responses for each path below the repository, one after the other; the
 * last one repeats.
 * @param takes how long each response takes, in milliseconds.
 */
export function scriptedGitHub(
  scripts: Readonly<Record<string, readonly Script[]>>,
  { takes = 0, ...effects }: { signal?: AbortSignal; deadline?: number; takes?: number } = {},
): AnsweringGitHub {
  const left = new Map(Object.entries(scripts).map(([path, answers]) => [path, [...answers]]));
  return githubAnswering((request, clock) => {
    clock.pass(takes);
    const [next = 404, ...others] = left.get(pathOf(request)) ?? [];
    if (others.length > 0) left.set(pathOf(request), others);
    return answered(next);
  }, effects);
}

function answered(script: Script): HttpResponse {
  if (script === 'reset')
    throw new TransportError('reset', 'the connection broke before the answer');
  if (script === 'redirect') throw new TransportError('redirect', 'the server points elsewhere');
  if (typeof script === 'number') return json(script, { message: 'untrusted text' });
  return 'headers' in script && 'status' in script
    ? json(Number(script.status), {}, Object(script.headers))
    : json(200, script);
}

/** A success with GitHub's time in the header `date`. */
export const dated = (
  body: unknown,
  clock: FakeClock,
  headers: Record<string, string> = {},
): HttpResponse =>
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
