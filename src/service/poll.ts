import { ServiceError } from '../errors.ts';
import type { Clock } from '../runtime/clock.ts';
import { hasEnded, type Job, type Snapshot, snapshotOf } from './job.ts';
import type { JobReading } from './job-reading.ts';
import { MIN_PAUSE_MS, nextPollDelay, SETTLE_MS } from './poll-schedule.ts';

/** What was sent before polling: a follow-up goes to a job that may have ended before. */
export type PollOrigin = { kind: 'create' } | { kind: 'follow-up'; before: Snapshot };

/** @param before the job's result when the follow-up was sent; null or undefined for a new job. */
export const pollOriginOf = (before: Snapshot | null | undefined): PollOrigin =>
  before ? { kind: 'follow-up', before } : { kind: 'create' };

/** How polling ended. Timeouts and failures are values: the caller decides what they mean. */
export type PollResult =
  /** `isProven`: false if nothing shows that the job worked on a follow-up. */
  | { kind: 'ended'; job: Job; isProven: boolean }
  /** The timeout came first; the job keeps running. `lastProblem`: why the last `failures` status requests failed. */
  | { kind: 'timed-out'; job: Job; lastProblem: ServiceError | undefined; failures: number }
  /** The service denies status requests, or does not know the job. */
  | { kind: 'lost'; job: Job; error: ServiceError }
  | { kind: 'cancelled'; job: Job };

interface PollOptions {
  /** The job from the service's response to what was sent. */
  readonly job: Job;
  readonly since: PollOrigin;
  /** Sends one status request. */
  readonly read: (timeoutMs: number) => Promise<JobReading>;
  readonly clock: Clock;
  /** On the clock's `now`, in milliseconds. */
  readonly deadline: number;
  readonly signal: AbortSignal;
  /** Called after each status request. */
  readonly onReading: (reading: JobReading) => Promise<void>;
}

/** Polls a job until its end is confirmed or the deadline comes. Before, only a final refusal and a believed 404 end polling. */
export async function pollUntilDone(options: PollOptions): Promise<PollResult> {
  return poll(startPolling(options.job, options.since), options, ({ verdict }) => verdict !== undefined);
}

/** Polls a job until it is not working on anything, with any result. */
export async function pollUntilIdle(options: Omit<PollOptions, 'since'>): Promise<PollResult> {
  const isIdle = ({ ended, verdict }: PollState) => ended !== undefined || verdict !== undefined;
  return poll(startPolling(options.job, { kind: 'create' }), options, isIdle);
}

async function poll(
  start: PollState,
  { clock, deadline, signal, read, onReading }: Omit<PollOptions, 'since'>,
  isOver: (state: PollState) => boolean,
): Promise<PollResult> {
  const began = clock.now();
  const elapsed = () => clock.now() - began;
  let state = start;
  while (!isOver(state)) {
    const pause = nextPollDelay(state, { elapsed: elapsed(), timeoutMs: deadline - began, random: clock.random() });
    if (pause === undefined) return atDeadline(state);
    await clock.sleep(pause, signal);
    if (signal.aborted) return { kind: 'cancelled', job: state.job };
    const reading = await read(Math.max(1, deadline - clock.now()));
    if (signal.aborted) return { kind: 'cancelled', job: state.job };
    await onReading(reading);
    state = applyReading(state, reading, elapsed());
  }
  const { job, verdict } = state;
  return verdict?.kind === 'lost' ? { ...verdict, job } : { kind: 'ended', job, isProven: isProven(state) };
}

/** At the deadline, a confirmed end counts even if its link is missing. */
function atDeadline(state: PollState): PollResult {
  const { job, ended, lastProblem, failures } = state;
  if (ended?.isConfirmed) return { kind: 'ended', job, isProven: isProven(state) };
  return { kind: 'timed-out', job, lastProblem, failures };
}

