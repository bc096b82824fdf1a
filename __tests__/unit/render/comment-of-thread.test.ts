import { describe, expect, test } from '@jest/globals';
import type { Outcome } from '../../../src/outcome.ts';
import {
  renderContinued,
  renderEnded,
  renderMention,
  renderRetracted,
  renderStarting,
  renderWorking,
} from '../../../src/render/comment.ts';
import type { MessageContext } from '../../../src/render/message-type.ts';
import { sampleJob } from '../../support/sample-job.ts';
import { around, CARD, inTime, OUTCOMES, REQUEST } from '../../support/sample-outcomes.ts';

const ended = (outcome: Outcome, more: Partial<MessageContext> = {}) =>
  renderEnded(outcome, CARD, around(REQUEST, more));

describe('the last status comment of a run whose job keeps running', () => {
  test('says that the run does not wait for it', () => {
    expect(ended(OUTCOMES['started and not waited for'])).toMatchInlineSnapshot(`
"**🚀 Started** · nobody waits for it
> Explain the new \`--json\` flag — bob

Re-run [this run](https://github.com/acme/app/actions/runs/77) to look; a sweep, where one is set up, tells the end in this thread.  
<sub>Job \`j_8fk2\` · active · [run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });
  test('links the later request that continued the job', () => {
    expect(ended(OUTCOMES['continued by a later request'])).toMatchInlineSnapshot(`
"**↪️ Continued** · a later request went to the same job
> Explain the new \`--json\` flag — bob

The result is reported [there](https://github.com/acme/app/issues/31#issuecomment-9).  
<sub>Job \`j_8fk2\` · active · [run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });
  test('names a job whose status was never read', () => {
    expect(ended(OUTCOMES['error with a job that was never read'])).toMatchInlineSnapshot(`
"**⛔ The job was lost from sight**
> Explain the new \`--json\` flag — bob

The service answered 502: “Bad gateway”.  
The fault is at the service; try again later.  
If it opens a pull request, that appears in the repository of the documentation.  
<sub>Job \`j_8fk2\` · [run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });

  test.each(['started and not waited for', 'timed out', 'cancelled while waiting'] as const)(
    'promises no sweep without a marker (%s)',
    (name) => {
      const forgotten = ended(OUTCOMES[name], { isRemembered: false });
      expect(forgotten).not.toContain('sweep');
      expect(forgotten).toContain('that appears in the repository of the documentation');
    },
  );
});

describe('the status comment of a follow-up', () => {
  const url = 'https://github.com/acme/app/issues/31#issuecomment-7';

  test('links the request before it', () => {
    const fields = { ...CARD, previous: url };
    expect(renderWorking(fields, sampleJob(), inTime(0))).toContain(` · before: [the request before](${url})</sub>`);
    expect(renderEnded(OUTCOMES['pull request'], fields, around(REQUEST, { isFollowUp: true }))).toMatchInlineSnapshot(`
"**✅ Follow-up done: [acme/docs#412](https://github.com/acme/docs/pull/412)** · 6 min
> Explain the new \`--json\` flag — bob

If it is not right yet, comment \`/docs\` and what to change.  
<sub>Job \`j_8fk2\` · completed · before: [the request before](https://github.com/acme/app/issues/31#issuecomment-7) · [run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });

  test('is linked from the comment of the request before it', () => {
    expect(renderContinued(CARD, 'j_8fk2', url)).toMatchInlineSnapshot(`
"**↪️ Continued** · [a later request](https://github.com/acme/app/issues/31#issuecomment-7) went to the same job, and tells how it ends
> Explain the new \`--json\` flag — bob

<sub>Job \`j_8fk2\` · [run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });

  test('says why a new job was created instead', () => {
    const note = ['A new job: ', { link: 'the request before', to: url }, ' failed.'];
    const [, , , line] = renderEnded(OUTCOMES.failed, { ...CARD, note }, around()).split('\n');
    expect(line).toBe(`A new job: [the request before](${url}) failed.  `);
  });
});

test('the status comment before the job is created names the requester and the run', () => {
  expect(renderStarting(CARD)).toMatchInlineSnapshot(`
"**⏳ Asking the agent** · asked by alice · [run](https://github.com/acme/app/actions/runs/77)
> Explain the new \`--json\` flag — bob
"
`);
});

test('a retracted status comment links the earlier request', () => {
  expect(renderRetracted(CARD, 'https://github.com/acme/app/issues/31#issuecomment-7')).toMatchInlineSnapshot(`
"**↪️ Asked before** · [that request](https://github.com/acme/app/issues/31#issuecomment-7) tells how it ends
> Explain the new \`--json\` flag — bob

<sub>[run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
});

test('a mention is one line for every outcome', () => {
  const url = 'https://github.com/acme/app/issues/31#issuecomment-7';
  expect(renderMention('alice', OUTCOMES['pull request'], around(), url)).toMatchInlineSnapshot(
    `"@alice ✅ Pull request ready: [acme/docs#412](https://github.com/acme/docs/pull/412) · [your request](https://github.com/acme/app/issues/31#issuecomment-7)"`,
  );
  for (const outcome of Object.values(OUTCOMES))
    expect(renderMention('alice', outcome, around(), url)).not.toContain('\n');
});

test('a status comment names no duration if the run did not see the start of the job', () => {
  for (const outcome of Object.values(OUTCOMES)) {
    expect(ended(outcome, { elapsed: undefined })).not.toMatch(/6 min|after (·|,|$)|undefined|NaN/m);
  }
});
