import * as v from 'valibot';
import type { GitHub } from './client.ts';

const NUMBER = v.pipe(v.number(), v.integer());
const TIME = v.pipe(v.string(), v.transform(Date.parse), v.number());
/** The repository of a deleted fork is null. */
const REPOSITORY = v.nullish(v.object({ id: NUMBER }));
const PULL = v.pipe(
  v.object({
    number: NUMBER,
    state: v.string(),
    created_at: TIME,
    merged_at: v.nullish(v.string()),
    merge_commit_sha: v.nullish(v.string()),
    base: v.object({ ref: v.string(), repo: REPOSITORY }),
    head: v.object({ repo: REPOSITORY }),
  }),
  v.transform(
    ({ number, state, created_at, merged_at, merge_commit_sha, base, head }): Pull => ({
      number,
      state: merged_at ? 'merged' : state === 'open' ? 'open' : 'closed',
      createdAt: created_at,
      mergeCommit: merge_commit_sha ?? undefined,
      branch: base.ref,
      isFromFork: head.repo?.id !== base.repo?.id,
    }),
  ),
);

/** A pull request, as GitHub's API shows it. */
export interface Pull {
  readonly number: number;
  readonly state: 'open' | 'merged' | 'closed';
  /** By GitHub's clock, in milliseconds since the epoch. */
  readonly createdAt: number;
  readonly mergeCommit: string | undefined;
  /** The branch that it is merged into. Untrusted. */
  readonly branch: string;
  readonly isFromFork: boolean;
}

/** A pull request of any repository; undefined if the token cannot see it (404). @throws GitHubError if GitHub does not answer. */
export function readPull(github: GitHub, { owner, repo, number }: PullLink): Promise<Pull | undefined> {
  return github.read('a pull request', async ({ request }) => {
    const where = { owner, repo, pull_number: number };
    return v.parse(PULL, (await request('GET /repos/{owner}/{repo}/pulls/{pull_number}', where)).data);
  });
}

/**
 * The pull requests that contain a commit: those that brought it into the default branch, or else the open ones (REST API, "List pull
 * requests associated with a commit"). @throws GitHubError if GitHub does not answer.
 */
export async function readPullsOfCommit(github: GitHub, sha: string): Promise<readonly Pull[]> {
  const pulls = await github.read('the pull requests of a commit', async ({ request }) => {
    const where = { ...github.repository, commit_sha: sha };
    const { data } = await request('GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls', where);
    return v.parse(v.array(PULL), data);
  });
  return pulls ?? [];
}

/**
 * The number of the pull request that a push merged into the branch: the one whose merge commit this is, or else the first that
 * contains it. Undefined if there is none.
 * @throws GitHubError if GitHub does not answer.
 */
export async function readMergedPull(
  github: GitHub,
  { head, branch }: { head: string; branch: string },
): Promise<number | undefined> {
  const pulls = await readPullsOfCommit(github, head);
  const merged = pulls.filter((pull) => pull.state === 'merged' && pull.branch === branch);
  return (merged.find(({ mergeCommit }) => mergeCommit === head) ?? merged[0])?.number;
}

/** A pull request, as its page's address names it. Letters are in the case of the address. */
export interface PullLink {
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
}

/** GitHub's own character sets, so that the parts are safe in texts, paths and shell variables. */
const PATH = /^(?<owner>\w[\w.-]{0,99})\/(?<repo>(?!\.{1,2}\/)[\w.-]{1,100})\/pull\/(?<number>[1-9]\d{0,9})$/i;

/**
 * The pull request at `SERVER/owner/repo/pull/N`, compared without case. Undefined for every other address: another server, a query, a
 * fragment, a subpage (`/files`), a trailing slash.
 * @param serverUrl without a trailing slash.
 */
export function parsePullLink(url: string, serverUrl: string): PullLink | undefined {
  const server = `${serverUrl}/`;
  if (url.slice(0, server.length).toLowerCase() !== server.toLowerCase()) return undefined;
  const { owner, repo, number } = PATH.exec(url.slice(server.length))?.groups ?? {};
  return owner && repo ? { owner, repo, number: Number(number) } : undefined;
}
