import type { ServiceError } from '../errors.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Job } from './job.ts';
import type { JobReading } from './jobs.ts';
import { nextPollDelay } from './poll-schedule.ts';
import { applyReading, isProven, type PollOrigin, type PollState, startPolling } from './poll-state.ts';

/** How polling ended. Timeouts and failures are values: the caller decides what they mean. */
export type PollResult =
  /** `isProven`: false if nothing shows that the job worked on a follow-up. */
  | { kind: 'ended'; job: Job; isProven: boolean }
  /** The timeout came first; the job keeps running. `lastProblem`: why the last `failures` status requests failed. */
  | { kind: 'timed-out'; job: Job; lastProblem: ServiceError | undefined; failures: number }
  /** The service rejects status requests, or does not know the job. */
  | { kind: 'lost'; job: Job; error: ServiceError }
  | { kind: 'cancelled'; job: Job };

export interface PollOptions {
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

/** Polls a job until its end is confirmed or the deadline comes. Transient failures do not end polling. */
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
