import { expect, test } from '@jest/globals';
import { labeled, openPull } from './events.ts';
import { COMMENT, says } from './faults.ts';
import { LINK, PULL } from './pull-events.ts';
import { createWorld } from './world.ts';

test('the post step waits a minute after a rate limit that names no time, before it comments on the agent’s pull request again', async () => {
  const world = createWorld();
  world.github.pulls.set(PULL, openPull(PULL, 5_000));
  world.service.script = { seconds: 40, prLink: LINK };
  const limited = says(403, { message: 'You have exceeded a secondary rate limit.' });
  const times: number[] = [];
  world.faults.push({
    on: COMMENT,
    how(request, response) {
      times.push(world.time.now());
      return limited(request, response);
    },
    after: 1,
    times: Number.POSITIVE_INFINITY,
  });
  const ended = await world.run({ event: labeled() });
  times.length = 0;
  await world.post({ event: labeled() }, ended);
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(pauses.length).toBeGreaterThan(0);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(60_000);
});
