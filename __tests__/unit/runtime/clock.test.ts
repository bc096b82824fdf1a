import { describe, expect, test } from '@jest/globals';
import { systemClock, withCancelGrace } from '../../../src/runtime/clock.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

describe('the grace after a cancel', () => {
  test('does not start if the work ends without a cancel', async () => {
    const { signal } = new AbortController();
    const clock = createFakeClock();
    const aborted = await withCancelGrace({ signal, clock, grace: 3_000 }, async (late) => late.aborted);
    expect(aborted).toBe(false);
    expect(clock.pauses).toEqual([]);
  });

  test('ends the given time after the cancel', async () => {
    const cancel = new AbortController();
    const clock = createFakeClock();
    const seen: [now: number, aborted: boolean][] = [];
    await withCancelGrace({ signal: cancel.signal, clock, grace: 3_000 }, async (late) => {
      clock.pass(10_000);
      const ended = new Promise((resolve) => late.addEventListener('abort', resolve));
      seen.push([clock.now(), late.aborted]);
      cancel.abort();
      await ended;
      seen.push([clock.now(), late.aborted]);
    });
    expect(seen).toEqual([
      [10_000, false],
      [13_000, true],
    ]);
  });

  test('starts at once if the run was cancelled before', async () => {
    const clock = createFakeClock();
    const late = await withCancelGrace({ signal: AbortSignal.abort(), clock, grace: 1_500 }, async (signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return signal;
    });
    expect(late.aborted).toBe(true);
    expect(clock.pauses).toEqual([1_500]);
  });
});

describe("the system's clock", () => {
  test('ends a sleep at once when its signal aborts, before or during it', async () => {
    const cancel = new AbortController();
    const began = systemClock.now();
    const sleeping = systemClock.sleep(60_000, cancel.signal);
    setImmediate(() => cancel.abort());
    await sleeping;
    await systemClock.sleep(60_000, cancel.signal);
    expect(systemClock.now() - began).toBeLessThan(5_000);
  });

  test('sleeps as long as requested without a signal', async () => {
    const began = systemClock.now();
    await systemClock.sleep(30);
    expect(systemClock.now() - began).toBeGreaterThanOrEqual(29);
  });
});
