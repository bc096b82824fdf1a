import { describe, expect } from '@jest/globals';
import { createKeyChange } from '../../support/conversation.ts';
import { createScene, type Scene, warnings } from '../../support/scene.ts';
import { testWith } from '../../support/scene-test.ts';
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

const test = testWith(ENDED);

/** An older key of the project, or one of no project: the service of a scene does not know it. */
const OTHER_KEY = `docs_${'0'.repeat(32)}`;
const STARTING = { phase: () => ({ at: 'sending' as const }) };
/** Milliseconds after which a job is known everywhere, if it is one. */
const LONG_AFTER = 60_000;

async function expectUntouched(scene: Scene, planted: readonly Planted[], act: () => Promise<unknown>): Promise<void> {
  expect(await writtenDuring(scene, act)).toEqual([]);
  for (const each of planted) expect(await bodyOf(scene, each)).toBe(each.body);
}

const ignoresWithOtherKey = (count: number) =>
  expect.stringMatching(`^${count} status comments are ignored, .* signed with another API key.*\`previous-api-key\``);

describe('a sweep with a key that the service does not know', () => {
  test('ignores all requests with a warning, and a sweep with the right key reports all of them afterwards', async (scene) => {
    const planted = [await plant(scene), await plant(scene, STARTING), await plant(scene)];
    await scene.clock.pass(LONG_AFTER);
    await expectUntouched(scene, planted, async () => {
      const result = await sweep(scene, { 'api-key': OTHER_KEY });
      expect(result.exitCode).toBe(0);
      expect(verdictsOf(result)).toEqual([]);
      expect(warnings(result)).toEqual([ignoresWithOtherKey(3)]);
    });
    expect(verdictsOf(await sweep(scene))).toEqual(['pull-request', 'pull-request', 'unconfirmed']);
  });

  test('is an error that closes no request of the previous key', async (scene) => {
    const planted = [await plant(scene), await plant(scene)];
    await scene.clock.pass(LONG_AFTER);
    await expectUntouched(scene, planted, async () => {
      const result = await sweep(scene, { 'api-key': OTHER_KEY, 'previous-api-key': scene.service.key });
      expect(result.outputs.verdict).toBe('error');
      const [error] = result.annotations.filter(({ level }) => level === 'error');
      expect(error?.message).toContain('`api-key`');
    });
    expect(verdictsOf(await sweep(scene))).toEqual(['pull-request', 'pull-request']);
  });
});

test('a sweep with the previous key reports the end of a job that was created under that key once, and mentions its requester', async () => {
  await using scene = await createScene();
  await using change = await createKeyChange(3600, scene);
  const first = await scene.run({ inputs: { ...change.older, wait: 'false', notify: 'true' } });
  change.service.script({ seconds: 0 }, first.outputs.jobId);
  const result = await sweep(scene, change.younger);
  expect(result).toMatchObject({ exitCode: 0, annotations: [] });
  expect(verdictsOf(result)).toEqual(['pull-request']);
  const [own] = await scene.comments();
  expect(own?.url).toBe(first.outputs.commentUrl);
  expect(own?.body).toContain('Pull request ready');
  for (const inputs of [change.younger, change.alone]) expect(verdictsOf(await sweep(scene, inputs))).toEqual([]);
  expect(await mentions(scene)).toEqual([expect.stringMatching(/^@alice ✅ Pull request ready: /)]);
});

test('a sweep without the previous key leaves the requests of that key untouched, and reports its own', async (scene) => {
  const marker = { requester: await accountOf(scene, 'alice') };
  const old = await plant(scene, { apiKey: OTHER_KEY, marker });
  const began = await plant(scene, { apiKey: OTHER_KEY, ...STARTING });
  const own = await plant(scene);
  await scene.clock.pass(LONG_AFTER);
  const result = await sweep(scene);
  expect(verdictsOf(result)).toEqual(['pull-request']);
  expect(warnings(result)).toEqual([ignoresWithOtherKey(2)]);
  for (const each of [old, began]) expect(await bodyOf(scene, each)).toBe(each.body);
  expect(await bodyOf(scene, own)).toContain('Pull request ready');
  expect(scene.sent('get')).toBe(1);
  expect(await mentions(scene)).toEqual([]);
});
