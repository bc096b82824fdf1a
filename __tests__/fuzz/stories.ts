import { mergePull, submitReview } from '../../sandbox/github/model/pulls.ts';
import { commit, publish, push } from '../../sandbox/github/model/pushes.ts';
import { showRepository } from '../../sandbox/github/model/show.ts';
import { comment, openThread } from '../../sandbox/github/model/threads.ts';
import type { Interruption } from '../simulation/action-process.ts';
import {
  commitOnto,
  deployed,
  dispatched,
  type Event,
  type GitHub,
  labeled,
  mergeOnto,
  openOwnPull,
  pushMain,
  scheduled,
  tipOf,
} from '../simulation/github.ts';
import type { JobPlan, KillPoint } from '../simulation/history.ts';
import type { Occasion } from '../simulation/occasions.ts';
import type { World } from '../simulation/world.ts';

/** A run of the workflow: what started it, and its inputs. */
interface Act {
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
  /** How often it is played, compared with others: more often if it has places that few have. */
  readonly weight?: number;
}

const SWEEP = { operation: 'sweep', window: '60d', timeout: '600s', wait: '', key: '' };
const EXPORT = { operation: 'visitors', wait: '', key: '' };

const onIssue = (inputs: Act['inputs'] = {}, more: Partial<Act> = {}): Act => ({
  kind: 'label',
  event: ({ github }) => labeled(github, 31, 'alice'),
  thread: 31,
  inputs,
  ...more,
});
const commandOn = (thread: number, body: string, inputs: Act['inputs'] = {}): Act => ({
  kind: 'command',
  event({ github }) {
    // the agent may have opened nothing
    const isOpened = github.repository.threads.some(({ number }) => number === thread);
    const there = github.thread(isOpened ? thread : 31);
    return github.deliveryOf('issue_comment', () => comment(there, github.account('alice'), body));
  },
  thread,
  inputs,
});
const of = (event: EventOf, inputs: Act['inputs'] = {}, thread?: number): Act => {
  return { kind: 'label', event, inputs, ...(thread !== undefined && { thread }) };
};
/** Reported in a thread of its own, as it has none. */
const reported = (event: EventOf, inputs: Act['inputs'] = {}): Act =>
  of(event, { 'issue-number': '32', ...inputs }, 32);
const onSchedule: EventOf = ({ github }) => scheduled(github);
const sweep: Act = { kind: 'sweep', event: onSchedule, inputs: SWEEP };

/** The event of something that happens in a world. */
type EventOf = (world: World) => Event;

const inGitHub =
  (name: string, act: (github: GitHub) => void): EventOf =>
  ({ github }) =>
    github.deliveryOf(name, () => act(github));

const pushed: EventOf = ({ github }) =>
  pushMain(github, 'alice', commitOnto(github, tipOf(github).sha, 'alice'));

const pushedByAgent: EventOf = ({ github }) =>
  pushMain(github, 'agent[bot]', commitOnto(github, tipOf(github).sha, 'agent[bot]'));

/** A label on the last pull request that was opened. */
const labeledPull: EventOf = ({ github }) =>
  labeled(github, [...github.pulls.keys()].at(-1) ?? 40, 'bob');

/** A push that takes the last commit away. */
const forced: EventOf = ({ github }) =>
  pushMain(github, 'alice', commitOnto(github, tipOf(github).parents[0] ?? '', 'alice'));

/** A push of the merge of a pull request. */
const pushedMerge: EventOf = ({ github }) => {
  const { opened } = openOwnPull(github, { author: 'bob', job: undefined, isDraft: false });
  return pushMain(github, 'alice', mergeOnto(github, tipOf(github).sha, opened, 'alice').sha);
};

/** Someone merges the last pull request that was opened. */
const merged: EventOf = ({ github }) => {
  const opened = [...github.pulls.values()].at(-1);
  return opened
    ? mergeOnto(github, tipOf(github).sha, opened, 'alice').closed
    : { name: 'push', payload: {} };
};

const issueOpened = inGitHub('issues', ({ repository, account }) =>
  openThread(repository, account('alice'), {
    title: 'Explain the flag',
    body: 'What does it print?',
  }),
);

const pullOpened: EventOf = ({ github }) =>
  openOwnPull(github, { author: 'alice', job: undefined, isDraft: false }).event;

