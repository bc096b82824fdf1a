import { getEventListeners } from 'node:events';
import type { Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { freePort } from '../../../sandbox/http/listen.ts';
import { createTransport, type HttpRequest } from '../../../src/http/transport.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import { expired, selfSigned, trusting } from '../../support/certificates.ts';
import {
  httpAnswer,
  type Loopback,
  serveBytes,
  serveHttp,
  serveTls,
} from '../../support/loopback.ts';
import { until } from '../../support/until.ts';

const MEGABYTE = 1024 * 1024;

const request = (server: Pick<Loopback, 'url'>, extra: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  url: new URL('/x', server.url),
  headers: {},
  timeout: 5_000,
  maxBytes: MEGABYTE,
  ...extra,
});

const send = createTransport(systemClock);

test('each request has a connection of its own, which is closed after the answer', async () => {
  await using server = await serveHttp((_, response) => response.end('well'));
  for (let turn = 0; turn < 3; turn++)
    expect((await send(request(server))).body.toString()).toBe('well');
  expect(server.connections()).toBe(3);
  await until('the connections are closed', () => server.open() === 0);
});

describe('an exchange', () => {
  test('returns the status, the headers in lower case and the whole body', async () => {
    await using server = await serveHttp((_, response) => {
      response.writeHead(418, { 'X-Odd': 'yes', 'Set-Cookie': ['a=1', 'b=2'] });
      response.write('short ');
      setTimeout(() => response.end('and stout'), 10);
    });
    const { status, headers, body } = await send(request(server));
    expect([status, headers.get('x-odd'), body.toString()]).toEqual([
      418,
      'yes',
      'short and stout',
    ]);
  });

  test('sends the whole body of the request with its length', async () => {
    await using server = await serveHttp(async (incoming, response) => {
      let size = 0;
      for await (const chunk of incoming) size += chunk.length;
      response.end(`${incoming.headers['content-length']} ${size}`);
    });
    const { body } = await send(request(server, { method: 'POST', body: 'ä'.repeat(200_000) }));
    expect(body.toString()).toBe('400000 400000');
  });

  test('takes a body of exactly the limit', async () => {
    await using server = await serveHttp((_, response) =>
      response.end(Buffer.alloc(MEGABYTE, ' ')),
    );
    expect((await send(request(server))).body).toHaveLength(MEGABYTE);
  });
});

/**
 * Members of gzip, one behind the other, are one stream (RFC 1952, 2.2): 48 KB that open to 50 MB.
 */
const BOMB = Buffer.concat(Array(50).fill(gzipSync(Buffer.alloc(MEGABYTE))));
const end = (bytes: Buffer) => (socket: Socket) => void socket.end(bytes);

/** Sends a byte every 20 ms. */
function drip(socket: Socket): void {
  const bytes = httpAnswer(200, 'well');
  let next = 0;
  const timer = setInterval(() => socket.write(bytes.subarray(next, ++next)), 20);
  socket.on('close', () => clearInterval(timer));
}

const JOB = JSON.stringify({ id: 'job_1', status: 'active', title: 'été' });

describe('an answer is decoded, or read as it is:', () => {
  test.each<[encoding: string, body: string | Buffer]>([
    ['gzip', gzipSync(JOB)],
    ['X-GZip', gzipSync(JOB)],
    ['br', brotliCompressSync(JOB)],
    ['deflate', deflateSync(JOB)],
    ['deflate', deflateRawSync(JOB)],
    ['deflate, gzip', gzipSync(deflateSync(JOB))],
    ['gzip, aws-chunked', gzipSync(JOB)],
    ['gzip, gzip', gzipSync(JOB)],
    ...[
      'gzip',
      'br',
      'deflate',
      'none',
      'utf-8',
      'binary',
      'aws-chunked',
      'identity',
      '',
      'UTF8, none',
      '7bit',
    ].map((name): [string, string] => [name, JOB]),
    ['gzip', `  ${JOB}`],
  ])('%s', async (encoding, body) => {
    await using server = await serveBytes(
      end(httpAnswer(200, body, { 'content-encoding': encoding })),
    );
    expect((await send(request(server))).body.toString().trim()).toBe(JOB);
  });

  test.each(['gzip', 'br'])('empty, with %s', async (encoding) => {
    await using server = await serveBytes(
      end(httpAnswer(204, '', { 'content-encoding': encoding })),
    );
    expect((await send(request(server))).body).toHaveLength(0);
  });
});

