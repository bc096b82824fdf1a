import { describe, expect, test } from '@jest/globals';
import { EventError } from '../../../src/errors.ts';
import type { TriggerRules } from '../../../src/trigger/trigger.ts';
import { RULES } from '../../support/default-rules.ts';
import {
  BASE,
  HEAD,
  labeled,
  MERGE,
  NO_LABEL,
  onIssue,
  onPull,
  pull,
  read,
  reviewed,
  said,
  saidAtLine,
  sender,
  thread,
} from '../../support/trigger-payloads.ts';

const NOTHING = '0'.repeat(40);
const REUSE: TriggerRules = { ...RULES, reusesPullRequest: true };
const COMPARED: TriggerRules = { ...RULES, hasCompare: true };
const BRANCHES: TriggerRules = { ...RULES, branches: ['release/*', 'feature/**', '!feature/y'] };
const FOLLOW_UP: TriggerRules = { ...RULES, followsUp: true };
const label = { name: 'docs' };

const push = (extra: object = {}) => ({
  ref: 'refs/heads/main',
  before: BASE,
  after: HEAD,
  sender,
  repository: { default_branch: 'main' },
  head_commit: { message: 'Add `--json`\n\nFor jq.', author: { name: 'Carol', username: 'carol' } },
  ...extra,
});
const completed = (run: object = {}, extra: object = {}) => ({
  action: 'completed',
  sender,
  repository: { id: 1, default_branch: 'main' },
  workflow_run: {
    workflow_id: 77,
    event: 'push',
    conclusion: 'success',
    html_url: 'https://github.com/acme/app/actions/runs/5',
    head_branch: 'main',
    head_sha: HEAD,
    head_commit: { message: 'Add `--json`', author: { name: 'Carol' } },
    head_repository: { id: 1 },
    ...run,
  },
  ...extra,
});
const released = (action: string, extra: object = {}) => ({
  action,
  sender,
  release: {
    id: 9001,
    published_at: '2026-01-01T12:00:00Z',
    tag_name: 'v1.3.0',
    name: 'Spring',
    body: 'Notes<!-- x -->',
    html_url: 'https://github.com/r/1',
    author: sender,
    ...extra,
  },
});

const BY_ALICE = { requester: { login: 'alice', id: 501, isBot: false } };
const ON_BRANCH = {
  cause: ['branch', 'main'],
  head: HEAD,
  agentCommits: 'all',
  mergeCommit: { sha: HEAD, branch: 'main' },
};

