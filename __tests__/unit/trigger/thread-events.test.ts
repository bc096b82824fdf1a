import { describe, expect, test } from '@jest/globals';
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
  thread,
} from '../../support/trigger-payloads.ts';

describe('a label', () => {
  test('on an issue is a request by the account that added it', () => {
    expect(read('issues', labeled('docs'))).toMatchObject({
      kind: 'label',
      requester: { login: 'alice', id: 501, isBot: false },
      needsAuthorization: true,
      isRepeatable: true,
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
        author: { login: 'bob' },
        url: 'https://github.com/acme/app/issues/31',
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
      reason: `the label \`${label}\` is not a request; the label \`docs\` is one (\`trigger-label\`)`,
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
      { thread: { author: { login: 'ghost' } } },
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
      kind: 'updated',
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

describe('the address of a thread', () => {
  test.each(['javascript:alert(1)', 'https:', 'nowhere'])('is refused if it is no https address: %s', (html_url) => {
    expect(() => read('issues', labeled('docs', { issue: thread({ html_url }) }))).toThrow('html_url');
  });
});
