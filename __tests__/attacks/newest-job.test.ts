import { expect, test } from '@jest/globals';
import type { Step } from './action-process.ts';
import { openPull } from './events.ts';
import { CREATE } from './faults.ts';
import { pushedTo } from './pull-events.ts';
import { githubTime } from './stub-github.ts';
import { createWorld, type World } from './world.ts';

const MINUTE = 60_000;

/** Each job opens pull request 101, 102, … at its end. */
function withPulls(world: World): void {
  const { pulls } = world.github;
  const fields = (elapsed: number, { id, prompts }: { id: string; prompts: readonly string[] }) => {
    const number = 100 + Number(id.slice('job-'.length));
    const hasEnded = elapsed >= 10 * MINUTE;
    if (hasEnded && !pulls.has(number)) pulls.set(number, openPull(number, world.time.now()));
    return { prLink: hasEnded || prompts.length > 1 ? `https://github.com/acme/app/pull/${number}` : null };
  };
  world.service.script = { seconds: 600, fields };
}

test('with `reuse`, pushes that wait while the pull request is merged share one new pull request', async () => {
  const world = createWorld();
  withPulls(world);
  const { history, pulls } = world.github;
  const heads = ['zero', 'one', 'two', 'three', 'four'].map((name) =>
    history.commit({ message: name, files: [`src/${name}.ts`] }),
  );
  const push = (at: number): Step => ({
    event: pushedTo('main', heads[at] ?? '', heads[at + 1] ?? ''),
    run: 20 + at,
    inputs: { 'pull-request': 'reuse', 'issue-number': '31', timeout: '3h' },
  });
  // The first job works until minute 10, its follow-up until minute 20. Two more pushes wait by then.
  void world.time.sleep(15 * MINUTE).then(() => {
    pulls.set(101, { ...openPull(101, 0), state: 'closed', merged_at: githubTime(world.time.now()) });
  });
  const ended = await world.runAll([push(0), push(1), push(2), push(3)], MINUTE);
  expect(ended.map(({ verdict }) => verdict)).toEqual(Array(4).fill('pull-request'));
  expect(world.count(CREATE)).toBe(2);
  expect(world.service.jobs.map(({ prompts, interruptions }) => [prompts.length, interruptions])).toEqual([
    [2, 0],
    [2, 0],
  ]);
});
