import { expect } from '@jest/globals';
import { stopAt } from '../../../sandbox/stop.ts';
import { countOpenings } from '../../support/comment-consistency.ts';
import { onGitHub, onService, respond } from '../../support/faults.ts';
import { PULL_COMMENT } from '../../support/kill-points.ts';
import { type Scene, shown, warnings } from '../../support/scene.ts';
import { testWith } from '../../support/scene-test.ts';
import {
  accountOf,
  bodyOf,
  ENDED,
  edits,
  mentions,
  type Planted,
  plant,
  plantThree,
  silentSweep,
  startSweep,
  sweep,
  verdictsOf,
  writtenDuring,
} from '../../support/sweep.ts';

const test = testWith(ENDED);

test('HTML for one job leaves it to the next sweep, and others are reported', async (scene) => {
  const [first, second, third] = await plantThree(scene);
  onService(scene, 'get', respond(200, '<h1>Welcome</h1>'), { skip: 1, times: 1 });
  const result = await sweep(scene);
  expect(result.exitCode).toBe(0);
  expect(verdictsOf(result)).toEqual(['pull-request', 'left', 'pull-request']);
  expect(await bodyOf(scene, second)).toBe(second.body);
  for (const reported of [first, third])
    expect(await bodyOf(scene, reported)).toContain('Pull request ready');
  expect(await shown(scene, result)).not.toContain('Welcome');

  expect(verdictsOf(await sweep(scene))).toEqual(['pull-request']);
  expect(await bodyOf(scene, second)).toContain('Pull request ready');
  expect(await mentions(scene)).toHaveLength(3);
});

test('a 404 for one job leaves it to each sweep until the service knows it again, and others are reported', async (scene) => {
  const marker = { requester: await accountOf(scene, 'alice') };
  const [first, gone, third] = [
    await plant(scene),
    await plant(scene, { marker }),
    await plant(scene),
  ];
  await scene.clock.pass(60_000);
  onService(scene, 'get', 404, { skip: 1, times: 1 });
  expect(verdictsOf(await sweep(scene))).toEqual(['pull-request', 'left', 'pull-request']);
  expect(scene.sent('get')).toBe(3);
  for (const reported of [first, third])
    expect(await bodyOf(scene, reported)).toContain('Pull request ready');
  onService(scene, 'get', 404, { times: 1 });
  expect(await silentSweep(scene)).toEqual(['left']);
  expect(await bodyOf(scene, gone)).toBe(gone.body);

  expect(verdictsOf(await sweep(scene))).toEqual(['pull-request']);
  expect(await mentions(scene)).toEqual([expect.stringMatching(/^@alice ✅ Pull request ready: /)]);
});

test('a 404 for the job of a young request changes nothing', async (scene) => {
  const young = await plant(scene, { jobId: 'job_unknown' });
  expect(await silentSweep(scene)).toEqual(['active']);
  expect(await bodyOf(scene, young)).toBe(young.body);
});

test('a 401 for every job is an error that names `api-key`, and nothing is written', async (scene) => {
  await plantThree(scene);
  onService(scene, 'get', 401);
  const writes = await writtenDuring(scene, async () => {
    const result = await sweep(scene);
    expect(result.outputs.verdict).toBe('error');
    const [error] = result.annotations.filter(({ level }) => level === 'error');
    expect(error?.message).toContain('401');
    expect(error?.message).toContain('api-key');
  });
  expect(writes).toEqual([]);
});

test.each([
  { what: 'without a Retry-After', after: {} },
  { what: 'with a Retry-After within the timeout', after: { 'retry-after': '2' } },
  { what: 'with a Retry-After beyond the timeout', after: { 'retry-after': '3600' } },
])('a 429 $what leaves that job and all later ones to the next sweep', async (scene, { after }) => {
  await plantThree(scene);
  onService(scene, 'get', respond(429, '', after), { skip: 1, times: 1 });
  const result = await sweep(scene);
  expect(result).toMatchObject({ exitCode: 0 });
  expect(verdictsOf(result)).toEqual(['pull-request', 'left', 'left']);
  expect(warnings(result).join()).toContain('2 left for the next sweep');
  expect(scene.sent('get')).toBe(2); // the service asked for patience with all of them
  expect(verdictsOf(await sweep(scene))).toEqual(['pull-request', 'pull-request']);
});

test('the end of a job without a link is believed 30 s after its request, and each sweep reads the job once', {
  job: { pullRequest: false },
}, async (scene) => {
  const planted = await plantThree(scene);
  expect(await silentSweep(scene)).toEqual(['active', 'active', 'active']);
  expect(scene.sent('get')).toBe(3);

  await scene.clock.pass(31_000);
  expect(verdictsOf(await sweep(scene))).toEqual(['no-changes', 'no-changes', 'no-changes']);
  expect(scene.sent('get')).toBe(6);
  for (const each of planted)
    expect(await bodyOf(scene, each)).toContain(
      '**➖ No pull request** · the job completed without one',
    );
});

const UPDATE = 'PATCH /issues/comments/[0-9]+$';

/** One after the other, so that the oldest is the first. */
async function plantMany(scene: Scene, count: number): Promise<Planted[]> {
  const planted: Planted[] = [];
  for (let made = 0; made < count; made++) planted.push(await plant(scene));
  return planted;
}

async function expectReported(
  scene: Scene,
  planted: readonly Planted[],
  reported: number,
): Promise<void> {
  for (const [at, each] of planted.entries()) {
    const body = await bodyOf(scene, each);
    if (at < reported) expect(body).toContain('Pull request ready');
    else expect(body).toBe(each.body);
  }
}

