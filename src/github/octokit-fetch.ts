import { type HttpClient, parseJson } from '../http/transport.ts';
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
 * Connects Octokit to this action's transport. Octokit's own parser turns a success that is not JSON into a string, a malformed list into
 * an empty one, and takes minutes for lists in lists of some thousand levels. So it gets the parsed data of a success as `body`, and of an
 * error only the message as `text()`. The token is never sent to an origin other than the API's.
 * @param repositoryId of the repository that the workflow runs in. After a repository is renamed, GitHub redirects to the address
 * with its number; that redirect is followed once.
 * @returns Octokit's request options. Their `fetch` throws TransportError.
 */
export function octokitRequest(send: HttpClient, apiUrl: string, repositoryId: string | undefined) {
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

  async function fetch(address: string, { method = 'GET', headers = {}, body }: FetchOptions) {
    const url = new URL(address);
    if (url.origin !== origin) throw new TransportError('redirect', 'GitHub redirected to another host');
    const request = { method, url, headers, maxBytes: MAX_BYTES };
    const answer = await sendOnce({ ...request, timeout: MAX_TIMEOUT_MS, ...(body === undefined ? {} : { body }) });
    const { status, headers: received } = answer;
    const value = parseJson(answer.body);
    if (value === undefined && status < 400 && status !== 204) {
      throw new TransportError('malformed', `GitHub answered ${status} with a body that is not JSON`);
    }
    const { message }: { message?: unknown } = Object(value);
    const text = JSON.stringify({ message: typeof message === 'string' ? message : '' });
    const answered = new Map(received).set('content-type', 'application/json');
    return { status, url: address, headers: answered, body: value, text: async () => text };
  }
  return { fetch, parseSuccessResponseBody: false };
}
