import { describe, expect, test } from '@jest/globals';
import { createKeyChange } from '../../support/key-rotation.ts';
import { createScene, type Scene } from '../../support/scene.ts';
import {
  accountOf,
  bodyOf,
  ENDED,
  mentions,
  type Planted,
  plant,
  sweep,
  verdictsOf,
  writtenDuring,
} from '../../support/sweep.ts';

/** Of the project once, or of nobody: the service of a scene does not know it. */
const OTHER_KEY = `docs_${'0'.repeat(32)}`;
const STARTING = { state: () => ({ state: 'starting' as const }) };
/** Milliseconds after which a job is known everywhere, if it is one. */
const LONG_AFTER = 60_000;

async function expectUntouched(scene: Scene, planted: readonly Planted[], act: () => Promise<unknown>): Promise<void> {
  expect(await writtenDuring(scene, act)).toEqual([]);
  for (const each of planted) expect(await bodyOf(scene, each)).toBe(each.body);
}

describe('by a key that the service does not know', () => {
  test('an error, red; nothing is closed, and the right sweep finds all of it afterwards', async () => {
    await using scene = await createScene(ENDED);
    const planted = [await plant(scene), await plant(scene, STARTING), await plant(scene)];
    await scene.clock.pass(LONG_AFTER);
    await expectUntouched(scene, planted, async () => {
      const result = await sweep(scene, { 'api-key': OTHER_KEY });
      expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
      const [error] = result.annotations.filter(({ level }) => level === 'error');
      expect(error?.message).toContain('`api-key`');
    });
    expect(verdictsOf(await sweep(scene))).toEqual(['pull-request', 'pull-request', 'unconfirmed']);
  });

  test('a request of which only its comment tells is not closed either', async () => {
    await using scene = await createScene(ENDED);
    const planted = [await plant(scene, STARTING)];
    await expectUntouched(scene, planted, async () => {
      expect(verdictsOf(await sweep(scene, { 'api-key': OTHER_KEY }))).toEqual(['active']);
    });
    expect(verdictsOf(await sweep(scene))).toEqual(['unconfirmed']);
  });
});

describe('by another key of the same project', () => {
  test('the end of a job that was asked under the first key is told, and nobody is mentioned by it', async () => {
    await using scene = await createScene();
    await using change = await createKeyChange(3600, scene);
    const first = await scene.run({ inputs: { ...change.older, wait: 'false', notify: 'true' } });
    change.service.script({ seconds: 0 }, first.outputs.jobId);
    const result = await sweep(scene, change.younger);
    expect(result).toMatchObject({ exitCode: 0, annotations: [] });
    expect(verdictsOf(result)).toEqual(['pull-request']);
    const [own, ...others] = await scene.comments();
    expect(own?.url).toBe(first.outputs.commentUrl);
    expect(own?.body).toContain('Pull request ready');
    expect(others).toEqual([]);
    for (const inputs of [change.younger, change.older]) expect(verdictsOf(await sweep(scene, inputs))).toEqual([]);
    expect(await mentions(scene)).toEqual([]);
  });

  test('one that goes on is left alone, and the sweep with its own key tells its end and mentions', async () => {
    await using scene = await createScene();
    await using change = await createKeyChange(3600, scene);
    const first = await scene.run({ inputs: { ...change.older, wait: 'false', notify: 'true' } });
    const before = await scene.comments();
    const writes = await writtenDuring(scene, async () => {
      expect(verdictsOf(await sweep(scene, change.younger))).toEqual(['active']);
    });
    expect([writes, await scene.comments()]).toEqual([[], before]);
    change.service.script({ seconds: 0 }, first.outputs.jobId);
    expect(verdictsOf(await sweep(scene, change.older))).toEqual(['pull-request']);
    expect(await mentions(scene)).toEqual([expect.stringMatching(/^@alice ✅ Pull request ready: /)]);
  });

  test('one that the service does not know is closed with a word, and nobody is mentioned', async () => {
    await using scene = await createScene(ENDED);
    const marker = { requester: await accountOf(scene, 'alice') };
    const lost = await plant(scene, { apiKey: OTHER_KEY, jobId: 'job_lost', marker });
    const there = await plant(scene, { apiKey: OTHER_KEY, marker });
    await scene.clock.pass(LONG_AFTER);
    const result = await sweep(scene);
    expect(result).toMatchObject({ exitCode: 0, annotations: [] });
    expect(verdictsOf(result)).toEqual(['closed', 'pull-request']);
    const body = await bodyOf(scene, lost);
    expect(body).toContain('**🔑 Not followed any more** · asked with another API key');
    expect(body).toContain('its job is not known under this one');
    expect(await bodyOf(scene, there)).toContain('Pull request ready');
    expect(await mentions(scene)).toEqual([]);
  });

  test('one that the service knows when it is asked again is not closed', async () => {
    await using scene = await createScene(ENDED);
    await plant(scene, { apiKey: OTHER_KEY });
    await scene.clock.pass(LONG_AFTER);
    scene.service.faults.add({ kind: 'answer', status: 404, operation: 'get' });
    expect(verdictsOf(await sweep(scene))).toEqual(['pull-request']);
  });

  test.each([
    { order: 'after', isFirst: false },
    { order: 'before', isFirst: true },
  ])('one that only began, $order one of which the service tells: closed', async ({ isFirst }) => {
    await using scene = await createScene(ENDED);
    const began = { apiKey: OTHER_KEY, ...STARTING };
    const planted = isFirst ? [await plant(scene, began)] : [];
    await plant(scene);
    if (!isFirst) planted.push(await plant(scene, began));
    const closed = verdictsOf(await sweep(scene)).filter((verdict) => verdict === 'closed');
    expect(closed).toHaveLength(1);
    for (const each of planted) expect(await bodyOf(scene, each)).toContain('Not followed any more');
  });
});
