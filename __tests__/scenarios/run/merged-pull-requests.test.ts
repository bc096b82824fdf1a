import { describe, expect, test } from '@jest/globals';
import type { FaultForm } from '../../../sandbox/github/faults.ts';
import { askedGitHub, openPull, promptOf } from '../../support/events.ts';
import { changesIn, EDITS, PULLS_OF_COMMIT, pushIn, runOnPush } from '../../support/pushes.ts';
import { createScene, shown, warnings } from '../../support/scene.ts';

describe('a merge', () => {
  test.each(['merge', 'squash', 'rebase'] as const)(
    'by %s: the push that comes with it reports to the pull request',
    async (method) => {
      await using scene = await createScene();
      const { number, alice } = await openPull(scene);
      const { sha } = await alice.mergePull(number, method);
      const event = await pushIn(scene, 2);
      expect(event.payload).toMatchObject({ ref: 'refs/heads/main', after: sha });
      const result = await scene.run({ event });
      const [told, ...others] = await alice.readComments(number);
      expect(result).toMatchObject({
        exitCode: 0,
        annotations: [],
        outputs: { verdict: 'pull-request', commentUrl: told?.url },
      });
      expect(told?.body).toContain(`[acme/docs#3](${result.outputs.prLink})`);
      expect(others).toEqual([]);
      expect(await scene.comments()).toEqual([]);
      expect(changesIn(scene)[0]).toBe('added: docs/flag.md (+1 -0)');
    },
  );

  test('is a request itself: with the words of the pull request and its changes', async () => {
    await using scene = await createScene();
    const { number, alice, url } = await openPull(scene);
    await alice.mergePull(number);
    const event = await scene.github.events.waitFor('pull_request', 'closed');
    const result = await scene.run({ event });
    const [told, ...others] = await alice.readComments(number);
    expect(result).toMatchObject({
      exitCode: 0,
      annotations: [],
      outputs: { verdict: 'pull-request', commentUrl: told?.url },
    });
    expect(others).toEqual([]);
    expect(promptOf(scene)).toContain('alice merged the pull request below.');
    expect(promptOf(scene)).toContain(
      `FENCE pull request #${number} by alice, ${url}\nTitle: Add \`--json\`\n\nOne object`,
    );
    expect(changesIn(scene)[0]).toBe('added: docs/flag.md (+1 -0)');
    expect(promptOf(scene)).not.toContain('@@');
  });

  test('where nothing that matters was merged: skipped, and the pull request hears nothing', async () => {
    await using scene = await createScene();
    const { number, alice } = await openPull(scene);
    await alice.mergePull(number);
    const inputs = { 'paths-ignore': 'docs/**' };
    for (const event of [await scene.github.events.waitFor('pull_request', 'closed'), await pushIn(scene, 2)]) {
      expect(await scene.run({ event, inputs })).toMatchObject({ exitCode: 0, outputs: { verdict: 'skipped' } });
    }
    expect(scene.service.requests).toEqual([]);
    expect(await alice.readComments(number)).toEqual([]);
  });

  test('with an issue number: reported there, and no pull request is looked for', async () => {
    await using scene = await createScene();
    const { number, alice } = await openPull(scene);
    await alice.mergePull(number);
    const inputs = { 'issue-number': String(scene.issue.number) };
    const result = await scene.run({ event: await pushIn(scene, 2), inputs });
    expect(result.outputs.verdict).toBe('pull-request');
    expect(askedGitHub(scene).filter((request) => request.includes('/commits/'))).toEqual([]);
    expect(await scene.comments()).toHaveLength(1);
    expect(await alice.readComments(number)).toEqual([]);
  });

  test.each<{ fault: string; form: FaultForm; says: string }>([
    { fault: '500', form: { kind: 'answer', status: 500 }, says: 'GitHub answered 500' },
    { fault: '403', form: { kind: 'answer', status: 403 }, says: 'forbids it' },
    { fault: 'HTML', form: { kind: 'answer', status: 200, body: '<h1>Hi</h1>' }, says: 'not JSON' },
    { fault: 'something else', form: { kind: 'answer', status: 200, body: '[{}]' }, says: 'does not document' },
    { fault: 'no answer', form: { kind: 'hang' }, says: 'which pull request was merged' },
    { fault: 'reset', form: { kind: 'reset' }, says: 'the connection broke' },
  ])('cannot be looked up ($fault): one warning, and the job is unharmed', async ({ form, says }) => {
    await using scene = await createScene();
    scene.github.faults.add({ ...form, ...PULLS_OF_COMMIT, times: Infinity });
    const { result } = await runOnPush(scene, EDITS);
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: '' } });
    expect(warnings(result)).toEqual([expect.stringContaining('No status comment: GitHub could not be asked')]);
    expect(warnings(result)[0]).toContain(says);
    expect(warnings(result)[0]).toContain('pull-requests: ');
    expect(await shown(scene, result)).not.toMatch(/<h1>|made to fail|undefined/);
    expect(scene.sent('create')).toBe(1);
  });
});

test.each(['4s', '7s'])(
  'the pull request of a push is not told in time: enough of a budget of %s is left for the job',
  async (timeout) => {
    await using scene = await createScene();
    scene.github.faults.add({ kind: 'hang', ...PULLS_OF_COMMIT, times: Infinity });
    const { result } = await runOnPush(scene, EDITS, { timeout });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
  },
);
