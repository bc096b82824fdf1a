import { describe, expect, test } from '@jest/globals';
import { RULES } from '../../support/default-rules.ts';
import { HEAD, read, sender } from '../../support/trigger-payloads.ts';

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
