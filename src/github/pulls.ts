import * as v from '@badrap/valita';
import { GitHubError } from '../errors.ts';
import type { Clock } from '../runtime/clock.ts';
import { COUNT, fallback, INTEGER, nullish, TIME } from '../schema.ts';
import {
  isSameRepository,
  type PullRef,
  pullOfShortLink,
  type RepositoryName,
} from '../text/pull-link.ts';
import { isForbidden, MISSING_PERMISSION, WEB_ADDRESS } from './answers.ts';
import { type GitHub, once, readData } from './client.ts';
import { LIST_DELAY_MS } from './comments.ts';
import { readPages } from './pages.ts';

/** The repository of a deleted fork is null. */
const REPOSITORY = nullish(v.object({ id: INTEGER, private: v.boolean().optional() }));
const PULL = v
  .object({
    number: INTEGER,
    html_url: WEB_ADDRESS,
    state: v.string(),
    created_at: TIME,
    merged_at: nullish(v.string()),
    merge_commit_sha: nullish(v.string()),
    base: v.object({ ref: v.string(), repo: REPOSITORY }),
    head: v.object({ repo: REPOSITORY }),
    /** Lists lack these three. */
    changed_files: fallback(COUNT, 0),
    additions: fallback(COUNT, 0),
    deletions: fallback(COUNT, 0),
    /** Null for a deleted account. */
    user: fallback(v.object({ login: v.string(), type: v.string().optional() }), null),
  })
  .map(
    ({ number, html_url, state, created_at, merged_at, base, head, user, ...pull }) =>
      ({
        number,
        url: html_url,
        /** How many files and lines it changes; zeros in lists. */
        size: {
          files: pull.changed_files,
          added: pull.additions,
          removed: pull.deletions,
        },
        state: merged_at ? 'merged' : state === 'open' ? 'open' : 'closed',
        /** By GitHub's clock, in milliseconds since the epoch. */
        createdAt: created_at,
        /** The account that opened it. Its login is empty if it was deleted. */
        author: { login: user?.login ?? '', isBot: user?.type === 'Bot' },
        mergeCommit: pull.merge_commit_sha ?? undefined,
        /** The branch that it is merged into. Untrusted. */
        branch: base.ref,
        isFromFork: head.repo?.id !== base.repo?.id,
        /** Of the repository that it is merged into, which renaming does not change. */
        repositoryId: base.repo?.id,
        isPublic: base.repo?.private === false,
      }) as const,
  );

/** A pull request, as GitHub's API shows it. */
export type Pull = v.Infer<typeof PULL>;

/** A pull request of any repository; undefined if the token cannot see it (404). */
export const readPull = (
  github: Pick<GitHub, 'read'>,
  { owner, repo, number }: PullRef,
): Promise<Pull | undefined> =>
  readData(github, 'a pull request', PULL, ({ pulls }) =>
    pulls.get({ owner, repo, pull_number: number }),
  );

/** What a pull request changes. */
export interface PullChanges extends Readonly<Pull['size']> {
  /** Names of the first five files, without those that {@link PLAIN_NAME} excludes. */
  readonly names: readonly string[];
}

/** How many names of files a report has at most. */
const MAX_NAMES = 5;
/** Every character is visible, and none has a meaning in Markdown, HTML or a shell. */
const PLAIN_NAME = /^(?! *$)(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}_./ -]){1,200}$/u;
const FILES = v.array(v.object({ filename: v.string() }));

/**
 * What a pull request changes; undefined if GitHub does not answer, or if it is in another
 * repository that is not public: readers of a thread here may not know of its files.
 */
export async function readChanges(
  github: GitHub,
  { size, isPublic }: Pull,
  link: PullRef,
): Promise<PullChanges | undefined> {
  if (!isPublic && !isSameRepository(github.repository, link)) return undefined;
  const { owner, repo, number } = link;
  const query = { owner, repo, pull_number: number, per_page: MAX_NAMES };
  const files = await readData(once(github), 'its files', FILES, ({ pulls }) =>
    pulls.listFiles(query),
  ).catch(() => undefined);
  if (!files) return undefined;
  const names = files.slice(0, MAX_NAMES).map(({ filename }) => filename);
  return { ...size, names: names.filter((name) => PLAIN_NAME.test(name)) };
}

/** How many open pull requests of a repository are read at most. */
const MAX_OPEN_PULLS = 500;

/** Open pull requests, with their short links. */
export type OpenPulls = Awaited<ReturnType<typeof readOpenPulls>>;

/**
 * The open pull requests of a repository, the oldest first, at most {@link MAX_OPEN_PULLS}.
 * @param shortLinks the start of the short links of its pull requests. @throws GitHubError also if
 * the token may not read them.
 */