test.each<[what: string, name: string, payload: unknown, rules: TriggerRules, request: object]>([
  [
    'a label on an issue',
    'issues',
    labeled('Docs'),
    RULES,
    {
      ...BY_ALICE,
      kind: 'label',
      needsAuthorization: true,
      isRepeatable: true,
      retry: { kind: 'label', label: 'Docs' },
      reactTo: { kind: 'thread', number: 31 },
      identity: ['thread', '31', '', 'asked for'],
      cause: undefined,
      head: undefined,
      pull: undefined,
      thread: {
        kind: 'issue',
        number: 31,
        author: { login: 'bob' },
        url: 'https://github.com/acme/app/issues/31',
        title: { text: 'Explain `--json`', removed: {} },
        body: { text: 'Please.', removed: {} },
      },
      prompt: { isRequestInText: true, needsChanges: false },
    },
  ],
  [
    'a label on a pull request',
    'pull_request',
    onPull('labeled', { label }),
    RULES,
    {
      kind: 'label',
      identity: ['thread', '31', HEAD, 'asked for'],
      cause: ['pull', '31'],
      head: HEAD,
      pull: 31,
      thread: { kind: 'pull request', range: { base: BASE, head: HEAD, since: 'merge-base' } },
      prompt: { isRequestInText: false, needsChanges: true },
    },
  ],
  ['opening an issue', 'issues', onIssue('opened'), NO_LABEL, { kind: 'opened', origin: ['opened ', { link: '#31' }] }],
  ['reopening an issue', 'issues', onIssue('reopened'), NO_LABEL, { kind: 'opened', origin: ['reopened ', {}] }],
  [
    'opening a pull request',
    'pull_request',
    onPull('opened'),
    RULES,
    {
      kind: 'opened',
      needsAuthorization: true,
      origin: ['opened ', { link: '#31' }],
      thread: { range: { base: BASE, head: HEAD } },
    },
  ],
  [
    'a draft that is ready',
    'pull_request',
    onPull('ready_for_review'),
    RULES,
    {
      kind: 'opened',
      origin: ['marked as ready for review ', { link: '#31' }],
    },
  ],
  [
    'new commits',
    'pull_request',
    onPull('synchronize'),
    REUSE,
    {
      kind: 'opened',
      agentCommits: 'newest',
      needsAuthorization: true,
      cause: ['pull', '31'],
      origin: ['updated ', { link: '#31' }],
    },
  ],
  [
    'a merge',
    'pull_request',
    onPull('closed', {
      pull_request: pull({ merged: true, merge_commit_sha: MERGE, base: { sha: BASE, ref: 'next' } }),
    }),
    RULES,
    {
      ...BY_ALICE,
      kind: 'merged',
      needsAuthorization: false,
      identity: ['thread', '31', HEAD, 'merged'],
      cause: ['branch', 'next'],
      head: MERGE,
      agentCommits: 'all',
      pull: 31,
    },
  ],
  [
    'a command on an issue',
    'issue_comment',
    onIssue('created', { comment: said('/docs explain **it**<!-- x -->\n\nSoon.') }),
    RULES,
    {
      ...BY_ALICE,
      kind: 'command',
      needsAuthorization: true,
      continuesJob: true,
      reactTo: { kind: 'comment', id: 7 },
      identity: ['comment', '7'],
      retry: { kind: 'command', label: undefined },
      origin: ['comment on ', { link: '#31', to: said('').html_url }],
      quote: { text: 'explain **it**\n\nSoon.', author: 'alice' },
      prompt: {
        statement: 'Request by alice, comment on issue #31.',
        sections: [
          {
            heading: `the request: comment on issue #31 by alice, ${said('').html_url}`,
            parts: [{ text: 'explain **it**\n\nSoon.', removed: { 'HTML comments': 1 } }],
          },
          { heading: 'issue #31 by bob, https://github.com/acme/app/issues/31' },
        ],
        isRequestInText: true,
        needsChanges: false,
        mayShowPatches: false,
      },
    },
  ],
  [
    'a bare command on a pull request',
    'issue_comment',
    onIssue('created', { comment: said('/docs'), issue: thread({ pull_request: {} }) }),
    RULES,
    {
      pull: 31,
      cause: undefined,
      head: undefined,
      thread: { kind: 'pull request' },
      quote: { text: 'Explain `--json`', author: 'bob' },
      prompt: { sections: [{}], isRequestInText: false, needsChanges: false },
    },
  ],
  [
    'a command in a review',
    'pull_request_review',
    onPull('submitted', { review: reviewed('/docs new') }),
    RULES,
    {
      kind: 'review',
      reactTo: undefined,
      review: { kind: 'comments-of', pull: 31, id: 7, submittedAt: Date.parse('2026-01-01T12:00:00Z') },
      continuesJob: false,
      prompt: { statement: 'Request by alice, review of pull request #31.' },
    },
  ],
  [
    'a command at a line',
    'pull_request_review_comment',
    onPull('created', { comment: saidAtLine('/docs') }),
    RULES,
    {
      kind: 'command',
      reactTo: { kind: 'review comment', id: 7 },
      review: { kind: 'unless-command', pull: 31, id: 70 },
      prompt: {
        sections: [
          {
            parts: [
              'Line 2 of ',
              { text: 'src/json.ts' },
              '\n\n',
              { text: '@@ -1 +1,2 @@\n a\n+b' },
              '\n\n',
              { text: '' },
            ],
          },
          {},
        ],
        isRequestInText: true,
      },
      thread: { range: { base: BASE, head: HEAD } },
    },
  ],
  [
    'a push to the default branch',
    'push',
    push(),
    BRANCHES,
    {
      ...BY_ALICE,
      ...ON_BRANCH,
      kind: 'push',
      needsAuthorization: false,
      retry: { kind: 'run' },
      origin: ['push to ', { code: 'main' }],
      identity: ['push', 'branch', 'main', BASE, HEAD],
      pull: undefined,
      quote: { text: 'Add `--json`', author: 'carol' },
      prompt: {
        range: { base: BASE, head: HEAD, since: 'base' },
        statement: 'Push to a branch by alice.',
        ref: { heading: 'the push', parts: ['Branch: ', { text: 'main' }, '\n'] },
      },
    },
  ],
  [
    'a push to a branch of `branches`',
    'push',
    push({ ref: 'refs/heads/feature/x' }),
    BRANCHES,
    { cause: ['branch', 'feature/x'] },
  ],
  [
    'a tag',
    'push',
    push({ ref: 'refs/tags/v1', before: NOTHING }),
    COMPARED,
    {
      origin: ['push to ', { code: 'v1' }],
      mergeCommit: undefined,
      cause: undefined,
      head: undefined,
      prompt: { range: undefined, statement: 'Push of a tag by alice.' },
    },
  ],
  [
    'a push by an author without an account',
    'push',
    push({ head_commit: { message: '\nAdd\u200b it\n', author: { name: 'C.\u200b' } } }),
    RULES,
    {
      quote: { text: 'Add it', author: 'C.' },
    },
  ],
  [
    'a push of a commit without a message',
    'push',
    push({ head_commit: { message: '', author: {} } }),
    RULES,
    { quote: undefined },
  ],
  ['a push without a commit', 'push', push({ head_commit: null }), RULES, { quote: undefined }],
  [
    'a workflow run',
    'workflow_run',
    completed(),
    RULES,
    {
      ...BY_ALICE,
      ...ON_BRANCH,
      kind: 'workflow-run',
      needsAuthorization: false,
      identity: ['workflow_run', '77', HEAD],
      quote: { text: 'Add `--json`', author: 'Carol' },
      origin: [{ link: 'workflow run', to: 'https://github.com/acme/app/actions/runs/5' }, ' on ', { code: 'main' }],
      prompt: { needsChanges: true, range: { base: undefined, head: HEAD, since: 'first-parent' } },
    },
  ],
  [
    'a workflow run on a branch of `branches`',
    'workflow_run',
    completed({ event: 'workflow_dispatch', head_branch: 'feature/x' }),
    BRANCHES,
    {
      cause: ['branch', 'feature/x'],
    },
  ],
  [
    'a workflow run for a release',
    'workflow_run',
    completed({ event: 'release', head_branch: 'v1.3.0' }),
    RULES,
    {
      mergeCommit: undefined,
      cause: undefined,
      head: HEAD,
      origin: [{ link: 'workflow run' }],
    },
  ],
  [
    'a workflow run that a follow-up is about',
    'workflow_run',
    completed({ event: 'pull_request', conclusion: 'failure' }),
    FOLLOW_UP,
    {
      identity: ['workflow_run', '77', 'follow-up', 'main'],
      followsRun: true,
      prompt: { statement: 'Workflow run ended with failure, started by alice.', needsChanges: false },
    },
  ],
  [
    'a release',
    'release',
    released('published'),
    RULES,
    {
      kind: 'release',
      identity: ['release', '9001', '2026-01-01T12:00:00Z'],
      origin: ['release ', { code: 'v1.3.0' }],
      cause: undefined,
      quote: { text: 'Spring', author: 'alice' },
      prompt: {
        subject: 'release',
        sections: [
          {
            heading: 'release by alice',
            parts: [
              ...['Tag: ', { text: 'v1.3.0' }, '\nAddress: ', { text: 'https://github.com/r/1' }],
              ...['\nTitle: ', { text: 'Spring' }, '\n\n', { text: 'Notes', removed: { 'HTML comments': 1 } }],
            ],
          },
        ],
      },
    },
  ],
  [
    'a release without name and notes',
    'release',
    released('published', { name: null, body: null }),
    RULES,
    { quote: { text: 'v1.3.0' } },
  ],
  [
    'a schedule',
    'schedule',
    {},
    RULES,
    {
      kind: 'schedule',
      requester: { login: '', id: null },
      isRepeatable: true,
      identity: ['event', 'schedule'],
      cause: ['event', 'schedule'],
    },
  ],
  [
    'a dispatch',
    'repository_dispatch',
    { sender },
    RULES,
    { ...BY_ALICE, kind: 'dispatch', needsAuthorization: false, identity: ['event', 'repository_dispatch'] },
  ],
])('%s is a request', (_, name, payload, rules, request) => {
  expect(read(name, payload, rules)).toMatchObject(request);
});

