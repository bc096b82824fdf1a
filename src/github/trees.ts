import * as v from 'valibot';
import { type ChangedFile, type FileStatus, fileWithoutPatch } from './changed-file.ts';
import type { GitHub } from './client.ts';
import { unknownCommits } from './commits.ts';

const TREE = v.object({
  truncated: v.boolean(),
  tree: v.array(v.object({ path: v.string(), mode: v.string(), type: v.string(), sha: v.string() })),
});

/** Every path that differs, with its entry in `listed` if it has one; undefined if GitHub truncates a tree. */
export async function compareTrees(
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
export async function readTree(github: GitHub, treeish: string) {
  const where = { ...github.repository, tree_sha: treeish, recursive: 'true' };
  const answer = await github.read('the list of files', async ({ request }) =>
    v.parse(TREE, (await request('GET /repos/{owner}/{repo}/git/trees/{tree_sha}', where)).data),
  );
  const { tree, truncated } = answer ?? unknownCommits(treeish);
  const files = tree.filter(({ type }) => type !== 'tree');
  return { paths: new Map(files.map(({ path, mode, sha }) => [path, `${mode} ${sha}`])), isComplete: !truncated };
}
