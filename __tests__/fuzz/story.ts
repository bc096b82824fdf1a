import { mergePull, submitReview } from '../../sandbox/github/model/pulls.ts';
import { commit, publish, push } from '../../sandbox/github/model/pushes.ts';
import { showRepository } from '../../sandbox/github/model/show.ts';
import { comment, openThread } from '../../sandbox/github/model/threads.ts';
import type { Interruption } from '../simulation/action-process.ts';
import {
  commitOnto,
  type Event,
  type GitHub,
  labeled,
  mergeOnto,
  openOwnPull,
  pushMain,
  scheduled,
  tipOf,
} from '../simulation/github.ts';
import type { JobPlan } from '../simulation/history.ts';
import type { Occasion } from '../simulation/occasions.ts';
import type { World } from '../simulation/world.ts';

/** A run of the workflow: what started it, and its inputs. */
export interface Act {
  readonly kind: Occasion['kind'];
  readonly event: EventOf;
  readonly thread?: number;
  readonly by?: Occasion['by'];
  readonly inputs?: Readonly<Record<string, string>>;
  /** How its process ends before its time. */
  readonly fate?: Interruption;
}

/** A short valid history: its acts follow one another, each with its post step. */
export interface Story {
  readonly name: string;
  /** `again`: a further attempt of the act with that number. */
  readonly acts: readonly (Act | { readonly again: number })[];
  /** How the prompts go, in the order in which the service accepts them. */
  readonly jobs?: readonly Partial<JobPlan>[];
  readonly prepare?: (world: World) => void;
  /** How often it is played, compared with others: more often if it has places that few have. */
  readonly weight?: number;
}

/** The API key before the current one. */
export const OLD_KEY = 'docs_Hn4rTb8wQz2XyLs6Vc1MgKp9';

export const SWEEP = { operation: 'sweep', window: '60d', timeout: '600s', wait: '', key: '' };
export const EXPORT = { operation: 'visitors', wait: '', key: '' };

export const onIssue = (inputs: Act['inputs'] = {}, more: Partial<Act> = {}): Act => ({
  kind: 'label',
  event: ({ github }) => labeled(github, 31, 'alice'),
  thread: 31,
  inputs,
  ...more,
});
export const commandOn = (thread: number, body: string, inputs: Act['inputs'] = {}): Act => ({
  kind: 'command',
  event({ github }) {
    const isOpened = github.repository.threads.some(({ number }) => number === thread); // the agent may have opened nothing
    const there = github.thread(isOpened ? thread : 31);
    return github.deliveryOf('issue_comment', () => comment(there, github.account('alice'), body));
  },
  thread,
  inputs,
});
export const of = (event: EventOf, inputs: Act['inputs'] = {}, thread?: number): Act => ({
  kind: 'label',
  event,
  inputs,
  ...(thread === undefined ? {} : { thread }),
});
/** Reported in a thread of its own, as it has none. */
export const reported = (event: EventOf, inputs: Act['inputs'] = {}): Act =>
  of(event, { 'issue-number': '32', ...inputs }, 32);
export const onSchedule: EventOf = ({ github }) => scheduled(github);
export const sweep: Act = { kind: 'sweep', event: onSchedule, inputs: SWEEP };

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
export const pullChanged = inGitHub('pull_request', ({ repository, account }) => {
  const files = { 'src/json.ts': `${repository.commits.size}\n` };
  commit(repository, account('alice'), files, { message: 'More', branch: 'json' });
});

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
