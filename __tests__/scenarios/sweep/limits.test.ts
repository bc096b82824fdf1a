import { expect, test } from '@jest/globals';
import type { FaultForm } from '../../../sandbox/github/faults.ts';
import { askedGitHub } from '../../support/events.ts';
import { createScene, type Scene, warnings } from '../../support/scene.ts';
import {
  bodyOf,
  ENDED,
  edits,
  type Planted,
  plant,
  startSweep,
  sweep,
  verdictsOf,
  writtenDuring,
} from '../../support/sweep.ts';

const UPDATE = { method: 'PATCH', path: /\/issues\/comments\/\d+$/ };

/** One after the other, so that the oldest is the first. */
async function plantMany(scene: Scene, count: number): Promise<Planted[]> {
  const planted: Planted[] = [];
  for (let made = 0; made < count; made++) planted.push(await plant(scene));
  return planted;
}

async function expectTold(scene: Scene, planted: readonly Planted[], told: number): Promise<void> {
  for (const [at, each] of planted.entries()) {
    const body = await bodyOf(scene, each);
    if (at < told) expect(body).toContain('Pull request ready');
    else expect(body).toBe(each.body);
  }
}

test('a budget that is too short: the oldest are told, the rest is left, and the next sweep tells it', async () => {
  await using scene = await createScene(ENDED);
  const planted = await plantMany(scene, 8);
  const result = await sweep(scene, { timeout: '4s' });
  const verdicts = verdictsOf(result);
  const told = verdicts.indexOf('left');
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'swept' } });
  expect(told).toBeGreaterThan(0);
  expect(verdicts).toEqual([...Array(told).fill('pull-request'), ...Array(8 - told).fill('left')]);
  expect(warnings(result)).toEqual([
    expect.stringContaining(`${told} reported, 0 still active, ${8 - told} left for the next sweep`),
  ]);
  expect(result.summary).toContain(`${8 - told} left for the next sweep`);
  await expectTold(scene, planted, told);

  expect(verdictsOf(await sweep(scene))).toEqual(Array(8 - told).fill('pull-request'));
  await expectTold(scene, planted, 8);
});

test('a budget too short for a second look: it ends in time, and leaves the job of which that is needed', async () => {
  await using scene = await createScene({ job: { seconds: 0, pullRequest: false } });
  const planted = await plant(scene);
  const result = await sweep(scene, { timeout: '2s' });
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'swept' } });
  expect(result.duration).toBeLessThan(8_000); // the second look comes after ten seconds
  expect(verdictsOf(result)).toEqual(['left']);
  expect(scene.sent('get')).toBe(1);
  await expectTold(scene, [planted], 0);
  expect(verdictsOf(await sweep(scene))).toEqual(['no-changes']);
});

test('a status request that hangs costs its own job only', async () => {
  await using scene = await createScene(ENDED);
  await plantMany(scene, 3);
  scene.service.faults.add({ operation: 'get', kind: 'hang' });
  expect(verdictsOf(await sweep(scene))).toEqual(['left', 'pull-request', 'pull-request']);
});

test("few requests left in GitHub's hour: they are left to others, and nothing more is asked or written", async () => {
  await using scene = await createScene(ENDED);
  const planted = await plantMany(scene, 5);
  scene.github.rateLimit.remaining = 205; // the list takes one; what is told takes two, a look and an edit
  const writes = await writtenDuring(scene, async () => {
    const result = await sweep(scene);
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'swept' } });
    expect(verdictsOf(result)).toEqual(['pull-request', 'pull-request', 'pull-request', 'left', 'left']);
    expect(warnings(result).join()).toContain('2 left for the next sweep');
  });
  expect(edits(writes)).toHaveLength(3);
  expect(scene.sent('get')).toBe(3);
  await expectTold(scene, planted, 3);
});

