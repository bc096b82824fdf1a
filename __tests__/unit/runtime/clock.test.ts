import { expect, test } from '@jest/globals';
import { systemClock, withCancelGrace } from '../../../src/runtime/clock.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

test('the grace after a cancel starts at once if the run was cancelled before', async () => {
  const clock = createFakeClock();
  const late = await withCancelGrace(
    { signal: AbortSignal.abort(), clock, grace: 1_500 },
    async (signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return signal;
    },
  );
  expect(late.aborted).toBe(true);
  expect(clock.pauses).toEqual([1_500]);
});

test('a sleep of the system ends at once when its signal aborts, before or during it', async () => {
  const cancel = new AbortController();
  const began = systemClock.now();
  const sleeping = systemClock.sleep(60_000, cancel.signal);
  setImmediate(() => cancel.abort());
  await sleeping;
  await systemClock.sleep(60_000, cancel.signal);
  expect(systemClock.now() - began).toBeLessThan(5_000);
});
