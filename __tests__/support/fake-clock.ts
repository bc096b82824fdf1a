import type { Clock } from '../../src/runtime/clock.ts';

/** Monday, noon: what the wall clock shows when a test begins. */
export const NOON = Date.UTC(2026, 2, 2, 12, 0, 0);

export interface FakeClock extends Clock {
  /** Every pause that was asked for, in milliseconds. */
  readonly pauses: readonly number[];
  /** Time passes without anybody sleeping: a request takes that long. */
  pass(ms: number): void;
  /** Something happens at a point of `now`, while somebody sleeps or time passes. */
  at(ms: number, act: () => void): void;
  /** The wall clock is put forward or back; `now` does not move. */
  jump(ms: number): void;
}

/** Time that moves only when somebody sleeps. @param random gives the chances, one after the other. */
export function createFakeClock(random: () => number = () => 0.5): FakeClock {
  let now = 0;
  let wall = NOON;
  let events: { ms: number; act: () => void }[] = [];
  const pauses: number[] = [];

  function nextEvent(until: number) {
    const [first] = events.filter(({ ms }) => ms <= until).sort((a, b) => a.ms - b.ms);
    events = events.filter((event) => event !== first);
    return first;
  }

  function passUntil(end: number, signal?: AbortSignal): void {
    for (let event = nextEvent(end); event; event = nextEvent(end)) {
      now = Math.max(now, event.ms);
      event.act();
      if (signal?.aborted) return;
    }
    now = Math.max(now, end);
  }

  return {
    pauses,
    random,
    now: () => now,
    date: () => new Date(wall + now),
    async sleep(ms, signal) {
      pauses.push(ms);
      if (!signal?.aborted) passUntil(now + ms, signal);
    },
    pass: (ms) => passUntil(now + ms),
    at: (ms, act) => void events.push({ ms, act }),
    jump: (ms) => {
      wall += ms;
    },
  };
}
