import { describe, expect } from '@jest/globals';
import type { StepResult } from '../../../sandbox/runner/step.ts';

import { say, setNow } from '../../support/events.ts';
import { onGitHub, onService } from '../../support/faults.ts';
import type { Scene } from '../../support/scene.ts';
import { exactly, testWith } from '../../support/scene-test.ts';

const LONG = { job: { seconds: 3600 } };

const test = testWith(LONG);

const inputs = { timeout: '40s' };

const outputsOf = ({ outputs: { verdict, jobId, commentUrl } }: StepResult) => ({
  verdict,
  jobId,
  commentUrl,
});

/**
 * The first run reports the end of the only job, in the only comment; the others end at once, and
 * point there.
 */
async function expectOneJob(
  scene: Scene,
  first: StepResult,
  later: readonly StepResult[],
): Promise<void> {
  const [job, ...jobs] = scene.service.jobs;
  const [status, ...others] = await scene.comments();
  expect([jobs, others, scene.sent('create')]).toEqual([[], [], 1]);
  const reported = { jobId: job?.id, commentUrl: status?.url };
  expect(outputsOf(first)).toEqual({ verdict: 'pull-request', ...reported });
  for (const result of later) {
    expect(result.outputs).toMatchObject({
      verdict: 'skipped',
      prLink: '',
      commentUrl: status?.url,
    });
    expect(result.log).toMatch(/already requested; run 8 is working on it/);
  }
  expect(status?.body).toContain('Pull request ready');
}

/** Ends the only job. */
const endJob = ({ service }: Scene): void => service.script({ seconds: 0 }, service.jobs[0]?.id);

describe('two runs of the same event create one job', () => {
  test('and one is skipped, if they start at once and lists lag', async (scene) => {
    scene.github.lag.milliseconds = 2_500;
    const [one, two] = [8, 9].map((id) => scene.start({ run: { id }, inputs }));
    await scene.until('a job', () => scene.service.jobs.length > 0);
    endJob(scene);
    const results = [await one?.result, await two?.result].filter((result) => result !== undefined);
    const verdicts = results.map(({ outputs }) => outputs.verdict).sort();
    expect(verdicts).toEqual(['pull-request', 'skipped']);
    expect(scene.sent('create')).toBe(1);
    const [own, duplicate] = exactly(2, await scene.comments());
    expect(own?.body).toContain('Pull request ready');
    expect(duplicate?.body).toMatch(
      /^\*\*↪️ Duplicate\*\* · \[the first status comment\]\(\S+-1\) reports the result/,
    );
  });

  test('and the second one ends at once and writes nothing, if it starts while the first one waits', async (scene) => {
    const first = scene.start({ run: { id: 8 }, inputs });
    await scene.until('the first run says that it works', () => scene.commentWrites().length === 2);
    const before = scene.commentWrites().length;
    const second = await scene.run({ run: { id: 9 }, inputs });
    expect(second.duration).toBe(0);
    expect(second.outputs.jobId).toBe(scene.service.jobs[0]?.id);
    expect(scene.commentWrites()).toHaveLength(before);
    endJob(scene);
    await expectOneJob(scene, await first.result, [second]);
  });

  test('and the second one names no job, if it starts while the create is not answered', async (scene) => {
    onService(scene, 'create', { kind: 'delay', milliseconds: 4_000 });
    const first = scene.start({ run: { id: 8 }, inputs });
    await scene.until('the first run asks', () => scene.sent('create') === 1);
    const second = await scene.run({ run: { id: 9 }, inputs });
    expect(second.outputs.jobId).toBe('');
    await scene.until('a job', () => scene.service.jobs.length > 0);
    endJob(scene);
    await expectOneJob(scene, await first.result, [second]);
  });

  test('at most, and the second one is skipped, if the first one is killed during its create', async (scene) => {
    onService(scene, 'create', { kind: 'hang' });
    const first = scene.start({ run: { id: 8 }, inputs });
    await scene.until('the first run asks', () => scene.sent('create') === 1);
    first.kill('SIGKILL');
    await first.result;
    const second = await scene.run({ run: { id: 9 }, inputs });
    expect(second.outputs).toMatchObject({ verdict: 'skipped', jobId: '' });
    expect(second.log).toMatch(/If that run was lost, ask again after 12:00 UTC/);
    expect(scene.sent('create')).toBe(1);
  });
});

