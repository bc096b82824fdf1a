import { asList, asObject, readObject, refusal, withJson } from '../json.ts';
import { freshPull } from '../pull.ts';
import { whoAsks } from '../ref-watch.ts';
import type { Upstream } from '../upstream.ts';
import { readAll } from './pages.ts';
import type { Route } from './route.ts';

/** A draft becomes ready by GraphQL alone, which the emulator lacks: this is the one mutation of it. */
export const readyForReview: Route = {
  method: 'POST',
  path: /^\/graphql$/,
  async answer(_, upstream, { body, deliver }) {
    const { query, variables } = asObject(JSON.parse(String(body)));
    if (!String(query).includes('markPullRequestReadyForReview'))
      return refusal(501, 'Only drafts are made ready here.');
    const { repo, pull } = (await findPull(asObject(variables).id, upstream)) ?? {};
    if (!repo || !pull) return refusal(404, 'There is no such pull request.');
    const answer = await upstream.send('PATCH', `${repo}/pulls/${pull.number}`, { draft: false });
    if (answer.status !== 200) return answer;
    const pull_request = await freshPull(readObject(answer), upstream.get);
    const { number, node_id: id } = pull_request;
    const common = { repository: readObject(await upstream.get(repo)), sender: await whoAsks(upstream) };
    if (pull.draft)
      deliver({ name: 'pull_request', payload: { action: 'ready_for_review', number, pull_request, ...common } });
    const pullRequest = { id, number, isDraft: false };
    return withJson(answer, { data: { markPullRequestReadyForReview: { pullRequest } } });
  },
};

async function findPull(id: unknown, { get }: Upstream) {
  const { items } = readObject(await get('/search/repositories?q=is:public&per_page=100'));
  for (const { full_name } of asList(items)) {
    const repo = `/repos/${full_name}`;
    const pull = (await readAll(`${repo}/pulls`, get)).find(({ node_id }) => node_id === id);
    if (pull) return { repo, pull };
  }
  return undefined;
}
