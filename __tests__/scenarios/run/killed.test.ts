import { expect, test } from '@jest/globals';
import { countOpenings, falseStatements, namedJobs } from '../../support/comment-consistency.ts';
import {
  finishJobs,
  KILL_POINTS,
  type KillPoint,
  killedAt,
  rerun,
  TIMEOUT_SECONDS,
} from '../../support/kill-points.ts';
import { sweep } from '../../support/sweep.ts';

test.each<KillPoint>([...KILL_POINTS])(
  'a run killed while $while leaves true comments and one job at most: after its post step, a sweep, and a re-run',
  async (killPoint) => {
    const { scene, main } = await killedAt(killPoint);
    await using _ = scene;
    const known = await namedJobs(scene);
    const post = await scene.runPost(main);
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
    const { scene } = await killedAt(killPoint);
    await using _ = scene;
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
    const { scene } = await killedAt(killPoint);
    await using _ = scene;
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
