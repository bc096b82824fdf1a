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
  QUOTE,
  sweep,
  verdictsOf,
  writtenDuring,
} from '../../support/sweep.ts';

/** An older key of the project, or one of no project: the service of a scene does not know it. */
const OTHER_KEY = `docs_${'0'.repeat(32)}`;
const STARTING = { state: () => ({ state: 'starting' as const }) };
/** Milliseconds after which a job is known everywhere, if it is one. */
const LONG_AFTER = 60_000;

async function expectUntouched(scene: Scene, planted: readonly Planted[], act: () => Promise<unknown>): Promise<void> {
  expect(await writtenDuring(scene, act)).toEqual([]);
  for (const each of planted) expect(await bodyOf(scene, each)).toBe(each.body);
}

describe('a sweep with a key that the service does not know', () => {
  test('is an error that closes no request, and a sweep with the right key reports all of them afterwards', async () => {
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

  test('does not close a request without a known job either', async () => {
    await using scene = await createScene(ENDED);
    const planted = [await plant(scene, STARTING)];
    await expectUntouched(scene, planted, async () => {
      expect(verdictsOf(await sweep(scene, { 'api-key': OTHER_KEY }))).toEqual(['active']);
    });
    expect(verdictsOf(await sweep(scene))).toEqual(['unconfirmed']);
  });
});

describe('a sweep with another key of the same project', () => {
  test('reports the end of a job that was created under the first key, without a mention', async () => {
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

  test('leaves an active job untouched, and a sweep with the first key reports its end and mentions', async () => {
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

  test('closes a request once whose job the service does not know, without a mention', async () => {
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
    expect(body).toContain(`\n${QUOTE}\n`);
    expect(await bodyOf(scene, there)).toContain('Pull request ready');
    expect(scene.sent('get')).toBe(3); // a 404 is believed the second time
    expect(await scene.comments()).toHaveLength(2);
    expect(await mentions(scene)).toEqual([]);

    expect(await writtenDuring(scene, async () => expect(verdictsOf(await sweep(scene))).toEqual([]))).toEqual([]);
  });

  test('leaves a request whose job it does not know to its run until the lease is over', async () => {
    await using scene = await createScene(ENDED);
    const old = await plant(scene, { apiKey: OTHER_KEY, jobId: 'job_lost', marker: { alive: 600 } });
    await scene.clock.pass(LONG_AFTER);
    const writes = await writtenDuring(scene, async () => expect(verdictsOf(await sweep(scene))).toEqual(['active']));
    expect(writes).toEqual([]);
    await scene.clock.pass(700_000);
    expect(verdictsOf(await sweep(scene))).toEqual(['closed']);
    expect(await bodyOf(scene, old)).toContain('Not followed any more');
  });

  test('does not close a request whose job the service knows at the second read', async () => {
    await using scene = await createScene(ENDED);
    await plant(scene, { apiKey: OTHER_KEY });
    await scene.clock.pass(LONG_AFTER);
    scene.service.faults.add({ kind: 'answer', status: 404, operation: 'get' });
    expect(verdictsOf(await sweep(scene))).toEqual(['pull-request']);
  });

  test('closes requests without a known job once the service knows any job, older or younger than they are', async () => {
    await using scene = await createScene(ENDED);
    const began = { apiKey: OTHER_KEY, ...STARTING };
    const planted = [await plant(scene, began), await plant(scene), await plant(scene, began)];
    expect(verdictsOf(await sweep(scene))).toEqual(['pull-request', 'closed', 'closed']);
    for (const at of [0, 2]) {
      expect(await bodyOf(scene, { url: planted[at]?.url ?? '' })).toContain('Not followed any more');
    }
  });
});
