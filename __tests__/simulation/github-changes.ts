import { shaOf } from './events.ts';

/** A comparison with one file and one commit. @param replaced commits that no later commit contains. */
export function compared(range: string, replaced: ReadonlySet<string>): object {
  const [base = '', head = ''] = range.split('...').map(commitNamed);
  const status = replaced.has(base) ? 'diverged' : 'ahead';
  const commit = {
    sha: head,
    commit: { message: 'Add --json', author: { name: 'Bob' } },
    author: { login: 'bob' },
    parents: [{ sha: base }],
  };
  return {
    html_url: `https://github.com/acme/app/compare/${range}`,
    status: base === head ? 'identical' : status,
    ahead_by: 1,
    total_commits: 1,
    merge_base_commit: { sha: base },
    base_commit: { sha: base },
    commits: [commit],
    files: [{ filename: 'src/cli.ts', status: 'modified', additions: 1, deletions: 0, patch: '+json' }],
  };
}

/** Names of branches and tags are names of commits here. */
const commitNamed = (ref: string) => (/^[0-9a-f]{40}$/.test(ref) ? ref : shaOf(ref));

export const commitOf = (sha: string): object => ({ sha, parents: [{ sha: '0'.repeat(40) }], files: [] });

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
