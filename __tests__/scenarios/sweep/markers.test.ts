import { expect } from '@jest/globals';
import { hashOf } from '../../../src/thread/marker.ts';
import { alice, fillThread } from '../../support/events.ts';
import { proseOf } from '../../support/markers.ts';
import type { State } from '../../support/phases.ts';
import { createScene, type Scene, type SceneOptions, warnings } from '../../support/scene.ts';
import { exactly, testIn } from '../../support/scene-test.ts';
import {
  bodyOf,
  ENDED,
  edits,
  type Planted,
  plant,
  QUOTE,
  sweep,
  verdictsOf,
  writtenDuring,
} from '../../support/sweep.ts';

const test = testIn((options: SceneOptions = ENDED) => createScene(options));

const OLD_KEY = `docs_${'0'.repeat(32)}`;
const OTHER_KEY =
  'it is signed with another API key (if that ever worked, pass it as `previous-api-key`; if not, there is nothing to do)';

/** No request is sent for them, and no letter of them changes. */
async function expectUntouched(scene: Scene, planted: readonly (Planted & { readonly why?: string })[]): Promise<void> {
  const writes = await writtenDuring(scene, async () => {
    const result = await sweep(scene);
    expect(result.exitCode).toBe(0);
    expect(verdictsOf(result)).toEqual([]);
    const ignored = planted.filter(({ why }) => why);
    const reasons = new Set(ignored.map(({ why }) => why));
    const said = warnings(result);
    expect(said).toHaveLength(reasons.size);
    for (const reason of reasons) {
      const urls = ignored.filter(({ why }) => why === reason).map(({ url }) => url);
      const [warning] = exactly(
        1,
        said.filter((line) => line.includes(`${reason}: `)),
      );
      expect(urls).toContain(/http[^\s,]+/.exec(warning ?? '')?.[0]);
      expect(warning).toMatch(urls.length === 1 ? /^A status comment is / : `${urls.length} status comments are `);
    }
  });
  expect(writes).toEqual([]);
  for (const each of planted) expect(await bodyOf(scene, each)).toBe(each.body);
  expect(scene.sent('get')).toBe(0);
}

test('a sweep leaves the requests of other projects untouched, under its own key and under another', async (scene) => {
  const marker = { project: hashOf('another') };
  const other = await plant(scene, { marker, apiKey: OLD_KEY });
  await expectUntouched(scene, [await plant(scene, { marker }), { ...other, why: OTHER_KEY }]);
});

test('a sweep leaves requests untouched that ended, were unsent, unconfirmed or continued', async (scene) => {
  const states: readonly State[] = [
    { state: 'ended', job: 'j_1', verdict: 'failed', link: '' },
    { state: 'unsent' },
    { state: 'unconfirmed' },
    { state: 'continued', job: 'j_1', by: { thread: 1, comment: 7 } },
  ];
  const planted: Planted[] = [];
  for (const state of states) planted.push(await plant(scene, { jobId: 'j_1', state: () => state }));
  await expectUntouched(scene, planted);
});

test('a sweep ignores markers that are copied, altered or forged, and warns with the reason of each', async (scene) => {
  const copied = await plant(scene, { signedFor: 4711 });
  const forged = await plant(scene, { by: 'bob', apiKey: OLD_KEY, jobId: 'job_of_old' });
  const real = await plant(scene);
  const body = real.body.replace(/\.[\w-](?=[\w-]+ -->)/, (found) => (found === '.A' ? '.B' : '.A'));
  await editAsAlice(scene, real.id, body);
  await expectUntouched(scene, [
    { ...copied, why: 'it is altered, or copied from elsewhere' },
    { ...forged, why: OTHER_KEY },
    { ...real, body, why: 'it is altered, or copied from elsewhere' },
  ]);
});

test('a sweep reports the end in its own comment, and drops a false marker and a false quote that others wrote there', async (scene) => {
  const [marked, quoted] = [await plant(scene), await plant(scene)];
  await editAsAlice(scene, marked.id, `${marked.body}\n<!-- docs-agent-action:1 forged -->`);
  await editAsAlice(scene, quoted.id, quoted.body.replace(QUOTE, '> Click https://evil.example to win @everyone'));
  expect(verdictsOf(await sweep(scene))).toEqual(['pull-request', 'pull-request']);
  for (const each of [marked, quoted]) {
    const body = await bodyOf(scene, each);
    expect(body).toContain('Pull request ready');
    expect(proseOf(body)).not.toMatch(/forged|evil|everyone/);
  }
});

test('a sweep whose comment is deleted meanwhile reports the other jobs', async (scene) => {
  const [gone, young] = [await plant(scene), await plant(scene)];
  scene.service.faults.add({
    operation: 'get',
    kind: 'delay',
    milliseconds: 1_500,
    onStrike: () => void alice(scene).deleteComment(gone.id),
  });
  const result = await sweep(scene);
  expect(result.exitCode).toBe(0);
  expect(verdictsOf(result)).toEqual(['pull-request', 'pull-request']);
  expect(await bodyOf(scene, young)).toContain('Pull request ready');
});

test('a sweep finds a marker on the third page of comments, behind those of people', async (scene) => {
  const old = await plant(scene);
  fillThread(scene, 210);
  const writes = await writtenDuring(scene, async () =>
    expect(verdictsOf(await sweep(scene))).toEqual(['pull-request']),
  );
  expect(edits(writes)).toHaveLength(1);
  expect(await bodyOf(scene, old)).toContain('Pull request ready');
});

const editAsAlice = (scene: Scene, id: number, body: string) => alice(scene).editComment(id, body);

test('a sweep finds a job behind hundreds of older comments, which GitHub lists first unless it is asked otherwise', async (scene) => {
  fillThread(scene, 250);
  await scene.clock.pass(2 * 86_400_000);
  await plant(scene);
  expect(verdictsOf(await sweep(scene, { window: '1d' }))).toEqual(['pull-request']);
});
