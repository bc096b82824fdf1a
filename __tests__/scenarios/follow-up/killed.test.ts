import { expect, test } from '@jest/globals';
import { stopAt } from '../../../sandbox/stop.ts';
import { answer, say, start, told } from '../../support/conversation.ts';
import { COMMENT, EDIT, type KillPoint, killedOnce, LISTING } from '../../support/kill-points.ts';
import { createScene, type Scene } from '../../support/scene.ts';
import { sweep } from '../../support/sweep.ts';

const FOLLOW_UP = { at: 'service', operation: 'follow-up' } as const;
/** Of the second run, in seconds. */
const BUDGET = 8;

const POINTS: readonly Omit<KillPoint, 'rerun'>[] = [
  { while: 'it reads the thread', point: { ...LISTING, when: 'before' } },
  { while: 'its first comment is there, unanswered', point: { ...COMMENT, when: 'after' } },
  { while: 'it reads the thread again', point: { ...LISTING, when: 'before', nth: 2 } },
  { while: 'the follow-up is on the way', point: { ...FOLLOW_UP, when: 'before' } },
  { while: 'the follow-up is done, unanswered', point: { ...FOLLOW_UP, when: 'after' } },
  { while: 'the edit that names the job is on the way', point: { ...EDIT, when: 'before' } },
  { while: 'the edit that hands the job over is on the way', point: { ...EDIT, when: 'before', nth: 2 } },
  { while: 'that edit is done', point: { ...EDIT, when: 'after', nth: 2 } },
];

const PULL = 'https://github.com/acme/docs/pull';

/** A job, and a command that goes on with it, whose run is killed there. */
async function killedFollowUp({ point }: Omit<KillPoint, 'rerun'>) {
  const scene = await createScene({ job: { seconds: 1, link: `${PULL}/8` } });
  await answer(scene, scene.event, { inputs: { wait: 'false' } });
  await scene.clock.pass(1_000); // the job has ended, and nobody told
  scene.service.script({ seconds: 600, link: `${PULL}/9` });
  const event = await say(scene, '/docs add an example');
  const { reached } = stopAt(scene, point);
  const step = start(scene, event, { inputs: { timeout: `${BUDGET}s` } });
  await killedOnce(reached, step);
  scene.service.script({ seconds: 0 });
  const [job] = scene.service.jobs;
  if (job?.turns.length === 2) scene.service.script({ seconds: 0 }, job.id);
  return { scene, event };
}

/** One comment for each request, none of which says that somebody is at work; and nothing was asked twice. */
async function expectAllTrue(scene: Scene): Promise<void> {
  const proses = (await told(scene)).map(({ prose }) => prose);
  for (const prose of proses) expect(prose).not.toMatch(/Working on it|Asking the agent|undefined/);
  expect(proses.length).toBeLessThanOrEqual(2);
  expect(scene.service.jobs).toHaveLength(1);
  expect(scene.service.jobs[0]?.turns.length).toBeLessThanOrEqual(2);
}

test.each([...POINTS])(
  'a follow-up killed while $while; no post step, and a second attempt: sent once at most, and all is true',
  async (killPoint) => {
    const { scene, event } = await killedFollowUp(killPoint);
    await using _ = scene;
    const second = await answer(scene, event, { run: { attempt: 2 } });
    expect(second.signal).toBeNull();
    await expectAllTrue(scene);
  },
);

test.each([...POINTS])(
  'a follow-up killed while $while; a sweep once the budget is over: sent once at most, and all is true',
  async (killPoint) => {
    const { scene } = await killedFollowUp(killPoint);
    await using _ = scene;
    await scene.clock.pass((BUDGET + 1) * 1_000);
    const result = await sweep(scene, { notify: 'false' });
    expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'swept' } });
    await expectAllTrue(scene);
  },
);
