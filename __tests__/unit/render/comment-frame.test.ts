import { describe, expect, test } from '@jest/globals';
import type { Outcome } from '../../../src/outcome.ts';
import {
  renderContinued,
  renderEnded,
  renderStarting,
  renderWorking,
  statusFieldsOf,
} from '../../../src/render/comment.ts';
import { sampleJob } from '../../support/sample-job.ts';
import { around, CARD, inTime, OUTCOMES, REQUEST, requestOf } from '../../support/sample-outcomes.ts';
import { ISSUE, labeled, TRIGGERS } from '../../support/sample-triggers.ts';

const ended = (outcome: Outcome) => renderEnded(outcome, CARD, around());

describe('a status comment', () => {
  test('leaves out the requester and the run if they are unknown', () => {
    const title = 'Refresh the pages\nall of them';
    const request = requestOf(TRIGGERS.schedule, { title, runUrl: undefined });
    expect(renderWorking(statusFieldsOf(request), sampleJob(), inTime(0))).toMatchInlineSnapshot(`
"**⏳ Working on it**
> Refresh the pages all of them

<sub>Job \`j_8fk2\` · this run waits until 12:00 UTC</sub>"
`);
    expect(
      renderEnded(OUTCOMES.failed, statusFieldsOf(request), around(request, { elapsed: 1_000 })),
    ).toMatchInlineSnapshot(`
"**❌ Job failed after 1 s** · the service gives no reason
> Refresh the pages all of them

To start a new job, re-run the workflow.  
<sub>Job \`j_8fk2\`</sub>"
`);
  });

  /** An export has no thread. */
  const reported = Object.entries(OUTCOMES).filter(([, outcome]) => !('exported' in outcome));

  test.each(reported)('for the outcome "%s" has at most 7 lines and no placeholder', (_, outcome) => {
    const text = ended(outcome);
    expect(text).not.toMatch(/undefined|null|NaN|\[object|Invalid Date/);
    expect(text.split('\n').length).toBeLessThanOrEqual(7);
    expect(text).not.toMatch(/ {3}| · (·|$)|\(\)|\*\* ·$/m);
  });

  test('cuts a long title and marks the cut', () => {
    const title = { text: '🎉'.repeat(40_000), removed: {} };
    const request = requestOf(labeled({ thread: { ...ISSUE, title } }));
    const text = renderEnded(OUTCOMES.failed, statusFieldsOf(request), around(request));
    expect(text.length).toBeLessThan(1_000);
    expect(text).toContain('🎉… — bob');
    expect(text.isWellFormed()).toBe(true);
  });

  test('counts the invisible text that was removed from the prompt', () => {
    const request = { ...REQUEST, removed: { 'HTML comments': 1, 'invisible characters': 14 } };
    const line = '14 invisible characters, 1 HTML comment removed</sub>';
    expect(renderWorking(statusFieldsOf(request), sampleJob(), inTime(0))).toContain(` · ${line}`);
    expect(renderEnded(OUTCOMES.failed, statusFieldsOf(request), around(request))).toContain(` · ${line}`);
  });

  test('says in every state that the pages were ranked by a part only', () => {
    const short = 'partial: ranked by the first 250 pages only, as the timeout came';
    const request = { ...REQUEST, short };
    const texts = [
      renderStarting(statusFieldsOf(request)),
      renderWorking(statusFieldsOf(request), sampleJob(), inTime(0)),
      renderEnded(OUTCOMES.failed, statusFieldsOf(request), around(request)),
      renderContinued(statusFieldsOf(request), 'j_8fk2', 'https://github.com/acme/app/issues/31#issuecomment-9'),
    ];
    for (const text of texts) expect(text.split('\n').at(-1)).toMatch(new RegExp(`^<sub>(.* · )?${short}</sub>$`));
    const both = { ...request, removed: { 'HTML comments': 1 } };
    expect(renderWorking(statusFieldsOf(both), sampleJob(), inTime(0))).toContain(
      ` · 1 HTML comment removed · ${short}</sub>`,
    );
  });
});
