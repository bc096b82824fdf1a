import { createHash } from 'node:crypto';
import { asList, asObject, type JsonObject, readObject } from './json.ts';
import { readRefs } from './refs.ts';
import type { Get, Upstream } from './upstream.ts';

/**
 * Updates a pull request's head, which the emulator keeps as it was when it was opened. GitHub stores the head at
 * `refs/pull/1/head` and the merge commit at `refs/pull/1/merge`; the sandbox does the same among the emulator's references.
 */
export async function freshPull(pull: JsonObject, get: Get): Promise<JsonObject> {
  const { head, base, number, merge_commit_sha } = pull;
  const own = `pull/${number}/`;
  const refs = await readRefs(repoOf(pull), own, get);
  const sha = refs.get(`refs/${own}head`) ?? asObject(head).sha;
  const merge = refs.get(`refs/${own}merge`);
  const statuses_url = `${asObject(asObject(base).repo).url}/statuses/${sha}`;
  const fresh = {
    head: { ...asObject(head), sha },
    statuses_url,
    merge_commit_sha: merge ?? merge_commit_sha ?? testMerge(asObject(base).sha, sha),
  };
  return withCounts({ ...pull, ...fresh }, get);
}

/** The SHA of GitHub's test merge, which `merge_commit_sha` holds until the merge. No branch contains it. */
const testMerge = (base: unknown, head: unknown) => createHash('sha1').update(`${base} ${head}`).digest('hex');

/** Corrects the counts: the emulator counts no changed files, and one commit too many. */
export async function withCounts(pull: JsonObject, get: Get): Promise<JsonObject> {
  const { head, base } = pull;
  const compared = await get(`${repoOf(pull)}/compare/${asObject(base).sha}...${asObject(head).sha}`);
  return { ...pull, ...(compared.status === 200 ? countChanges(readObject(compared)) : {}) };
}

/** `/repos/acme/docs` */
function repoOf(pull: JsonObject): string {
  return `/repos/${asObject(asObject(pull.base).repo).full_name}`;
}

export async function setPullRef(pull: JsonObject, name: 'head' | 'merge', sha: string, to: Upstream): Promise<void> {
  const repo = repoOf(pull);
  const ref = `pull/${pull.number}/${name}`;
  const moved = await to.send('PATCH', `${repo}/git/refs/${ref}`, { sha, force: true });
  if (moved.status === 404) await to.send('POST', `${repo}/git/refs`, { ref: `refs/${ref}`, sha });
}

/** The commit of a reference; undefined if it does not exist. */
export async function readRef(path: string, get: Get): Promise<string | undefined> {
  const answer = await get(path);
  return answer.status === 200 ? String(asObject(readObject(answer).object).sha) : undefined;
}

function countChanges({ total_commits, files }: JsonObject): JsonObject {
  const changed = asList(files);
  const sum = (field: string) => changed.reduce((total, file) => total + Number(file[field]), 0);
  return {
    commits: total_commits,
    changed_files: changed.length,
    additions: sum('additions'),
    deletions: sum('deletions'),
  };
}
