import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBytes } from '../bytes.ts';
import type { SandboxClock } from '../clock.ts';
import { REQUEST_HEADER } from '../virtual-clock.ts';
import { countReactions } from './counted-reactions.ts';
import { createEmulatorExtensions, type EmulatorExtensions } from './emulator-extensions.ts';
import { createFaults, type Fault, type FaultForm, type Faults, hasEffect } from './faults.ts';
import { readObject, refusal } from './json.ts';
import { type Listening, listen } from './listen.ts';
import { createRefWatch } from './ref-watch.ts';
import { ROUTES } from './routes/all.ts';
import type { RouteContext } from './routes/route.ts';
import { type Answer, createUpstream, type Emulator, type Get, type Upstream } from './upstream.ts';
import { createWebPages, isWebPage } from './web/web-pages.ts';
import { createWorkflowRuns, type WorkflowRuns } from './web/workflow-runs.ts';
import type { Deliver } from './webhook-inbox.ts';
import { refuseOtherRepository, type WorkflowToken } from './workflow-token.ts';

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
  readonly status: number | undefined;
}

export interface ProxyServer extends Listening {
  readonly requests: LoggedRequest[];
  readonly faults: Faults;
  readonly extensions: EmulatorExtensions;
  readonly runs: WorkflowRuns;
}

interface ProxyServerOptions {
  readonly clock: SandboxClock;
  readonly emulator: Emulator;
  /** Receives the webhooks that the emulator does not send. */
  readonly deliver: Deliver;
  /** The current token of the workflow's job. */
  readonly workflow: () => WorkflowToken;
  /** The token of an account that sees every repository, with which web pages are read. */
  readonly pageToken: string;
  /** The repository whose pages a browser gets at `/`: `/acme/docs`. */
  readonly home: string;
}

/**
 * A proxy before the emulator: forwards requests, logs them, applies faults, and adds what the emulator lacks (`routes/`, and
 * deliveries for pushes), based on the emulator's data and its own additional state (`emulator-extensions.ts`). Web pages (`web/`) are
 * no API requests: not logged, without faults and limits.
 */
export async function createProxyServer({
  clock,
  emulator,
  deliver,
  workflow,
  pageToken,
  home,
}: ProxyServerOptions): Promise<ProxyServer> {
  const requests: LoggedRequest[] = [];
  const faults = createFaults();
  const extensions = createEmulatorExtensions(clock);
  const ended = new AbortController();
  const watchRefs = createRefWatch(deliver, extensions.refs);
  let changes = 0;
  const runs = createWorkflowRuns(() => {
    changes += 1;
  }, clock.now);

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request;
    const body = await readBytes(request);
    const entry = logEntry(request, body, clock.now());
    requests.push(entry);
    const fault = faults.take(method, url);
    const path = await withName(url, createUpstream(emulator, request, body));
    request.url = path;
    const upstream = createUpstream(emulator, request, body);
    const route = () => answerTo({ method, path, body }, upstream, { deliver, extensions });
    const latency = REQUEST_HEADER in request.headers ? extensions.latency.milliseconds : 0;
    const delay = latency + (fault?.kind === 'delay' ? fault.ms : 0);
    if (delay > 0) await clock.hold(request, clock.sleep(delay, ended.signal));
    const answer = await answerUnder(fault, async () => {
      const refused =
        extensions.rateLimit.countRequest() ??
        refuseToken(request, emulator) ??
        (await refuseOtherRepository({ method, path }, workflow(), upstream));
      const headers = extensions.rateLimit.headers();
      const made = refused ?? countReactions(await watchRefs({ method, path }, upstream, route), extensions.reactions);
      return { ...made, headers: { ...made.headers, ...headers, date: new Date(clock.now()).toUTCString() } };
    });
    fault?.onStrike?.();
    if (fault?.kind === 'hang' || fault?.kind === 'hang-after') return clock.hold(request, closed(response));
    if (!answer || fault?.kind === 'reset-after') return void request.socket.resetAndDestroy();
    entry.status = answer.status;
    if (fault?.kind === 'truncate') return breakOff(response, answer);
    response.writeHead(answer.status, answer.headers);
    response.end(answer.body);
  }

  /** Renders a page only if something has changed since the browser read it. */
  async function showPage(path: string, { headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    const etag = `"${changes}"`;
    if (headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
    const as = { host: headers.host, authorization: `token ${pageToken}` };
    const get: Get = async (url) => {
      const upstream = createUpstream(emulator, { method: 'GET', url, headers: as }, NO_BODY);
      const answer = await answerTo({ method: 'GET', path: url, body: NO_BODY }, upstream, { deliver, extensions });
      return countReactions(answer, extensions.reactions);
    };
    const answer = await createWebPages({ get, runs })(path);
    response.writeHead(answer.status, { ...answer.headers, etag }).end(answer.body);
  }

  async function dispatch(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '/' } = request;
    const [path = ''] = url.split('?', 1);
    if (method === 'GET' && (path === '/' || path === home))
      return void response.writeHead(302, { location: `${home}/issues` }).end();
    if (method === 'GET' && isWebPage(path)) return showPage(path, request, response);
    await handle(request, response);
    if (method !== 'GET') changes += 1;
  }

  const server = await listen((request, response) => {
    dispatch(request, response).catch(() => response.destroy());
  });
  return {
    url: server.url,
    requests,
    faults,
    extensions,
    runs,
    close() {
      ended.abort();
      return server.close();
    },
  };
}

