import { account, messageOf, NAME, shaOf } from './events.ts';
import type { Person } from './history.ts';

/** A commit of `main`. */
export interface ModelCommit {
  readonly sha: string;
  readonly by: Person;
  /** The file that it changes, and no other commit does. */
  readonly file: string;
}

/** A commit that no later commit of `main` contains, as a force push replaced it. */
export interface ReplacedCommit {
  readonly commit: ModelCommit;
  /** The commit before it. */
  readonly parent: string;
}

interface Commits {
  readonly commits: readonly ModelCommit[];
  readonly replaced: ReadonlyMap<string, ReplacedCommit>;
}

/** The tip of `main` before the history begins. */
export const FIRST_HEAD = shaOf('main');

/** The commits up to one of them, the oldest first; undefined if the model has no such commit. */
function historyOf(sha: string, model: Commits): readonly ModelCommit[] | undefined {
  if (sha === FIRST_HEAD) return [];
  const at = model.commits.findIndex((commit) => commit.sha === sha);
  if (at >= 0) return model.commits.slice(0, at + 1);
  const { commit, parent } = model.replaced.get(sha) ?? {};
  return commit && [...(historyOf(parent ?? FIRST_HEAD, model) ?? []), commit];
}

function parentOf(sha: string, model: Commits): string | undefined {
  const history = historyOf(sha, model);
  return history?.length ? (history.at(-2)?.sha ?? FIRST_HEAD) : undefined;
}

/** A comparison of two commits of `main`; between two others, there is one commit. */
export function compared(range: string, model: Commits): object {
  const [base = '', head = ''] = range.split('...').map(commitNamed);
  const [before, after] = [historyOf(base, model), historyOf(head, model)];
  const isOf = (history: readonly ModelCommit[] | undefined, sha: string) =>
    sha === FIRST_HEAD || history?.some((commit) => commit.sha === sha);
  const found =
    before && after
      ? after.filter(({ sha }) => !isOf(before, sha))
      : [{ sha: head, by: 'bob' as const, file: 'src/cli.ts' }];
  const isBehind = found.length === 0 && base !== head;
  const isDiverged = model.replaced.has(base) && !isOf(after, base);
  const common = before?.findLast(({ sha }) => isOf(after, sha))?.sha ?? FIRST_HEAD;
  const mergeBase = before && after ? common : base;
  const status = isBehind ? 'behind' : isDiverged ? 'diverged' : 'ahead';
  return {
    html_url: `https://github.com/${NAME}/compare/${range}`,
    status: base === head ? 'identical' : status,
    ahead_by: found.length,
    total_commits: found.length,
    merge_base_commit: { sha: mergeBase },
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
  const files =
    historyOf(sha, model)
      ?.slice(-1)
      .map(({ file }) => changeOf(file)) ?? [];
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