const CHANGES = 'edited deleted transferred assigned unlabeled locked pinned milestoned converted_to_draft'.split(' ');
const comment = said('/docs now');

test.each<[name: string, payload: unknown, rules: TriggerRules, reason: string]>([
  ...CHANGES.map((action): [string, object, TriggerRules, string] => [
    'issues',
    { ...labeled('docs'), action },
    NO_LABEL,
    `an issue that was \`${action}\` is not a request; opening an issue is`,
  ]),
  ...CHANGES.map((action): [string, object, TriggerRules, string] => [
    'pull_request',
    onPull(action, { label }),
    RULES,
    `a pull request that was \`${action}\` is not`,
  ]),
  ...['docs2', 'do', 'bug', '', '*'].map((name): [string, object, TriggerRules, string] => [
    'issues',
    labeled(name),
    RULES,
    `the label \`${name}\` is not a request; the label \`docs\` is one (\`trigger-label\`)`,
  ]),
  [
    'issues',
    labeled('docs'),
    NO_LABEL,
    'the label `docs` is not a request; opening an issue is (`trigger-label` is `*`)',
  ],
  ['issues', onIssue('opened'), RULES, 'an issue that was `opened` is not a request; the label `docs` is one'],
  ['pull_request', onPull('synchronize'), RULES, 'a new commit in a pull request is not a request; '],
  [
    'pull_request',
    onPull('closed'),
    RULES,
    'a pull request that was `closed` is not a request; opening it, marking it',
  ],
  ...['opened', 'synchronize'].map((action): [string, object, TriggerRules, string] => [
    'pull_request',
    onPull(action, { pull_request: pull({ draft: true }) }),
    REUSE,
    'a draft is not a request',
  ]),
  ['issue_comment', onIssue('edited', { comment }), RULES, 'a comment that was `edited` is not a request; a new one'],
  [
    'issue_comment',
    onIssue('created', { comment: said('Nice.') }),
    RULES,
    'text whose first word is not `/docs` is not a request',
  ],
  ['issue_comment', onIssue('created', { comment: said(null) }), RULES, 'text whose first word'],
  [
    'pull_request_review',
    onPull('dismissed', { review: reviewed('/docs') }),
    RULES,
    'a review that was `dismissed` is not',
  ],
  [
    'pull_request_review_comment',
    onPull('deleted', { comment: saidAtLine('/docs') }),
    RULES,
    'a comment that was `deleted` is not',
  ],
  [
    'push',
    push({ ref: 'refs/heads/feature/x' }),
    RULES,
    'a push to the branch `feature/x` is not a request; a push to the default branch or to one that `branches` names is',
  ],
  ['push', push({ ref: 'refs/heads/feature/y' }), BRANCHES, 'a push to the branch `feature/y`'],
  ['push', push({ before: NOTHING }), RULES, 'a push that creates a branch'],
  ['push', push({ ref: 'refs/tags/v1' }), RULES, 'the tag `v1` without `compare`'],
  ['push', push({ ref: 'refs/tags/v1', deleted: true, after: NOTHING }), COMPARED, 'deleting a branch or tag'],
  ['workflow_run', completed({}, { action: 'requested' }), FOLLOW_UP, 'a workflow run with the activity `requested`'],
  ['workflow_run', completed({ head_repository: { id: 2 } }), FOLLOW_UP, 'a workflow run of a fork'],
  ['workflow_run', completed({ head_repository: null }), RULES, 'a workflow run of a fork'],
  ['workflow_run', completed({ event: 'pull_request' }), RULES, 'a workflow run for the event `pull_request`'],
  ['workflow_run', completed({ conclusion: null }), RULES, 'a workflow run with the conclusion `none`'],
  ['workflow_run', completed({ head_branch: 'feature/x' }), RULES, 'a workflow run on the branch `feature/x`'],
  ['workflow_run', completed({ head_branch: null }), BRANCHES, 'a workflow run on the branch ``'],
  ...['created', 'edited', 'unpublished', 'released'].map((action): [string, object, TriggerRules, string] => [
    'release',
    released(action),
    RULES,
    `a release with the activity \`${action}\``,
  ]),
  ...['pull_request_target', 'discussion_comment', 'check_run', 'x'.repeat(500), '__proto__'].map(
    (name): [string, object, TriggerRules, string] => [
      name,
      labeled('docs'),
      RULES,
      `the event \`${name.slice(0, 50)}`,
    ],
  ),
  ['odd\nname ::error::', {}, RULES, 'the event `odd name ::error::` is not a request'],
])('%s is no request, and the reason says what would be: #%#', (name, payload, rules, reason) => {
  const trigger = read(name, payload, rules);
  expect(trigger).toMatchObject({ kind: 'none', reason: expect.stringContaining(reason) });
  expect(trigger).toMatchObject({ reason: expect.stringMatching(/^[^\n]{20,300}$/) });
});

