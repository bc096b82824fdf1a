import type { ServiceError } from '../errors.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Job } from './job.ts';
import type { JobReading } from './jobs.ts';
import { applyReading, isProven, nextPollDelay, type PollOrigin, type PollState, startPolling } from './poll-state.ts';

/** How the wait for a job ended. Time-out and failure are values: the caller decides what they mean. */
export type PollResult =
  /** `isProven`: false where a follow-up showed no sign that the job worked on it. */
  | { kind: 'ended'; job: Job; isProven: boolean }
  /** The timeout came first; the job goes on. `lastProblem`: why the last `failures` status requests failed. */
  | { kind: 'timed-out'; job: Job; lastProblem: ServiceError | undefined; failures: number }
  /** The service refuses to tell, or does not know the job. */
  | { kind: 'lost'; job: Job; error: ServiceError }
  | { kind: 'cancelled'; job: Job };

export interface PollOptions {
  /** The job as the service answered to what was sent. */
  readonly job: Job;
  readonly since: PollOrigin;
  /** One status request. @param timeout milliseconds. */
  readonly read: (timeout: number) => Promise<JobReading>;
  readonly clock: Clock;
  /** On the clock's `now`. */
  readonly deadline: number;
  readonly signal: AbortSignal;
  /** Called between polls. */
  readonly onReading: (reading: JobReading) => Promise<void>;
}

/** Reads a job until its end can be believed or the deadline comes; transient failures never end it before. */
export async function pollUntilDone(options: PollOptions): Promise<PollResult> {
  return poll(startPolling(options.job, options.since), options, ({ verdict }) => verdict !== undefined);
}

/** Reads a job until it has no work at hand, whatever came of that. */
export async function pollUntilIdle(options: Omit<PollOptions, 'since'>): Promise<PollResult> {
  const isIdle = ({ ended, verdict }: PollState) => ended !== undefined || verdict !== undefined;
  return poll(startPolling(options.job, { kind: 'create' }), options, isIdle);
}

async function poll(
  start: PollState,
  { clock, deadline, signal, read, onReading }: Omit<PollOptions, 'since'>,
  isOver: (watch: PollState) => boolean,
): Promise<PollResult> {
  const began = clock.now();
  const elapsed = () => clock.now() - began;
  let watch = start;
  while (!isOver(watch)) {
    const pause = nextPollDelay(watch, { elapsed: elapsed(), budget: deadline - began, random: clock.random() });
    if (pause === undefined) return atDeadline(watch);
    await clock.sleep(pause, signal);
    if (signal.aborted) return { kind: 'cancelled', job: watch.job };
    const reading = await read(Math.max(1, deadline - clock.now()));
    if (signal.aborted) return { kind: 'cancelled', job: watch.job };
    await onReading(reading);
    watch = applyReading(watch, reading, elapsed());
  }
  const { job, verdict } = watch;
  return verdict?.kind === 'lost' ? { ...verdict, job } : { kind: 'ended', job, isProven: isProven(watch) };
}

/** An end that only lacked its link, or the time to be sure of it, is an end all the same. */
function atDeadline(watch: PollState): PollResult {
  const { job, ended, lastProblem, failures } = watch;
  if (ended?.isConfirmed) return { kind: 'ended', job, isProven: isProven(watch) };
  return { kind: 'timed-out', job, lastProblem, failures };
}
