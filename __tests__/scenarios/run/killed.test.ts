import { describe, expect } from '@jest/globals';
import type { Step, StepResult } from '../../../sandbox/runner/step.ts';
import { stopAt } from '../../../sandbox/stop.ts';
import { countOpenings, falseStatements, namedJobs } from '../../support/comment-consistency.ts';
import { say } from '../../support/conversation.ts';
import {
  COMMENT,
  CREATE,
  EDIT,
  finishJobs,
  KILL_POINTS,
  type KillPoint,
  killedAt,
  LISTING,
  PULL_COMMENT,
  rerun,
  STATUS,
  TIMEOUT_SECONDS,
} from '../../support/kill-points.ts';
import { createScene, type Scene, startPolling, warnings } from '../../support/scene.ts';
import { exactly, test } from '../../support/scene-test.ts';
import { sweep } from '../../support/sweep.ts';

test.each<KillPoint>([...KILL_POINTS])(
  'a run killed while $while leaves true comments and one job at most: after its post step, a sweep, and a re-run',
  async (killPoint) => {
    await using scene = await killedAt(killPoint);
    const known = await namedJobs(scene);
    const post = await scene.runPost(scene.main);
    const afterPost = await falseStatements(scene);
    finishJobs(scene);
    await sweep(scene);
    const afterSweep = (await falseStatements(scene)).filter((untruth) => !afterPost.includes(untruth));
    const second = await rerun(scene);
    const afterRerun = await falseStatements(scene);
    expect({ afterPost, afterSweep, afterRerun }).toEqual({ afterPost: [], afterSweep: [], afterRerun: [] });
    expect(await namedJobs(scene)).toEqual(expect.arrayContaining(known));
    expect(post).toMatchObject({ exitCode: 0, signal: null });
    expect(second.signal).toBeNull();
    expect(scene.service.jobs.length).toBeLessThanOrEqual(1);
    const isReported = second.outputs.verdict === 'pull-request';
    expect(await countOpenings(scene)).toBe(isReported ? 1 : 0);
  },
);

/** Without a post step, only what is left at GitHub and the service counts; of points that leave the same, one will do. */
const DIFFERENT = KILL_POINTS.filter(({ leavesAsBefore = false }) => !leavesAsBefore);

test.each<KillPoint>(DIFFERENT)(
  'a re-run after a run killed while $while, without a post step, ends as $rerun, with true comments and one job at most',
  async (killPoint) => {
    await using scene = await killedAt(killPoint);
    const known = await namedJobs(scene);
    finishJobs(scene);
    const second = await rerun(scene);
    expect(second).toMatchObject({ signal: null, outputs: { verdict: killPoint.rerun } });
    expect(await falseStatements(scene)).toEqual([]);
    expect(await namedJobs(scene)).toEqual(expect.arrayContaining(known));
    expect(await scene.comments()).not.toEqual([]);
    expect(scene.service.jobs.length).toBeLessThanOrEqual(1);
  },
);

test.each<KillPoint>(DIFFERENT)(
  'a sweep after the timeout of a run killed while $while, without a post step, makes the comments true',
  async (killPoint) => {
    await using scene = await killedAt(killPoint);
    const [known, jobs] = [await namedJobs(scene), scene.service.jobs.length];
    finishJobs(scene);
    const isStarting = (await scene.comments()).some(({ body }) => body.includes('⏳ Starting'));
    if (isStarting) await scene.clock.pass((TIMEOUT_SECONDS + 1) * 1_000);
    const result = await sweep(scene);
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'swept' } });
    expect(await falseStatements(scene)).toEqual([]);
    expect(await namedJobs(scene)).toEqual(expect.arrayContaining(known));
    expect(scene.service.jobs).toHaveLength(jobs);
  },
);

/** Milliseconds that a request to GitHub, and one that creates a job, may take after the cancel. */
const GRACE = { github: 1_500, create: 3_000 };
const LONG = { job: { seconds: 60 } };

const startLong = (scene: Scene, notify = 'true') => scene.start({ inputs: { timeout: '1m', notify } });

/** Cancels the step; `took`: how long it took to end after that, in milliseconds of the virtual clock. */
async function cancel({ clock }: Scene, step: Step): Promise<{ result: StepResult; took: number }> {
  const began = clock.elapsed();
  step.kill('SIGTERM');
  const result = await step.result;
  return { result, took: Math.round(clock.elapsed() - began) };
}

/** Starts a run that gets no answer to this request, and cancels it there. */
async function cancelAt(scene: Scene, point: Parameters<typeof stopAt>[1]) {
  const { reached } = stopAt(scene, point);
  const step = startLong(scene);
  await reached;
  return cancel(scene, step);
}

/** Kills the run, as the runner does with a step that does not end after a cancel. */
async function kill(step: Step): Promise<StepResult> {
  step.kill('SIGKILL');
  return step.result;
}

