import { asList, asObject, type JsonObject, readObject, refusal } from '../json.ts';
import { freshPull } from '../pull.ts';
import type { Get } from '../upstream.ts';
import { onePage, readAll } from './pages.ts';
import type { Route } from './route.ts';

/**
 * The emulator lacks this route. GitHub returns the merged pull request that introduced a commit to the default branch; for other
 * commits, the open and merged pull requests that contain it.
 */
export const pullsOfCommit: Route = {
  method: 'GET',
  path: /^(?<repo>\/repos\/[^/]+\/[^/]+)\/commits\/(?<commit>[^/]+)\/pulls$/,
  async answer({ repo, commit }, { get }, { query, extensions }) {
    const found = await get(`${repo}/commits/${commit}`);
    if (found.status === 404 && (await get(`${repo}`)).status === 200)
      return refusal(422, `No commit found for SHA: ${commit}`);
    if (found.status !== 200) return found;
    const { sha, url } = readObject(found);
    const all = await Promise.all((await readAll(`${repo}/pulls?state=all`, get)).map((pull) => freshPull(pull, get)));
    const inDefault = await isInDefault(`${repo}`, String(sha), get);
    const candidates = all.filter(({ merged_at, state }) => merged_at || (state === 'open' && !inDefault));
    const merged = extensions.mergedCommits.get(String(sha));
    const held = await Promise.all(
      candidates.map((pull) => merged === `${repo}/pulls/${pull.number}` || holds(`${repo}`, pull, String(sha), get)),
    );
    const pulls = candidates.filter((_, at) => held[at]);
    return onePage(found, pulls, `${url}/pulls`, query);
  },
};

async function isInDefault(repo: string, sha: string, get: Get): Promise<boolean> {
  const { default_branch } = readObject(await get(repo));
  const { status } = readObject(await get(`${repo}/compare/${encodeURIComponent(String(default_branch))}...${sha}`));
  return status === 'behind' || status === 'identical';
}

/** Whether the pull request's own commits include this one. */
async function holds(repo: string, { base, head }: JsonObject, sha: string, get: Get): Promise<boolean> {
  const compared = await get(`${repo}/compare/${asObject(base).sha}...${asObject(head).sha}`);
  return compared.status === 200 && asList(readObject(compared).commits).some((commit) => commit.sha === sha);
}
