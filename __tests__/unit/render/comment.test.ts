import { describe, expect, test } from '@jest/globals';
import type { Outcome } from '../../../src/outcome.ts';
import { renderEnded, renderWorking } from '../../../src/render/comment.ts';
import { sampleJob } from '../../support/sample-job.ts';
import { around, CARD, inTime, OUTCOMES } from '../../support/sample-outcomes.ts';

const ended = (outcome: Outcome) => renderEnded(outcome, CARD, around());

test('the status comment of an active job names the latest end of the wait', () => {
  expect(renderWorking(CARD, sampleJob(), inTime(1_920_000))).toMatchInlineSnapshot(`
"**⏳ Working on it** · requested by alice · [run](https://github.com/acme/app/actions/runs/77)
> Explain the new \`--json\` flag — bob

<sub>Job \`j_8fk2\` · this run waits until 12:32 UTC</sub>"
`);
});

describe('the final status comment', () => {
  test('links the pull request', () => {
    expect(ended(OUTCOMES['pull request'])).toMatchInlineSnapshot(`
"**✅ Pull request ready: [acme/docs#412](https://github.com/acme/docs/pull/412)** · 6 min
> Explain the new \`--json\` flag — bob

To request changes, comment \`/docs <what to change>\` in this thread.  
<sub>Job \`j_8fk2\` · [run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });
  test('links a pull request on another host', () => {
    expect(ended(OUTCOMES['pull request elsewhere'])).toMatchInlineSnapshot(`
"**✅ Pull request ready: [git.example/acme/docs/-/merge\\_requests/9](https://git.example/acme/docs/-/merge%5Frequests/9)** · 6 min
> Explain the new \`--json\` flag — bob

To request changes, comment \`/docs <what to change>\` in this thread.  
<sub>Job \`j_8fk2\` · [run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });
  test('says that the link of the pull request is not safe to show', () => {
    expect(ended(OUTCOMES['pull request without a usable link'])).toMatchInlineSnapshot(`
"**✅ Pull request ready** · 6 min
> Explain the new \`--json\` flag — bob

The service returned a link that is not safe to show. Find the pull request in the documentation repository.  
<sub>Job \`j_8fk2\` · [run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });
  test('says that there is no pull request, and where a direct push would be', () => {
    expect(ended(OUTCOMES['no changes'])).toMatchInlineSnapshot(`
"**➖ No pull request** · the job completed after 6 min without one
> Explain the new \`--json\` flag — bob

Usually nothing needed a change. If the service pushes directly, look at branch \`main\` of \`acme/docs\`. If you expected one, comment \`/docs <page and change>\`.  
<sub>Job \`j_8fk2\` · [run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });
  test('says that the job failed', () => {
    expect(ended(OUTCOMES.failed)).toMatchInlineSnapshot(`
"**❌ Job failed after 6 min** · the service gives no reason
> Explain the new \`--json\` flag — bob

To start a new job, remove the label \`docs\` and set it again.  
<sub>Job \`j_8fk2\` · [run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });
  test('says that the job was archived', () => {
    expect(ended(OUTCOMES.archived)).toMatchInlineSnapshot(`
"**🗄️ Job archived after 6 min** · without a pull request
> Explain the new \`--json\` flag — bob

To start a new job, remove the label \`docs\` and set it again.  
<sub>Job \`j_8fk2\` · [run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });
  test('says after a timeout that the job keeps running', () => {
    expect(ended(OUTCOMES['timed out'])).toMatchInlineSnapshot(`
"**⌛ Timed out after 6 min** · the job was still running at 12:05 UTC
> Explain the new \`--json\` flag — bob

To wait again, re-run [this run](https://github.com/acme/app/actions/runs/77).  
<sub>Job \`j_8fk2\` · [run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });
  test('quotes the last error of the service after a timeout', () => {
    expect(ended(OUTCOMES['timed out in trouble'])).toMatchInlineSnapshot(`
"**⌛ Timed out after 6 min** · job status unknown: the last 3 status requests failed
> Explain the new \`--json\` flag — bob

To wait again, re-run [this run](https://github.com/acme/app/actions/runs/77).  
The service answered 502: “Bad gateway”.  
<sub>Job \`j_8fk2\` · [run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });
  test('says after a cancel that the job keeps running', () => {
    expect(ended(OUTCOMES['cancelled while waiting'])).toMatchInlineSnapshot(`
"**⏹️ Cancelled** · the job was still running at 12:05 UTC
> Explain the new \`--json\` flag — bob

To wait again, re-run [this run](https://github.com/acme/app/actions/runs/77).  
<sub>Job \`j_8fk2\` · [run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });
  test('says after an early cancel that no job was created', () => {
    expect(ended(OUTCOMES['cancelled before'])).toMatchInlineSnapshot(`
"**⏹️ Cancelled** · no job was created
> Explain the new \`--json\` flag — bob

To send the request, re-run [this run](https://github.com/acme/app/actions/runs/77).  
<sub>[run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });
  test('says when an exhausted quota ends', () => {
    expect(ended(OUTCOMES['quota exhausted until'])).toMatchInlineSnapshot(`
"**🚦 Quota of the service used up** · no job was created
> Explain the new \`--json\` flag — bob

After 2026-03-02 12:42 UTC, remove the label \`docs\` and set it again.  
A maintainer can see what to change in the [run](https://github.com/acme/app/actions/runs/77).  "
`);
  });
  test('says that the quota is exhausted', () => {
    expect(ended(OUTCOMES['quota exhausted'])).toMatchInlineSnapshot(`
"**🚦 Quota of the service used up** · no job was created
> Explain the new \`--json\` flag — bob

Later, remove the label \`docs\` and set it again.  
<sub>[run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });
  test('says that the quota of the analytics is exhausted', () => {
    expect(ended(OUTCOMES['quota of the analytics exhausted until'])).toMatchInlineSnapshot(`
"**🚦 Analytics quota used up** · no job was created
> Explain the new \`--json\` flag — bob

After 2026-03-02 12:42 UTC, remove the label \`docs\` and set it again.  
A maintainer can see what to change in the [run](https://github.com/acme/app/actions/runs/77).  "
`);
  });
  test('says that a job may have been created', () => {
    expect(ended(OUTCOMES.unconfirmed)).toMatchInlineSnapshot(`
"**❓ Unconfirmed** · the service may have accepted the request, so the job may exist
> Explain the new \`--json\` flag — bob

The service answered 502: “Bad gateway”. A re-run does not send the request again, to avoid a second job. To start one anyway, remove the label \`docs\` and set it again.  
<sub>[run](https://github.com/acme/app/actions/runs/77)</sub>"
`);
  });
  test('names the job of a failed wait', () => {
    expect(ended(OUTCOMES['error with a job'])).toMatchInlineSnapshot(`
"**⛔ Service error (502)** · the result of the job is unknown
> Explain the new \`--json\` flag — bob

The service answered 502: “Bad gateway”.  
If the job opens a pull request, it appears in the documentation repository.  
A maintainer can see what to change in the [run](https://github.com/acme/app/actions/runs/77).  
<sub>Job \`j_8fk2\`</sub>"
`);
  });
  test('quotes the error of the service', () => {
    expect(ended(OUTCOMES.error)).toMatchInlineSnapshot(`
"**⛔ Service error (502)** · no job was created
> Explain the new \`--json\` flag — bob

The service answered 502: “Bad gateway”.  
A maintainer can see what to change in the [run](https://github.com/acme/app/actions/runs/77).  "
`);
  });
});
