import { expect, test } from '@jest/globals';
import { dispatched, labeled } from './events.ts';
import { EDIT, says } from './faults.ts';
import { createWorld, type How } from './world.ts';

const ONE_HOUR = { timeout: '1h' };

test('a run whose final edit fails gives up after a few requests, although another run has written the comment too', async () => {
  const world = createWorld();
  world.service.script = { seconds: 120 };
  const inputs = { ...ONE_HOUR, operation: 'attach', 'job-id': 'job-1', 'issue-number': '31' };
  void world.time.sleep(100_000).then(() => world.faults.push({ on: EDIT, how: says(502), times: 10_000 }));
  const steps = [
    { event: labeled(), inputs: ONE_HOUR },
    { event: dispatched, run: 9, inputs },
  ];
  const ended = await world.runAll(steps, 20_000);
  for (const { took } of ended) expect(took).toBeLessThan(180_000);
  expect(world.count(/ github/)).toBeLessThan(60);
});

/** A run whose final edit fails at first; from then on, GitHub takes 1.4 s for each request. */
async function runWithFailedEdit(cancelAfter?: number) {
  const world = createWorld();
  world.service.script = { seconds: 20 };
  let failedAt = Number.POSITIVE_INFINITY;
  const fail: How = (...request) => {
    failedAt = world.time.now();
    return says(502)(...request);
  };
  const delay: How = async (_, carryOut) => {
    if (world.time.now() >= failedAt) await world.time.sleep(1_400);
    return carryOut();
  };
  world.faults.push({ on: EDIT, after: 1, times: 2, how: fail }, { on: / github/, times: 100, how: delay });
  const { took } = await world.run({ event: labeled(), ...(cancelAfter === undefined ? {} : { cancelAfter }) });
  return { took, failedAt };
}

test('a run that is cancelled while it waits to try its final edit again ends within 5 s, although GitHub is slow', async () => {
  const { failedAt } = await runWithFailedEdit();
  const cancelAfter = failedAt + 1_000;
  const { took } = await runWithFailedEdit(cancelAfter);
  expect(took).toBeGreaterThan(cancelAfter);
  expect(took).toBeLessThan(cancelAfter + 5_000);
});
