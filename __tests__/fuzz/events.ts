import { mergePull, submitReview } from '../../sandbox/github/model/pulls.ts';
import { commit, publish, push } from '../../sandbox/github/model/pushes.ts';
import { showRepository } from '../../sandbox/github/model/show.ts';
import { openThread } from '../../sandbox/github/model/threads.ts';
import type { Event } from '../simulation/events.ts';
import { commitOnto, type GitHub, mergeOnto, openOwnPull, pushMain, tipOf } from '../simulation/github.ts';
import type { World } from '../simulation/world.ts';

/** What people do, in the model of GitHub. */

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
