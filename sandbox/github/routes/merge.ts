import { asList, asObject, type JsonObject, readBody, readObject, refusal, withJson } from '../json.ts';
import { freshPull, readRef, setPullRef } from '../pull.ts';
import type { Get, Upstream } from '../upstream.ts';
import type { Route } from './route.ts';

/**
 * The emulator merges both sides as they were when the pull request was opened, and drops later commits of the base. So the sandbox
 * creates the merge commit from the current state of both sides and replaces the emulator's. Whole files are merged: a file that both
 * sides changed is a conflict.
 */
export const merge: Route = {
  method: 'PUT',
  path: /^(?<repo>\/repos\/[^/]+\/[^/]+)\/pulls\/(?<number>\d+)\/merge$/,
  async answer({ repo, number }, upstream, { body }) {
    const path = `${repo}/pulls/${number}`;
    const found = await upstream.get(path);
    if (found.status !== 200) return upstream.pass();
    const pull = await freshPull(readObject(found), upstream.get);
    if (pull.state !== 'open' || pull.draft) return refusal(405, 'Pull Request is not mergeable');
    const wanted = readBody(body);
    const { ref, sha: head } = { ref: asObject(pull.base).ref, sha: String(asObject(pull.head).sha) };
    if (wanted.sha && wanted.sha !== head)
      return refusal(409, 'Head branch was modified. Review and try the merge again.');

    const base = await readRef(`${repo}/git/ref/heads/${ref}`, upstream.get);
    const tree = base && (await mergedTree(`${repo}`, base, head, upstream));
    if (!base || !tree) return refusal(405, 'Pull Request is not mergeable');
    const parents = wanted.merge_method === 'squash' || wanted.merge_method === 'rebase' ? [base] : [base, head];
    const commit = { message: messageOf(pull, wanted, parents.length > 1), tree, parents };
    const made = await upstream.send('POST', `${repo}/git/commits`, commit);
    if (made.status !== 201) return made;
    const sha = String(readObject(made).sha);
    await setPullRef(pull, 'head', head, upstream);
    await setPullRef(pull, 'merge', sha, upstream); // before the merge, whose delivery contains it
    const merged = await upstream.send('PUT', `${path}/merge`, {});
    if (merged.status !== 200) return merged;
    await upstream.send('PATCH', `${repo}/git/refs/heads/${ref}`, { sha, force: true });
    return withJson(merged, { ...readObject(merged), sha });
  },
};

function messageOf({ number, title, head }: JsonObject, wanted: JsonObject, isMerge: boolean): string {
  const { repo, ref } = asObject(head);
  const owner = asObject(asObject(repo).owner).login;
  const usual = isMerge ? `Merge pull request #${number} from ${owner}/${ref}` : `${title} (#${number})`;
  const body = wanted.commit_message ?? (isMerge ? title : '');
  return [wanted.commit_title ?? usual, ...(body ? [body] : [])].join('\n\n');
}

/** @returns undefined if they conflict or share no history. */
async function mergedTree(repo: string, base: string, head: string, upstream: Upstream): Promise<string | undefined> {
  const compared = await upstream.get(`${repo}/compare/${base}...${head}`);
  if (compared.status !== 200) return undefined;
  const fork = String(asObject(readObject(compared).merge_base_commit).sha);
  const [old, ours, theirs] = await Promise.all([fork, base, head].map((sha) => readTree(repo, sha, upstream.get)));
  if (!old || !ours || !theirs) return undefined;
  const changed = [...new Set([...old.keys(), ...theirs.keys()])].filter(
    (path) => !same(old.get(path), theirs.get(path)),
  );
  const taken = changed.filter((path) => !same(ours.get(path), theirs.get(path)));
  if (taken.some((path) => !same(ours.get(path), old.get(path)))) return undefined;
  const tree = taken.map((path) => theirs.get(path) ?? { ...ours.get(path), sha: null });
  const answer = await upstream.send('POST', `${repo}/git/trees`, {
    base_tree: await treeOf(repo, base, upstream.get),
    tree,
  });
  return answer.status === 201 ? String(readObject(answer).sha) : undefined;
}

const same = (one: JsonObject | undefined, other: JsonObject | undefined) =>
  one?.sha === other?.sha && one?.mode === other?.mode;

async function readTree(repo: string, sha: string, get: Get): Promise<Map<string, JsonObject>> {
  const { tree } = readObject(await get(`${repo}/git/trees/${sha}?recursive=1`));
  const files = asList(tree).filter(({ type }) => type !== 'tree');
  return new Map(files.map(({ path, mode, type, sha: blob }) => [String(path), { path, mode, type, sha: blob }]));
}

async function treeOf(repo: string, sha: string, get: Get): Promise<unknown> {
  return asObject(readObject(await get(`${repo}/git/commits/${sha}`)).tree).sha;
}
