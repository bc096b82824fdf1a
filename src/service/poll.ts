import type { ServiceError } from '../errors.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Job } from './job.ts';
import type { Reading } from './jobs.ts';
import { isProven, nextLook, observe, type Since, startWatch, type Watch } from './poll-state.ts';

/** How the wait for a job ended. Time-out and failure are values: the caller decides what they mean. */
export type WaitResult =
  /** `isProven`: false where a follow-up showed no sign that the job worked on it. */
  | { kind: 'ended'; job: Job; isProven: boolean }
  /** The timeout came first; the job goes on. `lastProblem`: why the last `failures` status requests failed. */
  | { kind: 'timed-out'; job: Job; lastProblem: ServiceError | undefined; failures: number }
  /** The service refuses to tell, or does not know the job. */
  | { kind: 'lost'; job: Job; error: ServiceError }
  | { kind: 'cancelled'; job: Job };

export interface WaitOptions {
  /** The job as the service answered to what was sent. */
  readonly job: Job;
  readonly since: Since;
  /** One status request. @param timeout milliseconds. */
  readonly read: (timeout: number) => Promise<Reading>;
  readonly clock: Clock;
  /** On the clock's `now`. */
  readonly deadline: number;
  readonly signal: AbortSignal;
  /** Called between polls. */
  readonly onReading: (reading: Reading) => Promise<void>;
}

/** Reads a job until its end can be believed or the deadline comes; transient failures never end it before. */
export async function waitForEnd(options: WaitOptions): Promise<WaitResult> {
  return poll(startWatch(options.job, options.since), options, ({ verdict }) => verdict !== undefined);
}

/** Reads a job until it has no work at hand, whatever came of that. */
export async function waitUntilIdle(options: Omit<WaitOptions, 'since'>): Promise<WaitResult> {
  const isIdle = ({ ended, verdict }: Watch) => ended !== undefined || verdict !== undefined;
  return poll(startWatch(options.job, { kind: 'create' }), options, isIdle);
}

async function poll(
  start: Watch,
  { clock, deadline, signal, read, onReading }: Omit<WaitOptions, 'since'>,
  isOver: (watch: Watch) => boolean,
): Promise<WaitResult> {
  const began = clock.now();
  const elapsed = () => clock.now() - began;
  let watch = start;
  while (!isOver(watch)) {
    const pause = nextLook(watch, { elapsed: elapsed(), budget: deadline - began, random: clock.random() });
    if (pause === undefined) return atDeadline(watch);
    await clock.sleep(pause, signal);
    if (signal.aborted) return { kind: 'cancelled', job: watch.job };
    const reading = await read(Math.max(1, deadline - clock.now()));
    if (signal.aborted) return { kind: 'cancelled', job: watch.job };
    await onReading(reading);
    watch = observe(watch, reading, elapsed());
  }
  const { job, verdict } = watch;
  return verdict?.kind === 'lost' ? { ...verdict, job } : { kind: 'ended', job, isProven: isProven(watch) };
}

/** An end that only lacked its link, or the time to be sure of it, is an end all the same. */
function atDeadline(watch: Watch): WaitResult {
  const { job, ended, lastProblem, failures } = watch;
  if (ended?.believed) return { kind: 'ended', job, isProven: isProven(watch) };
  return { kind: 'timed-out', job, lastProblem, failures };
}
