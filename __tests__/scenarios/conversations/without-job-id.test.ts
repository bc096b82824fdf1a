import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect } from '@jest/globals';
import type { GitHubEvent } from '../../../sandbox/github/webhook-inbox.ts';
import { answer, botComments, say, turnsOf } from '../../support/conversation.ts';
import { workflowRun } from '../../support/events.ts';
import { createScene, dispatch, type Scene } from '../../support/scene.ts';
import { test } from '../../support/scene-test.ts';

const FOLLOW_UP = { operation: 'follow-up', prompt: 'Fix what CI found.', timeout: '30m' };

/** A scene in which the job of the labeled issue has opened pull request #2. */
async function withAgentPull() {
  const scene = await createScene();
  const first = await answer(scene, scene.event);
  return { ...scene, jobId: first.outputs.jobId };
}

/** CI on the branch of the agent's pull request. */
async function ciOn(scene: Scene, run: Record<string, unknown> = {}): Promise<GitHubEvent> {
  await answer(scene, await say(scene, '/docs add an example')); // a push to a branch that exists
  const find = () =>
    scene.github.events
      .all('push')
      .findLast(({ payload }) => payload.ref !== 'refs/heads/main' && !/^0+$/.test(String(payload.before)));
  await scene.until('the push is delivered', () => find() !== undefined);
  return workflowRun(find() ?? scene.event, { conclusion: 'failure', event: 'pull_request', ...run });
}

describe('`follow-up` without `job-id`', () => {
  test('continues the job of the thread that `issue-number` names', async () => {
    await using scene = await withAgentPull();
    for (const [at, number] of ['1', '2'].entries()) {
      const inputs = { ...FOLLOW_UP, 'issue-number': number, prompt: `Fix ${number}.` };
      const result = await answer(scene, dispatch(), { run: { id: 900 + at }, inputs });
      expect(result.outputs).toMatchObject({ verdict: 'pull-request', jobId: scene.jobId });
    }
    expect(turnsOf(scene)).toEqual([['create', 'follow-up', 'follow-up']]);
  });

  test('is skipped in a thread without a job, and without a thread', async (scene) => {
    for (const inputs of [{ ...FOLLOW_UP, 'issue-number': '1' }, FOLLOW_UP]) {
      const result = await answer(scene, dispatch(), { run: { id: 900 }, inputs });
      expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'skipped' } });
      expect(result.log).toContain('no job of this project was found in the thread');
    }
    expect(scene.service.requests).toEqual([]);
    expect(await botComments(scene)).toEqual([]);
  });

  test("after failed CI on the agent's pull request is one follow-up with the log, however often CI fails", async () => {
    await using scene = await withAgentPull();
    const event = await ciOn(scene);
    const inputs = { ...FOLLOW_UP, 'issue-number': '2', 'context-file': 'ci.log' };
    const workspace = mkdtempSync(join(tmpdir(), 'workspace-'));
    writeFileSync(join(workspace, 'ci.log'), 'docs/cli.md:3 broken link\n');
    const first = await answer(scene, event, { run: { id: 901 }, inputs, workspace });
    expect(first.outputs).toMatchObject({ verdict: 'pull-request', jobId: scene.jobId });
    const prompt = scene.service.jobs[0]?.turns.at(-1)?.prompt ?? '';
    expect(prompt).toContain('broken link');
    const again = await answer(scene, await ciOn(scene), { run: { id: 902 }, inputs, workspace });
    expect(again.outputs.jobId).toBe(scene.jobId);
    expect(turnsOf(scene)).toEqual([['create', 'follow-up', 'follow-up', 'follow-up']]); // two of them are commands
    rmSync(workspace, { recursive: true });
  });

  test('sends nothing after failed CI on a pull request of a person, even if its thread has a job', async () => {
    await using scene = await withAgentPull();
    const event = await ciOn(scene);
    const before = scene.sent('follow-up');
    const result = await answer(scene, event, { run: { id: 901 }, inputs: { ...FOLLOW_UP, 'issue-number': '1' } });
    expect(result.outputs.verdict).toBe('skipped');
    expect(scene.sent('follow-up')).toBe(before);
  });

  test('sends nothing for CI of a fork', async () => {
    await using scene = await withAgentPull();
    const event = await ciOn(scene, { head_repository: { id: 4, full_name: 'mallory/docs' } });
    const before = scene.service.requests.length;
    const result = await answer(scene, event, { run: { id: 901 }, inputs: { ...FOLLOW_UP, 'issue-number': '2' } });
    expect(result.outputs.verdict).toBe('skipped');
    expect(scene.service.requests).toHaveLength(before);
  });
});

describe('`attach` without `job-id`', () => {
  test('waits for the newest job of the thread, in its status comment', { job: { seconds: 60 } }, async (scene) => {
    const first = await answer(scene, scene.event, { inputs: { wait: 'false' } });
    expect(first.outputs.verdict).toBe('started');
    const inputs = { operation: 'attach', 'issue-number': '1' };
    const result = await answer(scene, dispatch(), { run: { id: 900 }, inputs: { ...inputs, timeout: '10m' } });
    const { jobId, commentUrl } = first.outputs;
    expect(result.outputs).toMatchObject({ verdict: 'pull-request', jobId, commentUrl });
    expect(await botComments(scene)).toHaveLength(1);
    expect((await botComments(scene, 2)).map(({ prose }) => prose)).toEqual([expect.stringContaining('Opened for')]);
  });
});
