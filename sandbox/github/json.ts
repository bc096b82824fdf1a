import type { Answer } from './upstream.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Parses the body of a response. @throws if it is not a JSON object. */
export function readObject(answer: Answer): JsonObject {
  return asObject(JSON.parse(String(answer.body)));
}

/** Parses the body of a response. @throws if it is not a list of JSON objects. */
export function readList(answer: Answer): JsonObject[] {
  const list: unknown = JSON.parse(String(answer.body));
  if (!Array.isArray(list)) throw new Error('The emulator did not answer a list.');
  return asList(list);
}

export function asList(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.map(asObject) : [];
}

export function asObject(value: unknown): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('That is no JSON object.');
  return { ...value };
}

/** `answer` with another body, and without the headers that no longer match it. */
export function withJson(answer: Answer, body: unknown, status = 200): Answer {
  const { 'content-length': _, 'content-encoding': __, ...headers } = answer.headers;
  return {
    status,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
  };
}

/** A response of the proxy's own. */
export function jsonAnswer(status: number, body: unknown): Answer {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(body) };
}

export function refusal(status: number, message: string): Answer {
  return jsonAnswer(status, { message, status: String(status) });
}

/** The JSON object in the body of a request; empty without a body. */
export function readBody(body: Buffer): JsonObject {
  return body.length > 0 ? asObject(JSON.parse(String(body))) : {};
}
