import { describe, expect, test } from '@jest/globals';
import { withGrace } from '../../src/cancel.ts';
import { systemClock } from '../../src/clock.ts';
import { createFakeClock } from '../support/fake-clock.ts';

describe('the grace after a cancel', () => {
  test('is not touched by what ends before it', async () => {
    const { signal } = new AbortController();
    const clock = createFakeClock();
    const aborted = await withGrace({ signal, clock, grace: 3_000 }, async (late) => late.aborted);
    expect(aborted).toBe(false);
    expect(clock.pauses).toEqual([]);
  });

  test('is over so long after the cancel, not at it', async () => {
    const cancel = new AbortController();
    const clock = createFakeClock();
    const seen: [now: number, aborted: boolean][] = [];
    await withGrace({ signal: cancel.signal, clock, grace: 3_000 }, async (late) => {
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

  test('begins at once where the run was cancelled before', async () => {
    const clock = createFakeClock();
    const late = await withGrace({ signal: AbortSignal.abort(), clock, grace: 1_500 }, async (signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return signal;
    });
    expect(late.aborted).toBe(true);
    expect(clock.pauses).toEqual([1_500]);
  });

  test('gives on what is thrown', async () => {
    const { signal } = new AbortController();
    const failing = withGrace({ signal, clock: createFakeClock(), grace: 1 }, () =>
      Promise.reject(new RangeError('x')),
    );
    await expect(failing).rejects.toThrow(RangeError);
  });
});

describe("the system's clock", () => {
  test('a sleep ends at once when its signal aborts, before or during', async () => {
    const cancel = new AbortController();
    const began = systemClock.now();
    const sleeping = systemClock.sleep(60_000, cancel.signal);
    setImmediate(() => cancel.abort());
    await sleeping;
    await systemClock.sleep(60_000, cancel.signal);
    expect(systemClock.now() - began).toBeLessThan(5_000);
  });

  test('a sleep without a signal takes its time', async () => {
    const began = systemClock.now();
    await systemClock.sleep(30);
    expect(systemClock.now() - began).toBeGreaterThanOrEqual(29);
  });
});
