import { expect, test } from '@jest/globals';
import { identityOfLink, parsePullLink, pullOfIdentity } from '../../../src/text/pull-link.ts';

const GITHUB = 'https://github.com';

test.each([
  ['https://github.com/acme/docs/pull/412', GITHUB, { owner: 'acme', repo: 'docs', number: 412 }],
  ['https://GitHub.com/Acme/Docs.site/PULL/1', GITHUB, { owner: 'Acme', repo: 'Docs.site', number: 1 }],
  ['https://github.com/acme_corp/.github/pull/7', GITHUB, { owner: 'acme_corp', repo: '.github', number: 7 }],
  ['https://git.acme.example/a/b/pull/3', 'https://Git.acme.example', { owner: 'a', repo: 'b', number: 3 }],
  ['http://127.0.0.1:8080/acme/docs/pull/2', 'http://127.0.0.1:8080', { owner: 'acme', repo: 'docs', number: 2 }],
])('%s on %s is a pull request', (url, server, pull) => {
  expect(parsePullLink(url, server)).toEqual(pull);
});

test.each([
  'https://github.com/acme/docs/pull/412/',
  'https://github.com/acme/docs/pull/412/files',
  'https://github.com/acme/docs/pull/412?a=b',
  'https://github.com/acme/docs/pull/412#discussion',
  'https://github.com/acme/docs/pull/412\n',
  'https://github.com/acme/docs/pull/0',
  'https://github.com/acme/docs/pull/0412',
  'https://github.com/acme/docs/pull/1e3',
  'https://github.com/acme/docs/pull/1000000000',
  'https://github.com/acme/docs/pull/new',
  'https://github.com/acme/docs/pulls/412',
  'https://github.com/acme/docs/issues/412',
  'https://github.com/acme/docs/tree/pull/412',
  'https://github.com/acme/../pull/412',
  'https://github.com/../docs/pull/412',
  'https://github.com/acme/d%6Fcs/pull/412',
  'https://github.com/acme/do cs/pull/412',
  `https://github.com/acme/${'d'.repeat(101)}/pull/412`,
  'https://github.com//docs/pull/412',
  'http://github.com/acme/docs/pull/412',
  'https://github.com.evil.example/acme/docs/pull/412',
  'https://github.com@evil.example/acme/docs/pull/412',
  'https://github.com:8443/acme/docs/pull/412',
  'https://evil.example/acme/docs/pull/412',
  'https://git.example/acme/docs/-/merge_requests/9',
  '/acme/docs/pull/412',
  '',
])('%j is no pull request of github.com', (url) => {
  expect(parsePullLink(url, GITHUB)).toBeUndefined();
});

test('a number that GraphQL does not take is none of a pull request', () => {
  const numbered = (number: string) => identityOfLink(`${GITHUB}/acme/docs/pull/${number}`);
  expect(numbered('999999999')).toBe('github.com/acme/docs#999999999');
  expect(numbered('2147483648')).toMatch(/^[\w-]{16}$/);
  expect(pullOfIdentity('github.com/acme/docs#2147483648', GITHUB)).toBeUndefined();
});
