import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBytes } from '../bytes.ts';
import type { SandboxClock } from '../clock.ts';
import { REQUEST_HEADER } from '../virtual-clock.ts';
import { createFaults, type Fault, type Faults, hasEffect } from './faults.ts';
import { type Listening, listen } from './listen.ts';
import type { RawRequest } from './model/api.ts';
import type { ApiAnswer } from './model/requests.ts';
import { createRateLimit, type RateLimit } from './rate-limit.ts';

/** One received request. */
interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** When it arrived, in milliseconds since the epoch by GitHub's clock. */
  readonly at: number;
  /** Of the response; undefined until there is one. */
  status: number | undefined;
}

/** A response with its bytes. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ApiServer extends Listening {
  readonly requests: LoggedRequest[];
  readonly faults: Faults;
  readonly rateLimit: RateLimit;
  /**
   * How long every response to a run on the virtual clock takes. People and the agent get theirs at once, because that clock does not
   * move while the service waits for its agent.
   */
  readonly latency: { milliseconds: number };
  clear(): void;
}

interface ApiServerOptions {
  readonly clock: SandboxClock;
  /** The API. */
  readonly answer: (request: RawRequest) => ApiAnswer;
  /** Web pages are no API requests: not logged, without faults and limits. Undefined for a path that has none. */
  readonly showPage: (path: string, etag: string | undefined) => WireAnswer | undefined;
}

/** Serves the API over HTTP: logs requests, applies faults, and adds the headers of every response of GitHub. */
export async function createApiServer({ clock, answer, showPage }: ApiServerOptions): Promise<ApiServer> {
  const requests: LoggedRequest[] = [];
  const faults = createFaults();
  const rateLimit = createRateLimit(clock.now);
  const latency = { milliseconds: 0 };
  const ended = new AbortController();

  function answerLimited(request: RawRequest): WireAnswer {
    const isLeft = rateLimit.countRequest();
    const { status, headers, body } = isLeft ? answer(request) : LIMIT_REACHED;
    return {
      status,
      headers: { ...JSON_TYPE, ...headers, ...rateLimit.headers(), date: new Date(clock.now()).toUTCString() },
      body: body === undefined ? '' : JSON.stringify(body),
    };
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request;
    const entry = logEntry(request, String(await readBytes(request)), clock.now());
    requests.push(entry);
    const fault = faults.take(method, url);
    const wait = (REQUEST_HEADER in headers ? latency.milliseconds : 0) + (fault?.kind === 'delay' ? fault.ms : 0);
    if (wait > 0) await clock.hold(request, clock.sleep(wait, ended.signal));
    const token = /^(?:bearer|token)\s+(.*)$/i.exec(headers.authorization ?? '')?.[1];
    const made = answerUnder(fault, () => answerLimited({ method, url, token, body: entry.body }));
    fault?.onStrike?.();
    if (fault?.kind === 'hang' || fault?.kind === 'hang-after') return clock.hold(request, closed(response));
    if (!made || fault?.kind === 'reset-after') return void request.socket.resetAndDestroy();
    entry.status = made.status;
    if (fault?.kind === 'truncate') return breakOff(response, made);
    response.writeHead(made.status, made.headers).end(made.body);
  }

  const server = await listen((request, response) => {
    const { method, url = '/', headers } = request;
    const shown = method === 'GET' ? showPage(url.split('?', 1)[0] ?? '', headers['if-none-match']) : undefined;
    if (shown) return void response.writeHead(shown.status, shown.headers).end(shown.body);
    handle(request, response).catch(() => response.destroy());
  });
  return {
    url: server.url,
    requests,
    faults,
    rateLimit,
    latency,
    clear() {
      requests.length = 0;
      faults.clear();
      rateLimit.clear();
      latency.milliseconds = 0;
    },
    close() {
      ended.abort();
      return server.close();
    },
  };
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const LIMIT_REACHED: ApiAnswer = { status: 403, body: { message: 'API rate limit exceeded' } };

async function closed(response: ServerResponse): Promise<void> {
  if (!response.closed) await once(response, 'close');
}

function logEntry({ method = 'GET', url = '/', headers }: IncomingMessage, body: string, at: number): LoggedRequest {
  const all = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  return { method, path: url, authorization: headers.authorization, headers: all, body, at, status: undefined };
}

/** @returns undefined if the fault leaves no response. */
function answerUnder(fault: Fault | undefined, act: () => WireAnswer): WireAnswer | undefined {
  if (fault?.kind === 'answer') return madeUp(fault);
  if (fault && !hasEffect(fault)) return undefined;
  const answer = act();
  return fault?.kind === 'empty-after' ? madeUp({ status: answer.status, body: '{}' }) : answer;
}

function madeUp(given: Pick<WireAnswer, 'status'> & Partial<WireAnswer>): WireAnswer {
  const { status, headers, body = '{"message":"made to fail"}' } = given;
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}

function breakOff(response: ServerResponse, { status, headers, body }: WireAnswer): void {
  const whole = Buffer.from(body);
  response.writeHead(status, { ...headers, 'content-length': whole.length });
  response.write(whole.subarray(0, whole.length / 2), () => response.destroy());
}
