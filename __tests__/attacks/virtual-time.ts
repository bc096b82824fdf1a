import { setImmediate } from 'node:timers/promises';

/** Time of a whole world. It advances only while a test waits for something, and only when no process can go on without that. */
export interface VirtualTime {
  /** Milliseconds since it began. */
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Nothing advances while real work, like an exchange on a socket, is in progress. */
  hold(): () => void;
  /** Lets time pass until the work is done. @throws when that never happens. */
  during<T>(work: Promise<T>): Promise<T>;
}

/** Turns of the event loop without news after which every process sleeps. */
const QUIET_TURNS = 3;
/** Limits for processes that never end: milliseconds of virtual time, and timers. */
const NEVER = 72 * 3_600_000;
const MAX_TIMERS = 200_000;

interface Sleeper {
  readonly due: number;
  readonly wake: () => void;
}

export function createVirtualTime(): VirtualTime {
  let now = 0;
  let held = 0;
  let news = 0;
  let timers = 0;
  let sleepers: Sleeper[] = [];

  async function settle(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet++) {
      const before = news;
      await setImmediate();
      if (news !== before || held > 0) quiet = -1;
    }
  }

  function advance(): void {
    const due = Math.min(...sleepers.map((sleeper) => sleeper.due));
    if (due > NEVER) throw new Error(`Nothing happens any more after ${now} ms of virtual time.`);
    if (timers > MAX_TIMERS) throw new Error(`A process runs in circles: ${timers} timers after ${now} ms.`);
    now = Math.max(now, due);
    const woken = sleepers.filter((sleeper) => sleeper.due === due);
    sleepers = sleepers.filter((sleeper) => sleeper.due !== due);
    for (const { wake } of woken) wake();
  }

  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        news++;
        timers++;
        if (signal?.aborted) return resolve();
        const wake = () => {
          news++;
          signal?.removeEventListener('abort', onAbort);
          resolve();
        };
        const sleeper = { due: now + Math.max(0, ms), wake };
        const onAbort = () => {
          sleepers = sleepers.filter((each) => each !== sleeper);
          wake();
        };
        sleepers.push(sleeper);
        signal?.addEventListener('abort', onAbort, { once: true });
      }),
    hold() {
      held++;
      let isHeld = true;
      return () => {
        if (isHeld) held--;
        isHeld = false;
      };
    },
    async during(work) {
      let isDone = false;
      const done = () => {
        isDone = true;
      };
      work.then(done, done);
      for (await settle(); !isDone; await settle()) advance();
      return work;
    },
  };
}
