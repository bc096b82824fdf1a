import { describe, expect, test } from '@jest/globals';
import { EventError } from '../../../src/errors.ts';
import { readTrigger } from '../../../src/trigger/read-trigger.ts';
import type { Trigger, TriggerRules } from '../../../src/trigger/trigger.ts';
import { RULES } from '../../support/default-rules.ts';

const NO_LABEL: TriggerRules = { ...RULES, label: '*' };
const [BASE, HEAD, MERGE] = ['a'.repeat(40), 'b'.repeat(40), 'c'.repeat(40)];

const sender = { login: 'alice', id: 501, type: 'User' };
const thread = (extra: object = {}) => ({
  number: 31,
  title: 'Explain `--json`',
  body: 'Please.',
  html_url: 'https://github.com/acme/app/issues/31',
  user: { login: 'bob' },
  ...extra,
});
const pull = (extra: object = {}) =>
  thread({
    draft: false,
    merged: false,
    merge_commit_sha: null,
    base: { sha: BASE, ref: 'main' },
    head: { sha: HEAD },
    ...extra,
  });

const onIssue = (action: string, extra: object = {}) => ({ action, sender, issue: thread(), ...extra });
const onPull = (action: string, extra: object = {}) => ({ action, sender, pull_request: pull(), ...extra });
const labeled = (label: string, extra: object = {}) => onIssue('labeled', { label: { name: label }, ...extra });
const said = (body: unknown) => ({
  id: 7,
  body,
  html_url: 'https://github.com/acme/app/issues/31#issuecomment-7',
  user: sender,
});
const reviewed = (body: unknown) => ({ ...said(body), submitted_at: '2026-01-01T12:00:00Z' });
const saidAtLine = (body: unknown) => ({
  ...said(body),
  path: 'src/json.ts',
  diff_hunk: '@@ -1 +1,2 @@\n a\n+b',
  line: 2,
  original_line: 2,
  pull_request_review_id: 70,
});

const read = (name: string, payload: unknown, rules = RULES): Trigger => readTrigger({ name, payload }, rules);

describe('a label', () => {
  test('on an issue is a request by the account that added it', () => {
    expect(read('issues', labeled('docs'))).toMatchObject({
      kind: 'label',
      requester: { login: 'alice', id: 501, isBot: false },
      needsAuthorization: true,
      isRepeatable: true,
      continuesJob: false,
      retry: { kind: 'label', label: 'docs' },
      reactTo: { kind: 'thread', number: 31 },
      identity: ['thread', '31', '', 'asked for'],
      cause: undefined,
      head: undefined,
      pull: undefined,
      review: undefined,
      thread: {
        kind: 'issue',
        number: 31,
        author: 'bob',
        url: 'https://github.com/acme/app/issues/31',
        range: undefined,
        title: { text: 'Explain `--json`', removed: {} },
        body: { text: 'Please.', removed: {} },
      },
    });
  });

  test('on a pull request is a request with the commits of the payload', () => {
    expect(read('pull_request', onPull('labeled', { label: { name: 'docs' } }))).toMatchObject({
      kind: 'label',
      cause: ['pull', '31'],
      head: HEAD,
      pull: 31,
      thread: { kind: 'pull request', range: { base: BASE, head: HEAD, since: 'merge-base' } },
    });
  });

  test('is compared without regard to case, as on GitHub', () => {
    expect(read('issues', labeled('Docs'), { ...RULES, label: 'dOCS' })).toMatchObject({
      kind: 'label',
      retry: { label: 'Docs' },
    });
  });

  test.each(['docs2', 'do', 'bug', '', '*'])('%j is not the trigger label', (label) => {
    expect(read('issues', labeled(label))).toEqual({
      kind: 'none',
      reason: `the label \`${label}\` is not a request; adding the label \`docs\` is (\`trigger-label\`)`,
    });
  });

  test('is no request where `trigger-label` is `*`', () => {
    expect(read('issues', labeled('docs'), NO_LABEL)).toMatchObject({
      kind: 'none',
      reason: 'the label `docs` is not a request; opening an issue is (`trigger-label` is `*`)',
    });
  });

  test.each([
    [
      'on an issue without a body is a request without text',
      { issue: thread({ body: null }) },
      { thread: { body: { text: '' } } },
    ],
    [
      'on an issue by a deleted account names the author `ghost`',
      { issue: thread({ user: null }) },
      { thread: { author: 'ghost' } },
    ],
    ['by a deleted account is a request by `ghost`', { sender: null }, { requester: { login: 'ghost', id: null } }],
    [
      'by a sender without an id is a request without one',
      { sender: { login: 'alice' } },
      { requester: { login: 'alice', id: null } },
    ],
    [
      'by a sender with an invalid id is a request without one',
      { sender: { login: 'alice', id: -1 } },
      { requester: { login: 'alice', id: null } },
    ],
    [
      'by an account of type `Bot` is a request by a bot',
      { sender: { login: 'Copilot', type: 'Bot' } },
      { requester: { login: 'Copilot', isBot: true } },
    ],
    [
      'by a login that ends with `[bot]` is a request by a bot',
      { sender: { login: 'renovate[bot]' } },
      { requester: { isBot: true } },
    ],
    [
      'on an issue with hidden text is a request without that text',
      { issue: thread({ title: 'a\u200bb', body: 'a<!-- b -->c' }) },
      {
        thread: {
          title: { text: 'ab', removed: { 'invisible characters': 1 } },
          body: { text: 'ac', removed: { 'HTML comments': 1 } },
        },
      },
    ],
  ])('%s', (_, extra, expected) => {
    expect(read('issues', labeled('docs', extra))).toMatchObject(expected);
  });
});

