import { describe, expect, test } from '@jest/globals';
import { RULES } from '../../support/default-rules.ts';
import { labeled, NO_LABEL, onIssue, onPull, read, said } from '../../support/trigger-payloads.ts';

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