describe('a label that is set again', () => {
  test('while its run is alive is skipped; after the end it creates a new job, in a comment of its own', async (scene) => {
    const first = scene.start({ run: { id: 8 }, inputs });
    await scene.until('a job', () => scene.commentWrites().length === 2);
    const second = await scene.run({ run: { id: 9 }, inputs });
    endJob(scene);
    await expectOneJob(scene, await first.result, [second]);
    scene.service.script({ seconds: 0 });
    const last = await scene.run({ run: { id: 10 }, event: setNow(scene) });
    const [, comment] = exactly(2, await scene.comments());
    expect(last.outputs).toMatchObject({ verdict: 'pull-request', commentUrl: comment?.url });
    expect(scene.sent('create')).toBe(2);
  });

  test('adopts the status comment of a job that no run waits for', async (scene) => {
    await scene.run({ run: { id: 8 }, inputs: { wait: 'false' } });
    const second = scene.start({ run: { id: 9 }, inputs });
    await scene.until('it waits', () => scene.sent('get') > 0);
    endJob(scene);
    await expectOneJob(scene, await second.result, []);
  });

  test('and waits in its comment: the first run, run again, is skipped and names the one that waits', async (scene) => {
    await scene.run({ inputs: { wait: 'false' } });
    const waiting = scene.start({ run: { id: 9 }, inputs: { timeout: '10m' } });
    await scene.until('it waits', () =>
      scene.commentWrites().some(({ body }) => /Working on it.*runs\/9\)/.test(body)),
    );
    const again = await scene.run({ run: { attempt: 2 }, inputs: { wait: 'false' } });
    expect(again.outputs.verdict).toBe('skipped');
    expect(again.log).toContain('already requested; run 9 is working on it');
    endJob(scene);
    expect((await waiting.result).outputs.verdict).toBe('pull-request');
  });

  test('after the lease of a lost run adopts its comment, and reports the end with one mention', async (scene) => {
    const first = scene.start({ run: { id: 8 }, inputs });
    await scene.until('the first run says that it works', () => scene.commentWrites().length === 2);
    first.kill('SIGKILL');
    await first.result;
    await scene.clock.pass(41_000);
    endJob(scene);
    const second = await scene.run({ run: { id: 9 }, inputs: { ...inputs, notify: 'true' } });
    const [status, mention] = exactly(2, await scene.comments());
    expect(second).toMatchObject({ outputs: { verdict: 'pull-request', commentUrl: status?.url } });
    expect(mention?.body).toMatch(/^@alice ✅ Pull request ready/);
    expect(scene.sent('create')).toBe(1);
  });
});

test.each([
  { how: 'to two runs at once', body: '/docs explain the flag' },
  { how: 'with `new`', body: '/docs new explain the flag' },
])(
  'a command that is delivered twice $how creates one job, whose end a third run reports',
  async (scene, { body }) => {
    const event = await say(scene, body);
    const first = scene.start({ event, run: { id: 8 }, inputs });
    await scene.until('a job', () =>
      scene.commentWrites().some((write) => write.body.includes('Working on it')),
    );
    const second = await scene.run({ event, run: { id: 9 }, inputs });
    endJob(scene);
    const results = [await first.result, await scene.run({ event, run: { id: 10 } })];
    const statuses = (await scene.comments()).filter(({ author }) => author !== 'alice');
    const [status] = exactly(1, statuses);
    expect(second.outputs.verdict).toBe('skipped');
    for (const { outputs } of results)
      expect(outputs).toMatchObject({ verdict: 'pull-request', commentUrl: status?.url });
    expect([scene.sent('create'), scene.sent('follow-up')]).toEqual([1, 0]);
  },
);

test.each([{ lead: -3_600_000 }, { lead: 3_600_000 }])(
  'a lease counts by the clock of GitHub, which that of the runner is ahead of by $lead ms',
  async (scene) => {
    const event = await say(scene, '/docs explain the flag');
    const first = scene.start({ event, run: { id: 8 }, inputs });
    await scene.clock.pass(5_000);
    const second = await scene.run({ event, run: { id: 9 }, inputs });
    expect([second.outputs.verdict, scene.sent('create')]).toEqual(['skipped', 1]);
    first.kill('SIGKILL');
    await scene.clock.pass(45_000);
    endJob(scene);
    const third = await scene.run({ event, run: { id: 10 }, inputs });
    expect([third.outputs.verdict, scene.sent('create')]).toEqual(['pull-request', 1]);
  },
);

test.each([
  { what: 'the event again', event: async (scene: Scene) => scene.event, sent: [1, 0] },
  { what: 'a command on its job', event: (scene: Scene) => say(scene, '/docs more'), sent: [1, 1] },
])(
  'no second job is created if the list loses the earlier comment between two reads of $what',
  async (scene, row) => {
    scene.service.script({ seconds: 1 });
    await scene.run({ run: { id: 8 }, inputs: { timeout: '1m' } });
    const event = await row.event(scene);
    const [own] = scene.github.hub.repositories[0]?.comments ?? [];
    const hide = () =>
      void (own && Object.assign(own, { createdAt: scene.clock.now() + 86_400_000 }));
    onGitHub(
      scene,
      'GET /issues/1/comments\\?',
      { kind: 'delay', milliseconds: 1 },
      { times: 1, onStrike: hide },
    );
    await scene.run({ event, run: { id: 9 }, inputs: { timeout: '5m' } });
    expect([scene.sent('create'), scene.sent('follow-up')]).toEqual(row.sent);
  },
);
