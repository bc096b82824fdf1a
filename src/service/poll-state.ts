import { ServiceError } from '../errors.ts';
import { hasEnded, type Job, type Snapshot, snapshotOf } from './job.ts';
import type { JobReading } from './jobs.ts';

/** What was sent before the watch: a follow-up finds a job that may have ended before. */
export type PollOrigin = { kind: 'create' } | { kind: 'follow-up'; before: Snapshot };

/** @param before what the job showed when a follow-up was sent; null for a job of its own. */
export const pollOriginOf = (before: Snapshot | null | undefined): PollOrigin =>
  before ? { kind: 'follow-up', before } : { kind: 'create' };

/** What is known of a job that is waited for. All times are milliseconds since the wait began. */
export interface PollState {
  readonly since: PollOrigin;
  readonly job: Job;
  /** The job was read as working after what was sent. */
  readonly activeSeen: boolean;
  /** The job reads as ended since `at`. `believed`: it is the end of what was sent, not of something before it. */
  readonly ended?: { readonly at: number; readonly isConfirmed: boolean } | undefined;
  /** How often the job was read as ended and had not been before. */
  readonly ends: number;
  /** The service asked not to be asked before. */
  readonly notBefore: number;
  readonly lastProblem: ServiceError | undefined;
  /** How many status requests failed since the job was read last. */
  readonly failures: number;
  /** Why the wait is over. */
  readonly verdict?: { kind: 'ended' } | { kind: 'lost'; error: ServiceError };
}

/** For how long an answer that may be premature is not taken for final: 404, an end without a link, an end too soon. */
export const SETTLE_MS = 30_000;
/**
 * Pause between two looks: a share of the time already waited, so that the delay in noticing is a fixed share of the job's
 * length, within bounds that the jitter keeps; that is under 300 requests an hour.
 */
const PAUSE = { share: 0.05, min: 2_000, max: 15_000, jitter: 0.03 } as const;
/** The last look begins this long before the budget ends. */
const LAST_POLL_MS = 500;

/** @param job as the service answered to what was sent. */
export function startPolling(job: Job, since: PollOrigin): PollState {
  const fresh: PollState = {
    since,
    job,
    activeSeen: false,
    ends: 0,
    notBefore: 0,
    lastProblem: undefined,
    failures: 0,
  };
  return applyJob(fresh, job, 0);
}

/** What one status request adds to what is known. */
export function applyReading(before: PollState, reading: JobReading, elapsed: number): PollState {
  const failures = reading.kind === 'job' ? 0 : before.failures + 1;
  const watch: PollState = { ...before, notBefore: 0, lastProblem: undefined, failures };
  switch (reading.kind) {
    case 'job':
      return applyJob(watch, reading.job, elapsed);
    case 'not-found':
      return elapsed < SETTLE_MS
        ? { ...watch, lastProblem: UNKNOWN_JOB }
        : { ...watch, verdict: { kind: 'lost', error: UNKNOWN_JOB } };
    case 'throttled':
      return { ...watch, notBefore: elapsed + (reading.retryIn ?? 0), lastProblem: THROTTLED };
    case 'transient':
      return { ...watch, lastProblem: reading.error };
    case 'refused':
      return { ...watch, verdict: { kind: 'lost', error: reading.error } };
  }
}

export const UNKNOWN_JOB = new ServiceError(
  'The service does not know the job (404).',
  'Check `job-path`, `base-url` and `project-id`; the job itself may well go on.',
);
export const THROTTLED = new ServiceError(
  'The service answered 429: too many requests.',
  'Ask it less often, or later.',
);

function applyJob(watch: PollState, job: Job, elapsed: number): PollState {
  if (!hasEnded(job)) return { ...watch, job, activeSeen: true, ended: undefined };
  const at = watch.ended?.at ?? elapsed;
  const isConfirmed = confirmsEnd({ ...watch, job }, elapsed);
  const lacksLink = job.status === 'completed' && job.pullRequest.kind === 'none';
  const settled = !lacksLink || elapsed + PAUSE.min > at + SETTLE_MS;
  const next = { ...watch, job, ended: { at, isConfirmed }, ends: watch.ends + (watch.ended ? 0 : 1) };
  return isConfirmed && settled ? { ...next, verdict: { kind: 'ended' } } : next;
}

/** A new end after a follow-up is believed only with a sign that it is not the end before it. */
function confirmsEnd(watch: PollState, elapsed: number): boolean {
  return isProven(watch) || elapsed >= SETTLE_MS;
}

/** Whether the job showed that it worked on what was sent: it was active, or its pull request is another one. */
export const isProven = ({ since, job, activeSeen }: PollState): boolean =>
  since.kind === 'create' || activeSeen || since.before.link !== snapshotOf(job).link;

/** Milliseconds until the next look, or undefined when none fits into the budget (milliseconds) any more. */
export function nextPollDelay(
  watch: PollState,
  { elapsed, budget, random }: { elapsed: number; budget: number; random: number },
): number | undefined {
  const last = budget - LAST_POLL_MS;
  const wanted = Math.max(elapsed + pauseAfter(watch, elapsed, random), watch.notBefore);
  const at = Math.min(wanted, last);
  return elapsed >= last || watch.notBefore > at ? undefined : at - elapsed;
}

function pauseAfter({ ended, ends }: PollState, elapsed: number, random: number): number {
  const { share, min, max, jitter } = PAUSE;
  // The first end that is in doubt is looked at more often; a job that goes on ending is not.
  if (ended && ends === 1 && elapsed < ended.at + SETTLE_MS) {
    const settling = elapsed - ended.at;
    return Math.max(min, Math.min(settling, SETTLE_MS - settling));
  }
  const base = Math.min(Math.max(elapsed * share, min / (1 - jitter)), max / (1 + jitter));
  return base * (1 + jitter * (2 * random - 1));
}
