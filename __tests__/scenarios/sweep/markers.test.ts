import { expect, test } from '@jest/globals';
import { Octokit } from '@octokit/rest';
import { hashOf } from '../../../src/thread/marker.ts';
import { createScene, type Scene } from '../../support/scene.ts';
import {
  accountOf,
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

const OLD_KEY = `docs_${'0'.repeat(32)}`;
const OLD_JOB = 'job_of_old';
/** Milliseconds after which a job is known everywhere, if it is one. */
const LONG_AFTER = 60_000;

/** Whoever wrote it: not a request is sent for it, and not a letter of it changes. */
async function expectUntouched(scene: Scene, planted: Planted, says?: string): Promise<void> {
  const writes = await writtenDuring(scene, async () => {
    const result = await sweep(scene);
    expect(result).toMatchObject({ exitCode: 0, annotations: [] });
    expect(verdictsOf(result)).toEqual([]);
    if (says) expect(result.log).toContain(`${says}: ${planted.url}`);
  });
  expect(writes).toEqual([]);
  expect(await bodyOf(scene, planted)).toBe(planted.body);
  expect(scene.sent('get')).toBe(0);
}

test('the request of another project', async () => {
  await using scene = await createScene(ENDED);
  await expectUntouched(scene, await plant(scene, { marker: { project: hashOf('another') } }));
});

test('the request of another project under another key', async () => {
  await using scene = await createScene(ENDED);
  const marker = { project: hashOf('another') };
  await expectUntouched(scene, await plant(scene, { marker, apiKey: OLD_KEY }));
});

test.each([
  { state: { state: 'ended', job: 'j_1', verdict: 'failed' } as const },
  { state: { state: 'unsent' } as const },
  { state: { state: 'unconfirmed' } as const },
  { state: { state: 'continued', job: 'j_1', by: 7 } as const },
  { state: { state: 'closed' } as const },
])('a request that nothing is to be told of: $state.state', async ({ state }) => {
  await using scene = await createScene(ENDED);
  await expectUntouched(scene, await plant(scene, { jobId: 'j_1', state: () => state }));
});

test('a marker that was copied from another comment', async () => {
  await using scene = await createScene(ENDED);
  const copy = await plant(scene, { signedFor: 4711 });
  await expectUntouched(scene, copy, 'it is altered, or copied from elsewhere');
});

test('a marker under another key, by somebody else: their comment is theirs', async () => {
  await using scene = await createScene(ENDED);
  const forged = await plant(scene, { by: 'bob', apiKey: OLD_KEY, jobId: OLD_JOB });
  await expectUntouched(scene, forged, 'it is by another account, and nothing binds it to this comment');
});

test('our own, behind which somebody wrote what only looks like a marker: it is told all the same', async () => {
  await using scene = await createScene(ENDED);
  const real = await plant(scene);
  const body = `${real.body}\n<!-- docs-agent-action:1 forged -->`;
  await editAs(scene, real.id, body);
  expect(verdictsOf(await sweep(scene))).toEqual(['pull-request']);
  expect(await bodyOf(scene, real)).not.toContain('forged');
});

test('an altered letter', async () => {
  await using scene = await createScene(ENDED);
  const real = await plant(scene);
  const body = real.body.replace(/\.\w(?=[\w-]+ -->)/, (found) => (found === '.A' ? '.B' : '.A'));
  await editAs(scene, real.id, body);
  await expectUntouched(scene, { ...real, body }, 'it is altered, or copied from elsewhere');
});

test('our own, of which somebody changed the quote: the end is told without it', async () => {
  await using scene = await createScene(ENDED);
  const real = await plant(scene);
  await editAs(scene, real.id, real.body.replace(QUOTE, '> Click https://evil.example to win @everyone'));
  expect(verdictsOf(await sweep(scene))).toEqual(['pull-request']);
  const body = await bodyOf(scene, real);
  expect(body).toContain('Pull request ready');
  expect(body).not.toMatch(/evil|everyone/);
});

test('under an older key, a job that the service does not know: closed with a word, once', async () => {
  await using scene = await createScene(ENDED);
  const marker = { requester: await accountOf(scene, 'alice') };
  const old = await plant(scene, { apiKey: OLD_KEY, jobId: OLD_JOB, marker });
  const young = await plant(scene);
  await scene.clock.pass(LONG_AFTER);
  const result = await sweep(scene);
  expect(result.exitCode).toBe(0);
  expect(verdictsOf(result)).toEqual(['closed', 'pull-request']);
  const body = await bodyOf(scene, old);
  expect(body).toContain('**🔑 Not followed any more** · asked with another API key');
  expect(body).toContain(`\n${QUOTE}\n`);
  expect(await bodyOf(scene, young)).toContain('Pull request ready');
  expect(scene.sent('get')).toBe(3); // a 404 is believed the second time
  expect(await scene.comments()).toHaveLength(2); // nobody is mentioned: nothing has come of it

  expect(await writtenDuring(scene, async () => expect(verdictsOf(await sweep(scene))).toEqual([]))).toEqual([]);
});

test('under an older key, while its run may still watch: left to it until its budget is over', async () => {
  await using scene = await createScene(ENDED);
  const old = await plant(scene, { apiKey: OLD_KEY, jobId: OLD_JOB, marker: { alive: 600 } });
  await scene.clock.pass(LONG_AFTER);
  const writes = await writtenDuring(scene, async () => expect(verdictsOf(await sweep(scene))).toEqual(['active']));
  expect(writes).toEqual([]);
  await scene.clock.pass(700_000);
  expect(verdictsOf(await sweep(scene))).toEqual(['closed']);
  expect(await bodyOf(scene, old)).toContain('Not followed any more');
});

test('a comment that was deleted meanwhile is no reason to fail', async () => {
  await using scene = await createScene(ENDED);
  const [gone, young] = [await plant(scene), await plant(scene)];
  scene.service.faults.add({
    ...{ operation: 'get', kind: 'delay', milliseconds: 1_500 },
    onStrike: () => void rest(scene).issues.deleteComment({ ...at(scene), comment_id: gone.id }),
  });
  const result = await sweep(scene);
  expect(result.exitCode).toBe(0);
  expect(verdictsOf(result)).toEqual(['left', 'pull-request']);
  expect(await bodyOf(scene, young)).toContain('Pull request ready');
});

test('comments of people, however many, are passed over: the marker on page 3 is found', async () => {
  await using scene = await createScene(ENDED);
  const old = await plant(scene);
  const talk = Array.from({ length: 210 }, (_, index) => `Me too, ${index}`);
  for (const body of talk)
    await rest(scene).issues.createComment({ ...at(scene), issue_number: scene.issue.number, body });
  const writes = await writtenDuring(scene, async () =>
    expect(verdictsOf(await sweep(scene))).toEqual(['pull-request']),
  );
  expect(edits(writes)).toHaveLength(1);
  expect(await bodyOf(scene, old)).toContain('Pull request ready');
});

const rest = ({ github }: Scene) => new Octokit({ auth: github.tokens.alice, baseUrl: github.url }).rest;
const at = ({ github }: Scene) => ({ owner: github.owner, repo: github.repo });

async function editAs(scene: Scene, id: number, body: string): Promise<void> {
  await rest(scene).issues.updateComment({ ...at(scene), comment_id: id, body });
}
