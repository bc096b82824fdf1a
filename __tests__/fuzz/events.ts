import { createRequire } from 'node:module';
import { account, type Event, REPOSITORY, shaOf, threadOf, URL } from '../simulation/events.ts';

/** Events that the simulation's people do not cause, and the payloads that GitHub documents. */

const ABOUT = { sender: account('alice'), repository: REPOSITORY };

export const issueOpened = (thread: number): Event => ({
  name: 'issues',
  payload: { action: 'opened', issue: threadOf(thread, 0), ...ABOUT },
});

/** Something happens to a pull request of a person. */
export function pullEvent(action: string, thread: number): Event {
  const merge = action === 'closed' ? { merged: true, merge_commit_sha: shaOf('merge') } : {};
  const pull_request = { ...threadOf(thread, 0), ...merge };
  return { name: 'pull_request', payload: { action, number: thread, pull_request, ...ABOUT } };
}

/** Someone comments on a line of code. */
export function lineCommented(thread: number, review: number): Event {
  const html_url = `${URL}/pull/${thread}#discussion_r802`;
  const place = { path: 'src/cli.ts', diff_hunk: '@@ -1,2 +1,3 @@\n line\n+json', line: 2, original_line: 2 };
  const comment = { id: 802, body: '/docs say why', html_url, ...place, pull_request_review_id: review };
  const payload = { action: 'created', comment, pull_request: threadOf(thread, 0), ...ABOUT };
  return { name: 'pull_request_review_comment', payload };
}

export const dispatched: Event = {
  name: 'workflow_dispatch',
  payload: { inputs: { page: 'cli' }, ref: 'refs/heads/main', ...ABOUT },
};

export const dispatchedFromOutside: Event = {
  name: 'repository_dispatch',
  payload: { action: 'docs', branch: 'main', client_payload: { page: 'cli' }, ...ABOUT },
};

/** A workflow run for a push completed. */
export function workflowRan(conclusion: string): Event {
  const head_commit = { id: shaOf('new'), message: 'Add --json\n\nMore', author: { name: 'Bob' } };
  const run = { workflow_id: 77, event: 'push', conclusion, html_url: `${URL}/actions/runs/9`, head_branch: 'main' };
  const workflow_run = { ...run, head_sha: shaOf('new'), head_commit, head_repository: { id: REPOSITORY.id } };
  return { name: 'workflow_run', payload: { action: 'completed', workflow_run, ...ABOUT } };
}

export const taggedWith = (name: string): Event => ({
  name: 'push',
  payload: { ref: `refs/tags/${name}`, before: '0'.repeat(40), after: shaOf('new'), deleted: false, ...ABOUT },
});

/** One payload of `@octokit/webhooks-examples` for each event and activity that can be a request. */
export function documentedEvents(): readonly Event[] {
  const load = createRequire(import.meta.url);
  const all: readonly { readonly name: string; readonly examples: readonly object[] }[] =
    load('@octokit/webhooks-examples');
  return all.flatMap(({ name, examples }) => {
    const byActivity = new Map(
      examples.map((payload) => [String(Object(payload).action ?? Object(payload).ref), payload]),
    );
    const requests = [...byActivity].filter(([activity]) => REQUESTS[name]?.test(activity));
    return requests.map(([, payload]) => ({ name, payload: asRequest(name, payload) }));
  });
}

/** By event: the activities that can be requests. */
const REQUESTS: Readonly<Record<string, RegExp>> = {
  issues: /^labeled$/,
  issue_comment: /^created$/,
  pull_request: /^(labeled|opened|reopened|ready_for_review|synchronize|closed)$/,
  pull_request_review: /^submitted$/,
  pull_request_review_comment: /^created$/,
  push: /./,
  release: /^published$/,
  workflow_dispatch: /./,
  repository_dispatch: /./,
  workflow_run: /^completed$/,
};

/** The payload, as a request: no example has a review with text, a merge, a push to a branch that exists, or ids that fit together. */
function asRequest(name: string, payload: object): object {
  const { workflow_run, repository, review, pull_request, action } = Object(payload);
  switch (name) {
    case 'workflow_run': {
      const run = { ...workflow_run, event: 'push', conclusion: 'success', head_branch: repository.default_branch };
      return { ...payload, workflow_run: { ...run, head_repository: repository } };
    }
    case 'pull_request_review':
      return { ...payload, review: { ...review, body: 'Maybe explain it' } };
    case 'pull_request':
      return { ...payload, pull_request: { ...pull_request, merged: action === 'closed' } };
    case 'push':
      return { ...payload, before: shaOf('old'), after: shaOf('new'), deleted: false };
    default:
      return payload;
  }
}
