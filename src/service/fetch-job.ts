import type { ServiceError } from '../errors.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Job } from './job.ts';
import type { JobReading } from './job-reading.ts';
import { THROTTLED, UNKNOWN_JOB } from './poll.ts';

export type FetchedJob =
  | { readonly kind: 'job'; readonly job: Job }
  /** The service does not know the job. */
  | { readonly kind: 'not-found'; readonly error: ServiceError }
  /** The service did not answer whether the job exists. */
  | { readonly kind: 'unreadable'; readonly error: ServiceError };

/** Pauses before retries; the last one repeats while a 404 is neither believed nor disproved. */
const PAUSES_MS = [1_000, 3_000, 6_000, 10_000, 10_000];
/** A pause of this length is logged. */
const LONG_PAUSE_MS = 5_000;
/** Time limit for one status request. */
const REQUEST_TIMEOUT_MS = 15_000;

interface FetchEffects {
  readonly clock: Clock;
  /** On the clock's `now`, in milliseconds. */
  readonly deadline: number;
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
}

/**
 * Reads a job that was created earlier. Transient failures are retried for 30 s, after a 404 until the deadline: it counts as
 * `not-found` only once it is believed.
 */
export async function fetchJob(
  read: (timeoutMs: number) => Promise<JobReading>,
  { clock, deadline, signal, log }: FetchEffects,
): Promise<FetchedJob> {
  let isInDoubt = false;
  for (let attempt = 0; ; attempt++) {
    const reading = await read(Math.max(1, Math.min(REQUEST_TIMEOUT_MS, deadline - clock.now())));
    const found = toFetchedJob(reading);
    isInDoubt ||= reading.kind === 'not-found';
    const pause = PAUSES_MS[isInDoubt ? Math.min(attempt, PAUSES_MS.length - 1) : attempt];
    if (found.kind !== 'unreadable' || isFinal(reading) || pause === undefined || signal.aborted) return found;
    const wait = Math.max(pause, reading.kind === 'throttled' ? (reading.retryIn ?? 0) : 0);
    if (clock.now() + wait >= deadline) return found;
    if (wait > LONG_PAUSE_MS) log(`${found.error.message} Trying again in ${Math.round(wait / 1000)} s`);
    await clock.sleep(wait, signal);
  }
}

const isFinal = (reading: JobReading): boolean => reading.kind === 'refused' && reading.isFinal;

function toFetchedJob(reading: JobReading): FetchedJob {
  switch (reading.kind) {
    case 'job':
      return reading;
    case 'not-found':
      return { kind: reading.isBelieved ? 'not-found' : 'unreadable', error: UNKNOWN_JOB };
    case 'throttled':
      return { kind: 'unreadable', error: THROTTLED };
    case 'refused':
    case 'transient':
      return { kind: 'unreadable', error: reading.error };
  }
}