test('a sweep with a short timeout reports the oldest jobs and leaves the others to the next sweep', async (scene) => {
  const planted = await plantMany(scene, 8);
  const result = await sweep(scene, { timeout: '4s' });
  expect(result).toMatchObject({ exitCode: 0, duration: 4_000, outputs: { verdict: 'swept' } });
  // Writes are one second apart.
  expect(verdictsOf(result)).toEqual([...Array(5).fill('pull-request'), ...Array(3).fill('left')]);
  const words = '0 open, 5 ended, 3 left for the next sweep';
  expect(warnings(result)).toEqual([expect.stringContaining(words)]);
  expect(result.summary).toContain(words);
  await expectReported(scene, planted, 5);

  const next = await sweep(scene);
  expect(verdictsOf(next)).toEqual(Array(3).fill('pull-request'));
  expect(next.duration).toBe(2_000);
  await expectReported(scene, planted, 8);
});

test('a status request without an answer costs 10 s and leaves only its own job to the next sweep', async (scene) => {
  await plantMany(scene, 3);
  onService(scene, 'get', { kind: 'hang' }, { times: 1 });
  const result = await sweep(scene);
  expect(verdictsOf(result)).toEqual(['left', 'pull-request', 'pull-request']);
  expect(result.duration).toBe(11_000);
});

test('a sweep stops with 200 requests left of the rate limit of GitHub', async (scene) => {
  const planted = await plantMany(scene, 5);
  scene.github.rateLimit.remaining = 205; // the list takes one, each report two: a read and an edit
  const writes = await writtenDuring(scene, async () => {
    const result = await sweep(scene);
    expect(result.outputs.verdict).toBe('swept');
    expect(verdictsOf(result)).toEqual([
      'pull-request',
      'pull-request',
      'pull-request',
      'left',
      'left',
    ]);
    expect(warnings(result).join()).toContain('2 left for the next sweep');
  });
  expect(edits(writes)).toHaveLength(3);
  expect(scene.sent('get')).toBe(3);
  await expectReported(scene, planted, 3);
});

test('a sweep without any request left of the rate limit is an error that names it', async (scene) => {
  const planted = await plant(scene);
  scene.github.rateLimit.remaining = 0;
  const result = await sweep(scene);
  expect(result.outputs.verdict).toBe('error');
  expect(result.log).toContain('rate limit');
  scene.github.rateLimit.remaining = 5_000;
  expect(await bodyOf(scene, planted)).toBe(planted.body);
});

const SECONDARY =
  '{"message":"You have exceeded a secondary rate limit. Please wait a few minutes before you try again."}';

test('a sweep stops writing at a secondary rate limit', async (scene) => {
  await plantMany(scene, 3);
  onGitHub(scene, UPDATE, respond(403, SECONDARY));
  const writes = await writtenDuring(scene, async () => {
    const result = await sweep(scene);
    expect(result.exitCode).toBe(0);
    expect(verdictsOf(result)).toEqual(['left', 'left', 'left']);
    expect(warnings(result).join()).toContain('rate limit');
  });
  expect(writes).toHaveLength(1);
});

test('a sweep without permission to read comments is an error that names it, before any request to the service', async (scene) => {
  await plant(scene);
  onGitHub(
    scene,
    'GET /issues/comments\\?',
    respond(403, '{"message":"Resource not accessible by integration"}'),
  );
  const result = await sweep(scene);
  expect(result.outputs.verdict).toBe('error');
  expect(result.log).toContain('issues: write');
  expect(scene.sent('get')).toBe(0);
});

test('a cancelled sweep ends at once and names in its outputs which jobs it reported and which it left', async (scene) => {
  await plantMany(scene, 3);
  onService(scene, 'get', { kind: 'hang' }, { skip: 1 });
  const step = startSweep(scene);
  await scene.until('the second job was asked for', () => scene.sent('get') > 1);
  const cancelled = scene.clock.elapsed();
  step.kill('SIGTERM');
  const result = await step.result;
  expect(scene.clock.elapsed()).toBe(cancelled);
  expect(result.signal).toBe(null);
  expect(verdictsOf(result)).toEqual(['pull-request', 'left', 'left']);
});

test('a sweep that is cancelled while it comments on a pull request leaves that job to the next sweep', async (scene) => {
  scene.service.script({ seconds: 1_000, link: null });
  const { outputs } = await scene.run({ inputs: { wait: 'false' } });
  scene.service.script({ seconds: 0 }, outputs.jobId);
  const { reached } = stopAt(scene, { ...PULL_COMMENT, when: 'before' });
  const step = startSweep(scene);
  await reached;
  step.kill('SIGTERM');
  expect(verdictsOf(await step.result)).toEqual(['left']);
  expect(await countOpenings(scene)).toBe(0);
  expect(verdictsOf(await sweep(scene))).toEqual(['pull-request']);
  expect(await countOpenings(scene)).toBe(1);
});

test('a sweep warns once if GitHub refuses the edit', async (scene) => {
  await plantMany(scene, 2);
  onGitHub(scene, UPDATE, 403);
  for (const _ of [1, 2]) {
    const result = await sweep(scene);
    expect(result.outputs.verdict).toBe('swept');
    expect(result.log.match(/could not be written/g)).toHaveLength(1);
  }
});

test('two sweeps comment on the agent’s pull request once, although a rate limit holds up the reads of one', async (scene) => {
  scene.service.script({ seconds: 5, link: null });
  await scene.run({ inputs: { wait: 'false' } });
  await scene.clock.pass(600_000);
  onGitHub(scene, 'GET /pulls/2$', respond(429, '', { 'retry-after': '30' }), { times: 1 });
  const first = startSweep(scene);
  await scene.clock.pass(5_000);
  await Promise.all([first.result, sweep(scene)]);
  expect(await countOpenings(scene)).toBe(1);
});
