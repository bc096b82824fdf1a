import type { IncomingMessage } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { SandboxClock } from './clock.ts';

/**
 * Time for several runs of the action, the service and GitHub together. It advances only while something is waited for
 * (`during`, `until`, `pass`); then it jumps from one sleeper's time to the next, and only when every run sleeps and no request is
 * on its way. So it depends on no machine's speed.
 */
export interface VirtualClock extends SandboxClock {
  /** Milliseconds since it began. */
  elapsed(): number;
  /** Time does not advance from now on until `leave`: a request is on its way, or a file is written. */
  enter(): Activity;
  /** Lets time pass until the work is done. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Lets time pass until it is so, and no longer. @throws when it never comes to that. */
  until(what: string, isSo: () => boolean): Promise<void>;
  /** Lets so many milliseconds pass. */
  pass(ms: number): Promise<void>;
  /** Begins anew; who sleeps now is never woken. */
  reset(): void;
}

interface Activity {
  /** For {@link REQUEST_HEADER}. */
  readonly id: string;
  leave(): void;
}

/** By this header a server knows which request of the virtual world it answers. */
export const REQUEST_HEADER = 'x-virtual-request';

/** Monday, noon. */
const START = Date.UTC(2026, 2, 2, 12, 0, 0);
/** Turns of the event loop without any news after which all that can run has run. */
const QUIET_TURNS = 3;
/** What nothing can come of within a month of virtual time never comes. */
const NEVER = 31 * 24 * 3_600_000;
const PATIENCE = 10_000;

interface Sleeper {
  readonly due: number;
  readonly wake: () => void;
}

interface Waiter {
  readonly isDone: () => boolean;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  readonly what: string;
}

/**
 * @param start milliseconds since the epoch.
 * @param patience milliseconds of real time for what is not seen here: a person's request to GitHub, a delivery.
 */
export function createVirtualClock(start = START, patience = PATIENCE): VirtualClock {
  let elapsed = 0;
  let sleepers: Sleeper[] = [];
  /** Value: whether the other side holds it. */
  const activities = new Map<string, { held: boolean }>();
  let waiters: Waiter[] = [];
  let isDriven = false;
  let news = 0;
  let lastId = 0;
  let onNews = () => {};

  function tell(): void {
    news += 1;
    onNews();
  }

  const isBusy = () => [...activities.values()].some(({ held }) => !held);

  /** Until all that can go on without time passing has gone on. */
  async function settle(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet++) {
      while (isBusy()) {
        await new Promise<void>((resolve) => {
          onNews = resolve;
        });
        quiet = 0;
      }
      const before = news;
      await setImmediate();
      if (news !== before) quiet = -1;
    }
  }

  /** Wakes the next sleepers. Gives whether there were any. */
  function step(): boolean {
    const due = Math.min(...sleepers.map((sleeper) => sleeper.due));
    if (due - elapsed > NEVER) return false;
    elapsed = Math.max(elapsed, due);
    const woken = sleepers.filter((sleeper) => sleeper.due === due);
    sleepers = sleepers.filter((sleeper) => sleeper.due !== due);
    for (const { wake } of woken) wake();
    return true;
  }

  function finish(done: readonly Waiter[], how: (waiter: Waiter) => void): void {
    waiters = waiters.filter((waiter) => !done.includes(waiter));
    for (const waiter of done) how(waiter);
  }

  /** What keeps them may be real: a person's request, a delivery. */
  async function bePatient(since: number): Promise<void> {
    if (performance.now() - since <= patience) return void (await setTimeout(1));
    finish(waiters, ({ reject, what }) =>
      reject(new Error(`Nothing happens any more, and it never came to this: ${what}.`)),
    );
  }

  async function drive(): Promise<void> {
    isDriven = true;
    let stuckSince: number | undefined;
    while (waiters.length > 0) {
      await settle();
      const done = waiters.filter(({ isDone }) => isDone());
      // Whoever waited for that goes on first.
      if (done.length > 0) finish(done, ({ resolve }) => resolve());
      else if (step()) stuckSince = undefined;
      else {
        stuckSince ??= performance.now();
        await bePatient(stuckSince);
      }
    }
    isDriven = false;
  }

  function wait(what: string, isDone: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      waiters.push({ what, isDone, resolve, reject });
      if (!isDriven) void drive();
    });
  }

  const sleep: VirtualClock['sleep'] = (ms, signal) =>
    new Promise((resolve) => {
      tell();
      if (signal?.aborted) return resolve();
      const wake = () => {
        signal?.removeEventListener('abort', onAbort);
        tell();
        resolve();
      };
      const sleeper = { due: elapsed + Math.max(0, ms), wake };
      const onAbort = () => {
        sleepers = sleepers.filter((each) => each !== sleeper);
        wake();
      };
      sleepers.push(sleeper);
      signal?.addEventListener('abort', onAbort, { once: true });
    });

  return {
    now: () => start + elapsed,
    elapsed: () => elapsed,
    sleep,
    async hold(request: IncomingMessage, work) {
      const activity = activities.get(String(request.headers[REQUEST_HEADER]));
      if (!activity) return work;
      activity.held = true;
      tell();
      try {
        return await work;
      } finally {
        activity.held = false;
        tell();
      }
    },
    enter() {
      const id = String(++lastId);
      activities.set(id, { held: false });
      tell();
      return {
        id,
        leave() {
          activities.delete(id);
          tell();
        },
      };
    },
    async during(work) {
      let isDone = false;
      const settled = () => {
        isDone = true;
        tell();
      };
      work.then(settled, settled);
      await wait('the work is done', () => isDone);
      return work;
    },
    until: (what, isSo) => wait(what, isSo),
    async pass(ms) {
      const end = elapsed + ms;
      void sleep(ms);
      await wait(`${ms} ms pass`, () => elapsed >= end);
    },
    reset() {
      elapsed = 0;
      sleepers = [];
      activities.clear();
      tell();
    },
  };
}
