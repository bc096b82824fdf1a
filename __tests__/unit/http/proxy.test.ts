import { describe, expect, test } from '@jest/globals';
import { proxyFor } from '../../../src/http/proxy.ts';

const TARGET = new URL('https://api.corp.example/v2');
const PROXY = 'http://proxy.example:3128';

const proxyOf = (env: Record<string, string>, target = TARGET) => proxyFor(target, env)?.href;

describe('the address of the proxy', () => {
  test.each([
    { env: { HTTPS_PROXY: PROXY }, proxy: `${PROXY}/` },
    { env: { https_proxy: PROXY, HTTPS_PROXY: 'http://other.example' }, proxy: `${PROXY}/` },
    { env: { ALL_PROXY: PROXY }, proxy: `${PROXY}/` },
    { env: { HTTPS_PROXY: PROXY, ALL_PROXY: 'http://other.example' }, proxy: `${PROXY}/` },
    { env: { HTTPS_PROXY: 'proxy.example:3128' }, proxy: `${PROXY}/` },
    { env: { HTTPS_PROXY: 'https://proxy.example' }, proxy: 'https://proxy.example/' },
    { env: { HTTP_PROXY: PROXY }, proxy: undefined },
    { env: {}, proxy: undefined },
  ])('is $proxy with $env', ({ env, proxy }) => {
    expect(proxyOf(env)).toBe(proxy);
  });

  test.each(['50%off', '100%', '%zz', 'a%40b', 'p%C3%A9', '%ff'])('takes the password %s, as curl does', (password) => {
    const proxy = proxyFor(TARGET, { HTTPS_PROXY: `http://user:${password}@proxy.example` });
    const expected = { 'a%40b': 'a@b', 'p%C3%A9': 'p\u00e9' }[password] ?? password;
    expect(decodeURIComponent(proxy?.password ?? '')).toBe(expected);
  });

  test.each(['socks5://proxy.example:1080', 'ftp://proxy.example'])('is refused by name where it is %s', (address) => {
    const name = address.split('//')[0];
    expect(() => proxyOf({ ALL_PROXY: address })).toThrow(`a proxy with the scheme \`${name}//\` is not supported`);
  });

  test('is refused without its credentials where it is no URL', () => {
    const ask = () => proxyOf({ HTTPS_PROXY: 'http://user:s3cret@:99999' });
    expect(ask).toThrow('the address of the proxy is not a URL');
    expect(ask).not.toThrow('s3cret');
  });

  test('is not used for plain http, which is for loopback only', () => {
    expect(proxyOf({ HTTPS_PROXY: PROXY, ALL_PROXY: PROXY }, new URL('http://127.0.0.1:8080/'))).toBeUndefined();
  });
});

test.each<[list: string, direct: readonly string[], proxied: readonly string[]]>([
  ['corp.example', ['corp.example', 'api.corp.example'], ['notcorp.example']],
  ['.corp.example', ['api.corp.example'], []],
  ['*.corp.example', ['api.corp.example'], []],
  ['CORP.example', ['api.corp.example'], []],
  ['other.example corp.example', ['api.corp.example'], []],
  ['other.example,,corp.example,', ['api.corp.example'], []],
  ['*', ['api.corp.example'], []],
  ['corp.example:443', ['corp.example'], []],
  ['corp.example:8443', ['corp.example:8443'], ['corp.example']],
  ['10.0.0.0/8', ['10.1.2.3'], ['11.1.2.3']],
  ['10.0.0.0/99', [], ['10.1.2.3']],
  ['10.1.2.3', ['10.1.2.3'], []],
  ['::1', ['[::1]'], []],
  ['[::1]', ['[::1]'], []],
  ['fd00::/8', ['[fd12::1]'], []],
  ['', [], ['api.corp.example']],
])('NO_PROXY “%s” exempts %j and not %j', (list, direct, proxied) => {
  const isProxied = (host: string) =>
    proxyOf({ HTTPS_PROXY: PROXY, NO_PROXY: list }, new URL(`https://${host}/`)) !== undefined;
  expect([...direct, ...proxied].filter(isProxied)).toEqual(proxied);
});
