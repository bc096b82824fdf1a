import { describe, expect } from '@jest/globals';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import { alice, pushIn } from '../../support/events.ts';
import { createScene, dispatch, type Scene } from '../../support/scene.ts';
import { testWith } from '../../support/scene-test.ts';

const test = testWith({ job: { seconds: 3600 } });

/** Each run has a job and a comment of its own. */
async function expectOwnJobs(scene: Scene, results: readonly StepResult[]): Promise<void> {
  const comments = await scene.comments();
  const urls = results.map(({ outputs }) => outputs.commentUrl);
  const jobs = results.map(({ outputs }) => outputs.jobId);
  for (const result of results) expect(result.outputs.verdict).toBe('pull-request');
  expect(comments.map(({ url }) => url).sort()).toEqual([...urls].sort());
  expect(scene.service.jobs.map(({ id }) => id).sort()).toEqual([...jobs].sort());
  expect([scene.sent('create'), scene.sent('follow-up')]).toEqual([results.length, 0]);
}

/** Each job got one prompt, in any order. */
function expectPrompts({ service }: Scene, prompts: readonly string[]): void {
  const got = service.jobs.map(({ turns }) => turns.map(({ prompt }) => prompt.split('\n')[0]));
  expect(got.sort()).toEqual(prompts.map((prompt) => [prompt]).sort());
}

describe('one event creates a job', () => {
  test('for each leg of a matrix, also if they run at once', {
    job: { seconds: 3 },
  }, async (scene) => {
    const legs = [{ matrix: { page: 'a' } }, { matrix: { page: 'b' } }];
    await expectOwnJobs(
      scene,
      await Promise.all(legs.map((run) => scene.run({ run, inputs: { timeout: '30s' } }))),
    );
  });

  test('for each step of a workflow job, and re-runs attach to the open ones', async (scene) => {
    const steps = [{}, { action: '__self_2' }];
    const started: StepResult[] = [];
    for (const run of steps) started.push(await scene.run({ run, inputs: { wait: 'false' } }));
    expect(started.map(({ outputs }) => outputs.verdict)).toEqual(['started', 'started']);
    for (const { id } of scene.service.jobs) scene.service.script({ seconds: 0 }, id);
    const again: StepResult[] = [];
    for (const run of steps) again.push(await scene.run({ run: { ...run, attempt: 2 } }));
    await expectOwnJobs(scene, again);
  });

  test('for each call of a reusable workflow with another prompt, also if they run at once', async () => {
    const prompts = ['Update the English pages', 'Update the German pages'];
    await using scene = await createScene({ job: { seconds: 3 } });
    const runs = prompts.map((prompt) => scene.run({ inputs: { prompt, timeout: '30s' } }));
    await expectOwnJobs(scene, await Promise.all(runs));
    expectPrompts(scene, prompts);
  });

  test('once for two calls of a reusable workflow with the same prompt', async (scene) => {
    for (const id of [8, 9])
      await scene.run({ run: { id }, inputs: { prompt: 'Update the pages', wait: 'false' } });
    expectPrompts(scene, ['Update the pages']);
    expect(await scene.comments()).toHaveLength(1);
  });

  test('for each `key` of one step', async (scene) => {
    for (const key of ['guide', 'reference', 'guide'])
      await scene.run({ inputs: { key, wait: 'false' } });
    expect(scene.sent('create')).toBe(2);
    expect(await scene.comments()).toHaveLength(2);
  });
});

const inputsOf = ({ issue }: Scene) => ({
  prompt: 'Refresh the pages',
  'issue-number': String(issue.number),
});

test('with `issue-number` a second push of the same commit attaches to its job, even after the end; one of another commit does not', async () => {
  await using scene = await createScene();
  await alice(scene).commit({ 'src/list.ts': 'one();\n' }, 'One');
  await alice(scene).commit({ 'src/list.ts': 'two();\n' }, 'Two');
  const inputs = inputsOf(scene);
  const [one, two] = [await pushIn(scene, 1), await pushIn(scene, 2)];
  const jobs: (string | undefined)[] = [];
  for (const [id, event] of [one, one, two].entries())
    jobs.push((await scene.run({ event, run: { id: 8 + id }, inputs })).outputs.jobId);
  expect(jobs[1]).toBe(jobs[0]);
  expect(jobs[2]).not.toBe(jobs[0]);
  expect(scene.sent('create')).toBe(2);
  expect(await scene.comments()).toHaveLength(2);
});

test('one push with other inputs has a job each, and with the same inputs the same one', async (scene) => {
  await alice(scene).commit({ 'src/a.ts': 'a();\n' }, 'A');
  const event = await pushIn(scene);
  const window = '7d';
  const others: readonly Readonly<Record<string, string>>[] = [
    {},
    { paths: 'src/**' },
    { 'paths-ignore': 'docs/**' },
    { context: 'patches' },
    { prompt: 'Anew' },
    { window },
    { window: '9d' },
    { window, top: '5' },
    { window, 'sort-by': 'ai' },
  ];
  const basic = {
    prompt: 'Refresh',
    wait: 'false',
    timeout: '60s',
    'issue-number': String(scene.issue.number),
  };
  const jobs: (string | undefined)[] = [];
  for (const [at, more] of [...others, ...others].entries())
    jobs.push(
      (await scene.run({ event, run: { id: 8 + at }, inputs: { ...basic, ...more } })).outputs
        .jobId,
    );
  expect(new Set(jobs.slice(0, others.length)).size).toBe(others.length);
  expect(jobs.slice(others.length)).toEqual(jobs.slice(0, others.length));
});

test('a re-run of a dispatch with `compare` attaches to its job, although a ref has moved, and the next dispatch asks anew', async (scene) => {
  await alice(scene).createTag('v1.0.0');
  await alice(scene).commit({ 'src/a.ts': 'a();\n' }, 'A');
  const inputs = { ...inputsOf(scene), compare: 'v1.0.0...main', wait: 'false' };
  const jobOf = async (run: { id: number; attempt?: number }) =>
    (await scene.run({ event: dispatch(), run, inputs })).outputs.jobId;
  const first = await jobOf({ id: 8 });
  await alice(scene).commit({ 'src/b.ts': 'b();\n' }, 'B');
  expect(await jobOf({ id: 8, attempt: 2 })).toBe(first);
  const next = await jobOf({ id: 9 });
  expect(scene.service.jobs.map(({ id }) => id)).toEqual([first, next]);
});
