import * as v from '@badrap/valita';
import type { ActionContext } from '../action-context.ts';
import { ServiceError } from '../errors.ts';
import { retryAfter } from '../http/retry.ts';
import type { HttpRequest, HttpResponse } from '../http/transport.ts';
import { TransportError, type TransportFault } from '../http/transport-error.ts';
import { REDACTED } from '../sanitize/index.ts';
import { fallback, parse, parseJson } from '../schema.ts';
import { excerpt } from '../text/format.ts';

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
  /** A retry would probably fail again; if it `isLasting` (401, 403, a redirect), also much later. */
  | { kind: 'refused'; error: ServiceError; isLasting: boolean }
  | { kind: 'transient'; error: ServiceError };

export type GetEffects = Pick<ActionContext, 'send' | 'clock' | 'signal'>;

interface GetRequest<T> extends Pick<HttpRequest, 'url' | 'timeout' | 'maxBytes'> {
  readonly purpose: 'status' | 'visitors';
  /** Validates the body. @throws ServiceError if it is not an answer of the service. */
  readonly parse: (body: Buffer) => T;
}

/** Faults that a retry would meet again. */
const LASTING: ReadonlySet<TransportFault> = new Set([
  'redirect',
  'certificate',
  'proxy',
  'too-large',
]);

/**
 * Sends one GET request; callers may retry it, because reading creates no job. Network errors are
 * results, not exceptions.
 */
export async function get<T>(
  { url, purpose, timeout, maxBytes, parse }: GetRequest<T>,
  connection: Connection,
  { send, clock, signal }: GetEffects,
): Promise<
  { kind: 'answer'; value: T } | { kind: 'not-found'; error: ServiceError } | ReadFailure
> {
  try {
    const answer = await send({
      method: 'GET',
      url,
      headers: headersOf(connection),
      timeout,
      maxBytes,
      signal,
    });
    if (isSuccess(answer)) return { kind: 'answer', value: parse(answer.body) };
    if (answer.status === 429) {
      return { kind: 'throttled', retryIn: retryAfter(answer.headers, clock.date().getTime()) };
    }
    const error = errorFromResponse(answer, { purpose, url }, connection);
    if (answer.status === 404) return { kind: 'not-found', error };
    // A web page is the answer of a firewall or proxy, which may let the next request pass.
    const isLasting = (answer.status === 401 || answer.status === 403) && !isWebPage(answer.body);
    return isDefinitiveRejection(answer.status)
      ? { kind: 'refused', error, isLasting }
      : { kind: 'transient', error };
  } catch (cause) {
    if (cause instanceof ServiceError) return { kind: 'transient', error: cause };
    if (!(cause instanceof TransportError)) throw cause;
    const error = errorFromTransport(cause);
    if (!LASTING.has(cause.fault)) return { kind: 'transient', error };
    return { kind: 'refused', error, isLasting: cause.fault === 'redirect' };
  }
}

/**
 * The statuses of a request that the server did not carry out (RFC 9110, 15.5; RFC 6585; RFC 7725).
 * Not 408 and 425, which say that its end is open, nor those that only proxies know: after 499
 * (nginx), the service may have carried it out. 429 means "later".
 */
const REJECTIONS: ReadonlySet<number> = new Set([
  ...[400, 401, 402, 403, 404, 405, 406, 407, 409, 410, 411, 412, 413, 414, 415, 416, 417],
  ...[421, 422, 426, 428, 431, 451],
]);

/** Whether the status proves that the service did not accept the request. */
export const isDefinitiveRejection = (status: number): boolean => REJECTIONS.has(status);

/** Whether the body is a web page, as a website answers, and not the API. */
export const isWebPage = (body: Buffer): boolean =>
  /^\s*<(!doctype html|html)\b/i.test(body.toString('utf8', 0, 200));

/** What is wrong if the service answers with a web page. */
export const WEB_PAGE =
  'The answer is a web page (HTML), so `base-url` probably leads to a website, not to the API.';

/** How many UTF-16 units of an error body are shown. */
const MAX_EXCERPT = 200;

/** Possibly a key or a part of one, never printed: a service that rejects a key may repeat it. */
const KEY_LIKE = /[A-Za-z0-9+/=_%.-]{16,}/g;

/**
 * The error for a response without a success status. The body of a 401 or 403 is shown in the log
 * and the job summary only.
 */
export function errorFromResponse(
  { status, body }: HttpResponse,
  { purpose, url }: { readonly purpose: Purpose; readonly url: URL },
  { baseUrl }: Pick<Connection, 'baseUrl'>,
): ServiceError {
  const text = textOfErrorBody(body);
  const isPrivate = status === 401 || status === 403;
  const said = isPrivate ? '' : excerpt(text, MAX_EXCERPT);
  if (status === 409 && purpose === 'follow-up') {
    return new ServiceError(
      `The follow-up was not accepted: the service says that the job is busy or closed (409)${ending(said)}`,
      'If the job is busy, re-run the workflow after its end. If it is closed, for example archived, start a new job.',
      { headline: 'Follow-up not accepted (409)', needsNewJob: true },
    );
  }
  const quote = isPrivate && text ? excerpt(text.replace(KEY_LIKE, '…'), MAX_EXCERPT) : '';
  const isWrongAddress = status === 404 || status === 405;
  // Proxies and load balancers before the API answer other errors with HTML too.
  const isWebsite = (isWrongAddress || isPrivate) && isWebPage(body);
  return new ServiceError(
    `The service answered ${status}${ending(said)}${isWebsite ? `\n${WEB_PAGE}` : ''}`,
    status === 404 && purpose !== 'follow-up'
      ? remedyForAddress(baseUrl, text)
      : remedyFor(status, purpose),
    {
      quote,
      needsNewJob: isClosed(status, purpose),
      headline: isWebsite
        ? `A website answered, not the API (${status})`
        : (HEADLINES[status] ?? `Service error (${status})`),
      asked: isWrongAddress ? `${REQUESTS[purpose].method} ${pathBelow(baseUrl, url)}` : '',
    },
  );
}

