import { expect, test } from '@jest/globals';
import type { Outcome } from '../../../src/outcome.ts';
import { renderEnded, statusFieldsOf } from '../../../src/render/comment.ts';
import type { MessageContext } from '../../../src/render/message-parts.ts';
import {
  ASKED,
  around,
  CARD,
  OUTCOMES,
  RUN_URL,
  requestOf,
  resultsOf,
} from '../../support/sample-outcomes.ts';
import { ISSUE, labeled } from '../../support/sample-triggers.ts';

const ended = (outcome: Outcome, more: Partial<MessageContext> = {}) =>
  renderEnded(outcome, CARD, around(more));

const PLACEHOLDER = /undefined|null|NaN|\[object|Invalid Date| · (·|$)|\(\)|\*\* ·$/m;

test.each(Object.entries(OUTCOMES))(
  'no text for "%s" has a placeholder if the duration is unknown',
  (_, outcome) => {
    const context = around({ elapsed: undefined });
    const { lines, summary, outputs } = resultsOf(outcome, context, { prepared: ASKED });
    const texts = [...lines, summary, outputs.summary, outputs.message];
    // an export has no thread
    if (outcome.verdict !== 'exported') texts.push(renderEnded(outcome, CARD, context));
    for (const text of texts) expect(text).not.toMatch(PLACEHOLDER);
    expect(texts.join()).not.toMatch(/6 min|after (·|,|$)/m);
  },
);

test.each([
  ['pull request', true],
  ['unconfirmed', true],
  ['quota exhausted', false],
  ['error', false],
] as const)('after "%s", the reason for a new job is shown: %p', (name, isShown) => {
  const fields = { ...CARD, note: ['New job: its job failed.'] };
  expect(renderEnded(OUTCOMES[name], fields, around()).includes('New job')).toBe(isShown);
});

test('a long title is cut with a mark', () => {
  const title = { text: '🎉'.repeat(40_000), removed: {} };
  const request = requestOf(labeled({ thread: { ...ISSUE, title } }));
  const text = renderEnded(OUTCOMES.failed, statusFieldsOf(request, RUN_URL), around());
  expect(text.length).toBeLessThan(1_000);
  expect(text).toContain('🎉… — bob');
  expect(text.isWellFormed()).toBe(true);
});

test.each(['started and not waited for', 'timed out', 'cancelled while waiting'] as const)(
  'no later report is promised without a marker: %s',
  (name) => {
    const forgotten = ended(OUTCOMES[name], { isRemembered: false });
    expect(forgotten).not.toMatch(/sweep|re-run/);
    expect(forgotten).toContain('it appears in the documentation repository');
  },
);
