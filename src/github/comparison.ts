import * as v from 'valibot';
import type { GitHub } from './client.ts';
import {
  type ChangedFile,
  FILE,
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
  /** Undefined if `since` is `first-parent`, or `head` is the first commit. */
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
  /** False if GitHub does not list all files: there are more than 300, or a force push removed some. */
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
 * Reads what changed, from the Compare API, which lists at most 300 files.
 * @throws GitHubError if GitHub does not answer, or does not know `base` or `head`.
 */
export async function readComparison(github: GitHub, range: Range): Promise<Comparison> {
  const { head, since } = range;
  const base = since === 'first-parent' ? await readFirstParent(github, head) : range.base;
  if (base === undefined) return firstCommit(head);
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

async function toComparison(github: GitHub, { head, since }: Range, compared: Compared): Promise<Comparison> {
  const files = (compared.files ?? []).map(toFile);
  const isAhead = compared.status === 'ahead' || compared.status === 'identical';
  const isWhole = compared.files !== undefined && files.length < MAX_FILES;
  return {
    files,
    isComplete: isWhole && (isAhead || since === 'merge-base'), // nothing that a force push removed is listed
    commits: compared.commits.slice(0, MAX_COMMITS).map(toCommit),
    totalCommits: compared.total_commits,
    url: compared.html_url,
    baseSha: compared.base_commit.sha,
    headSha: await resolveHead(github, head, compared),
    isDescendant: isAhead,
  };
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