describe('opening', () => {
  test.each(['opened', 'reopened'])('an issue (%s) is a request only where `trigger-label` is `*`', (action) => {
    expect(read('issues', onIssue(action))).toMatchObject({ kind: 'none', reason: expect.stringContaining('docs') });
    expect(read('issues', onIssue(action), NO_LABEL)).toMatchObject({
      kind: 'opened',
      requester: { login: 'alice' },
      isRepeatable: false,
      origin: [`${action} `, { link: '#31' }],
    });
  });

  test.each(['opened', 'reopened', 'ready_for_review'])('a pull request (%s) is a request', (action) => {
    expect(read('pull_request', onPull(action))).toMatchObject({
      kind: 'opened',
      requester: { login: 'alice' },
      origin: [action === 'ready_for_review' ? 'marked as ready for review ' : `${action} `, { link: '#31' }],
      thread: { range: { base: BASE, head: HEAD } },
    });
  });

  test('a draft pull request is no request', () => {
    const draft = onPull('opened', { pull_request: pull({ draft: true }) });
    expect(read('pull_request', draft)).toEqual({
      kind: 'none',
      reason: 'a draft is not a request; marking it as ready for review is',
    });
  });
});

describe('new commits in a pull request', () => {
  const REUSE: TriggerRules = { ...RULES, reusesPullRequest: true };

  test('are a request only with `pull-request: reuse`', () => {
    expect(read('pull_request', onPull('synchronize'))).toEqual({
      kind: 'none',
      reason: 'a new commit in a pull request is not a request; it is with `pull-request: reuse`',
    });
    expect(read('pull_request', onPull('synchronize'), REUSE)).toMatchObject({
      kind: 'opened',
      needsAuthorization: true,
      identity: ['thread', '31', HEAD, 'asked for'],
      cause: ['pull', '31'],
      head: HEAD,
      pull: 31,
      origin: ['updated ', { link: '#31' }],
    });
  });

  test('are not a request in a draft', () => {
    const draft = onPull('synchronize', { pull_request: pull({ draft: true }) });
    expect(read('pull_request', draft, REUSE).kind).toBe('none');
  });
});

describe('closing a pull request', () => {
  test('is a request if it was merged, caused by the branch that it was merged into', () => {
    const merged = onPull('closed', {
      pull_request: pull({ merged: true, merge_commit_sha: MERGE, base: { sha: BASE, ref: 'next' } }),
    });
    expect(read('pull_request', merged)).toMatchObject({
      kind: 'merged',
      requester: { login: 'alice' },
      cause: ['branch', 'next'],
      head: MERGE,
      pull: 31,
    });
  });

  test('is no request if it was not merged', () => {
    expect(read('pull_request', onPull('closed'))).toMatchObject({
      kind: 'none',
      reason: 'closing a pull request is not a request; merging it is',
    });
  });
});

