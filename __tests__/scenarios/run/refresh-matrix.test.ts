import { expect, test } from '@jest/globals';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import { byHand, turnsOf } from '../../support/conversation.ts';
import { type Row, row } from '../../support/refresh.ts';
import { createScene, type Scene } from '../../support/scene.ts';
import { sweep, verdictsOf } from '../../support/sweep.ts';

const WORKING = { job: { seconds: 1_000 } };

/** A leg for each page, as `examples/docs-refresh-matrix.yml` has it. */
const legs = (scene: Scene, pages: readonly Row[], attempt = 1): Promise<StepResult[]> =>
  Promise.all(
    pages.map((page) =>
      scene.run({
        event: byHand(scene),
        run: { attempt, matrix: { page } },
        inputs: {
          prompt: `Bring the page with this path up to date: ${JSON.stringify(page.path)}`,
          ...{ key: page.path, 'issue-number': String(scene.issue.number), wait: 'false', timeout: '60s' },
        },
      }),
    ),
  );

const jobsOf = (results: readonly StepResult[]) => results.map(({ outputs }) => outputs.jobId);

test.each([
  { what: 'the numbers of its page changed', one: '/a', other: '/b' },
  { what: 'their paths differ in a blank at the end only', one: '/a', other: '/a ' },
])('where $what, each leg has its own job, and run again looks at that', async ({ one, other }) => {
  await using scene = await createScene(WORKING);
  const first = await legs(scene, [row(one, 20), row(other, 10)]);
  expect(first.map(({ outputs }) => outputs.verdict)).toEqual(['started', 'started']);
  expect(new Set(jobsOf(first)).size).toBe(2);
  const again = await legs(scene, [row(one, 21), row(other, 13)], 2);
  expect(jobsOf(again)).toEqual(jobsOf(first));
  expect(turnsOf(scene)).toEqual([['create'], ['create']]);
  expect(await scene.comments()).toHaveLength(2);
});

test('nobody waits for the legs: a sweep tells how each ended, in its own comment', async () => {
  await using scene = await createScene(WORKING);
  const paths = ['/a', '/b', '/c'];
  const jobs = jobsOf(
    await legs(
      scene,
      paths.map((path) => row(path)),
    ),
  );
  for (const jobId of jobs) scene.service.script({ seconds: 0 }, jobId);
  const result = await sweep(scene);
  expect(result).toMatchObject({ exitCode: 0, annotations: [] });
  expect(verdictsOf(result)).toEqual(['pull-request', 'pull-request', 'pull-request']);
  const bodies = (await scene.comments()).map(({ body }) => body);
  expect(bodies).toHaveLength(3);
  for (const [at, jobId] of jobs.entries()) {
    const own = bodies.filter((body) => body.includes(`Job \`${jobId}\` · completed`));
    expect(own).toEqual([expect.stringContaining('Pull request ready')]);
    expect(own[0]).toContain(`"${paths[at]}"`);
  }
});
