import { expect } from '@jest/globals';
import { finishJobs } from '../../support/kill-points.ts';
import { createScene, killWhilePolling, type Scene, startPolling } from '../../support/scene.ts';
import { exactly, testWith } from '../../support/scene-test.ts';
import { LINK, mentions, silentSweep, sweep, sweptBy, verdictsOf } from '../../support/sweep.ts';

/** Seconds. */
const TIMEOUT = 6;
const WATCHED = { inputs: { timeout: `${TIMEOUT}s` } };
const LONG = { job: { seconds: 1000, link: LINK } };

const test = testWith(LONG);

async function expectReportedBySweep(scene: Scene): Promise<void> {
  const before = await scene.comments();
  finishJobs(scene);
  const result = await sweep(scene);
  expect(sweptBy(result)).toEqual([
    {
      jobId: scene.service.jobs[0]?.id,
      issueNumber: 1,
      commentUrl: before[0]?.url,
      verdict: 'pull-request',
    },
  ]);
  const bodies = (await scene.comments()).map(({ body }) => body);
  const [comment, mention] = exactly(2, bodies);
  expect(comment).toContain('**✅ Pull request ready: [acme/docs#412]');
  expect(comment).toContain('\n> Explain the new');
  expect(mention).toContain('@alice ✅');
}

test('a sweep says once, after the lease of a killed run, that its job is still running', async (scene) => {
  await killWhilePolling(scene, WATCHED);
  expect((await scene.comments())[0]?.body).toContain('Working on it');
  expect(await silentSweep(scene)).toEqual(['active']);

  await scene.clock.pass((TIMEOUT + 1) * 1_000);
  expect(verdictsOf(await sweep(scene))).toEqual(['timed-out']);
  const [comment, ...others] = (await scene.comments()).map(({ body }) => body);
  expect(comment).toMatch(
    /^\*\*⌛ Timed out\*\* · the job was still running at \d\d:\d\d UTC\n> Explain the new/,
  );
  expect(comment).toMatch(/^To wait again, re-run \[this run\]/m);
  expect(others).toEqual([]); // an active job causes no mention

  expect(await silentSweep(scene)).toEqual(['active']);
  await expectReportedBySweep(scene);
});

test('a sweep reports the request of a run that was killed during its create as unconfirmed, once and after its lease', async () => {
  await using scene = await createScene({ faults: [{ operation: 'create', kind: 'hang' }] });
  const step = scene.start(WATCHED);
  await scene.until('it was sent', () => scene.sent('create') > 0);
  step.kill('SIGKILL');
  await step.result;
  expect(await silentSweep(scene)).toEqual(['active']);

  await scene.clock.pass((TIMEOUT + 1) * 1_000);
  const asked = scene.service.requests.length;
  expect(verdictsOf(await sweep(scene))).toEqual(['unconfirmed']);
  const [comment] = await scene.comments();
  expect(comment?.body).toContain('**❓ Unconfirmed** · the service may have accepted the request');
  expect(comment?.body).toContain('remove the label and set it again');
  expect(await mentions(scene)).toHaveLength(1);
  expect(scene.service.requests).toHaveLength(asked); // there is no job to ask for

  expect(await silentSweep(scene)).toEqual([]);
});

test('a sweep leaves an active job to the run that waits for it, and may report its end first', async (scene) => {
  const step = await startPolling(scene, { inputs: { timeout: '40s' } });
  expect(await silentSweep(scene)).toEqual(['active']);
  finishJobs(scene);
  await sweep(scene);
  const result = await step.result;
  expect(result.outputs).toMatchObject({ verdict: 'pull-request', prLink: LINK });
  const [comment, ...others] = (await scene.comments()).map(({ body }) => body);
  expect(comment).toContain('Pull request ready');
  expect(others.length).toBeLessThanOrEqual(1);
  expect(verdictsOf(await sweep(scene))).toEqual([]);
});
