import { type IncomingMessage, request as send } from 'node:http';
import { readBytes } from '../bytes.ts';
import { type JsonObject, readObject } from './json.ts';
import type { TimeStamps } from './time-stamps.ts';
import { type TokenPool, tokenIn } from './token-pool.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer | string;
}

/** Reads from the emulator. */
export type Get = (path: string) => Promise<Answer>;

/** The emulator, with the authorization of the current request. */
export interface Upstream {
  /** The proxy's address: `http://127.0.0.1:<port>`. */
  readonly address: string;
  /** The token in the request's `authorization` header; empty for none. */
  readonly token: string;
  /** Known accounts by token. */
  readonly accounts: Map<string, JsonObject>;
  /** Forwards the request unchanged. */
  pass(): Promise<Answer>;
  /** Sends another GET request with the same authorization. */
  readonly get: Get;
  /** Sends another request with the same authorization. */
  send(method: string, path: string, body: object): Promise<Answer>;
}

/** The emulator, the pool of its tokens, and the translation of its time stamps. */
export interface Emulator {
  readonly url: string;
  readonly tokenPool: TokenPool;
  readonly stamps: TimeStamps;
  /** Known accounts by token. */
  readonly accounts: Map<string, JsonObject>;
  /** Answers that never change, by token and path. */
  readonly kept: Map<string, Answer>;
}

/** Commits, comparisons of commits, and accounts by their number never change, and are most of what the proxy asks for itself. */
const NEVER_CHANGES =
  /^\/repos\/[^/]+\/[^/]+\/(commits\/[\da-f]{40}|compare\/[\da-f]{40}\.\.\.[\da-f]{40})$|^\/users\?since=/;

/** @param request whose authorization and host count. */
export function createUpstream(
  emulator: Emulator,
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  body: Buffer,
): Upstream {
  const { method = 'GET', url = '/', headers } = request;
  const { authorization } = headers;
  const asThey = { host: headers.host, ...(authorization ? { authorization } : {}) };
  return {
    address: `http://${headers.host}`,
    token: tokenIn(authorization),
    accounts: emulator.accounts,
    pass: () => ask(emulator, { method, path: url, headers, body }),
    get: (path) => read(emulator, { method: 'GET', path, headers: asThey }),
    send: (verb, path, content) => {
      const text = Buffer.from(JSON.stringify(content));
      const described = { 'content-type': 'application/json', 'content-length': String(text.length) };
      return ask(emulator, { method: verb, path, headers: { ...asThey, ...described }, body: text });
    },
  };
}

/** Creates a function that sends JSON to the emulator as an account, bypassing the proxy. It throws if the emulator rejects the request. */
export function createWriter(emulator: Emulator, token: string) {
  return async (method: string, path: string, body: object): Promise<JsonObject> => {
    const text = Buffer.from(JSON.stringify(body));
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': String(text.length),
    };
    const answer = await ask(emulator, { method, path, headers, body: text });
    if (answer.status >= 300) {
      throw new Error(`Seeding the embedded GitHub failed: ${method} ${path} answered ${answer.status}`);
    }
    return answer.body.length > 0 ? readObject(answer) : {};
  };
}

/** Creates a function that reads from the emulator as an account. */
export function createReader(emulator: Emulator, token: string): Get {
  return (path) => read(emulator, { method: 'GET', path, headers: { authorization: `token ${token}` } });
}

interface Question {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body?: Buffer;
}

/** Asks once for what never changes. */
async function read(emulator: Emulator, question: Question): Promise<Answer> {
  const { path, headers } = question;
  const name = `${tokenIn(headers.authorization)} ${path}`;
  const answer = emulator.kept.get(name) ?? (await ask(emulator, question));
  if (answer.status === 200 && NEVER_CHANGES.test(path)) emulator.kept.set(name, answer);
  return answer;
}

async function ask(
  { url, tokenPool, stamps }: Emulator,
  { method, path, headers: theirs, body }: Question,
): Promise<Answer> {
  const { authorization } = theirs;
  const headers = defined({ ...theirs, ...(authorization && { authorization: await tokenPool.swap(authorization) }) });
  if (method !== 'GET') stamps.mark();
  return new Promise((resolve, reject) => {
    const outgoing = send(new URL(path, url), { method, headers }, (response) => {
      // Buffered completely, so that the length is known and hop-by-hop headers can be removed.
      const { connection, 'transfer-encoding': _, ...kept } = response.headers;
      readBytes(response).then(
        (bytes) =>
          resolve(
            withTranslatedTimes({ status: response.statusCode ?? 500, headers: defined(kept), body: bytes }, stamps),
          ),
        reject,
      );
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

/** Translates time stamps in the body, and removes `Date`, which the proxy sets (`proxy-server.ts`). */
function withTranslatedTimes({ status, headers, body }: Answer, { translate }: TimeStamps): Answer {
  const { date: _, ...kept } = headers;
  if (!String(kept['content-type']).includes('json') || body.length === 0) return { status, headers: kept, body };
  const translated = Buffer.from(translate(String(body)));
  return { status, headers: { ...kept, 'content-length': String(translated.length) }, body: translated };
}

function defined(headers: IncomingMessage['headers']): Record<string, string | string[]> {
  const set = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return Object.fromEntries(set);
}
