import { describe, expect } from '@jest/globals';
import type { FaultForm } from '../../../sandbox/http/faults.ts';
import type { JobScript } from '../../../sandbox/service/job-script.ts';
import { answer, botComments, command } from '../../support/conversation.ts';
import {
  alice,
  as,
  askedGitHub,
  EDITS,
  openPull,
  pushIn,
  say,
  type Way,
} from '../../support/events.ts';
import { expectNothingAsked } from '../../support/expectations.ts';
import { onService, respond } from '../../support/faults.ts';
import { createScene, type Scene } from '../../support/scene.ts';
import { exactly, test } from '../../support/scene-test.ts';

/**
 * What a reader of the thread, who may not be able to change the workflow, learns from the status
 * comment.
 */
const proseIn = async (scene: Scene): Promise<string> =>
  exactly(1, await botComments(scene))[0]?.prose ?? '';
const RUN = String.raw`\[run\]\(http[^)]*/actions/runs/\d+\)`;
const smallPrint = (jobId = 'none') =>
  expect.stringMatching(new RegExp(`<sub>Job \`${jobId}\` · ${RUN}</sub>`));

interface Ending {
  readonly what: string;
  readonly job: Partial<JobScript>;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly outputs: { readonly verdict: string; readonly status: string };
  readonly exitCode: number;
  readonly says: string;
}

describe('a job', () => {
  test.each<Ending>([
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
      outputs: { verdict: 'no-changes', status: 'completed' },
      exitCode: 0,
      says: 'No pull request',
    },
  ])('$what, and its verdict is in log, summary, output and comment', async (scene, row) => {
    const result = await scene.run({ inputs: { ...row.inputs } });
    const prose = await proseIn(scene);
    expect(result).toMatchObject({ exitCode: row.exitCode, outputs: row.outputs });
    for (const place of [result.summary, result.outputs.summary, prose])
      expect(place).toContain(row.says);
    expect(result.log).toMatch(new RegExp(`^(error: )?\\S+ ${row.outputs.verdict}: `, 'm'));
    expect(result.summary).toContain(`| Verdict | \`${row.outputs.verdict}\` |`);
    expect(prose).not.toContain('Working on it');
    expect(prose).toEqual(smallPrint(result.outputs.jobId));
    expect(scene.sent('create')).toBe(1);
  });

  test('that is active at the timeout keeps running, and log, summary, output and comment name it', async (scene) => {
    scene.service.script({ seconds: 60 });
    const result = await scene.run({ inputs: { timeout: '4s' } });
    const prose = await proseIn(scene);
    const { jobId } = result.outputs;
    expect(jobId).toBe(scene.service.jobs[0]?.id);
    expect(result.outputs).toMatchObject({ verdict: 'timed-out', status: 'active', prLink: '' });
    // The last poll comes 0.5 s before the end of the wait, which leaves 0.3 s for the report.
    expect(result.duration).toBe(3_200);
    for (const place of [result.log, result.summary, result.outputs.job, prose])
      expect(place).toContain(jobId);
    for (const place of [result.log, result.summary, prose]) {
      expect(place).toMatch(
        /Timed out after 3 s(\*\*)? · the job was still running at \d\d:\d\d UTC/,
      );
      expect(place).not.toMatch(/A sweep, if|is still running|keeps running/);
    }
    expect(prose).toMatch(
      /^To wait again, re-run \[this run\]\(http[^)]*\/actions\/runs\/\d+\)\. *$/m,
    );
    expect(prose).toEqual(smallPrint(jobId));
  });
});

