import { describe, expect } from '@jest/globals';
import { stopAt } from '../../../sandbox/stop.ts';
import { countOpenings, falseStatements, namedJobs } from '../../support/comment-consistency.ts';
import { say } from '../../support/events.ts';

import { onService } from '../../support/faults.ts';
import {
  COMMENT,
  CREATE,
  EDIT,
  finishJobs,
  KILL_POINTS,
  killedAt,
  LISTING,
  PULL_COMMENT,
  rerun,
  STATUS,
  TIMEOUT_SECONDS,
} from '../../support/kill-points.ts';
import { type Scene, warnings } from '../../support/scene.ts';
import { exactly, test, testIn } from '../../support/scene-test.ts';
import { sweep } from '../../support/sweep.ts';

/**
 * What must be true after everything that follows a kill: no false comment, no job forgotten, one
 * job at most.
 */
async function expectTrue(scene: Scene, known: string[]): Promise<void> {
  expect(await falseStatements(scene)).toEqual([]);
  expect(await namedJobs(scene)).toEqual(expect.arrayContaining(known));
  expect(scene.service.jobs.length).toBeLessThanOrEqual(1);
}

/**
 * Without a post step, only what is left at GitHub and the service counts; of points that leave the
 * same, one will do.
 */
const DIFFERENT = KILL_POINTS.filter(({ leavesAsBefore = false }) => !leavesAsBefore);

describe('a run killed while', () => {
  const test = testIn(killedAt, KILL_POINTS[0]);

  test.each(KILL_POINTS)(
    '$while has true comments after its post step, a sweep and a re-run',
    async (scene) => {
      const known = await namedJobs(scene);
      expect(await scene.runPost(scene.main)).toMatchObject({ exitCode: 0, signal: null });
      await expectTrue(scene, known);
      finishJobs(scene);
      await sweep(scene);
      await expectTrue(scene, known);
      const { signal, outputs } = await rerun(scene);
      await expectTrue(scene, known);
      expect([signal, await countOpenings(scene)]).toEqual([
        null,
        outputs.verdict === 'pull-request' ? 1 : 0,
      ]);
    },
  );

  test.each(DIFFERENT)(
    '$while, without a post step, ends as $rerun in a re-run',
    async (scene, row) => {
      const known = await namedJobs(scene);
      finishJobs(scene);
      expect(await rerun(scene)).toMatchObject({ signal: null, outputs: { verdict: row.rerun } });
      await expectTrue(scene, known);
      expect(await scene.comments()).not.toEqual([]);
    },
  );

  test.each(DIFFERENT)(
    '$while, without a post step, has true comments after a sweep',
    async (scene) => {
      const [known, jobs] = [await namedJobs(scene), scene.service.jobs.length];
      finishJobs(scene);
      const isStarting = (await scene.comments()).some(({ body }) => body.includes('⏳ Starting'));
      if (isStarting) await scene.clock.pass((TIMEOUT_SECONDS + 1) * 1_000);
      expect((await sweep(scene)).outputs.verdict).toBe('swept');
      await expectTrue(scene, known);
      expect(scene.service.jobs).toHaveLength(jobs);
    },
  );
});

/** Milliseconds that a request to GitHub, and one that creates a job, may take after the cancel. */
const [GITHUB, SUBMIT] = [1_500, 3_000];
type Point = Parameters<typeof stopAt>[1];

/**
 * Starts a run and cancels it, where a request gets no answer, so many milliseconds later or when
 * this is so. It must end after `takes`.
 */
async function cancel(
  scene: Scene,
  moment: Point | number | (() => boolean),
  takes: number,
  changes: Parameters<Scene['start']>[0] = {},
) {
  const stop = typeof moment === 'object' ? stopAt(scene, moment) : undefined;
  const step = scene.start({ inputs: { timeout: '1m', notify: 'true' }, ...changes });
  if (typeof moment === 'function') await scene.until('the moment', moment);
  else await (stop ? stop.reached : scene.clock.pass(Number(moment)));
  const began = scene.clock.elapsed();
  step.kill('SIGTERM');
  const result = await step.result;
  expect([Math.round(scene.clock.elapsed() - began), result.signal]).toEqual([takes, null]);
  return result;
}

