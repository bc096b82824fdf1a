import { describe, expect } from '@jest/globals';
import type { JobScript } from '../../../sandbox/service/job-script.ts';
import type { ServiceFault as Fault } from '../../../sandbox/service/service.ts';
import { answer, botComments, command, start } from '../../support/conversation.ts';
import { alice, EDITS, pushIn } from '../../support/events.ts';
import { createScene, type Scene } from '../../support/scene.ts';
import { test } from '../../support/scene-test.ts';

/** What a reader of the thread, who may not be able to change the workflow, learns from the status comment. */

const proseIn = async (scene: Scene): Promise<string> => (await botComments(scene))[0]?.prose ?? '';
const smallPrintOf = (prose: string) => /<sub>(.*)<\/sub>/.exec(prose)?.[1];
const RUN = String.raw`\[run\]\(http[^)]*/actions/runs/\d+\)`;

describe('the status comment', () => {
  test('of a timeout says when the job was still running, and links the run that waits again', async () => {
    await using scene = await createScene({ job: { seconds: 1_000 } });
    const result = await answer(scene, scene.event, { inputs: { timeout: '2m' } });
    const [{ prose = '' } = {}] = await botComments(scene);
    expect(prose).toMatch(/^\*\*⌛ Timed out after [^*]+\*\* · the job was still running at \d\d:\d\d UTC\n/);
    expect(prose).toMatch(/^To wait again, re-run \[this run\]\(http[^)]*\/actions\/runs\/\d+\)\. *$/m);
    expect(`${prose}${result.log}${result.summary}`).not.toMatch(/A sweep, if|is still running|keeps running/);
    expect(smallPrintOf(prose)).toMatch(new RegExp(`^Job \`${result.outputs.jobId}\` · ${RUN}$`));
  });

  test('of a run that was cancelled says when the job was still running', async () => {
    await using scene = await createScene({ job: { seconds: 1_000 } });
    const step = start(scene, scene.event, { inputs: { timeout: '5m' } });
    await scene.until('the first poll', () => scene.sent('get') > 0);
    step.kill('SIGTERM');
    await step.result;
    expect(await proseIn(scene)).toMatch(/^\*\*⏹️ Cancelled\*\* · the job was still running at \d\d:\d\d UTC\n/);
  });

  test.each<{ what: string; fault: Fault; head: string }>([
    {
      what: 'a rejected key',
      fault: { operation: 'create', kind: 'answer', status: 401 },
      head: '**⛔ API key rejected (401)** · no job was created',
    },
    {
      what: 'a wrong address',
      fault: { operation: 'create', kind: 'answer', status: 404, body: '<!doctype html>' },
      head: '**⛔ A website answered, not the API (404)** · no job was created',
    },
  ])('of $what names no setting, which log and summary do', async ({ fault, head }) => {
    await using scene = await createScene({ faults: [fault] });
    const result = await answer(scene, scene.event, {});
    const prose = await proseIn(scene);
    expect(prose.split('\n')[0]).toBe(head);
    expect(prose).toMatch(new RegExp(`^A maintainer can see what to change in the ${RUN}\\. *$`, 'm'));
    expect(prose).not.toMatch(/base-url|api-key|project-id|secret/);
    for (const text of [result.log, result.summary]) expect(text).toContain('`base-url`');
  });

  test.each<{ what: string; job: Partial<JobScript>; word: string }>([
    { what: 'a pull request', job: {}, word: 'pull-request' },
    { what: 'a job without one', job: { pullRequest: false }, word: 'no-changes' },
    { what: 'a failed job', job: { end: 'failed' }, word: 'failed' },
  ])('of $what has job and run in its small print, and no code word', async ({ job, word }) => {
    await using scene = await createScene({ job });
    const { outputs, summary } = await answer(scene, scene.event, {});
    expect(outputs.verdict).toBe(word);
    expect(smallPrintOf(await proseIn(scene))).toMatch(new RegExp(`^Job \`${outputs.jobId}\` · ${RUN}$`));
    expect(summary).toContain(`| Verdict | \`${word}\` |`);
  });
});

describe('the way on', () => {
  test('after a quota is to repeat the comment, which was not sent', async () => {
    const limit: Fault = { operation: 'create', kind: 'answer', status: 429, headers: { 'retry-after': '7200' } };
    await using scene = await createScene({ faults: [limit] });
    const result = await command(scene, '/docs Add a jq example', {});
    const prose = await proseIn(scene);
    expect(prose).toMatch(/^After [\d-]+ \d\d:\d\d UTC, repeat the comment\. *$/m);
    expect(prose).not.toContain('timeout');
    expect(result.summary).toContain('With a longer `timeout`');
  });

  test('to changes is a comment, also in the thread of a push', async (scene) => {
    await alice(scene).commit(EDITS, 'Print one object per line');
    const inputs = { prompt: 'Weekly.', 'issue-number': String(scene.issue.number) };
    await answer(scene, await pushIn(scene), { inputs });
    expect(await proseIn(scene)).toContain('To request changes, comment `/docs <what to change>` in this thread.');
  });
});
