import type { Job, JobReading, Snapshot } from '../../src/service/job.ts';
import { type PollResult, watchJob } from '../../src/service/watch-job.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { read, sampleJob } from './sample-job.ts';

export const SECOND = 1_000;
export const MINUTE = 60_000;
export const HOUR = 3_600_000;

/** The service's readings, each from a time on; the first also applies to the time before. */
export type Script = readonly (readonly [from: number, says: JobReading])[];

export interface Scene {
  readonly script: Script;
  readonly timeoutMs?: number;
  /** The job when a follow-up was sent. */
  readonly before?: Snapshot;
  /** The job from the service's response to what was sent. */
  readonly job?: Job;
  /** How long a status request takes, in milliseconds. */
  readonly latency?: number;
  readonly clock?: FakeClock;
  readonly cancel?: AbortController;
  /** Only waits until the job works on nothing, with any result. */
  readonly untilIdle?: boolean;
}

export interface PollRun {
  readonly result: PollResult;
  /** When status requests were sent. */
  readonly polls: readonly number[];
  /** The timeout of each request, in milliseconds. */
  readonly timeouts: readonly number[];
  readonly seen: readonly JobReading[];
  readonly endedAt: number;
}

/** Polls a scripted service, and records when it was polled. */
export async function pollScript({ script, timeoutMs = 30 * MINUTE, latency = 0, ...scene }: Scene): Promise<PollRun> {
  const { clock = createFakeClock(), before = null, job = sampleJob(), cancel } = scene;
  const polls: number[] = [];
  const timeouts: number[] = [];
  const seen: JobReading[] = [];
  const timed = timeAbsence(clock);
  const aim = scene.untilIdle ? ({ until: 'idle' } as const) : ({ until: 'done', before } as const);
  const result = await watchJob(aim, job, {
    clock,
    deadline: timeoutMs,
    signal: (cancel ?? new AbortController()).signal,
    onReading: async (reading) => void seen.push(reading),
    read: async (timeout) => {
      polls.push(clock.now());
      timeouts.push(timeout);
      clock.pass(Math.min(latency, timeout));
      return timed(saidAt(script, clock.now()));
    },
  });
  return { result, polls, timeouts, seen, endedAt: clock.now() };
}

/** Adds to each 404 since when it has been the answer. */
export function timeAbsence({ now }: Pick<FakeClock, 'now'>): (reading: JobReading) => JobReading {
  let since: number | undefined;
  return (reading) => {
    if (reading.kind === 'job') since = undefined;
    if (reading.kind !== 'not-found') return reading;
    since ??= now();
    return { kind: 'not-found', forMs: now() - since };
  };
}

function saidAt(script: Script, now: number): JobReading {
  return script.findLast(([from]) => from <= now)?.[1] ?? script[0]?.[1] ?? read('active');
}

/** The pauses between polls; the first counts from the start. */
export const gaps = (polls: readonly number[]): number[] => polls.map((at, index) => at - (polls[index - 1] ?? 0));

/** The maximum number of polls in any hour. */
export const busiestHour = (polls: readonly number[]): number =>
  Math.max(0, ...polls.map((from) => polls.filter((at) => at >= from && at < from + HOUR).length));
