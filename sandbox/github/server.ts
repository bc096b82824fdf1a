import type { SandboxClock } from '../clock.ts';
import { createFaults, type Fault, type Faults } from '../http/faults.ts';
import type { Answer } from '../http/faulty-answers.ts';
import { createFaultyServer, type FaultyServer, type LoggedRequest } from '../http/server.ts';
import { REQUEST_HEADER } from '../virtual-clock.ts';
import type { RawRequest } from './model/api.ts';
import type { ApiAnswer } from './model/requests.ts';
import { createRateLimit, limitedAnswer, type RateLimit } from './rate-limit.ts';

/** By default, a request is not executed if it gets no answer, or a given one. */
type GitHubFault = Fault & { readonly method: string; readonly path: RegExp };

export interface ApiServer extends FaultyServer<LoggedRequest> {
  readonly faults: Faults<GitHubFault>;
  readonly rateLimit: RateLimit;
  /** How long every response to a run on the virtual clock takes. */
  readonly latency: { milliseconds: number };
  clear(): void;
}

interface ApiServerOptions {
  readonly clock: SandboxClock;
  /** The API. */
  readonly answer: (request: RawRequest) => ApiAnswer;
  /** Web pages are no API requests: not logged, without faults and limits. Undefined for a path that has none. */
  readonly showPage: (path: string, etag: string | undefined) => Answer | undefined;
}

/** Serves the API over HTTP, with the headers that every response of GitHub has. */
export async function createApiServer({ clock, answer, showPage }: ApiServerOptions): Promise<ApiServer> {
  const queue = createFaults<GitHubFault>();
  const faults: Faults<GitHubFault> = {
    ...queue,
    add: (fault) => queue.add(fault.kind === 'answer' ? { body: '{"message":"made to fail"}', ...fault } : fault),
  };
  const rateLimit = createRateLimit(clock.now);
  const latency = { milliseconds: 0 };
  const server = await createFaultyServer<LoggedRequest, GitHubFault>({
    clock,
    faults: queue,
    describe: (request) => request,
    concerns: (fault, { method, path }) => fault.method === method && fault.path.test(path),
    isExecuted: ({ kind }) => kind !== 'answer' && kind !== 'reset' && kind !== 'hang',
    latency: ({ headers }) => (REQUEST_HEADER in headers ? latency.milliseconds : 0),
    answer: ({ method, path: url, headers: { authorization }, body }) =>
      limitedAnswer(answer, rateLimit, { method, url, authorization, body }),
    aside({ method, url = '/', headers }) {
      const page = method === 'GET' ? showPage(url.split('?', 1)[0] ?? '', headers['if-none-match']) : undefined;
      return page && (() => page);
    },
  });
  return {
    ...server,
    faults,
    rateLimit,
    latency,
    clear() {
      server.release();
      server.requests.length = 0;
      faults.clear();
      rateLimit.clear();
      latency.milliseconds = 0;
    },
  };
}
