import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { JobReading } from '../../../src/service/job.ts';
import { createAbsenceJudge } from '../../../src/service/job.ts';
import { NOT_FOUND, read, refused, transient } from '../../support/sample-job.ts';

/** What the service answers for two jobs, and after how many milliseconds. */
const READINGS = fc.array(
  fc.record({
    job: fc.constantFrom('j_1', 'j_2'),
    after: fc.oneof(fc.nat(20_000), fc.constantFrom(0, 15_000, 29_999, 30_000)),
    reading: fc.constantFrom<JobReading>(
      NOT_FOUND,
      NOT_FOUND,
      read('active'),
      transient('The service answered 502.'),
      refused('Forbidden.'),
      { kind: 'throttled', retryIn: undefined },
    ),
  }),
  { maxLength: 40 },
);

/** Judges a sequence of readings. `at`: when each was answered. */
function judgeAll(readings: readonly { readonly job: string; readonly after: number; readonly reading: JobReading }[]) {
  let now = 0;
  const judge = createAbsenceJudge({ now: () => now });
  return readings.map(({ job, after, reading }) => {
    now += after;
    return { job, at: now, given: reading, judged: judge(job, reading) };
  });
}

describe('for any sequence of readings,', () => {
  test('a 404 is believed exactly if one 30 s before it or more has no reading of the job in between', () => {
    fc.assert(
      fc.property(READINGS, (readings) => {
        const all = judgeAll(readings);
        for (const [index, { job, at, given, judged }] of all.entries()) {
          if (given.kind !== 'not-found') {
            expect(judged).toBe(given);
            continue;
          }
          const before = all.slice(0, index).filter((one) => one.job === job);
          const sinceKnown = before.slice(before.findLastIndex((one) => one.given.kind === 'job') + 1);
          const isBelieved = sinceKnown.some((one) => one.given.kind === 'not-found' && at - one.at >= 30_000);
          expect(judged).toEqual({ kind: 'not-found', isBelieved });
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
