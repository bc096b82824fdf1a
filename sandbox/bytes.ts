import type { Readable } from 'node:stream';
import { finished } from 'node:stream';

/** Reads a stream to its end. Much cheaper than `node:stream/consumers`, which builds a `Blob`. @throws if it ends too early. */
export function readBytes(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    finished(stream, { writable: false }, (error) => (error ? reject(error) : resolve(Buffer.concat(chunks))));
  });
}
