import type { IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';

/** Time as the sandbox's servers see it. */
export interface SandboxClock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Resolves after so many milliseconds, or at once when the signal aborts; it never rejects. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** While `work` lasts, the answer to a request is not on its way: a virtual clock may move on. */
  readonly hold: <T>(request: IncomingMessage, work: Promise<T>) => Promise<T>;
}

export const systemClock: SandboxClock = {
  now: Date.now,
  sleep: (ms, signal) => setTimeout(ms, undefined, signal ? { signal } : {}).catch(() => {}),
  hold: (_, work) => work,
};