describe('a run that is cancelled before its create', () => {
  interface Moment {
    readonly while: string;
    readonly cancelled: (scene: Scene) => ReturnType<typeof cancel>;
    readonly takes: number;
  }

  test.each<Moment>([
    {
      while: 'it pauses after its first comment',
      async cancelled(scene) {
        const step = startLong(scene);
        await scene.until('its first comment is there', () =>
          scene.github.requests.some(
            ({ method, path, status }) => method === 'POST' && COMMENT.path.test(path) && status === 201,
          ),
        );
        return cancel(scene, step);
      },
      takes: 0,
    },
    {
      while: 'it reads the thread again',
      cancelled: (scene) => cancelAt(scene, { ...LISTING, when: 'before', nth: 2 }),
      takes: GRACE.github,
    },
    {
      while: 'its first comment is created and not answered',
      cancelled: (scene) => cancelAt(scene, { ...COMMENT, when: 'after' }),
      takes: GRACE.github,
    },
  ])('while $while says that no job was created, and a re-run creates one', async ({ cancelled, takes }) => {
    await using scene = await createScene();
    const { result, took } = await cancelled(scene);
    const [comment] = await scene.comments();
    expect(took).toBe(takes);
    expect(result).toMatchObject({ exitCode: 0, signal: null, outputs: { verdict: 'cancelled', jobId: '' } });
    expect(comment?.body).toContain('**⏹️ Cancelled** · no job was created');
    expect(await falseStatements(scene)).toEqual([]);
    expect(scene.service.requests).toEqual([]);
    const post = await scene.runPost(result);
    expect(post).toMatchObject({ exitCode: 0, log: '' });

    const second = await rerun(scene);
    const last = (await scene.comments()).findLast(({ body }) => !body.startsWith('@'));
    expect(second).toMatchObject({ exitCode: 0, outputs: { verdict: 'pull-request', commentUrl: last?.url } });
    expect(last?.body).toContain('Pull request ready');
    expect(await falseStatements(scene)).toEqual([]);
    expect(scene.service.jobs).toHaveLength(1);
  });

  test('while it reads the thread writes no comment', async (scene) => {
    const { result, took } = await cancelAt(scene, { ...LISTING, when: 'before' });
    expect(took).toBe(GRACE.github);
    expect(result).toMatchObject({ exitCode: 0, signal: null, outputs: { verdict: 'cancelled', jobId: '' } });
    expect(await scene.comments()).toEqual([]);
    expect(scene.service.requests).toEqual([]);
    expect((await scene.runPost(result)).log).toBe('');
  });

  test('while it reads the job of the thread sends no follow-up', async (scene) => {
    await scene.run();
    const event = await say(scene, '/docs Add a jq example');
    const { reached } = stopAt(scene, { ...STATUS, when: 'before' });
    const step = scene.start({ event, run: { id: 8 }, inputs: { timeout: '1m', notify: 'true' } });
    await reached;
    const { result, took } = await cancel(scene, step);
    expect(took).toBe(0);
    expect(result).toMatchObject({ exitCode: 0, signal: null, outputs: { verdict: 'cancelled', jobId: '' } });
    expect(result.annotations.filter(({ level }) => level === 'error')).toEqual([]);
    expect((await scene.comments()).at(-1)?.body).toContain('**⏹️ Cancelled** · no job was created');
    expect([scene.sent('create'), scene.sent('follow-up')]).toEqual([1, 0]);
    expect((await scene.runPost(result)).log).toBe('');
  });
});

