import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/**
 * What goes wrong with a response. All of it happens on the real socket.
 * - `answer`: a given response. Its default `content-type` is `application/json`.
 * - `reset`: RST before any byte of the response. `reset-mid-body`: head and half of the body, then
 *   RST.
 * - `truncate`: half of the body that `content-length` announces, then a clean end of the
 *   connection.
 * - `hang`: no response until the server is closed or reset. `delay`: the real response, later.
 * - `huge`: a JSON string of `bytes`, in chunks, without a length.
 * - `gzip-bomb`: about 48 KB of gzip that expands to 50 MB, regardless of `accept-encoding`.
 * - `big-headers`: the real response with another 20 KB of headers. `empty`: the real status with
 *   the body `{}`.
 */
export type FaultForm =
  | {
      readonly kind:
        | 'reset'
        | 'reset-mid-body'
        | 'truncate'
        | 'hang'
        | 'gzip-bomb'
        | 'big-headers'
        | 'empty';
    }
  | { readonly kind: 'huge'; readonly bytes: number }
  | { readonly kind: 'delay'; readonly milliseconds: number }
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Buffer;
    };

export type Fault = FaultForm & {
  /** How many requests it affects; Infinity is allowed. Default 1. */
  readonly times?: number;
  /**
   * How many requests that it concerns succeed first, counted from when the fault was added.
   * Default 0.
   */
  readonly skip?: number;
  /** Whether the server executes the request before the fault. Each server has its own default. */
  readonly after?: boolean;
  /** Called for each affected request, after its execution if it is executed. */
  readonly onStrike?: () => void;
};

export type FaultQueue<F extends Fault> = ReturnType<typeof createFaults<F>>;

/** The faults of a server. */
export function createFaults<F extends Fault>() {
  let pending: { readonly fault: F; skip: number; times: number }[] = [];
  return {
    /** Adds a fault. If several apply to a request, the oldest one counts. */
    add(fault: F): void {
      requireSendable(fault);
      pending.push({ fault, skip: fault.skip ?? 0, times: fault.times ?? 1 });
    },
    clear(): void {
      pending = [];
    },
    /**
     * The fault for a request, which is counted. @param concerns whether a fault is for such
     * requests.
     */
    take(concerns: (fault: F) => boolean): F | undefined {
      const concerned = pending.filter(({ fault }) => concerns(fault));
      const first = concerned.find(({ skip }) => skip === 0);
      for (const waiting of concerned) waiting.skip = Math.max(0, waiting.skip - 1);
      if (!first) return undefined;
      first.times -= 1;
      pending = pending.filter(({ times }) => times > 0);
      return first.fault;
    },
  };
}

/**
 * Rejects invalid faults when they are added, so that the error points at the mistake in the test.
 */
function requireSendable(fault: Fault): void {
  if (!((fault.times ?? 1) >= 1 && (fault.skip ?? 0) >= 0))
    throw new RangeError('`times` is at least 1, `skip` at least 0.');
  if (fault.kind === 'answer')
    void new Response(null, { status: fault.status, headers: fault.headers ?? {} });
}

/** A response before a fault changes it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
}

/** How time passes during a faulty response. */
interface Pace {
  /** Ends long responses when the server is closed or reset. */
  readonly released: AbortSignal;
  /** Milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
  /** Lets a virtual clock advance during `work`, in which no part of the response is sent. */
  readonly hold: (work: Promise<unknown>) => Promise<unknown>;
}

const JSON_TYPE = { 'content-type': 'application/json' };

export function sendAnswer(outgoing: ServerResponse, { status, headers, body }: Answer): void {
  const length =
    status === 204 || status === 304 ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  outgoing.writeHead(status, { ...length, ...headers }).end(body);
}

/** Sends `answer` with a fault. */
export async function sendFaulty(
  form: FaultForm,
  answer: Answer,
  outgoing: ServerResponse,
  { released, pause, hold }: Pace,
): Promise<void> {
  switch (form.kind) {
    case 'answer': {
      const isTyped = Object.keys(form.headers ?? {}).some(
        (name) => name.toLowerCase() === 'content-type',
      );
      const headers = { ...(!isTyped && JSON_TYPE), ...form.headers };
      return sendAnswer(outgoing, { status: form.status, headers, body: form.body ?? '' });
    }
    case 'reset':
      return void outgoing.socket?.resetAndDestroy();
    case 'reset-mid-body':
      await writeHalf(outgoing, answer);
      await setTimeout(20); // the client reads the first half: a RST may overtake data in flight
      return void outgoing.socket?.resetAndDestroy();
    case 'truncate':
      await writeHalf(outgoing, answer);
      return void outgoing.socket?.end();
    case 'hang':
      await hold(
        Promise.race([once(outgoing, 'close'), released.aborted || once(released, 'abort')]),
      );
      return void outgoing.destroy();
    case 'huge':
      // Without a length, the body is sent in chunks. The client closes the connection when it
      // exceeds its limit.
      return void outgoing.writeHead(200, JSON_TYPE).end(longText(form.bytes));
    case 'gzip-bomb': {
      const body = await promisify(gzip)(longText(50 * 1024 * 1024), { level: 9 });
      return sendAnswer(outgoing, {
        status: 200,
        headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
        body,
      });
    }
    case 'big-headers': {
      const padding = Array.from({ length: 20 }, (_, index) => [
        `x-padding-${index}`,
        'x'.repeat(1024),
      ]);
      return sendAnswer(outgoing, {
        ...answer,
        headers: { ...answer.headers, ...Object.fromEntries(padding) },
      });
    }
    case 'empty':
      return sendAnswer(outgoing, { ...answer, headers: JSON_TYPE, body: '{}' });
    case 'delay':
      await pause(form.milliseconds);
      if (released.aborted) outgoing.destroy();
      else sendAnswer(outgoing, answer);
  }
}

async function writeHalf(
  outgoing: ServerResponse,
  { status, headers, body }: Answer,
): Promise<void> {
  const bytes = Buffer.from(body);
  outgoing.writeHead(status, { ...headers, 'content-length': String(bytes.length) });
  await new Promise((resolve) =>
    outgoing.write(bytes.subarray(0, Math.floor(bytes.length / 2)), resolve),
  );
}

function longText(bytes: number): Buffer {
  const text = Buffer.alloc(bytes, 'a');
  text.write('"', 0);
  text.write('"', bytes - 1);
  return text;
}
