import { expect, test } from '@jest/globals';
import { stopAt } from '../../../sandbox/stop.ts';
import { createScene, type Scene, warnings } from '../../support/scene.ts';
import {
  accountOf,
  bodyOf,
  creations,
  ENDED,
  mentions,
  type Planted,
  plant,
  startSweep,
  sweep,
  verdictsOf,
  writtenDuring,
} from '../../support/sweep.ts';

const MENTION = { method: 'POST', path: /\/issues\/\d+\/comments$/ };

async function asked(scene: Scene): Promise<Planted> {
  return plant(scene, { marker: { requester: await accountOf(scene, 'alice') } });
}

test('who asked is mentioned once, after the comment says so, and the comment remembers it before', async () => {
  await using scene = await createScene(ENDED);
  const planted = await asked(scene);
  const writes = await writtenDuring(scene, () => sweep(scene));
  expect(writes).toEqual([
    `PATCH /repos/acme/docs/issues/comments/${planted.id}`,
    `POST /repos/acme/docs/issues/${scene.issue.number}/comments`,
  ]);
  expect(await mentions(scene)).toEqual([expect.stringMatching(/^@alice ✅ Pull request ready: \[acme\/docs#412\]/)]);
});

test.each([
  { what: 'notify is false', inputs: { notify: 'false' }, marker: {} },
  { what: 'nobody asked, as for a push', inputs: {}, marker: { requester: null } },
  { what: 'the account is gone', inputs: {}, marker: { requester: 4711 } },
  { what: 'it was mentioned before', inputs: {}, marker: { mentioned: true } },
])('$what: the comment tells the end, and nobody is mentioned', async ({ inputs, marker }) => {
  await using scene = await createScene(ENDED);
  const planted = await plant(scene, { marker: { requester: await accountOf(scene, 'alice'), ...marker } });
  const writes = await writtenDuring(scene, async () => {
    expect(verdictsOf(await sweep(scene, inputs))).toEqual(['pull-request']);
  });
  expect(creations(writes)).toEqual([]);
  expect(await bodyOf(scene, planted)).toContain('Pull request ready');
});

test('killed between the edit and the mention: nobody is mentioned, rather than twice', async () => {
  await using scene = await createScene(ENDED);
  const planted = await asked(scene);
  const stop = stopAt(scene, { at: 'github', ...MENTION, when: 'before' });
  const step = startSweep(scene);
  await stop.reached;
  step.kill('SIGKILL');
  await step.result;
  expect(await bodyOf(scene, planted)).toContain('Pull request ready');
  const writes = await writtenDuring(scene, async () => expect(verdictsOf(await sweep(scene))).toEqual([]));
  expect(writes).toEqual([]);
  expect(await mentions(scene)).toEqual([]);
});

test('killed after the edit was carried out, and before its answer: told, and never told twice', async () => {
  await using scene = await createScene(ENDED);
  const planted = await asked(scene);
  const stop = stopAt(scene, { at: 'github', method: 'PATCH', path: /comments\/\d+$/, when: 'after' });
  const step = startSweep(scene);
  await stop.reached;
  step.kill('SIGKILL');
  await step.result;
  await sweep(scene);
  expect(await bodyOf(scene, planted)).toContain('Pull request ready');
  expect((await mentions(scene)).length).toBeLessThanOrEqual(1);
});

test('the mention is refused: a warning; the comment is true, and the others are told', async () => {
  await using scene = await createScene(ENDED);
  const [first, second] = [await asked(scene), await asked(scene)];
  scene.github.faults.add({ kind: 'answer', status: 403, ...MENTION });
  const result = await sweep(scene);
  expect(result.exitCode).toBe(0);
  expect(verdictsOf(result)).toEqual(['pull-request', 'pull-request']);
  expect(warnings(result)).toEqual([expect.stringContaining('Whoever asked could not be mentioned')]);
  for (const each of [first, second]) expect(await bodyOf(scene, each)).toContain('Pull request ready');
  expect(await mentions(scene)).toHaveLength(1);
});

test('the answer to the mention is lost: not said again', async () => {
  await using scene = await createScene(ENDED);
  await asked(scene);
  scene.github.faults.add({ kind: 'reset-after', ...MENTION });
  expect((await sweep(scene)).exitCode).toBe(0);
  expect(verdictsOf(await sweep(scene))).toEqual([]);
  expect(await mentions(scene)).toHaveLength(1);
});

/** Milliseconds by which the second one hears of the job later than the first. */
test.each([0, 400, 800, 1_600])('two sweeps at once, %d ms apart: comments are right, and one mention', async (ms) => {
  await using scene = await createScene(ENDED);
  const planted = await asked(scene);
  if (ms > 0) scene.service.faults.add({ operation: 'get', kind: 'delay', milliseconds: ms, skip: 1 });
  const results = await Promise.all([sweep(scene), sweep(scene)]);
  for (const result of results) expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'swept' } });
  expect(await bodyOf(scene, planted)).toContain('Pull request ready');
  expect(await mentions(scene)).toHaveLength(1);
  expect(verdictsOf(await sweep(scene))).toEqual([]);
});

test('two sweeps at once, of which one waits for the name to mention: one mention', async () => {
  await using scene = await createScene(ENDED);
  const planted = await asked(scene);
  scene.github.faults.add({ kind: 'delay', ms: 4_000, method: 'GET', path: /\/user\/\d+$/ });
  const slow = startSweep(scene);
  await scene.until('the job was asked for', () => scene.sent('get') > 0);
  const quick = await sweep(scene);
  for (const result of [quick, await slow.result]) expect(verdictsOf(result)).toEqual(['pull-request']);
  expect(await bodyOf(scene, planted)).toContain('Pull request ready');
  expect(await mentions(scene)).toHaveLength(1);
});

test('two 404s in a sweep: the job is lost from sight, which mentions nobody; its true end does', async () => {
  await using scene = await createScene(ENDED);
  const planted = await asked(scene);
  scene.service.faults.add({ operation: 'get', kind: 'answer', status: 404, times: 2 });
  await scene.clock.pass(60_000); // a young job may not be known everywhere yet
  expect(verdictsOf(await sweep(scene))).toEqual(['error']);
  expect(await bodyOf(scene, planted)).toContain('The job was lost from sight');
  expect(await mentions(scene)).toEqual([]);
  expect(verdictsOf(await sweep(scene))).toEqual(['pull-request']);
  expect(await bodyOf(scene, planted)).toContain('Pull request ready');
  expect(await mentions(scene)).toEqual([expect.stringMatching(/^@alice ✅ Pull request ready: /)]);
});

test('somebody else told it between the list and the look: it is not written again', async () => {
  await using scene = await createScene(ENDED);
  await asked(scene);
  scene.service.faults.add({ operation: 'get', kind: 'delay', milliseconds: 6_000 });
  const slow = startSweep(scene);
  await scene.until('the job was asked for', () => scene.sent('get') > 0);
  await sweep(scene);
  const writes = await writtenDuring(scene, () => slow.result);
  expect(writes).toEqual([]);
  expect(await mentions(scene)).toHaveLength(1);
});
