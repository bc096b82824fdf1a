import http, { type Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Clock } from '../runtime/clock.ts';
import { quoteName } from '../text/escape.ts';
import { parseRedacted } from '../text/redact-secrets.ts';
import { createAgent } from './proxy.ts';
import { fromSocketError, TransportError, type TransportFault } from './transport-error.ts';

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

/** An HTTP client on node:http(s): no redirects, no retries of requests that a server may have read, bodies buffered completely, proxy from the environment. */
export function createTransport(
  clock: Pick<Clock, 'now' | 'sleep'>,
  env: Readonly<Record<string, string | undefined>> = {},
): HttpClient {
  const reusable = new Map<string, Agent>();

  function agentFor({ url, connection }: HttpRequest): Agent {
    if (connection === 'fresh') return createAgent(url, env, false);
    const agent = reusable.get(url.origin) ?? createAgent(url, env, true);
    reusable.set(url.origin, agent);
    return agent;
  }

  return async (request) => {
    const end = clock.now() + request.timeout;
    const again = () => {
      const fresh = { ...request, connection: 'fresh', timeout: Math.max(1, end - clock.now()) } as const;
      return exchange(fresh, agentFor(fresh), clock);
    };
    return exchange(request, agentFor(request), clock, request.method === 'GET' ? again : undefined);
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

/** A client whose answers contain no secret: servers may repeat what they were sent. JSON stays JSON. */
export function withRedactedAnswers(send: HttpClient, redact: (text: string) => string): HttpClient {
  return async (request) => {
    const answer = await send(request);
    const text = answer.body.toString();
    return redact(text) === text ? answer : { ...answer, body: Buffer.from(withoutSecrets(text, redact)) };
  };
}

function withoutSecrets(text: string, redact: (text: string) => string): string {
  try {
    return JSON.stringify(parseRedacted(text, redact));
  } catch {
    return redact(text); // not JSON, or with too many levels to walk through
  }
}

/** @param again called instead of failing if a reused connection broke before the first byte of the answer. */
async function exchange(
  request: HttpRequest,
  agent: Agent,
  clock: Pick<Clock, 'sleep'>,
  again?: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const { url, method, body, maxBytes } = request;
  const headers = { 'accept-encoding': 'gzip', ...request.headers };
  // The proxy agent needs this timeout: nothing else can end its own connection.
  const timeout = Math.min(CONNECT_TIMEOUT_MS, request.timeout);
  const outgoing = (url.protocol === 'https:' ? https : http).request(url, { agent, method, headers, timeout });
  const attempt = watch(outgoing, request, clock);
  try {
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.once('response', resolve).on('error', reject).end(body);
    });
    const response = await Promise.race([answered, attempt.ended]);
    refuseRedirect(response, url);
    return {
      status: response.statusCode ?? 0,
      headers: new Map(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
      body: await readBody(response, maxBytes),
    };
  } catch (error) {
    outgoing.destroy();
    if (again && !attempt.reason && outgoing.reusedSocket && attempt.isUnanswered()) return again();
    throw attempt.reason ?? (error instanceof TransportError ? error : fromSocketError(error, attempt.opened));
  } finally {
    attempt.stopWatching();
  }
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
  const over = new AbortController();
  const attempt: Attempt = {
    opened: false,
    isUnanswered: () => true,
    ended,
    stopWatching() {
      over.abort();
      signal?.removeEventListener('abort', onAbort);
    },
  };
  const end = (fault: TransportFault, message: string) => {
    attempt.reason ??= new TransportError(fault, message);
    outgoing.destroy();
    reject(attempt.reason);
  };
  const onConnectTime = () => {
    if (!attempt.opened) end('connect-timeout', 'no connection could be opened in time');
  };
  const onTime = () => {
    onConnectTime();
    end('timeout', `no complete answer within ${Math.ceil(timeout / 1000)} s`);
  };
  const onAbort = () => end(attempt.opened ? 'interrupted' : 'cancelled', 'the run was cancelled');
  const after = (ms: number, act: () => void) =>
    void clock.sleep(ms, over.signal).then(() => over.signal.aborted || act());
  after(timeout, onTime);
  after(Math.min(CONNECT_TIMEOUT_MS, timeout), onConnectTime);
  signal?.addEventListener('abort', onAbort);
  if (signal?.aborted) onAbort();

  const onOpen = () => {
    attempt.opened = true;
  };
  outgoing.once('socket', (socket) => {
    const before = socket.bytesRead;
    attempt.isUnanswered = () => socket.bytesRead === before;
    if (outgoing.reusedSocket) onOpen();
    else socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', onOpen);
  });
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
