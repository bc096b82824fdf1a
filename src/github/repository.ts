import * as v from 'valibot';
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

/** Who can read a repository: everyone; only accounts with access (`private`, `internal`); or GitHub does not say. */
export type Visibility = 'public' | 'restricted' | 'unknown';

/** `visibility` is missing on old GitHub servers. */
const REPOSITORY = v.object({ private: v.boolean(), visibility: v.optional(v.string(), 'public') });

/** The visibility of the client's repository. Never throws: without an answer it is `unknown`. */
export async function readVisibility(github: GitHub): Promise<Visibility> {
  try {
    const repository = await github.read('the visibility of a repository', async ({ request }) =>
      v.parse(REPOSITORY, (await request('GET /repos/{owner}/{repo}', { ...github.repository })).data),
    );
    if (!repository) return 'unknown';
    return repository.private || repository.visibility !== 'public' ? 'restricted' : 'public';
  } catch (error) {
    if (error instanceof GitHubError) return 'unknown';
    throw error;
  }
}
