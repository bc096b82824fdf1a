import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { createTransport } from '../../../src/http/transport.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import { selfSigned, trusting } from '../../support/certificates.ts';
import {
  httpAnswer,
  type Loopback,
  serveBytes,
  serveTls,
  serveTunnels,
} from '../../support/loopback.ts';

const certificate = selfSigned('127.0.0.1');
const serveWell = () => serveTls(certificate, (socket) => socket.end(httpAnswer(200, 'well')));

type Env = Readonly<Record<string, string>>;

const ask = (
  server: Pick<Loopback, 'port'>,
  env: Env,
  { scheme = 'https', host = '127.0.0.1', timeout = 1_000, node = '24.5.0' } = {},
) =>
  createTransport(
    systemClock,
    env,
    node,
  )({
    method: 'GET',
    url: new URL(`${scheme}://${host}:${server.port}/x`),
    headers: { authorization: 'Bearer s3cret' },
    timeout,
    maxBytes: 1_000,
  });

describe('a proxy', () => {
  test('tunnels the connection, gets the credentials of its address, and sees no secret; the server does not see them', async () => {
    const heads: string[] = [];
    let served = '';
    await using server = await serveTls(certificate, (socket, head) => {
      served += head;
      socket.end(httpAnswer(200, 'well'));
    });
    await using proxy = await serveTunnels(heads);
    using _ = trusting(certificate);
    const answer = await ask(server, {
      HTTPS_PROXY: `http://alice:p%40ss@127.0.0.1:${proxy.port}`,
    });
    expect(answer.body.toString()).toBe('well');
    expect(proxy.requests).toEqual([`CONNECT 127.0.0.1:${server.port}`]);
    expect(heads.join()).toContain(`Basic ${Buffer.from('alice:p@ss').toString('base64')}`);
    expect(heads.join()).not.toContain('s3cret');
    expect(served).not.toMatch(/proxy-authorization|alice/i);
  });

  test('does not switch off the check of the certificate', async () => {
    await using server = await serveWell();
    await using proxy = await serveTunnels();
    await expect(ask(server, { HTTPS_PROXY: proxy.url })).rejects.toMatchObject({
      fault: 'certificate',
    });
    expect(proxy.requests).toHaveLength(1);
  });

  test('that hangs up is an error, and no request is sent', async () => {
    await using server = await serveWell();
    await using proxy = await serveBytes((socket) => socket.resetAndDestroy());
    await expect(ask(server, { HTTPS_PROXY: proxy.url })).rejects.toMatchObject({
      neverSent: true,
    });
    expect(server.connections()).toBe(0);
  });

  test('that never answers is cut off at the timeout', async () => {
    await using server = await serveWell();
    await using proxy = await serveBytes(() => {});
    const asked = ask(server, { HTTPS_PROXY: proxy.url }, { timeout: 100 }).catch(
      (caught: unknown) => caught,
    );
    const patience = new AbortController();
    const late = pause(4_000, 'no end long after its timeout', { signal: patience.signal });
    expect(await Promise.race([asked, late])).toMatchObject({ fault: 'connect-timeout' });
    patience.abort();
    await late.catch(() => {});
    await pause(50);
    expect(proxy.open()).toBe(0); // an open one would keep the process alive
  });
});

test.each<[what: string, env: Env, scheme: string]>([
  ['a name in lower case', { HTTPS_PROXY: '' }, 'https'],
  ['an exception', { NO_PROXY: '127.0.0.1' }, 'https'],
  ['plain http, which is allowed on loopback only,', {}, 'http'],
])('%s is read as Node reads it', async (what, env, scheme) => {
  const answer = httpAnswer(200, 'well');
  await using server = await (scheme === 'https'
    ? serveWell()
    : serveBytes((socket) => socket.end(answer)));
  await using proxy = await serveTunnels();
  using _ = trusting(certificate);
  const proxies = { https_proxy: proxy.url, HTTPS_PROXY: proxy.url, HTTP_PROXY: proxy.url };
  expect((await ask(server, { ...proxies, ...env }, { scheme })).status).toBe(200);
  expect(proxy.connections()).toBe(what === 'a name in lower case' ? 1 : 0);
});

test('an exception for a domain begins with a dot and covers its hosts', async () => {
  await using proxy = await serveTunnels();
  const env = { HTTPS_PROXY: proxy.url, NO_PROXY: 'other.example,.invalid' };
  await expect(
    ask({ port: 9 }, env, { host: 'api.invalid', timeout: 5_000 }),
  ).rejects.toMatchObject({
    fault: 'unresolved',
  });
  expect(proxy.connections()).toBe(0);
});

test.each<[address: string, node: string, says: string]>([
  [
    'http://alice:s3cret@127.0.0.1:9',
    '24.4.1',
    'HTTPS_PROXY is set, but Node 24.4.1 cannot use a proxy',
  ],
  [
    'http://alice:s3cret@127.0.0.1:9',
    '22.99.0',
    'HTTPS_PROXY is set, but Node 22.99.0 cannot use a proxy',
  ],
  [
    'socks5://alice:s3cret@127.0.0.1:9',
    '24.5.0',
    'the address in HTTPS_PROXY begins with neither http:// nor https://',
  ],
  [
    'alice:s3cret@127.0.0.1:9',
    '25.0.0',
    'the address in HTTPS_PROXY begins with neither http:// nor https://',
  ],
  ['http://alice:s3cret@:99999', '24.5.0', 'the address in HTTPS_PROXY is not a valid URL'],
  ['http://alice:s3cret%@127.0.0.1:9', '24.5.0', 'the address in HTTPS_PROXY is not a valid URL'],
])(
  'a proxy at %s with Node %s is an error without credentials, and no request is sent',
  async (address, node, says) => {
    await using server = await serveWell();
    using _ = trusting(certificate);
    const failure = await ask(server, { HTTPS_PROXY: address }, { node }).catch(
      (caught: unknown) => caught,
    );
    expect(failure).toMatchObject({
      fault: 'proxy',
      neverSent: true,
      message: expect.stringContaining(says),
    });
    expect(String(failure)).not.toContain('s3cret');
    expect(server.connections()).toBe(0);
  },
);

test('an older Node without a proxy in its environment works', async () => {
  await using server = await serveWell();
  using _ = trusting(certificate);
  expect((await ask(server, {}, { node: '24.0.0' })).status).toBe(200);
});
