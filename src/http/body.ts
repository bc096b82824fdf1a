import type { IncomingMessage } from 'node:http';
import { TransportError } from './transport-error.ts';

/**
 * Reads and decodes a whole body.
 * @throws TransportError `too-large`, `truncated` or `malformed`.
 */
export async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of decoded(response)) {
      size += chunk.length;
      if (size > maxBytes) throw new TransportError('too-large', `the answer is larger than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof TransportError ? error : fromBodyError(error);
  }
  return Buffer.concat(chunks);
}

function decoded(response: IncomingMessage): AsyncIterable<Buffer> {
  // RFC 9110, 8.4.1: case-insensitive, and `x-gzip` is `gzip`.
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() || 'identity';
  if (encoding === 'identity') return response;
  if (encoding !== 'gzip' && encoding !== 'x-gzip')
    throw new TransportError('malformed', 'the answer has an unsupported encoding');
  // Loaded on first use, because loading them costs start-up time.
  const gunzip = process.getBuiltinModule('node:zlib').createGunzip();
  return process.getBuiltinModule('node:stream').pipeline(response, gunzip, () => {}); // an error is thrown where gunzip is read
}

function fromBodyError(error: unknown): TransportError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // ECONNRESET "aborted": the connection ended early. Z_BUF_ERROR: the gzip stream ended early.
  return code === 'ECONNRESET' || code === 'Z_BUF_ERROR'
    ? new TransportError('truncated', 'the answer was truncated', { cause: error })
    : new TransportError('malformed', `the answer cannot be decoded (${code})`, { cause: error });
}
