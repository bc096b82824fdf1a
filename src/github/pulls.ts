import * as v from 'valibot';
import { GitHubError } from '../errors.ts';
import { type PullLink, pullOfIdentity } from '../text/pull-link.ts';
import { type GitHub, readData } from './client.ts';
import { isForbidden, shown } from './failure.ts';
import { NUMBER, TIME } from './fields.ts';

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
    /** Null for a deleted account. */
    user: v.fallback(v.nullable(v.object({ id: NUMBER, type: v.optional(v.string(), '') })), null),
  }),
  v.transform(
    ({ number, state, created_at, merged_at, merge_commit_sha, base, head, user }) =>
      ({
        number,
        state: merged_at ? 'merged' : state === 'open' ? 'open' : 'closed',
        /** By GitHub's clock, in milliseconds since the epoch. */
        createdAt: created_at,
        /** The same; undefined if it is not merged. */
        mergedAt: merged_at ? Date.parse(merged_at) : undefined,
        /** The account that opened it. `id`: null if the account was deleted. */
        author: { id: user?.id ?? null, isBot: user?.type === 'Bot' },
        mergeCommit: merge_commit_sha ?? undefined,
        /** The branch that it is merged into. Untrusted. */
        branch: base.ref,
        isFromFork: head.repo?.id !== base.repo?.id,
        /** Of the repository that it is merged into, which renaming does not change. */
        repositoryId: base.repo?.id,
      }) as const,
  ),
);

/** A pull request, as GitHub's API shows it. */
export type Pull = v.InferOutput<typeof PULL>;
export type PullAuthor = Pull['author'];

/** A pull request of any repository; undefined if the token cannot see it (404). @throws GitHubError if GitHub does not answer. */
export const readPull = (github: GitHub, { owner, repo, number }: PullLink): Promise<Pull | undefined> =>
  readData(github, 'a pull request', PULL, ({ pulls }) => pulls.get({ owner, repo, pull_number: number }));

/** The open pull requests of the repository, the oldest first, at most 100. @throws GitHubError if GitHub does not answer. */
export async function readOpenPulls(github: GitHub): Promise<readonly Pull[]> {
  const query = { ...github.repository, state: 'open', sort: 'created', direction: 'asc', per_page: 100 } as const;
  const pulls = await readData(github, 'the open pull requests', v.array(PULL), ({ pulls }) => pulls.list(query));
  return shown(pulls, 'the open pull requests of this repository');
}

/** The state of a pull request that a job opened, in whichever repository. */
export type PullState =
  | { readonly kind: 'open' }
  | { readonly kind: 'closed' }
  /** By GitHub's clock, in milliseconds since the epoch. */
  | { readonly kind: 'merged'; readonly at: number }
  /** The token may not read it, or it is on another site. */
  | { readonly kind: 'unreadable'; readonly error: GitHubError };

/**
 * The state of a pull request. A 404 means that it is closed only if the token can read its repository.
 * @param identity as `identityOfLink` writes it. @throws GitHubError if GitHub does not answer.
 */
export async function readPullState(github: GitHub, identity: string, serverUrl: string): Promise<PullState> {
  const link = pullOfIdentity(identity, serverUrl);
  if (!link) return unreadable("The pull request of an earlier request is not on this workflow's GitHub server");
  const { owner, repo } = link;
  const problem = `GitHub does not show the pull request ${identity} of an earlier request to \`github-token\``;
  try {
    const pull = await readPull(github, link);
    if (pull?.state === 'merged') return { kind: 'merged', at: pull.mergedAt ?? 0 };
    if (pull) return { kind: pull.state };
    const repository = await readData(github, 'a repository', v.object({}), ({ repos }) => repos.get({ owner, repo }));
    return repository ? { kind: 'closed' } : unreadable(problem);
  } catch (error) {
    if (!isForbidden(error)) throw error;
    return unreadable(problem);
  }
}

const unreadable = (problem: string): PullState => ({
  kind: 'unreadable',
  error: new GitHubError(
    `${problem}, so it is unknown whether a request may continue it.`,
    'Set `github-token` to a token with the permission `pull-requests: read` in that repository that can also do here what the ' +
      'default token can, or set `pull-request: new`, which opens one pull request per request.',
    { headline: 'Pull request not readable' },
  ),
});

/**
 * The pull requests that contain a commit: those that brought it into the default branch, or else the open ones (REST API, "List pull
 * requests associated with a commit"). @throws GitHubError if GitHub does not answer.
 */
export async function readPullsOfCommit(github: GitHub, sha: string): Promise<readonly Pull[]> {
  const where = { ...github.repository, commit_sha: sha };
  const pulls = await readData(github, 'the pull requests of a commit', v.array(PULL), ({ repos }) =>
    repos.listPullRequestsAssociatedWithCommit(where),
  );
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
