import type { IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';

/** The clock of the sandbox's servers. */
export interface SandboxClock {
  readonly now: () => number;
  /** Resolves after `ms` milliseconds, or as soon as the signal aborts; never rejects. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Lets a virtual clock advance during `work`, although the request has no response yet. */
  readonly hold: <T>(request: IncomingMessage, work: Promise<T>) => Promise<T>;
}

export const systemClock: SandboxClock = {
  now: Date.now,
  sleep: (ms, signal) => setTimeout(ms, undefined, signal ? { signal } : {}).catch(() => {}),
  hold: (_, work) => work,
};
