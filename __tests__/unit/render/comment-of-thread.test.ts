import { describe, expect, test } from '@jest/globals';
import type { Outcome } from '../../../src/outcome.ts';
import {
  renderContinued,
  renderEnded,
  renderMention,
  renderStarting,
  renderWorking,
} from '../../../src/render/comment.ts';
import type { MessageContext } from '../../../src/render/message-parts.ts';
import { sampleJob } from '../../support/sample-job.ts';
import { around, CARD, inTime, OUTCOMES, REQUEST } from '../../support/sample-outcomes.ts';

const ended = (outcome: Outcome, more: Partial<MessageContext> = {}) =>
  renderEnded(outcome, CARD, around(REQUEST, more));

describe('the last status comment of a run whose job keeps running', () => {
  test('says that the run does not wait for it', () => {
    expect(ended(OUTCOMES['started and not waited for'])).toMatchInlineSnapshot(`
"**🚀 Job started** · this run does not wait for it
> Explain the new \`--json\` flag — bob

To wait for it, re-run [this run](https://github.com/acme/app/actions/runs/77).  
<sub>Job \`j_8fk2\` · [run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });
  test('links the later request that continued the job', () => {
    expect(ended(OUTCOMES['continued by a later request'])).toMatchInlineSnapshot(`
"**↪️ Continued** · a later request was sent to the same job
> Explain the new \`--json\` flag — bob

The result is reported in [its status comment](https://github.com/acme/app/issues/31#issuecomment-9).  
<sub>Job \`j_8fk2\` · [run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });
  test('names a job whose status was never read', () => {
    expect(ended(OUTCOMES['error with a job that was never read'])).toMatchInlineSnapshot(`
"**⛔ Service error (502)** · the result of the job is unknown
> Explain the new \`--json\` flag — bob

The service answered 502: “Bad gateway”.  
A maintainer can see what to change in the [run](https://github.com/acme/app/actions/runs/77).  
<sub>Job \`j_8fk2\`</sub>"
`);
  });

  test.each(['started and not waited for', 'timed out', 'cancelled while waiting'] as const)(
    'promises no sweep without a marker (%s)',
    (name) => {
      const forgotten = ended(OUTCOMES[name], { isRemembered: false });
      expect(forgotten).not.toContain('sweep');
      expect(forgotten).toContain('it appears in the documentation repository');
    },
  );
});

describe('the status comment of a follow-up', () => {
  const url = 'https://github.com/acme/app/issues/31#issuecomment-7';

  test('links the earlier request', () => {
    const fields = { ...CARD, previous: url };
    expect(renderWorking(fields, sampleJob(), inTime(0))).toContain(` · after [an earlier request](${url})</sub>`);
    expect(renderEnded(OUTCOMES['pull request'], fields, around(REQUEST, { isFollowUp: true }))).toMatchInlineSnapshot(`
"**✅ Follow-up done: [acme/docs#412](https://github.com/acme/docs/pull/412)** · 6 min
> Explain the new \`--json\` flag — bob

To request changes, comment \`/docs <what to change>\` in this thread.  
<sub>Job \`j_8fk2\` · after [an earlier request](https://github.com/acme/app/issues/31#issuecomment-7) · [run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });

  test('is linked from the comment of the earlier request', () => {
    expect(renderContinued(CARD, 'j_8fk2', url)).toMatchInlineSnapshot(`
"**↪️ Continued** · [a later request](https://github.com/acme/app/issues/31#issuecomment-7) to the same job reports the result
> Explain the new \`--json\` flag — bob

<sub>Job \`j_8fk2\` · [run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });

  test('says why a new job was created instead', () => {
    const note = ['New job: ', { link: 'an earlier request', to: url }, ' failed.'];
    const [, , , line] = renderEnded(OUTCOMES.failed, { ...CARD, note }, around()).split('\n');
    expect(line).toBe(`New job: [an earlier request](${url}) failed.  `);
  });
});

test('the status comment before the job is created names the requester and the run', () => {
  expect(renderStarting(CARD)).toMatchInlineSnapshot(`
"**⏳ Starting** · requested by alice · [run](https://github.com/acme/app/actions/runs/77)
> Explain the new \`--json\` flag — bob
"
`);
});

test('the mention after a used-up quota says when to try again', () => {
  expect(
    renderMention('alice', OUTCOMES['quota exhausted until'], around(), 'https://github.com/acme/app/issues/31'),
  ).toBe(
    '@alice 🚦 Quota of the service used up: no job was created; try again after 2026-03-02 12:42 UTC · [your request](https://github.com/acme/app/issues/31)',
  );
});

test('a mention is one line for every outcome', () => {
  const url = 'https://github.com/acme/app/issues/31#issuecomment-7';
  expect(renderMention('alice', OUTCOMES['pull request'], around(), url)).toMatchInlineSnapshot(
    `"@alice ✅ Pull request ready: [acme/docs#412](https://github.com/acme/docs/pull/412) for [your request](https://github.com/acme/app/issues/31#issuecomment-7)"`,
  );
  for (const outcome of Object.values(OUTCOMES))
    expect(renderMention('alice', outcome, around(), url)).not.toContain('\n');
});

test('a status comment names no duration if the run did not see the start of the job', () => {
  for (const outcome of Object.values(OUTCOMES)) {
    expect(ended(outcome, { elapsed: undefined })).not.toMatch(/6 min|after (·|,|$)|undefined|NaN/m);
  }
});
