import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Clock } from '../runtime/clock.ts';
import type { Env } from '../runtime/runner.ts';
import { quoteName } from '../text/format.ts';
import { readBody } from './body.ts';
import { fromSocketError, TransportError, type TransportFault } from './transport-error.ts';

export interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Milliseconds, from name resolution to the last byte of the body. */
  readonly timeout: number;
  /** A decoded body with more bytes is an error. */
  readonly maxBytes: number;
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

/**
 * A client on node:http(s). Each request has a connection of its own: if a reused one breaks, it is
 * unknown whether the request arrived.
 */
export function createTransport(
  clock: Pick<Clock, 'sleep'>,
  env: Env = {},
  nodeVersion = process.versions.node,
): HttpClient {
  return async (request) => exchange(request, proxyAgent(request.url, env, nodeVersion), clock);
}

/**
 * Certificates are always verified: `NODE_TLS_REJECT_UNAUTHORIZED=0` on the runner must not let
 * another host receive the key.
 */
const CHECKED = { rejectUnauthorized: true };

/**
 * Node's agent for the proxy that HTTPS_PROXY names; false without one, and for plain http, which
 * is allowed for loopback only. Node ignores silently what it does not support: the option
 * `proxyEnv` before version 24.5, and an address that is not http or https.
 * @throws TransportError for these. Its message has no part of the address, which may contain
 * credentials.
 */
function proxyAgent({ protocol }: URL, env: Env, nodeVersion: string): http.Agent | false {
  const address = env.https_proxy || env.HTTPS_PROXY;
  if (protocol !== 'https:' || !address) return false;
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number);
  if (major < 24 || (major === 24 && minor < 5))
    throw new TransportError(
      'proxy',
      `HTTPS_PROXY is set, but Node ${nodeVersion} cannot use a proxy; 24.5 and newer can`,
    );
  if (!/^https?:\/\//i.test(address))
    throw new TransportError(
      'proxy',
      'the address in HTTPS_PROXY begins with neither http:// nor https://',
    );
  try {
    return new https.Agent({ ...CHECKED, proxyEnv: { ...env } });
  } catch (error) {
    throw new TransportError('proxy', 'the address in HTTPS_PROXY is not a valid URL', {
      cause: error,
    });
  }
}

/**
 * A client that sends and returns no secret in a body: texts of others may contain one, and servers
 * may repeat what they were sent.
 */
export function withoutSecrets(send: HttpClient, redact: (text: string) => string): HttpClient {
  return async (request) => {
    const { body } = request;
    const answer = await send(body === undefined ? request : { ...request, body: redact(body) });
    const text = answer.body.toString();
    const redacted = redact(text);
    return redacted === text ? answer : { ...answer, body: Buffer.from(redacted) };
  };
}

async function exchange(
  { url, method, headers, body, timeout, maxBytes, signal }: HttpRequest,
  agent: http.Agent | false,
  clock: Pick<Clock, 'sleep'>,
): Promise<HttpResponse> {
  /**
   * Aborts at the end of the exchange; if the action ends it early, with the error as its reason.
   */
  const over = new AbortController();
  const end = (fault: TransportFault, message: string) =>
    over.abort(new TransportError(fault, message));
  const after = (ms: number, act: () => void) =>
    void clock.sleep(ms, over.signal).then(() => over.signal.aborted || act());

  const [{ request }, openEvent] =
    url.protocol === 'https:' ? [https, 'secureConnect'] : [http, 'connect'];
  const connectTimeout = Math.min(CONNECT_TIMEOUT_MS, timeout);
  const outgoing = request(url, {
    agent,
    method,
    headers: { 'accept-encoding': 'gzip', ...headers },
    timeout: connectTimeout, // also ends a proxy's connection, which `destroy` does not reach
    ...CHECKED,
  });
  let isOpen = false; // for https: the TLS connection
  outgoing.once('socket', (socket) => socket.once(openEvent, () => (isOpen = true)));
  outgoing.on('error', () => {}); // `once` throws the first one
  over.signal.addEventListener('abort', () => outgoing.destroy());
  after(
    connectTimeout,
    () => isOpen || end('connect-timeout', 'no connection could be opened in time'),
  );
  after(timeout, () => end('timeout', `no complete answer within ${Math.ceil(timeout / 1000)} s`));
  const onCancel = () => end(isOpen ? 'interrupted' : 'cancelled', 'the run was cancelled');
  signal?.addEventListener('abort', onCancel, { signal: over.signal });
  if (signal?.aborted) onCancel();

  try {
    const answered = once(outgoing, 'response', { signal: over.signal });
    outgoing.end(body);
    const response: IncomingMessage = (await answered)[0];
    refuseRedirect(response, url);
    return {
      status: response.statusCode ?? 0,
      headers: new Map(
        Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: await readBody(response, maxBytes),
    };
  } catch (error) {
    over.signal.throwIfAborted(); // the reason counts, not the error of the socket that follows
    throw error instanceof TransportError ? error : fromSocketError(error, isOpen);
  } finally {
    over.abort();
  }
}

/**
 * Longer than an origin with a host name (RFC 1035: 255 octets): no cut leaves a part of a secret.
 */
const MAX_ORIGIN = 300;

function refuseRedirect({ statusCode = 0, headers }: IncomingMessage, url: URL): void {
  if (statusCode < 300 || statusCode > 399) return;
  const target = URL.parse(headers.location ?? '', url.href)?.origin;
  const elsewhere = target && target !== 'null' ? ` to ${quoteName(target, MAX_ORIGIN)}` : '';
  const where = target === url.origin ? ' to another path' : elsewhere;
  const message = `the server answered ${statusCode}, a redirect${where}, which is not followed`;
  throw new TransportError('redirect', message, { location: headers.location });
}
