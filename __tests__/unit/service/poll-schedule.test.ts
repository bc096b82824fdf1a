import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { JobReading } from '../../../src/service/job.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { PULL_REQUEST } from '../../support/job-body.ts';
import { NOT_FOUND, read, refused, transient } from '../../support/sample-job.ts';
import { busiestHour, gaps, HOUR, MINUTE, pollScript, type Script, SECOND } from '../../support/watched-job.ts';

const FOR_EVER: Script = [[0, read('active')]];

describe('the poll schedule', () => {
  test.each([0, 0.25, 0.5, 0.75, 0.999_999])(
    'pauses for 2 to 15 s, and polls less than 300 times per hour, with the random number %d',
    async (chance) => {
      const { polls } = await pollScript({
        script: FOR_EVER,
        timeoutMs: 3 * HOUR,
        clock: createFakeClock(() => chance),
      });
      const pauses = gaps(polls).slice(0, -1);
      expect(Math.min(...pauses)).toBeGreaterThanOrEqual(2 * SECOND);
      expect(Math.max(...pauses)).toBeLessThanOrEqual(15 * SECOND);
      expect(busiestHour(polls)).toBeLessThan(300);
    },
  );

  test('pauses for 5 % of the time already waited', async () => {
    const { polls } = await pollScript({ script: FOR_EVER, timeoutMs: 10 * MINUTE });
    const middle = polls.filter((at) => at > MINUTE && at < 4 * MINUTE);
    const shares = middle.slice(1).map((at, index) => (at - (middle[index] ?? 0)) / (middle[index] ?? 1));
    for (const share of shares) expect(share).toBeCloseTo(0.05, 5);
  });

  test.each([
    { length: 3 * SECOND, within: 2.2 * SECOND },
    { length: 2 * MINUTE, within: 0.06 * 2 * MINUTE },
    { length: 8 * MINUTE, within: 15 * SECOND },
  ])('notices the end of a job of $length ms within $within ms', async ({ length, within }) => {
    const script: Script = [
      [0, read('active')],
      [length, read('completed', PULL_REQUEST)],
    ];
    const { result, endedAt } = await pollScript({ script });
    expect(result.kind).toBe('ended');
    expect(endedAt - length).toBeLessThanOrEqual(within);
  });

  test('has a symmetric jitter', async () => {
    const lengths = await Promise.all(
      [0, 0.5, 1].map(async (chance) => {
        const { polls } = await pollScript({ script: FOR_EVER, clock: createFakeClock(() => chance) });
        return polls.at(40) ?? Number.NaN;
      }),
    );
    const [early = Number.NaN, middle = Number.NaN, late = Number.NaN] = lengths;
    expect(early).toBeLessThan(middle);
    expect(late).toBeGreaterThan(middle);
  });

  test('keeps 2 s between two polls of an end without a link, also if an answer takes 0.91 s', async () => {
    const { polls } = await pollScript({ script: [[0, read('completed')]], latency: 910 });
    expect(Math.min(...gaps(polls))).toBeGreaterThanOrEqual(2 * SECOND);
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

describe('for any sequence of answers,', () => {
  const answers = fc.array(fc.record({ reading: READING, seconds: fc.nat(60) }), { maxLength: 60 });
  interface Drawn {
    readonly answers: readonly { readonly reading: JobReading; readonly seconds: number }[];
    readonly timeoutMs: number;
    readonly latency: number;
    readonly chances: readonly number[];
    readonly followUp: boolean;
  }
  const scene: fc.Arbitrary<Drawn> = fc.record({
    answers,
    timeoutMs: fc.integer({ min: 700, max: 40 * MINUTE }),
    latency: fc.constantFrom(0, 40, 300, 850, 4_000),
    chances: fc.array(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), { minLength: 1, maxLength: 9 }),
    followUp: fc.boolean(),
  });

  async function play({ answers, timeoutMs, latency, chances, followUp }: Drawn) {
    let at = 0;
    const script = answers.map(({ reading, seconds }) => {
      const from = at;
      at += seconds * SECOND;
      return [from, reading] as const;
    });
    let turn = 0;
    const clock = createFakeClock(() => chances[turn++ % chances.length] ?? 0);
    const before = { job: 'j_8fk2', link: '' };
    return {
      script,
      ...(await pollScript({
        script,
        timeoutMs,
        latency,
        clock,
        ...(followUp ? { since: { kind: 'follow-up', before } as const } : {}),
      })),
    };
  }

  test('the wait and each request end by the deadline', async () => {
    await fc.assert(
      fc.asyncProperty(scene, async (drawn) => {
        const { endedAt, polls, timeouts } = await play(drawn);
        const ends = polls.map((at, index) => at + (timeouts[index] ?? Number.NaN));
        return [endedAt, ...ends].every((end) => end <= drawn.timeoutMs);
      }),
      { numRuns: 150 },
    );
  });

  test('two polls are at least 2 s apart, except the last one before the deadline', async () => {
    await fc.assert(
      fc.asyncProperty(scene, async (drawn) => {
        const { polls } = await play(drawn);
        const early = polls.filter((at) => at < drawn.timeoutMs - 500);
        return gaps(early).every((gap) => gap >= 2 * SECOND - 0.001);
      }),
      { numRuns: 150 },
    );
  });

  test('a pause is longer than 15 s only if the service asked for it', async () => {
    await fc.assert(
      fc.asyncProperty(scene, async (drawn) => {
        const { polls, seen } = await play(drawn);
        return gaps(polls).every((gap, index) => {
          const last = seen[index - 1];
          const asked = last?.kind === 'throttled' ? (last.retryIn ?? 0) : 0;
          const most = Math.max(15 * SECOND, asked) + drawn.latency;
          return gap >= asked - 0.001 && gap <= most + 0.001;
        });
      }),
      { numRuns: 150 },
    );
  });
});