describe('a comment with the command', () => {
  test('on an issue is a request with the text after the command', () => {
    const payload = onIssue('created', { comment: said('/docs explain **it**\n\nSoon.') });
    expect(read('issue_comment', payload)).toMatchObject({
      kind: 'command',
      requester: { login: 'alice' },
      continuesJob: true,
      reactTo: { kind: 'comment', id: 7 },
      identity: ['comment', 'https://github.com/acme/app/issues/31#issuecomment-7'],
      quote: { text: 'explain **it**\n\nSoon.', author: 'alice' },
      prompt: { sections: [{ parts: [{ text: 'explain **it**\n\nSoon.', removed: {} }] }, {}], mayShowPatches: false },
      thread: { kind: 'issue', body: { text: 'Please.' } },
    });
  });

  test('on a pull request is a request without commits, which the payload does not name', () => {
    const payload = onIssue('created', { comment: said('/docs'), issue: thread({ pull_request: { url: 'x' } }) });
    expect(read('issue_comment', payload)).toMatchObject({
      pull: 31,
      cause: undefined,
      head: undefined,
      thread: { kind: 'pull request', range: undefined },
    });
  });

  test('at a line of a pull request is a request with file, line and diff', () => {
    const payload = onPull('created', { comment: saidAtLine('/docs say why') });
    expect(read('pull_request_review_comment', payload)).toMatchObject({
      kind: 'command',
      requester: { login: 'alice' },
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
              { text: 'say why' },
            ],
          },
          {},
        ],
      },
      thread: { range: { base: BASE, head: HEAD } },
    });
  });

  test('in the text of a review is a request', () => {
    expect(read('pull_request_review', onPull('submitted', { review: reviewed('/docs new') }))).toMatchObject({
      kind: 'command',
      requester: { login: 'alice' },
      reactTo: undefined,
      review: { kind: 'comments-of', pull: 31, id: 7, submittedAt: Date.parse('2026-01-01T12:00:00Z') },
      continuesJob: false,
      quote: { text: 'Explain `--json`', author: 'bob' },
    });
    expect(read('pull_request_review', onPull('submitted', { review: reviewed(null) })).kind).toBe('none');
  });

  test.each([
    ['issue_comment', onIssue('created', { comment: said('/docs a<!-- b -->c') })],
    ['pull_request_review', onPull('submitted', { review: reviewed('/docs a<!-- b -->c') })],
    ['pull_request_review_comment', onPull('created', { comment: saidAtLine('/docs a<!-- b -->c') })],
  ])('loses its hidden text: %s', (name, payload) => {
    expect(read(name, payload)).toMatchObject({
      prompt: { sections: [{ parts: expect.arrayContaining([{ text: 'ac', removed: { 'HTML comments': 1 } }]) }, {}] },
    });
  });

  test('is one that begins with the command: the reason says so for any other', () => {
    expect(read('issue_comment', onIssue('created', { comment: said('Nice.') }))).toEqual({
      kind: 'none',
      reason:
        'a comment whose first word is not `/docs` is not a request; one that begins with it is (`trigger-command`)',
    });
  });
});

