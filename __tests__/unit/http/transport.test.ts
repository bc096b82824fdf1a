import { getEventListeners } from 'node:events';
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
  ...extra,
});

const serveText = (text = 'well') => serveHttp((_, response) => response.end(text));

test('each request has a connection of its own, which is closed after the answer', async () => {
  await using server = await serveText();
  const send = createTransport(systemClock);
  for (let turn = 0; turn < 3; turn++) expect((await send(request(server))).body.toString()).toBe('well');
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
    await createTransport(systemClock)(request(server, { signal }));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
