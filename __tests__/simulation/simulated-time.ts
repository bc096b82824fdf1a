import { setImmediate } from 'node:timers/promises';

/** The time of one history. It advances only when every process sleeps, so a week takes as long as a second. */
export interface SimulatedTime {
  /** Milliseconds since the history began. */
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Lets time pass until the work is done. @throws if that never happens. */
  during<T>(work: Promise<T>): Promise<T>;
}

interface Sleeper {
  readonly due: number;
  readonly order: number;
  isDone: boolean;
  readonly wake: () => void;
}

/** Limit for processes that never end. */
const MAX_TIMERS = 400_000;
/** Turns of the event loop without a new timer after which every process sleeps. */
const QUIET_TURNS = 2;

export function createSimulatedTime(): SimulatedTime {
  const heap: Sleeper[] = [];
  let now = 0;
  let timers = 0;
  let news = 0;

  async function settle(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet++) {
      const before = news;
      await setImmediate();
      if (news !== before) quiet = -1;
    }
  }

  /** Wakes those who are due first. One moment is one step, in the order in which they went to sleep. */
  function advance(): void {
    while (heap[0]?.isDone) pop(heap);
    const first = heap[0];
    if (!first) throw new Error(`Nothing happens any more after ${now} ms.`);
    if (timers > MAX_TIMERS) throw new Error(`A process runs in circles: ${timers} timers after ${now} ms.`);
    now = Math.max(now, first.due);
    while (heap[0] && (heap[0].isDone || heap[0].due <= now)) pop(heap)?.wake();
  }

  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        news++;
        if (signal?.aborted) return resolve();
        const wake = () => {
          if (sleeper.isDone) return;
          sleeper.isDone = true;
          news++;
          signal?.removeEventListener('abort', wake);
          resolve();
        };
        const sleeper: Sleeper = { due: now + Math.max(0, ms), order: timers++, isDone: false, wake };
        push(heap, sleeper);
        signal?.addEventListener('abort', wake, { once: true });
      }),
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

const isBefore = (one: Sleeper, other: Sleeper): boolean =>
  one.due < other.due || (one.due === other.due && one.order < other.order);

function push(heap: Sleeper[], added: Sleeper): void {
  let at = heap.push(added) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heap[parent];
    if (!above || !isBefore(added, above)) break;
    heap[at] = above;
    heap[parent] = added;
    at = parent;
  }
}

function pop(heap: Sleeper[]): Sleeper | undefined {
  const [first] = heap;
  const last = heap.pop();
  if (!last || heap.length === 0) return first;
  let at = 0;
  for (;;) {
    const left = heap[2 * at + 1];
    const right = heap[2 * at + 2];
    const below = right && left && isBefore(right, left) ? right : left;
    if (!below || !isBefore(below, last)) break;
    heap[at] = below;
    at = below === left ? 2 * at + 1 : 2 * at + 2;
  }
  heap[at] = last;
  return first;
}
