export const DAY_MS = 86_400_000;

/** Time and randomness, passed in so that tests need not wait. All times are in milliseconds. */
export interface Clock {
  /** Monotonic time since this process began, which changes of the wall clock do not affect. */
  readonly now: () => number;
  /** Wall clock: for text that people read, never for decisions. */
  readonly date: () => Date;
  /** Resolves after the time, or as soon as the signal aborts; never rejects. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
}

export const systemClock: Clock = {
  now: () => process.uptime() * 1000,
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

/**
 * `now` plus `ms` milliseconds; undefined without `ms`, or if the result is out of range for a date
 * (ECMA-262, 21.4.1.1).
 */
export function timeAfter(now: Date, ms = Number.NaN): Date | undefined {
  const date = new Date(now.getTime() + ms);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/**
 * Runs `act` with a signal that aborts `grace` milliseconds after the given one, so that a request
 * in flight may still be answered.
 */
export async function withCancelGrace<T>(
  { signal, clock, grace }: { signal: AbortSignal; clock: Clock; grace: number },
  act: (late: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const done = new AbortController();
  const onAbort = () => void clock.sleep(grace, done.signal).then(() => late.abort());
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await act(late.signal);
  } finally {
    signal.removeEventListener('abort', onAbort);
    done.abort();
  }
}

/** Bounds in milliseconds. */
type Bounds = Readonly<Record<'min' | 'max', number>>;

/**
 * The pause after waiting for `elapsed` milliseconds already: the longer the wait, the longer the
 * pause.
 */
export const shareOf = (
  elapsed: number,
  { share, min, max }: Bounds & { readonly share: number },
): number => Math.min(Math.max(elapsed * share, min), max);

/**
 * The pause after a failed attempt, in milliseconds: doubled with each attempt, from `min` up to
 * `max`. @param attempt from 1.
 */
export const exponentialPause = (attempt: number, { min, max }: Bounds): number =>
  Math.min(min * 2 ** (attempt - 1), max);
