import { describe, expect, test } from '@jest/globals';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import { say } from '../../support/conversation.ts';
import { createScene, type Scene } from '../../support/scene.ts';

const LONG = { job: { seconds: 3600 } };
const inputs = { timeout: '40s' };

/** Both runs tell the same end of one job, in one comment. */
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

/** Ends the only job once every run has looked at it. */
async function endJob(scene: Scene, looks: number): Promise<void> {
  await scene.until('both runs watch the job', () => scene.sent('get') >= looks);
  scene.service.script({ seconds: 0 }, scene.service.jobs[0]?.id);
}

describe('the same event reaches two runs', () => {
  test.each([{ lag: 0 }, { lag: 200 }, { lag: 2_500 }])(
    'at once, while lists lag by $lag ms: one job, one comment, both tell its end',
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

  test.each([{ lag: 0 }, { lag: 200 }])(
    'the second while the first watches, lag $lag ms: it watches too, and writes nothing',
    async ({ lag }) => {
      await using scene = await createScene(LONG);
      scene.github.lag.milliseconds = lag;
      const first = scene.start({ run: { id: 8 }, inputs });
      await scene.until('the first run says that it works', () => scene.commentWrites().length === 2);
      const before = scene.commentWrites().length;
      const second = scene.start({ run: { id: 9 }, inputs });
      await endJob(scene, 3);
      const results = await Promise.all([first.result, second.result]);
      await expectOneJob(scene, results);
      expect(scene.commentWrites()).toHaveLength(before + 1);
    },
  );

  test('the second while the service has not answered the first', async () => {
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

  test('at once, and the job has ended before the second looks again', async () => {
    await using scene = await createScene({ job: { seconds: 0 } });
    const runs = [8, 9].map((id) => scene.start({ run: { id }, inputs }));
    await expectOneJob(scene, await Promise.all(runs.map(({ result }) => result)));
  });

  test('at once, and the first is refused for its quota: the second asks in its place', async () => {
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

  test('at once, and nobody knows what came of the first: the second is told, and asks for nothing', async () => {
    await using scene = await createScene(LONG);
    scene.service.faults.add({ operation: 'create', kind: 'reset' });
    const runs = [8, 9].map((id) => scene.start({ run: { id }, inputs }));
    const results = await Promise.all(runs.map(({ result }) => result));
    expect(scene.sent('create')).toBe(1);
    for (const result of results) expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'unconfirmed' } });
    expect(await scene.comments()).toHaveLength(1);
  });

  test('at once, and the job fails before the second looks again: one job', async () => {
    await using scene = await createScene({ job: { seconds: 0, end: 'failed' } });
    const runs = [8, 9].map((id) => scene.start({ run: { id }, inputs }));
    const results = await Promise.all(runs.map(({ result }) => result));
    expect(scene.sent('create')).toBe(1);
    for (const result of results) expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'failed' } });
  });

  test('at once, and the first is killed while it asks: the second asks for nothing', async () => {
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
  test('while the job is open: the job goes on; after its end: a new job, told in a comment of its own', async () => {
    await using scene = await createScene(LONG);
    const runs = [scene.start({ run: { id: 8 }, inputs })];
    await scene.until('a job', () => scene.service.jobs.length > 0);
    runs.push(scene.start({ run: { id: 9 }, inputs }));
    await endJob(scene, 2);
    await expectOneJob(scene, await Promise.all(runs.map(({ result }) => result)));
    scene.service.script({ seconds: 0 });
    const last = await scene.run({ run: { id: 10 } });
    const [, comment, ...others] = await scene.comments();
    expect(last).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: comment?.url } });
    expect(others).toEqual([]);
    expect(scene.sent('create')).toBe(2);
  });

  test('while nobody watches the job: the second run writes on in its comment', async () => {
    await using scene = await createScene(LONG);
    await scene.run({ run: { id: 8 }, inputs: { wait: 'false' } });
    const second = scene.start({ run: { id: 9 }, inputs });
    await endJob(scene, 1);
    await expectOneJob(scene, [await second.result]);
  });

  test('the run that only watched the job of the first is run again after its end: it spends nothing', async () => {
    await using scene = await createScene(LONG);
    const runs = [scene.start({ run: { id: 8 }, inputs })];
    await scene.until('the first run says that it works', () => scene.commentWrites().length === 2);
    runs.push(scene.start({ run: { id: 9 }, inputs }));
    await endJob(scene, 2);
    await Promise.all(runs.map(({ result }) => result));
    await expectOneJob(scene, [await scene.run({ run: { id: 9, attempt: 2 } })]);
  });
});

describe('one comment that asks is delivered twice', () => {
  test('while the first run watches, and after its end: one job', async () => {
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

  test('`new` is as new only once', async () => {
    await using scene = await createScene();
    const event = await say(scene, '/docs new explain the flag');
    const first = await scene.run({ event, run: { id: 8 } });
    const second = await scene.run({ event, run: { id: 9 } });
    expect(second.outputs).toMatchObject({ verdict: 'pull-request', jobId: first.outputs.jobId });
    expect(scene.sent('create')).toBe(1);
  });
});
