import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { TransportError } from './transport-error.ts';

type Decoder = (body: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const gzip: Decoder = promisify(gunzip);
const zlib: Decoder = promisify(inflate);
const bare: Decoder = promisify(inflateRaw);

/**
 * `deflate` is data in zlib's format, whose first byte ends with 8 (RFC 1950); some servers send it
 * without.
 */
const deflate: Decoder = (body, options) =>
  (body[0] ?? 0) % 16 === 8 ? zlib(body, options) : bare(body, options);

/**
 * The encodings that are decoded. What proxies and storages write besides, such as `utf-8` or
 * `aws-chunked`, encodes nothing.
 */
const DECODERS: ReadonlyMap<string, Decoder> = new Map([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['br', promisify(brotliDecompress)],
  ['deflate', deflate],
]);

/**
 * Reads and decodes a whole body. @throws TransportError `too-large`, `truncated` or `malformed`.
 */
export async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  try {
    // RFC 9110, 8.4.1: case-insensitive, in the order in which they were applied.
    const encodings = (response.headers['content-encoding'] ?? '').toLowerCase().split(',');
    let body = await readAll(response, maxBytes);
    for (const name of encodings.toReversed()) {
      const decode = DECODERS.get(name.trim());
      if (decode && !isText(body)) body = await decode(body, { maxOutputLength: maxBytes });
    }
    return body;
  } catch (error) {
    throw toTransportError(error, maxBytes);
  }
}

async function readAll(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Whether a body is not compressed, whatever its headers say: it begins with a printable character
 * or a blank, and is UTF-8.
 */
const isText = (body: Buffer): boolean =>
  /^[\t\n\r -~]?$/.test(body.toString('latin1', 0, 1)) && isUtf8(body);

const tooLarge = (maxBytes: number) =>
  new TransportError('too-large', `the answer is larger than ${maxBytes} bytes`);

function toTransportError(error: unknown, maxBytes: number): TransportError {
  if (error instanceof TransportError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ERR_BUFFER_TOO_LARGE') return tooLarge(maxBytes);
  // ECONNRESET "aborted": the connection ended early. Z_BUF_ERROR: the compressed data ended early.
  return code === 'ECONNRESET' || code === 'Z_BUF_ERROR'
    ? new TransportError('truncated', 'the answer was truncated', { cause: error })
    : new TransportError('malformed', `the answer cannot be decoded (${code})`, { cause: error });
}
