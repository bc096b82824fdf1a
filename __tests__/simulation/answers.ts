import type { HttpResponse } from '../../src/http/transport.ts';

/** Midnight of a Monday, when every history begins. */
export const START = Date.UTC(2026, 2, 2);

/** An answer of a server. A string is HTML. */
export function answering(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  const isText = typeof body === 'string';
  const type = isText ? 'text/html' : 'application/json; charset=utf-8';
  return {
    status,
    headers: new Map(Object.entries({ 'content-type': type, ...headers })),
    body: Buffer.from(isText ? body : JSON.stringify(body)),
  };
}

/** A field of a JSON body as text; empty if it has none. */
export const fieldOf = (body: string | undefined, name: string): string => {
  const value: unknown = Object(JSON.parse(body ?? '{}'))[name];
  return typeof value === 'string' ? value : '';
};
