import { type IncomingMessage, request as send } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer | string;
}

/** Reads from the emulator. */
export type Get = (path: string) => Promise<Answer>;

/** The emulator, asked in the name of whoever asks us. */
export interface Upstream {
  /** Passes their request on as it came. */
  pass(): Promise<Answer>;
  /** Reads something else with their authorization. */
  readonly get: Get;
  /** Does something else with it. */
  send(method: string, path: string, body: object): Promise<Answer>;
}

export function createUpstream(emulator: string, request: IncomingMessage, body: Buffer): Upstream {
  const { method = 'GET', url = '/', headers } = request;
  const { authorization } = headers;
  const asThey = { host: headers.host, ...(authorization ? { authorization } : {}) };
  return {
    pass: () => ask(emulator, { method, path: url, headers, body }),
    get: (path) => ask(emulator, { method: 'GET', path, headers: asThey }),
    send: (verb, path, content) => {
      const text = Buffer.from(JSON.stringify(content));
      const described = { 'content-type': 'application/json', 'content-length': String(text.length) };
      return ask(emulator, { method: verb, path, headers: { ...asThey, ...described }, body: text });
    },
  };
}

/** The emulator as anybody may read it. */
export function createReader(emulator: string): Get {
  return (path) => ask(emulator, { method: 'GET', path, headers: {} });
}

interface Question {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body?: Buffer;
}

function ask(emulator: string, { method, path, headers, body }: Question): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = send(new URL(path, emulator), { method, headers: defined(headers) }, (response) => {
      // Buffered whole, so that the length is known and hop-by-hop headers can go.
      const { connection, 'transfer-encoding': _, ...kept } = response.headers;
      buffer(response).then(
        (bytes) => resolve({ status: response.statusCode ?? 500, headers: defined(kept), body: bytes }),
        reject,
      );
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

function defined(headers: IncomingMessage['headers']): Record<string, string | string[]> {
  const set = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return Object.fromEntries(set);
}
