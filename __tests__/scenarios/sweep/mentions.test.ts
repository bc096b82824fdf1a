import { expect } from '@jest/globals';
import { stopAt } from '../../../sandbox/stop.ts';
import { createScene, type Scene, type SceneOptions, warnings } from '../../support/scene.ts';
import { testIn } from '../../support/scene-test.ts';
import {
  accountOf,
  bodyOf,
  creations,
  ENDED,
  mentions,
  type Planted,
  plant,
  silentSweep,
  startSweep,
  sweep,
  verdictsOf,
  writtenDuring,
} from '../../support/sweep.ts';

const test = testIn((options: SceneOptions = ENDED) => createScene(options));

const MENTION = { method: 'POST', path: /\/issues\/\d+\/comments$/ };

async function asked(scene: Scene): Promise<Planted> {
  return plant(scene, { marker: { requester: await accountOf(scene, 'alice') } });
}

test('a sweep edits the status comment and then mentions the requester once', async (scene) => {
  const planted = await asked(scene);
  const writes = await writtenDuring(scene, () => sweep(scene));
  expect(writes).toEqual([
    `PATCH /repos/acme/docs/issues/comments/${planted.id}`,
    `POST /repos/acme/docs/issues/${scene.issue.number}/comments`,
  ]);
  expect(await mentions(scene)).toEqual([expect.stringMatching(/^@alice ✅ Pull request ready: \[acme\/docs#412\]/)]);
});

test('a sweep sends no mention for a request that has no requester, a deleted one, or one it mentioned before', async (scene) => {
  const alice = await accountOf(scene, 'alice');
  const markers = [{ requester: null }, { requester: 4711 }, { requester: alice, mentioned: 'end' as const }];
  const planted: Planted[] = [];
  for (const marker of markers) planted.push(await plant(scene, { marker }));
  const writes = await writtenDuring(scene, async () => {
    expect(verdictsOf(await sweep(scene))).toEqual(['pull-request', 'pull-request', 'pull-request']);
  });
  expect(creations(writes)).toEqual([]);
  for (const each of planted) expect(await bodyOf(scene, each)).toContain('Pull request ready');
});

test('a sweep with `notify: false` sends no mention', async (scene) => {
  const planted = await asked(scene);
  const writes = await writtenDuring(scene, async () => {
    expect(verdictsOf(await sweep(scene, { notify: 'false' }))).toEqual(['pull-request']);
  });
  expect(creations(writes)).toEqual([]);
  expect(await bodyOf(scene, planted)).toContain('Pull request ready');
});

test('a sweep that is killed between edit and mention leaves the requester without a mention, rather than with two', async (scene) => {
  const planted = await asked(scene);
  const stop = stopAt(scene, { at: 'github', ...MENTION, when: 'before' });
  const step = startSweep(scene);
  await stop.reached;
  step.kill('SIGKILL');
  await step.result;
  expect(await bodyOf(scene, planted)).toContain('Pull request ready');
  expect(await silentSweep(scene)).toEqual([]);
  expect(await mentions(scene)).toEqual([]);
});

test('a refused mention is a warning, and all comments report the end', async (scene) => {
  const [first, second] = [await asked(scene), await asked(scene)];
  scene.github.faults.add({ kind: 'answer', status: 403, ...MENTION });
  const result = await sweep(scene);
  expect(result.exitCode).toBe(0);
  expect(verdictsOf(result)).toEqual(['pull-request', 'pull-request']);
  expect(warnings(result)).toEqual([expect.stringContaining('The requester could not be mentioned')]);
  for (const each of [first, second]) expect(await bodyOf(scene, each)).toContain('Pull request ready');
  expect(await mentions(scene)).toHaveLength(1);
});

test('a mention whose answer is lost is not sent again', async (scene) => {
  await asked(scene);
  scene.github.faults.add({ kind: 'reset', after: true, ...MENTION });
  expect((await sweep(scene)).exitCode).toBe(0);
  expect(verdictsOf(await sweep(scene))).toEqual([]);
  expect(await mentions(scene)).toHaveLength(1);
});

/** Milliseconds between their status answers; writes of one sweep are a second apart. */
test.each([0, 800])('two sweeps that are %d ms apart write a true comment and one mention', async (ms) => {
  await using scene = await createScene(ENDED);
  const planted = await asked(scene);
  if (ms > 0) scene.service.faults.add({ operation: 'get', kind: 'delay', milliseconds: ms, skip: 1 });
  const results = await Promise.all([sweep(scene), sweep(scene)]);
  for (const result of results) expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'swept' } });
  expect(await bodyOf(scene, planted)).toContain('Pull request ready');
  expect(await mentions(scene)).toHaveLength(1);
  expect(verdictsOf(await sweep(scene))).toEqual([]);
});

test('a sweep writes nothing for a job that another sweep reported since it read the comments', async (scene) => {
  await asked(scene);
  scene.service.faults.add({ operation: 'get', kind: 'delay', milliseconds: 6_000 });
  const slow = startSweep(scene);
  await scene.until('the job was asked for', () => scene.sent('get') > 0);
  await sweep(scene);
  const writes = await writtenDuring(scene, () => slow.result);
  expect(writes).toEqual([]);
  expect(await mentions(scene)).toHaveLength(1);
});
