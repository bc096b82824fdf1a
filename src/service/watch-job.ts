import type { ServiceError } from '../errors.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Job, JobReading } from './job.ts';
import { type Advanced, type Aim, advance, type End, newWatch, type Watch } from './watch.ts';

export interface WatchEffects {
  /** Sends one status request. */
  readonly read: (timeoutMs: number) => Promise<JobReading>;
  readonly clock: Clock;
  /** On the clock's `now`, in milliseconds. */
  readonly deadline: number;
  readonly signal: AbortSignal;
  /** Called after each status request. */
  readonly onReading?: (reading: JobReading) => Promise<void>;
  /** Called before the pause after a status request. */
  readonly onPause?: (ms: number, problem: ServiceError | undefined) => void;
}

/** How a wait for a job ended, and the job as the service last showed it. */
export type PollResult<J = Job> = (End | { readonly kind: 'cancelled' }) & { readonly job: J };

/**
 * Reads a job until the aim is reached, the deadline comes, or the run is cancelled.
 * @param known the job from the service's response to what was sent, or as it was just read; undefined to read it at once.
 */
export async function watchJob<J extends Job | undefined>(
  aim: Aim,
  known: J,
  { read, clock, deadline, signal, onReading, onPause }: WatchEffects,
): Promise<PollResult<Job | J>> {
  const hasJitter = aim.until !== 'read';
  const judge = (watch: Watch, reading: JobReading) =>
    advance(watch, reading, clock.now(), hasJitter ? clock.random() : 0);
  const watch = newWatch(aim, clock.now(), deadline);
  let job: Job | J = known;
  let next: Advanced = known ? judge(watch, { kind: 'job', job: known }) : { watch, readAgainIn: 0 };
  while (!next.end) {
    if (next.readAgainIn > 0) await clock.sleep(next.readAgainIn, signal);
    if (signal.aborted) break;
    const reading = await read(Math.max(1, deadline - clock.now()));
    if (reading.kind === 'job') job = reading.job;
    if (signal.aborted) break;
    await onReading?.(reading);
    next = judge(next.watch, reading);
    if (!next.end) onPause?.(next.readAgainIn, next.watch.problem);
  }
  return { ...(next.end ?? { kind: 'cancelled' }), job };
}

/** The result of reading a job that was created earlier. */
export type FetchedJob = { readonly kind: 'job'; readonly job: Job } | Extract<End, { kind: 'gone' | 'unreadable' }>;

/** A pause of this length is logged. */
const LONG_PAUSE_MS = 5_000;

/**
 * Reads a job that was created earlier. Transient failures are retried for 30 s, after a 404 until the deadline: the job is `gone` only
 * once the 404 is believed.
 */
export async function fetchJob({
  log,
  ...effects
}: WatchEffects & { readonly log: (line: string) => void }): Promise<
  FetchedJob | { readonly kind: 'cancelled'; readonly job: Job | undefined }
> {
  const { job, ...end } = await watchJob({ until: 'read' }, undefined, {
    ...effects,
    onPause(pause, problem) {
      if (pause > LONG_PAUSE_MS) log(`${problem?.message} Trying again in ${Math.round(pause / 1000)} s`);
    },
  });
  if (end.kind === 'gone' || end.kind === 'unreadable') return end;
  return job && end.kind === 'ended' ? { kind: 'job', job } : { kind: 'cancelled', job };
}
