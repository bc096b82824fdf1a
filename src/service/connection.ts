import { ServiceError } from '../errors.ts';
import { retryAfter } from '../http/retry.ts';
import type { HttpClient, HttpResponse } from '../http/transport.ts';
import { TransportError, type TransportFault } from '../http/transport-error.ts';
import type { Clock } from '../runtime/clock.ts';
import { errorFromResponse, errorFromTransport, isDefinitiveRejection, isWebPage } from './answer-errors.ts';

/** The service's address, the project, and the key for requests. */
export interface Connection {
  readonly baseUrl: URL;
  readonly projectId: string;
  readonly apiKey: string;
  readonly userAgent: string;
}

export const headersOf = ({ apiKey, userAgent }: Connection) => ({
  authorization: `Bearer ${apiKey}`,
  accept: 'application/json',
  'user-agent': userAgent,
});

/** The URL of a path below `base-url`. Joined as text, so that no path can lead to another host. */
export const endpoint = ({ origin, pathname }: URL, path: string): URL =>
  new URL(origin + pathname.replace(/\/+$/, '') + path);

export const isSuccess = ({ status }: HttpResponse): boolean => status >= 200 && status < 300;

/** Why a GET request came to nothing, unless the answer was 404. */
export type ReadFailure =
  /** `retryIn`: milliseconds, if the service named a time. */
  | { kind: 'throttled'; retryIn: number | undefined }
  /** A retry would probably fail again; if it `isFinal` (401, 403, a redirect), also much later. */
  | { kind: 'refused'; error: ServiceError; isFinal: boolean }
  | { kind: 'transient'; error: ServiceError };

export interface GetEffects {
  readonly send: HttpClient;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

interface GetRequest<T> {
  readonly url: URL;
  readonly purpose: 'status' | 'visitors' | 'readers';
  /** Milliseconds. */
  readonly timeout: number;
  /** A longer decoded body is an error. */
  readonly maxBytes: number;
  /** Validates the body. @throws ServiceError if it is not an answer of the service. */
  readonly parse: (body: Buffer) => T;
}

/** Faults that a retry would meet again. */
const LASTING: ReadonlySet<TransportFault> = new Set(['redirect', 'certificate', 'proxy', 'too-large']);

/** Sends one GET request; callers may retry it, because reading creates no job. Network errors are results, not exceptions. */
export async function get<T>(
  { url, purpose, timeout, maxBytes, parse }: GetRequest<T>,
  connection: Connection,
  { send, clock, signal }: GetEffects,
): Promise<{ kind: 'answer'; value: T } | { kind: 'not-found'; error: ServiceError } | ReadFailure> {
  try {
    const answer = await send({ method: 'GET', url, headers: headersOf(connection), timeout, maxBytes, signal });
    if (isSuccess(answer)) return { kind: 'answer', value: parse(answer.body) };
    if (answer.status === 429) {
      return { kind: 'throttled', retryIn: retryAfter(answer.headers, clock.date().getTime()) };
    }
    const error = errorFromResponse(answer, { purpose, url }, connection);
    if (answer.status === 404) return { kind: 'not-found', error };
    // A web page is the answer of a firewall or proxy, which may let the next request pass.
    const isFinal = (answer.status === 401 || answer.status === 403) && !isWebPage(answer.body);
    return isDefinitiveRejection(answer.status) ? { kind: 'refused', error, isFinal } : { kind: 'transient', error };
  } catch (cause) {
    if (cause instanceof ServiceError) return { kind: 'transient', error: cause };
    if (!(cause instanceof TransportError)) throw cause;
    const error = errorFromTransport(cause);
    if (!LASTING.has(cause.fault)) return { kind: 'transient', error };
    return { kind: 'refused', error, isFinal: cause.fault === 'redirect' };
  }
}
