import { interrupted, type Outcome, outcomeOfPoll } from '../outcome.ts';
import { hasEnded, type Job, snapshotOf } from '../service/job.ts';
import type { JobReading } from '../service/jobs.ts';
import { SETTLE_MS, UNKNOWN_JOB } from '../service/poll-state.ts';
import { LOST_AFTER_MS, type StatusRecord } from '../thread/status-records.ts';

/** What a sweep, which does not wait, makes of a job. */
export type JobFinding =
  /** It goes on, and the comment says so. */
  | { readonly kind: 'active' }
  /** It must look so a second time, `after` milliseconds, before that is believed. */
  | { readonly kind: 'recheck'; readonly after: number; readonly last: EndedFinding }
  | EndedFinding
  /** It has been active for more than 24 h: nothing waits for it any more. */
  | { readonly kind: 'lost'; readonly jobId: string }
  /** The service does not tell. */
  | { readonly kind: 'unreadable'; readonly reading: Exclude<JobReading, { kind: 'job' | 'not-found' }> };

/** To be told in the comment. */
type EndedFinding = { readonly kind: 'ended'; readonly outcome: Outcome };

/** For a link that comes after the end, and for a job that is not known everywhere. */
const LATE = 10_000;

/** What the comment alone tells; undefined where the job must be read. */
export function findingOfRecord({ marker, isLeaseHeld: isAlive }: StatusRecord): JobFinding | undefined {
  if ('job' in marker) return undefined;
  if (isAlive) return { kind: 'active' };
  return marker.state === 'waiting' ? ended({ verdict: 'cancelled', job: undefined }) : ended(interrupted());
}

/** @param openFor milliseconds since the newest status comment of the job was created. */
export function findingOf(reading: JobReading, record: StatusRecord, jobId: string, openFor: number): JobFinding {
  if (reading.kind === 'job') return findingOfJob(reading.job, record, openFor);
  if (reading.kind !== 'not-found') return { kind: 'unreadable', reading };
  if (record.isLeaseHeld || record.ageMs < SETTLE_MS) return { kind: 'active' }; // it may not be known everywhere yet
  const lost = { verdict: 'error', problem: UNKNOWN_JOB, job: undefined, jobId } as const;
  return { kind: 'recheck', after: LATE, last: ended(lost) };
}

const ended = (outcome: Outcome) => ({ kind: 'ended', outcome }) as const;

function findingOfJob(
  job: Job,
  { marker, isLeaseHeld: isAlive, ageMs: age }: StatusRecord,
  openFor: number,
): JobFinding {
  if (!hasEnded(job)) {
    if (openFor > LOST_AFTER_MS && !isAlive) return { kind: 'lost', jobId: job.id };
    const isDeserted = marker.leaseSeconds > 0 && !isAlive;
    return isDeserted
      ? { kind: 'ended', outcome: { verdict: 'timed-out', job, problem: undefined, failures: 0 } }
      : { kind: 'active' };
  }
  const outcome = outcomeOfPoll({ kind: 'ended', job, isProven: true });
  const { before } = marker;
  if (marker.state === 'ended') return outcome.verdict === marker.verdict ? { kind: 'active' } : ended(outcome);
  const isStale = before !== null && before.link === snapshotOf(job).link && age < SETTLE_MS;
  if (isStale) return { kind: 'active' };
  return outcome.verdict === 'no-changes' ? { kind: 'recheck', after: LATE, last: ended(outcome) } : ended(outcome);
}
