import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { createTransport, type HttpRequest } from '../../../src/http/transport.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import { httpAnswer, type Loopback, serveBytes, serveHttp } from '../../support/loopback.ts';
import { until } from '../../support/until.ts';

const request = (server: Loopback, extra: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  url: new URL('/x', server.url),
  headers: {},
  timeout: 5_000,
  maxBytes: 1_000,
  connection: 'reusable',
  ...extra,
});

const serveText = (text = 'well') => serveHttp((_, response) => response.end(text));

describe('a connection', () => {
  test('is kept and reused if the request allows it', async () => {
    await using server = await serveText();
    const send = createTransport(systemClock);
    for (let turn = 0; turn < 3; turn++) {
      expect((await send(request(server))).body.toString()).toBe('well');
      await pause(5); // the socket goes back to the pool after the answer
    }
    expect(server.requests).toHaveLength(3);
    expect(server.connections()).toBe(1);
  });

  test('is new and closed after the answer if the request demands a fresh one', async () => {
    await using server = await serveText();
    const send = createTransport(systemClock);
    await send(request(server));
    await pause(5);
    for (let turn = 0; turn < 2; turn++) await send(request(server, { connection: 'fresh' }));
    expect(server.connections()).toBe(3);
    await until('the fresh connections are closed', () => server.open() === 1);
  });

  test('that the server closed meanwhile is replaced, or the request fails with `reset`', async () => {
    await using server = await serveBytes((socket) => {
      socket.write(httpAnswer(200, 'well'));
      setTimeout(() => socket.end());
    });
    const send = createTransport(systemClock);
    await send(request(server));
    await until('both sides closed it', () => server.open() === 0);
    expect((await send(request(server))).status).toBe(200);
    expect(server.connections()).toBe(2);
  });
});

describe('a reused connection that breaks', () => {
  /** Answers the first request of each connection; the second one gets `last` before the connection is reset. */
  const serveOnce = (last = '') =>
    serveBytes((socket) => {
      if (socket.bytesWritten === 0) return void socket.write(httpAnswer(200, 'well'));
      socket.write(last, () => socket.resetAndDestroy());
    });

  async function sendTwice(server: Loopback, method: string) {
    const send = createTransport(systemClock);
    await send(request(server));
    await pause(5);
    return send(request(server, { method })).then(
      ({ status }) => status,
      (error) => error.fault,
    );
  }

  test('before the answer to a GET is replaced, and the GET is sent again at once', async () => {
    await using server = await serveOnce();
    expect(await sendTwice(server, 'GET')).toBe(200);
    expect(server.requests).toEqual(['GET /x', 'GET /x', 'GET /x']);
    expect(server.connections()).toBe(2);
  });

  test.each(['POST', 'PATCH', 'DELETE'])(
    'before the answer to a %s is `reset`, and nothing is sent again',
    async (method) => {
      await using server = await serveOnce();
      expect(await sendTwice(server, method)).toBe('reset');
      expect(server.requests).toEqual(['GET /x', `${method} /x`]);
    },
  );

  test('after the first bytes of the answer is `reset`, and nothing is sent again', async () => {
    await using server = await serveOnce('HTTP/1.1 200 OK\r\n');
    expect(await sendTwice(server, 'GET')).toBe('reset');
    expect(server.requests).toHaveLength(2);
  });

  test('is replaced once only', async () => {
    let answered = 0;
    await using server = await serveBytes((socket) => {
      if (answered++ === 0) socket.write(httpAnswer(200, 'well'));
      else socket.resetAndDestroy();
    });
    expect(await sendTwice(server, 'GET')).toBe('reset');
    expect(server.requests).toHaveLength(3);
  });
});

describe('an exchange', () => {
  test('returns the status, the headers in lower case and the whole body', async () => {
    await using server = await serveHttp((_, response) => {
      response.writeHead(418, { 'X-Odd': 'yes', 'Set-Cookie': ['a=1', 'b=2'] });
      response.write('short ');
      setTimeout(() => response.end('and stout'), 10);
    });
    const { status, headers, body } = await createTransport(systemClock)(request(server));
    expect(status).toBe(418);
    expect(headers.get('x-odd')).toBe('yes');
    expect(body.toString()).toBe('short and stout');
  });

  test('sends the whole body of the request with its length', async () => {
    const text = 'ä'.repeat(200_000);
    await using server = await serveHttp((incoming, response) => {
      let size = 0;
      incoming.on('data', (chunk) => {
        size += chunk.length;
      });
      incoming.on('end', () => response.end(`${incoming.headers['content-length']} ${size}`));
    });
    const { body } = await createTransport(systemClock)(request(server, { method: 'POST', body: text }));
    expect(body.toString()).toBe('400000 400000');
  });
});

describe('an attempt', () => {
  test.each([
    ['a request without an answer', () => {}],
    [
      'a body that never ends',
      (socket: { write(data: Buffer): void }) => socket.write(httpAnswer(200, 'well').subarray(0, -1)),
    ],
  ])('ends at its timeout and closes the connection: %s', async (_, answer) => {
    await using server = await serveBytes(answer);
    await expect(createTransport(systemClock)(request(server, { timeout: 150 }))).rejects.toMatchObject({
      fault: 'timeout',
    });
    await until('the connection is closed', () => server.open() === 0);
  });

  test('ends on the signal while it waits for an answer', async () => {
    const cancel = new AbortController();
    await using server = await serveBytes(() => cancel.abort());
    await expect(createTransport(systemClock)(request(server, { signal: cancel.signal }))).rejects.toMatchObject({
      fault: 'interrupted',
      neverSent: false,
    });
    await until('the connection is closed', () => server.open() === 0);
  });

  test('sends nothing if the signal was aborted before', async () => {
    await using server = await serveText();
    const signal = AbortSignal.abort();
    await expect(createTransport(systemClock)(request(server, { signal }))).rejects.toMatchObject({
      fault: 'cancelled',
    });
    expect(server.requests).toEqual([]);
  });

  test('leaves no listener on its signal', async () => {
    await using server = await serveText();
    const { signal } = new AbortController();
    const added = { count: 0 };
    const counting = Object.assign(Object.create(signal), {
      addEventListener: () => added.count++,
      removeEventListener: () => added.count--,
    });
    const send = createTransport(systemClock);
    for (let turn = 0; turn < 3; turn++) await send(request(server, { signal: counting }));
    expect(added.count).toBe(0);
  });
});
