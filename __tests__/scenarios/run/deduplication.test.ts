import { describe, expect, test } from '@jest/globals';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import { say } from '../../support/conversation.ts';
import { setNow } from '../../support/events.ts';
import { createScene, type Scene } from '../../support/scene.ts';

const LONG = { job: { seconds: 3600 } };
const inputs = { timeout: '40s' };

/** All runs report the same end of one job, in one comment. */
async function expectOneJob(scene: Scene, results: readonly StepResult[]): Promise<void> {
  const [job, ...jobs] = scene.service.jobs;
  const [status, ...others] = await scene.comments();
  expect(jobs).toEqual([]);
  expect(scene.sent('create')).toBe(1);
  for (const result of results) {
    const outputs = { verdict: 'pull-request', jobId: job?.id, commentUrl: status?.url };
    expect(result).toMatchObject({ exitCode: 0, outputs });
  }
  expect(status?.body).toContain('Pull request ready');
  expect(others).toEqual([]);
}

/** Ends the only job once it was polled that often. */
async function endJob(scene: Scene, looks: number): Promise<void> {
  await scene.until('both runs watch the job', () => scene.sent('get') >= looks);
  scene.service.script({ seconds: 0 }, scene.service.jobs[0]?.id);
}

describe('two runs of the same event create one job', () => {
  test.each([{ lag: 0 }, { lag: 2_500 }])(
    'and both report its end, if they start at once and lists lag by $lag ms',
    async ({ lag }) => {
      await using scene = await createScene(LONG);
      scene.github.lag.milliseconds = lag;
      const runs = [8, 9].map((id) => scene.start({ run: { id }, inputs }));
      await scene.until('a job', () => scene.service.jobs.length > 0);
      await endJob(scene, 2);
      scene.github.lag.milliseconds = 0;
      await expectOneJob(scene, await Promise.all(runs.map(({ result }) => result)));
    },
  );

  test('and the second one writes no comment, if it starts while the first one waits and lists lag by 200 ms', async () => {
    await using scene = await createScene(LONG);
    scene.github.lag.milliseconds = 200;
    const first = scene.start({ run: { id: 8 }, inputs });
    await scene.until('the first run says that it works', () => scene.commentWrites().length === 2);
    const before = scene.commentWrites().length;
    const second = scene.start({ run: { id: 9 }, inputs });
    await endJob(scene, 3);
    const results = await Promise.all([first.result, second.result]);
    await expectOneJob(scene, results);
    expect(scene.commentWrites()).toHaveLength(before + 1);
  });

  test('and the second one waits for it, if it starts while the create is not answered', async () => {
    await using scene = await createScene(LONG);
    scene.service.faults.add({ operation: 'create', kind: 'delay', milliseconds: 4_000 });
    const first = scene.start({ run: { id: 8 }, inputs });
    await scene.until('the first run asks', () => scene.sent('create') === 1);
    const second = scene.start({ run: { id: 9 }, inputs });
    await endJob(scene, 2);
    const results = await Promise.all([first.result, second.result]);
    expect(results[1]?.log).toContain('Another run may just be starting a job; waiting for it');
    await expectOneJob(scene, results);
  });

  test('and both report its end, if it ends before the second one reads the thread again', async () => {
    await using scene = await createScene({ job: { seconds: 0 } });
    const runs = [8, 9].map((id) => scene.start({ run: { id }, inputs }));
    await expectOneJob(scene, await Promise.all(runs.map(({ result }) => result)));
  });

  test('in the second one, if the quota of the first one is used up', async () => {
    await using scene = await createScene({ job: { seconds: 0 } });
    const headers = { 'retry-after': '3600' };
    scene.service.faults.add({ operation: 'create', kind: 'answer', status: 429, body: '{}', headers });
    const runs = [8, 9].map((id) => scene.start({ run: { id }, inputs }));
    const results = await Promise.all(runs.map(({ result }) => result));
    const verdicts = results.map(({ outputs }) => outputs.verdict).sort();
    expect(verdicts).toEqual(['pull-request', 'quota-exhausted']);
    expect(scene.service.jobs).toHaveLength(1);
    expect((await scene.comments()).map(({ body }) => /quota is used up|Pull request ready/.exec(body)?.[0])).toEqual([
      'quota is used up',
      'Pull request ready',
    ]);
  });

  test('at most, and both are unconfirmed, if the create is not answered', async () => {
    await using scene = await createScene(LONG);
    scene.service.faults.add({ operation: 'create', kind: 'reset' });
    const runs = [8, 9].map((id) => scene.start({ run: { id }, inputs }));
    const results = await Promise.all(runs.map(({ result }) => result));
    expect(scene.sent('create')).toBe(1);
    for (const result of results) expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'unconfirmed' } });
    expect(await scene.comments()).toHaveLength(1);
  });

  test('and both fail, if it fails before the second one reads the thread again', async () => {
    await using scene = await createScene({ job: { seconds: 0, end: 'failed' } });
    const runs = [8, 9].map((id) => scene.start({ run: { id }, inputs }));
    const results = await Promise.all(runs.map(({ result }) => result));
    expect(scene.sent('create')).toBe(1);
    for (const result of results) expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'failed' } });
  });

  test('at most, and the second one is an error, if the first one is killed during its create', async () => {
    await using scene = await createScene(LONG);
    scene.service.faults.add({ operation: 'create', kind: 'hang' });
    const first = scene.start({ run: { id: 8 }, inputs });
    await scene.until('the first run asks', () => scene.sent('create') === 1);
    const second = scene.start({ run: { id: 9 }, inputs: { timeout: '6s' } });
    first.kill('SIGKILL');
    await first.result;
    expect(await second.result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error', jobId: '' } });
    expect(scene.sent('create')).toBe(1);
  });
});