/** The path of a URL below `base-url`, without the path of `base-url`. */
const pathBelow = ({ pathname }: URL, url: URL): string =>
  url.pathname.slice(pathname.replace(/\/+$/, '').length);

/**
 * The end of the sentence, with one full stop. @param said the words of the service, in quotation
 * marks; empty if there are none.
 */
const ending = (said: string) => (!said ? '.' : /[.!?]”$/.test(said) ? `: ${said}` : `: ${said}.`);

const MESSAGE = v.object({ message: v.string() }).map(({ message }) => message);
const ERROR_BODY = v.object({
  error: fallback(v.union(v.string(), MESSAGE), ''),
  message: fallback(v.string(), ''),
  details: fallback(v.array(fallback(MESSAGE, '')), []),
});

/**
 * `error`, `message` and `details[].message` of an error body, whose form is not documented; empty
 * if they contained a secret.
 */
function textOfErrorBody(body: Buffer): string {
  const parsed = parse(ERROR_BODY, parseJson(body));
  if (!parsed.ok) return '';
  const { error, message, details } = parsed.value;
  const texts = [error, message, ...details].filter((text) => text.trim() !== '');
  const joined = [...new Set(texts)].join('; ');
  return joined.includes(REDACTED) ? '' : joined;
}

/** The method of a request, and the inputs that it contains besides its connection. */
const REQUESTS = {
  create: { method: 'POST', check: 'the prompt' },
  'follow-up': { method: 'POST', check: 'the prompt' },
  status: { method: 'GET', check: '`job-id`' },
  visitors: { method: 'GET', check: '`date-from`, `date-to`' },
} as const;

type Purpose = keyof typeof REQUESTS;

const isClosed = (status: number, purpose: Purpose) =>
  purpose === 'follow-up' && [400, 404, 410].includes(status);

function remedyFor(status: number, purpose: Purpose): string {
  if (isClosed(status, purpose))
    return 'The job accepts no further request, for example because it was archived.';
  if (status === 400 || status === 422)
    return `Check ${REQUESTS[purpose].check} and \`project-id\`.`;
  if (status >= 500) return 'The service has a problem. Re-run the workflow later.';
  return REMEDIES[status] ?? 'Check `base-url` and `project-id`.';
}

const REMEDIES: Readonly<Record<number, string>> = {
  401: 'Check that `base-url` is the address of the API. If it is, the key in `api-key` is wrong, expired or revoked: store a new one in the secret. Then re-run the workflow.',
  402: 'Check the plan and the payment of the project at the service.',
  403: 'The key passed to `api-key` may have expired or been revoked, lack the scope of an admin key, or belong to another project than `project-id`; the address of the runner may not be on the allow list; or the plan may not include this. After a change there, re-run the workflow.',
  409: 'The service reports a conflict. If its text does not say what to change, re-run the workflow later.',
};

const HEADLINES: Readonly<Record<number, string>> = {
  401: 'API key rejected (401)',
  403: 'Access denied by the service (403)',
};

/** The error for an exchange without a complete response. */
export function errorFromTransport(cause: TransportError): ServiceError {
  const headline =
    cause.fault === 'redirect' ? 'The service redirects' : 'No answer from the service';
  const remedy = TRANSPORT_REMEDIES[cause.fault] ?? LATER;
  return new ServiceError(`The request to the service failed: ${cause.message}.`, remedy, {
    cause,
    headline,
  });
}

/** @param text of the error body. */
function remedyForAddress({ pathname }: URL, text: string): string {
  if (/\/v\d+(\/|$)/.test(pathname))
    return 'Remove the version, such as `/v1`, and what follows it from `base-url`: the action adds `/v2/…` itself. Then re-run the workflow.';
  if (/\bproject\b/i.test(text))
    return 'Check `project-id`. If it is right, check `base-url`: it is the address of the API, and ends before `/v2/…`. Then re-run the workflow.';
  return 'Check `base-url`: it is the address of the API, not of the website, and ends before `/v2/…`. Then check `project-id`, and re-run the workflow.';
}

const LATER =
  'Re-run the workflow later. If it fails again, check `base-url` and the network of the runner.';
const ADDRESS =
  'Check `base-url`, and that the runner can reach it. If the runner needs a proxy, check HTTPS_PROXY. Then re-run the workflow.';

/** For other faults, {@link LATER}. */
const TRANSPORT_REMEDIES: Readonly<Partial<Record<TransportFault, string>>> = {
  unresolved: ADDRESS,
  refused: ADDRESS,
  'connect-timeout': ADDRESS,
  certificate:
    'Check the certificate of the service. For a company CA, set `NODE_EXTRA_CA_CERTS` on the runner.',
  handshake: 'Check that the server at `base-url` supports TLS.',
  proxy: 'Check the proxy in HTTPS_PROXY, its credentials, and NO_PROXY.',
  cancelled: 'Re-run the workflow.',
  interrupted: 'Re-run the workflow.',
  redirect:
    'Compare `base-url` with the API documentation of the service: websites redirect, for example to a login page, and an API may have moved to another host or path. Then re-run the workflow.',
  'too-large': 'Check `base-url`: the answer is longer than any answer of the service.',
};
