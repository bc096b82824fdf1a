import type { ServiceError } from '../errors.ts';
import { interrupted, type Outcome, outcomeOfPoll } from '../outcome.ts';
import type { JobEffects } from '../request/read-earlier.ts';
import { hasEnded, type Job, snapshotOf } from '../service/job.ts';
import type { JobReading } from '../service/job-reading.ts';
import { UNKNOWN_JOB } from '../service/poll.ts';
import { SETTLE_MS } from '../service/poll-schedule.ts';
import { LOST_AFTER_MS, openForMs, type StatusRecord } from '../thread/status-records.ts';

interface JobChecker {
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

/** @param records all records of the project, which show for how long a job has been open. */
export function createJobChecker(
  records: readonly StatusRecord[],
  { service, clock, signal, deadline }: Omit<JobEffects, 'log'>,
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
    if (lastRefusal && !hasAnswered) return { kind: 'refused', error: lastRefusal, isFinal: true };
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
      const { sent, job } = record.facts;
      if (sent !== 'yes' || job === undefined) return findingWithoutJob(record);
      return findingOf(await readOnce(job), record, job, openForMs(job, records));
    },
  };
}

/** The result of a sweep's check of one job. A sweep reads a job once, and does not poll it. */
export type JobFinding =
  /** The job keeps running, and its status comment is up to date. */
  | { readonly kind: 'active' }
  /** The sweep reads the job again after `after` milliseconds, and reports `last` if the result is the same. */
  | { readonly kind: 'recheck'; readonly after: number; readonly last: EndedFinding | Unreadable }
  | EndedFinding
  /** The job has been active for more than 24 h: no run or sweep waits for it any longer. */
  | { readonly kind: 'lost'; readonly jobId: string }
  | Unreadable;

/** The status request failed, or its 404 may be wrong. */
type Unreadable = { readonly kind: 'unreadable'; readonly reading: Exclude<JobReading, { kind: 'job' }> };

/** An outcome to report in the status comment. */
type EndedFinding = { readonly kind: 'ended'; readonly outcome: Outcome };

/** Milliseconds before the second read of a job that completed without a link, which may appear after the end. */
const RECHECK_AFTER_MS = 10_000;

/** The finding for a request whose comment names no job of its own. */
function findingWithoutJob({ facts, isLeaseHeld }: StatusRecord): JobFinding {
  if (isLeaseHeld) return { kind: 'active' };
  return ended(facts.sent === 'no' ? { verdict: 'cancelled', job: undefined } : interrupted());
}

/** @param openFor milliseconds since the newest status comment of the job was created. */
export function findingOf(reading: JobReading, record: StatusRecord, jobId: string, openFor: number): JobFinding {
  if (reading.kind === 'job') return findingOfJob(reading.job, record, openFor);
  if (reading.kind !== 'not-found') return { kind: 'unreadable', reading };
  if (record.facts.end) return { kind: 'active' }; // its end was reported
  if (record.isLeaseHeld || record.ageMs < SETTLE_MS) return { kind: 'active' }; // a new job may not be known to all servers yet
  if (reading.isBelieved) return ended({ verdict: 'error', problem: UNKNOWN_JOB, job: undefined, jobId });
  return { kind: 'recheck', after: SETTLE_MS, last: { kind: 'unreadable', reading } };
}

const ended = (outcome: Outcome) => ({ kind: 'ended', outcome }) as const;

function findingOfJob(job: Job, { marker, facts, isLeaseHeld, ageMs }: StatusRecord, openFor: number): JobFinding {
  if (!hasEnded(job)) {
    if (openFor > LOST_AFTER_MS && !isLeaseHeld) return { kind: 'lost', jobId: job.id };
    const isAbandoned = marker.leaseSeconds > 0 && !isLeaseHeld;
    return isAbandoned
      ? { kind: 'ended', outcome: { verdict: 'timed-out', job, problem: undefined, failures: 0 } }
      : { kind: 'active' };
  }
  const outcome = outcomeOfPoll({ kind: 'ended', job, isProven: true });
  const { before } = marker;
  // Of a request that was reported, only a link that appeared later is news: any other end is the end of a later request to the job.
  if (facts.end) return outcome.verdict === 'pull-request' ? ended(outcome) : { kind: 'active' };
  const isStale = before !== null && before.link === snapshotOf(job).link && ageMs < SETTLE_MS;
  if (isStale) return { kind: 'active' };
  return outcome.verdict === 'no-changes'
    ? { kind: 'recheck', after: RECHECK_AFTER_MS, last: ended(outcome) }
    : ended(outcome);
}