describe('no request', () => {
  const changes = [
    'edited',
    'deleted',
    'transferred',
    'closed',
    'assigned',
    'unassigned',
    'unlabeled',
    'locked',
    'pinned',
  ];
  const comment = said('/docs now');

  test.each([...changes, 'unlocked', 'milestoned', 'typed', 'something new'])(
    'comes from the activity `%s` of an issue',
    (action) => {
      const payload = { ...labeled('docs'), action };
      for (const rules of [RULES, NO_LABEL]) {
        expect(read('issues', payload, rules)).toMatchObject({ kind: 'none', reason: expect.stringContaining(action) });
      }
    },
  );

  test.each([...changes.filter((action) => action !== 'closed'), 'synchronize', 'converted_to_draft', 'enqueued'])(
    'comes from the activity `%s` of a pull request',
    (action) => {
      expect(read('pull_request', onPull(action, { label: { name: 'docs' } })).kind).toBe('none');
    },
  );

  test.each(['edited', 'deleted'])('comes from the activity `%s` of a comment', (action) => {
    expect(read('issue_comment', onIssue(action, { comment })).kind).toBe('none');
    expect(read('pull_request_review_comment', onPull(action, { comment })).kind).toBe('none');
  });

  test.each(['edited', 'dismissed'])('comes from the activity `%s` of a review', (action) => {
    expect(read('pull_request_review', onPull(action, { review: comment })).kind).toBe('none');
  });

  test.each([
    'pull_request_target',
    'discussion_comment',
    'commit_comment',
    'check_run',
    'fork',
    'delete',
    'watch',
    'x'.repeat(500),
    'odd\nname ::error::',
  ])('comes from the event %j', (name) => {
    const trigger = read(name, { ...labeled('docs'), ...onPull('opened'), comment });
    expect(trigger.kind).toBe('none');
    expect(trigger).toHaveProperty('reason', expect.stringMatching(/^[^\n]{20,300}$/));
  });
});

describe('an event without text', () => {
  test.each(['workflow_dispatch', 'repository_dispatch', 'schedule'])(
    'is a request by its sender, if it names one: %s',
    (name) => {
      expect(read(name, { sender })).toMatchObject({
        kind: 'schedule-or-dispatch',
        requester: { login: 'alice', id: 501, isBot: false },
        needsAuthorization: false,
        isRepeatable: true,
        identity: ['event', name],
        cause: ['event', name],
      });
      expect(read(name, {})).toMatchObject({ requester: { login: '', id: null } });
    },
  );
});

describe('a push', () => {
  const NOTHING = '0'.repeat(40);
  const push = (extra: object = {}) => ({
    ref: 'refs/heads/main',
    before: BASE,
    after: HEAD,
    sender,
    repository: { default_branch: 'main' },
    head_commit: { message: 'Add `--json`\n\nFor jq.', author: { name: 'Carol', username: 'carol' } },
    ...extra,
  });
  const COMPARED: TriggerRules = { ...RULES, hasCompare: true };

  test('to the default branch is a request with its commits, quoted by its newest one', () => {
    expect(read('push', push())).toMatchObject({
      kind: 'push',
      requester: { login: 'alice' },
      origin: ['push to ', { code: 'main' }],
      mergeCommit: { sha: HEAD, branch: 'main' },
      identity: ['push', 'branch', 'main', BASE, HEAD],
      cause: ['branch', 'main'],
      head: HEAD,
      pull: undefined,
      quote: { text: 'Add `--json`', author: 'carol' },
      prompt: { range: { base: BASE, head: HEAD, since: 'base' }, statement: 'Push to the branch main by alice.' },
    });
  });

  test('to another branch is a request only where `branches` names it', () => {
    const feature = push({ ref: 'refs/heads/feature/x' });
    expect(read('push', feature)).toEqual({
      kind: 'none',
      reason:
        'a push to the branch `feature/x` is not a request; a push to `main` or a branch that `branches` names is',
    });
    const named = { ...RULES, branches: ['release/*', 'feature/**', '!feature/y'] };
    expect(read('push', feature, named)).toMatchObject({ kind: 'push', cause: ['branch', 'feature/x'] });
    expect(read('push', push({ ref: 'refs/heads/feature/y' }), named).kind).toBe('none');
    expect(read('push', push(), named).kind).toBe('push');
  });

  test.each(['main', 'feature/x'])('that creates the branch %s is not a request', (branch) => {
    const created = push({ ref: `refs/heads/${branch}`, before: NOTHING, created: true });
    expect(read('push', created, { ...RULES, branches: ['**'] })).toEqual({
      kind: 'none',
      reason: 'a push that creates a branch is not a request; a later push to it is',
    });
  });

  test('of a tag is a request only with `compare`, which names its changes', () => {
    const tag = push({ ref: 'refs/tags/v1', before: NOTHING });
    expect(read('push', tag)).toEqual({
      kind: 'none',
      reason: 'the tag `v1` without `compare` is not a request; a push to `main` or a branch that `branches` names is',
    });
    expect(read('push', tag, COMPARED)).toMatchObject({
      origin: ['push to ', { code: 'v1' }],
      mergeCommit: undefined,
      cause: undefined,
      head: undefined,
      prompt: { range: undefined, statement: 'Push of the tag v1 by alice.' },
    });
  });

  test('that deletes a branch or tag is not a request', () => {
    for (const ref of ['refs/heads/main', 'refs/tags/v1']) {
      const deleted = push({ ref, deleted: true, after: NOTHING, head_commit: null });
      expect(read('push', deleted, COMPARED).kind).toBe('none');
    }
  });

  test.each([
    ['by a name, if the author has no account', { author: { name: 'Carol\u200b C.' } }, 'Carol C.'],
    ['by an unnamed account, if the author has no name either', { author: {} }, ''],
  ])('is quoted %s', (_, commit, author) => {
    const quoted = push({ head_commit: { message: '\nAdd\u200b it\n', ...commit } });
    expect(read('push', quoted)).toMatchObject({ quote: { text: 'Add it', author } });
  });

  test.each([null, undefined, {}, { message: '', author: {} }])('is not quoted if its commit is %j', (head_commit) => {
    expect(read('push', push({ head_commit }))).toMatchObject({ kind: 'push', quote: undefined });
  });
});

