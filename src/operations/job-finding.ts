import { interrupted, type Outcome, outcomeOfPoll } from '../outcome.ts';
import { hasEnded, type Job, snapshotOf } from '../service/job.ts';
import type { JobReading } from '../service/jobs.ts';
import { UNKNOWN_JOB } from '../service/poll.ts';
import { SETTLE_MS } from '../service/poll-schedule.ts';
import { LOST_AFTER_MS, type StatusRecord } from '../thread/status-records.ts';

/** The result of a sweep's check of one job. A sweep reads a job once, and does not poll it. */
export type JobFinding =
  /** The job keeps running, and its status comment is up to date. */
  | { readonly kind: 'active' }
  /** The sweep reads the job again after `after` milliseconds, and reports `last` if the result is the same. */
  | { readonly kind: 'recheck'; readonly after: number; readonly last: EndedFinding }
  | EndedFinding
  /** The job has been active for more than 24 h: no run or sweep waits for it any longer. */
  | { readonly kind: 'lost'; readonly jobId: string }
  /** The status request failed. */
  | { readonly kind: 'unreadable'; readonly reading: Exclude<JobReading, { kind: 'job' | 'not-found' }> };

/** An outcome to report in the status comment. */
type EndedFinding = { readonly kind: 'ended'; readonly outcome: Outcome };

/** Milliseconds before the second read: the link may appear after the end, and a new job may not be known to all servers at once. */
const RECHECK_AFTER_MS = 10_000;

/** The finding from the marker alone; undefined if the job must be read. */
export function findingOfRecord({ marker, isLeaseHeld }: StatusRecord): JobFinding | undefined {
  if ('job' in marker) return undefined;
  if (isLeaseHeld) return { kind: 'active' };
  return marker.state === 'waiting' ? ended({ verdict: 'cancelled', job: undefined }) : ended(interrupted());
}

/** @param openFor milliseconds since the newest status comment of the job was created. */
export function findingOf(reading: JobReading, record: StatusRecord, jobId: string, openFor: number): JobFinding {
  if (reading.kind === 'job') return findingOfJob(reading.job, record, openFor);
  if (reading.kind !== 'not-found') return { kind: 'unreadable', reading };
  if (record.marker.state === 'ended') return { kind: 'active' }; // its end was reported
  if (record.isLeaseHeld || record.ageMs < SETTLE_MS) return { kind: 'active' }; // a new job may not be known to all servers yet
  const lost = { verdict: 'error', problem: UNKNOWN_JOB, job: undefined, jobId } as const;
  return { kind: 'recheck', after: RECHECK_AFTER_MS, last: ended(lost) };
}

const ended = (outcome: Outcome) => ({ kind: 'ended', outcome }) as const;

function findingOfJob(job: Job, { marker, isLeaseHeld, ageMs }: StatusRecord, openFor: number): JobFinding {
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
  if (marker.state === 'ended') return outcome.verdict === 'pull-request' ? ended(outcome) : { kind: 'active' };
  const isStale = before !== null && before.link === snapshotOf(job).link && ageMs < SETTLE_MS;
  if (isStale) return { kind: 'active' };
  return outcome.verdict === 'no-changes'
    ? { kind: 'recheck', after: RECHECK_AFTER_MS, last: ended(outcome) }
    : ended(outcome);
}
