import { type JsonObject, readObject, withJson } from '../json.ts';
import { readAll } from './pages.ts';
import type { Route } from './route.ts';

/** On GitHub, every pull request is also an issue; the emulator answers 404. */
export const pullAsIssue: Route = {
  method: 'GET',
  path: /^(?<repo>\/repos\/[^/]+\/[^/]+)\/issues\/(?<number>\d+)$/,
  async answer({ repo, number }, upstream) {
    const answer = await upstream.pass();
    if (answer.status !== 404) return answer;
    const pull = await upstream.get(`${repo}/pulls/${number}`);
    if (pull.status !== 200) return answer;
    const comments = await readAll(`${repo}/issues/${number}/comments`, upstream.get);
    return withJson(pull, { ...toIssue(readObject(pull)), comments: comments.length });
  },
};

const SHARED = [
  ...[
    'id',
    'node_id',
    'number',
    'title',
    'body',
    'state',
    'locked',
    'user',
    'assignee',
    'assignees',
    'labels',
    'draft',
  ],
  ...['milestone', 'html_url', 'comments_url', 'created_at', 'updated_at', 'closed_at', 'author_association'],
];

/** The issue object of a pull request, without its number of comments. */
export function toIssue(pull: JsonObject): JsonObject {
  const { url, html_url, diff_url, patch_url, merged_at } = pull;
  const issue = String(pull.issue_url);
  return {
    ...Object.fromEntries(SHARED.map((field) => [field, pull[field]])),
    url: issue,
    repository_url: issue.replace(/\/issues\/\d+$/, ''),
    labels_url: `${issue}/labels{/name}`,
    events_url: `${issue}/events`,
    timeline_url: `${issue}/timeline`,
    active_lock_reason: null,
    performed_via_github_app: null,
    pull_request: { url, html_url, diff_url, patch_url, merged_at },
  };
}