/** New commits in the pull request 40. */
const pullChanged = inGitHub('pull_request', ({ repository, account }) => {
  const files = { 'src/json.ts': `${repository.commits.size}\n` };
  commit(repository, account('alice'), files, { message: 'More', branch: 'json' });
});

const pullMerged = inGitHub('pull_request', ({ thread, account }) =>
  mergePull(thread(40), account('alice'), 'merge'),
);

/**
 * A review of the pull request 40, with a comment on a line. @param name of the event: of the
 * review, or of the comment.
 */
const reviewed = (
  name: 'pull_request_review' | 'pull_request_review_comment',
  body: string,
  line: string,
): EventOf =>
  inGitHub(name, ({ thread, account }) =>
    submitReview(thread(40), account('alice'), body, [{ path: 'src/cli.ts', line: 4, body: line }]),
  );

const released = inGitHub('release', ({ repository, account }) =>
  publish(repository, account('alice'), { tag: 'v5', notes: 'New flag 5' }),
);

const tagged = inGitHub('push', (github) =>
  push(github.repository, github.account('alice'), 'refs/tags/v3', tipOf(github).sha),
);

const dispatchedFromOutside: EventOf = ({ github: { repository } }) => ({
  name: 'repository_dispatch',
  payload: {
    action: 'docs',
    branch: 'main',
    client_payload: { page: 'cli' },
    repository: showRepository(repository),
  },
});

const byHand: EventOf = ({ github }) => dispatched(github, 'alice', { page: 'cli' });
const workflowRan =
  (conclusion: string): EventOf =>
  ({ github }) =>
    deployed(github, tipOf(github).sha, 'alice', conclusion);

const HERE: Partial<JobPlan> = { isHere: true };
const PERIOD = {
  'visitors-file': 'out/visitors.csv',
  'date-from': '2026-01-01',
  'date-to': '2026-02-01',
};

const story = (name: string, acts: Story['acts'], more: Partial<Story> = {}): Story => ({
  name,
  acts,
  ...more,
});
const again = { again: 0 };
const unwatched = onIssue({ wait: 'false' });
const commented = commandOn(31, '/docs explain it');
const patches = { context: 'patches' };
const reuse = { 'pull-request': 'reuse' };
const followUp = { operation: 'follow-up', prompt: 'CI failed.' };
const attach = (inputs: object, thread?: number) =>
  of(byHand, { operation: 'attach', wait: '', ...inputs }, thread);
const both = { jobs: [HERE, HERE] };
const killed = (kill: KillPoint) => onIssue({}, { fate: { kill } });
/** Its places are in few stories. */
const often = { weight: 5, jobs: [HERE] };

