import { describe, expect, test } from '@jest/globals';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import { aliceIn, pushIn } from '../../support/pushes.ts';
import { createScene, dispatch, type Scene } from '../../support/scene.ts';

/** Each run has a job and a comment of its own. */
async function expectOwnJobs(scene: Scene, results: readonly StepResult[]): Promise<void> {
  const comments = await scene.comments();
  const urls = results.map(({ outputs }) => outputs.commentUrl);
  const jobs = results.map(({ outputs }) => outputs.jobId);
  for (const result of results) expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request' } });
  expect(comments.map(({ url }) => url).sort()).toEqual([...urls].sort());
  expect(scene.service.jobs.map(({ id }) => id).sort()).toEqual([...jobs].sort());
  expect([scene.sent('create'), scene.sent('follow-up')]).toEqual([results.length, 0]);
}

/** Each job was asked one thing, whichever was first. */
function expectAsked({ service }: Scene, prompts: readonly string[]): void {
  const asked = service.jobs.map(({ turns }) => turns.map(({ prompt }) => prompt.split('\n')[0]));
  expect(asked.sort()).toEqual(prompts.map((prompt) => [prompt]).sort());
}

describe('one event is different wishes, each with a job and a comment', () => {
  const WISHES = [
    { what: 'legs of a matrix', runs: [{ matrix: { page: 'a' } }, { matrix: { page: 'b' } }] },
    {
      what: 'two workflows',
      runs: [
        { id: 8, workflow: '.github/workflows/docs.yml' },
        { id: 9, workflow: '.github/workflows/more.yml' },
      ],
    },
    { what: 'two jobs of a workflow', runs: [{ job: 'docs' }, { job: 'api' }] },
  ];

  test.each([...WISHES])('$what, at once', async ({ runs }) => {
    await using scene = await createScene({ job: { seconds: 3 } });
    await expectOwnJobs(scene, await Promise.all(runs.map((run) => scene.run({ run, inputs: { timeout: '30s' } }))));
  });

  test.each([...WISHES, { what: 'two steps of a job', runs: [{}, { action: '__self_2' }] }])(
    '$what, one after the other while the job goes on',
    async ({ runs }) => {
      await using scene = await createScene({ job: { seconds: 3600 } });
      const started: StepResult[] = [];
      for (const run of runs) started.push(await scene.run({ run, inputs: { wait: 'false' } }));
      expect(started.map(({ outputs }) => outputs.verdict)).toEqual(['started', 'started']);
      for (const { id } of scene.service.jobs) scene.service.script({ seconds: 0 }, id);
      const again: StepResult[] = [];
      for (const run of runs) again.push(await scene.run({ run: { ...run, attempt: 2 } }));
      await expectOwnJobs(scene, again);
    },
  );

  const CALLS = ['Update the English pages', 'Update the German pages'];

  test('two calls of one reusable workflow in other words, at once', async () => {
    await using scene = await createScene({ job: { seconds: 3 } });
    const runs = CALLS.map((prompt) => scene.run({ inputs: { prompt, timeout: '30s' } }));
    await expectOwnJobs(scene, await Promise.all(runs));
    expectAsked(scene, CALLS);
  });

  test('two calls of one reusable workflow in other words, while the job of the first goes on', async () => {
    await using scene = await createScene({ job: { seconds: 3600 } });
    for (const prompt of CALLS) await scene.run({ inputs: { prompt, wait: 'false' } });
    expectAsked(scene, CALLS);
    expect(await scene.comments()).toHaveLength(2);
  });

  test('two calls of one reusable workflow in the same words are one wish', async () => {
    await using scene = await createScene({ job: { seconds: 3600 } });
    for (const id of [8, 9]) await scene.run({ run: { id }, inputs: { prompt: 'Update the pages', wait: 'false' } });
    expectAsked(scene, ['Update the pages']);
    expect(await scene.comments()).toHaveLength(1);
  });

  test('two requests of one step that the workflow tells apart by `key`', async () => {
    await using scene = await createScene({ job: { seconds: 3600 } });
    for (const key of ['guide', 'reference', 'guide']) await scene.run({ inputs: { key, wait: 'false' } });
    expect(scene.sent('create')).toBe(2);
    expect(await scene.comments()).toHaveLength(2);
  });
});

describe('without a person who asks, on one `issue-number`', () => {
  /** Two runs while the job of the first is open. */
  async function runTwice(scene: Scene, changes: readonly Parameters<Scene['run']>[0][]): Promise<StepResult[]> {
    const results: StepResult[] = [];
    for (const [at, change] of changes.entries()) {
      const inputs = { 'issue-number': String(scene.issue.number), wait: 'false', ...change?.inputs };
      results.push(await scene.run({ ...change, run: { id: 8 + at }, inputs }));
    }
    return results;
  }
  const jobIds = (results: readonly StepResult[]) => new Set(results.map(({ outputs }) => outputs.jobId)).size;

  test.each([
    { what: 'in the same words', prompts: ['Refresh the pages', 'Refresh the pages'], jobs: 1 },
    { what: 'in other words', prompts: ['Refresh the pages', 'Refresh the index'], jobs: 2 },
  ])('a dispatch asks again $what while the job is open: $jobs', async ({ prompts, jobs }) => {
    await using scene = await createScene({ job: { seconds: 3600 } });
    const results = await runTwice(
      scene,
      prompts.map((prompt) => ({ event: dispatch(), inputs: { prompt } })),
    );
    expect(results.map(({ outputs }) => outputs.verdict)).toEqual(['started', 'started']);
    expect([jobIds(results), scene.sent('create')]).toEqual([jobs, jobs]);
    expect(await scene.comments()).toHaveLength(jobs);
  });

  test('a dispatch asks again in the same words after the end of the job: a new one', async () => {
    await using scene = await createScene();
    const change = { event: dispatch(), inputs: { prompt: 'Refresh the pages', wait: 'true' } };
    const results = await runTwice(scene, [change, change]);
    await expectOwnJobs(scene, results);
  });

  test.each([
    { what: 'the same commit', commits: 1, prompts: ['Refresh', 'Refresh'], jobs: 1 },
    { what: 'the same commit, in other words', commits: 1, prompts: ['Refresh', 'Tidy up'], jobs: 2 },
    { what: 'another commit', commits: 2, prompts: ['Refresh', 'Refresh'], jobs: 2 },
  ])('a push of $what, even after the end of the job: $jobs', async ({ commits, prompts, jobs }) => {
    await using scene = await createScene();
    const alice = aliceIn(scene);
    await alice.commit({ 'src/list.ts': 'one();\n' }, 'One');
    await alice.commit({ 'src/list.ts': 'two();\n' }, 'Two');
    const events = [await pushIn(scene, 1), await pushIn(scene, commits)];
    const results = await runTwice(
      scene,
      events.map((event, at) => ({ event, inputs: { prompt: prompts[at] ?? '', wait: 'true' } })),
    );
    expect(results.map(({ outputs }) => outputs.verdict)).toEqual(['pull-request', 'pull-request']);
    expect([jobIds(results), scene.sent('create')]).toEqual([jobs, jobs]);
    expect(await scene.comments()).toHaveLength(jobs);
  });

  test('a push and a dispatch are different wishes, whatever their words', async () => {
    await using scene = await createScene();
    await aliceIn(scene).commit({ 'src/list.ts': 'one();\n' }, 'One');
    const inputs = { prompt: 'Refresh', wait: 'true' };
    await expectOwnJobs(
      scene,
      await runTwice(scene, [
        { event: await pushIn(scene), inputs },
        { event: dispatch(), inputs },
      ]),
    );
  });
});
