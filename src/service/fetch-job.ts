import type { ServiceError } from '../errors.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Job } from './job.ts';
import type { JobReading } from './jobs.ts';
import { SETTLE_MS, THROTTLED, UNKNOWN_JOB } from './poll-state.ts';

export type FetchedJob =
  | { readonly kind: 'job'; readonly job: Job }
  /** The service knows no such job. */
  | { readonly kind: 'gone'; readonly error: ServiceError }
  /** It does not tell. */
  | { readonly kind: 'unknown'; readonly error: ServiceError };

/** Pauses between looks, in milliseconds, where a fault may pass. */
const PAUSES = [1_000, 3_000, 6_000, 10_000, 10_000];
/** For one status request, in milliseconds. */
const TIMEOUT = 15_000;

/**
 * Reads a job that was created before, with patience for what may pass. That the service does not know it (404) is believed only
 * when that stands for {@link SETTLE_MS}: a deployment or a router may say so of every job for a moment.
 */
export async function fetchJob(
  read: (timeout: number) => Promise<JobReading>,
  { clock, deadline, signal }: { readonly clock: Clock; readonly deadline: number; readonly signal: AbortSignal },
): Promise<FetchedJob> {
  let unknownSince: number | undefined;
  for (let look = 0; ; look++) {
    const reading = await read(Math.max(1, Math.min(TIMEOUT, deadline - clock.now())));
    unknownSince = reading.kind === 'not-found' ? (unknownSince ?? clock.now()) : undefined;
    const found = fetchedBy(reading, unknownSince !== undefined && clock.now() - unknownSince >= SETTLE_MS);
    const pause = PAUSES[look];
    if (found.kind !== 'unknown' || reading.kind === 'refused' || pause === undefined || signal.aborted) return found;
    const wait = Math.max(pause, reading.kind === 'throttled' ? (reading.retryIn ?? 0) : 0);
    if (clock.now() + wait >= deadline) return found;
    await clock.sleep(wait, signal);
  }
}

function fetchedBy(reading: JobReading, isBelieved: boolean): FetchedJob {
  switch (reading.kind) {
    case 'job':
      return reading;
    case 'not-found':
      return { kind: isBelieved ? 'gone' : 'unknown', error: UNKNOWN_JOB };
    case 'throttled':
      return { kind: 'unknown', error: THROTTLED };
    case 'refused':
    case 'transient':
      return { kind: 'unknown', error: reading.error };
  }
}
