import { asList, asObject, type JsonObject, readBody, readObject, refusal, withJson } from '../json.ts';
import { mergeTrees } from '../merge-tree.ts';
import { freshPull, readRef, setPullRef } from '../pull.ts';
import type { Upstream } from '../upstream.ts';
import { requesterOf } from '../who-asks.ts';
import type { Route } from './route.ts';

/**
 * The emulator merges both sides as they were when the pull request was opened, drops later commits of the base, and does not rebase.
 * So the sandbox creates the commits from the current state of both sides, and replaces the emulator's.
 */
export const merge: Route = {
  method: 'PUT',
  path: /^(?<repo>\/repos\/[^/]+\/[^/]+)\/pulls\/(?<number>\d+)\/merge$/,
  async answer({ repo, number }, upstream, { body, extensions }) {
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
    const create = wanted.merge_method === 'rebase' ? rebase : join;
    const created = base ? await create({ repo: `${repo}`, base, head, pull, wanted }, upstream) : [];
    const sha = created.at(-1);
    if (!sha) return refusal(405, 'Pull Request is not mergeable');
    for (const commit of created) extensions.mergedCommits.set(commit, path);
    await setPullRef(pull, 'head', head, upstream);
    await setPullRef(pull, 'merge', sha, upstream); // before the merge, whose delivery contains it
    const merged = await upstream.send('PUT', `${path}/merge`, {});
    if (merged.status !== 200) return merged;
    await upstream.send('PATCH', `${repo}/git/refs/heads/${ref}`, { sha, force: true });
    return withJson(merged, { ...readObject(merged), sha });
  },
};

interface Merging {
  /** `/repos/acme/docs` */
  readonly repo: string;
  /** The newest commits of both sides. */
  readonly base: string;
  readonly head: string;
  readonly pull: JsonObject;
  /** The body of the request. */
  readonly wanted: JsonObject;
}

/** Creates the merge commit, or the only commit of a squash. @returns no commit if the sides conflict or share no history. */
async function join({ repo, base, head, pull, wanted }: Merging, upstream: Upstream): Promise<readonly string[]> {
  const compared = await upstream.get(`${repo}/compare/${base}...${head}`);
  if (compared.status !== 200) return [];
  const from = String(asObject(readObject(compared).merge_base_commit).sha);
  const tree = await mergeTrees(repo, { from, ours: base, theirs: head }, upstream);
  const parents = wanted.merge_method === 'squash' ? [base] : [base, head];
  const message = messageOf(pull, wanted, parents.length > 1);
  const made = tree && (await createCommit(repo, { message, tree, parents }, upstream));
  return made ? [made] : [];
}

/** Creates the head's commits again on top of the base. @returns them, oldest first; none if one conflicts. */
async function rebase({ repo, base, head }: Merging, upstream: Upstream): Promise<readonly string[]> {
  const compared = await upstream.get(`${repo}/compare/${base}...${head}`);
  const old = compared.status === 200 ? asList(readObject(compared).commits) : [];
  const { login } = (await requesterOf(upstream)) ?? {};
  const committer = { name: login, email: `${login}@users.noreply.github.com` };
  const created: string[] = [];
  for (const { sha, commit, parents } of old) {
    const [parent, ...more] = asList(parents);
    if (!parent || more.length > 0) continue; // git drops merge commits
    const ours = created.at(-1) ?? base;
    const tree = await mergeTrees(repo, { from: String(parent.sha), ours, theirs: String(sha) }, upstream);
    const { message, author } = asObject(commit);
    const made = tree && (await createCommit(repo, { message, tree, parents: [ours], author, committer }, upstream));
    if (!made) return [];
    created.push(made);
  }
  return created;
}

async function createCommit(repo: string, commit: object, { send }: Upstream): Promise<string | undefined> {
  const made = await send('POST', `${repo}/git/commits`, commit);
  return made.status === 201 ? String(readObject(made).sha) : undefined;
}

function messageOf({ number, title, head }: JsonObject, wanted: JsonObject, isMerge: boolean): string {
  const { repo, ref } = asObject(head);
  const owner = asObject(asObject(repo).owner).login;
  const usual = isMerge ? `Merge pull request #${number} from ${owner}/${ref}` : `${title} (#${number})`;
  const body = wanted.commit_message ?? (isMerge ? title : '');
  return [wanted.commit_title ?? usual, ...(body ? [body] : [])].join('\n\n');
}
