import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { createFaults, type FaultForm, type Faults } from './faults.ts';
import { type Listening, listen } from './listen.ts';
import { createRefWatch } from './ref-watch.ts';
import { ROUTES } from './routes/all.ts';
import { type Answer, createUpstream, type Upstream } from './upstream.ts';
import type { Deliver } from './webhook-inbox.ts';

/** One request as it came over the wire. */
interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Of the answer; undefined while there is none. */
  readonly status: number | undefined;
}

export interface Front extends Listening {
  readonly requests: LoggedRequest[];
  readonly faults: Faults;
}

interface FrontOptions {
  readonly emulator: string;
  /** Takes the webhooks that the emulator does not send. */
  readonly deliver: Deliver;
}

/**
 * Stands before the emulator: passes requests on, logs them, spoils them where a fault says so, and adds what the emulator
 * lacks (`routes/`, and pushes), made from the emulator's own data.
 */
export async function createFront({ emulator, deliver }: FrontOptions): Promise<Front> {
  const requests: LoggedRequest[] = [];
  const faults = createFaults();
  const watchRefs = createRefWatch(deliver);

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/' } = request;
    const body = await buffer(request);
    const entry = logEntry(request, body);
    requests.push(entry);
    const fault = faults.take(method, path);
    const send = (answer: Answer) => {
      entry.status = answer.status;
      response.writeHead(answer.status, answer.headers);
      response.end(answer.body);
    };
    if (fault?.kind === 'answer') return send(madeUp(fault));
    if (fault?.kind === 'hang') return;
    if (fault?.kind === 'reset') return void request.socket.resetAndDestroy();
    if (fault?.kind === 'delay') await setTimeout(fault.ms);
    const upstream = createUpstream(emulator, request, body);
    const act = () => answerTo({ method, path, body }, upstream, deliver);
    const answer = await watchRefs({ method, path }, upstream, act);
    if (fault?.kind === 'reset-after') return void request.socket.resetAndDestroy();
    if (fault?.kind === 'truncate') return breakOff(response, answer);
    send(answer);
  }

  const server = await listen((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  return { ...server, requests, faults };
}

function logEntry({ method = 'GET', url = '/', headers }: IncomingMessage, body: Buffer): Writable<LoggedRequest> {
  const all = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const { authorization } = headers;
  return { method, path: url, authorization, headers: all, body: body.toString(), status: undefined };
}

type Writable<T> = { -readonly [Field in keyof T]: T[Field] };

function madeUp({ status, headers, body = '{"message":"made to fail"}' }: FaultForm & { kind: 'answer' }): Answer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}

function breakOff(response: ServerResponse, { status, headers, body }: Answer): void {
  const whole = Buffer.from(body);
  response.writeHead(status, { ...headers, 'content-length': whole.length });
  response.write(whole.subarray(0, whole.length / 2), () => response.destroy());
}

function answerTo(
  { method, path, body }: { method: string; path: string; body: Buffer },
  upstream: Upstream,
  deliver: Deliver,
): Promise<Answer> {
  const [pathname = '', query] = path.split('?', 2);
  const route = ROUTES.find((each) => each.method === method && each.path.test(pathname));
  if (!route) return upstream.pass();
  const asked = { query: new URLSearchParams(query), body, deliver };
  return route.answer(route.path.exec(pathname)?.groups ?? {}, upstream, asked);
}
