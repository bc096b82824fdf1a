import * as v from 'valibot';
import type { GitHub } from './client.ts';
import {
  type ChangedFile,
  FILE,
  type FileStatus,
  fileWithoutPatch,
  MAX_FILES,
  readFirstParent,
  readSha,
  SHA,
  toFile,
  unknownCommits,
  WITH_SHA,
} from './commits.ts';
import { WEB_ADDRESS } from './fields.ts';

/** Two points of the history to compare: commits, branches or tags. */
export interface Range {
  /** Undefined: all files of `head` are new, unless `since` is `first-parent`. */
  readonly base: string | undefined;
  readonly head: string;
  /**
   * What to compare `head` with: `base` itself; their merge base, as pull requests do; or the first parent of `head`, which is a
   * commit then, and `base` is not used.
   */
  readonly since: 'base' | 'merge-base' | 'first-parent';
}

export interface Comparison {
  readonly files: readonly ChangedFile[];
  /** False if there are more files than GitHub lists. */
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

export interface Commit {
  readonly sha: string;
  /** The first line of its message. */
  readonly subject: string;
  readonly author: string;
}

const MAX_COMMITS = 100;

const COUNT = v.pipe(v.number(), v.integer(), v.minValue(0));
const AUTHOR = v.optional(v.nullable(v.object({ login: v.optional(v.string()), name: v.optional(v.string()) })));
const COMMIT = v.object({ sha: SHA, commit: v.object({ message: v.string(), author: AUTHOR }), author: AUTHOR });
const COMPARISON = v.object({
  html_url: WEB_ADDRESS,
  status: v.string(),
  base_commit: WITH_SHA,
  merge_base_commit: WITH_SHA,
  total_commits: COUNT,
  commits: v.array(COMMIT),
  files: v.optional(v.array(FILE)),
});
/**
 * Reads what changed, from the Compare API. If that lists only a part (more than 300 files, or a rewritten history), the two trees
 * are compared instead, which gives every path but no patches.
 * @throws GitHubError if GitHub does not answer, or does not know `base` or `head`.
 */
export async function readComparison(github: GitHub, range: Range): Promise<Comparison> {
  const { head, since } = range;
  const base = since === 'first-parent' ? await readFirstParent(github, head) : range.base;
  if (base === undefined) return firstTree(github, head);
  const compared = (await findCompare(github, base, head)) ?? unknownCommits(base, head);
  return toComparison(github, { base, head, since }, compared);
}

/**
 * What changed since a commit; undefined if GitHub no longer knows one of the commits.
 * @throws GitHubError if GitHub does not answer.
 */
export async function findComparison(
  github: GitHub,
  { base, head }: { readonly base: string; readonly head: string },
): Promise<Comparison | undefined> {
  const compared = await findCompare(github, base, head);
  return compared && toComparison(github, { base, head, since: 'base' }, compared);
}

async function toComparison(
  github: GitHub,
  { base, head, since }: Range & { readonly base: string },
  compared: Compared,
): Promise<Comparison> {
  const listed = (compared.files ?? []).map(toFile);
  const isAhead = compared.status === 'ahead' || compared.status === 'identical';
  const isWhole = compared.files !== undefined && listed.length < MAX_FILES;
  const isComplete = isWhole && (isAhead || since === 'merge-base');
  const files = isComplete
    ? listed
    : await compareTrees(github, since === 'merge-base' ? compared.merge_base_commit.sha : base, head, listed);
  return {
    files: files ?? listed,
    isComplete: files !== undefined,
    commits: compared.commits.slice(0, MAX_COMMITS).map(toCommit),
    totalCommits: compared.total_commits,
    url: compared.html_url,
    baseSha: compared.base_commit.sha,
    headSha: await resolveHead(github, head, compared),
    isDescendant: isAhead,
  };
}

async function firstTree(github: GitHub, head: string): Promise<Comparison> {
  const { paths, isComplete } = await readTree(github, head);
  const files = [...paths.keys()].map((path) => fileWithoutPatch(path, 'added'));
  return {
    files,
    isComplete,
    commits: [],
    totalCommits: 0,
    url: undefined,
    baseSha: undefined,
    headSha: head,
    isDescendant: true,
  };
}

type Compared = v.InferOutput<typeof COMPARISON>;

/** The Compare API gives the head only as the last of all commits, or as the merge base if `head` has no new commits. */
async function resolveHead(github: GitHub, head: string, compared: Compared): Promise<string> {
  const { commits, total_commits: total, merge_base_commit: mergeBase } = compared;
  if (v.is(SHA, head)) return head;
  if (total === 0) return mergeBase.sha;
  const last = commits[total - 1];
  return last ? last.sha : readSha(github, head);
}

function findCompare(github: GitHub, base: string, head: string): Promise<Compared | undefined> {
  const where = { ...github.repository, basehead: `${base}...${head}`, per_page: MAX_COMMITS };
  return github.read('the changes', async ({ request }) =>
    v.parse(COMPARISON, (await request('GET /repos/{owner}/{repo}/compare/{basehead}', where)).data),
  );
}

function toCommit({ sha, commit, author }: v.InferOutput<typeof COMMIT>): Commit {
  const [subject = ''] = commit.message.split('\n', 1);
  return { sha, subject, author: author?.login ?? commit.author?.name ?? 'unknown' };
}

const TREE = v.object({
  truncated: v.boolean(),
  tree: v.array(v.object({ path: v.string(), mode: v.string(), type: v.string(), sha: v.string() })),
});

/** Every path that differs, with its entry in `listed` if it has one; undefined if GitHub truncates a tree. */
async function compareTrees(
  github: GitHub,
  base: string,
  head: string,
  listed: readonly ChangedFile[],
): Promise<ChangedFile[] | undefined> {
  const [before, after] = await Promise.all([readTree(github, base), readTree(github, head)]);
  if (!before.isComplete || !after.isComplete) return undefined;
  const known = new Map(listed.map((file) => [file.path, file]));
  const file = (path: string, status: FileStatus) => known.get(path) ?? fileWithoutPatch(path, status);
  const moved = new Set(listed.map(({ previousPath }) => previousPath));
  const changed = [...after.paths].filter(([path, object]) => before.paths.get(path) !== object);
  const removed = [...before.paths.keys()].filter((path) => !after.paths.has(path) && !moved.has(path));
  return [
    ...changed.map(([path]) => file(path, before.paths.has(path) ? 'modified' : 'added')),
    ...removed.map((path) => fileWithoutPatch(path, 'removed')),
  ];
}

/** Maps each file's path to its mode and blob hash. */
async function readTree(github: GitHub, treeish: string) {
  const where = { ...github.repository, tree_sha: treeish, recursive: 'true' };
  const answer = await github.read('the list of files', async ({ request }) =>
    v.parse(TREE, (await request('GET /repos/{owner}/{repo}/git/trees/{tree_sha}', where)).data),
  );
  const { tree, truncated } = answer ?? unknownCommits(treeish);
  const files = tree.filter(({ type }) => type !== 'tree');
  return { paths: new Map(files.map(({ path, mode, sha }) => [path, `${mode} ${sha}`])), isComplete: !truncated };
}
