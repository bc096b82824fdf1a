import { describe, expect } from '@jest/globals';
import {
  alice,
  askedGitHub,
  changesIn,
  OBJECTIVE,
  openPull,
  promptOf,
  pushIn,
  workflowRun,
  written,
} from '../../support/events.ts';
import { createScene } from '../../support/scene.ts';
import { test } from '../../support/scene-test.ts';

describe('a successful workflow run', () => {
  test('sends the changes of its commit since the first parent, and is reported in the merged pull request', async (scene) => {
    const { number, alice } = await openPull(scene);
    await alice.commit({ 'src/a.ts': '1\n' }, 'Add a');
    await alice.mergePull(number);
    const event = workflowRun(await pushIn(scene, 3));
    const result = await scene.run({ event });
    const [own] = await alice.readComments(number);
    expect(result).toMatchObject({
      exitCode: 0,
      annotations: [],
      outputs: { verdict: 'pull-request', commentUrl: own?.url },
    });
    expect(own?.body).toMatch(/^> Merge pull request .* — /m);
    expect(promptOf(scene).startsWith(OBJECTIVE)).toBe(true);
    expect(promptOf(scene)).toMatch(
      /Successful workflow run, started by alice\. .*\n\nFENCE the workflow run\nBranch: main\nFENCE the changes/s,
    );
    expect(changesIn(scene)[0]).toBe('added: docs/flag.md (+1 -0)');
    expect(changesIn(scene).join()).not.toContain('src/a.ts');
    const again = await scene.run({ event, run: { id: 2 } });
    expect(again.outputs.jobId).toBe(result.outputs.jobId);
    expect(scene.sent('create')).toBe(1);
  });

  test.each([
    ['of a fork', { head_repository: { id: 99 } }],
    ['for a pull request', { event: 'pull_request' }],
    ['that failed', { conclusion: 'failure' }],
    ['on a feature branch', { head_branch: 'feature' }],
  ])('%s causes no request to the service or GitHub', async (_, run) => {
    await using scene = await createScene();
    await alice(scene).commit({ 'src/a.ts': '1\n' }, 'Add a');
    const event = workflowRun(await pushIn(scene), run);
    scene.github.requests.length = 0;
    const result = await scene.run({ event, inputs: { prompt: 'Even so.' } });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'skipped', jobId: '' } });
    expect(result.log).toContain('is not a request; ');
    expect([...scene.service.requests, ...askedGitHub(scene)]).toEqual([]);
    expect(written(scene)).toEqual([]);
  });
});
