import { createRequire } from 'node:module';
import { describe, expect, test } from '@jest/globals';
import { EventError } from '../../src/errors.ts';
import { readTrigger } from '../../src/trigger/trigger.ts';

const thread = (extra: object = {}) => ({
  ...{ number: 31, title: 'Explain `--json`', body: 'Please.', html_url: 'https://github.com/acme/app/issues/31' },
  user: { login: 'bob' },
  ...extra,
});

const labeled = (label: string, extra: object = {}) => ({
  ...{ action: 'labeled', label: { name: label }, sender: { login: 'alice' }, issue: thread() },
  ...extra,
});

describe('a label', () => {
  test('on an issue is a request', () => {
    expect(readTrigger({ name: 'issues', payload: labeled('docs') }, 'docs')).toEqual({
      kind: 'thread',
      askedBy: 'alice',
      label: 'docs',
      thread: {
        ...{ kind: 'issue', number: 31, title: 'Explain `--json`', body: 'Please.', author: 'bob' },
        url: 'https://github.com/acme/app/issues/31',
      },
    });
  });

  test('on a pull request, too', () => {
    const payload = { ...labeled('docs'), issue: undefined, pull_request: thread({ number: 32 }) };
    expect(readTrigger({ name: 'pull_request', payload }, 'docs')).toMatchObject({
      kind: 'thread',
      thread: { kind: 'pull request', number: 32 },
    });
  });

  test('counts without regard to case, as on GitHub', () => {
    expect(readTrigger({ name: 'issues', payload: labeled('Docs') }, 'dOCS')).toMatchObject({
      kind: 'thread',
      label: 'Docs',
    });
  });

  test.each(['docs2', 'do', 'bug', ''])('%j is another', (label) => {
    expect(readTrigger({ name: 'issues', payload: labeled(label) }, 'docs')).toMatchObject({
      kind: 'none',
      reason: expect.stringContaining('`trigger-label`'),
    });
  });

  test.each([
    ['no body', { issue: thread({ body: null }) }, { thread: { body: '' } }],
    ['a deleted author', { issue: thread({ user: null }) }, { thread: { author: 'ghost' } }],
    ['a deleted sender', { sender: null }, { askedBy: 'ghost' }],
  ])('%s', (_, extra, expected) => {
    expect(readTrigger({ name: 'issues', payload: labeled('docs', extra) }, 'docs')).toMatchObject(expected);
  });
});

describe('what is no request', () => {
  test.each([
    ...[
      'opened',
      'edited',
      'deleted',
      'transferred',
      'closed',
      'reopened',
      'assigned',
      'unassigned',
      'unlabeled',
      'locked',
    ],
    ...['unlocked', 'milestoned', 'demilestoned', 'pinned', 'unpinned', 'typed', 'something new'],
  ])('an issue that was %s', (action) => {
    const trigger = readTrigger({ name: 'issues', payload: { ...labeled('docs'), action } }, 'docs');
    expect(trigger).toMatchObject({ kind: 'none', reason: expect.stringContaining(action) });
  });

  test.each([
    ...[
      'issue_comment',
      'pull_request_review',
      'pull_request_target',
      'workflow_run',
      'check_run',
      'fork',
      'watch',
      'delete',
    ],
    ...['x'.repeat(500), 'odd\nname ::error::'],
  ])('the event %j', (name) => {
    const trigger = readTrigger({ name, payload: labeled('docs') }, 'docs');
    expect(trigger.kind).toBe('none');
    expect(trigger).toHaveProperty('reason', expect.stringMatching(/^[^\n]{20,300}$/));
  });
});

describe('a workflow that runs for a reason of its own', () => {
  test.each(['workflow_dispatch', 'repository_dispatch', 'schedule', 'push'])('%s', (name) => {
    expect(readTrigger({ name, payload: { sender: { login: 'alice' } } }, 'docs')).toEqual({
      ...{ kind: 'event', event: name, askedBy: 'alice' },
    });
    expect(readTrigger({ name, payload: {} }, 'docs')).toEqual({ kind: 'event', event: name, askedBy: '' });
  });
});

describe('a release or a push', () => {
  const sender = { login: 'alice' };

  test('published: once for a release, whatever else is done to it', () => {
    expect(readTrigger({ name: 'release', payload: { action: 'published', sender } }, 'docs')).toEqual({
      ...{ kind: 'event', event: 'release', askedBy: 'alice' },
    });
    for (const action of ['created', 'edited', 'deleted', 'unpublished', 'released', 'prereleased']) {
      expect(readTrigger({ name: 'release', payload: { action, sender } }, 'docs').kind).toBe('none');
    }
  });

  test('that deletes a branch spends nothing', () => {
    expect(readTrigger({ name: 'push', payload: { deleted: true, sender } }, 'docs').kind).toBe('none');
    expect(readTrigger({ name: 'push', payload: { deleted: false, sender } }, 'docs').kind).toBe('event');
  });
});

describe('an address of a thread', () => {
  test.each(['javascript:alert(1)', 'https:', 'nowhere'])('%s is refused', (html_url) => {
    const issue = { number: 1, title: 'x', body: '', user: { login: 'a' }, html_url };
    const payload = { action: 'labeled', label: { name: 'docs' }, sender: { login: 'a' }, issue };
    expect(() => readTrigger({ name: 'issues', payload }, 'docs')).toThrow('html_url');
  });
});

describe('a payload that is not what GitHub documents', () => {
  test.each([
    ['issues', null, 'the whole'],
    ['issues', [], 'action'],
    ['issues', {}, 'action'],
    ['issues', { action: 7 }, 'action'],
    ['issues', { action: 'labeled' }, 'label'],
    ['issues', labeled('docs', { issue: undefined }), 'issue'],
    ['issues', labeled('docs', { issue: thread({ number: '31' }) }), 'issue.number'],
    ['issues', labeled('docs', { issue: thread({ html_url: 'x' }) }), 'issue.html_url'],
    ['pull_request', labeled('docs'), 'pull_request'],
    ['push', 'text', 'the whole'],
  ])('%s %j: the field is named', (name, payload, field) => {
    const read = () => readTrigger({ name, payload }, 'docs');
    expect(read).toThrow(EventError);
    expect(read).toThrow(field);
    expect(read).not.toThrow(/undefined|\[object/);
  });
});

describe('the payloads of the webhooks that GitHub documents', () => {
  const webhooks: readonly { readonly name: string; readonly examples: readonly unknown[] }[] = createRequire(
    import.meta.url,
  )('@octokit/webhooks-examples');
  const payloads = webhooks.flatMap(({ name, examples }) =>
    examples.map((payload, index) => ({ name, index, payload })),
  );

  test('there are hundreds', () => {
    expect(payloads.length).toBeGreaterThan(300);
  });

  test.each(payloads)('$name $index is read without trouble', ({ name, payload }) => {
    const labels = /"label":\{[^}]*"name":"([^"]+)"/.exec(JSON.stringify(payload))?.[1] ?? 'docs';
    for (const label of ['docs', labels]) {
      const trigger = readTrigger({ name, payload }, label);
      expect(['thread', 'event', 'none']).toContain(trigger.kind);
      expect(JSON.stringify(trigger)).not.toMatch(/undefined|\[object/);
    }
  });

  test('a request is among them: with the label that it has', () => {
    const requests = payloads.filter(({ name, payload }) => readTrigger({ name, payload }, 'bug').kind === 'thread');
    expect(new Set(requests.map(({ name }) => name))).toContain('issues');
  });
});
