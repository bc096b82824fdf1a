import { type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createFaults, type Faults } from './faults.ts';
import { type Listening, listen } from './listen.ts';
import { renderThreadPage } from './thread-page.ts';

/** One request as it came over the wire. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

export interface Front extends Listening {
  readonly requests: LoggedRequest[];
  readonly faults: Faults;
}

/**
 * Stands before the emulator: passes requests on, logs them, spoils them where a fault says so, and adds what the emulator
 * lacks, answered from the emulator's own data: the web pages of issues and pull requests, so that links resolve.
 */
export async function createFront({ emulator }: { emulator: string }): Promise<Front> {
  const requests: LoggedRequest[] = [];
  const faults = createFaults();

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/' } = request;
    const body = await buffer(request);
    requests.push({ method, path, authorization: request.headers.authorization, body: body.toString() });
    const fault = faults.take(method, path);
    if (fault?.kind === 'answer') {
      response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers });
      response.end(fault.body ?? '{"message":"made to fail"}');
      return;
    }
    if (fault?.kind === 'hang') return;
    if (fault?.kind === 'reset') return void request.socket.resetAndDestroy();
    const answer = (await threadPage(emulator, method, path)) ?? (await forward(emulator, request, body));
    if (fault?.kind === 'reset-after') return void request.socket.resetAndDestroy();
    response.writeHead(answer.status, answer.headers);
    response.end(answer.body);
  }

  const server = await listen((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  return { ...server, requests, faults };
}

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[]>;
  readonly body: Buffer | string;
}

function forward(emulator: string, request: IncomingMessage, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method, headers } = request;
    const outgoing = send(new URL(request.url ?? '/', emulator), { method, headers }, (response) => {
      // Buffered whole, so that the length is known and hop-by-hop headers can go.
      const { connection, 'transfer-encoding': _, ...kept } = response.headers;
      const passed = Object.entries(kept).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as const],
      );
      buffer(response).then(
        (bytes) => resolve({ status: response.statusCode ?? 500, headers: Object.fromEntries(passed), body: bytes }),
        reject,
      );
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

/** `/acme/docs/issues/1` and `/acme/docs/pull/2`, which only the site has. */
async function threadPage(emulator: string, method: string, path: string): Promise<Answer | undefined> {
  const [, repository, kind, number] = /^\/([\w.-]+\/[\w.-]+)\/(issues|pull)\/(\d+)$/.exec(path) ?? [];
  if (method !== 'GET' || !repository || repository.startsWith('repos/')) return undefined;
  const api = `${emulator}/repos/${repository}/${kind === 'pull' ? 'pulls' : 'issues'}/${number}`;
  const answer = await fetch(api);
  if (!answer.ok) return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Not found' };
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: renderThreadPage(Object(await answer.json())),
  };
}
