import { asObject, readList } from './json.ts';
import type { Get } from './upstream.ts';

/** The commits of a repository's references below a path, such as `heads/`, by name. @param path `refs/` for all of them. */
export async function readRefs(repo: string, path: string, get: Get): Promise<Map<string, string>> {
  const answer = await get(`${repo}/git/matching-refs/${path}`);
  const refs = answer.status === 200 ? readList(answer) : [];
  return new Map(refs.map(({ ref, object }) => [String(ref), String(asObject(object).sha)]));
}
