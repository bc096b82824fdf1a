import { describe, expect } from '@jest/globals';
import type { GitHubEvent } from '../../../sandbox/github/webhook-inbox.ts';
import { answer, say } from '../../support/conversation.ts';
import { alice, EDITS, openPull, pushIn } from '../../support/events.ts';
import { createScene, type Scene } from '../../support/scene.ts';
import { test } from '../../support/scene-test.ts';
import { accountOf, ENDED, mentions, plant, sweep, verdictsOf } from '../../support/sweep.ts';

const SECONDARY =
  '{"message":"You have exceeded a secondary rate limit. Please wait a few minutes before you try again."}';

/** GitHub answers the first such read with a secondary rate limit, of 150 s unless the headers name no time. */
function limit({ github }: Scene, path: RegExp, headers: Record<string, string> = { 'retry-after': '150' }, skip = 0) {
  github.faults.add({ method: 'GET', path, kind: 'answer', status: 403, headers, body: SECONDARY, skip });
}

const labeled = async ({ event }: Scene) => event;

async function pushed(scene: Scene): Promise<GitHubEvent> {
  await alice(scene).commit(EDITS, 'Print one object per line');
  return pushIn(scene);
}

async function reviewed(scene: Scene): Promise<GitHubEvent> {
  const { alice } = await openPull(scene);
  await alice.commit({ 'src/json.ts': 'line(1);\n' }, 'Add a line', { branch: 'lines' });
  const { number } = await alice.openPull('lines', 'Add a line', 'One.');
  const comments = [{ path: 'src/json.ts', line: 1, body: 'Why?' }];
  await alice.review(number, { body: '/docs explain it', comments });
  return scene.github.events.waitFor('pull_request_review', 'submitted');
}

/** A command on the pull request that the job of the labeled issue opened. */
async function commandedOnPull(scene: Scene): Promise<GitHubEvent> {
  const first = await answer(scene, scene.event);
  return say(scene, '/docs shorter', { on: Number(first.outputs.prNumber) });
}

describe('a secondary rate limit on', () => {
  test.each([
    { read: 'the permission', path: /permission$/, event: labeled },
    { read: 'the comments of the thread', path: /\/issues\/1\/comments\?/, event: labeled },
    {
      read: 'the comments of the thread, at the second read',
      path: /\/issues\/1\/comments\?/,
      event: labeled,
      skip: 1,
    },
    { read: 'the comparison', path: /\/compare\//, event: pushed },
    { read: 'the pull requests of a commit', path: /\/commits\/[0-9a-f]+\/pulls/, event: pushed },
    { read: 'the line comments of a review', path: /\/reviews\/\d+\/comments/, event: reviewed },
    { read: 'the comments of the repository', path: /\/issues\/comments\?/, event: reviewed },
    { read: 'the state of the pull request', path: /\/pulls\/2$/, event: commandedOnPull },
  ])('$read is waited for, with a line per minute', async ({ path, event, skip }) => {
    await using scene = await createScene();
    const asked = await event(scene);
    limit(scene, path, undefined, skip);
    const began = scene.clock.elapsed();
    const result = await answer(scene, asked, { inputs: { timeout: '10m' } });
    expect(result).toMatchObject({ exitCode: 0, annotations: [], outputs: { verdict: 'pull-request' } });
    expect(scene.clock.elapsed() - began).toBeGreaterThanOrEqual(150_000);
    const lines = [...result.log.matchAll(/rate limit is used up \(403\)\. Trying again in (\d+) s/g)].map(
      ([, s]) => s,
    );
    expect(lines).toEqual(['150', '90', '30']);
  });

  test('the login of the requester is waited for by a sweep', ENDED, async (scene) => {
    await plant(scene, { marker: { requester: await accountOf(scene, 'alice') } });
    limit(scene, /\/user\/\d+$/);
    expect(verdictsOf(await sweep(scene, { timeout: '10m' }))).toEqual(['pull-request']);
    expect(await mentions(scene)).toHaveLength(1);
  });

  test('a read is waited for a minute if GitHub names no time', async (scene) => {
    limit(scene, /permission$/, {});
    const result = await scene.run({ inputs: { timeout: '5m' } });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    expect(result.log).toContain('Trying again in 60 s');
  });
});

test('a cancel ends the wait for a rate limit within 100 ms', async (scene) => {
  limit(scene, /permission$/);
  const step = scene.start({ inputs: { timeout: '10m' } });
  await scene.until('the run waits', () => scene.github.requests.some(({ status }) => status === 403));
  await scene.clock.pass(70_000);
  const began = scene.clock.elapsed();
  step.kill('SIGTERM');
  const result = await step.result;
  expect(result.outputs.verdict).toBe('cancelled');
  expect(scene.clock.elapsed() - began).toBeLessThan(100);
  expect(scene.sent('create')).toBe(0);
});