describe('an event that is no request', () => {
  test.each<Way & { readonly says: string }>([
    {
      what: 'an edited comment',
      make: async (scene) => as(await say(scene, '/docs x'), { action: 'edited' }),
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
  ])('is skipped without any request, even with a prompt: $what', async (scene, { make, says }) => {
    const event = await make(scene);
    const result = await scene.run({ event, inputs: { prompt: 'Even so.' } });
    expect(result.outputs).toMatchObject({ verdict: 'skipped', jobId: '', commentUrl: '' });
    expect(result.annotations).toEqual([
      { level: 'notice', message: expect.stringContaining('is not a request; ') },
    ]);
    expect(result.log).toContain(says);
    expectNothingAsked(scene);
  });

  test('is any label but the one that `trigger-label` names, in any case', {
    label: 'agent',
  }, async (scene) => {
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
  const throttle = (retryAfter?: string) =>
    respond(
      429,
      '{"error":"quota"}',
      retryAfter === undefined ? {} : { 'retry-after': retryAfter },
    );

  test.each([
    { what: 'seconds', retryAfter: () => '4', pause: 4_000 },
    // The create comes 2 s after the start.
    {
      what: 'a date',
      retryAfter: (now: number) => new Date(now + 10_000).toUTCString(),
      pause: 8_000,
    },
  ])('that delays a create is waited out, given as $what', async (scene, { retryAfter, pause }) => {
    onService(scene, 'create', throttle(retryAfter(scene.clock.now())), { times: 1 });
    const result = await scene.run({ inputs: { timeout: '30s' } });
    expect(result.outputs.verdict).toBe('pull-request');
    const asked = scene.service.requests.map(({ at }) => at);
    const [first = 0, second = 0] = exactly(2, asked);
    expect(second - first).toBe(pause);
    expect(result.log).toContain(
      `The quota of the service is used up (429). Trying again in ${pause / 1_000} s`,
    );
    expect(scene.service.jobs).toHaveLength(1);
  });

  test('that outlasts the timeout ends the run at once, and says when to try again', async (scene) => {
    onService(scene, 'create', throttle('3600'));
    const result = await scene.run();
    const [own] = exactly(1, await scene.comments());
    expect(result.outputs).toMatchObject({ verdict: 'quota-exhausted', jobId: '' });
    expect(result.duration).toBe(CLAIM);
    expect(scene.sent('create')).toBe(1);
    for (const place of [result.log, result.summary, result.outputs.summary, own?.body]) {
      expect(place).toContain(
        'After 2026-03-02 13:00 UTC, remove the label `docs` and set it again.',
      );
    }
  });

  test('without an end is retried with pauses until the timeout', async (scene) => {
    onService(scene, 'create', throttle());
    const result = await scene.run({ inputs: { timeout: '8s' } });
    expect(result.outputs.verdict).toBe('quota-exhausted');
    // After the first pause of 2 to 2.5 s, one of 4 to 5 s would end after the timeout.
    expect(scene.sent('create')).toBe(2);
    expect(scene.service.requests.at(-1)?.at).toBe(scene.clock.now());
    expect(scene.service.jobs).toEqual([]);
  });

  test('that delays a poll is waited out', { job: { seconds: 1 } }, async (scene) => {
    onService(scene, 'get', throttle('3'), { times: 1 });
    const result = await scene.run({ inputs: { timeout: '15s' } });
    expect(result.outputs.verdict).toBe('pull-request');
    const [, first = 0, second = 0] = scene.service.requests.map(({ at }) => at);
    expect(second - first).toBe(3_000);
    expect(scene.sent('create')).toBe(1);
  });
});

test('the outputs name a pull request in another repository, where the action only reads what that changes', async () => {
  await using scene = await createScene({ agentRepository: 'manual' });
  const { outputs } = await scene.run();
  expect(outputs).toMatchObject({
    verdict: 'pull-request',
    prLink: `${scene.github.url}/acme/manual/pull/1`,
    prNumber: '1',
    prRepository: 'acme/manual',
  });
  expect(outputs.message).toContain(`Pull request ready: ${outputs.prLink} (`);
  expect(askedGitHub(scene).filter((request) => request.includes('manual'))).toEqual([
    'GET /repos/acme/manual/pulls/1',
    'GET /repos/acme/manual/pulls/1/files?per_page=5',
  ]);
});

const OTHER_LINKS = ['https://github.com/acme/docs/pull/2', 'javascript:alert(1)'];
test.each(OTHER_LINKS)(
  'the outputs name no pull request if the link is %s',
  async (scene, link) => {
    scene.service.script({ link });
    const { outputs } = await scene.run();
    expect(outputs).toMatchObject({ verdict: 'pull-request', prNumber: '', prRepository: '' });
    const ready = ['Pull request ready', outputs.prLink].filter(Boolean).join(': ');
    expect(outputs.message).toContain(`${ready} (`);
  },
);

test.each<{ what: string; fault: FaultForm; head: string }>([
  { what: 'a rejected key', fault: respond(401), head: 'API key rejected (401)' },
  {
    what: 'a wrong address',
    fault: respond(404, '<!doctype html>'),
    head: 'A website answered, not the API (404)',
  },
])(
  'the status comment of $what names no setting, which log and summary do',
  async (scene, { fault, head }) => {
    onService(scene, 'create', fault);
    const result = await answer(scene, scene.event);
    const prose = await proseIn(scene);
    expect(prose.split('\n')[0]).toBe(`**⛔ ${head}** · no job was created`);
    expect(prose).toMatch(
      new RegExp(`^A maintainer can see what to change in the ${RUN}\\. *$`, 'm'),
    );
    expect(prose).not.toMatch(/base-url|api-key|project-id|secret/);
    for (const text of [result.log, result.summary]) expect(text).toContain('`base-url`');
  },
);

describe('what to do next', () => {
  test('after a quota is to repeat the comment, which was not sent', async (scene) => {
    onService(scene, 'create', respond(429, '', { 'retry-after': '7200' }));
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
    expect(await proseIn(scene)).toContain(
      'To request changes, comment `/docs <what to change>` in this thread.',
    );
  });
});
