import { describe, expect, test } from '@jest/globals';
import { InputError } from '../../../src/errors.ts';
import type { Visibility } from '../../../src/github/repository.ts';
import { isConfidential, otherRepository, readConfidentiality } from '../../../src/request/requested-changes.ts';
import { readGitHubContext } from '../../../src/runtime/github-context.ts';
import { githubAnswering } from '../../support/github-answering.ts';
import { json } from '../../support/scripted-world.ts';

const OTHER = { owner: 'acme', repo: 'product' };

describe('the repository of `compare`', () => {
  const otherIn = (env: Record<string, string>, page: { origin: string; owner: string; repo: string } | undefined) =>
    otherRepository(
      { compare: { base: 'a', head: 'b', page } },
      readGitHubContext({ GITHUB_REPOSITORY: 'acme/app', ...env }),
    );
  const page = { origin: 'https://github.com', ...OTHER };

  test('is another one if the page is of another one', () => {
    expect(otherIn({}, page)).toEqual(OTHER);
    expect(otherIn({ GITHUB_SERVER_URL: 'https://GHE.example/' }, { ...page, origin: 'https://ghe.example' })).toEqual(
      OTHER,
    );
  });

  test("is the workflow's own without a page, and with its page", () => {
    expect(otherIn({}, undefined)).toBeUndefined();
    expect(otherIn({}, { ...page, owner: 'Acme', repo: 'App' })).toBeUndefined();
    expect(otherRepository({ compare: null }, readGitHubContext({}))).toBeUndefined();
  });

  test.each(['https://gitlab.com', 'http://github.com', 'https://github.com:8443', 'https://github.com.evil.example'])(
    'is an error on another server: %s',
    (origin) => {
      const refused = () => otherIn({}, { ...page, origin });
      expect(refused).toThrow(InputError);
      expect(refused).toThrow(`names a page on ${origin}, and this workflow runs on https://github.com`);
    },
  );
});

describe('the changes of another repository', () => {
  test.each<[own: Visibility, compared: Visibility, confidential: boolean]>([
    ['public', 'public', false],
    ['public', 'restricted', true],
    ['public', 'unknown', true],
    ['restricted', 'public', false],
    ['restricted', 'restricted', false],
    ['restricted', 'unknown', false],
    ['unknown', 'public', false],
    ['unknown', 'restricted', true],
    ['unknown', 'unknown', true],
  ])('with %s here and %s there are confidential: %s', (own, compared, confidential) => {
    expect(isConfidential({ own, compared })).toBe(confidential);
  });

  const OPEN = json(200, { private: false, visibility: 'public' });
  const PRIVATE = json(200, { private: true, visibility: 'private' });
  const INTERNAL = json(200, { private: true, visibility: 'internal' });
  const OLD = json(200, { private: false });

  test.each([
    ['a public repository', { there: OPEN, here: OPEN }, false, 1],
    ['a public repository of an old server', { there: OLD, here: OPEN }, false, 1],
    ['a private repository', { there: PRIVATE, here: OPEN }, true, 2],
    ['an internal repository', { there: INTERNAL, here: OPEN }, true, 2],
    ['a private repository, read from a private one', { there: PRIVATE, here: PRIVATE }, false, 2],
    ['a repository that GitHub does not show', { there: json(404, {}), here: OPEN }, true, 2],
    ['a repository with an undocumented answer', { there: json(200, { private: 'no' }), here: OPEN }, true, 2],
    ['any repository, if nothing can be read', { there: json(403, {}), here: json(403, {}) }, true, 2],
  ])('are read from %s', async (_, { there, here }, confidential, count) => {
    const { github, requests } = githubAnswering(({ url }) => (url.pathname.endsWith('/product') ? there : here));
    expect(await readConfidentiality(github, OTHER)).toBe(confidential);
    expect(requests).toHaveLength(count);
  });
});
