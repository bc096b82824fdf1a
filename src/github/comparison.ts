import * as v from '@badrap/valita';
import { COUNT, fallback, nullish, oneOf } from '../schema.ts';
import { quoteName } from '../text/format.ts';
import { SHA, shown, WEB_ADDRESS } from './answers.ts';
import { type GitHub, readData } from './client.ts';

/** Two points of the history to compare: commits, branches or tags. */
export interface CommitRange {
  /** Undefined if `since` is `first-parent`. */
  readonly base: string | undefined;
  readonly head: string;
  /**
   * What to compare `head` with: `base` itself; their merge base, as pull requests do; or the first
   * parent of `head`, a commit then.
   */
  readonly since: 'base' | 'merge-base' | 'first-parent';
}

export interface Comparison {
  readonly files: readonly ChangedFile[];
  /**
   * False if GitHub does not list all files: there are more than 300, or a force push removed some.
   */
  readonly isComplete: boolean;
  /** The oldest first, at most {@link MAX_COMMITS}. */
  readonly commits: readonly Commit[];
  readonly totalCommits: number;
  /** GitHub's page of the comparison, if there is one. */
  readonly url: string | undefined;
  /** The commits that `base` and `head` resolve to; `baseSha` is undefined without a base. */
  readonly baseSha: string | undefined;
  readonly headSha: string;
  /** Whether `head` contains `base`. */
  readonly isDescendant: boolean;
}

const MAX_COMMITS = 100;
/** GitHub's limit for the files of a comparison or a commit (REST API, "Compare two commits"). */
const MAX_FILES = 300;

const FILE = v
  .object({
    filename: v.string(),
    previous_filename: v.string().optional(),
    /** `changed`, `copied` and future values count as `modified`. */
    status: fallback(oneOf(['added', 'removed', 'modified', 'renamed']), 'modified' as const),
    additions: COUNT,
    deletions: COUNT,
    patch: v.string().optional(),
  })
  .map(({ filename, previous_filename, patch, ...file }) => ({
    ...file,
    path: filename,
    /** The old path of a renamed file. */
    previousPath: file.status === 'renamed' ? previous_filename : undefined,
    /** Undefined for binary files and for files that are too large for GitHub. */
    patch,
  }));
/** The strings are untrusted and not sanitized. */
export type ChangedFile = Readonly<v.Infer<typeof FILE>>;

const AUTHOR = nullish(v.object({ login: v.string().optional(), name: v.string().optional() }));
const COMMIT = v
  .object({ sha: SHA, commit: v.object({ message: v.string(), author: AUTHOR }), author: AUTHOR })
  .map(({ sha, commit, author }) => ({
    sha,
    /** The first line of its message. */
    subject: commit.message.replace(/\n.*/s, ''),
    author: author?.login ?? commit.author?.name ?? 'unknown',
  }));
export type Commit = Readonly<v.Infer<typeof COMMIT>>;

const WITH_SHA = v.object({ sha: SHA });
const COMPARISON = v.object({
  html_url: WEB_ADDRESS,
  status: v.string(),
  base_commit: WITH_SHA,
  merge_base_commit: WITH_SHA,
  total_commits: COUNT,
  commits: v.array(COMMIT),
  files: v.array(FILE).optional(),
});

/**
 * Reads what changed, from the Compare API. @throws GitHubError also if GitHub does not know `base`
 * or `head`.
 */
export async function readComparison(
  github: GitHub,
  { head, since, ...range }: CommitRange,
): Promise<Comparison> {
  const base = since === 'first-parent' ? await readFirstParent(github, head) : range.base;
  if (base === undefined) return firstCommit(head);
  return shownCommits(await findComparison(github, { base, head, since }), base, head);
}

/** The Compare API needs two commits, and the first one of a repository has none before it. */
const firstCommit = (head: string): Comparison => ({
  files: [],
  isComplete: false,
  commits: [],
  totalCommits: 0,
  url: undefined,
  baseSha: undefined,
  headSha: head,
  isDescendant: true,
});

/** What changed since `base`; undefined if GitHub does not know it or `head`. */
export async function findComparison(
  github: GitHub,
  { base, head, since }: CommitRange & { readonly base: string },
): Promise<Comparison | undefined> {
  const where = { ...github.repository, basehead: `${base}...${head}`, per_page: MAX_COMMITS };
  const compared = await readData(github, 'the changes', COMPARISON, ({ repos }) =>
    repos.compareCommitsWithBasehead(where),
  );
  if (!compared) return undefined;
  const { files = [], commits, status } = compared;
  const isWhole = compared.files !== undefined && files.length < MAX_FILES;
  const isDescendant = status === 'ahead' || status === 'identical';
  return {
    files,
    // nothing that a force push removed is listed
    isComplete: isWhole && (isDescendant || since === 'merge-base'),
    commits: commits.slice(0, MAX_COMMITS),
    totalCommits: compared.total_commits,
    url: compared.html_url,
    baseSha: compared.base_commit.sha,
    headSha: await resolveHead(github, head, compared),
    isDescendant,
  };
}

/**
 * The Compare API gives the head only as the last of all commits, or as the merge base if `head`
 * has no new commits.
 */
async function resolveHead(
  github: GitHub,
  head: string,
  compared: v.Infer<typeof COMPARISON>,
): Promise<string> {
  const { commits, total_commits: total, merge_base_commit: mergeBase } = compared;
  if (isSha(head)) return head;
  if (total === 0) return mergeBase.sha;
  return (commits[total - 1] ?? (await readCommit(github, 'a commit', WITH_SHA, head))).sha;
}

/** Undefined for the first commit of the repository. */
async function readFirstParent(github: GitHub, sha: string): Promise<string | undefined> {
  const { parents } = await readCommit(
    github,
    'the parent of a commit',
    v.object({ parents: v.array(WITH_SHA) }),
    sha,
  );
  return parents[0]?.sha;
}

async function readCommit<T>(github: GitHub, what: string, schema: v.Type<T>, ref: string) {
  const where = { ...github.repository, ref, per_page: 1 };
  return shownCommits(
    await readData(github, what, schema, ({ repos }) => repos.getCommit(where)),
    ref,
  );
}

const isSha = (name: string) => SHA.try(name).ok;

/**
 * @param names of branches, tags or commits. Full commit ids come from the event, other names from
 * `compare`.
 */
function shownCommits<T>(found: T | undefined, ...names: string[]): T {
  const which = names.map((name) => quoteName(isSha(name) ? name.slice(0, 7) : name)).join(' or ');
  return shown(found, which, names.every(isSha) ? '' : '`compare`');
}