describe('an answer fails:', () => {
  test.each<[what: string, answer: (socket: Socket) => void, fault: string]>([
    ['the connection is reset', (socket) => socket.resetAndDestroy(), 'reset'],
    ['the connection is closed', (socket) => void socket.end(), 'reset'],
    ['it does not come', () => {}, 'timeout'],
    ['it drips', drip, 'timeout'],
    ['it is cut short and closed', end(httpAnswer(200, 'well').subarray(0, -1)), 'truncated'],
    [
      'it ends within its chunks',
      end(Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nx')),
      'truncated',
    ],
    ['it is not HTTP', end(Buffer.from('220 mail.example ESMTP\r\n\r\n')), 'malformed'],
    [
      'it has headers of 20 KB',
      end(httpAnswer(200, 'x', { 'x-long': 'x'.repeat(20_480) })),
      'malformed',
    ],
    ...['gzip', 'br', 'deflate'].map((name): [string, (socket: Socket) => void, string] => [
      `its ${name} is neither that nor text`,
      end(httpAnswer(200, Buffer.alloc(9, 255), { 'content-encoding': name })),
      'malformed',
    ]),
    [
      'its gzip is cut',
      end(httpAnswer(200, gzipSync(JOB).subarray(0, -9), { 'content-encoding': 'gzip' })),
      'truncated',
    ],
    [
      'its Brotli is cut',
      end(httpAnswer(200, brotliCompressSync(JOB).subarray(0, -9), { 'content-encoding': 'br' })),
      'truncated',
    ],
    [
      'its gzip opens beyond the limit',
      end(httpAnswer(200, BOMB, { 'content-encoding': 'X-GZIP' })),
      'too-large',
    ],
    ['it is one byte too long', end(httpAnswer(200, ' '.repeat(MEGABYTE + 1))), 'too-large'],
    [
      'it redirects',
      end(httpAnswer(302, '', { location: 'https://elsewhere.example' })),
      'redirect',
    ],
  ])('%s', async (_, answer, fault) => {
    await using server = await serveBytes(answer);
    const failed = { fault, neverOpened: false, neverSent: false };
    const timeout = fault === 'timeout' ? 150 : 5_000;
    await expect(send(request(server, { timeout, method: 'POST' }))).rejects.toMatchObject(failed);
    expect(server.requests).toEqual(['POST /x']);
    expect(server.connections()).toBe(1);
    await until('the connection is closed', () => server.open() === 0);
  });

  test('it is 50 MB long, and is not read to its end', async () => {
    let written = 0;
    await using server = await serveHttp((_, response) => {
      const chunk = Buffer.alloc(64 * 1024, 'x');
      const more = () => {
        while (written < 50 * MEGABYTE && !response.destroyed) {
          written += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    });
    await expect(send(request(server))).rejects.toMatchObject({ fault: 'too-large' });
    expect(written).toBeLessThan(25 * MEGABYTE);
  });
});

describe('a redirect', () => {
  test.each([
    ['https://elsewhere.example/a?b', ' to `https://elsewhere.example`'],
    ['/elsewhere', ' to another path'],
    ['javascript:alert(1)', ''],
    ['http://[', ''],
    ['', ' to another path'],
  ])('to %j is not followed, and names its host', async (location, where) => {
    await using server = await serveHttp((_, response) =>
      response.writeHead(307, { location }).end(),
    );
    const message = `the server answered 307, a redirect${where}, which is not followed`;
    await expect(send(request(server))).rejects.toMatchObject({ fault: 'redirect', message });
    expect(server.requests).toHaveLength(1);
  });
});

describe('a connection that does not open sends nothing:', () => {
  const local = selfSigned('127.0.0.1');
  const elsewhere = selfSigned('other.example');
  const old = expired('127.0.0.1');

  test.each([
    ['self-signed', local, elsewhere, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['of another host', elsewhere, elsewhere, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['expired', old, old, 'CERT_HAS_EXPIRED'],
  ])('the certificate is %s', async (_what, served, trusted, code) => {
    await using server = await serveTls(served, (socket) => socket.end(httpAnswer(200, 'well')));
    using _ = trusting(trusted);
    const failed = {
      fault: 'certificate',
      neverOpened: false,
      message: expect.stringContaining(code),
    };
    await expect(send(request({ url: `https://127.0.0.1:${server.port}` }))).rejects.toMatchObject(
      failed,
    );
    expect(server.requests).toEqual([]);
  });

  test('the server speaks no TLS, or hangs up in the handshake', async () => {
    await using plain = await serveHttp((_, response) => response.end());
    await using rude = await serveTls({}, () => {}); // without a certificate, every handshake fails
    for (const { port } of [plain, rude]) {
      const asked = send(request({ url: `https://127.0.0.1:${port}` }));
      await expect(asked).rejects.toMatchObject({ fault: 'handshake', neverSent: true });
    }
  });

  test('nothing listens, the name does not resolve, or the handshake takes too long', async () => {
    await using silent = await serveBytes(() => {});
    const urls = [
      `http://127.0.0.1:${await freePort()}`,
      'https://agent.invalid',
      `https://127.0.0.1:${silent.port}`,
    ];
    const asked = urls.map((url) =>
      send(request({ url }, { timeout: 1_000 })).catch(({ fault }) => fault),
    );
    expect(await Promise.all(asked)).toEqual(['refused', 'unresolved', 'connect-timeout']);
  });
});

describe('a cancel', () => {
  test('ends an exchange that waits for its answer', async () => {
    const cancel = new AbortController();
    await using server = await serveBytes(() => cancel.abort());
    const failed = { fault: 'interrupted', neverSent: false };
    await expect(send(request(server, { signal: cancel.signal }))).rejects.toMatchObject(failed);
    await until('the connection is closed', () => server.open() === 0);
  });

  test('before an exchange sends nothing', async () => {
    await using server = await serveHttp((_, response) => response.end('well'));
    const asked = send(request(server, { signal: AbortSignal.abort() }));
    await expect(asked).rejects.toMatchObject({ fault: 'cancelled', neverSent: true });
    expect(server.requests).toEqual([]);
  });

  test('has no listener after an exchange', async () => {
    await using server = await serveHttp((_, response) => response.end('well'));
    const { signal } = new AbortController();
    await send(request(server, { signal }));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