test.each([
  ['an issue without a body', { issue: thread({ body: null }) }, { thread: { body: { text: '' } } }],
  ['an author that was deleted', { issue: thread({ user: null }) }, { thread: { author: { login: 'ghost' } } }],
  ['a sender that was deleted', { sender: null }, { requester: { login: 'ghost', id: null } }],
  ['a sender without an id', { sender: { login: 'alice' } }, { requester: { login: 'alice', id: null } }],
  ['a sender with an invalid id', { sender: { login: 'alice', id: -1 } }, { requester: { login: 'alice', id: null } }],
  [
    'a bot by its type',
    { sender: { login: 'Copilot', type: 'Bot' } },
    { requester: { login: 'Copilot', isBot: true } },
  ],
  ['a bot by its login', { sender: { login: 'renovate[bot]' } }, { requester: { isBot: true } }],
  [
    'hidden text',
    { issue: thread({ title: 'a\u200bb', body: 'a<!-- b -->c' }) },
    {
      thread: {
        title: { text: 'ab', removed: { 'invisible characters': 1 } },
        body: { text: 'ac', removed: { 'HTML comments': 1 } },
      },
    },
  ],
])('a payload may have %s', (_, extra, expected) => {
  expect(read('issues', labeled('docs', extra))).toMatchObject(expected);
});

