import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { EventError } from '../../../src/errors.ts';
import { systemFiles } from '../../../src/runtime/files.ts';
import { readGitHubVariables } from '../../../src/runtime/github-variables.ts';
import { readEvent } from '../../../src/trigger/read-trigger.ts';
import { RULES } from '../../support/default-rules.ts';
import { BASE, labeled, NO_LABEL, onIssue, onPull, pull, read, said, thread } from '../../support/trigger-payloads.ts';

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

let room = '';
beforeAll(() => {
  room = mkdtempSync(join(tmpdir(), 'event-'));
  mkdirSync(join(room, 'folder'));
  const files = { good: '{"action":"labeled"}', text: 'Hello', cut: '{"action":"lab', empty: '' };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(room, name), text);
});
afterAll(() => rmSync(room, { recursive: true }));

const readFrom = (name: string | undefined, file: string | undefined) =>
  readEvent(
    readGitHubVariables({ GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: file && join(room, file) }).event,
    systemFiles,
    (text) => text,
  );

test('an event has the name and the payload that the runner gives', () => {
  expect(readFrom('issues', 'good')).toEqual({ name: 'issues', payload: { action: 'labeled' } });
});

test.each([
  { what: 'a file that does not exist', name: 'issues', file: 'none', says: 'cannot be read' },
  { what: 'a folder', name: 'issues', file: 'folder', says: 'cannot be read' },
  { what: 'a file that is not JSON', name: 'issues', file: 'text', says: 'is not JSON' },
  { what: 'a file that is cut short', name: 'issues', file: 'cut', says: 'is not JSON' },
  { what: 'an empty file', name: 'issues', file: 'empty', says: 'is not JSON' },
  { what: 'an event without a name', name: undefined, file: 'good', says: 'GITHUB_EVENT_NAME' },
  { what: 'an event with an empty name', name: '', file: 'good', says: 'GITHUB_EVENT_NAME' },
  { what: 'an event without a file', name: 'issues', file: undefined, says: 'GITHUB_EVENT_PATH' },
])('$what is an error that says so', ({ name, file, says }) => {
  const reading = () => readFrom(name, file);
  expect(reading).toThrow(EventError);
  expect(reading).toThrow(says);
});