/** GitHub knows a repository by its number too, and redirects there after a renaming: `/repositories/1/issues`. */
async function withName(path: string, { get }: Upstream): Promise<string> {
  const [, repository, rest] = /^(\/repositories\/\d+)(\/.*)$/.exec(path) ?? [];
  return repository ? `/repos/${readObject(await get(repository)).full_name}${rest}` : path;
}

const NO_BODY = Buffer.alloc(0);

async function closed(response: ServerResponse): Promise<void> {
  if (!response.closed) await once(response, 'close');
}

function logEntry(
  { method = 'GET', url = '/', headers }: IncomingMessage,
  body: Buffer,
  at: number,
): Writable<LoggedRequest> {
  const all = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const { authorization } = headers;
  return { method, path: url, authorization, headers: all, body: body.toString(), at, status: undefined };
}

type Writable<T> = { -readonly [Field in keyof T]: T[Field] };

/** @returns undefined if the fault leaves no response. */
async function answerUnder(fault: Fault | undefined, act: () => Promise<Answer>): Promise<Answer | undefined> {
  if (fault?.kind === 'answer') return madeUp(fault);
  if (fault && !hasEffect(fault)) return undefined;
  const answer = await act();
  return fault?.kind === 'empty-after' ? madeUp({ kind: 'answer', status: answer.status, body: '{}' }) : answer;
}

/** Rejects unknown tokens, which the emulator would treat as its first user's. */
function refuseToken({ headers }: IncomingMessage, { tokenPool }: Emulator): Answer | undefined {
  return tokenPool.isBad(headers.authorization ?? '') ? refusal(401, 'Bad credentials') : undefined;
}

function madeUp({ status, headers, body = '{"message":"made to fail"}' }: FaultForm & { kind: 'answer' }): Answer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}

function breakOff(response: ServerResponse, { status, headers, body }: Answer): void {
  const whole = Buffer.from(body);
  response.writeHead(status, { ...headers, 'content-length': whole.length });
  response.write(whole.subarray(0, whole.length / 2), () => response.destroy());
}

function answerTo(
  { method, path, body }: { method: string; path: string; body: Buffer },
  upstream: Upstream,
  own: Pick<RouteContext, 'deliver' | 'extensions'>,
): Promise<Answer> {
  const [pathname = '', query] = path.split('?', 2);
  const route = ROUTES.find((each) => each.method === method && each.path.test(pathname));
  if (!route) return upstream.pass();
  const asked = { query: new URLSearchParams(query), body, ...own };
  return route.answer(route.path.exec(pathname)?.groups ?? {}, upstream, asked);
}
