import type { ServiceError } from '../errors.ts';
import type { JobEffects } from '../request/earlier-job.ts';
import type { JobReading } from '../service/jobs.ts';
import { openForMs, type StatusRecord } from '../thread/status-records.ts';
import { findingOf, findingOfRecord, type JobFinding } from './job-finding.ts';

export interface JobChecker {
  /** One status request, unless the comment alone tells; a second one where the service asked for patience. */
  check(record: StatusRecord): Promise<JobFinding>;
  /** From here on, what was told before is not believed. */
  forget(): void;
  /** Why the service told of no job at all: then the fault is not the jobs'. */
  refusal(): ServiceError | undefined;
}

/** Milliseconds for one request, and of patience where the service does not say how much. */
const TIMEOUT = 15_000;
const PATIENCE = 2_000;
/** A service that refuses so often, and told nothing, is not asked about the rest. */
const MAX_REFUSALS = 3;

/** @param records all that are looked at: they tell for how long a job has been open. */
export function createJobChecker(
  records: readonly StatusRecord[],
  { service, clock, signal, deadline }: JobEffects,
): JobChecker {
  /** It knew some job, or knew that there is none. */
  let isTold = false;
  /** On the clock's `now`: the service asked not to be asked before. */
  let notBefore = 0;
  const refusals: ServiceError[] = [];
  /** By job: two requests may have gone to one. */
  let readings = new Map<string, JobReading>();
  const read = (jobId: string) => service.readJob(jobId, Math.max(1, Math.min(TIMEOUT, deadline - clock.now())));

  async function readPatiently(jobId: string): Promise<JobReading> {
    for (let look = 1; ; look++) {
      if (notBefore >= deadline) return { kind: 'throttled', retryIn: notBefore - clock.now() };
      if (notBefore > clock.now()) await clock.sleep(notBefore - clock.now(), signal);
      const reading = await read(jobId);
      if (reading.kind !== 'throttled') return reading;
      notBefore = clock.now() + (reading.retryIn ?? PATIENCE);
      if (look === 2) return reading;
    }
  }

  async function readOnce(jobId: string): Promise<JobReading> {
    const lastRefusal = refusals.at(MAX_REFUSALS - 1);
    if (lastRefusal && !isTold) return { kind: 'refused', error: lastRefusal };
    const reading = readings.get(jobId) ?? (await readPatiently(jobId));
    if (reading.kind === 'refused' && !readings.has(jobId)) refusals.push(reading.error);
    if (reading.kind !== 'throttled') readings.set(jobId, reading);
    isTold ||= reading.kind === 'job' || reading.kind === 'not-found';
    return reading;
  }

  return {
    forget() {
      readings = new Map();
    },
    refusal: () => (isTold ? undefined : refusals[0]),
    async check(record) {
      const { marker } = record;
      const known = findingOfRecord(record);
      if (known || !('job' in marker)) return known ?? { kind: 'active' };
      return findingOf(await readOnce(marker.job), record, marker.job, openForMs(marker.job, records));
    },
  };
}
