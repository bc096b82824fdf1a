import type { IncomingMessage } from 'node:http';
import type { Operation } from './operations.ts';

/** One received request. */
export interface LoggedRequest {
  readonly operation: Operation | 'other';
  readonly method: string;
  /** With the query, and with the service's path prefix. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty until it has arrived; at most 1 MiB is kept. */
  readonly body: string;
  /** When its head arrived, in milliseconds since the epoch by the service's clock. */
  readonly at: number;
}

/** The largest body that the service accepts, in bytes. */
export const BODY_LIMIT = 1024 * 1024;

export interface ReceivedBody {
  readonly text: string;
  readonly tooLarge: boolean;
}

/** Logs a request and reads its body. It is logged first, so that the log contains aborted requests too. */
export async function receive(
  log: LoggedRequest[],
  incoming: IncomingMessage,
  about: Pick<LoggedRequest, 'operation' | 'at'>,
): Promise<ReceivedBody> {
  const { method = '', url: path = '' } = incoming;
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  const entry = { ...about, method, path, headers, body: '' };
  log.push(entry);
  const received = await readBody(incoming);
  entry.body = received.text;
  return received;
}

/** Reads and discards everything after the limit: a client that is still sending would see a reset instead of the response. */
async function readBody(incoming: IncomingMessage): Promise<ReceivedBody> {
  const kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    const bytes = Buffer.from(chunk);
    kept.push(bytes.subarray(0, Math.max(0, BODY_LIMIT - size)));
    size += bytes.length;
  }
  return { text: Buffer.concat(kept).toString(), tooLarge: size > BODY_LIMIT };
}
