import { describe, expect, test } from '@jest/globals';
import {
  BASE,
  HEAD,
  onIssue,
  onPull,
  read,
  reviewed,
  said,
  saidAtLine,
  thread,
} from '../../support/trigger-payloads.ts';

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
