import type { Clock } from '../clock.ts';
import type { ServiceError } from '../errors.ts';
import type { Reading } from './client.ts';
import type { Job } from './job.ts';
import { nextLook, observe, type Since, startWatch, type Watch } from './watch.ts';

/** How the wait for a job ended. Time-out and failure are values: the caller decides what they mean. */
export type WaitResult<By> =
  | { kind: 'ended'; job: Job }
  /** The budget ended first; the job goes on. `lastProblem`: what kept the last `failures` status requests from telling. */
  | { kind: 'timed-out'; job: Job; lastProblem: ServiceError | undefined; failures: number }
  /** The service refuses to tell, or does not know the job. */
  | { kind: 'lost'; job: Job; error: ServiceError }
  | { kind: 'cancelled'; job: Job }
  /** Somebody else has the job now. */
  | { kind: 'superseded'; job: Job; by: By };

export interface WaitOptions<By> {
  /** The job as the service answered to what was sent. */
  readonly job: Job;
  readonly since: Since;
  /** One status request. @param timeout milliseconds. */
  readonly read: (timeout: number) => Promise<Reading>;
  readonly clock: Clock;
  /** On the clock's `now`. */
  readonly deadline: number;
  readonly signal: AbortSignal;
  readonly onReading: (reading: Reading) => void;
  /**
   * Whether somebody else took the job over.
   * @param elapsed milliseconds since the wait began. @param isLast the job has ended: is that still for us to tell?
   */
  readonly superseded: (elapsed: number, isLast: boolean) => Promise<By | undefined>;
}

/** Reads a job until its end can be believed or the deadline comes; transient failures never end it before. */
export async function waitForEnd<By>(waiting: WaitOptions<By>): Promise<WaitResult<By>> {
  const { clock, deadline, signal, ...options } = waiting;
  const began = clock.now();
  const elapsed = () => clock.now() - began;
  let watch = startWatch(options.job, options.since);
  while (!watch.verdict) {
    const pause = nextLook(watch, { elapsed: elapsed(), budget: deadline - began, random: clock.random() });
    if (pause === undefined) return atDeadline(watch);
    await clock.sleep(pause, signal);
    if (signal.aborted) return { kind: 'cancelled', job: watch.job };
    const by = await options.superseded(elapsed(), false);
    if (by) return { kind: 'superseded', job: watch.job, by };
    const reading = await options.read(Math.max(1, deadline - clock.now()));
    if (signal.aborted) return { kind: 'cancelled', job: watch.job };
    options.onReading(reading);
    watch = observe(watch, reading, elapsed());
    const after = watch.verdict?.kind === 'ended' ? await options.superseded(elapsed(), true) : undefined;
    if (after) return { kind: 'superseded', job: watch.job, by: after };
  }
  return { job: watch.job, ...watch.verdict };
}

/** An end that only lacked its link, or the time to be sure of it, is an end all the same. */
function atDeadline({ job, ended, lastProblem, failures }: Watch): WaitResult<never> {
  return ended?.believed ? { kind: 'ended', job } : { kind: 'timed-out', job, lastProblem, failures };
}
