import type { ServiceError } from '../errors.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Job } from './job.ts';
import { SETTLE_MS } from './poll-schedule.ts';

/** The result of one status request. */
export type JobReading =
  | { kind: 'job'; job: Job }
  /** `isBelieved`: the job is gone, see {@link createAbsenceJudge}. Otherwise it must be read again. */
  | { kind: 'not-found'; isBelieved: boolean }
  | { kind: 'throttled'; retryIn: number | undefined }
  /** Unless it `isFinal`, a run that waits for the job reads it again. */
  | { kind: 'refused'; error: ServiceError; isFinal: boolean }
  | { kind: 'transient'; error: ServiceError };

/** The result of one status request, before its 404 is judged. */
type UnjudgedReading = Exclude<JobReading, { kind: 'not-found' }> | { readonly kind: 'not-found' };

/**
 * Judges each 404 for a job, for all who read jobs in a run: during a deployment, a service or router may answer 404 for every job. A
 * 404 is believed if it comes {@link SETTLE_MS} or more after an earlier one, and the service did not show the job in between. Other
 * faults count neither way.
 */
export function createAbsenceJudge({
  now,
}: Pick<Clock, 'now'>): (jobId: string, reading: UnjudgedReading) => JobReading {
  /** By job id: when the first 404 since the last reading of the job was answered. */
  const absentSince = new Map<string, number>();
  return (jobId, reading) => {
    if (reading.kind === 'job') absentSince.delete(jobId);
    if (reading.kind !== 'not-found') return reading;
    const since = absentSince.get(jobId) ?? now();
    absentSince.set(jobId, since);
    return { kind: 'not-found', isBelieved: now() - since >= SETTLE_MS };
  };
}
