import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FaultForm } from './faults.ts';

/** A response before a fault changes it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
}

type Whole = Answer & { readonly body: Buffer };

/** Milliseconds between two bytes. */
const DRIP_INTERVAL = 50;

const JSON_TYPE = { 'content-type': 'application/json' };

/** How time passes during a faulty response. */
interface Pace {
  /** Ends long responses when the server is closed or reset. */
  readonly released: AbortSignal;
  /** Milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
  /** Lets a virtual clock advance during `work`, in which no part of the response is sent. */
  readonly hold: (work: Promise<unknown>) => Promise<unknown>;
}

/** Sends `answer` with a fault. */
export async function sendFaulty(form: FaultForm, given: Answer, outgoing: ServerResponse, pace: Pace) {
  const answer = { ...given, body: Buffer.from(given.body) };
  switch (form.kind) {
    case 'answer':
      return sendAnswer(outgoing, asGiven(form));
    case 'reset':
      outgoing.socket?.resetAndDestroy();
      return;
    case 'reset-mid-body':
      return resetMidBody(outgoing, answer);
    case 'truncate':
      await writeHalf(outgoing, answer);
      return void outgoing.socket?.end();
    case 'hang':
      return hang(outgoing, pace);
    case 'drip':
      return drip(outgoing, answer, pace);
    case 'huge':
      return huge(outgoing, form.bytes);
    case 'gzip-bomb':
      return sendAnswer(outgoing, await gzipBomb());
    case 'big-headers':
      return sendAnswer(outgoing, { ...answer, headers: { ...answer.headers, ...bigHeaders() } });
    case 'empty':
      return sendAnswer(outgoing, { ...answer, headers: JSON_TYPE, body: '{}' });
    case 'delay':
      return delay(outgoing, answer, form.milliseconds, pace);
  }
}

export function sendAnswer(outgoing: ServerResponse, { status, headers, body }: Answer): void {
  const length = status === 204 || status === 304 ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  outgoing.writeHead(status, { ...length, ...headers }).end(body);
}

function asGiven({ status, headers = {}, body = '' }: Extract<FaultForm, { kind: 'answer' }>): Answer {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const type = names.includes('content-type') ? {} : JSON_TYPE;
  return { status, headers: { ...type, ...headers }, body: Buffer.from(body) };
}

/** Waits before the RST, so that the client can read the first half: a RST may overtake data in flight. */
async function resetMidBody(outgoing: ServerResponse, answer: Whole): Promise<void> {
  await writeHalf(outgoing, answer);
  await setTimeout(20);
  outgoing.socket?.resetAndDestroy();
}

async function writeHalf(outgoing: ServerResponse, { status, headers, body }: Whole): Promise<void> {
  outgoing.writeHead(status, { ...headers, 'content-length': String(body.length) });
  await new Promise((resolve) => outgoing.write(body.subarray(0, Math.floor(body.length / 2)), resolve));
}

async function hang(outgoing: ServerResponse, { released, hold }: Pace): Promise<void> {
  await hold(Promise.race([once(outgoing, 'close'), aborted(released)]));
  outgoing.destroy();
}

async function drip(
  outgoing: ServerResponse,
  { status, headers, body }: Whole,
  { released, pause }: Pace,
): Promise<void> {
  outgoing.writeHead(status, { ...headers, 'content-length': String(body.length) });
  for (let at = 0; at < body.length && !outgoing.destroyed && !released.aborted; at += 1) {
    outgoing.write(body.subarray(at, at + 1));
    await pause(DRIP_INTERVAL);
  }
  if (released.aborted) outgoing.destroy();
  else outgoing.end();
}

async function huge(outgoing: ServerResponse, bytes: number): Promise<void> {
  outgoing.writeHead(200, JSON_TYPE);
  // The client closes the connection when the response exceeds its limit.
  await pipeline(Readable.from(jsonString(bytes)), outgoing).catch(() => undefined);
}

function* jsonString(bytes: number): Generator<Buffer> {
  const block = Buffer.alloc(64 * 1024, 'a');
  yield Buffer.from('"');
  for (let left = bytes - 2; left > 0; left -= block.length) yield block.subarray(0, left);
  yield Buffer.from('"');
}

async function gzipBomb(): Promise<Answer> {
  const opened = Buffer.alloc(50 * 1024 * 1024, ' ');
  opened.write('"', 0);
  opened.write('"', opened.length - 1);
  const body = await promisify(gzip)(opened, { level: 9 });
  return { status: 200, headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, body };
}

function bigHeaders(): Record<string, string> {
  return Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`x-padding-${index}`, 'x'.repeat(1024)]));
}

async function delay(outgoing: ServerResponse, answer: Answer, milliseconds: number, { released, pause }: Pace) {
  await pause(milliseconds);
  if (released.aborted) outgoing.destroy();
  else sendAnswer(outgoing, answer);
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