describe('a run that is cancelled before its create', () => {
  test.each<{ moment: string; point: Point | number; takes: number }>([
    { moment: 'it pauses after its first comment', point: 1_000, takes: 0 },
    {
      moment: 'it reads the thread again',
      point: { ...LISTING, when: 'before', nth: 2 },
      takes: GITHUB,
    },
    {
      moment: 'its first comment is there, unanswered',
      point: { ...COMMENT, when: 'after' },
      takes: GITHUB,
    },
  ])(
    'while $moment says that no job was created, and a re-run creates one',
    async (scene, { point, takes }) => {
      const result = await cancel(scene, point, takes);
      const [comment] = await scene.comments();
      expect(result.outputs).toMatchObject({ verdict: 'cancelled', jobId: '' });
      expect(comment?.body).toContain('**⏹️ Cancelled** · no job was created');
      expect(await falseStatements(scene)).toEqual([]);
      expect(scene.service.requests).toEqual([]);
      expect(await scene.runPost(result)).toMatchObject({ exitCode: 0, log: '' });

      const { outputs } = await rerun(scene);
      const last = (await scene.comments()).findLast(({ body }) => !body.startsWith('@'));
      expect(outputs).toMatchObject({ verdict: 'pull-request', commentUrl: last?.url });
      expect(last?.body).toContain('Pull request ready');
      await expectTrue(scene, [outputs.jobId ?? '']);
    },
  );

  test('while it reads the thread writes no comment', async (scene) => {
    const result = await cancel(scene, { ...LISTING, when: 'before' }, GITHUB);
    expect(result.outputs).toMatchObject({ verdict: 'cancelled', jobId: '' });
    expect(await scene.comments()).toEqual([]);
    expect(scene.service.requests).toEqual([]);
    expect((await scene.runPost(result)).log).toBe('');
  });

  test('while it reads the job of the thread sends no follow-up', async (scene) => {
    await scene.run();
    const event = await say(scene, '/docs Add a jq example');
    const result = await cancel(scene, { ...STATUS, when: 'before' }, 0, { event, run: { id: 8 } });
    expect(result.outputs).toMatchObject({ verdict: 'cancelled', jobId: '' });
    expect((await scene.comments()).at(-1)?.body).toContain('**⏹️ Cancelled** · no job was created');
    expect([scene.sent('create'), scene.sent('follow-up')]).toEqual([1, 0]);
    expect((await scene.runPost(result)).log).toBe('');
  });
});

describe('a run that is cancelled after its create', () => {
  test('while it waits reports at once that the job keeps running', {
    job: { seconds: 60 },
  }, async (scene) => {
    const result = await cancel(scene, 10_000, 0);
    const [comment] = exactly(1, await scene.comments());
    const jobId = scene.service.jobs[0]?.id;
    const outputs = { verdict: 'cancelled', jobId, status: 'active', commentUrl: comment?.url };
    expect(result.outputs).toMatchObject(outputs);
    for (const place of [result.log, result.summary, comment?.body]) {
      expect(place).toMatch(/⏹️ cancelled(: |\*\* · | · )the job was still running at/i);
      expect(place).toContain(jobId);
    }
    const written = scene.commentWrites().length;
    expect(await scene.runPost(result)).toMatchObject({ exitCode: 0, log: '' });
    expect([scene.sent('create'), scene.commentWrites().length]).toEqual([1, written]);
  });

  test('while the create is sent names the job if it is answered', {
    job: { seconds: 60 },
  }, async (scene) => {
    onService(scene, 'create', { kind: 'delay', milliseconds: 1_500 });
    const { outputs } = await cancel(scene, () => scene.sent('create') > 0, 1_500);
    expect(outputs).toMatchObject({ verdict: 'cancelled', jobId: scene.service.jobs[0]?.id });
    expect((await scene.comments())[0]?.body).toContain(
      '**⏹️ Cancelled** · the job was still running at',
    );
  });

  test.each<{ moment: string; point: Point; takes: number; verdict?: string }>([
    {
      moment: 'the create is unanswered',
      point: { ...CREATE, when: 'after' },
      takes: SUBMIT,
      verdict: 'unconfirmed',
    },
    {
      moment: 'the edit that names the job hangs',
      point: { ...EDIT, when: 'before' },
      takes: GITHUB,
    },
    { moment: 'that edit is not answered', point: { ...EDIT, when: 'after' }, takes: GITHUB },
    { moment: 'a status request hangs', point: { ...STATUS, when: 'before' }, takes: 0 },
  ])(
    'while $moment ends after $takes ms, with a true comment',
    async (scene, { point, takes, verdict }) => {
      scene.service.script({ seconds: 600 });
      const result = await cancel(scene, point, takes);
      expect(result.outputs.verdict).toBe(verdict ?? 'cancelled');
      expect(await falseStatements(scene)).toEqual([]);
      expect((await scene.runPost(result)).log).toBe('');
      expect(scene.service.jobs).toHaveLength(1);
    },
  );

  const UNWRITTEN = 'The status comment could not be written';
  const UNMENTIONED = 'could not be mentioned';
  test.each<{ moment: string; point: Point; warns?: string }>([
    { moment: 'the comment on the pull request hangs', point: { ...PULL_COMMENT, when: 'before' } },
    {
      moment: 'the comment on the pull request is unanswered',
      point: { ...PULL_COMMENT, when: 'after' },
    },
    { moment: 'the last edit hangs', point: { ...EDIT, when: 'before', nth: 2 }, warns: UNWRITTEN },
    {
      moment: 'the last edit is not answered',
      point: { ...EDIT, when: 'after', nth: 2 },
      warns: UNWRITTEN,
    },
    {
      moment: 'the mention hangs',
      point: { ...COMMENT, when: 'before', nth: 2 },
      warns: UNMENTIONED,
    },
    {
      moment: 'the mention is not answered',
      point: { ...COMMENT, when: 'after', nth: 2 },
      warns: UNMENTIONED,
    },
  ])(
    'while $moment keeps its verdict, and its post step makes all comments true',
    async (scene, { point, warns }) => {
      scene.service.script({ seconds: 1 });
      const result = await cancel(scene, point, GITHUB);
      expect(result.outputs.verdict).toBe('pull-request');
      expect(warnings(result)).toEqual(warns ? [expect.stringContaining(warns)] : []);
      await scene.runPost(result);
      expect(await falseStatements(scene)).toEqual([]);
      expect(await countOpenings(scene)).toBe(1);
    },
  );
});
