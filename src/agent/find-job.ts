import type { Clock } from '../clock.ts';
import type { ServiceError } from '../errors.ts';
import type { Reading } from './client.ts';
import type { Job } from './job.ts';
import { THROTTLED, UNKNOWN_JOB } from './watch.ts';

export type Found =
  | { readonly kind: 'job'; readonly job: Job }
  /** The service knows no such job. */
  | { readonly kind: 'gone'; readonly error: ServiceError }
  /** It does not tell. */
  | { readonly kind: 'unknown'; readonly error: ServiceError };

/** Pauses between looks, in milliseconds, where a fault may pass; a job that is young may be unknown for longer. */
const PAUSES = [1_000, 3_000, 6_000];
const YOUNG = [...PAUSES, 10_000, 10_000];
/** For one status request, in milliseconds. */
const TIMEOUT = 15_000;

/**
 * Reads a job that somebody else created, with patience for what may pass.
 * @param isYoung it may not be known everywhere yet.
 */
export async function findJob(
  read: (timeout: number) => Promise<Reading>,
  {
    clock,
    deadline,
    signal,
    isYoung,
  }: { readonly clock: Clock; readonly deadline: number; readonly signal: AbortSignal; readonly isYoung: boolean },
): Promise<Found> {
  for (let look = 0; ; look++) {
    const reading = await read(Math.max(1, Math.min(TIMEOUT, deadline - clock.now())));
    const found = foundBy(reading);
    const isFinal = found.kind === 'job' || reading.kind === 'refused' || (found.kind === 'gone' && !isYoung);
    const pause = (isYoung ? YOUNG : PAUSES)[look];
    if (isFinal || pause === undefined || signal.aborted) return found;
    const wait = Math.max(pause, reading.kind === 'throttled' ? (reading.retryIn ?? 0) : 0);
    if (clock.now() + wait >= deadline) return found;
    await clock.sleep(wait, signal);
  }
}

function foundBy(reading: Reading): Found {
  switch (reading.kind) {
    case 'job':
      return reading;
    case 'not-found':
      return { kind: 'gone', error: UNKNOWN_JOB };
    case 'throttled':
      return { kind: 'unknown', error: THROTTLED };
    case 'refused':
    case 'transient':
      return { kind: 'unknown', error: reading.error };
  }
}