test('too few from the start: the list is read, and all is left', async () => {
  await using scene = await createScene(ENDED);
  const planted = await plantMany(scene, 2);
  scene.github.rateLimit.remaining = 150;
  const asked = askedGitHub(scene).length;
  const result = await sweep(scene);
  expect(result.exitCode).toBe(0);
  expect(verdictsOf(result)).toEqual(['left', 'left']);
  expect(askedGitHub(scene)).toHaveLength(asked + 1);
  expect(scene.sent('get')).toBe(0);
  await expectTold(scene, planted, 0);
});

test('none left at all: an error that says so, nothing written', async () => {
  await using scene = await createScene(ENDED);
  const planted = await plant(scene);
  scene.github.rateLimit.remaining = 0;
  const result = await sweep(scene);
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
  expect(result.log).toContain('rate limit');
  scene.github.rateLimit.remaining = 5_000;
  expect(await bodyOf(scene, planted)).toBe(planted.body);
});

const refusal = (message: string, headers = {}): FaultForm => ({
  ...{ kind: 'answer', status: 403, headers, body: JSON.stringify({ message }) },
});

test('GitHub refuses to have comments edited: one warning names the permission, and all is left', async () => {
  await using scene = await createScene(ENDED);
  const planted = await plantMany(scene, 3);
  scene.github.faults.add({ ...refusal('Resource not accessible by integration'), ...UPDATE, times: Infinity });
  const result = await sweep(scene);
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'swept' } });
  expect(verdictsOf(result)).toEqual(['left', 'left', 'left']);
  expect(warnings(result).filter((warning) => warning.includes('issues: write'))).toHaveLength(1);
  scene.github.faults.clear();
  await expectTold(scene, planted, 0);
});

test('one comment cannot be edited: the others are', async () => {
  await using scene = await createScene(ENDED);
  const planted = await plantMany(scene, 3);
  scene.github.faults.add({ ...refusal('The conversation is locked.'), ...UPDATE });
  expect(verdictsOf(await sweep(scene))).toEqual(['left', 'pull-request', 'pull-request']);
  expect(await bodyOf(scene, { url: planted[0]?.url ?? '' })).toBe(planted[0]?.body);
});

const SECONDARY = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';

test.each([
  { what: 'with a time to wait', headers: { 'retry-after': '60' } },
  { what: 'without one, as GitHub documents too', headers: {} },
])('GitHub finds that it is asked too much at once ($what): nothing more is written', async ({ headers }) => {
  await using scene = await createScene(ENDED);
  await plantMany(scene, 3);
  scene.github.faults.add({ ...refusal(SECONDARY, headers), ...UPDATE, times: Infinity });
  const writes = await writtenDuring(scene, async () => {
    const result = await sweep(scene);
    expect(result.exitCode).toBe(0);
    expect(verdictsOf(result)).toEqual(['left', 'left', 'left']);
    expect(warnings(result).join()).toContain('rate limit');
  });
  expect(writes).toHaveLength(1);
});

test('the list of comments cannot be read: an error that names the permission, and nothing is asked', async () => {
  await using scene = await createScene(ENDED);
  await plant(scene);
  const path = /\/repos\/[^/]+\/[^/]+\/issues\/comments\?/;
  scene.github.faults.add({
    ...refusal('Resource not accessible by integration'),
    method: 'GET',
    path,
    times: Infinity,
  });
  const result = await sweep(scene);
  expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
  expect(result.log).toContain('issues: read');
  expect(scene.sent('get')).toBe(0);
});

test('cancelled on the way: it ends soon, tells what it told, and leaves the rest', async () => {
  await using scene = await createScene(ENDED);
  await plantMany(scene, 3);
  scene.service.faults.add({ operation: 'get', kind: 'hang', skip: 1 });
  const step = startSweep(scene);
  await scene.until('the second job was asked for', () => scene.sent('get') > 1);
  step.kill('SIGTERM');
  const result = await step.result;
  expect(result.signal).toBe(null);
  expect(verdictsOf(result)).toEqual(['pull-request', 'left', 'left']);
});
