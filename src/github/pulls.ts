import * as v from '@badrap/valita';
import { GitHubError } from '../errors.ts';
import { fallback, INTEGER, nullish, oneOf, TEXT, TIME } from '../schema.ts';
import { type PullLink, pullOfIdentity } from '../text/pull-link.ts';
import { failureOfQuery, isForbidden, parseAnswer, shown } from './answers.ts';
import { type GitHub, readData } from './client.ts';
import { readPages } from './pages.ts';

/** The repository of a deleted fork is null. */
const REPOSITORY = nullish(v.object({ id: INTEGER }));
const PULL = v
  .object({
    number: INTEGER,
    state: v.string(),
    created_at: TIME,
    merged_at: nullish(v.string()),
    merge_commit_sha: nullish(v.string()),
    base: v.object({ ref: v.string(), repo: REPOSITORY }),
    head: v.object({ repo: REPOSITORY }),
    /** Null for a deleted account. */
    user: fallback(v.object({ id: INTEGER, type: v.string().optional() }), null),
  })
  .map(
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
  );

/** A pull request, as GitHub's API shows it. */
export type Pull = v.Infer<typeof PULL>;
export type PullAuthor = Pull['author'];

/** A pull request of any repository; undefined if the token cannot see it (404). */
export const readPull = (github: GitHub, { owner, repo, number }: PullLink): Promise<Pull | undefined> =>
  readData(github, 'a pull request', PULL, ({ pulls }) => pulls.get({ owner, repo, pull_number: number }));

/** How many open pull requests are read at most. */
export const MAX_OPEN_PULLS = 500;

/** The open pull requests of the repository, the oldest first. */
export async function readOpenPulls(github: GitHub): Promise<readonly Pull[]> {
  const query = { ...github.repository, state: 'open', sort: 'created', direction: 'asc', per_page: 100 } as const;
  const found = new Map<number, Pull>();
  async function readPage(page: number) {
    const pulls = await readData(github, 'the open pull requests', v.array(PULL), ({ pulls }) =>
      pulls.list({ ...query, page }),
    );
    const listed = shown(pulls, 'the open pull requests of this repository');
    for (const pull of listed) found.set(pull.number, pull);
    return { hasMore: listed.length === query.per_page };
  }
  await readPages(readPage, () => found.size >= MAX_OPEN_PULLS);
  return [...found.values()];
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
 * @param identity as `identityOfLink` writes it.
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

/** Those that brought a commit into the default branch, or else the open ones (REST API, "List pull requests associated with a commit"). */
export async function readPullsOfCommit(github: GitHub, sha: string): Promise<readonly Pull[]> {
  const where = { ...github.repository, commit_sha: sha };
  const pulls = await readData(github, 'the pull requests of a commit', v.array(PULL), ({ repos }) =>
    repos.listPullRequestsAssociatedWithCommit(where),
  );
  return pulls ?? [];
}

/** The number of the pull request that a push merged: the one whose merge commit this is, or else the first that contains it. */
export async function readMergedPull(
  github: GitHub,
  { head, branch }: { head: string; branch: string },
): Promise<number | undefined> {
  const pulls = await readPullsOfCommit(github, head);
  const merged = pulls.filter((pull) => pull.state === 'merged' && pull.branch === branch);
  return (merged.find(({ mergeCommit }) => mergeCommit === head) ?? merged[0])?.number;
}

/** The state of a pull request of any repository, for counting. Times are milliseconds since the epoch, by GitHub's clock. */
export interface PullFacts {
  readonly state: Pull['state'];
  readonly isDraft: boolean;
  readonly createdAt: number;
  /** When it was merged or closed; null while it is open. */
  readonly endedAt: number | null;
}

/** `deleted`: its repository is readable, and does not have it. `unreadable`: the token may not read it, or its repository. */
export type PullReading = PullFacts | 'deleted' | 'unreadable';

/** How many pull requests one request reads. */
const QUERY_SIZE = 100;
const QUERY_FIELDS = 'state isDraft createdAt mergedAt closedAt';

const FACTS = v
  .object({
    state: oneOf(['OPEN', 'MERGED', 'CLOSED']),
    isDraft: v.boolean(),
    createdAt: TIME,
    mergedAt: TIME.nullable(),
    closedAt: TIME.nullable(),
  })
  .map(
    ({ state, isDraft, createdAt, mergedAt, closedAt }): PullFacts => ({
      state: state === 'OPEN' ? 'open' : state === 'MERGED' ? 'merged' : 'closed',
      isDraft,
      createdAt,
      endedAt: state === 'OPEN' ? null : (mergedAt ?? closedAt),
    }),
  );
const QUERY_ERROR = v.object({
  type: TEXT,
  path: nullish(v.array(v.union(v.string(), INTEGER))),
  message: TEXT,
});
const QUERIED = v.object({
  data: nullish(v.record(v.object({ pullRequest: FACTS.nullable() }).nullable())),
  errors: nullish(v.array(QUERY_ERROR)),
});

/** The state of pull requests, in their order. One GraphQL query reads {@link QUERY_SIZE}; REST would need one request for each. */
export async function readPullFacts(github: GitHub, links: readonly PullLink[]): Promise<readonly PullReading[]> {
  const readings: PullReading[] = [];
  for (let at = 0; at < links.length; at += QUERY_SIZE)
    readings.push(...(await queryPulls(github, links.slice(at, at + QUERY_SIZE))));
  return readings;
}

/** The characters of the names are GitHub's own, so that they need no escape in a query. */
async function queryPulls(github: GitHub, links: readonly PullLink[]): Promise<readonly PullReading[]> {
  const parts = links.map(
    ({ owner, repo, number }, at) =>
      `p${at}: repository(owner: "${owner}", name: "${repo}") { pullRequest(number: ${number}) { ${QUERY_FIELDS} } }`,
  );
  const query = `query { ${parts.join(' ')} }`;
  const found = await github.read('the pull requests of earlier jobs', async (octokit) => {
    const { data: answer, headers } = await octokit.request({ method: 'POST', url: github.graphqlUrl, query });
    const { data, errors } = parseAnswer(QUERIED, answer);
    return links.map((_, at): PullReading => {
      const part = data?.[`p${at}`];
      if (part?.pullRequest) return part.pullRequest;
      const error = errors?.find(({ path }) => path?.[0] === `p${at}`);
      if (error?.type === 'NOT_FOUND' && part) return 'deleted';
      if (error?.type === 'NOT_FOUND' || error?.type === 'FORBIDDEN') return 'unreadable';
      throw failureOfQuery(headers, (error ?? errors?.[0])?.message ?? '');
    });
  });
  return found ?? links.map(() => 'unreadable');
}