/** What is known about a job that the action polls. All times are milliseconds since polling began. */
interface PollState {
  readonly since: PollOrigin;
  readonly job: Job;
  /** Whether the service knew the job in an earlier request. */
  readonly isKnown: boolean;
  /** Whether a reading showed the job active after the request was sent. */
  readonly activeSeen: boolean;
  /** Readings show the job ended since `at`. `isConfirmed`: this is the end of what was sent, not an earlier end. */
  readonly ended?: { readonly at: number; readonly isConfirmed: boolean } | undefined;
  /** How often the readings changed from not ended to ended. */
  readonly ends: number;
  /** The service asked for no request before this time. */
  readonly notBefore: number;
  readonly lastProblem: ServiceError | undefined;
  /** How many status requests failed since the last successful one. */
  readonly failures: number;
  /** Why polling is over; undefined while it continues. */
  readonly verdict?: { kind: 'ended' } | { kind: 'lost'; error: ServiceError };
}

/** The state before the first poll. @param job from the service's response to what was sent. */
export function startPolling(job: Job, since: PollOrigin): PollState {
  const fresh: PollState = {
    since,
    job,
    isKnown: since.kind === 'follow-up',
    activeSeen: false,
    ends: 0,
    notBefore: 0,
    lastProblem: undefined,
    failures: 0,
  };
  return applyJob(fresh, job, 0);
}

/** The state after one more status request. @param elapsed milliseconds since polling began. */
export function applyReading(before: PollState, reading: JobReading, elapsed: number): PollState {
  const failures = reading.kind === 'job' ? 0 : before.failures + 1;
  const state: PollState = { ...before, notBefore: 0, lastProblem: undefined, failures };
  const failed = (error: ServiceError, isLost = false): PollState =>
    isLost ? { ...state, verdict: { kind: 'lost', error } } : { ...state, lastProblem: error };
  switch (reading.kind) {
    case 'job':
      return applyJob({ ...state, isKnown: true }, reading.job, elapsed);
    case 'not-found':
      return failed(state.isKnown ? GONE_JOB : UNREADABLE_JOB, reading.isBelieved);
    case 'throttled':
      return { ...failed(THROTTLED), notBefore: elapsed + (reading.retryIn ?? 0) };
    case 'transient':
      return failed(reading.error);
    case 'refused':
      return failed(reading.error, reading.isFinal);
  }
}

const NOT_FOUND = { headline: 'Job not found (404)' };
const GONE = { ...NOT_FOUND, needsNewJob: true };
export const UNKNOWN_JOB = new ServiceError(
  'The service does not know the job (404).',
  'If `job-id` is set, check that it is the whole id of a job of `project-id`. Otherwise the job was probably deleted.',
  GONE,
);
const GONE_JOB = new ServiceError(
  'The service no longer knows the job (404).',
  'It answered before, so the job was probably deleted.',
  GONE,
);
const UNREADABLE_JOB = new ServiceError(
  'The service created the job, but answers 404 when asked for it.',
  'Correct `job-path`, and make the request again. A re-run uses the old workflow file, and creates a second job.',
  NOT_FOUND,
);
export const THROTTLED = new ServiceError('The service answered 429: too many requests.', 'Re-run the workflow later.');

function applyJob(state: PollState, job: Job, elapsed: number): PollState {
  if (!hasEnded(job)) return { ...state, job, activeSeen: true, ended: undefined };
  const at = state.ended?.at ?? elapsed;
  const isConfirmed = confirmsEnd({ ...state, job }, elapsed);
  const lacksLink = job.status === 'completed' && job.pullRequest.kind === 'none';
  const settled = !lacksLink || elapsed + MIN_PAUSE_MS > at + SETTLE_MS;
  const next = { ...state, job, ended: { at, isConfirmed }, ends: state.ends + (state.ended ? 0 : 1) };
  return isConfirmed && settled ? { ...next, verdict: { kind: 'ended' } } : next;
}

/**
 * After a follow-up, a reading of the end is confirmed by proof that the job worked on it, or after {@link SETTLE_MS}. The first link of a
 * job is no such proof: it may be the late result of the work before.
 */
function confirmsEnd(state: PollState, elapsed: number): boolean {
  const { since, activeSeen } = state;
  const mayBeLate = since.kind === 'follow-up' && since.before.link === '' && !activeSeen;
  return (isProven(state) && !mayBeLate) || elapsed >= SETTLE_MS;
}

/** Whether the job provably worked on what was sent: it was active, or its pull request changed. */
const isProven = ({ since, job, activeSeen }: PollState): boolean =>
  since.kind === 'create' || activeSeen || since.before.link !== snapshotOf(job).link;
