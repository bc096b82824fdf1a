import { setImmediate } from 'node:timers/promises';

/** The time of one world. It advances only when every process sleeps, so a week takes as long as a second. */
export interface SimulatedTime {
  /** Milliseconds since it began. */
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Time does not advance during real work, such as an exchange on a socket, until the returned function is called. */
  hold(): () => void;
  /** Lets time pass until the work is done. @throws if that never happens. */
  during<T>(work: Promise<T>): Promise<T>;
}

interface Sleeper {
  readonly due: number;
  readonly order: number;
  isDone: boolean;
  readonly wake: () => void;
}

interface Limits {
  /** Turns of the event loop without a new timer after which every process sleeps. Real sockets need one more. */
  readonly quietTurns?: number;
  /** Milliseconds after which no process may still sleep. */
  readonly maxTime?: number;
}

/** Limit for processes that never end. */
const MAX_TIMERS = 400_000;

export function createSimulatedTime({ quietTurns = 2, maxTime = Infinity }: Limits = {}): SimulatedTime {
  const heap: Sleeper[] = [];
  let now = 0;
  let timers = 0;
  let news = 0;
  let held = 0;

  async function settle(): Promise<void> {
    for (let quiet = 0; quiet < quietTurns; quiet++) {
      const before = news;
      await setImmediate();
      if (news !== before || held > 0) quiet = -1;
    }
  }

  /** Wakes those who are due first. One moment is one step, in the order in which they went to sleep. */
  function advance(): void {
    while (heap[0]?.isDone) pop(heap);
    const first = heap[0];
    if (!first || first.due > maxTime) throw new Error(`Nothing happens any more after ${now} ms.`);
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