describe('a label that is set again', () => {
  test('attaches to the open job; after its end it creates a new job, in a comment of its own', async () => {
    await using scene = await createScene(LONG);
    const runs = [scene.start({ run: { id: 8 }, inputs })];
    await scene.until('a job', () => scene.service.jobs.length > 0);
    runs.push(scene.start({ run: { id: 9 }, inputs }));
    await endJob(scene, 2);
    await expectOneJob(scene, await Promise.all(runs.map(({ result }) => result)));
    scene.service.script({ seconds: 0 });
    const last = await scene.run({ run: { id: 10 }, event: setNow(scene) });
    const [, comment, ...others] = await scene.comments();
    expect(last).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: comment?.url } });
    expect(others).toEqual([]);
    expect(scene.sent('create')).toBe(2);
  });

  test('adopts the status comment of a job that no run waits for', async () => {
    await using scene = await createScene(LONG);
    await scene.run({ run: { id: 8 }, inputs: { wait: 'false' } });
    const second = scene.start({ run: { id: 9 }, inputs });
    await endJob(scene, 1);
    await expectOneJob(scene, [await second.result]);
  });

  test('creates no job in a re-run, after its first attempt attached to the job of another run', async () => {
    await using scene = await createScene(LONG);
    const runs = [scene.start({ run: { id: 8 }, inputs })];
    await scene.until('the first run says that it works', () => scene.commentWrites().length === 2);
    runs.push(scene.start({ run: { id: 9 }, inputs }));
    await endJob(scene, 2);
    await Promise.all(runs.map(({ result }) => result));
    await expectOneJob(scene, [await scene.run({ run: { id: 9, attempt: 2 } })]);
  });
});

describe('a command that is delivered twice', () => {
  test('creates one job, while it is open and after its end', async () => {
    await using scene = await createScene(LONG);
    const event = await say(scene, '/docs explain the flag');
    const runs = [8, 9].map((id) => scene.start({ event, run: { id }, inputs }));
    await endJob(scene, 2);
    const results = await Promise.all(runs.map(({ result }) => result));
    results.push(await scene.run({ event, run: { id: 10 } }));
    const statuses = (await scene.comments()).filter(({ author }) => author !== 'alice');
    expect(statuses).toHaveLength(1);
    for (const { outputs } of results) {
      expect(outputs).toMatchObject({ verdict: 'pull-request', commentUrl: statuses[0]?.url });
    }
    expect([scene.sent('create'), scene.sent('follow-up')]).toEqual([1, 0]);
  });

  test('creates one job, also with `new`', async () => {
    await using scene = await createScene();
    const event = await say(scene, '/docs new explain the flag');
    const first = await scene.run({ event, run: { id: 8 } });
    const second = await scene.run({ event, run: { id: 9 } });
    expect(second.outputs).toMatchObject({ verdict: 'pull-request', jobId: first.outputs.jobId });
    expect(scene.sent('create')).toBe(1);
  });
});
