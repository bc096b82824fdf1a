import { GitHubError } from '../errors.ts';
import { quoteName } from '../text/escape.ts';
import type { GitHub } from './client.ts';
import { isForbidden } from './errors.ts';

/** A repository on the GitHub server of the workflow. */
export interface Repository {
  readonly owner: string;
  readonly repo: string;
}

/**
 * The same client for another repository, for reading only. Every `read` that GitHub answers with 403 or 404 throws: GitHub answers
 * 404 for a private repository that the token cannot read.
 */
export function inOtherRepository(github: GitHub, repository: Repository): GitHub {
  const name = quoteName(`${repository.owner}/${repository.repo}`);
  return {
    ...github,
    repository,
    async read(question, request) {
      const found = await github.read(question, request).catch((error: unknown) => {
        if (!isForbidden(error)) throw error;
        throw new GitHubError(`\`github-token\` is not allowed to read ${name} (403).`, REMEDY, { cause: error });
      });
      if (found !== undefined) return found;
      const message = `GitHub does not know ${name} or the commits to compare, or does not show them to \`github-token\` (404).`;
      throw new GitHubError(message, REMEDY);
    },
  };
}

const REMEDY =
  'Check the names in `compare`. The default `github-token` reads public repositories only: for a private one, ' +
  'set `github-token` to a token that can read its contents, and that can do here what the default token can.';
