import { asList, readObject, refusal, withJson } from '../json.ts';
import { freshPull } from '../pull.ts';
import type { Upstream } from '../upstream.ts';
import { readAll } from './pages.ts';
import type { GraphqlField } from './route.ts';

/** Marks a draft as ready for review, which GitHub supports only through GraphQL. */
export const markReady: GraphqlField = {
  name: 'markPullRequestReadyForReview',
  async resolve({ variables, deliver }, upstream, sender) {
    const { repo, pull } = (await findPull(variables.id, upstream)) ?? {};
    if (!repo || !pull) return refusal(404, 'There is no such pull request.');
    const answer = await upstream.send('PATCH', `${repo}/pulls/${pull.number}`, { draft: false });
    if (answer.status !== 200) return answer;
    const pull_request = await freshPull(readObject(answer), upstream.get);
    const { number, node_id: id } = pull_request;
    const common = { repository: readObject(await upstream.get(repo)), sender };
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
