import type { ServiceError } from '../errors.ts';
import type { JobEffects } from '../request/earlier-job.ts';
import type { JobReading } from '../service/jobs.ts';
import { openForMs, type StatusRecord } from '../thread/status-records.ts';
import { findingOf, findingOfRecord, type JobFinding } from './job-finding.ts';

export interface JobChecker {
  /** Sends one status request, unless the marker alone is enough; after a 429, a second one. */
  check(record: StatusRecord): Promise<JobFinding>;
  /** Discards the results so far, so that each job is read again. */
  forget(): void;
  /** The error if the service rejected every status request: then the cause is the configuration, not a job. */
  refusal(): ServiceError | undefined;
}

/** Milliseconds for one request, and to wait after a 429 without `retry-after`. */
const TIMEOUT_MS = 15_000;
const THROTTLE_PAUSE_MS = 2_000;
/** If the service rejected so many status requests and answered none, the remaining jobs are not read. */
const MAX_REFUSALS = 3;

/** @param records all records of the sweep, which show for how long a job has been open. */
export function createJobChecker(
  records: readonly StatusRecord[],
  { service, clock, signal, deadline }: JobEffects,
): JobChecker {
  /** The service answered at least one status request, with a job or a 404. */
  let hasAnswered = false;
  /** On the clock's `now`: the earliest time of the next request, after a 429. */
  let notBefore = 0;
  const refusals: ServiceError[] = [];
  /** By job id, as two requests may have the same job. */
  let readings = new Map<string, JobReading>();
  const read = (jobId: string) => service.readJob(jobId, Math.max(1, Math.min(TIMEOUT_MS, deadline - clock.now())));

  async function readPatiently(jobId: string): Promise<JobReading> {
    for (let attempt = 1; ; attempt++) {
      if (notBefore >= deadline) return { kind: 'throttled', retryIn: notBefore - clock.now() };
      if (notBefore > clock.now()) await clock.sleep(notBefore - clock.now(), signal);
      const reading = await read(jobId);
      if (reading.kind !== 'throttled') return reading;
      notBefore = clock.now() + (reading.retryIn ?? THROTTLE_PAUSE_MS);
      if (attempt === 2) return reading;
    }
  }

  async function readOnce(jobId: string): Promise<JobReading> {
    const lastRefusal = refusals.at(MAX_REFUSALS - 1);
    if (lastRefusal && !hasAnswered) return { kind: 'refused', error: lastRefusal };
    const reading = readings.get(jobId) ?? (await readPatiently(jobId));
    if (reading.kind === 'refused' && !readings.has(jobId)) refusals.push(reading.error);
    if (reading.kind !== 'throttled') readings.set(jobId, reading);
    hasAnswered ||= reading.kind === 'job' || reading.kind === 'not-found';
    return reading;
  }

  return {
    forget() {
      readings = new Map();
    },
    refusal: () => (hasAnswered ? undefined : refusals[0]),
    async check(record) {
      const { marker } = record;
      const known = findingOfRecord(record);
      if (known || !('job' in marker)) return known ?? { kind: 'active' };
      return findingOf(await readOnce(marker.job), record, marker.job, openForMs(marker.job, records));
    },
  };
}
