import { describe, expect, test } from '@jest/globals';
import { EventError } from '../../../src/errors.ts';
import { toPlain } from '../../../src/render/to-markdown.ts';
import { type Trigger, type TriggerRules, textOf } from '../../../src/trigger/trigger.ts';
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
  RULES,
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
const MERGED = pull({ merged: true, merge_commit_sha: MERGE, base: { sha: BASE, ref: 'next' } });

/** The payload of each event that is a request, and the rules under which it is one. */
const REQUESTS: Readonly<
  Record<string, readonly [name: string, payload: unknown, rules?: TriggerRules]>
> = {
  'a label on an issue': ['issues', labeled('Docs')],
  'a label on a pull request': ['pull_request', onPull('labeled', { label: { name: 'docs' } })],
  'opening an issue': ['issues', onIssue('opened'), NO_LABEL],
  'reopening an issue': ['issues', onIssue('reopened'), NO_LABEL],
  'opening a pull request': ['pull_request', onPull('opened')],
  'a draft that is ready': ['pull_request', onPull('ready_for_review')],
  'new commits': ['pull_request', onPull('synchronize'), REUSE],
  'a merge': ['pull_request', onPull('closed', { pull_request: MERGED })],
  'a command': [
    'issue_comment',
    onIssue('created', { comment: said('/docs explain **it**<!-- x -->') }),
  ],
  'a bare command on a pull request': [
    'issue_comment',
    onIssue('created', { comment: said('/docs'), issue: thread({ pull_request: {} }) }),
  ],
  'a command in a review': [
    'pull_request_review',
    onPull('submitted', { review: reviewed('/docs new') }),
  ],
  'a command at a line': [
    'pull_request_review_comment',
    onPull('created', { comment: saidAtLine('/docs') }),
  ],
  'a push': ['push', push(), BRANCHES],
  'a tag': ['push', push({ ref: 'refs/tags/v1', before: NOTHING }), COMPARED],
  'a push without a commit': ['push', push({ head_commit: null })],
  'a push by an author without an account': [
    'push',
    push({ head_commit: { message: '\nAdd\u200b it\n', author: { name: 'C.\u200b' } } }),
  ],
  'a workflow run': [
    'workflow_run',
    completed({ event: 'workflow_dispatch', head_branch: 'feature/x' }),
    BRANCHES,
  ],
  'a workflow run for a release': [
    'workflow_run',
    completed({ event: 'release', head_branch: 'v1.3.0' }),
  ],
  'a release': ['release', released('published')],
  'a release without name and notes': [
    'release',
    released('published', { name: null, body: null }),
  ],
  'a schedule': ['schedule', {}],
  'a dispatch': ['repository_dispatch', { sender }],
};

