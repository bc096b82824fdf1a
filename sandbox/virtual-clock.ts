import { setImmediate, setTimeout } from 'node:timers/promises';
import type { SandboxClock } from './clock.ts';

export type VirtualClock = ReturnType<typeof createVirtualClock>;

/** The header by which a server identifies a request of the virtual world. */
export const REQUEST_HEADER = 'x-virtual-request';

/** Monday, noon. */
const START = Date.UTC(2026, 2, 2, 12, 0, 0);
/**
 * After this many idle turns of the event loop, everything that can run without time passing has
 * run.
 */
const QUIET_TURNS = 3;
/** Limit of virtual time for `until`, in milliseconds: 31 days. */
const NEVER = 31 * 24 * 3_600_000;
const PATIENCE = 10_000;

/**
 * A shared virtual clock for several runs of the action, the service and GitHub. It advances only
 * during `during`, `until` and `pass`: it jumps to the time of the next sleeper when every run
 * sleeps and no request is in flight. So results do not depend on the machine's speed.
 * @param start milliseconds since the epoch.
 * @param patience milliseconds of real time, at least, to wait for activity that the clock does not
 * track: a person's request.
 */
export function createVirtualClock(start = START, patience = PATIENCE) {
  let elapsed = 0;
  let sleepers: { readonly due: number; readonly wake: () => void }[] = [];
  /** Value: whether the server holds the request. */
  const activities = new Map<string, boolean>();
  const conditions = new Set<() => boolean>();
  let turn: Promise<boolean> | undefined;
  let news = 0;
  let lastId = 0;
  let onNews = () => {};

  function tell(): void {
    news += 1;
    onNews();
  }

  /** Waits until everything that can run without time passing has run. */
  async function settle(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet++) {
      while ([...activities.values()].includes(false)) {
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

  /** Advances to the next sleepers and wakes them. @returns whether there were any. */
  function step(): boolean {
    const due = Math.min(...sleepers.map((sleeper) => sleeper.due));
    if (due - elapsed > NEVER) return false;
    elapsed = Math.max(elapsed, due);
    const woken = sleepers.filter((sleeper) => sleeper.due === due);
    sleepers = sleepers.filter((sleeper) => sleeper.due !== due);
    for (const { wake } of woken) wake();
    return true;
  }

  /**
   * Settles, and advances unless a condition holds: who waited for it continues first. @returns
   * whether anything happens.
   */
  async function takeTurn(): Promise<boolean> {
    await settle();
    turn = undefined;
    return [...conditions].some((holds) => holds()) || step();
  }

  async function wait(what: string, holds: () => boolean): Promise<void> {
    conditions.add(holds);
    let idle = 0;
    do {
      turn ??= takeTurn();
      idle = (await turn) ? 0 : idle + 1;
      // In real time, because activity outside the clock may be in progress.
      if (idle > 0) await setTimeout(1);
    } while (!holds() && idle < patience);
    conditions.delete(holds);
    if (!holds()) throw new Error(`Nothing happens any more, and it never came to this: ${what}.`);
  }

  const sleep: SandboxClock['sleep'] = (ms, signal) =>
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

  const hold: SandboxClock['hold'] = (request, work) => {
    const id = String(request.headers[REQUEST_HEADER]);
    const set = (isHeld: boolean) => {
      if (activities.has(id)) activities.set(id, isHeld);
      tell();
    };
    set(true);
    return work.finally(() => set(false));
  };

  return {
    now: () => start + elapsed,
    sleep,
    hold,
    /** Milliseconds since the clock's start. */
    elapsed: () => elapsed,
    /**
     * Stops time until `leave`, for example while a request is in flight or a file is written.
     * `id`: for {@link REQUEST_HEADER}.
     */
    enter() {
      const id = String(++lastId);
      activities.set(id, false);
      tell();
      return {
        id,
        leave() {
          activities.delete(id);
          tell();
        },
      };
    },
    /** Lets time pass until the work is done. */
    async during<T>(work: Promise<T>): Promise<T> {
      let isDone = false;
      const settled = () => {
        isDone = true;
        tell();
      };
      work.then(settled, settled);
      await wait('the work is done', () => isDone);
      return work;
    },
    /** Lets time pass until the condition holds. @throws if it never does. */
    until: wait,
    async pass(ms: number): Promise<void> {
      const end = elapsed + ms;
      void sleep(ms);
      await wait(`${ms} ms pass`, () => elapsed >= end);
    },
    /** Restarts the clock; current sleepers are never woken. */
    reset(): void {
      elapsed = 0;
      sleepers = [];
      activities.clear();
      tell();
    },
  };
}
