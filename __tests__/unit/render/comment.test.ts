import { expect, test } from '@jest/globals';
import { ServiceError } from '../../../src/errors.ts';
import type { Outcome } from '../../../src/outcome.ts';
import {
  renderAnnounced,
  renderEnded,
  renderMoved,
  renderWorking,
  statusFieldsOf,
} from '../../../src/render/comment.ts';
import type { MessageContext } from '../../../src/render/message-parts.ts';
import { sampleJob } from '../../support/sample-job.ts';
import {
  ASKED,
  around,
  CARD,
  COMMENT_URL,
  inTime,
  OUTCOMES,
  REQUEST,
  RUN_URL,
  requestOf,
  resultsOf,
} from '../../support/sample-outcomes.ts';
import { ISSUE, labeled, TRIGGERS } from '../../support/sample-triggers.ts';

const ended = (outcome: Outcome, more: Partial<MessageContext> = {}) => renderEnded(outcome, CARD, around(more));

const PLACEHOLDER = /undefined|null|NaN|\[object|Invalid Date| · (·|$)|\(\)|\*\* ·$/m;

test.each(Object.entries(OUTCOMES))('no text for "%s" has a placeholder if the duration is unknown', (_, outcome) => {
  const context = around({ elapsed: undefined });
  const { lines, summary, outputs } = resultsOf(outcome, context, { prepared: ASKED });
  const texts = [...lines, summary, outputs.summary, outputs.message];
  if (outcome.verdict !== 'exported') texts.push(renderEnded(outcome, CARD, context)); // an export has no thread
  for (const text of texts) expect(text).not.toMatch(PLACEHOLDER);
  expect(texts.join()).not.toMatch(/6 min|after (·|,|$)/m);
});

test('requester and run are left out if they are unknown', () => {
  const title = 'Refresh the pages\nall of them';
  const request = requestOf(TRIGGERS.schedule, { title });
  expect(renderWorking(statusFieldsOf(request, undefined), sampleJob(), inTime(0)).split('\n')).toEqual([
    '**⏳ Working on it**',
    '> Refresh the pages all of them',
    '',
    '<sub>Job `j_8fk2` · this run waits until 12:00 UTC</sub>',
  ]);
});

test('a long title is cut with a mark', () => {
  const title = { text: '🎉'.repeat(40_000), removed: {} };
  const request = requestOf(labeled({ thread: { ...ISSUE, title } }));
  const text = renderEnded(OUTCOMES.failed, statusFieldsOf(request, RUN_URL), around());
  expect(text.length).toBeLessThan(1_000);
  expect(text).toContain('🎉… — bob');
  expect(text.isWellFormed()).toBe(true);
});

test('every state says at its end what the prompt does not contain', () => {
  const short = 'partial: ranked by the first 250 pages only, as the timeout came';
  const removed = { 'HTML comments': 1, 'invisible characters': 14, tokens: 2, 'collapsed sections': 1 };
  const fields = statusFieldsOf({ ...REQUEST, short, removed }, RUN_URL);
  const line = `14 invisible characters, 1 HTML comment removed · 2 secrets redacted · 1 collapsed section included · ${short}</sub>`;
  for (const text of [
    renderAnnounced(fields),
    renderWorking(fields, sampleJob(), inTime(0)),
    renderEnded(OUTCOMES.failed, fields, around()),
    renderMoved('continued', fields, COMMENT_URL, 'j_8fk2'),
  ])
    expect(text.endsWith(line)).toBe(true);
});

test('a follow-up links the earlier request, and says why a new job was created instead', () => {
  const note = ['New job: ', { link: 'an earlier request', to: COMMENT_URL }, ' failed.'];
  const fields = { ...CARD, previous: COMMENT_URL, note };
  expect(renderWorking(fields, sampleJob(), inTime(0))).toContain(
    ` · after [an earlier request](${COMMENT_URL})</sub>`,
  );
  const [, , , line] = renderEnded(OUTCOMES.failed, fields, around()).split('\n');
  expect(line).toBe(`New job: [an earlier request](${COMMENT_URL}) failed.  `);
});

test.each(['started and not waited for', 'timed out', 'cancelled while waiting'] as const)(
  'no later report is promised without a marker: %s',
  (name) => {
    const forgotten = ended(OUTCOMES[name], { isRemembered: false });
    expect(forgotten).not.toMatch(/sweep|re-run/);
    expect(forgotten).toContain('it appears in the documentation repository');
  },
);

test('the service’s words, its request and the fix are in the run, which is linked', () => {
  const options = { quote: '“Key expired”', asked: 'POST /v2/agent/p1/job' };
  const problem = new ServiceError('The service answered 401.', 'Check the key.', options);
  const comment = ended({ verdict: 'error', problem, job: undefined });
  expect(comment).toContain(`\nA maintainer can see what to change in the [run](${CARD.runUrl}).`);
  expect(comment).not.toMatch(/Key expired|Check the key|POST/);
});