/** Stories made by hand: each operation, each event, and what follows. */
export const STORIES: readonly Story[] = [
  story('a label on an issue', [onIssue()]),
  story('a label, its re-run, and a sweep', [onIssue(), again, sweep]),
  story('a label whose job opens a pull request here', [onIssue()], { jobs: [HERE] }),
  story('a label whose job fails, and its re-run', [onIssue(), again], {
    jobs: [{ end: 'failed' }],
  }),
  story('a label whose job changes nothing', [onIssue()], { jobs: [{ end: 'no-changes' }] }),
  story('a label whose job is archived', [onIssue(), again], { jobs: [{ end: 'archived' }] }),
  story('a label whose job never ends, and a sweep', [onIssue({ timeout: '40s' }), sweep], {
    jobs: [{ end: 'stuck' }],
  }),
  story('a label twice', [onIssue(), onIssue()]),
  story(
    'a killed run whose create was carried out, and a re-run',
    [killed({ request: 5, when: 'after' }), again],
    often,
  ),
  story('a label whose run is killed before its last edit', [killed({ ms: 13_000 })], often),
  story(
    'a label whose run is killed while it waits, and a sweep',
    [killed({ ms: 12_000 }), sweep],
    often,
  ),
  story('a label whose run is cancelled, and a re-run', [
    onIssue({}, { fate: { cancelAfter: 9_000 } }),
    again,
  ]),
  story('a label without waiting, and a sweep', [unwatched, sweep], { jobs: [HERE] }),
  story('a label without comments', [onIssue({ comment: 'false' })]),
  story(
    'a label with files',
    [onIssue({ 'prompt-file': 'prompt.md', 'context-file': 'report.txt\nlint.json' })],
    {
      weight: 6,
    },
  ),
  story('a label with pages', [onIssue({ window: '30d', paths: '/guides/**', top: '3' })]),
  story('a dry run', [onIssue({ 'dry-run': 'true', ...patches })]),
  story('a label on a pull request', [
    onIssue(patches, { event: ({ github }) => labeled(github, 40, 'bob'), thread: 40, by: 'bob' }),
  ]),
  story('an opened issue', [of(issueOpened, { 'trigger-label': '*' }, 31)]),
  story('a command, and one more', [commented, commandOn(31, '/docs shorter, please')]),
  story(
    'a command whose follow-up is run again',
    [commented, commandOn(31, '/docs shorter'), { again: 1 }],
    {
      jobs: [{}, { idleFirst: 6 }],
    },
  ),
  story(
    'a command on the pull request of the agent',
    [onIssue(), commandOn(100, '/docs shorter')],
    both,
  ),
  story(
    'the merge of the pull request of the agent',
    [onIssue(), { kind: 'agent', event: merged, thread: 100 }],
    {
      jobs: [HERE],
    },
  ),
  story('a command of someone without permission', [{ ...commented, by: 'mallory' }]),
  story('a review with comments on lines', [
    of(reviewed('pull_request_review', '/docs explain this', 'What does it print?'), {}, 40),
  ]),
  story('a comment on a line', [
    of(reviewed('pull_request_review_comment', 'Nice.', '/docs say why'), {}, 40),
  ]),
  story('an opened pull request', [of(pullOpened, patches, 40)]),
  story(
    'new commits in a pull request, twice',
    [of(pullChanged, reuse, 40), of(pullChanged, { ...reuse, prompt: 'Look again.' }, 40)],
    both,
  ),
  story('a merged pull request', [of(pullMerged, {}, 40)]),
  story('a push', [reported(pushed, { paths: 'src/**', ...patches })]),
  story('a push that merges a pull request', [of(pushedMerge, {}, 100)]),
  story('a forced push', [reported(forced)]),
  story(
    'two pushes that reuse a pull request',
    [reported(pushed, reuse), reported(pushed, reuse)],
    both,
  ),
  story('a push of the agent', [onIssue(), { ...reported(pushedByAgent), by: 'agent[bot]' }]),
  story('a label on the pull request of the agent', [onIssue(), of(labeledPull, {}, 100)], {
    jobs: [HERE],
  }),
  story('a push without relevant files', [of(pushed, { paths: 'docs/**' })]),
  story('a tag with a comparison', [reported(tagged, { compare: 'v1...v2' })]),
  story('a release', [reported(released)]),
  story('a schedule with pages', [reported(onSchedule, { window: '30d' })]),
  story('a dispatch with a prompt', [of(byHand, { prompt: 'Refresh the pages.' })]),
  story('a dispatch from outside', [
    reported(dispatchedFromOutside, { prompt: 'Refresh the pages.' }),
  ]),
  story('a workflow run', [reported(workflowRan('success'))]),
  story('a dispatch that is sent to the job of a thread', [
    onIssue(),
    of(byHand, { ...followUp, 'issue-number': '31' }, 31),
  ]),
  story('a follow-up to a job', [onIssue(), of(byHand, { ...followUp, 'job-id': 'job-1' })]),
  story('waiting for a job', [unwatched, attach({ 'job-id': 'job-1' })]),
  story('waiting for the job of a thread', [unwatched, attach({ 'issue-number': '31' }, 31)], {
    jobs: [HERE],
  }),
  story(
    'a sweep of three requests',
    [
      unwatched,
      commandOn(32, '/docs explain it', { wait: 'false' }),
      reported(pushed, { wait: 'false' }),
      sweep,
      sweep,
    ],
    { jobs: [HERE, { end: 'failed' }, { seconds: 900 }] },
  ),
  story('an export', [of(onSchedule, { ...EXPORT, 'visitors-file': 'visitors.csv' })]),
  story('an export of a period as JSON', [of(onSchedule, { ...EXPORT, ...PERIOD })]),
  story('a ranking', [of(onSchedule, { ...EXPORT, window: '7d', top: '2', paths: '/guides/**' })]),
];
