import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { createTransport } from '../../../src/http/transport.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import { selfSigned, trusting } from '../../support/certificates.ts';
import { httpAnswer, type Loopback, serveBytes, serveTls, serveTunnels } from '../../support/loopback.ts';

const certificate = selfSigned('127.0.0.1');
const serveWell = () => serveTls(certificate, (socket) => socket.end(httpAnswer(200, 'well')));

type Env = Readonly<Record<string, string>>;

const ask = (server: Loopback, env: Env, { scheme = 'https', timeout = 1_000 } = {}) =>
  createTransport(
    systemClock,
    env,
  )({
    method: 'GET',
    url: new URL(`${scheme}://127.0.0.1:${server.port}/x`),
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
    const answer = await ask(server, { HTTPS_PROXY: `http://alice:p%40ss@127.0.0.1:${proxy.port}` });
    expect(answer.body.toString()).toBe('well');
    expect(proxy.requests).toEqual([`CONNECT 127.0.0.1:${server.port}`]);
    expect(heads.join()).toContain(`Basic ${Buffer.from('alice:p@ss').toString('base64')}`);
    expect(heads.join()).not.toContain('s3cret');
    expect(served).not.toMatch(/proxy-authorization|alice/i);
  });

  test('does not switch off the check of the certificate', async () => {
    await using server = await serveWell();
    await using proxy = await serveTunnels();
    await expect(ask(server, { HTTPS_PROXY: proxy.url })).rejects.toMatchObject({ fault: 'certificate' });
    expect(proxy.requests).toHaveLength(1);
  });

  test('that hangs up is an error, and no request is sent', async () => {
    await using server = await serveWell();
    await using proxy = await serveBytes((socket) => socket.resetAndDestroy());
    await expect(ask(server, { HTTPS_PROXY: proxy.url })).rejects.toMatchObject({ neverSent: true });
    expect(server.connections()).toBe(0);
  });

  test('that never answers is cut off at the timeout', async () => {
    await using server = await serveWell();
    await using proxy = await serveBytes(() => {});
    const asked = ask(server, { HTTPS_PROXY: proxy.url }, { timeout: 100 }).catch((caught: unknown) => caught);
    const patience = new AbortController();
    const late = pause(4_000, 'no end long after its timeout', { signal: patience.signal });
    expect(await Promise.race([asked, late])).toMatchObject({ fault: 'connect-timeout' });
    patience.abort();
    await late.catch(() => {});
    await pause(50);
    expect(proxy.open()).toBe(0); // an open one would keep the process alive
  });
});

test.each<[Env, scheme: string]>([
  [{ NO_PROXY: '127.0.0.1' }, 'https'],
  [{}, 'http'], // plain http is allowed on loopback only
])('no proxy is used with %j for %s', async (env, scheme) => {
  const answer = httpAnswer(200, 'well');
  await using server = await (scheme === 'https' ? serveWell() : serveBytes((socket) => socket.end(answer)));
  await using proxy = await serveTunnels();
  using _ = trusting(certificate);
  const proxies = { HTTPS_PROXY: proxy.url, HTTP_PROXY: proxy.url, ALL_PROXY: proxy.url };
  expect((await ask(server, { ...proxies, ...env }, { scheme })).status).toBe(200);
  expect(proxy.connections()).toBe(0);
});
