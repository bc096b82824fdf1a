import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createTransport } from '../../../src/http/transport.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import { selfSigned, trusting } from '../../support/certificates.ts';
import { httpAnswer, type Loopback, serveBytes, serveTls, serveTunnels } from '../../support/loopback.ts';

const NAMES = [
  'HTTPS_PROXY',
  'https_proxy',
  'HTTP_PROXY',
  'http_proxy',
  'ALL_PROXY',
  'all_proxy',
  'NO_PROXY',
  'no_proxy',
];
const before = NAMES.map((name) => [name, process.env[name]] as const);

beforeEach(() => {
  for (const name of NAMES) delete process.env[name];
});
afterEach(() => {
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

const certificate = selfSigned('127.0.0.1');
const serveWell = () => serveTls(certificate, (socket) => socket.end(httpAnswer(200, 'well')));

const ask = (server: Loopback, scheme: 'https' | 'http' = 'https', timeout = 1_000) =>
  createTransport(
    systemClock,
    process.env,
  )({
    method: 'GET',
    url: new URL(`${scheme}://127.0.0.1:${server.port}/x`),
    headers: { authorization: 'Bearer s3cret' },
    timeout,
    maxBytes: 1_000,
  });

describe('a proxy', () => {
  test('from HTTPS_PROXY tunnels the connection and sees no secret', async () => {
    const heads: string[] = [];
    await using server = await serveWell();
    await using proxy = await serveTunnels(heads);
    using _ = trusting(certificate);
    process.env.HTTPS_PROXY = proxy.url;
    expect((await ask(server)).body.toString()).toBe('well');
    expect(proxy.requests).toEqual([`CONNECT 127.0.0.1:${server.port}`]);
    expect(heads.join()).not.toMatch(/s3cret|proxy-authorization/i);
  });

  test('gets the credentials of its address, and the server does not', async () => {
    const heads: string[] = [];
    let served = '';
    await using server = await serveTls(certificate, (socket, head) => {
      served += head;
      socket.end(httpAnswer(200, 'well'));
    });
    await using proxy = await serveTunnels(heads);
    using _ = trusting(certificate);
    process.env.HTTPS_PROXY = `http://alice:p%40ss@127.0.0.1:${proxy.port}`;
    expect((await ask(server)).status).toBe(200);
    expect(heads.join()).toContain(`Basic ${Buffer.from('alice:p@ss').toString('base64')}`);
    expect(served).not.toMatch(/proxy-authorization|alice/i);
  });

  test('does not switch off the check of the certificate', async () => {
    await using server = await serveWell();
    await using proxy = await serveTunnels();
    process.env.HTTPS_PROXY = proxy.url;
    await expect(ask(server)).rejects.toMatchObject({ fault: 'certificate' });
    expect(proxy.requests).toHaveLength(1);
  });

  test('that answers 407 is an error without the credentials', async () => {
    await using server = await serveWell();
    await using proxy = await serveBytes((socket) => socket.end(httpAnswer(407, 'alice? who is alice')));
    process.env.HTTPS_PROXY = `http://alice:hunter2@127.0.0.1:${proxy.port}`;
    const error: unknown = await ask(server).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ fault: 'proxy', message: 'the proxy refused the connection with 407' });
    expect(String(error)).not.toMatch(/alice|hunter2/);
    expect(server.connections()).toBe(0);
  });

  test('that hangs up is an error, and no request is sent', async () => {
    await using server = await serveWell();
    await using proxy = await serveBytes((socket) => socket.resetAndDestroy());
    process.env.HTTPS_PROXY = proxy.url;
    await expect(ask(server)).rejects.toMatchObject({ neverSent: true });
    expect(server.connections()).toBe(0);
  });

  test('that never answers is cut off at the timeout', async () => {
    await using server = await serveWell();
    await using proxy = await serveBytes(() => {});
    process.env.HTTPS_PROXY = proxy.url;
    const asked = ask(server, 'https', 100).catch((caught: unknown) => caught);
    const patience = new AbortController();
    const late = pause(4_000, 'no end long after its timeout', { signal: patience.signal });
    expect(await Promise.race([asked, late])).toMatchObject({ fault: 'connect-timeout' });
    patience.abort();
    await late.catch(() => {});
    await pause(50);
    expect(proxy.open()).toBe(0); // an open one would keep the process alive
  });

  test('with an invalid address is an error that does not show the address', async () => {
    await using server = await serveWell();
    process.env.HTTPS_PROXY = 'ftp://alice:hunter2@127.0.0.1:1';
    const error: unknown = await ask(server).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ fault: 'proxy', message: expect.stringContaining('`ftp://` is not supported') });
    expect(String(error)).not.toMatch(/alice|hunter2/);
  });
});

describe('no proxy is used', () => {
  test.each(['127.0.0.1', '*', 'example.com,127.0.0.1'])('for a host that NO_PROXY lists: %s', async (names) => {
    await using server = await serveWell();
    await using proxy = await serveTunnels();
    using _ = trusting(certificate);
    process.env.HTTPS_PROXY = proxy.url;
    process.env.NO_PROXY = names;
    expect((await ask(server)).status).toBe(200);
    expect(proxy.connections()).toBe(0);
  });

  test('for plain http, which is allowed on loopback only', async () => {
    await using server = await serveBytes((socket) => socket.end(httpAnswer(200, 'well')));
    await using proxy = await serveTunnels();
    process.env.HTTPS_PROXY = proxy.url;
    process.env.HTTP_PROXY = proxy.url;
    process.env.ALL_PROXY = proxy.url;
    expect((await ask(server, 'http')).status).toBe(200);
    expect(proxy.connections()).toBe(0);
  });
});
