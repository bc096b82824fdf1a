import { readObject } from '../json.ts';
import { renderThreadPage } from '../thread-page.ts';
import type { Route } from './route.ts';

/** The web pages `/acme/docs/issues/1` and `/acme/docs/pull/2`. */
export const threadPage: Route = {
  method: 'GET',
  path: /^\/(?!repos\/)(?<repo>[\w.-]+\/[\w.-]+)\/(?<kind>issues|pull)\/(?<number>\d+)$/,
  async answer({ repo, kind, number }, upstream) {
    const api = `/repos/${repo}/${kind === 'pull' ? 'pulls' : 'issues'}/${number}`;
    const answer = await upstream.get(api);
    if (answer.status === 200) {
      const headers = { 'content-type': 'text/html; charset=utf-8' };
      return { status: 200, headers, body: renderThreadPage(readObject(answer)) };
    }
    // A comment's link may contain `issues` for a pull request; GitHub redirects it.
    if (kind === 'issues' && (await upstream.get(`/repos/${repo}/pulls/${number}`)).status === 200) {
      return { status: 302, headers: { location: `/${repo}/pull/${number}` }, body: '' };
    }
    return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Not found' };
  },
};
