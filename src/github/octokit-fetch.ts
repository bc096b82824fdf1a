import type { HttpClient, HttpResponse } from '../http/transport.ts';
import { TransportError } from '../http/transport-error.ts';

/** The largest GitHub answer: a page of 100 comments of 65,536 characters is at most 26 MB of UTF-8. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Milliseconds for one request, where `send` has no less to give. */
const TIMEOUT = 10_000;

interface FetchOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Our transport in the form that Octokit calls (`request.fetch`): what it reads are `status`, `url`, `headers` with `get`,
 * `text()` and `arrayBuffer()`. Octokit by itself turns a short or non-JSON success into a string and a broken list into an
 * empty one, so a success that is not JSON is an error here; and the token never leaves the API's own origin.
 * @param repositoryId of the repository that the workflow runs in: after a renaming GitHub redirects to the address with its number,
 * and that is followed once.
 */
export function octokitFetch(send: HttpClient, apiUrl: string, repositoryId: string | undefined) {
  const { origin } = new URL(apiUrl);

  /** The same request where the repository is now; undefined for any other redirect, as of an issue that was transferred. */
  function renamed(from: URL, { fault, location }: TransportError): URL | undefined {
    const to = fault === 'redirect' && location && repositoryId ? URL.parse(location, from.href) : null;
    const isOurs = to?.origin === origin && to.href.startsWith(`${apiUrl}/repositories/${repositoryId}/`);
    return isOurs ? to : undefined;
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
    if (url.origin !== origin) throw new TransportError('redirect', 'GitHub pointed to another host');
    const request = { method, url, headers, maxBytes: MAX_BYTES, connection: 'reusable' } as const;
    const answer = await sendOnce({ ...request, timeout: TIMEOUT, ...(body === undefined ? {} : { body }) });
    refuseNonJson(answer);
    return {
      status: answer.status,
      url: address,
      headers: answer.headers,
      text: async () => answer.body.toString(),
      arrayBuffer: async () => new Uint8Array(answer.body).buffer,
    };
  };
}

function refuseNonJson({ status, headers, body }: HttpResponse): void {
  if (status >= 400 || status === 204 || status === 205) return;
  if (headers.get('content-type')?.includes('json') && isJson(body.toString())) return;
  throw new TransportError('malformed', `GitHub answered ${status} with a body that is not JSON`);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
