import { describe, expect, test } from '@jest/globals';
import { EventError } from '../../../src/errors.ts';
import { BASE, labeled, onIssue, onPull, pull, read, said, thread } from '../../support/trigger-payloads.ts';

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
