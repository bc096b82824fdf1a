import type { HttpResponse } from '../http/transport.ts';

/** The service's address, the project, and the key for requests. */
export interface Connection {
  readonly baseUrl: URL;
  readonly projectId: string;
  readonly apiKey: string;
  readonly userAgent: string;
  /** Error texts of the service are not shown: they may repeat confidential parts of the prompt. */
  readonly hidesErrorTexts?: boolean;
}

export const headersOf = ({ apiKey, userAgent }: Connection) => ({
  authorization: `Bearer ${apiKey}`,
  accept: 'application/json',
  'user-agent': userAgent,
});

/** The URL of a path below `base-url`. Joined as text, so that no path can lead to another host. */
export const endpoint = ({ origin, pathname }: URL, path: string): URL =>
  new URL(origin + pathname.replace(/\/+$/, '') + path);

/** The path of a URL of {@link endpoint}, without the path of `base-url`. */
export const pathBelow = ({ pathname }: URL, url: URL): string =>
  url.pathname.slice(pathname.replace(/\/+$/, '').length);

export const isSuccess = ({ status }: HttpResponse): boolean => status >= 200 && status < 300;

/** Whether the body is a web page, as a website answers, and not the API. */
export const isWebPage = (body: Buffer): boolean => /^\s*<(!doctype html|html)\b/i.test(body.toString('utf8', 0, 200));

/** What is wrong if the service answers with a web page. */
export const WEB_PAGE = 'The answer is a web page (HTML), so `base-url` probably leads to a website, not to the API.';

/** The JSON value of a body; undefined if the body is not JSON. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