describe('a run that is cancelled after its create', () => {
  test('while it waits for the job reports at once that the job keeps running', LONG, async (scene) => {
    const step = await startPolling(scene, { inputs: { timeout: '1m' } });
    const { result, took } = await cancel(scene, step);
    const [comment] = exactly(1, await scene.comments());
    const jobId = scene.service.jobs[0]?.id;
    expect(took).toBe(0);
    expect(result).toMatchObject({
      exitCode: 0,
      signal: null,
      outputs: { verdict: 'cancelled', jobId, status: 'active', commentUrl: comment?.url },
    });
    for (const place of [result.log, result.summary, comment?.body]) {
      expect(place).toMatch(/⏹️ cancelled(: |\*\* · | · )the job was still running at/i);
      expect(place).toContain(jobId);
    }
    expect(scene.sent('create')).toBe(1);
    const written = scene.commentWrites().length;
    const post = await scene.runPost(result);
    expect(post).toMatchObject({ exitCode: 0, log: '' });
    expect(scene.commentWrites()).toHaveLength(written);
  });

  test('while the create is in flight names the job if the answer still comes', async () => {
    const late = { operation: 'create', kind: 'delay', milliseconds: 1_500 } as const;
    await using scene = await createScene({ ...LONG, faults: [late] });
    const step = startLong(scene, 'false');
    await scene.until('it was sent', () => scene.sent('create') > 0);
    const { result, took } = await cancel(scene, step);
    expect(took).toBe(1_500);
    expect(result.outputs).toMatchObject({ verdict: 'cancelled', jobId: scene.service.jobs[0]?.id });
    expect((await scene.comments())[0]?.body).toContain('**⏹️ Cancelled** · the job was still running at');
  });

  test.each([
    {
      while: 'the create is not answered',
      point: { ...CREATE, when: 'after' },
      verdict: 'unconfirmed',
      takes: GRACE.create,
    },
    {
      while: 'the edit that names the job hangs',
      point: { ...EDIT, when: 'before' },
      verdict: 'cancelled',
      takes: GRACE.github,
    },
    {
      while: 'that edit is not answered',
      point: { ...EDIT, when: 'after' },
      verdict: 'cancelled',
      takes: GRACE.github,
    },
    { while: 'a status request hangs', point: { ...STATUS, when: 'before' }, verdict: 'cancelled', takes: 0 },
  ] as const)('while $while ends as $verdict after $takes ms, with a true comment', async (row) => {
    await using scene = await createScene({ job: { seconds: 600 } });
    const { result, took } = await cancelAt(scene, row.point);
    expect(took).toBe(row.takes);
    expect(result).toMatchObject({ signal: null, outputs: { verdict: row.verdict } });
    expect(await falseStatements(scene)).toEqual([]);
    expect((await scene.runPost(result)).log).toBe('');
    expect(scene.service.jobs).toHaveLength(1);
  });

  test.each(['before', 'after'] as const)(
    'while the comment on the pull request hangs (%s) keeps its verdict, and its post step writes both comments once',
    async (when) => {
      await using scene = await createScene({ job: { seconds: 1 } });
      const { result, took } = await cancelAt(scene, { ...PULL_COMMENT, when });
      expect(took).toBe(GRACE.github);
      expect(result).toMatchObject({ exitCode: 0, signal: null, outputs: { verdict: 'pull-request' } });
      expect(warnings(result)).toEqual([]);
      await scene.runPost(result);
      expect(await falseStatements(scene)).toEqual([]);
      expect(await countOpenings(scene)).toBe(1);
    },
  );

  const UNWRITTEN = 'The status comment could not be written';
  const UNMENTIONED = 'could not be mentioned';
  test.each([
    { while: 'the last edit hangs', point: { ...EDIT, when: 'before', nth: 2 }, warns: UNWRITTEN },
    { while: 'the last edit is not answered', point: { ...EDIT, when: 'after', nth: 2 }, warns: UNWRITTEN },
    { while: 'the mention hangs', point: { ...COMMENT, when: 'before', nth: 2 }, warns: UNMENTIONED },
    { while: 'the mention is not answered', point: { ...COMMENT, when: 'after', nth: 2 }, warns: UNMENTIONED },
  ] as const)('while $while keeps its verdict, and its post step makes the comment true', async (row) => {
    await using scene = await createScene({ job: { seconds: 1 } });
    const { result, took } = await cancelAt(scene, row.point);
    expect(took).toBe(GRACE.github);
    expect(result).toMatchObject({ exitCode: 0, signal: null, outputs: { verdict: 'pull-request' } });
    expect(warnings(result)).toEqual([expect.stringContaining(row.warns)]);
    await scene.runPost(result);
    expect(await falseStatements(scene)).toEqual([]);
  });
});

describe('the post step of a killed run', () => {
  test('reports that the job keeps running', LONG, async (scene) => {
    const step = await startPolling(scene, { inputs: { timeout: '1m' } });
    const result = await kill(step);
    expect(result).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
    expect(result.outputs).toEqual({ jobId: scene.service.jobs[0]?.id });
    expect((await scene.comments())[0]?.body).toContain('Working on it');

    const asked = scene.service.requests.length;
    const post = await scene.runPost(result);
    const [comment] = exactly(1, await scene.comments());
    expect(post.exitCode).toBe(0);
    expect(warnings(post)).toEqual([expect.stringContaining(`job ${result.outputs.jobId}. The job keeps running.`)]);
    expect(comment?.body).toContain('**⏹️ Cancelled** · the job was still running at');
    expect(comment?.body).toContain(result.outputs.jobId);
    expect(comment?.body).not.toContain('Working on it');
    expect(scene.service.requests).toHaveLength(asked);
  });

  test('reports that a job may have been created, if the create was not answered', async () => {
    await using scene = await createScene({ faults: [{ operation: 'create', kind: 'hang' }] });
    const step = startLong(scene, 'false');
    await scene.until('it was sent', () => scene.sent('create') > 0);
    const result = await kill(step);
    const post = await scene.runPost(result);
    const [comment] = exactly(1, await scene.comments());
    expect(post.exitCode).toBe(0);
    expect(warnings(post)).toEqual([expect.stringContaining('before the service returned a job id')]);
    expect(comment?.body).toContain(
      '**❓ Unconfirmed** · the service may have accepted the request, so the job may exist',
    );
  });
});
