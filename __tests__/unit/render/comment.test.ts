import { describe, expect, test } from '@jest/globals';
import type { Outcome } from '../../../src/outcome.ts';
import { renderEnded, renderWorking } from '../../../src/render/comment.ts';
import { sampleJob } from '../../support/sample-job.ts';
import { around, CARD, inTime, OUTCOMES } from '../../support/sample-outcomes.ts';

const ended = (outcome: Outcome) => renderEnded(outcome, CARD, around());

test('the status comment of an active job names the latest end of the wait', () => {
  expect(renderWorking(CARD, sampleJob(), inTime(1_920_000))).toMatchInlineSnapshot(`
"**⏳ Working on it** · asked by alice · [run](https://github.com/acme/app/actions/runs/77)
> Explain the new \`--json\` flag — bob

<sub>Job \`j_8fk2\` · edited here when it ends, by 12:32 UTC at the latest</sub>"
`);
});

describe('the final status comment', () => {
  test('links the pull request', () => {
    expect(ended(OUTCOMES['pull request'])).toMatchInlineSnapshot(`
"**✅ Pull request ready: [acme/docs#412](https://github.com/acme/docs/pull/412)** · 6 min
> Explain the new \`--json\` flag — bob

If it is not right yet, comment \`/docs\` and what to change.  
<sub>Job \`j_8fk2\` · completed · [run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });
  test('links a pull request on another host', () => {
    expect(ended(OUTCOMES['pull request elsewhere'])).toMatchInlineSnapshot(`
"**✅ Pull request ready: [git.example/acme/docs/-/merge\\_requests/9](https://git.example/acme/docs/-/merge%5Frequests/9)** · 6 min
> Explain the new \`--json\` flag — bob

If it is not right yet, comment \`/docs\` and what to change.  
<sub>Job \`j_8fk2\` · completed · [run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });
  test('says that the link of the pull request is not safe to show', () => {
    expect(ended(OUTCOMES['pull request without a usable link'])).toMatchInlineSnapshot(`
"**✅ Pull request ready** · 6 min
> Explain the new \`--json\` flag — bob

The service gave a link that is not safe to show.  
Look for it in the repository of the documentation.  
<sub>Job \`j_8fk2\` · completed · [run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });
  test('says that there was nothing to change', () => {
    expect(ended(OUTCOMES['no changes'])).toMatchInlineSnapshot(`
"**➖ No pull request** · the job completed after 6 min without one
> Explain the new \`--json\` flag — bob

If that is wrong, comment \`/docs\` and name the page.  
<sub>Job \`j_8fk2\` · completed · [run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });
  test('says that the agent failed', () => {
    expect(ended(OUTCOMES.failed)).toMatchInlineSnapshot(`
"**❌ The agent failed** · after 6 min, it gave no reason
> Explain the new \`--json\` flag — bob

Fresh job: remove the label \`docs\` and add it again.  
<sub>Job \`j_8fk2\` · failed · [run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });
  test('says that the job was archived', () => {
    expect(ended(OUTCOMES.archived)).toMatchInlineSnapshot(`
"**🗄️ The job was archived** · after 6 min, without a pull request
> Explain the new \`--json\` flag — bob

Fresh job: remove the label \`docs\` and add it again.  
<sub>Job \`j_8fk2\` · archived · [run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });
  test('says after a timeout that the job keeps running', () => {
    expect(ended(OUTCOMES['timed out'])).toMatchInlineSnapshot(`
"**⌛ Still working after 6 min** · nobody is watching now; the job goes on
> Explain the new \`--json\` flag — bob

Re-run [this run](https://github.com/acme/app/actions/runs/77) to keep watching; a sweep, where one is set up, tells the end in this thread.  
<sub>Job \`j_8fk2\` · active · [run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });
  test('quotes the last error of the service after a timeout', () => {
    expect(ended(OUTCOMES['timed out in trouble'])).toMatchInlineSnapshot(`
"**⌛ Timed out after 6 min** · job status unknown: the last 3 status requests failed
> Explain the new \`--json\` flag — bob

Re-run [this run](https://github.com/acme/app/actions/runs/77) to keep watching; a sweep, where one is set up, tells the end in this thread.  
The service answered 502: “Bad gateway”.  
<sub>Job \`j_8fk2\` · paused · [run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });
  test('says after a cancel that the job keeps running', () => {
    expect(ended(OUTCOMES['cancelled while waiting'])).toMatchInlineSnapshot(`
"**⏹️ Watching stopped** · the run was cancelled; the job goes on
> Explain the new \`--json\` flag — bob

Re-run [this run](https://github.com/acme/app/actions/runs/77) to keep watching; a sweep, where one is set up, tells the end in this thread.  
<sub>Job \`j_8fk2\` · active · [run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });
  test('says after an early cancel that no job was created', () => {
    expect(ended(OUTCOMES['cancelled before'])).toMatchInlineSnapshot(`
"**⏹️ Cancelled** · nothing was started
> Explain the new \`--json\` flag — bob

<sub>[run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });
  test('says when an exhausted quota ends', () => {
    expect(ended(OUTCOMES['quota exhausted until'])).toMatchInlineSnapshot(`
"**🚦 The project's quota is used up** · nothing was started
> Explain the new \`--json\` flag — bob

Try again after 2026-03-02 12:42 UTC: remove the label \`docs\` and add it again.  
<sub>[run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });
  test('says that the quota is exhausted', () => {
    expect(ended(OUTCOMES['quota exhausted'])).toMatchInlineSnapshot(`
"**🚦 The project's quota is used up** · nothing was started
> Explain the new \`--json\` flag — bob

Try again later: remove the label \`docs\` and add it again.  
<sub>[run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });
  test('says that the quota of the analytics is exhausted', () => {
    expect(ended(OUTCOMES['quota of the analytics exhausted until'])).toMatchInlineSnapshot(`
"**🚦 The quota of the analytics is used up** · nothing was spent
> Explain the new \`--json\` flag — bob

Try again after 2026-03-02 12:42 UTC: remove the label \`docs\` and add it again.  
<sub>[run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });
  test('says that a job may have been created', () => {
    expect(ended(OUTCOMES.unconfirmed)).toMatchInlineSnapshot(`
"**❓ The service may or may not have started this** · it is never sent twice
> Explain the new \`--json\` flag — bob

The service answered 502: “Bad gateway”.  
To spend again on purpose: remove the label \`docs\` and add it again.  
<sub>[run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });
  test('names the job of a failed wait', () => {
    expect(ended(OUTCOMES['error with a job'])).toMatchInlineSnapshot(`
"**⛔ The job was lost from sight**
> Explain the new \`--json\` flag — bob

The service answered 502: “Bad gateway”.  
The fault is at the service; try again later.  
If it opens a pull request, that appears in the repository of the documentation.  
<sub>Job \`j_8fk2\` · active · [run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });
  test('quotes the error of the service', () => {
    expect(ended(OUTCOMES.error)).toMatchInlineSnapshot(`
"**⛔ This did not work**
> Explain the new \`--json\` flag — bob

The service answered 502: “Bad gateway”.  
The fault is at the service; try again later.  
<sub>[run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });
});
