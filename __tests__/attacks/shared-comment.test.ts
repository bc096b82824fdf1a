import { expect, test } from '@jest/globals';
import { dispatched, labeled, openPull } from './events.ts';
import { EDIT, says } from './faults.ts';
import { LINK, PULL } from './pull-events.ts';
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

test('a run that GitHub keeps waiting at its end does not mention once more whom a sweep mentioned meanwhile', async () => {
  const world = createWorld();
  world.service.script = { seconds: 1_792, prLink: LINK };
  world.github.pulls.set(PULL, openPull(PULL, 5_000));
  world.faults.push({ on: /^GET github\/pulls\/44$/, how: says(429, {}, { 'retry-after': '4' }) });
  const sweep = { event: dispatched, run: 9, inputs: { operation: 'sweep' } };
  const ended = await world.runAll([{ event: labeled() }, sweep], 1_795_300);
  expect(ended.map(({ verdict }) => verdict)).toEqual(['pull-request', 'swept']);
  expect(world.github.comments.filter(({ body }) => body.startsWith('@alice'))).toHaveLength(1);
});
