import { describe, expect, test } from '@jest/globals';
import { EventError } from '../../../src/errors.ts';
import type { Trigger, TriggerRules } from '../../../src/trigger/trigger.ts';
import { RULES } from '../../support/default-rules.ts';
import {
  BASE,
  completed,
  labeled,
  MERGE,
  NO_LABEL,
  onIssue,
  onPull,
  pull,
  push,
  read,
  released,
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
const MERGED = pull({ merged: true, merge_commit_sha: MERGE, base: { sha: BASE, ref: 'next' } });

/** The payload of each event that is a request, and the rules under which it is one. */
const REQUESTS: Readonly<Record<string, readonly [name: string, payload: unknown, rules?: TriggerRules]>> = {
  'a label on an issue': ['issues', labeled('Docs')],
  'a label on a pull request': ['pull_request', onPull('labeled', { label: { name: 'docs' } })],
  'opening an issue': ['issues', onIssue('opened'), NO_LABEL],
  'reopening an issue': ['issues', onIssue('reopened'), NO_LABEL],
  'opening a pull request': ['pull_request', onPull('opened')],
  'a draft that is ready': ['pull_request', onPull('ready_for_review')],
  'new commits': ['pull_request', onPull('synchronize'), REUSE],
  'a merge': ['pull_request', onPull('closed', { pull_request: MERGED })],
  'a command': ['issue_comment', onIssue('created', { comment: said('/docs explain **it**<!-- x -->') })],
  'a bare command on a pull request': [
    'issue_comment',
    onIssue('created', { comment: said('/docs'), issue: thread({ pull_request: {} }) }),
  ],
  'a command in a review': ['pull_request_review', onPull('submitted', { review: reviewed('/docs new') })],
  'a command at a line': ['pull_request_review_comment', onPull('created', { comment: saidAtLine('/docs') })],
  'a push': ['push', push(), BRANCHES],
  'a push to another branch': ['push', push({ ref: 'refs/heads/feature/x' }), BRANCHES],
  'a tag': ['push', push({ ref: 'refs/tags/v1', before: NOTHING }), COMPARED],
  'a push without a commit': ['push', push({ head_commit: null })],
  'a push by an author without an account': [
    'push',
    push({ head_commit: { message: '\nAdd\u200b it\n', author: { name: 'C.\u200b' } } }),
  ],
  'a workflow run': ['workflow_run', completed()],
  'a workflow run on another branch': [
    'workflow_run',
    completed({ event: 'workflow_dispatch', head_branch: 'feature/x' }),
    BRANCHES,
  ],
  'a workflow run for a release': ['workflow_run', completed({ event: 'release', head_branch: 'v1.3.0' })],
  'a failed run to follow up': ['workflow_run', completed({ event: 'pull_request', conclusion: 'failure' }), FOLLOW_UP],
  'a release': ['release', released('published')],
  'a release without name and notes': ['release', released('published', { name: null, body: null })],
  'a schedule': ['schedule', {}],
  'a dispatch': ['repository_dispatch', { sender }],
};

/** What decides on a request, in one line. */
function lineOf(trigger: Trigger): string {
  if (trigger.kind === 'none') return trigger.reason;
  const {
    kind,
    requester,
    identity,
    cause,
    head,
    mergeCommit,
    agentCommits,
    followsRun,
    reactTo,
    review,
    prompt,
    quote,
  } = trigger;
  const { range, isRequestInText, needsChanges, mayShowPatches } = prompt;
  const parts = {
    is: `${kind} ${identity.join('/')}`,
    by: `${requester.login}${requester.id === null ? '' : ` (${requester.id})`}`,
    cause: cause?.join('/'),
    head,
    'merged into': mergeCommit?.branch,
    agent: agentCommits,
    range: range && `${range.base}..${range.head} ${range.since}`,
    retry: [trigger.retry.kind, trigger.retry.label].filter(Boolean).join(' '),
    reacts: reactTo && `${reactTo.kind} ${'id' in reactTo ? reactTo.id : reactTo.number}`,
    review: review?.kind,
    quote: quote && `“${quote.text}” by ${quote.author}`,
    with: Object.entries({ ...trigger, followsRun, isRequestInText, needsChanges, mayShowPatches })
      .flatMap(([name, value]) => (value === true ? name : []))
      .join(' '),
  };
  const given = Object.entries(parts).filter(([, value]) => value !== undefined);
  return given
    .map(([name, value]) => `${name}: ${value}`)
    .join(' | ')
    .replace(/([abc])\1{39}/g, '$1…');
}

test('each event is read as the request that it is', () => {
  const lines = Object.entries(REQUESTS).map(
    ([what, [name, payload, rules]]) => `${what} → ${lineOf(read(name, payload, rules))}`,
  );
  expect(lines).toMatchInlineSnapshot(`
[
  "a label on an issue → is: label thread/31//asked for | by: alice (501) | retry: label Docs | reacts: thread 31 | quote: “Explain \`--json\`” by bob | with: needsAuthorization isRepeatable isRequestInText mayShowPatches",
  "a label on a pull request → is: label thread/31/b…/asked for | by: alice (501) | cause: pull/31 | head: b… | range: a…..b… merge-base | retry: label docs | reacts: thread 31 | quote: “Explain \`--json\`” by bob | with: needsAuthorization isRepeatable needsChanges mayShowPatches",
  "opening an issue → is: opened thread/31//asked for | by: alice (501) | retry: run | reacts: thread 31 | quote: “Explain \`--json\`” by bob | with: needsAuthorization isRequestInText mayShowPatches",
  "reopening an issue → is: opened thread/31//asked for | by: alice (501) | retry: run | reacts: thread 31 | quote: “Explain \`--json\`” by bob | with: needsAuthorization isRequestInText mayShowPatches",
  "opening a pull request → is: opened thread/31/b…/asked for | by: alice (501) | cause: pull/31 | head: b… | range: a…..b… merge-base | retry: run | reacts: thread 31 | quote: “Explain \`--json\`” by bob | with: needsAuthorization needsChanges mayShowPatches",
  "a draft that is ready → is: opened thread/31/b…/asked for | by: alice (501) | cause: pull/31 | head: b… | range: a…..b… merge-base | retry: run | reacts: thread 31 | quote: “Explain \`--json\`” by bob | with: needsAuthorization needsChanges mayShowPatches",
  "new commits → is: opened thread/31/b…/asked for | by: alice (501) | cause: pull/31 | head: b… | agent: newest | range: a…..b… merge-base | retry: run | reacts: thread 31 | quote: “Explain \`--json\`” by bob | with: needsAuthorization needsChanges mayShowPatches",
  "a merge → is: merged thread/31/b…/merged | by: alice (501) | cause: branch/next | head: c… | agent: all | range: a…..b… merge-base | retry: run | quote: “Explain \`--json\`” by bob | with: needsChanges mayShowPatches",
  "a command → is: command comment/7 | by: alice (501) | retry: command | reacts: comment 7 | quote: “explain **it**” by alice | with: needsAuthorization continuesJob isRequestInText",
  "a bare command on a pull request → is: command comment/7 | by: alice (501) | retry: command | reacts: comment 7 | quote: “Explain \`--json\`” by bob | with: needsAuthorization continuesJob",
  "a command in a review → is: review review/7 | by: alice (501) | range: a…..b… merge-base | retry: command | review: comments-of | quote: “Explain \`--json\`” by bob | with: needsAuthorization",
  "a command at a line → is: command review comment/7 | by: alice (501) | range: a…..b… merge-base | retry: command | reacts: review comment 7 | review: unless-command | quote: “Explain \`--json\`” by bob | with: needsAuthorization continuesJob isRequestInText",
  "a push → is: push push/branch/main/a…/b… | by: alice (501) | cause: branch/main | head: b… | merged into: main | agent: all | range: a…..b… base | retry: run | quote: “Add \`--json\`” by carol | with: needsChanges mayShowPatches",
  "a push to another branch → is: push push/branch/feature/x/a…/b… | by: alice (501) | cause: branch/feature/x | head: b… | merged into: feature/x | agent: all | range: a…..b… base | retry: run | quote: “Add \`--json\`” by carol | with: needsChanges mayShowPatches",
  "a tag → is: push push/tag/v1/0000000000000000000000000000000000000000/b… | by: alice (501) | retry: run | quote: “Add \`--json\`” by carol | with: needsChanges mayShowPatches",
  "a push without a commit → is: push push/branch/main/a…/b… | by: alice (501) | cause: branch/main | head: b… | merged into: main | agent: all | range: a…..b… base | retry: run | with: needsChanges mayShowPatches",
  "a push by an author without an account → is: push push/branch/main/a…/b… | by: alice (501) | cause: branch/main | head: b… | merged into: main | agent: all | range: a…..b… base | retry: run | quote: “Add it” by C. | with: needsChanges mayShowPatches",
  "a workflow run → is: workflow-run workflow_run/77/b… | by: alice (501) | cause: branch/main | head: b… | merged into: main | agent: all | range: undefined..b… first-parent | retry: run | quote: “Add \`--json\`” by Carol | with: needsChanges mayShowPatches",
  "a workflow run on another branch → is: workflow-run workflow_run/77/b… | by: alice (501) | cause: branch/feature/x | head: b… | merged into: feature/x | agent: all | range: undefined..b… first-parent | retry: run | quote: “Add \`--json\`” by Carol | with: needsChanges mayShowPatches",
  "a workflow run for a release → is: workflow-run workflow_run/77/b… | by: alice (501) | head: b… | range: undefined..b… first-parent | retry: run | quote: “Add \`--json\`” by Carol | with: needsChanges mayShowPatches",
  "a failed run to follow up → is: workflow-run workflow_run/77/follow-up/main | by: alice (501) | retry: run | with: followsRun mayShowPatches",
  "a release → is: release release/9001/2026-01-01T12:00:00Z | by: alice (501) | retry: run | quote: “Spring” by alice | with: needsChanges mayShowPatches",
  "a release without name and notes → is: release release/9001/2026-01-01T12:00:00Z | by: alice (501) | retry: run | quote: “v1.3.0” by alice | with: needsChanges mayShowPatches",
  "a schedule → is: schedule event/schedule | by:  | cause: event/schedule | retry: run | with: isRepeatable needsChanges mayShowPatches",
  "a dispatch → is: dispatch event/repository_dispatch | by: alice (501) | cause: event/repository_dispatch | retry: run | with: isRepeatable needsChanges mayShowPatches",
]
`);
});

test.each<[keyof typeof REQUESTS, object]>([
  [
    'a label on an issue',
    {
      askedAt: undefined,
      thread: {
        kind: 'issue',
        number: 31,
        author: { login: 'bob' },
        title: { text: 'Explain `--json`', removed: {} },
        body: { text: 'Please.' },
      },
    },
  ],
  ['a label on a pull request', { pull: 31, thread: { kind: 'pull request' } }],
  [
    'a command',
    {
      origin: ['comment on ', { link: '#31', to: said('').html_url }],
      prompt: {
        statement: 'Request by alice, comment on issue #31.',
        sections: [
          {
            heading: `the request: comment on issue #31 by alice, ${said('').html_url}`,
            parts: [{ text: 'explain **it**', removed: { 'HTML comments': 1 } }],
          },
          { heading: 'issue #31 by bob, https://github.com/acme/app/issues/31' },
        ],
      },
    },
  ],
  ['a command in a review', { review: { pull: 31, id: 7, submittedAt: Date.parse('2026-01-01T12:00:00Z') } }],
  [
    'a command at a line',
    {
      review: { pull: 31, id: 70 },
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
      },
    },
  ],
  [
    'a push',
    {
      prompt: {
        statement: 'Push to a branch by alice.',
        ref: { heading: 'the push', parts: ['Branch: ', { text: 'main' }, '\n'] },
      },
    },
  ],
  [
    'a workflow run',
    { origin: [{ link: 'workflow run', to: 'https://github.com/acme/app/actions/runs/5' }, ' on ', { code: 'main' }] },
  ],
  ['a failed run to follow up', { prompt: { statement: 'Workflow run ended with failure, started by alice.' } }],
  [
    'a release',
    {
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
])('%s has its thread, its origin and its text', (what, request) => {
  const [name = '', payload, rules] = REQUESTS[what] ?? [];
  expect(read(name, payload, rules)).toMatchObject(request);
});

const CHANGES = 'edited deleted transferred assigned unlabeled locked pinned milestoned converted_to_draft'.split(' ');
const LABELS = ['docs2', 'do', 'bug', '', '*'];
const OTHERS = ['pull_request_target', 'discussion_comment', 'check_run', 'x'.repeat(500), '__proto__'];
const ACTIVITIES = ['created', 'edited', 'unpublished', 'released'];
const DRAFT = pull({ draft: true });

/** Events that are no request: by name and payload, the start of the reason. */
const NO_REQUESTS: readonly (readonly [rules: TriggerRules, name: string, payload: unknown, reason: string])[] = [
  ...CHANGES.map(
    (action) =>
      [
        NO_LABEL,
        'issues',
        { ...labeled('docs'), action },
        `an issue that was \`${action}\` is not a request; opening`,
      ] as const,
  ),
  ...CHANGES.map(
    (action) => [RULES, 'pull_request', onPull(action), `a pull request that was \`${action}\` is not`] as const,
  ),
  ...LABELS.map(
    (name) =>
      [
        RULES,
        'issues',
        labeled(name),
        `the label \`${name}\` is not a request; the label \`docs\` is one (\`trigger-label\`)`,
      ] as const,
  ),
  ...OTHERS.map((name) => [RULES, name, labeled('docs'), `the event \`${name.slice(0, 50)}`] as const),
  ...ACTIVITIES.map(
    (action) => [RULES, 'release', released(action), `a release with the activity \`${action}\``] as const,
  ),
  [
    NO_LABEL,
    'issues',
    labeled('docs'),
    'the label `docs` is not a request; opening an issue is (`trigger-label` is `*`)',
  ],
  [RULES, 'issues', onIssue('opened'), 'an issue that was `opened` is not a request; the label `docs` is one'],
  [RULES, 'pull_request', onPull('synchronize'), 'a new commit in a pull request is not a request; '],
  [
    RULES,
    'pull_request',
    onPull('closed'),
    'a pull request that was `closed` is not a request; opening it, marking it',
  ],
  [REUSE, 'pull_request', onPull('opened', { pull_request: DRAFT }), 'a draft is not a request'],
  [REUSE, 'pull_request', onPull('synchronize', { pull_request: DRAFT }), 'a draft is not a request'],
  [
    RULES,
    'issue_comment',
    onIssue('edited', { comment: said('/docs') }),
    'a comment that was `edited` is not a request; a new one',
  ],
  [RULES, 'issue_comment', onIssue('created', { comment: said('Nice.') }), 'text whose first word is not `/docs`'],
  [RULES, 'issue_comment', onIssue('created', { comment: said(null) }), 'text whose first word'],
  [
    RULES,
    'pull_request_review',
    onPull('dismissed', { review: reviewed('/docs') }),
    'a review that was `dismissed` is not',
  ],
  [
    RULES,
    'pull_request_review_comment',
    onPull('deleted', { comment: saidAtLine('/docs') }),
    'a comment that was `deleted`',
  ],
  [
    RULES,
    'push',
    push({ ref: 'refs/heads/x' }),
    'a push to the branch `x` is not a request; a push to the default branch or to one that',
  ],
  [BRANCHES, 'push', push({ ref: 'refs/heads/feature/y' }), 'a push to the branch `feature/y`'],
  [RULES, 'push', push({ before: NOTHING }), 'a push that creates a branch'],
  [RULES, 'push', push({ ref: 'refs/tags/v1' }), 'the tag `v1` without `compare`'],
  [COMPARED, 'push', push({ ref: 'refs/tags/v1', deleted: true, after: NOTHING }), 'deleting a branch or tag'],
  [FOLLOW_UP, 'workflow_run', completed({}, { action: 'requested' }), 'a workflow run with the activity `requested`'],
  [FOLLOW_UP, 'workflow_run', completed({ head_repository: { id: 2 } }), 'a workflow run of a fork'],
  [RULES, 'workflow_run', completed({ head_repository: null }), 'a workflow run of a fork'],
  [RULES, 'workflow_run', completed({ event: 'pull_request' }), 'a workflow run for the event `pull_request`'],
  [RULES, 'workflow_run', completed({ conclusion: null }), 'a workflow run with the conclusion `none`'],
  [RULES, 'workflow_run', completed({ head_branch: 'feature/x' }), 'a workflow run on the branch `feature/x`'],
  [BRANCHES, 'workflow_run', completed({ head_branch: null }), 'a workflow run on the branch ``'],
  [RULES, 'odd\nname ::error::', {}, 'the event `odd name ::error::` is not a request'],
];

test.each(NO_REQUESTS)('an event that is no request says what would be: #%#', (rules, name, payload, reason) => {
  const trigger = read(name, payload, rules);
  expect(trigger).toMatchObject({ kind: 'none', reason: expect.stringMatching(/^[^\n]{20,300}$/) });
  expect(trigger).toMatchObject({ reason: expect.stringContaining(reason) });
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
