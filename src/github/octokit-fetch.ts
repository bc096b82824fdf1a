import { type HttpClient, type HttpResponse, parseJson } from '../http/transport.ts';
import { TransportError } from '../http/transport-error.ts';

/** Time limit for one request. */
export const MAX_TIMEOUT_MS = 10_000;
/** Limit for a response body: a page of 100 comments of 65,536 characters is at most 26 MB of UTF-8. */
const MAX_BYTES = 32 * 1024 * 1024;

interface FetchOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Adapts this action's transport to Octokit's `request.fetch`. Octokit reads `status`, `url`, `headers.get`, `text()` and
 * `arrayBuffer()`. By itself, it turns a truncated or non-JSON success into a string, and a malformed list into an empty one, so a
 * success that is not JSON is an error here. The token is never sent to an origin other than the API's.
 * @param repositoryId of the repository that the workflow runs in. After a repository is renamed, GitHub redirects to the address
 * with its number; that redirect is followed once.
 * @returns the fetch function, which throws TransportError.
 */
export function octokitFetch(send: HttpClient, apiUrl: string, repositoryId: string | undefined) {
  const { origin } = new URL(apiUrl);

  /** The redirect target after the repository was renamed; undefined for other redirects, such as to a transferred issue. */
  function renamed(from: URL, { fault, location }: TransportError): URL | undefined {
    const to = fault === 'redirect' && location && repositoryId ? URL.parse(location, from.href) : null;
    const isSameRepository = to?.origin === origin && to.href.startsWith(`${apiUrl}/repositories/${repositoryId}/`);
    return isSameRepository ? to : undefined;
  }

  const sendOnce: HttpClient = async (request) => {
    try {
      return await send(request);
    } catch (error) {
      const url = error instanceof TransportError ? renamed(request.url, error) : undefined;
      if (!url) throw error;
      return send({ ...request, url });
    }
  };

  return async (address: string, { method = 'GET', headers = {}, body }: FetchOptions) => {
    const url = new URL(address);
    if (url.origin !== origin) throw new TransportError('redirect', 'GitHub redirected to another host');
    const request = { method, url, headers, maxBytes: MAX_BYTES, connection: 'reusable' } as const;
    const answer = await sendOnce({ ...request, timeout: MAX_TIMEOUT_MS, ...(body === undefined ? {} : { body }) });
    const value = parseJson(answer.body);
    refuseNonJson(answer, value);
    // Octokit shows nothing of an error without a body but its status.
    const text = isDeeper(value, MAX_DEPTH) ? '' : answer.body.toString();
    return {
      status: answer.status,
      url: address,
      headers: answer.headers,
      text: async () => text,
      arrayBuffer: async () => new Uint8Array(answer.body).buffer,
    };
  };
}

/** GitHub's own answers have less than ten levels. Octokit takes minutes to read lists in lists of some thousand levels. */
const MAX_DEPTH = 64;

/** Whether a JSON value has more levels of lists and objects. */
const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1)));

function refuseNonJson({ status, headers }: HttpResponse, value: unknown): void {
  if (status >= 400 || status === 204 || status === 205) return;
  const isJson = headers.get('content-type')?.includes('json') && value !== undefined;
  if (isJson && !isDeeper(value, MAX_DEPTH)) return;
  throw new TransportError('malformed', `GitHub answered ${status} with a body that is not JSON`);
}
