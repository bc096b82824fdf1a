import * as v from 'valibot';
import { GitHubError } from '../errors.ts';
import { WEB_ADDRESS } from '../http/web-address.ts';
import { quoteName } from '../text/escape.ts';
import type { GitHub } from './client.ts';

/** Two points of the history whose difference is what happened. Commits, branches or tags. */
export interface Range {
  /** Undefined: all that `head` holds is new. */
  readonly base: string | undefined;
  readonly head: string;
  /** What counts as before: `base` itself, or where `head` left it, as pull requests show it. */
  readonly since: 'base' | 'merge-base';
}

export interface Comparison {
  readonly files: readonly ChangedFile[];
  /** False where there are more files than GitHub tells. */
  readonly isComplete: boolean;
  /** The oldest first, at most {@link MAX_COMMITS}. */
  readonly commits: readonly Commit[];
  readonly totalCommits: number;
  /** The page that shows it, where there is one. */
  readonly url: string | undefined;
  /** The commits that `base` and `head` resolved to. Without a base there is none. */
  readonly baseSha: string | undefined;
  readonly headSha: string;
}

/** Strings are as they came. */
export interface ChangedFile {
  readonly path: string;
  /** Where it was before, when it was moved. */
  readonly previousPath: string | undefined;
  readonly status: FileStatus;
  /** Lines; undefined where GitHub did not count. */
  readonly counts: { readonly additions: number; readonly deletions: number } | undefined;
  /** Undefined for binary files and for what GitHub finds too large. */
  readonly patch: string | undefined;
}

type FileStatus = 'added' | 'removed' | 'modified' | 'renamed';

export interface Commit {
  readonly sha: string;
  /** The first line of its message. */
  readonly subject: string;
  readonly author: string;
}

/** GitHub lists no more files of a comparison (REST API, "Compare two commits"). */
const MAX_FILES = 300;
const MAX_COMMITS = 100;
const PERMISSION = 'contents: read';

const SHA = v.pipe(v.string(), v.regex(/^[0-9a-f]{40,64}$/));
const COUNT = v.pipe(v.number(), v.integer(), v.minValue(0));
/** `changed`, `copied` and what may come: it differs from before. */
const STATUS = v.fallback(v.picklist(['added', 'removed', 'modified', 'renamed']), 'modified');
const FILE = v.object({
  filename: v.string(),
  previous_filename: v.optional(v.string()),
  status: STATUS,
  additions: COUNT,
  deletions: COUNT,
  patch: v.optional(v.string()),
});
const AUTHOR = v.optional(v.nullable(v.object({ login: v.optional(v.string()), name: v.optional(v.string()) })));
const COMMIT = v.object({ sha: SHA, commit: v.object({ message: v.string(), author: AUTHOR }), author: AUTHOR });
const WITH_SHA = v.object({ sha: SHA });
const COMPARISON = v.object({
  html_url: WEB_ADDRESS,
  status: v.string(),
  base_commit: WITH_SHA,
  merge_base_commit: WITH_SHA,
  total_commits: COUNT,
  commits: v.array(COMMIT),
  files: v.optional(v.array(FILE)),
});
const TREE = v.object({
  truncated: v.boolean(),
  tree: v.array(v.object({ path: v.string(), mode: v.string(), type: v.string(), sha: v.string() })),
});

/**
 * What changed, by the Compare API; where that tells only a part (more than 300 files, or a history that was rewritten), by
 * comparing the two trees, which tells every path but no lines.
 * @throws GitHubError when it cannot be known.
 */
export async function readComparison(github: GitHub, { base, head, since }: Range): Promise<Comparison> {
  if (base === undefined) return firstTree(github, head);
  const compared = await readCompare(github, base, head);
  const listed = (compared.files ?? []).map(toFile);
  const isAhead = compared.status === 'ahead' || compared.status === 'identical';
  const isWhole = compared.files !== undefined && listed.length < MAX_FILES;
  const isComplete = isWhole && (isAhead || since === 'merge-base');
  const files = isComplete
    ? listed
    : await compareTrees(github, since === 'base' ? base : compared.merge_base_commit.sha, head, listed);
  return {
    files: files ?? listed,
    isComplete: files !== undefined,
    commits: compared.commits.slice(0, MAX_COMMITS).map(toCommit),
    totalCommits: compared.total_commits,
    url: compared.html_url,
    baseSha: compared.base_commit.sha,
    headSha: await resolveHead(github, head, compared),
  };
}

