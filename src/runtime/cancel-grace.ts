import type { Clock } from './clock.ts';

/**
 * Runs `act` with a signal that aborts `grace` milliseconds after the given one, so that a request in flight may still be answered
 * when the run is cancelled. Returns the result of `act`.
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
    if (signal.aborted) done.abort();
  }
}
