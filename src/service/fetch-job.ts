import type { ServiceError } from '../errors.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Job } from './job.ts';
import { THROTTLED, UNKNOWN_JOB } from './poll.ts';
import { SETTLE_MS } from './poll-schedule.ts';
import type { JobReading } from './submit.ts';

export type FetchedJob =
  | { readonly kind: 'job'; readonly job: Job }
  /** The service does not know the job. */
  | { readonly kind: 'not-found'; readonly error: ServiceError }
  /** The service did not answer whether the job exists. */
  | { readonly kind: 'unreadable'; readonly error: ServiceError };

/** Pauses before retries. */
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
 * Reads a job that was created earlier, and retries transient failures. A 404 counts as `not-found` only if the service repeats it
 * for {@link SETTLE_MS}: during a deployment, a service or router may answer 404 for every job.
 */
export async function fetchJob(
  read: (timeoutMs: number) => Promise<JobReading>,
  { clock, deadline, signal, log }: FetchEffects,
): Promise<FetchedJob> {
  let notFoundSince: number | undefined;
  for (let attempt = 0; ; attempt++) {
    const reading = await read(Math.max(1, Math.min(REQUEST_TIMEOUT_MS, deadline - clock.now())));
    notFoundSince = reading.kind === 'not-found' ? (notFoundSince ?? clock.now()) : undefined;
    const found = toFetchedJob(reading, notFoundSince !== undefined && clock.now() - notFoundSince >= SETTLE_MS);
    const pause = PAUSES_MS[attempt];
    if (found.kind !== 'unreadable' || reading.kind === 'refused' || pause === undefined || signal.aborted)
      return found;
    const wait = Math.max(pause, reading.kind === 'throttled' ? (reading.retryIn ?? 0) : 0);
    if (clock.now() + wait >= deadline) return found;
    if (wait > LONG_PAUSE_MS) log(`${found.error.message} Trying again in ${Math.round(wait / 1000)} s`);
    await clock.sleep(wait, signal);
  }
}

function toFetchedJob(reading: JobReading, isConfirmed: boolean): FetchedJob {
  switch (reading.kind) {
    case 'job':
      return reading;
    case 'not-found':
      return { kind: isConfirmed ? 'not-found' : 'unreadable', error: UNKNOWN_JOB };
    case 'throttled':
      return { kind: 'unreadable', error: THROTTLED };
    case 'refused':
    case 'transient':
      return { kind: 'unreadable', error: reading.error };
  }
}