export async function readOpenPulls(
  github: GitHub,
  { owner, repo }: RepositoryName,
  shortLinks: string,
) {
  const query = {
    owner,
    repo,
    state: 'open',
    sort: 'created',
    direction: 'asc',
    per_page: 100,
  } as const;
  const found = new Map<number, Pull>();
  async function readPage(page: number) {
    const read = readData(github, 'the open pull requests', v.array(PULL), ({ pulls }) =>
      pulls.list({ ...query, page }),
    );
    const pulls = await read.catch((error: unknown) =>
      isForbidden(error) ? undefined : Promise.reject(error),
    );
    if (!pulls) throw notShown(`${owner}/${repo}`);
    for (const pull of pulls) found.set(pull.number, pull);
    return { hasMore: pulls.length === query.per_page };
  }
  await readPages(readPage, () => found.size >= MAX_OPEN_PULLS);
  return [...found.values()].map((pull) => ({
    ...pull,
    shortLink: `${shortLinks}${pull.number}`,
    /** As `acme/docs#391`. */
    name: `${owner}/${repo}#${pull.number}`,
  }));
}

const notShown = (repository: string): GitHubError =>
  new GitHubError(
    `GitHub does not show the pull requests of \`${repository}\` to \`github-token\`, so \`max-open-pulls\` cannot count them.`,
    'Set `github-token` to a token with the permission `pull-requests: read` in that repository that can also do here what the ' +
      'default token can, or remove `max-open-pulls`.',
    { headline: 'Pull requests not readable' },
  );

/** The state of a pull request that a job opened, in whichever repository. */
export type PullState =
  | { readonly kind: Pull['state'] }
  /** The token may not read it, or it is on another site. */
  | { readonly kind: 'unreadable'; readonly error: GitHubError };

/**
 * The state of a pull request. A 404 means that it is closed only if the token can read its
 * repository.
 */
export async function readPullState(
  github: GitHub,
  shortLink: string,
  serverUrl: string,
): Promise<PullState> {
  const link = pullOfShortLink(shortLink, serverUrl);
  if (!link)
    return unreadable(
      "The pull request of an earlier request is not on this workflow's GitHub server",
    );
  const { owner, repo } = link;
  const problem = `GitHub does not show the pull request ${shortLink} of an earlier request to \`github-token\``;
  try {
    const pull = await readPull(github, link);
    if (pull) return { kind: pull.state };
    const repository = await readData(github, 'a repository', v.object({}), ({ repos }) =>
      repos.get({ owner, repo }),
    );
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
 * Those that brought a commit into the default branch, or else the open ones (REST API, "List pull
 * requests associated with a commit").
 * @throws GitHubError also if the token may not read them: it is unknown then whether the commit is
 * the agent's.
 */
export async function readPullsOfCommit(github: GitHub, sha: string): Promise<readonly Pull[]> {
  const where = { ...github.repository, commit_sha: sha };
  const pulls = await readData(
    github,
    'the pull requests of a commit',
    v.array(PULL),
    ({ repos }) => repos.listPullRequestsAssociatedWithCommit(where),
  ).catch((cause: unknown) => {
    const remedy =
      'Give the job `pull-requests: read`, or `pull-requests: write` for status comments.';
    throw isForbidden(cause)
      ? new GitHubError(PULLS_HIDDEN, remedy, { cause, headline: MISSING_PERMISSION })
      : cause;
  });
  if (!pulls)
    throw new GitHubError(
      `GitHub does not show the commit ${sha} to the token (404).`,
      'Re-run the workflow later.',
    );
  return pulls;
}

/**
 * As {@link readPullsOfCommit}, for a commit that was just pushed: GitHub may not know its pull
 * requests yet, so that an empty list is read again.
 */
export async function readPullsOfNewCommit(
  github: GitHub,
  sha: string,
  { clock, signal }: { readonly clock: Pick<Clock, 'sleep'>; readonly signal: AbortSignal },
): Promise<readonly Pull[]> {
  const pulls = await readPullsOfCommit(github, sha);
  if (pulls.length > 0) return pulls;
  await clock.sleep(LIST_DELAY_MS, signal);
  return readPullsOfCommit(github, sha);
}

const PULLS_HIDDEN =
  'GitHub does not show the pull requests of a commit to `github-token` (403), so it is unknown whether the agent opened one.';

/**
 * The number of the pull request that a push merged: the one whose merge commit this is, or else
 * the first that contains it.
 */
export async function readMergedPull(
  github: GitHub,
  { sha, branch }: { readonly sha: string; readonly branch: string },
): Promise<number | undefined> {
  const pulls = await readPullsOfCommit(github, sha);
  const merged = pulls.filter((pull) => pull.state === 'merged' && pull.branch === branch);
  return (merged.find(({ mergeCommit }) => mergeCommit === sha) ?? merged[0])?.number;
}
