/** Time and chance, passed in so that waiting is tested without waiting. All times in milliseconds. */
export interface Clock {
  /** Monotonic: since this process began. Wall-clock jumps do not move it. */
  readonly now: () => number;
  /** Wall clock, since the epoch: for what people read, never for decisions. */
  readonly date: () => Date;
  /** Resolves after the time, or at once when the signal aborts; it never rejects. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => new Date(),
  random: Math.random,
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener('abort', done);
    }),
};

/** So many milliseconds later; undefined where nobody said how many, or for a time that no date can hold (ECMA-262, 21.4.1.1). */
export function after(now: Date, ms = Number.NaN): Date | undefined {
  const date = new Date(now.getTime() + ms);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
