import type { Octokit } from '@octokit/rest';

/** Git operations of a person, each with its push. */
export interface GitClient {
  /**
   * Commits and pushes. Contents by path, null to remove a file; the default branch is `main`, and a new branch begins at `main`.
   * @returns the commit's SHA.
   */
  commit(
    files: Readonly<Record<string, string | Buffer | null>>,
    message: string,
    options?: { branch?: string },
  ): Promise<string>;
  /** Moves a branch to any commit. */
  forcePush(branch: string, sha: string): Promise<void>;
  /** At the tip of `main` by default. */
  createTag(tag: string, sha?: string): Promise<void>;
  deleteBranch(branch: string): Promise<void>;
}

type At = { readonly owner: string; readonly repo: string };

export function createGitHands({ git }: Octokit['rest'], at: At): GitClient {
  const tipOf = async (branch: string) => {
    const { data } = await git.listMatchingRefs({ ...at, ref: `heads/${branch}` });
    return data.find(({ ref }) => ref === `refs/heads/${branch}`)?.object.sha;
  };
  const tipOfMain = async () => (await git.getRef({ ...at, ref: 'heads/main' })).data.object.sha;

  async function treeEntry(path: string, content: string | Buffer | null) {
    const entry = { path, mode: '100644', type: 'blob' } as const;
    if (content === null) return { ...entry, sha: null };
    if (typeof content === 'string') return { ...entry, content }; // saves a request per file
    const blob = { content: content.toString('base64'), encoding: 'base64' };
    return { ...entry, sha: (await git.createBlob({ ...at, ...blob })).data.sha };
  }

  return {
    async commit(files, message, { branch = 'main' } = {}) {
      const tip = await tipOf(branch);
      const parent = tip ?? (await tipOfMain());
      const tree = await Promise.all(Object.entries(files).map(([path, content]) => treeEntry(path, content)));
      const { data: base } = await git.getCommit({ ...at, commit_sha: parent });
      const { data: written } = await git.createTree({ ...at, base_tree: base.tree.sha, tree });
      const { data } = await git.createCommit({ ...at, message, tree: written.sha, parents: [parent] });
      if (tip) await git.updateRef({ ...at, ref: `heads/${branch}`, sha: data.sha });
      else await git.createRef({ ...at, ref: `refs/heads/${branch}`, sha: data.sha });
      return data.sha;
    },
    async forcePush(branch, sha) {
      await git.updateRef({ ...at, ref: `heads/${branch}`, sha, force: true });
    },
    async createTag(tag, sha) {
      await git.createRef({ ...at, ref: `refs/tags/${tag}`, sha: sha ?? (await tipOfMain()) });
    },
    async deleteBranch(branch) {
      await git.deleteRef({ ...at, ref: `heads/${branch}` });
    },
  };
}
