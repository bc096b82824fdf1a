import type { Job } from '../../src/service/job.ts';
import type { JobReading } from '../../src/service/jobs.ts';
import { type PollResult, pollUntilDone } from '../../src/service/poll.ts';
import type { PollOrigin } from '../../src/service/poll-state.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { read, sampleJob } from './sample-job.ts';

export const SECOND = 1_000;
export const MINUTE = 60_000;
export const HOUR = 3_600_000;

/** What a service says from a point of time on; the first line stands for all time before it. */
export type Script = readonly (readonly [from: number, says: JobReading])[];

export interface Scene {
  readonly script: Script;
  readonly budget?: number;
  readonly since?: PollOrigin;
  /** As the service answered to what was sent. */
  readonly job?: Job;
  /** Milliseconds that a status request takes. */
  readonly latency?: number;
  readonly clock?: FakeClock;
  readonly cancel?: AbortController;
}

export interface Watched {
  readonly result: PollResult;
  /** When the service was asked. */
  readonly looks: readonly number[];
  /** The time-out of each request. */
  readonly timeouts: readonly number[];
  readonly seen: readonly JobReading[];
  readonly endedAt: number;
}

/** Plays a scripted service to the wait, and notes when it was asked. */
export async function watchScript({ script, budget = 30 * MINUTE, latency = 0, ...scene }: Scene): Promise<Watched> {
  const { clock = createFakeClock(), since = { kind: 'create' }, job = sampleJob(), cancel } = scene;
  const looks: number[] = [];
  const timeouts: number[] = [];
  const seen: JobReading[] = [];
  const result = await pollUntilDone({
    job,
    since,
    clock,
    deadline: budget,
    signal: (cancel ?? new AbortController()).signal,
    onReading: async (reading) => void seen.push(reading),
    read: async (timeout) => {
      looks.push(clock.now());
      timeouts.push(timeout);
      clock.pass(Math.min(latency, timeout));
      return saidAt(script, clock.now());
    },
  });
  return { result, looks, timeouts, seen, endedAt: clock.now() };
}

function saidAt(script: Script, now: number): JobReading {
  return script.findLast(([from]) => from <= now)?.[1] ?? script[0]?.[1] ?? read('active');
}

/** From one look to the next; the first counts from the start. */
export const gaps = (looks: readonly number[]): number[] => looks.map((at, index) => at - (looks[index - 1] ?? 0));

/** The most looks in any hour. */
export const busiestHour = (looks: readonly number[]): number =>
  Math.max(0, ...looks.map((from) => looks.filter((at) => at >= from && at < from + HOUR).length));
