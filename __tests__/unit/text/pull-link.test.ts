import { expect, test } from '@jest/globals';
import { parsePullLink, pullOfShortLink, shortLinkOf } from '../../../src/text/pull-link.ts';

const GITHUB = 'https://github.com';

test.each([
  ['https://github.com/acme/docs/pull/412', GITHUB, { owner: 'acme', repo: 'docs', number: 412 }],
  [
    'https://GitHub.com/Acme/Docs.site/PULL/1',
    GITHUB,
    { owner: 'Acme', repo: 'Docs.site', number: 1 },
  ],
  [
    'https://github.com/acme_corp/.github/pull/7',
    GITHUB,
    { owner: 'acme_corp', repo: '.github', number: 7 },
  ],
  [
    'https://git.acme.example/a/b/pull/3',
    'https://Git.acme.example',
    { owner: 'a', repo: 'b', number: 3 },
  ],
  [
    'http://127.0.0.1:8080/acme/docs/pull/2',
    'http://127.0.0.1:8080',
    { owner: 'acme', repo: 'docs', number: 2 },
  ],
])('%s on %s is a pull request', (url, server, pull) => {
  expect(parsePullLink(url, server)).toEqual(pull);
});

test.each<[what: string, paths: readonly string[]]>([
  ['has more than its number', ['412/', '412/files', '412?a=b', '412#discussion', '412\n']],
  ['has no number of a pull request', ['0', '0412', '1e3', '1000000000', 'new']],
])('an address that %s is no pull request', (_, ends) => {
  expect(ends.filter((end) => parsePullLink(`${GITHUB}/acme/docs/pull/${end}`, GITHUB))).toEqual(
    [],
  );
});

test.each([
  ...['pulls', 'issues', 'tree/pull'].map((part) => `${GITHUB}/acme/docs/${part}/412`),
  ...['acme/..', '../docs', 'acme/d%6Fcs', 'acme/do cs', `acme/${'d'.repeat(101)}`, '/docs'].map(
    (name) => `${GITHUB}/${name}/pull/412`,
  ),
  ...[
    'http://github.com',
    'https://github.com.evil.example',
    'https://github.com@evil.example',
    '',
  ].map((server) => `${server}/acme/docs/pull/412`),
  'https://github.com:8443/acme/docs/pull/412',
  'https://evil.example/acme/docs/pull/412',
  'https://git.example/acme/docs/-/merge_requests/9',
  '',
])('%j is no pull request of github.com', (url) => {
  expect(parsePullLink(url, GITHUB)).toBeUndefined();
});

test('a number of ten digits is none of a pull request', () => {
  const numbered = (number: string) => shortLinkOf(`${GITHUB}/acme/docs/pull/${number}`);
  expect(numbered('999999999')).toBe('github.com/acme/docs#999999999');
  expect(numbered('2147483648')).toMatch(/^[\w-]{16}$/);
  expect(pullOfShortLink('github.com/acme/docs#2147483648', GITHUB)).toBeUndefined();
});

test('a link is on its server, also if the name of the server begins with `www.`', () => {
  const server = 'https://www.git.example';
  const pull = pullOfShortLink(shortLinkOf(`${server}/acme/docs/pull/7`), server);
  expect(pull).toEqual({ owner: 'acme', repo: 'docs', number: 7 });
});
