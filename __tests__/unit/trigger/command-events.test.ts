import { describe, expect, test } from '@jest/globals';
import { readTrigger } from '../../../src/trigger/read-trigger.ts';
import { RULES } from '../../support/default-rules.ts';
import { command, ISSUE, PULL } from '../../support/sample-triggers.ts';
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
      identity: ['comment', '7'],
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
      thread: { kind: 'pull request' },
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

const LINE = { path: 'src/json.ts', line: 12, hunk: '' };
const URL = 'https://github.com/acme/app/pull/32#discussion_r7';

describe('a command', () => {
  test('needs permission, on an issue and on a pull request', () => {
    for (const thread of [ISSUE, PULL]) expect(command({ thread }).needsAuthorization).toBe(true);
  });

  test('in another comment is another request, and in the same one the same request', () => {
    const { identity } = command({ url: URL });
    expect(command({ url: URL.replace('app', 'renamed'), text: 'Other words' }).identity).toEqual(identity);
    for (const other of [{ id: 71 }, { kind: 'review' }] as const)
      expect(command(other).identity).not.toEqual(identity);
  });

  test('is not repeatable, and is made again by another command', () => {
    expect(command().isRepeatable).toBeFalsy();
    expect(command()).toMatchObject({ retry: { kind: 'command', label: undefined } });
  });

  test('is a request also where no changed file is relevant', () => {
    expect(command({ thread: PULL }).prompt.needsChanges).toBe(false);
  });

  test.each([
    ['comment', ISSUE, 'Request by alice, comment on issue #31.', 'comment on ', '#31'],
    ['review', PULL, 'Request by alice, review of pull request #32.', 'review of ', '#32'],
    ['review comment', PULL, 'Request by alice, line comment on pull request #32.', 'line comment on ', '#32'],
  ] as const)('says where it was made: a %s', (kind, thread, statement, before, link) => {
    const { prompt, origin } = command({ kind, thread, url: URL });
    expect(prompt.statement).toBe(statement);
    expect(origin).toEqual([before, { link, to: URL }]);
  });

  test('comes first in the prompt, under the name of its author, before the thread', () => {
    const { sections } = command({ kind: 'review', thread: PULL, url: URL }).prompt;
    expect(sections.map(({ heading }) => heading)).toEqual([
      `the request: review of pull request #32 by alice, ${URL}`,
      'pull request #32 by carol, https://github.com/acme/app/pull/32',
    ]);
  });

  test('without text leaves the thread as the only text', () => {
    expect(command({ thread: PULL, text: '' }).prompt.sections).toHaveLength(1);
  });

  test.each([
    ['with text on a pull request', { thread: PULL }, true],
    ['without text on a pull request', { thread: PULL, text: '' }, false],
    ['without text on an issue', { thread: ISSUE, text: '' }, true],
    ['without text at a line', { kind: 'review comment', thread: PULL, text: '', line: LINE }, true],
  ] as const)('%s: the text is the request: %j', (_, said, isRequestInText) => {
    expect(command(said).prompt.isRequestInText).toBe(isRequestInText);
  });

  test('without text at a line is about that line', () => {
    const { sections } = command({ kind: 'review comment', thread: PULL, text: '', line: LINE }).prompt;
    expect(sections[0]?.parts.slice(0, 2)).toEqual(['Line 12 of ', { text: 'src/json.ts', removed: {} }]);
  });
});

describe('an event that may be a command', () => {
  test.each([
    ['issue_comment', 'edited', 'a comment that was `edited` is not a request; a new one is'],
    ['pull_request_review', 'dismissed', 'a review that was `dismissed` is not a request; a new one is'],
    ['pull_request_review_comment', 'deleted', 'a comment that was `deleted` is not a request; a new one is'],
  ])('is no request with another activity, and the reason names it: %s', (name, action, reason) => {
    expect(readTrigger({ name, payload: { action } }, RULES)).toEqual({ kind: 'none', reason });
  });

  test.each(['issue_comment', 'pull_request_review', 'pull_request_review_comment'])(
    'is an error that names the event if its payload has no activity: %s',
    (name) => {
      expect(() => readTrigger({ name, payload: {} }, RULES)).toThrow(`\`${name}\``);
    },
  );
});
