import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fetchJob, watchJob } from '../../../src/service/agent-service.ts';
import type { JobReading } from '../../../src/service/job.ts';
import type { Aim } from '../../../src/service/watch.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { PULL_REQUEST } from '../../support/job-body.ts';
import { NOT_FOUND, read, refused, sampleJob, transient } from '../../support/sample-job.ts';

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;

/** The service's readings, each from a time on; the first also applies to the time before. */
type Script = readonly (readonly [from: number, says: JobReading])[];

interface Scene {
  readonly script?: Script;
  readonly timeoutMs?: number;
  readonly aim?: Aim;
  /** How long a status request takes, in milliseconds. */
  readonly latency?: number;
  readonly clock?: FakeClock;
  readonly cancel?: AbortController;
}

const FOR_EVER: Script = [[0, read('active')]];

/**
 * Polls a scripted service, and records when it was polled, with which timeouts, and what it said.
 */
async function pollScript(
  { script = FOR_EVER, timeoutMs = 30 * MINUTE, latency = 0, ...scene }: Scene,
  job = sampleJob(),
) {
  const {
    clock = createFakeClock(),
    aim = { until: 'done' },
    cancel = new AbortController(),
  } = scene;
  const polls: number[] = [];
  const timeouts: number[] = [];
  const seen: JobReading[] = [];
  const timed = timeRefusals(clock);
  const result = await watchJob(aim, job, {
    clock,
    deadline: timeoutMs,
    signal: cancel.signal,
    log: () => {},
    onReading: async (reading) => void seen.push(reading),
    read: async (timeout) => {
      polls.push(clock.now());
      timeouts.push(timeout);
      clock.pass(Math.min(latency, timeout));
      return timed(
        script.findLast(([from]) => from <= clock.now())?.[1] ?? script[0]?.[1] ?? read('active'),
      );
    },
  });
  return { result, polls, timeouts, seen, endedAt: clock.now() };
}

/** Adds to each refusal since when it has been the answer. */
function timeRefusals({ now }: Pick<FakeClock, 'now'>): (reading: JobReading) => JobReading {
  let since: number | undefined;
  return (reading) => {
    if (reading.kind === 'job') since = undefined;
    if (reading.kind !== 'not-found' && reading.kind !== 'refused') return reading;
    since ??= now();
    return { ...reading, forMs: now() - since };
  };
}

/** The pauses between polls; the first counts from the start. */
const gaps = (polls: readonly number[]): number[] =>
  polls.map((at, index) => at - (polls[index - 1] ?? 0));

test.each([
  [
    'if the answer to the create shows the end',
    { until: 'done' },
    sampleJob('completed', PULL_REQUEST),
  ],
  [
    'for the end of the work, if the job is known to be idle',
    { until: 'idle' },
    sampleJob('completed'),
  ],
] as const)('a wait sends no request %s', async (_, aim, job) => {
  const { result, polls } = await pollScript({ aim }, job);
  expect(result).toEqual({ kind: 'ended', isProven: true, job });
  expect(polls).toEqual([]);
});

describe('a job that is read once', () => {
  /** @param reading the answer of the service each time. */
  async function find(reading: JobReading, deadline = 600_000) {
    const clock = createFakeClock();
    const timeouts: number[] = [];
    const lines: string[] = [];
    const timed = timeRefusals(clock);
    const found = await fetchJob({
      read: async (timeout) => timed(timeouts.push(timeout) ? reading : NOT_FOUND),
      clock,
      deadline,
      signal: new AbortController().signal,
      log: (line) => void lines.push(line),
    });
    return { found, lines, timeouts, now: clock.now() };
  }

  test('is read even after the deadline, as a job that exists is joined', async () => {
    expect(await find(read('active'), 0)).toMatchObject({ found: { kind: 'job' }, timeouts: [1] });
  });

  test('is gone after 30 s of 404, and each pause longer than 5 s is logged', async () => {
    const { found, now, lines } = await find(NOT_FOUND);
    expect(found).toMatchObject({
      kind: 'gone',
      error: { remedy: expect.stringContaining('`job-id`') },
    });
    expect(now).toBe(30_000);
    const line = (seconds: number) =>
      `The service does not know the job (404). Trying again in ${seconds} s`;
    expect(lines).toEqual([line(6), line(10), line(10)]);
  });
});

test('the deadline and the pauses count from the beginning of the wait, however late that is', async () => {
  const early = await pollScript({ timeoutMs: 10 * MINUTE });
  const clock = createFakeClock();
  clock.pass(HOUR);
  const late = await pollScript({ timeoutMs: HOUR + 10 * MINUTE, clock });
  expect(late.polls.map((at) => Math.round(at - HOUR))).toEqual(early.polls.map(Math.round));
});

test.each([
  ['in a pause ends it at that moment', 100_050, 100_050, 27, 27],
  ['during a request ends the wait after it, and the answer does not count', 2_500, 3_062, 1, 0],
  ['before the wait sends no request', 0, 0, 0, 0],
])('a cancel %s', async (_, at, endsAt, requests, readings) => {
  const cancel = new AbortController();
  const clock = createFakeClock();
  clock.at(at, () => cancel.abort());
  clock.pass(0);
  const { result, polls, seen, endedAt } = await pollScript({ clock, cancel, latency: SECOND });
  expect(result).toEqual({ kind: 'cancelled', job: sampleJob() });
  expect([Math.round(endedAt), polls.length, seen.length]).toEqual([endsAt, requests, readings]);
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
  fc.constantFrom(
    read('failed'),
    read('archived'),
    read('completed', PULL_REQUEST),
    refused('Forbidden.'),
  ),
);

test('for any sequence of answers, a wait ends by the deadline, and pauses for 2 to 15 s unless the service asks for more', async () => {
  const scene = fc.record({
    answers: fc.array(fc.record({ reading: READING, seconds: fc.nat(60) }), { maxLength: 60 }),
    timeoutMs: fc.integer({ min: 700, max: 40 * MINUTE }),
    latency: fc.constantFrom(0, 40, 300, 850, 4_000),
    chances: fc.array(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), {
      minLength: 1,
      maxLength: 9,
    }),
    before: fc.constantFrom(null, { job: 'j_8fk2', link: '' }),
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
      const wait = await pollScript({
        script,
        timeoutMs,
        latency,
        clock,
        aim: { until: 'done', before },
      });
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
