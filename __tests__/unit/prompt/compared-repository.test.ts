import { describe, expect, test } from '@jest/globals';
import { InputError } from '../../../src/errors.ts';
import { otherRepository } from '../../../src/prompt/changes.ts';
import { readGitHubVariables } from '../../../src/runtime/github-variables.ts';

const OTHER = { owner: 'acme', repo: 'product' };

describe('the repository of `compare`', () => {
  const otherIn = (env: Record<string, string>, page: { origin: string; owner: string; repo: string } | undefined) =>
    otherRepository(
      { compare: { base: 'a', head: 'b', page } },
      readGitHubVariables({ GITHUB_REPOSITORY: 'acme/app', ...env }),
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
    expect(otherRepository({ compare: null }, readGitHubVariables({}))).toBeUndefined();
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