describe('a payload that GitHub does not document', () => {
  test.each([
    ['issues', null, 'the whole'],
    ['issues', {}, 'action'],
    ['issues', labeled('docs', { issue: undefined }), 'issue'],
    ['issues', labeled('docs', { issue: thread({ number: '31' }) }), 'issue.number'],
    ...['javascript:alert(1)', 'https:', 'nowhere'].map(
      (html_url) => ['issues', labeled('docs', { issue: thread({ html_url }) }), 'issue.html_url'] as const,
    ),
    ['pull_request', labeled('docs'), 'pull_request'],
    ['pull_request', onPull('opened', { pull_request: pull({ head: { sha: 'HEAD' } }) }), 'pull_request.head.sha'],
    ['pull_request', onPull('opened', { pull_request: pull({ base: { sha: BASE } }) }), 'pull_request.base.ref'],
    ['issue_comment', onIssue('created', { comment: { ...said('/docs'), id: 0 } }), 'comment.id'],
    ['pull_request_review', onPull('submitted', { review: said('/docs') }), 'review.submitted_at'],
    ['push', push({ after: '..' }), 'after'],
    ['workflow_run', { action: 'completed', sender }, 'workflow_run'],
    ['release', { action: 'published', sender }, 'release'],
  ])('is an error that names the field: %s %j', (name, payload, field) => {
    const reading = () => read(name, payload);
    expect(reading).toThrow(EventError);
    expect(reading).toThrow(`the event \`${name}\` is not what GitHub documents: \`${field}\``);
  });
});
