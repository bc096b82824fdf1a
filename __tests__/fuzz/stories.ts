import { deployed, dispatched } from '../simulation/events.ts';
import { labeled, tipOf } from '../simulation/github.ts';
import type { JobPlan } from '../simulation/history.ts';
import {
  dispatchedFromOutside,
  type EventOf,
  forced,
  issueOpened,
  merged,
  pullChanged,
  pullMerged,
  pullOpened,
  pushed,
  pushedMerge,
  released,
  reviewed,
  tagged,
} from './events.ts';
import { commandOn, EXPORT, OLD_KEY, of, onIssue, onSchedule, reported, type Story, SWEEP, sweep } from './story.ts';

const HERE: Partial<JobPlan> = { isHere: true };
const byHand: EventOf = ({ github }) => dispatched(github, 'alice', { page: 'cli' });
const workflowRan =
  (conclusion: string): EventOf =>
  ({ github }) =>
    deployed(github, tipOf(github).sha, 'alice', conclusion);
/** Stories made by hand: each operation, each event, and what follows. */
export const STORIES: readonly Story[] = [
  { name: 'a label on an issue', acts: [onIssue()] },
  { name: 'a label, its re-run, and a sweep', acts: [onIssue(), { again: 0 }, sweep] },
  { name: 'a label whose job opens a pull request here', acts: [onIssue()], jobs: [HERE] },
  { name: 'a label whose job fails, and its re-run', acts: [onIssue(), { again: 0 }], jobs: [{ end: 'failed' }] },
  { name: 'a label whose job changes nothing', acts: [onIssue()], jobs: [{ end: 'no-changes' }] },
  { name: 'a label whose job is archived', acts: [onIssue(), { again: 0 }], jobs: [{ end: 'archived' }] },
  {
    name: 'a label whose job never ends, and a sweep',
    acts: [onIssue({ timeout: '40s' }), sweep],
    jobs: [{ end: 'stuck' }],
  },
  { name: 'a label twice', acts: [onIssue(), onIssue()] },
  {
    name: 'a label whose run is killed after its create, and a re-run',
    weight: 5,
    acts: [onIssue({}, { fate: { kill: { request: 5, when: 'after' } } }), { again: 0 }],
  },
  {
    name: 'a label whose run is killed before its last edit',
    weight: 5,
    acts: [onIssue({}, { fate: { kill: { ms: 13_000 } } })],
    jobs: [HERE],
  },
  {
    name: 'a label whose run is killed while it waits, and a sweep',
    weight: 5,
    acts: [onIssue({}, { fate: { kill: { ms: 12_000 } } }), sweep],
    jobs: [HERE],
  },
  {
    name: 'a label whose run is cancelled, and a re-run',
    acts: [onIssue({}, { fate: { cancelAfter: 9_000 } }), { again: 0 }],
  },
  { name: 'a label without waiting, and a sweep', acts: [onIssue({ wait: 'false' }), sweep], jobs: [HERE] },
  { name: 'a label without comments', acts: [onIssue({ comment: 'false' })] },
  {
    name: 'a label with files',
    weight: 6,
    acts: [onIssue({ 'prompt-file': 'prompt.md', 'context-file': 'report.txt\nlint.json' })],
  },
  { name: 'a label with pages', acts: [onIssue({ window: '30d', paths: '/guides/**', top: '3' })] },
  { name: 'a dry run', acts: [onIssue({ 'dry-run': 'true', context: 'patches' })] },
  {
    name: 'a label with a comparison of another repository',
    acts: [onIssue({ compare: 'https://github.com/acme/lib/compare/v1...v2', context: 'patches' })],
  },
  {
    name: 'a label on a pull request',
    acts: [
      { ...onIssue({ context: 'patches' }), event: ({ github }) => labeled(github, 40, 'bob'), thread: 40, by: 'bob' },
    ],
  },
  { name: 'an opened issue', acts: [of(issueOpened, { 'trigger-label': '*' }, 31)] },
  {
    name: 'a command, and one more',
    acts: [commandOn(31, '/docs explain it'), commandOn(31, '/docs shorter, please')],
  },
  {
    name: 'a command whose follow-up is run again',
    acts: [commandOn(31, '/docs explain it'), commandOn(31, '/docs shorter'), { again: 1 }],
    jobs: [{}, { idleFirst: 6 }],
  },
  {
    name: 'a command on the pull request of the agent',
    acts: [onIssue(), commandOn(100, '/docs shorter')],
    jobs: [HERE, HERE],
  },
  {
    name: 'the merge of the pull request of the agent',
    acts: [onIssue(), { kind: 'agent', event: merged, thread: 100 }],
    jobs: [HERE],
  },
  { name: 'a command of someone without permission', acts: [{ ...commandOn(31, '/docs explain it'), by: 'mallory' }] },
  {
    name: 'a review with comments on lines',
    acts: [of(reviewed('pull_request_review', '/docs explain this', 'What does it print?'), {}, 40)],
  },
  {
    name: 'a comment on a line',
    acts: [of(reviewed('pull_request_review_comment', 'Nice.', '/docs say why'), {}, 40)],
  },
  { name: 'an opened pull request', acts: [of(pullOpened, { context: 'patches' }, 40)] },
  {
    name: 'new commits in a pull request, twice',
    acts: [
      of(pullChanged, { 'pull-request': 'reuse' }, 40),
      of(pullChanged, { 'pull-request': 'reuse', prompt: 'Look again.' }, 40),
    ],
    jobs: [HERE, HERE],
  },
  { name: 'a merged pull request', acts: [of(pullMerged, {}, 40)] },
  { name: 'a push', acts: [reported(pushed, { context: 'patches', paths: 'src/**' })] },
  { name: 'a push that merges a pull request', acts: [of(pushedMerge, {}, 100)] },
  {
    name: 'a forced push',
    acts: [reported(forced)],
  },
  {
    name: 'two pushes that reuse a pull request',
    acts: [reported(pushed, { 'pull-request': 'reuse' }), reported(pushed, { 'pull-request': 'reuse' })],
    jobs: [HERE, HERE],
  },
  {
    name: 'a push without a thread that reuses a pull request',
    acts: [of(pushed, { 'pull-request': 'reuse' })],
    jobs: [HERE],
  },
  { name: 'a push without relevant files', acts: [of(pushed, { paths: 'docs/**' })] },
  { name: 'a tag with a comparison', acts: [reported(tagged, { compare: 'v1...v2' })] },
  { name: 'a release', acts: [reported(released)] },
  { name: 'a schedule with pages', acts: [reported(onSchedule, { window: '30d' })] },
  { name: 'a dispatch with a prompt', acts: [of(byHand, { prompt: 'Refresh the pages.' })] },
  { name: 'a dispatch from outside', acts: [reported(dispatchedFromOutside, { prompt: 'Refresh the pages.' })] },
  { name: 'a workflow run', acts: [reported(workflowRan('success'))] },
  {
    name: 'a failed workflow run that is sent to the job of a thread',
    acts: [
      onIssue(),
      of(workflowRan('failure'), { operation: 'follow-up', 'issue-number': '31', prompt: 'CI failed.' }, 31),
    ],
  },
  {
    name: 'a follow-up to a job',
    acts: [onIssue(), of(byHand, { operation: 'follow-up', 'job-id': 'job-1', prompt: 'Shorter.' })],
  },
  {
    name: 'waiting for a job',
    acts: [onIssue({ wait: 'false' }), of(byHand, { operation: 'attach', 'job-id': 'job-1', wait: '' })],
  },
  {
    name: 'waiting for the job of a thread',
    acts: [onIssue({ wait: 'false' }), of(byHand, { operation: 'attach', 'issue-number': '31', wait: '' }, 31)],
    jobs: [HERE],
  },
  {
    name: 'a sweep of three requests',
    acts: [
      onIssue({ wait: 'false' }),
      commandOn(32, '/docs explain it', { wait: 'false' }),
      reported(pushed, { wait: 'false' }),
      sweep,
      sweep,
    ],
    jobs: [HERE, { end: 'failed' }, { seconds: 900 }],
  },
  { name: 'an export', acts: [of(onSchedule, { ...EXPORT, 'visitors-file': 'visitors.csv' })] },
  {
    name: 'an export of a period as JSON',
    acts: [
      of(onSchedule, {
        ...EXPORT,
        'visitors-file': 'out/visitors.ndjson',
        'date-from': '2026-01-01',
        'date-to': '2026-02-01',
      }),
    ],
  },
  {
    name: 'a ranking',
    acts: [of(onSchedule, { ...EXPORT, window: '7d', top: '2', paths: '/guides/**' })],
  },
  {
    name: 'a replaced key',
    acts: [
      onIssue({ 'api-key': OLD_KEY }),
      { ...onIssue({ 'previous-api-key': OLD_KEY }) },
      { ...sweep, inputs: { ...SWEEP, 'previous-api-key': OLD_KEY } },
    ],
    prepare: ({ service }) => void service.keys.add(OLD_KEY),
  },
];