describe('a workflow run', () => {
  const completed = (run: object = {}, extra: object = {}) => ({
    action: 'completed',
    sender,
    repository: { id: 1, default_branch: 'main' },
    workflow_run: {
      id: 5,
      workflow_id: 77,
      event: 'push',
      conclusion: 'success',
      html_url: 'https://github.com/acme/app/actions/runs/5',
      head_branch: 'main',
      head_sha: HEAD,
      head_commit: { message: 'Add `--json`', author: { name: 'Carol', email: 'c@example.com' } },
      head_repository: { id: 1 },
      ...run,
    },
    ...extra,
  });

  test('that succeeded on the default branch is a request with the changes of its commit', () => {
    expect(read('workflow_run', completed())).toMatchObject({
      kind: 'workflow-run',
      requester: { login: 'alice' },
      needsAuthorization: false,
      isRepeatable: false,
      identity: ['workflow_run', '77', HEAD],
      cause: ['branch', 'main'],
      head: HEAD,
      mergeCommit: { sha: HEAD, branch: 'main' },
      quote: { text: 'Add `--json`', author: 'Carol' },
      origin: [{ link: 'workflow run', to: 'https://github.com/acme/app/actions/runs/5' }, ' on ', { code: 'main' }],
      prompt: { needsChanges: true, range: { base: undefined, head: HEAD, since: 'first-parent' } },
    });
  });

  test.each(['push', 'schedule', 'workflow_dispatch'])('for the event `%s` needs a branch that counts', (event) => {
    const feature = completed({ event, head_branch: 'feature/x' });
    expect(read('workflow_run', completed({ event })).kind).toBe('workflow-run');
    expect(read('workflow_run', feature)).toEqual({
      kind: 'none',
      reason:
        'a workflow run on the branch `feature/x` is not a request; one on `main` or a branch that `branches` names is',
    });
    expect(read('workflow_run', feature, { ...RULES, branches: ['feature/**'] }).kind).toBe('workflow-run');
  });

  test('for a release, which has a tag instead of a branch, is a request without a branch', () => {
    expect(read('workflow_run', completed({ event: 'release', head_branch: 'v1.3.0' }))).toMatchObject({
      kind: 'workflow-run',
      mergeCommit: undefined,
      cause: undefined,
      origin: [{ link: 'workflow run' }],
    });
  });

  test.each([
    ['of a fork', { head_repository: { id: 2 } }, 'a workflow run of a fork'],
    ['of a deleted fork', { head_repository: null }, 'a workflow run of a fork'],
    ['for a pull request', { event: 'pull_request' }, 'a workflow run for the event `pull_request`'],
    ['for a comment', { event: 'issue_comment' }, 'a workflow run for the event `issue_comment`'],
    ['that failed', { conclusion: 'failure' }, 'a workflow run with the conclusion `failure`'],
    ['without a conclusion', { conclusion: null }, 'a workflow run with the conclusion `none`'],
    ['without a branch', { head_branch: null }, 'a workflow run on the branch ``'],
  ])('%s is not a request', (_, run, what) => {
    const rules = { ...RULES, branches: ['feature'] };
    expect(read('workflow_run', completed(run), rules)).toMatchObject({
      kind: 'none',
      reason: expect.stringContaining(`${what} is not a request; `),
    });
  });

  test.each(['requested', 'in_progress'])('with the activity `%s` is not a request', (action) => {
    expect(read('workflow_run', completed({}, { action })).kind).toBe('none');
  });
});

