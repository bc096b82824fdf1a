import type { Clock } from './clock.ts';

/**
 * Runs something with a signal that aborts `grace` milliseconds after the given one: what is in flight when a run is cancelled
 * may still be answered.
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
