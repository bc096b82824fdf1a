import { describe, expect, test } from '@jest/globals';
import { say } from '../../support/conversation.ts';
import { fillThread } from '../../support/crowded-thread.ts';
import { askedGitHub } from '../../support/events.ts';
import { AGAIN } from '../../support/re-runs.ts';
import { createScene } from '../../support/scene.ts';

describe('hundreds of comments', () => {
  const PAGES = /\/comments\?per_page=100&page=4$/;

  test('the status comment is on page 4: a re-run finds it', async () => {
    await using scene = await createScene();
    await fillThread(scene, 320);
    const first = await scene.run();
    const second = await scene.run(AGAIN);
    const { jobId, commentUrl } = first.outputs;
    expect(second).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', jobId, commentUrl } });
    expect(scene.sent('create')).toBe(1);
    expect(askedGitHub(scene).filter((request) => PAGES.test(request)).length).toBeGreaterThan(0);
  });

  test('after the status comment: a command goes on with its job', async () => {
    await using scene = await createScene();
    const first = await scene.run();
    await fillThread(scene, 320);
    const event = await say(scene, '/docs shorter');
    const second = await scene.run({ event, run: { id: 8 }, inputs: { wait: 'false' } });
    expect(second.outputs.jobId).toBe(first.outputs.jobId);
    expect([scene.sent('create'), scene.sent('follow-up')]).toEqual([1, 1]);
  });
});

const COUNT = { method: 'GET', path: /\/issues\/\d+$/, times: Infinity };

describe('a list that lags', () => {
  test.each([300, 1_500, 2_500])('by %d ms: it is read again until the status comment is in it', async (lag) => {
    await using scene = await createScene({ job: { seconds: 3600 } });
    scene.github.lag.milliseconds = lag;
    const event = await say(scene, '/docs explain the flag');
    const first = await scene.run({ event, run: { id: 8 }, inputs: { wait: 'false', timeout: '30s' } });
    const second = await scene.run({ event, run: { id: 9 }, inputs: { wait: 'false', timeout: '30s' } });
    expect(second.outputs).toMatchObject({ verdict: 'started', jobId: first.outputs.jobId });
    expect(scene.sent('create')).toBe(1);
  });

  test('just after the status comment was written: the second run does not miss it', async () => {
    await using scene = await createScene({ job: { seconds: 3600 } });
    await scene.run({ inputs: { wait: 'false' } });
    scene.github.lag.milliseconds = 3_500;
    const second = await scene.run({ run: { id: 9 }, inputs: { wait: 'false', timeout: '30s' } });
    expect(second.outputs.verdict).toBe('started');
    expect(scene.sent('create')).toBe(1);
  });

  test('and never shows what we wrote: an error, as it may lack more than that', async () => {
    await using scene = await createScene();
    scene.github.lag.milliseconds = 3_600_000;
    const result = await scene.run({ inputs: { timeout: '30s' } });
    expect(scene.service.requests).toEqual([]);
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
  });

  test('behind the count for ever, as GitHub counts what it hides: the run goes its way', async () => {
    await using scene = await createScene();
    scene.github.faults.add({ kind: 'answer', status: 200, body: '{"comments":7}', ...COUNT });
    const result = await scene.run({ inputs: { timeout: '30s' } });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
    expect(scene.sent('create')).toBe(1);
  });
});
