import { expect } from '@jest/globals';
import { falseStatements, namedJobs } from '../support/comment-consistency.ts';
import { concurrentTests } from '../support/concurrent-tests.ts';
import {
  finishJobs,
  KILL_POINTS,
  type KillPoint,
  killedIn,
  rerun,
} from '../support/kill-points.ts';
import { createBundleScene } from '../support/scene.ts';

const together = concurrentTests();

/** Enough on a busy machine. */
const TIMEOUT_SECONDS = 60;

/** On either side of what cannot be undone. The other points are scenarios. */
const MOST_TELLING = [
  'its first comment is there, unanswered',
  'the create is on the way',
  'the create is done, unanswered',
  'the edit that names the job is on the way',
  'it asks for the status',
  'the last edit is on the way',
];
const POINTS = KILL_POINTS.filter((killPoint) => MOST_TELLING.includes(killPoint.while));

together.each<KillPoint>(POINTS)(
  'after a SIGKILL while $while, the post step makes the comment true, and a re-run creates no second job',
  async (killPoint) => {
    await using scene = await killedIn(createBundleScene, killPoint, TIMEOUT_SECONDS);
    const known = await namedJobs(scene);
    const post = await scene.runPost(scene.main);
    const afterPost = await falseStatements(scene);
    finishJobs(scene);
    const second = await rerun(scene);
    expect(scene.main).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
    expect(post).toMatchObject({ exitCode: 0, signal: null });
    expect({ afterPost, afterRerun: await falseStatements(scene) }).toEqual({
      afterPost: [],
      afterRerun: [],
    });
    expect(second.signal).toBeNull();
    expect(await namedJobs(scene)).toEqual(expect.arrayContaining(known));
    expect(scene.service.jobs.length).toBeLessThanOrEqual(1);
  },
);

together('after a SIGKILL, the outputs that were written name the job', async () => {
  await using scene = await createBundleScene({ job: { seconds: 60 } });
  const step = scene.start({ inputs: { timeout: '1m' } });
  await scene.until('the status was read', () => scene.sent('get') > 0);
  step.kill('SIGKILL');
  expect((await step.result).outputs).toEqual({ jobId: scene.service.jobs[0]?.id });
});