async function firstTree(github: GitHub, head: string): Promise<Comparison> {
  const { paths, isComplete } = await readTree(github, head);
  const files = [...paths.keys()].map((path) => described(path, 'added'));
  return { files, isComplete, commits: [], totalCommits: 0, url: undefined, baseSha: undefined, headSha: head };
}

type Compared = v.InferOutput<typeof COMPARISON>;

/** The Compare API names the head only as the last of all commits, or as the merge base where `head` adds none. */
async function resolveHead(github: GitHub, head: string, compared: Compared): Promise<string> {
  const { commits, total_commits: total, merge_base_commit: mergeBase } = compared;
  if (v.is(SHA, head)) return head;
  if (total === 0) return mergeBase.sha;
  const last = commits[total - 1];
  return last ? last.sha : readSha(github, head);
}

async function readSha(github: GitHub, ref: string): Promise<string> {
  const where = { ...github.repository, ref, per_page: 1 }; // pages of the commit's files
  const commit = await github.read('which commit is the head', PERMISSION, async ({ request }) =>
    v.parse(WITH_SHA, (await request('GET /repos/{owner}/{repo}/commits/{ref}', where)).data),
  );
  return commit?.sha ?? unknown(ref);
}

async function readCompare(github: GitHub, base: string, head: string): Promise<Compared> {
  const where = { ...github.repository, basehead: `${base}...${head}`, per_page: MAX_COMMITS };
  const compared = await github.read('what changed', PERMISSION, async ({ request }) =>
    v.parse(COMPARISON, (await request('GET /repos/{owner}/{repo}/compare/{basehead}', where)).data),
  );
  return compared ?? unknown(base, head);
}

/** Every path that differs, with what the comparison told of it; undefined where a tree is too large to be listed whole. */
async function compareTrees(
  github: GitHub,
  base: string,
  head: string,
  listed: readonly ChangedFile[],
): Promise<ChangedFile[] | undefined> {
  const [before, after] = await Promise.all([readTree(github, base), readTree(github, head)]);
  if (!before.isComplete || !after.isComplete) return undefined;
  const told = new Map(listed.map((file) => [file.path, file]));
  const file = (path: string, status: FileStatus) => told.get(path) ?? described(path, status);
  const moved = new Set(listed.map(({ previousPath }) => previousPath));
  const changed = [...after.paths].filter(([path, object]) => before.paths.get(path) !== object);
  const gone = [...before.paths.keys()].filter((path) => !after.paths.has(path) && !moved.has(path));
  return [
    ...changed.map(([path]) => file(path, before.paths.has(path) ? 'modified' : 'added')),
    ...gone.map((path) => described(path, 'removed')),
  ];
}

/** Each file's path with what names its content and mode. */
async function readTree(github: GitHub, treeish: string) {
  const where = { ...github.repository, tree_sha: treeish, recursive: 'true' };
  const answer = await github.read('which files there are', PERMISSION, async ({ request }) =>
    v.parse(TREE, (await request('GET /repos/{owner}/{repo}/git/trees/{tree_sha}', where)).data),
  );
  const { tree, truncated } = answer ?? unknown(treeish);
  const files = tree.filter(({ type }) => type !== 'tree');
  return { paths: new Map(files.map(({ path, mode, sha }) => [path, `${mode} ${sha}`])), isComplete: !truncated };
}

function unknown(...names: string[]): never {
  const which = names.map(quoteName).join(' or ');
  throw new GitHubError(
    `GitHub does not know ${which}, or does not show it to this token (404).`,
    `Nothing was spent. Check \`compare\`, and that the job has \`permissions: { ${PERMISSION} }\`.`,
  );
}

function described(path: string, status: FileStatus): ChangedFile {
  return { path, status, previousPath: undefined, counts: undefined, patch: undefined };
}

function toFile(file: v.InferOutput<typeof FILE>): ChangedFile {
  const { filename, previous_filename, status, additions, deletions, patch } = file;
  const previousPath = status === 'renamed' ? previous_filename : undefined;
  return { path: filename, previousPath, status, counts: { additions, deletions }, patch };
}

function toCommit({ sha, commit, author }: v.InferOutput<typeof COMMIT>): Commit {
  const [subject = ''] = commit.message.split('\n', 1);
  return { sha, subject, author: author?.login ?? commit.author?.name ?? 'unknown' };
}
