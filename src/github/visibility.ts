import * as v from 'valibot';
import { GitHubError } from '../errors.ts';
import type { GitHub } from './client.ts';

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