/** What decides on a request, in one line. */
function lineOf(trigger: Trigger): string {
  if (trigger.kind === 'none') return trigger.reason;
  const { identity, mergeCommit, quote, reactTo, requester, retry, prompt } = trigger;
  const { range, isRequestInText, needsChanges, statement } = prompt;
  const parts = {
    is: `${trigger.kind} ${typeof identity === 'string' ? identity : identity.join('/')}`,
    from: toPlain(trigger.eventText),
    says: statement,
    by: `${requester.login}${requester.id === null ? '' : ` (${requester.id})`}`,
    asked: trigger.askedAt,
    cause: trigger.cause?.join('/'),
    head: trigger.head,
    'merged into': mergeCommit?.branch,
    pushed: trigger.pushedBranch,
    range: range && `${range.base}..${range.head} ${range.since}`,
    retry: [retry.kind, retry.label].filter(Boolean).join(' '),
    reacts: reactTo && `${reactTo.kind} ${'id' in reactTo ? reactTo.id : reactTo.number}`,
    review: trigger.review?.kind,
    quote: quote && `“${quote.text}” by ${quote.author}`,
    with: Object.entries({ ...trigger, isRequestInText, needsChanges })
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
  "a label on an issue → is: label thread/31/1767268800000 | from: label \`Docs\` on https://github.com/acme/app/issues/31 | says: Request by alice, label on issue #31. | by: alice (501) | asked: 1767268800000 | retry: label Docs | reacts: thread 31 | quote: “Explain \`--json\`” by bob | with: needsAuthorization isRequestInText",
  "a label on a pull request → is: label thread/31/1767268800000 | from: label \`docs\` on https://github.com/acme/app/issues/31 | says: Request by alice, label on pull request #31. | by: alice (501) | asked: 1767268800000 | cause: pull/31 | head: b… | range: a…..b… merge-base | retry: label docs | reacts: thread 31 | quote: “Explain \`--json\`” by bob | with: needsAuthorization needsChanges",
  "opening an issue → is: opened thread/31/1767268800000 | from: opened https://github.com/acme/app/issues/31 | says: Issue #31 opened by alice. | by: alice (501) | asked: 1767268800000 | retry: run | reacts: thread 31 | quote: “Explain \`--json\`” by bob | with: needsAuthorization isRequestInText",
  "reopening an issue → is: opened thread/31/1767268800000 | from: reopened https://github.com/acme/app/issues/31 | says: Issue #31 reopened by alice. | by: alice (501) | asked: 1767268800000 | retry: run | reacts: thread 31 | quote: “Explain \`--json\`” by bob | with: needsAuthorization isRequestInText",
  "opening a pull request → is: opened pull/31//b…/false | from: opened https://github.com/acme/app/issues/31 | says: Pull request #31 opened by alice. | by: alice (501) | cause: pull/31 | head: b… | range: a…..b… merge-base | retry: run | reacts: thread 31 | quote: “Explain \`--json\`” by bob | with: needsAuthorization needsDeclaredBot needsChanges",
  "a draft that is ready → is: opened pull/31//b…/false | from: marked as ready for review https://github.com/acme/app/issues/31 | says: Pull request #31 marked as ready for review by alice. | by: alice (501) | cause: pull/31 | head: b… | range: a…..b… merge-base | retry: run | reacts: thread 31 | quote: “Explain \`--json\`” by bob | with: needsAuthorization needsDeclaredBot needsChanges",
  "new commits → is: opened pull/31//b…/false | from: updated https://github.com/acme/app/issues/31 | says: Pull request #31 updated by alice. | by: alice (501) | cause: pull/31 | head: b… | range: a…..b… merge-base | retry: run | reacts: thread 31 | quote: “Explain \`--json\`” by bob | with: needsAuthorization needsDeclaredBot needsChanges",
  "a merge → is: merged pull/31//b…/true | from: merged https://github.com/acme/app/issues/31 | says: Pull request #31 merged by alice. | by: alice (501) | cause: branch/next | head: c… | range: a…..b… merge-base | retry: run | quote: “Explain \`--json\`” by bob | with: needsDeclaredBot needsChanges",
  "a command → is: command comment/7 | from: comment on https://github.com/acme/app/issues/31#issuecomment-7 | says: Request by alice, comment on issue #31. | by: alice (501) | retry: command | reacts: comment 7 | quote: “explain **it**” by alice | with: needsAuthorization continuesJob isRequestInText",
  "a bare command on a pull request → is: command comment/7 | from: comment on https://github.com/acme/app/issues/31#issuecomment-7 | says: Request by alice, comment on pull request #31. | by: alice (501) | retry: command | reacts: comment 7 | quote: “Explain \`--json\`” by bob | with: needsAuthorization continuesJob",
  "a command in a review → is: review review/7 | from: review of https://github.com/acme/app/issues/31#issuecomment-7 | says: Request by alice, review of pull request #31. | by: alice (501) | range: a…..b… merge-base | retry: command | review: comments-of | quote: “Explain \`--json\`” by bob | with: needsAuthorization",
  "a command at a line → is: command review comment/7 | from: line comment on https://github.com/acme/app/issues/31#issuecomment-7 | says: Request by alice, line comment on pull request #31. | by: alice (501) | range: a…..b… merge-base | retry: command | reacts: review comment 7 | review: unless-command | quote: “Explain \`--json\`” by bob | with: needsAuthorization continuesJob isRequestInText",
  "a push → is: push push/branch/main/a…/b… | from: push to \`main\` | says: Push to a branch by alice. | by: alice (501) | cause: branch/main | head: b… | merged into: main | pushed: main | range: a…..b… base | retry: run | quote: “Add \`--json\`” by carol | with: needsDeclaredBot needsChanges",
  "a tag → is: push push/tag/v1/0000000000000000000000000000000000000000/b… | from: push to \`v1\` | says: Push of a tag by alice. | by: alice (501) | cause: event/tag | retry: run | quote: “Add \`--json\`” by carol | with: needsDeclaredBot needsChanges",
  "a push without a commit → is: push push/branch/main/a…/b… | from: push to \`main\` | says: Push to a branch by alice. | by: alice (501) | cause: branch/main | head: b… | merged into: main | pushed: main | range: a…..b… base | retry: run | with: needsDeclaredBot needsChanges",
  "a push by an author without an account → is: push push/branch/main/a…/b… | from: push to \`main\` | says: Push to a branch by alice. | by: alice (501) | cause: branch/main | head: b… | merged into: main | pushed: main | range: a…..b… base | retry: run | quote: “Add it” by C. | with: needsDeclaredBot needsChanges",
  "a workflow run → is: workflow-run workflow_run/77/b… | from: https://github.com/acme/app/actions/runs/5 on \`feature/x\` | says: Successful workflow run, started by alice. | by: alice (501) | cause: branch/feature/x | head: b… | merged into: feature/x | range: undefined..b… first-parent | retry: run | quote: “Add \`--json\`” by Carol | with: needsChanges",
  "a workflow run for a release → is: workflow-run workflow_run/77/b… | from: https://github.com/acme/app/actions/runs/5 | says: Successful workflow run, started by alice. | by: alice (501) | cause: event/release | head: b… | range: undefined..b… first-parent | retry: run | quote: “Add \`--json\`” by Carol | with: needsChanges",
  "a release → is: release release/9001/2026-01-01T12:00:00Z | from: release \`v1.3.0\` | says: Release published by alice. | by: alice (501) | cause: event/release | retry: run | quote: “Spring” by alice | with: needsChanges",
  "a release without name and notes → is: release release/9001/2026-01-01T12:00:00Z | from: release \`v1.3.0\` | says: Release published by alice. | by: alice (501) | cause: event/release | retry: run | quote: “v1.3.0” by alice | with: needsChanges",
  "a schedule → is: schedule workflow run | from: schedule | by:  | cause: event/schedule | retry: run | with: isScheduled needsChanges",
  "a dispatch → is: dispatch workflow run | from: repository dispatch | by: alice (501) | cause: event/repository_dispatch | retry: run | with: needsChanges",
]
`);
});

test('the prompt of a release has its tag, address, title and notes', () => {
  const trigger = read('release', released('published'));
  const [section] = trigger.kind === 'none' ? [] : trigger.prompt.sections;
  expect(textOf(section?.parts ?? [])).toBe(
    'Tag: v1.3.0\nAddress: https://github.com/r/1\nTitle: Spring\n\nNotes',
  );
});

const DRAFT = { pull_request: pull({ draft: true }) };
const onBranch = (name: string) => push({ ref: `refs/heads/${name}` });
const TAG = push({ ref: 'refs/tags/v1' });
const DELETED_TAG = push({ ref: 'refs/tags/v1', deleted: true, after: NOTHING });

/** Events that are no request, by a part of the reason. */
const NO_REQUESTS: readonly (readonly [
  reason: string,
  name: string,
  payload: unknown,
  rules?: TriggerRules,
])[] = [
  [
    'an issue that was `edited` is not a request; opening',
    'issues',
    { ...labeled('docs'), action: 'edited' },
    NO_LABEL,
  ],
  [
    'an issue that was `opened` is not a request; setting the label `docs` is (`trigger-label`)',
    'issues',
    onIssue('opened'),
  ],
  [
    'the label `docs2` is not a request; setting the label `docs` is (`trigger-label`)',
    'issues',
    labeled('docs2'),
  ],
  ['the label `` is not a request', 'issues', labeled('')],
  ['opening an issue is (`trigger-label` is `*`)', 'issues', labeled('docs'), NO_LABEL],
  ['a pull request that was `unlabeled` is not', 'pull_request', onPull('unlabeled')],
  [
    'a pull request that was `closed` is not a request; opening it, marking it',
    'pull_request',
    onPull('closed'),
  ],
  ['a new commit in a pull request is not a request; ', 'pull_request', onPull('synchronize')],
  ['a draft is not a request', 'pull_request', onPull('opened', DRAFT), REUSE],
  [
    'a comment that was `edited` is not a request; a new one',
    'issue_comment',
    onIssue('edited', { comment: said('/docs') }),
  ],
  [
    'text whose first word is not `/docs`',
    'issue_comment',
    onIssue('created', { comment: said('Nice.') }),
  ],
  ['text whose first word', 'issue_comment', onIssue('created', { comment: said(null) })],
  [
    'a review that was `dismissed` is not',
    'pull_request_review',
    onPull('dismissed', { review: reviewed('/docs') }),
  ],
  [
    'a comment that was `deleted`',
    'pull_request_review_comment',
    onPull('deleted', { comment: saidAtLine('/docs') }),
  ],
  [
    'a push to the branch `x` is not a request; a push to the default branch or to one that',
    'push',
    onBranch('x'),
  ],
  ['a push to the branch `feature/y`', 'push', onBranch('feature/y'), BRANCHES],
  ['a push that creates a branch', 'push', push({ before: NOTHING })],
  ['the tag `v1` without `compare`', 'push', TAG],
  ['deleting a branch or tag', 'push', DELETED_TAG, COMPARED],
  ['the activity `requested`', 'workflow_run', completed({}, { action: 'requested' })],
  ['a workflow run of a fork', 'workflow_run', completed({ head_repository: { id: 2 } })],
  ['a workflow run of a fork', 'workflow_run', completed({ head_repository: null })],
  [
    'a workflow run for the event `pull_request`',
    'workflow_run',
    completed({ event: 'pull_request' }),
  ],
  ['run for the event `issue_comment`', 'workflow_run', completed({ event: 'issue_comment' })],
  ['a workflow run with the conclusion `none`', 'workflow_run', completed({ conclusion: null })],
  [
    'a workflow run on the branch `feature/x`',
    'workflow_run',
    completed({ head_branch: 'feature/x' }),
  ],
  ['a workflow run on the branch ``', 'workflow_run', completed({ head_branch: null }), BRANCHES],
  ['a release with the activity `released`', 'release', released('released')],
  ['the event `pull_request_target` is not a request', 'pull_request_target', labeled('docs')],
  ['the event `__proto__` is not a request', '__proto__', labeled('docs')],
  ['the event `odd name ::error::` is not a request', 'odd\nname ::error::', {}],
];

test.each(NO_REQUESTS)(
  'an event that is no request says what would be: %s',
  (reason, name, payload, rules = RULES) => {
    const trigger = read(name, payload, rules);
    expect(trigger).toMatchObject({
      kind: 'none',
      reason: expect.stringMatching(/^[^\n]{20,300}$/),
    });
    expect(trigger).toMatchObject({ reason: expect.stringContaining(reason) });
  },
);

test.each([
  [
    'an issue without a body',
    { issue: thread({ body: null }) },
    { thread: { body: { text: '' } } },
  ],
  [
    'an author that was deleted',
    { issue: thread({ user: null }) },
    { thread: { author: { login: 'ghost' } } },
  ],
  ['a sender that was deleted', { sender: null }, { requester: { login: 'ghost', id: null } }],
  [
    'a sender without an id',
    { sender: { login: 'alice' } },
    { requester: { login: 'alice', id: null } },
  ],
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
      (html_url) =>
        ['issues', labeled('docs', { issue: thread({ html_url }) }), 'issue.html_url'] as const,
    ),
    ['pull_request', labeled('docs'), 'pull_request'],
    [
      'pull_request',
      onPull('opened', { pull_request: pull({ head: { sha: 'HEAD' } }) }),
      'pull_request.head.sha',
    ],
    [
      'pull_request',
      onPull('opened', { pull_request: pull({ base: { sha: BASE } }) }),
      'pull_request.base.ref',
    ],
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
