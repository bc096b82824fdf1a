import { hasEnded, type Job, snapshotOf } from '../agent/job.ts';
import type { Reading } from '../agent/service.ts';
import { SETTLE, UNKNOWN_JOB } from '../agent/watch.ts';
import { judge, killedWhileAsking, type Outcome } from '../report/outcome.ts';
import type { StatusRecord } from './records.ts';

/** What a sweep, which does not wait, makes of a job. */
export type Sight =
  /** It goes on, and the comment says so. */
  | { readonly kind: 'active' }
  /** It must look so a second time, `after` milliseconds, before that is believed. */
  | { readonly kind: 'doubtful'; readonly after: number; readonly outcome: Outcome }
  /** To be told in the comment. */
  | { readonly kind: 'news'; readonly outcome: Outcome }
  /** Its key is gone. */
  | { readonly kind: 'closed' }
  /** The service does not tell. */
  | { readonly kind: 'unread'; readonly reading: Exclude<Reading, { kind: 'job' | 'not-found' }> };

/** For a link that comes after the end, and for a job that is not known everywhere. */
const LATE = 10_000;

/** What the comment alone tells; undefined where the job must be read. */
export function sightOfRecord({ marker, isAlive, isUnderOtherKey }: StatusRecord): Sight | undefined {
  if (!isUnderOtherKey && marker.state === 'open') return undefined;
  if (isAlive) return { kind: 'active' };
  return isUnderOtherKey ? { kind: 'closed' } : { kind: 'news', outcome: killedWhileAsking() };
}

export function sightOf(reading: Reading, record: StatusRecord, jobId: string): Sight {
  if (reading.kind === 'job') return sightOfJob(reading.job, record);
  if (reading.kind !== 'not-found') return { kind: 'unread', reading };
  if (record.isAlive || record.age < SETTLE) return { kind: 'active' }; // it may not be known everywhere yet
  return { kind: 'doubtful', after: LATE, outcome: { verdict: 'error', problem: UNKNOWN_JOB, job: undefined, jobId } };
}

function sightOfJob(job: Job, { marker, isAlive, age }: StatusRecord): Sight {
  if (!hasEnded(job)) {
    const isDeserted = marker.alive > 0 && !isAlive;
    return isDeserted
      ? { kind: 'news', outcome: { verdict: 'timed-out', job, problem: undefined } }
      : { kind: 'active' };
  }
  const outcome = judge({ kind: 'ended', job });
  const { before } = marker;
  if (before && !before.hasEnded) return { kind: 'doubtful', after: SETTLE, outcome };
  const isStale = before !== null && before.link === snapshotOf(job).link && age < SETTLE;
  if (isStale) return { kind: 'active' };
  return outcome.verdict === 'no-changes' ? { kind: 'doubtful', after: LATE, outcome } : { kind: 'news', outcome };
}
