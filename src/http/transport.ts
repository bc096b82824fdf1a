import http, { type Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import type { Clock } from '../runtime/clock.ts';
import { readBody } from './body.ts';
import { CHECKED, createProxyAgent, proxyFor } from './proxy.ts';
import { fromSocketError, TransportError } from './transport-error.ts';

export interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Milliseconds for the whole exchange, from name resolution to the last byte of the body. */
  readonly timeout: number;
  /** The most bytes of decoded body that are read. */
  readonly maxBytes: number;
  /** `fresh` for requests that spend: a reused idle connection may die on the way and prove nothing. */
  readonly connection: 'fresh' | 'reusable';
  readonly signal?: AbortSignal | undefined;
}

/** A whole answer: any status but 3xx, and a body that came to its end. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** The one policy of every request. @throws TransportError when no whole answer came. */
export type HttpClient = (request: HttpRequest) => Promise<HttpResponse>;

/** The longest wait for a connection to open, in milliseconds. */
const CONNECT_TIMEOUT = 10_000;

/** Requests on node:http(s): no redirects, no retries, bodies buffered whole, proxy from the environment. */
export function createTransport(
  clock: Pick<Clock, 'sleep'>,
  env: Readonly<Record<string, string | undefined>> = {},
): HttpClient {
  const reusable = new Map<string, Promise<Agent>>();

  async function createAgent(url: URL, keepAlive: boolean): Promise<Agent> {
    const proxy = proxyFor(url, env);
    if (proxy) return createProxyAgent(proxy, keepAlive);
    if (url.protocol === 'http:') return new http.Agent({ keepAlive });
    return new (process.getBuiltinModule('node:https').Agent)({ keepAlive, ...CHECKED });
  }

  function agentFor({ url, connection }: HttpRequest): Promise<Agent> {
    if (connection === 'fresh') return createAgent(url, false);
    const agent = reusable.get(url.origin) ?? createAgent(url, true);
    reusable.set(url.origin, agent);
    return agent;
  }

  return async (request) => exchange(request, await agentFor(request), clock);
}

// `https` costs 8 ms to load, half of what node itself takes to start; a static import would always pay it.
const moduleFor = (url: URL) => (url.protocol === 'https:' ? process.getBuiltinModule('node:https') : http);

async function exchange(request: HttpRequest, agent: Agent, clock: Pick<Clock, 'sleep'>): Promise<HttpResponse> {
  const { url, method, maxBytes } = request;
  const headers = { 'accept-encoding': 'gzip', ...request.headers };
  // The time-out is for the proxy agent, whose own connection nothing else can end.
  const timeout = Math.min(CONNECT_TIMEOUT, request.timeout);
  const outgoing = moduleFor(url).request(url, { agent, method, headers, timeout });
  const attempt = watch(outgoing, request, clock);
  try {
    const response = await Promise.race([responseTo(outgoing, request.body), attempt.ended]);
    refuseRedirect(response);
    return {
      status: response.statusCode ?? 0,
      headers: new Map(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
      body: await readBody(response, maxBytes),
    };
  } catch (error) {
    outgoing.destroy();
    throw attempt.reason ?? (error instanceof TransportError ? error : fromSocketError(toError(error), attempt.opened));
  } finally {
    attempt.stopWatching();
  }
}

function responseTo(outgoing: ClientRequest, body: string | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once('response', resolve);
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

interface Attempt {
  /** The connection (with TLS: the secured one) is open. */
  opened: boolean;
  /** Why we ended the attempt ourselves; it comes before whatever error that caused. */
  reason?: TransportError;
  /** Rejects when we do: a request that waits for its agent does not notice that it was destroyed. */
  readonly ended: Promise<never>;
  stopWatching(): void;
}

/** Ends the attempt on its time-outs and on the caller's signal, and notes when the connection opens. */
function watch(outgoing: ClientRequest, { url, timeout, signal }: HttpRequest, clock: Pick<Clock, 'sleep'>): Attempt {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  ended.catch(() => {}); // it may end when nobody waits any more
  const end = (reason: TransportError) => {
    attempt.reason ??= reason;
    outgoing.destroy();
    reject(reason);
  };
  const onTime = () => {
    if (attempt.opened) end(new TransportError('timeout', `no whole answer within ${seconds(timeout)}`));
    else onConnectTime();
  };
  const onConnectTime = () => end(new TransportError('connect-timeout', 'no connection could be opened in time'));
  const onAbort = () => end(new TransportError(attempt.opened ? 'interrupted' : 'cancelled', 'the run was cancelled'));

  const after = (ms: number, act: () => void) => {
    const timer = new AbortController();
    void clock.sleep(ms, timer.signal).then(() => timer.signal.aborted || act());
    return timer;
  };
  const whole = after(timeout, onTime);
  const connecting = after(Math.min(CONNECT_TIMEOUT, timeout), onConnectTime);
  const attempt: Attempt = {
    opened: false,
    ended,
    stopWatching() {
      whole.abort();
      connecting.abort();
      signal?.removeEventListener('abort', onAbort);
    },
  };
  const onOpen = () => {
    attempt.opened = true;
    connecting.abort();
  };

  outgoing.once('socket', (socket) => {
    if (outgoing.reusedSocket) onOpen();
    else socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', onOpen);
  });
  signal?.addEventListener('abort', onAbort);
  if (signal?.aborted) onAbort();
  return attempt;
}

function refuseRedirect({ statusCode = 0, headers }: IncomingMessage): void {
  if (statusCode < 300 || statusCode > 399) return;
  const target = URL.parse(headers.location ?? '')?.origin;
  const where = target && target !== 'null' ? ` to ${target.slice(0, 100)}` : '';
  const message = `the server answered ${statusCode}, a redirect${where}, which is not followed`;
  throw new TransportError('redirect', message, headers.location ? { location: headers.location } : {});
}

const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));
const seconds = (ms: number) => `${Math.ceil(ms / 1000)} s`;
