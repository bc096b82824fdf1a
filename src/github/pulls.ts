import * as v from 'valibot';
import type { GitHub } from './client.ts';

const PULLS = v.array(
  v.object({
    number: v.pipe(v.number(), v.integer()),
    merged_at: v.nullable(v.string()),
    merge_commit_sha: v.nullable(v.string()),
    base: v.object({ ref: v.string() }),
  }),
);

/**
 * The number of the pull request that a push merged into the branch: the one whose merge commit this is, or else the first that
 * contains it. Undefined if there is none.
 * @throws GitHubError if GitHub does not answer.
 */
export async function readMergedPull(
  github: GitHub,
  { head, branch }: { head: string; branch: string },
): Promise<number | undefined> {
  const pulls = await github.read('which pull request was merged', 'pull-requests: read', async ({ request }) => {
    const where = { ...github.repository, commit_sha: head };
    const { data } = await request('GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls', where);
    return v.parse(PULLS, data);
  });
  const merged = (pulls ?? []).filter(({ merged_at, base }) => merged_at !== null && base.ref === branch);
  return (merged.find(({ merge_commit_sha }) => merge_commit_sha === head) ?? merged[0])?.number;
}
