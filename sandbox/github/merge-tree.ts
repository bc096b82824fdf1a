import { asList, asObject, type JsonObject, readObject } from './json.ts';
import type { Get, Upstream } from './upstream.ts';

interface Sides {
  /** The commit that both sides begin at. */
  readonly from: string;
  readonly ours: string;
  readonly theirs: string;
}

/**
 * Creates the tree that has the changes of both sides. Whole files are merged: a file that both sides changed is a conflict.
 * @returns the tree's SHA; undefined if the sides conflict.
 */
export async function mergeTrees(
  repo: string,
  { from, ours, theirs }: Sides,
  upstream: Upstream,
): Promise<string | undefined> {
  const [old, our, their] = await Promise.all([from, ours, theirs].map((sha) => readTree(repo, sha, upstream.get)));
  if (!old || !our || !their) return undefined;
  const paths = [...new Set([...old.keys(), ...their.keys()])];
  const changed = paths.filter((path) => !isSame(old.get(path), their.get(path)));
  const taken = changed.filter((path) => !isSame(our.get(path), their.get(path)));
  if (taken.some((path) => !isSame(our.get(path), old.get(path)))) return undefined;
  const tree = taken.map((path) => their.get(path) ?? { ...our.get(path), sha: null });
  const base_tree = await treeOf(repo, ours, upstream.get);
  const answer = await upstream.send('POST', `${repo}/git/trees`, { base_tree, tree });
  return answer.status === 201 ? String(readObject(answer).sha) : undefined;
}

const isSame = (one: JsonObject | undefined, other: JsonObject | undefined) =>
  one?.sha === other?.sha && one?.mode === other?.mode;

async function readTree(repo: string, sha: string, get: Get): Promise<Map<string, JsonObject>> {
  const { tree } = readObject(await get(`${repo}/git/trees/${sha}?recursive=1`));
  const files = asList(tree).filter(({ type }) => type !== 'tree');
  return new Map(files.map(({ path, mode, type, sha: blob }) => [String(path), { path, mode, type, sha: blob }]));
}

async function treeOf(repo: string, sha: string, get: Get): Promise<unknown> {
  return asObject(readObject(await get(`${repo}/git/commits/${sha}`)).tree).sha;
}
