import type { HttpResponse } from '../http/transport.ts';

/** Where the service is, whose project it is, and who asks. */
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

/** The address of a path below `base-url`. Joined as text, so that no path can name another host. */
export const endpoint = ({ origin, pathname }: URL, path: string): URL =>
  new URL(origin + pathname.replace(/\/+$/, '') + path);

export const isSuccess = ({ status }: HttpResponse): boolean => status >= 200 && status < 300;
