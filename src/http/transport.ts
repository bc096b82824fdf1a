import http, { type Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Clock } from '../runtime/clock.ts';
import { quoteName } from '../text/escape.ts';
import { CHECKED, createProxyAgent, proxyFor } from './proxy.ts';
import { fromSocketError, TransportError } from './transport-error.ts';

export interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Milliseconds for the whole exchange, from name resolution to the last byte of the body. */
  readonly timeout: number;
  /** A decoded body with more bytes is an error. */
  readonly maxBytes: number;
  /**
   * `fresh` for requests that create jobs: if a reused idle connection breaks, it is unknown whether the request arrived. A GET whose
   * reused connection breaks before the answer is sent again at once over a fresh one: servers close idle connections at any time.
   */
  readonly connection: 'fresh' | 'reusable';
  readonly signal?: AbortSignal | undefined;
}

/** A complete response with any status except 3xx. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** Sends one request. @throws TransportError if no complete response arrives. */
export type HttpClient = (request: HttpRequest) => Promise<HttpResponse>;

/** Time limit for opening a connection. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Why a timer is stopped. The default reason would be an exception, whose stack takes longer than the timer. */
const OVER = 'over';

/** An HTTP client on node:http(s): no redirects, no retries of requests that a server may have read, bodies buffered completely, proxy from the environment. */
export function createTransport(
  clock: Pick<Clock, 'now' | 'sleep'>,
  env: Readonly<Record<string, string | undefined>> = {},
): HttpClient {
  const reusable = new Map<string, Promise<Agent>>();

  async function createAgent(url: URL, keepAlive: boolean): Promise<Agent> {
    const proxy = proxyFor(url, env);
    if (proxy) return createProxyAgent(proxy, keepAlive);
    if (url.protocol === 'http:') return new http.Agent({ keepAlive });
    return new https.Agent({ keepAlive, ...CHECKED });
  }

  function agentFor({ url, connection }: HttpRequest): Promise<Agent> {
    if (connection === 'fresh') return createAgent(url, false);
    const agent = reusable.get(url.origin) ?? createAgent(url, true);
    reusable.set(url.origin, agent);
    return agent;
  }

  return async (request) => {
    const end = clock.now() + request.timeout;
    const again = async () => {
      const fresh = { ...request, connection: 'fresh', timeout: Math.max(1, end - clock.now()) } as const;
      return exchange(fresh, await agentFor(fresh), clock);
    };
    return exchange(request, await agentFor(request), clock, request.method === 'GET' ? again : undefined);
  };
}

/** The JSON value of a body; undefined if the body is not JSON. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

const moduleFor = (url: URL) => (url.protocol === 'https:' ? https : http);

/** @param again called instead of failing if a reused connection broke before the first byte of the answer. */
async function exchange(
  request: HttpRequest,
  agent: Agent,
  clock: Pick<Clock, 'sleep'>,
  again?: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const { url, method, maxBytes } = request;
  const headers = { 'accept-encoding': 'gzip', ...request.headers };
  // The proxy agent needs this timeout: nothing else can end its own connection.
  const timeout = Math.min(CONNECT_TIMEOUT_MS, request.timeout);
  const outgoing = moduleFor(url).request(url, { agent, method, headers, timeout });
  const attempt = watch(outgoing, request, clock);
  try {
    const response = await Promise.race([responseTo(outgoing, request.body), attempt.ended]);
    refuseRedirect(response, request.url);
    return {
      status: response.statusCode ?? 0,
      headers: new Map(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
      body: await readBody(response, maxBytes),
    };
  } catch (error) {
    outgoing.destroy();
    if (again && !attempt.reason && outgoing.reusedSocket && attempt.isUnanswered()) return again();
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
  /** Whether the connection (for https: the TLS connection) is open. */
  opened: boolean;
  /** Whether no byte of the answer arrived. */
  isUnanswered(): boolean;
  /** Why this module ended the attempt; it takes precedence over the socket error that follows. */
  reason?: TransportError;
  /** Rejects when this module ends the attempt: a request that waits for its agent emits no error when it is destroyed. */
  readonly ended: Promise<never>;
  stopWatching(): void;
}

/** Ends the attempt at its timeouts and on the caller's signal, and notes when the connection opens. */
function watch(outgoing: ClientRequest, { url, timeout, signal }: HttpRequest, clock: Pick<Clock, 'sleep'>): Attempt {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  ended.catch(() => {}); // no unhandled rejection if it rejects after the exchange
  const end = (reason: TransportError) => {
    attempt.reason ??= reason;
    outgoing.destroy();
    reject(reason);
  };
  const onTime = () => {
    if (attempt.opened) end(new TransportError('timeout', `no complete answer within ${seconds(timeout)}`));
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
  const connecting = after(Math.min(CONNECT_TIMEOUT_MS, timeout), onConnectTime);
  const attempt: Attempt = {
    opened: false,
    isUnanswered: () => true,
    ended,
    stopWatching() {
      whole.abort(OVER);
      connecting.abort(OVER);
      signal?.removeEventListener('abort', onAbort);
    },
  };
  const onOpen = () => {
    attempt.opened = true;
    connecting.abort(OVER);
  };

  outgoing.once('socket', (socket) => {
    const before = socket.bytesRead;
    attempt.isUnanswered = () => socket.bytesRead === before;
    if (outgoing.reusedSocket) onOpen();
    else socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', onOpen);
  });
  signal?.addEventListener('abort', onAbort);
  if (signal?.aborted) onAbort();
  return attempt;
}

/** Longer than an origin with a host name (RFC 1035: 255 octets): no cut leaves a part of a secret. */
const MAX_ORIGIN = 300;

function refuseRedirect({ statusCode = 0, headers }: IncomingMessage, url: URL): void {
  if (statusCode < 300 || statusCode > 399) return;
  const target = URL.parse(headers.location ?? '', url.href)?.origin;
  const elsewhere = target && target !== 'null' ? ` to ${quoteName(target, MAX_ORIGIN)}` : '';
  const where = target === url.origin ? ' to another path' : elsewhere;
  const message = `the server answered ${statusCode}, a redirect${where}, which is not followed`;
  throw new TransportError('redirect', message, headers.location ? { location: headers.location } : {});
}

const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));
const seconds = (ms: number) => `${Math.ceil(ms / 1000)} s`;

/**
 * Reads and decodes a whole body.
 * @throws TransportError `too-large`, `truncated` or `malformed`.
 */
async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of decoded(response)) {
      size += chunk.length;
      if (size > maxBytes) throw new TransportError('too-large', `the answer is larger than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof TransportError ? error : fromBodyError(error);
  }
  return Buffer.concat(chunks);
}

function decoded(response: IncomingMessage): AsyncIterable<Buffer> {
  // RFC 9110, 8.4.1: case-insensitive, and `x-gzip` is `gzip`.
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() || 'identity';
  if (encoding === 'identity') return response;
  if (encoding !== 'gzip' && encoding !== 'x-gzip')
    throw new TransportError('malformed', 'the answer has an unsupported encoding');
  return pipeline(response, createGunzip(), () => {}); // an error is thrown where gunzip is read
}

function fromBodyError(error: unknown): TransportError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // ECONNRESET "aborted": the connection ended early. Z_BUF_ERROR: the gzip stream ended early.
  return code === 'ECONNRESET' || code === 'Z_BUF_ERROR'
    ? new TransportError('truncated', 'the answer was truncated', { cause: error })
    : new TransportError('malformed', `the answer cannot be decoded (${code})`, { cause: error });
}
