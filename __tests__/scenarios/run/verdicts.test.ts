import { describe, expect } from '@jest/globals';
import type { JobScript } from '../../../sandbox/service/job-script.ts';
import type { ServiceFault as Fault } from '../../../sandbox/service/service.ts';
import { answer, botComments, command, start } from '../../support/conversation.ts';
import { alice, as, askedGitHub, comment, EDITS, openPull, pushIn, type Way } from '../../support/events.ts';
import { createScene, type Scene } from '../../support/scene.ts';
import { exactly, test } from '../../support/scene-test.ts';

describe('a job', () => {
  test.each<{
    what: string;
    job: Partial<JobScript>;
    inputs?: Readonly<Record<string, string>>;
    outputs: { readonly verdict: string; readonly status: string };
    exitCode: number;
    says: string;
  }>([
    {
      what: 'that failed fails the step',
      job: { end: 'failed' },
      outputs: { verdict: 'failed', status: 'failed' },
      exitCode: 1,
      says: 'Job failed',
    },
    {
      what: 'that was archived fails the step where `fail-on` says so',
      job: { end: 'archived', pullRequest: false },
      inputs: { 'fail-on': 'archived' },
      outputs: { verdict: 'archived', status: 'archived' },
      exitCode: 1,
      says: 'Job archived',
    },
    {
      what: 'that was archived with a pull request passes the step',
      job: { end: 'archived' },
      outputs: { verdict: 'pull-request', status: 'archived' },
      exitCode: 0,
      says: 'Pull request ready',
    },
    {
      what: 'that completed without an edit passes the step',
      job: { pullRequest: false },
      inputs: { timeout: '5s' },
      outputs: { verdict: 'no-changes', status: 'completed' },
      exitCode: 0,
      says: 'No pull request',
    },
  ])('$what, and its verdict is in log, summary, output and comment', async (row) => {
    await using scene = await createScene({ job: { seconds: 1, ...row.job } });
    const result = await scene.run({ inputs: { ...row.inputs } });
    const [own] = exactly(1, await scene.comments());
    expect(result).toMatchObject({ exitCode: row.exitCode, outputs: row.outputs });
    for (const place of [result.summary, result.outputs.summary, own?.body]) {
      expect(place).toContain(row.says);
    }
    expect(result.log).toMatch(new RegExp(`^(error: )?\\S+ ${row.outputs.verdict}: `, 'm'));
    expect(result.summary).toContain(`| Verdict | \`${row.outputs.verdict}\` |`);
    expect(own?.body).not.toContain('Working on it');
    expect(scene.sent('create')).toBe(1);
  });

  test('that is active at the timeout keeps running, and log, summary, output and comment name it', async () => {
    await using scene = await createScene({ job: { seconds: 60 } });
    const result = await scene.run({ inputs: { timeout: '4s' } });
    const [own] = exactly(1, await scene.comments());
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'timed-out', status: 'active', prLink: '' } });
    // The last poll comes 0.5 s before the end of the wait, which leaves 0.3 s for the report.
    expect(result.duration).toBe(3_200);
    const { jobId = 'none' } = result.outputs;
    expect(jobId).toBe(scene.service.jobs[0]?.id);
    for (const place of [result.log, result.summary, result.outputs.job, own?.body]) expect(place).toContain(jobId);
    for (const place of [result.log, result.summary, own?.body])
      expect(place).toMatch(/Timed out after 3 s(\*\*)? · the job was still running at \d\d:\d\d UTC/);
  });
});

describe('an event that is no request', () => {
  test.each<Way & { readonly says: string }>([
    {
      what: 'an edited comment',
      make: async (scene) => as(await comment(scene, scene.issue.number, '/docs x'), { action: 'edited' }),
      says: 'edited',
    },
    {
      what: 'new commits of a pull request',
      make: async (scene) => {
        const { alice } = await openPull(scene);
        await alice.commit({ 'docs/flag.md': 'More.\n' }, 'Say more', { branch: 'feature' });
        return scene.github.events.waitFor('pull_request', 'synchronize');
      },
      says: 'with `pull-request: reuse` new commits',
    },
  ])('is skipped without any request, even with a prompt: $what', async ({ make, says }) => {
    await using scene = await createScene();
    const event = await make(scene);
    const result = await scene.run({ event, inputs: { prompt: 'Even so.' } });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'skipped', jobId: '', commentUrl: '' } });
    expect(result.annotations).toEqual([{ level: 'notice', message: expect.stringContaining('is not a request; ') }]);
    expect(result.log).toContain(says);
    expect([...scene.service.requests, ...askedGitHub(scene)]).toEqual([]);
  });

  test('is any label but the one that `trigger-label` names, in any case', { label: 'agent' }, async (scene) => {
    const skipped = await scene.run();
    expect(skipped.outputs.verdict).toBe('skipped');
    expect(scene.service.requests).toEqual([]);
    const taken = await scene.run({ inputs: { 'trigger-label': 'Agent' } });
    expect(taken.outputs.verdict).toBe('pull-request');
  });
});

