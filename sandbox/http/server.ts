import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SandboxClock } from '../clock.ts';
import { type Answer, type Fault, type FaultQueue, sendAnswer, sendFaulty } from './faults.ts';
import { type Address, listen } from './listen.ts';

/** One received request. */
export interface LoggedRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty until it has arrived; at most 1 MiB is kept. */
  body: string;
  /** When its head arrived, in milliseconds since the epoch by the server's clock. */
  readonly at: number;
  status: number | undefined;
}

/** The largest body that is kept, in bytes. */
export const BODY_LIMIT = 1024 * 1024;

interface ServerOptions<R extends LoggedRequest, F extends Fault> extends Address {
  readonly clock: SandboxClock;
  readonly faults: FaultQueue<F>;
  /** What a server without faults answers. Never rejects. */
  answer(request: R, isTooLarge: boolean): Answer | Promise<Answer>;
  /** Adds what this server logs of a request. */
  describe(request: LoggedRequest): R;
  concerns(fault: F, request: R): boolean;
  /** The default of {@link Fault.after}. */
  isExecuted(fault: F): boolean;
  /** How long a request waits before it is executed, in milliseconds. */
  latency?(request: R): number;
  /**
   * Answers a request outside of the log, the faults and the interface; undefined for one that is
   * part of them.
   */
  aside?(request: IncomingMessage): Answer | undefined;
}

/**
 * A server of the sandbox: logs requests, and applies faults to its answers. @throws if the port is
 * in use.
 */
export async function createFaultyServer<R extends LoggedRequest, F extends Fault>(
  options: ServerOptions<R, F>,
) {
  const { clock, faults } = options;
  const requests: R[] = [];
  let released = new AbortController();

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    outgoing.setHeader('date', new Date(clock.now()).toUTCString());
    const aside = options.aside?.(incoming);
    if (aside) return sendAnswer(outgoing, aside);
    // Logged before its body has arrived, so that the log contains aborted requests too.
    const request = options.describe(headOf(incoming, clock.now()));
    requests.push(request);
    const { text, isTooLarge } = await readBody(incoming);
    request.body = text;
    const fault = faults.take((each) => options.concerns(each, request));
    const { signal } = released;
    const pause = (ms: number) => clock.hold(incoming, clock.sleep(ms, signal));
    const latency = options.latency?.(request) ?? 0;
    if (latency > 0) await pause(latency);
    const isExecuted = !fault || (fault.after ?? options.isExecuted(fault));
    const answer = isExecuted ? await options.answer(request, isTooLarge) : NOTHING_DONE;
    fault?.onStrike?.();
    const hold = (work: Promise<unknown>) => clock.hold(incoming, work);
    outgoing.once('prefinish', () => {
      request.status = outgoing.statusCode;
    });
    if (fault) await sendFaulty(fault, answer, outgoing, { released: signal, pause, hold });
    else sendAnswer(outgoing, answer);
  }

  const server = await listen((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  }, options);
  /**
   * Ends the requests that wait for a response because of a fault, and those that such a fault hits
   * now.
   */
  const release = () => {
    released.abort();
    released = new AbortController();
  };
  return {
    url: server.url,
    requests,
    release,
    close() {
      release();
      return server.close();
    },
  };
}

/** The response that a fault changes if the server did not execute the request. */
const NOTHING_DONE: Answer = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ note: 'Nothing was done: this answer replaces the real one.' }),
};

function headOf(
  { method = 'GET', url = '/', headers: given }: IncomingMessage,
  at: number,
): LoggedRequest {
  const headers = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, String(value)]),
  );
  return { method, path: url, headers, body: '', at, status: undefined };
}

/**
 * Discards everything after the limit: a client that is still sending would see a reset instead of
 * the response.
 */
async function readBody(incoming: IncomingMessage): Promise<{ text: string; isTooLarge: boolean }> {
  const kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    const bytes = Buffer.from(chunk);
    kept.push(bytes.subarray(0, Math.max(0, BODY_LIMIT - size)));
    size += bytes.length;
  }
  return { text: Buffer.concat(kept).toString(), isTooLarge: size > BODY_LIMIT };
}
