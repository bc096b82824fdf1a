import { createRequire } from 'node:module';
import { mergePull, submitReview } from '../../sandbox/github/model/pulls.ts';
import { commit, publish, push } from '../../sandbox/github/model/pushes.ts';
import { showRepository } from '../../sandbox/github/model/show.ts';
import { openThread } from '../../sandbox/github/model/threads.ts';
import type { Event } from '../simulation/events.ts';
import { commitOnto, type GitHub, mergeOnto, openOwnPull, pushMain, tipOf } from '../simulation/github.ts';
import type { World } from '../simulation/world.ts';

/** What people do, in the model of GitHub, and the payloads that GitHub documents. */

/** The event of something that happens in a world. */
export type EventOf = (world: World) => Event;

const inGitHub =
  (name: string, act: (github: GitHub) => void): EventOf =>
  ({ github }) =>
    github.deliveryOf(name, () => act(github));

export const pushed: EventOf = ({ github }) =>
  pushMain(github, 'alice', commitOnto(github, tipOf(github).sha, 'alice'));

/** A push that takes the last commit away. */
export const forced: EventOf = ({ github }) =>
  pushMain(github, 'alice', commitOnto(github, tipOf(github).parents[0] ?? '', 'alice'));

/** A push of the merge of a pull request. */
export const pushedMerge: EventOf = ({ github }) => {
  const { opened } = openOwnPull(github, { author: 'bob', job: undefined, isDraft: false });
  return pushMain(github, 'alice', mergeOnto(github, tipOf(github).sha, opened, 'alice').sha);
};

/** Someone merges the last pull request that was opened. */
export const merged: EventOf = ({ github }) => {
  const opened = [...github.pulls.values()].at(-1);
  return opened ? mergeOnto(github, tipOf(github).sha, opened, 'alice').closed : { name: 'push', payload: {} };
};

export const issueOpened = inGitHub('issues', ({ repository, account }) =>
  openThread(repository, account('alice'), { title: 'Explain the flag', body: 'What does it print?' }),
);

export const pullOpened: EventOf = ({ github }) =>
  openOwnPull(github, { author: 'alice', job: undefined, isDraft: false }).event;

/** New commits in the pull request 40. */
export const pullChanged = inGitHub('pull_request', ({ repository, account }) =>
  commit(
    repository,
    account('alice'),
    { 'src/json.ts': `${repository.commits.size}\n` },
    { message: 'More', branch: 'json' },
  ),
);

export const pullMerged = inGitHub('pull_request', ({ thread, account }) =>
  mergePull(thread(40), account('alice'), 'merge'),
);

/** A review of the pull request 40, with a comment on a line. @param name of the event: of the review, or of the comment. */
export const reviewed = (
  name: 'pull_request_review' | 'pull_request_review_comment',
  body: string,
  line: string,
): EventOf =>
  inGitHub(name, ({ thread, account }) =>
    submitReview(thread(40), account('alice'), body, [{ path: 'src/cli.ts', line: 4, body: line }]),
  );

export const released = inGitHub('release', ({ repository, account }) =>
  publish(repository, account('alice'), { tag: 'v5', notes: 'New flag 5' }),
);

export const tagged = inGitHub('push', (github) =>
  push(github.repository, github.account('alice'), 'refs/tags/v3', tipOf(github).sha),
);

export const dispatchedFromOutside: EventOf = ({ github: { repository } }) => ({
  name: 'repository_dispatch',
  payload: { action: 'docs', branch: 'main', client_payload: { page: 'cli' }, repository: showRepository(repository) },
});

/** One payload of `@octokit/webhooks-examples` for each event and activity that can be a request. */
export function documentedEvents(): readonly { readonly name: string; readonly event: EventOf }[] {
  const load = createRequire(import.meta.url);
  const all: readonly { readonly name: string; readonly examples: readonly object[] }[] =
    load('@octokit/webhooks-examples');
  return all.flatMap(({ name, examples }) => {
    const byActivity = new Map(
      examples.map((payload) => [String(Object(payload).action ?? Object(payload).ref), payload]),
    );
    const requests = [...byActivity].filter(([activity]) => REQUESTS[name]?.test(activity));
    return requests.map(([, payload]) => ({
      name,
      event: ({ github }) => ({ name, payload: asRequest(name, payload, github) }),
    }));
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
function asRequest(name: string, payload: object, github: GitHub): object {
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
      return { ...payload, before: tipOf(github).parents[0], after: tipOf(github).sha, deleted: false };
    default:
      return payload;
  }
}
