import * as v from '@badrap/valita';
import { ServiceError } from '../errors.ts';
import { type HttpResponse, parseJson } from '../http/transport.ts';
import type { TransportError, TransportFault } from '../http/transport-error.ts';
import { REDACTED } from '../sanitize/index.ts';
import { fallback, parse } from '../schema.ts';
import { excerpt } from '../text/escape.ts';

/** Whether the status proves that the service did not accept the request. 408 does not prove it, and 429 means "later". */
export const isDefinitiveRejection = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 429;

/** Whether the body is a web page, as a website answers, and not the API. */
export const isWebPage = (body: Buffer): boolean => /^\s*<(!doctype html|html)\b/i.test(body.toString('utf8', 0, 200));

/** What is wrong if the service answers with a web page. */
export const WEB_PAGE = 'The answer is a web page (HTML), so `base-url` probably leads to a website, not to the API.';

/** How many UTF-16 units of an error body are shown. */
const MAX_EXCERPT = 200;

/** Possibly a key or a part of one, never printed: a service that rejects a key may repeat it. */
const KEY_LIKE = /[A-Za-z0-9+/=_%.-]{16,}/g;

/** A request, as far as its errors name it. */
interface Asked {
  readonly purpose: Purpose;
  readonly url: URL;
}

/** The error for a response without a success status. The body of a 401 or 403 is shown in the log and the job summary only. */
export function errorFromResponse(
  { status, body }: HttpResponse,
  { purpose, url }: Asked,
  { baseUrl }: { readonly baseUrl: URL },
): ServiceError {
  const text = textOfErrorBody(body);
  const isPrivate = status === 401 || status === 403;
  const said = isPrivate ? '' : excerpt(text, MAX_EXCERPT);
  if (status === 409 && purpose === 'follow-up') return followUpNotAccepted(said);
  const quote = isPrivate && text ? excerpt(text.replace(KEY_LIKE, '…'), MAX_EXCERPT) : '';
  const isWrongAddress = status === 404 || status === 405;
  // Proxies and load balancers before the API answer other errors with HTML too.
  const isWebsite = (isWrongAddress || isPrivate) && isWebPage(body);
  const website = isWebsite ? `\n${WEB_PAGE}` : '';
  return new ServiceError(
    `The service answered ${status}${ending(said)}${website}`,
    status === 404 && purpose !== 'follow-up' ? remedyForAddress(baseUrl, text) : remedyFor(status, purpose),
    {
      quote,
      needsNewJob: isClosed(status, purpose),
      headline: isWebsite
        ? `A website answered, not the API (${status})`
        : (HEADLINES[status] ?? `Service error (${status})`),
      asked: isWrongAddress ? `${METHODS[purpose]} ${pathBelow(baseUrl, url)}` : '',
    },
  );
}

const followUpNotAccepted = (said: string): ServiceError =>
  new ServiceError(
    `The follow-up was not accepted: the service says that the job is busy or closed (409)${ending(said)}`,
    'If the job is busy, re-run the workflow after its end. If it is closed, for example archived, start a new job.',
    { headline: 'Follow-up not accepted (409)', needsNewJob: true },
  );

/** The path of a URL below `base-url`, without the path of `base-url`. */
const pathBelow = ({ pathname }: URL, url: URL): string => url.pathname.slice(pathname.replace(/\/+$/, '').length);

/** The end of the sentence, with one full stop. @param said the words of the service, in quotation marks; empty if there are none. */
const ending = (said: string) => (!said ? '.' : /[.!?]”$/.test(said) ? `: ${said}` : `: ${said}.`);

const MESSAGE = v.object({ message: v.string() }).map(({ message }) => message);
const ERROR_BODY = v.object({
  error: fallback(v.union(v.string(), MESSAGE), ''),
  message: fallback(v.string(), ''),
  details: fallback(v.array(fallback(MESSAGE, '')), []),
});

/**
 * `error`, `message` and `details[].message` of an error body, whose form SERVICE.md does not specify; empty if they contained a
 * secret.
 */
function textOfErrorBody(body: Buffer): string {
  const parsed = parse(ERROR_BODY, parseJson(body));
  if (!parsed.ok) return '';
  const { error, message, details } = parsed.value;
  const texts = [error, message, ...details].filter((text) => text.trim() !== '');
  const joined = [...new Set(texts)].join('; ');
  return joined.includes(REDACTED) ? '' : joined;
}

/** Inputs that a request contains besides its connection. */
const CHECK = {
  create: 'the prompt',
  'follow-up': 'the prompt',
  status: '`job-path`',
  visitors: '`date-from`, `date-to`',
  readers: '`window`',
} as const;

type Purpose = keyof typeof CHECK;

const METHODS = { create: 'POST', 'follow-up': 'POST', status: 'GET', visitors: 'GET', readers: 'GET' } as const;

const isClosed = (status: number, purpose: Purpose) => purpose === 'follow-up' && [400, 404, 410].includes(status);

function remedyFor(status: number, purpose: Purpose): string {
  if (isClosed(status, purpose)) return 'The job accepts no further request, for example because it was archived.';
  if (status === 400 || status === 422) return `Check ${CHECK[purpose]} and \`project-id\`.`;
  const other =
    status < 500 ? 'Check `base-url` and `project-id`.' : 'The service has a problem. Re-run the workflow later.';
  return REMEDIES[status] ?? other;
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
  return new ServiceError(
    `The request to the service failed: ${cause.message}.`,
    TRANSPORT_REMEDIES[cause.fault] ?? LATER,
    {
      cause,
      headline: cause.fault === 'redirect' ? 'The service redirects' : 'No answer from the service',
    },
  );
}

/** @param text of the error body. */
function remedyForAddress({ pathname }: URL, text: string): string {
  if (/\/v\d+(\/|$)/.test(pathname))
    return 'Remove the version, such as `/v1`, and what follows it from `base-url`: the action adds `/v2/…` itself. Then re-run the workflow.';
  if (/\bproject\b/i.test(text))
    return 'Check `project-id`. If it is right, check `base-url`: it is the address of the API, and ends before `/v2/…`. Then re-run the workflow.';
  return 'Check `base-url`: it is the address of the API, not of the website, and ends before `/v2/…`. Then check `project-id`, and re-run the workflow.';
}

const LATER = 'Re-run the workflow later. If it fails again, check `base-url` and the network of the runner.';
const ADDRESS =
  'Check `base-url`, and that the runner can reach it. If the runner needs a proxy, check HTTPS_PROXY. Then re-run the workflow.';

/** For other faults, {@link LATER}. */
const TRANSPORT_REMEDIES: Readonly<Partial<Record<TransportFault, string>>> = {
  unresolved: ADDRESS,
  refused: ADDRESS,
  'connect-timeout': ADDRESS,
  certificate: 'Check the certificate of the service. For a company CA, set `NODE_EXTRA_CA_CERTS` on the runner.',
  handshake: 'Check that the server at `base-url` supports TLS.',
  proxy: 'Check the proxy in HTTPS_PROXY, its credentials, and NO_PROXY.',
  cancelled: 'Re-run the workflow.',
  interrupted: 'Re-run the workflow.',
  redirect:
    'Compare `base-url` with the API documentation of the service: websites redirect, for example to a login page, and an API may have moved to another host or path. Then re-run the workflow.',
  'too-large': 'Check `base-url`: the answer is longer than any answer of the service.',
};
