import { describe, expect, test } from '@jest/globals';
import type { Step } from './action-process.ts';
import { commented, labeled, openPull } from './events.ts';
import { FOLLOW_UP } from './faults.ts';
import { LINK, PULL, worldWithAgentPull } from './pull-events.ts';
import { createWorld, type World } from './world.ts';

/** The legs of a matrix of projects that read one command on the pull request of a job of `p1`. */
const legs = (projects: readonly string[]): Step[] =>
  projects.map((project) => ({
    event: commented('/docs shorter', { number: PULL, isPull: true }),
    run: 8,
    inputs: { 'project-id': project, key: project, timeout: '1h' },
  }));

/** Its job still works, and has opened the pull request early. */
async function worldWithEarlyPull(): Promise<World> {
  const world = createWorld();
  world.service.script = { seconds: 120, prLink: LINK };
  await world.run({ event: labeled(), inputs: { wait: 'false' } });
  world.github.pulls.set(PULL, openPull(PULL, world.time.now()));
  return world;
}

describe('a command on the pull request of one project continues its job, also if another project reads it first:', () => {
  const whose = [
    { whose: 'known', create: () => worldWithAgentPull() },
    { whose: 'opened early', create: worldWithEarlyPull },
  ];
  const cases = whose.flatMap((each) =>
    [
      ['p1', 'p2'],
      ['p2', 'p1'],
    ].flatMap((projects) => [0, 90, 3_000].map((apart) => ({ ...each, projects, apart }))),
  );
  test.each(cases)('$whose, read by $projects $apart ms apart', async ({ create, projects, apart }) => {
    const world = await create();
    await world.runAll(legs(projects), apart);
    expect(world.count(FOLLOW_UP)).toBe(1);
    expect(world.service.jobs[0]?.prompts).toHaveLength(2);
  });
});
