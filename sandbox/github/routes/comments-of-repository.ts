import { type JsonObject, readObject } from '../json.ts';
import type { Get } from '../upstream.ts';
import { atPull } from './comments-of-pull.ts';
import { onePage, readAll } from './pages.ts';
import type { Route } from './route.ts';

/** The emulator takes `comments` for an issue's number there, and answers 404. */
export const commentsOfRepository: Route = {
  method: 'GET',
  path: /^(?<repo>\/repos\/[^/]+\/[^/]+)\/issues\/comments$/,
  async answer({ repo }, { get }, { query }) {
    const repository = await get(`${repo}`);
    if (repository.status !== 200) return repository;
    const since = Date.parse(query.get('since') ?? '') || 0;
    const recent = (await allComments(`${repo}`, get)).filter(
      ({ updated_at }) => Date.parse(String(updated_at)) >= since,
    );
    const field = query.get('sort') === 'updated' ? 'updated_at' : 'id';
    const sorted = recent.sort((a, b) => compare(a[field], b[field]) || compare(a.id, b.id));
    // GitHub ignores the direction of no order.
    const ordered = query.has('sort') && query.get('direction') === 'desc' ? sorted.reverse() : sorted;
    return onePage(repository, ordered, `${readObject(repository).url}/issues/comments`, query);
  },
};

async function allComments(repo: string, get: Get): Promise<JsonObject[]> {
  const [issues, pulls] = await Promise.all(
    ['issues', 'pulls'].map((kind) => readAll(`${repo}/${kind}?state=all`, get)),
  );
  const commentsOf = ({ number }: JsonObject) => readAll(`${repo}/issues/${number}/comments`, get);
  const onIssues = await Promise.all((issues ?? []).map(commentsOf));
  const onPulls = await Promise.all((pulls ?? []).map(commentsOf));
  return [...onIssues.flat(), ...onPulls.flat().map(atPull)];
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one).localeCompare(String(other));
}
