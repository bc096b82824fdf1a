import { describe, expect, test } from '@jest/globals';
import type { TriggerRules } from '../../../src/trigger/trigger.ts';
import { RULES } from '../../support/default-rules.ts';
import { BASE, HEAD, read, sender } from '../../support/trigger-payloads.ts';

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
      prompt: {
        range: { base: BASE, head: HEAD, since: 'base' },
        statement: 'Push to a branch by alice.',
        ref: { heading: 'the push', parts: ['Branch: ', { text: 'main' }, '\n'] },
      },
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
      prompt: { range: undefined, statement: 'Push of a tag by alice.' },
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
