import { expect, test } from '@jest/globals';
import type { Step } from './action-process.ts';
import { commented, labeled, openPull } from './events.ts';
import { CREATE, FOLLOW_UP } from './faults.ts';
import { PULL } from './pull-events.ts';
import { githubTime } from './stub-github.ts';
import { createWorld } from './world.ts';

/** A command on the pull request that was opened then. */
function command(id: number, at: number): Step {
  const { name, payload } = commented('/docs do it', { number: PULL, isPull: true, id });
  const issue = { ...Object(Object(payload).issue), created_at: githubTime(at) };
  return { event: { name, payload: { ...payload, issue } }, run: id };
}

test('a command on a person’s pull request, opened while two jobs worked, is carried out after their ends, as its comment says', async () => {
  const world = createWorld();
  world.service.script = { seconds: 600, prLink: null };
  for (const number of [31, 32])
    await world.run({ event: labeled({ number }), run: number, inputs: { wait: 'false' } });
  const at = world.time.now() + 60_000;
  world.github.pulls.set(PULL, openPull(PULL, at));
  await world.time.during(world.time.sleep(70_000));
  const first = await world.run(command(901, at));
  expect(first.log).toContain('Make the request again when these jobs have ended.');
  await world.time.during(world.time.sleep(3_600_000));
  const second = await world.run(command(902, at));
  expect([first.verdict, second.verdict]).toEqual(['error', 'no-changes']);
  expect([world.count(CREATE), world.count(FOLLOW_UP)]).toEqual([3, 0]);
});
