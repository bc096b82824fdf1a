import { connectGitHub, type GitHub } from '../../src/github/client.ts';
import type { HttpResponse } from '../../src/http/transport.ts';
import { TransportError } from '../../src/http/transport-error.ts';
import { readGitHubVariables } from '../../src/runtime/runner.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { json } from './scripted-world.ts';

/** A response of GitHub: a body with 200, a status only, a complete response, or a broken connection. */
export type Script = object | number | 'reset' | 'redirect';

export interface ScriptedGitHub {
  readonly github: GitHub;
  readonly clock: FakeClock;
  /** The requests in order: `GET /repos/…`. */
  readonly requests: readonly string[];
}

/**
 * @param scripts the responses for each path (below the repository), one after the other; the last one repeats.
 * @param takes how long each response takes, in milliseconds.
 */
export function scriptedGitHub(
  scripts: Readonly<Record<string, readonly Script[]>>,
  { signal = new AbortController().signal, deadline = 600_000, takes = 0 } = {},
): ScriptedGitHub {
  const clock = createFakeClock();
  const requests: string[] = [];
  const left = new Map(Object.entries(scripts).map(([path, answers]) => [path, [...answers]]));
  const variables = readGitHubVariables({ GITHUB_REPOSITORY: 'acme/app' });
  const github = connectGitHub('ghs_token', {
    variables,
    clock,
    signal,
    deadline,
    send: async ({ method, url }) => {
      const path = decodeURIComponent(url.pathname.replace('/repos/acme/app/', ''));
      requests.push(`${method} ${path}`);
      clock.pass(takes);
      const answers = left.get(path) ?? [404];
      return answered((answers.length > 1 ? answers.shift() : answers[0]) ?? 404);
    },
  });
  if (!github) throw new Error('No access.');
  return { github, clock, requests };
}

function answered(script: Script): HttpResponse {
  if (script === 'reset') throw new TransportError('reset', 'the connection broke before the answer');
  if (script === 'redirect') throw new TransportError('redirect', 'the server points elsewhere');
  if (typeof script === 'number') return json(script, { message: 'untrusted text' });
  return 'headers' in script && 'status' in script
    ? json(Number(script.status), {}, Object(script.headers))
    : json(200, script);
}
