import { account, messageOf, NAME, shaOf } from './events.ts';
import type { Person } from './history.ts';

/** A commit of `main`. */
export interface ModelCommit {
  readonly sha: string;
  readonly by: Person;
  /** The file that it changes, and no other commit does. */
  readonly file: string;
}

interface Commits {
  readonly commits: readonly ModelCommit[];
  /** Commits that no later commit contains, as a force push replaced them, with the commit before each. */
  readonly replaced: ReadonlyMap<string, string>;
}

/** The tip of `main` before the history begins. */
export const FIRST_HEAD = shaOf('main');

function parentOf(sha: string, { commits }: Commits): string | undefined {
  const at = commits.findIndex((commit) => commit.sha === sha);
  return at < 0 ? undefined : (commits[at - 1]?.sha ?? FIRST_HEAD);
}

/** The commits of `main` after one of them, up to another one; undefined if it lacks one of them. */
function commitsBetween(base: string, head: string, { commits }: Pick<Commits, 'commits'>) {
  const count = (sha: string) => (sha === FIRST_HEAD ? 0 : commits.findIndex((commit) => commit.sha === sha) + 1 || -1);
  return Math.min(count(base), count(head)) < 0 ? undefined : commits.slice(count(base), count(head));
}

/** A comparison of two commits of `main`; between two others, there is one commit. */
export function compared(range: string, model: Commits): object {
  const [base = '', head = ''] = range.split('...').map(commitNamed);
  const mergeBase = model.replaced.get(base) ?? base;
  const found = commitsBetween(mergeBase, head, model) ?? [{ sha: head, by: 'bob' as const, file: 'src/cli.ts' }];
  const isBehind = found.length === 0 && base !== head;
  const status = model.replaced.has(base) ? 'diverged' : isBehind ? 'behind' : 'ahead';
  return {
    html_url: `https://github.com/${NAME}/compare/${range}`,
    status: base === head ? 'identical' : status,
    ahead_by: found.length,
    total_commits: found.length,
    merge_base_commit: { sha: isBehind ? head : mergeBase },
    base_commit: { sha: base },
    commits: found.map(({ sha, by, file }) => ({
      sha,
      commit: { message: messageOf(file), author: { name: by } },
      author: account(by),
      parents: [{ sha: parentOf(sha, model) ?? base }],
    })),
    files: found.map(({ file }) => changeOf(file)),
  };
}

const changeOf = (filename: string) => ({ filename, status: 'modified', additions: 1, deletions: 0, patch: '+json' });

/** Names of branches and tags are names of commits here. */
const commitNamed = (ref: string) => (/^[0-9a-f]{40}$/.test(ref) ? ref : shaOf(ref));

export function commitOf(sha: string, model: Commits): object {
  const files = model.commits.filter((commit) => commit.sha === sha).map(({ file }) => changeOf(file));
  return { sha, parents: [{ sha: parentOf(sha, model) ?? '0'.repeat(40) }], files };
}

/** All files at a commit: one of them is different at each commit. */
export const treeOf = (sha: string): object => ({
  sha,
  truncated: false,
  tree: [
    { path: 'src', mode: '040000', type: 'tree', sha },
    { path: 'src/cli.ts', mode: '100644', type: 'blob', sha },
    { path: 'README.md', mode: '100644', type: 'blob', sha: '1'.repeat(40) },
  ],
});

/** The comments of a review on lines of code. @param time of their last edit. */
export const lineComments = (time: string): readonly object[] => [
  {
    id: 801,
    path: 'src/cli.ts',
    diff_hunk: '@@ -1,2 +1,3 @@\n line\n+json',
    line: 2,
    original_line: 2,
    subject_type: 'line',
    html_url: 'https://github.com/acme/app/pull/12#discussion_r801',
    body: 'What does it print?',
    updated_at: time,
  },
];
