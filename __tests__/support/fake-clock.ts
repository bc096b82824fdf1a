import type { Clock } from '../../src/runtime/clock.ts';

/** The wall clock at the beginning of a test: Monday, noon. */
export const NOON = Date.UTC(2026, 2, 2, 12, 0, 0);

export interface FakeClock extends Clock {
  /** Every requested pause, in milliseconds. */
  readonly pauses: readonly number[];
  /** Lets time pass without a sleep, for example during a request. */
  pass(ms: number): void;
  /** Calls `act` when `now` reaches `ms`. */
  at(ms: number, act: () => void): void;
  /** Moves the wall clock forward or back; `now` does not change. */
  jump(ms: number): void;
}

/** A clock that advances only during sleeps. @param random returns the random numbers. */
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