describe('a quota', () => {
  /** The pause before a create, after which the run reads the thread again. */
  const CLAIM = 2_000;
  const throttle = (retryAfter?: string, operation: Fault['operation'] = 'create'): Fault => ({
    operation,
    kind: 'answer',
    status: 429,
    body: '{"error":"quota"}',
    headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  });

  test.each([
    { what: 'seconds', retryAfter: () => '4', pause: 4_000 },
    // The create comes 2 s after the start.
    { what: 'a date', retryAfter: (now: number) => new Date(now + 10_000).toUTCString(), pause: 8_000 },
  ])('that delays a create is waited out exactly, with `Retry-After` as $what', async ({ retryAfter, pause }) => {
    await using scene = await createScene();
    scene.service.faults.add(throttle(retryAfter(scene.clock.now())));
    const result = await scene.run({ inputs: { timeout: '30s' } });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    const asked = scene.service.requests.map(({ at }) => at);
    const [first = 0, second = 0] = exactly(2, asked);
    expect(second - first).toBe(pause);
    expect(result.log).toContain(`The quota of the service is used up (429). Trying again in ${pause / 1_000} s`);
    expect(scene.service.jobs).toHaveLength(1);
  });

  test('that outlasts the timeout ends the run at once, and says when to try again', async () => {
    await using scene = await createScene({ faults: [throttle('3600')] });
    const result = await scene.run();
    const [own] = exactly(1, await scene.comments());
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'quota-exhausted', jobId: '' } });
    expect(result.duration).toBe(CLAIM);
    expect(scene.sent('create')).toBe(1);
    for (const place of [result.log, result.summary, result.outputs.summary, own?.body]) {
      expect(place).toContain('After 2026-03-02 13:00 UTC, remove the label `docs` and set it again.');
    }
  });

  test('without an end is retried with pauses until the timeout', async () => {
    await using scene = await createScene({ faults: [{ ...throttle(), times: Infinity }] });
    const result = await scene.run({ inputs: { timeout: '8s' } });
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'quota-exhausted' } });
    // After the first pause of 2 to 2.5 s, one of 4 to 5 s would end after the timeout.
    expect(scene.sent('create')).toBe(2);
    expect(scene.service.requests.at(-1)?.at).toBe(scene.clock.now());
    expect(scene.service.jobs).toEqual([]);
  });

  test('that delays a poll is waited out', { job: { seconds: 1 }, faults: [throttle('3', 'get')] }, async (scene) => {
    const result = await scene.run({ inputs: { timeout: '15s' } });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    const [, first = 0, second = 0] = scene.service.requests.map(({ at }) => at);
    expect(second - first).toBe(3_000);
    expect(scene.sent('create')).toBe(1);
  });
});

test('the outputs name a pull request in another repository, where the action reads and writes nothing', async () => {
  await using scene = await createScene({ agentRepository: 'manual' });
  const { outputs } = await scene.run();
  expect(outputs).toMatchObject({
    verdict: 'pull-request',
    prLink: `${scene.github.url}/acme/manual/pull/1`,
    prNumber: '1',
    prRepository: 'acme/manual',
  });
  expect(outputs.message).toContain(`Pull request ready: ${outputs.prLink} (`);
  expect(askedGitHub(scene).filter((request) => request.includes('manual'))).toEqual([]);
});

test.each(['https://github.com/acme/docs/pull/2', 'javascript:alert(1)'])(
  'the outputs name no pull request if the link is %s',
  async (link) => {
    await using scene = await createScene({ job: { link } });
    const { outputs } = await scene.run();
    expect(outputs).toMatchObject({ verdict: 'pull-request', prNumber: '', prRepository: '' });
    const ready = ['Pull request ready', outputs.prLink].filter(Boolean).join(': ');
    expect(outputs.message).toContain(`${ready} (`);
  },
);

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
