import { expect } from '@jest/globals';
import { stopAt } from '../../../sandbox/stop.ts';
import { hashOf, type Marker } from '../../../src/thread/marker.ts';
import { alice, fillThread } from '../../support/events.ts';
import { expectNothingAsked } from '../../support/expectations.ts';
import { onGitHub, onService, respond } from '../../support/faults.ts';
import { COMMENT, killedOnce } from '../../support/kill-points.ts';
import { proseOf } from '../../support/markers.ts';
import { type Scene, warnings } from '../../support/scene.ts';
import { exactly, testWith } from '../../support/scene-test.ts';
import {
  accountOf,
  bodyOf,
  ENDED,
  listByClockBehind,
  mentions,
  type Planted,
  plant,
  QUOTE,
  silentSweep,
  startSweep,
  sweep,
  verdictsOf,
  writtenDuring,
} from '../../support/sweep.ts';

const test = testWith(ENDED);

const OLD_KEY = `docs_${'0'.repeat(32)}`;
const OTHER_KEY = 'it is signed with another API key';

/** No request is sent for them, and no letter of them changes. */
async function expectUntouched(
  scene: Scene,
  planted: readonly (Planted & { readonly why?: string })[],
): Promise<void> {
  const writes = await writtenDuring(scene, async () => {
    const result = await sweep(scene);
    expect(result.exitCode).toBe(0);
    expect(verdictsOf(result)).toEqual([]);
    const ignored = planted.filter(({ why }) => why);
    const reasons = new Set(ignored.map(({ why }) => why));
    const said = result.log.split('\n').filter((line) => / ignored/.test(line));
    expect(warnings(result)).toEqual([]);
    expect(said).toHaveLength(reasons.size);
    for (const reason of reasons) {
      const urls = ignored.filter(({ why }) => why === reason).map(({ url }) => url);
      const found = said.filter((line) => line.includes(`${reason}: `));
      const [warning] = exactly(1, found);
      expect(urls).toContain(/http[^\s,]+/.exec(warning ?? '')?.[0]);
      expect(warning).toMatch(
        urls.length === 1 ? /^A status comment is / : `${urls.length} status comments are `,
      );
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

test('a sweep leaves requests untouched that ended, were unsent, unconfirmed or replaced', async (scene) => {
  const phases: readonly Marker['phase'][] = [
    { at: 'over', why: 'ended', job: 'j_1', verdict: 'failed', link: '' },
    { at: 'over', why: 'unsent', verdict: 'cancelled' },
    { at: 'over', why: 'unconfirmed', verdict: 'unconfirmed' },
    { at: 'over', why: 'replaced', job: 'j_1' },
  ];
  const planted: Planted[] = [];
  for (const phase of phases)
    planted.push(await plant(scene, { jobId: 'j_1', phase: () => phase }));
  await expectUntouched(scene, planted);
});

test('a sweep ignores markers that are copied, altered or forged, and logs the reason of each', async (scene) => {
  const copied = await plant(scene, { signedFor: 4711 });
  const forged = await plant(scene, { by: 'bob', apiKey: OLD_KEY, jobId: 'job_of_old' });
  const real = await plant(scene);
  const body = real.body.replace(/\.[\w-](?=[\w-]+ -->)/, (found) =>
    found === '.A' ? '.B' : '.A',
  );
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
  await editAsAlice(
    scene,
    quoted.id,
    quoted.body.replace(QUOTE, '> Click https://evil.example to win @everyone'),
  );
  expect(verdictsOf(await sweep(scene))).toEqual(['pull-request', 'pull-request']);
  for (const each of [marked, quoted]) {
    const body = await bodyOf(scene, each);
    expect(body).toContain('Pull request ready');
    expect(proseOf(body)).not.toMatch(/forged|evil|everyone/);
  }
});

test('a sweep whose comment is deleted meanwhile reports the other jobs', async (scene) => {
  const [gone, young] = [await plant(scene), await plant(scene)];
  const onStrike = () => void alice(scene).deleteComment(gone.id);
  onService(scene, 'get', { kind: 'delay', milliseconds: 1_500 }, { times: 1, onStrike });
  const result = await sweep(scene);
  expect(result.exitCode).toBe(0);
  expect(verdictsOf(result)).toEqual(['pull-request', 'pull-request']);
  expect(await bodyOf(scene, young)).toContain('Pull request ready');
});

test('a sweep finds a marker on the third page of comments, behind those of people', async (scene) => {
  const old = await plant(scene);
  fillThread(scene, 210);
  expect(verdictsOf(await sweep(scene))).toEqual(['pull-request']);
  expect(await bodyOf(scene, old)).toContain('Pull request ready');
});

const editAsAlice = (scene: Scene, id: number, body: string) => alice(scene).editComment(id, body);

test('a sweep finds a job behind hundreds of older comments, which GitHub lists first unless it is asked otherwise', async (scene) => {
  fillThread(scene, 250);
  await scene.clock.pass(2 * 86_400_000);
  await plant(scene);
  expect(verdictsOf(await sweep(scene, { window: '1d' }))).toEqual(['pull-request']);
});

async function asked(scene: Scene): Promise<Planted> {
  return plant(scene, { marker: { requester: await accountOf(scene, 'alice') } });
}

test('a sweep sends no mention for a request that has no requester, a deleted one, or one it mentioned before', async (scene) => {
  const alice = await accountOf(scene, 'alice');
  const markers = [
    { requester: null },
    { requester: 4711 },
    { requester: alice, mentioned: 'end' as const },
  ];
  const planted: Planted[] = [];
  for (const marker of markers) planted.push(await plant(scene, { marker }));
  expect(verdictsOf(await sweep(scene))).toEqual(['pull-request', 'pull-request', 'pull-request']);
  expect(await mentions(scene)).toEqual([]);
  for (const each of planted) expect(await bodyOf(scene, each)).toContain('Pull request ready');
});

test('a sweep reports the end of a job in each of its open requests, with one status request, and mentions each requester', async (scene) => {
  const first = await asked(scene);
  const marker = {
    requester: await accountOf(scene, 'bob'),
    before: { job: first.jobId, link: '' },
  };
  const second = await plant(scene, { jobId: first.jobId, marker });
  await scene.clock.pass(31_000);
  expect(verdictsOf(await sweep(scene))).toEqual(['pull-request', 'pull-request']);
  expect(scene.sent('get')).toBe(1);
  expect(await bodyOf(scene, first)).toContain('Pull request ready');
  expect(await bodyOf(scene, second)).toContain('Follow-up done');
  expect((await mentions(scene)).map((text) => text.split(' ')[0])).toEqual(['@alice', '@bob']);
});

test('a sweep with `notify: false` sends no mention', async (scene) => {
  const planted = await asked(scene);
  expect(verdictsOf(await sweep(scene, { notify: 'false' }))).toEqual(['pull-request']);
  expect(await mentions(scene)).toEqual([]);
  expect(await bodyOf(scene, planted)).toContain('Pull request ready');
});

test('a sweep that is killed between edit and mention leaves the requester without a mention, rather than with two', async (scene) => {
  const planted = await asked(scene);
  const { reached } = stopAt(scene, { ...COMMENT, when: 'before' });
  await killedOnce(reached, startSweep(scene));
  expect(await bodyOf(scene, planted)).toContain('Pull request ready');
  expect(await silentSweep(scene)).toEqual([]);
  expect(await mentions(scene)).toEqual([]);
});

test('a refused mention is a warning, and all comments report the end', async (scene) => {
  const [first, second] = [await asked(scene), await asked(scene)];
  onGitHub(scene, 'POST /issues/1/comments$', 403, { times: 1 });
  const result = await sweep(scene);
  expect(result.exitCode).toBe(0);
  expect(verdictsOf(result)).toEqual(['pull-request', 'pull-request']);
  expect(warnings(result)).toEqual([
    expect.stringContaining('The requester could not be mentioned'),
  ]);
  for (const each of [first, second])
    expect(await bodyOf(scene, each)).toContain('Pull request ready');
  expect(await mentions(scene)).toHaveLength(1);
});

test('a mention whose answer is lost is not sent again', async (scene) => {
  await asked(scene);
  onGitHub(scene, 'POST /issues/1/comments$', { kind: 'reset' }, { times: 1, after: true });
  expect((await sweep(scene)).exitCode).toBe(0);
  expect(verdictsOf(await sweep(scene))).toEqual([]);
  expect(await mentions(scene)).toHaveLength(1);
});

/** Milliseconds between their status answers; writes of one sweep are a second apart. */
test.each([0, 800])(
  'two sweeps that are %d ms apart write a true comment and one mention',
  async (scene, ms) => {
    const planted = await asked(scene);
    if (ms > 0) onService(scene, 'get', { kind: 'delay', milliseconds: ms }, { skip: 1, times: 1 });
    const results = await Promise.all([sweep(scene), sweep(scene)]);
    for (const result of results) expect(result.outputs.verdict).toBe('swept');
    expect(await bodyOf(scene, planted)).toContain('Pull request ready');
    expect(await mentions(scene)).toHaveLength(1);
    expect(verdictsOf(await sweep(scene))).toEqual([]);
  },
);

test('a sweep writes nothing for a job that another sweep reported since it read the comments', async (scene) => {
  await asked(scene);
  onService(scene, 'get', { kind: 'delay', milliseconds: 6_000 }, { times: 1 });
  const slow = startSweep(scene);
  await scene.until('the job was asked for', () => scene.sent('get') > 0);
  await sweep(scene);
  const writes = await writtenDuring(scene, () => slow.result);
  expect(writes).toEqual([]);
  expect(await mentions(scene)).toHaveLength(1);
});

const HOUR = 3_600_000;

test.each([
  { name: 'window', value: '12h', says: '`1d`' },
  { name: 'api-key', value: '', says: 'is empty' },
])(
  'a sweep with `$name: $value` is an error before any request',
  async (scene, { name, value, says }) => {
    const result = await sweep(scene, { [name]: value });
    expect(result.outputs).toMatchObject({ verdict: 'error', swept: '' });
    expect(result.log).toContain(`\`${name}\``);
    expect(result.log).toContain(says);
    expectNothingAsked(scene);
  },
);

test('a sweep reports a request within its `window`, and leaves an older one untouched', async (scene) => {
  const old = await plant(scene);
  await scene.clock.pass(2 * HOUR);
  const young = await plant(scene);
  await scene.clock.pass(71 * HOUR); // 71 and 73 hours: the default is three days
  expect(verdictsOf(await sweep(scene))).toEqual(['pull-request']);
  expect(await bodyOf(scene, young)).toContain('Pull request ready');
  expect(await bodyOf(scene, old)).toBe(old.body);

  expect(verdictsOf(await sweep(scene, { window: '4d' }))).toEqual(['pull-request']);
  expect(await bodyOf(scene, old)).toContain('Pull request ready');
});

test('a sweep measures a lease by the time of GitHub', {
  job: { seconds: 100_000 },
}, async (scene) => {
  const planted = await plant(scene, { marker: { leaseSeconds: 1_800 } });
  await scene.clock.pass(1_700_000);
  expect(verdictsOf(await sweep(scene))).toEqual(['active']);
  expect(await bodyOf(scene, planted)).toBe(planted.body);
  await scene.clock.pass(1_900_000);
  expect(verdictsOf(await sweep(scene))).toEqual(['timed-out']);
  expect(await bodyOf(scene, planted)).toContain('**⌛ Timed out** · the job was still running at');
});

test('a sweep sees no lease in a comment without one that is newer than the `Date` of the list of comments', async (scene) => {
  const killed = await plant(scene, { phase: () => ({ at: 'sending' }) });
  await listByClockBehind(scene, 2_000); // the hosts of GitHub differ by some seconds
  expect(verdictsOf(await sweep(scene))).toEqual(['unconfirmed']);
  expect(await bodyOf(scene, killed)).toContain('**❓ Unconfirmed**');
});

/** A repository whose list of comments has no end, at 20 ms a page. */
function neverEnd(scene: Scene): void {
  scene.github.latency.milliseconds = 20;
  const link = '<https://api.github.com/next>; rel="next"';
  const date = new Date(scene.clock.now()).toUTCString();
  onGitHub(scene, 'GET /issues/comments\\?', respond(200, '[]', { link, date }));
}

test('a sweep that cannot read all comments within its timeout ends in time and warns', async (scene) => {
  neverEnd(scene);
  const result = await sweep(scene, { timeout: '4s' });
  expect(result.outputs).toMatchObject({ verdict: 'swept', swept: '[]' });
  expect(result.duration).toBe(3_700); // the last 0.3 s of the timeout are for the report
  expect(warnings(result)).toContainEqual(
    expect.stringContaining('Not all comments within `window` could be read before the timeout'),
  );
});

test('a sweep that is cancelled while it reads comments ends within one more request', async (scene) => {
  neverEnd(scene);
  const step = startSweep(scene);
  await scene.until('it reads on', () => scene.github.requests.length > 2);
  const cancelled = scene.clock.elapsed();
  step.kill('SIGTERM');
  expect(await step.result).toMatchObject({ signal: null, outputs: { swept: '[]' } });
  expect(scene.clock.elapsed() - cancelled).toBeLessThanOrEqual(20);
});
