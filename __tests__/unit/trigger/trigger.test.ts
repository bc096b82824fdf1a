import { describe, expect, test } from '@jest/globals';
import { EventError } from '../../../src/errors.ts';
import { readTrigger } from '../../../src/trigger/read-trigger.ts';
import type { Trigger, TriggerRules } from '../../../src/trigger/trigger.ts';

const RULES: TriggerRules = {
  label: 'docs',
  command: '/docs',
  branches: [],
  hasCompare: false,
  reusesPullRequest: false,
};
const NO_LABEL: TriggerRules = { ...RULES, label: '*' };
const [BASE, HEAD] = ['a'.repeat(40), 'b'.repeat(40)];

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
  thread({ draft: false, merged: false, base: { sha: BASE }, head: { sha: HEAD }, ...extra });

const onIssue = (action: string, extra: object = {}) => ({ action, sender, issue: thread(), ...extra });
const onPull = (action: string, extra: object = {}) => ({ action, sender, pull_request: pull(), ...extra });
const labeled = (label: string, extra: object = {}) => onIssue('labeled', { label: { name: label }, ...extra });
const said = (body: unknown) => ({
  id: 7,
  body,
  html_url: 'https://github.com/acme/app/issues/31#issuecomment-7',
  user: sender,
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
      reason: `the label \`${label}\` is no request; adding the label \`docs\` is (\`trigger-label\`)`,
    });
  });

  test('is no request where `trigger-label` is `*`', () => {
    expect(read('issues', labeled('docs'), NO_LABEL)).toMatchObject({
      kind: 'none',
      reason: 'the label `docs` is no request; opening an issue is (`trigger-label` is `*`)',
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
      reason: 'a draft is no request; marking it as ready for review is',
    });
  });
});

describe('closing a pull request', () => {
  test('is a request if it was merged', () => {
    const merged = onPull('closed', { pull_request: pull({ merged: true }) });
    expect(read('pull_request', merged)).toMatchObject({ kind: 'merged', requester: { login: 'alice' } });
  });

  test('is no request if it was not merged', () => {
    expect(read('pull_request', onPull('closed'))).toMatchObject({
      kind: 'none',
      reason: 'closing a pull request is no request; merging it is',
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
    expect(read('issue_comment', payload)).toMatchObject({ thread: { kind: 'pull request', range: undefined } });
  });

  test('at a line of a pull request is a request with the path of the file', () => {
    const payload = onPull('created', { comment: { ...said('/docs say why'), path: 'src/json.ts' } });
    expect(read('pull_request_review_comment', payload)).toMatchObject({
      kind: 'command',
      requester: { login: 'alice' },
      reactTo: { kind: 'review comment', id: 7 },
      prompt: { sections: [{ parts: ['At the file ', { text: 'src/json.ts' }, '\n\n', { text: 'say why' }] }, {}] },
      thread: { range: { base: BASE, head: HEAD } },
    });
  });

  test('in the text of a review is a request', () => {
    expect(read('pull_request_review', onPull('submitted', { review: said('/docs new') }))).toMatchObject({
      kind: 'command',
      requester: { login: 'alice' },
      reactTo: undefined,
      continuesJob: false,
      quote: { text: 'Explain `--json`', author: 'bob' },
    });
    expect(read('pull_request_review', onPull('submitted', { review: said(null) })).kind).toBe('none');
  });

  test.each([
    ['issue_comment', onIssue('created', { comment: said('/docs a<!-- b -->c') })],
    ['pull_request_review', onPull('submitted', { review: said('/docs a<!-- b -->c') })],
    ['pull_request_review_comment', onPull('created', { comment: { ...said('/docs a<!-- b -->c'), path: 'x' } })],
  ])('loses its hidden text: %s', (name, payload) => {
    expect(read(name, payload)).toMatchObject({
      prompt: { sections: [{ parts: expect.arrayContaining([{ text: 'ac', removed: { 'HTML comments': 1 } }]) }, {}] },
    });
  });

  test('is one that begins with the command: the reason says so for any other', () => {
    expect(read('issue_comment', onIssue('created', { comment: said('Nice.') }))).toEqual({
      kind: 'none',
      reason: 'a comment whose first word is not `/docs` is no request; one that begins so is (`trigger-command`)',
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
    'workflow_run',
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
      });
      expect(read(name, {})).toMatchObject({ requester: { login: '', id: null } });
    },
  );
});

describe('a push', () => {
  const push = (extra: object = {}) => ({
    ref: 'refs/heads/feature/x',
    before: BASE,
    after: HEAD,
    sender,
    repository: { default_branch: 'main' },
    ...extra,
  });
  const NOTHING = '0'.repeat(40);

  test.each([
    ['of commits brings what changed since the commit before', {}, { base: BASE, head: HEAD, since: 'base' }],
    [
      'that rewrites history brings what differs from the commit before',
      { forced: true },
      { base: BASE, head: HEAD, since: 'base' },
    ],
    [
      'of a new branch brings what it adds to the default branch',
      { before: NOTHING, created: true },
      { base: 'main', head: HEAD, since: 'merge-base' },
    ],
    [
      'of the first commits brings every file',
      { before: NOTHING, ref: 'refs/heads/main' },
      { base: undefined, head: HEAD, since: 'merge-base' },
    ],
    ['of a tag brings no changes', { ref: 'refs/tags/v1', before: NOTHING }, undefined],
  ])('%s', (_, extra, range) => {
    expect(read('push', push(extra))).toMatchObject({
      kind: 'push',
      requester: { login: 'alice' },
      prompt: { range },
    });
  });

  test('names its branch or its tag', () => {
    expect(read('push', push())).toMatchObject({
      origin: ['push to ', { code: 'feature/x' }],
      mergeCommit: { sha: HEAD, branch: 'feature/x' },
      identity: ['push', 'branch', 'feature/x', BASE, HEAD],
    });
    expect(read('push', push({ ref: 'refs/tags/v1' }))).toMatchObject({
      origin: ['push to ', { code: 'v1' }],
      mergeCommit: undefined,
    });
  });

  test('that deletes a branch is no request', () => {
    expect(read('push', push({ deleted: true, after: NOTHING })).kind).toBe('none');
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
    ['push', { ref: 'x', before: BASE, after: '..', repository: { default_branch: 'm' } }, 'after'],
    ['release', { action: 'published' }, 'release'],
  ])('is an error that names the field: %s %j', (name, payload, field) => {
    const reading = () => read(name, payload);
    expect(reading).toThrow(EventError);
    expect(reading).toThrow(field);
    expect(reading).not.toThrow(/undefined|\[object/);
  });
});
