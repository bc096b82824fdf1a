import { describe, expect, test } from '@jest/globals';
import { GitHubError } from '../../../src/errors.ts';
import { inOtherRepository, readComparison } from '../../../src/github/comparison.ts';
import { githubAnswering } from '../../support/github-answering.ts';
import { json } from '../../support/scripted-world.ts';

const OTHER = { owner: 'acme', repo: 'product' };

async function failure(status: number, body: object = {}, headers: Record<string, string> = {}) {
  const { github } = githubAnswering(() => json(status, body, headers));
  const range = { base: 'v1', head: 'v2', since: 'merge-base' } as const;
  const error = await readComparison(inOtherRepository(github, OTHER), range).catch((thrown: unknown) => thrown);
  if (!(error instanceof GitHubError)) throw new Error('No GitHubError.');
  return error;
}

describe('a comparison in another repository', () => {
  test('is read there', async () => {
    const { github, requests } = githubAnswering(() => json(404, {}));
    const other = inOtherRepository(github, OTHER);
    await expect(readComparison(other, { base: 'v1', head: 'v2', since: 'merge-base' })).rejects.toThrow();
    expect(requests).toEqual(['GET /repos/acme/product/compare/v1...v2?per_page=100']);
  });

  test.each([403, 404])('that the token cannot read is an error that names the token: %d', async (status) => {
    const { message, remedy } = await failure(status, { message: 'Secret words' });
    expect(message).toContain('`acme/product`');
    expect(message).toContain(`(${status})`);
    expect(remedy).toContain('The default `github-token` reads public repositories only');
    expect(`${message} ${remedy}`).not.toMatch(/Secret|contents: read/);
  });

  test('that meets a rate limit or a rejected token is the usual error', async () => {
    expect((await failure(403, {}, { 'retry-after': '60' })).message).toContain('rate limit');
    expect((await failure(401)).remedy).toContain('pass a token that is valid');
  });
});
