import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fetchJob, type PollResult, watchJob } from '../../../src/service/agent-service.ts';
import type { Job, JobReading, Snapshot } from '../../../src/service/job.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { PULL_REQUEST } from '../../support/job-body.ts';
import { NOT_FOUND, read, refused, sampleJob, transient } from '../../support/sample-job.ts';

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;

/** The service's readings, each from a time on; the first also applies to the time before. */
type Script = readonly (readonly [from: number, says: JobReading])[];

interface Scene {
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

interface PollRun {
  readonly result: PollResult;
  /** When status requests were sent. */
  readonly polls: readonly number[];
  /** The timeout of each request, in milliseconds. */
  readonly timeouts: readonly number[];
  readonly seen: readonly JobReading[];
  readonly endedAt: number;
}

/** Polls a scripted service, and records when it was polled. */
async function pollScript({ script, timeoutMs = 30 * MINUTE, latency = 0, ...scene }: Scene): Promise<PollRun> {
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
    log: () => {},
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
function timeAbsence({ now }: Pick<FakeClock, 'now'>): (reading: JobReading) => JobReading {
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
const gaps = (polls: readonly number[]): number[] => polls.map((at, index) => at - (polls[index - 1] ?? 0));

/** The maximum number of polls in any hour. */
const busiestHour = (polls: readonly number[]): number =>
  Math.max(0, ...polls.map((from) => polls.filter((at) => at >= from && at < from + HOUR).length));

const throttled = (retryIn?: number): JobReading => ({ kind: 'throttled', retryIn });

test.each([
  ['if the answer to the create shows the end', { job: sampleJob('completed', PULL_REQUEST) }],
  ['for the end of the work, if the job is known to be idle', { job: sampleJob('completed'), untilIdle: true }],
])('a wait sends no request %s', async (_, scene) => {
  const { result, polls } = await pollScript({ script: [[0, read('active')]], ...scene });
  expect(result).toEqual({ kind: 'ended', isProven: true, job: scene.job });
  expect(polls).toEqual([]);
});

describe('a job that is read once', () => {
  /** @param script the answers of the service, one after the other. The last one repeats. */
  async function find(script: readonly JobReading[], deadline = 600_000, cancel = new AbortController()) {
    const clock = createFakeClock();
    const timeouts: number[] = [];
    const lines: string[] = [];
    const timed = timeAbsence(clock);
    const found = await fetchJob({
      read: async (timeout) => timed(script[Math.min(timeouts.push(timeout), script.length) - 1] ?? NOT_FOUND),
      clock,
      deadline,
      signal: cancel.signal,
      log: (line) => void lines.push(line),
    });
    return { found, lines, timeouts, pauses: clock.pauses, now: clock.now() };
  }

  test('is read even after the deadline, as a job that exists is joined', async () => {
    const { found, timeouts } = await find([read('active')], 0);
    expect(found.kind).toBe('job');
    expect(timeouts).toEqual([1]);
  });

  test('is gone after 30 s of 404, and each pause longer than 5 s is logged', async () => {
    const { found, now, lines } = await find([NOT_FOUND]);
    expect(found).toMatchObject({ kind: 'gone', error: { remedy: expect.stringContaining('`job-id`') } });
    expect(now).toBe(30_000);
    const line = (seconds: number) => `The service does not know the job (404). Trying again in ${seconds} s`;
    expect(lines).toEqual([line(6), line(10), line(10)]);
  });
});

describe('the deadline', () => {
  test('is preceded by a last poll', async () => {
    const { result, polls, endedAt } = await pollScript({ script: [[0, read('active')]], timeoutMs: MINUTE });
    expect(result).toEqual({ kind: 'timed-out', job: sampleJob(), lastProblem: undefined, failures: 0 });
    expect(polls.at(-1)).toBe(MINUTE - 500);
    expect(endedAt).toBeLessThanOrEqual(MINUTE);
  });

  test('and the pauses count from the beginning of the wait, however late that is', async () => {
    const script: Script = [[0, read('active')]];
    const early = await pollScript({ script, timeoutMs: 10 * MINUTE });
    const clock = createFakeClock();
    clock.pass(HOUR);
    const late = await pollScript({ script, timeoutMs: HOUR + 10 * MINUTE, clock });
    expect(late.polls.map((at) => Math.round(at - HOUR))).toEqual(early.polls.map(Math.round));
  });

  test.each([-24 * HOUR, 24 * HOUR])('does not move when the wall clock jumps by %d ms', async (jump) => {
    const script: Script = [
      [0, read('active')],
      [3 * MINUTE, throttled(20 * SECOND)],
      [4 * MINUTE, read('active')],
    ];
    const plain = await pollScript({ script, timeoutMs: 10 * MINUTE });
    const clock = createFakeClock();
    clock.at(2 * MINUTE, () => clock.jump(jump));
    clock.at(3 * MINUTE + 5 * SECOND, () => clock.jump(jump));
    expect(await pollScript({ script, timeoutMs: 10 * MINUTE, clock })).toEqual(plain);
  });
});

describe('a cancel', () => {
  test('ends the pause at that moment', async () => {
    const cancel = new AbortController();
    const clock = createFakeClock();
    clock.at(100_050, () => cancel.abort());
    const { result, endedAt } = await pollScript({ script: [[0, read('active')]], clock, cancel });
    expect(result).toEqual({ kind: 'cancelled', job: sampleJob() });
    expect(endedAt).toBe(100_050);
  });

  test('during a request ends the wait after it', async () => {
    const cancel = new AbortController();
    const clock = createFakeClock();
    clock.at(2_500, () => cancel.abort());
    const script: Script = [[0, transient('The run was cancelled.')]];
    const { result, polls, seen } = await pollScript({ script, clock, cancel, latency: SECOND });
    expect(result.kind).toBe('cancelled');
    expect(polls).toHaveLength(1);
    expect(seen).toEqual([]);
  });

  test('before the wait sends no request', async () => {
    const cancel = new AbortController();
    cancel.abort();
    const { result, polls } = await pollScript({ script: [[0, read('active')]], cancel });
    expect(result.kind).toBe('cancelled');
    expect(polls).toEqual([]);
  });
});

const FOR_EVER: Script = [[0, read('active')]];

describe('the poll schedule', () => {
  test.each([0, 0.5, 0.999_999])('polls less than 300 times per hour, with the random number %d', async (chance) => {
    const clock = createFakeClock(() => chance);
    const { polls } = await pollScript({ script: FOR_EVER, timeoutMs: 3 * HOUR, clock });
    expect(busiestHour(polls)).toBeLessThan(300);
  });

  test('polls a job that alternates between completed and active less than 300 times per hour', async () => {
    const script: Script = Array.from({ length: 3_600 * 2 }, (_, second) => [
      second * SECOND,
      second % 17 < 2 ? read('completed') : read('active'),
    ]);
    const { polls } = await pollScript({ script, timeoutMs: 2 * HOUR });
    expect(busiestHour(polls)).toBeLessThan(300);
  });
});

const READING: fc.Arbitrary<JobReading> = fc.oneof(
  fc.constantFrom<JobReading>(
    read('active'),
    read({ unknown: 'paused' }),
    read('completed'),
    transient('The service answered 502.'),
    NOT_FOUND,
    { kind: 'throttled', retryIn: undefined },
  ),
  fc
    .oneof(fc.nat(90 * SECOND), fc.constantFrom(0, 1, 3.6e9, 1e12, Number.POSITIVE_INFINITY))
    .map((retryIn): JobReading => ({ kind: 'throttled', retryIn })),
  fc.constantFrom(read('failed'), read('archived'), read('completed', PULL_REQUEST), refused('Forbidden.')),
);

test('for any sequence of answers, a wait ends by the deadline, and pauses for 2 to 15 s unless the service asks for more', async () => {
  const scene = fc.record({
    answers: fc.array(fc.record({ reading: READING, seconds: fc.nat(60) }), { maxLength: 60 }),
    timeoutMs: fc.integer({ min: 700, max: 40 * MINUTE }),
    latency: fc.constantFrom(0, 40, 300, 850, 4_000),
    chances: fc.array(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), { minLength: 1, maxLength: 9 }),
    before: fc.constantFrom(undefined, { job: 'j_8fk2', link: '' }),
  });
  await fc.assert(
    fc.asyncProperty(scene, async ({ answers, timeoutMs, latency, chances, before }) => {
      let at = 0;
      const script = answers.map(({ reading, seconds }) => {
        const from = at;
        at += seconds * SECOND;
        return [from, reading] as const;
      });
      let turn = 0;
      const clock = createFakeClock(() => chances[turn++ % chances.length] ?? 0);
      const wait = await pollScript({ script, timeoutMs, latency, clock, ...(before && { before }) });
      const { endedAt, polls, timeouts, seen } = wait;
      const ends = polls.map((at, index) => at + (timeouts[index] ?? Number.NaN));
      expect([endedAt, ...ends].filter((end) => end > timeoutMs)).toEqual([]);
      const wrong = gaps(polls).filter((gap, index) => {
        const last = seen[index - 1];
        const asked = last?.kind === 'throttled' ? (last.retryIn ?? 0) : 0;
        const isLast = (polls[index] ?? 0) >= timeoutMs - 500;
        const least = isLast ? asked : Math.max(2 * SECOND, asked);
        return gap < least - 0.001 || gap > Math.max(15 * SECOND, asked) + latency + 0.001;
      });
      expect(wrong).toEqual([]);
    }),
    { numRuns: 400 },
  );
});