describe('a release', () => {
  const release = {
    id: 9001,
    published_at: '2026-01-01T12:00:00Z',
    tag_name: 'v1.3.0',
    name: 'Spring',
    body: 'Notes<!-- x -->',
    html_url: 'https://github.com/r/1',
    author: sender,
  };

  test('is a request when it is published, and at no other activity', () => {
    expect(read('release', { action: 'published', sender, release })).toMatchObject({
      kind: 'release',
      identity: ['release', '9001', '2026-01-01T12:00:00Z'],
      origin: ['release ', { code: 'v1.3.0' }],
      cause: undefined,
      quote: { text: 'Spring', author: 'alice' },
      prompt: {
        subject: 'release',
        sections: [
          {
            heading: 'release v1.3.0 by alice, https://github.com/r/1',
            parts: ['Title: ', { text: 'Spring' }, '\n\n', { text: 'Notes', removed: { 'HTML comments': 1 } }],
          },
        ],
      },
    });
    for (const action of ['created', 'edited', 'deleted', 'unpublished', 'released', 'prereleased']) {
      expect(read('release', { action, sender, release }).kind).toBe('none');
    }
  });

  test('without a name and notes is a request without text', () => {
    const bare = { ...release, name: null, body: null };
    expect(read('release', { action: 'published', sender, release: bare })).toMatchObject({
      quote: { text: 'v1.3.0' },
      prompt: { sections: [{ parts: ['Title: ', { text: '' }, '\n\n', { text: '' }] }] },
    });
  });
});

describe('the address of a thread', () => {
  test.each(['javascript:alert(1)', 'https:', 'nowhere'])('is refused if it is no https address: %s', (html_url) => {
    expect(() => read('issues', labeled('docs', { issue: thread({ html_url }) }))).toThrow('html_url');
  });
});

describe('a payload that GitHub does not document', () => {
  test.each([
    ['issues', null, 'the whole'],
    ['issues', [], 'action'],
    ['issues', {}, 'action'],
    ['issues', { action: 7 }, 'action'],
    ['issues', { action: 'labeled' }, 'label'],
    ['issues', labeled('docs', { issue: undefined }), 'issue'],
    ['issues', labeled('docs', { issue: thread({ number: '31' }) }), 'issue.number'],
    ['pull_request', labeled('docs'), 'pull_request'],
    ['pull_request', onPull('opened', { pull_request: pull({ head: { sha: 'HEAD' } }) }), 'pull_request.head.sha'],
    ['issue_comment', onIssue('created'), 'comment'],
    ['issue_comment', onIssue('created', { comment: { ...said('/docs'), id: 0 } }), 'comment.id'],
    ['push', 'text', 'the whole'],
    ['pull_request', onPull('opened', { pull_request: pull({ base: { sha: BASE } }) }), 'pull_request.base.ref'],
    ['pull_request_review', onPull('submitted', { review: said('/docs') }), 'review.submitted_at'],
    ['workflow_run', { action: 'completed' }, 'workflow_run'],
    ['push', { ref: 'x', before: BASE, after: '..', repository: { default_branch: 'm' } }, 'after'],
    ['release', { action: 'published' }, 'release'],
  ])('is an error that names the field: %s %j', (name, payload, field) => {
    const reading = () => read(name, payload);
    expect(reading).toThrow(EventError);
    expect(reading).toThrow(field);
    expect(reading).not.toThrow(/undefined|\[object/);
  });
});
