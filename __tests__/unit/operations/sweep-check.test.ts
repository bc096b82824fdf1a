import { describe, expect, test } from '@jest/globals';
import { createJobChecker } from '../../../src/operations/sweep-check.ts';
import type { JobReading } from '../../../src/service/jobs.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { read, refused, transient } from '../../support/sample-job.ts';
import { sampleRecord } from '../../support/sample-records.ts';

const SECOND = 1_000;
const BUSY: JobReading = { kind: 'throttled', retryIn: 20 * SECOND };

/** @param says the responses of the service to status requests in order; the last one is repeated. */
function checking(says: readonly JobReading[], deadline = 600 * SECOND) {
  const clock = createFakeClock();
  const asked: string[] = [];
  const left = [...says];
  const unasked = () => Promise.reject(new Error('A check creates no job.'));
  const checker = createJobChecker([], {
    clock,
    deadline,
    signal: new AbortController().signal,
    service: {
      createJob: unasked,
      sendFollowUp: unasked,
      async readJob(id) {
        asked.push(`${id} at ${clock.now() / SECOND} s`);
        return (left.length > 1 ? left.shift() : left[0]) ?? { kind: 'not-found' };
      },
    },
  });
  /** Checks these jobs, and returns the kind of each finding. */
  async function kindsOf(...jobs: string[]): Promise<string[]> {
    const kinds: string[] = [];
    for (const job of jobs) kinds.push((await checker.check(openFor(job))).kind);
    return kinds;
  }
  return { ...checker, kindsOf, asked, clock };
}

const openFor = (job: string) => sampleRecord({ state: { state: 'open', job } });

describe('two comments about one job', () => {
  test('take one status request', async () => {
    const { kindsOf, asked } = checking([read('active'), read('failed')]);
    expect(await kindsOf('j_1', 'j_1', 'j_2')).toEqual(['active', 'active', 'ended']);
    expect(asked).toEqual(['j_1 at 0 s', 'j_2 at 0 s']);
  });

  test('take another status request in the second pass', async () => {
    const { kindsOf, forget: again, asked } = checking([{ kind: 'not-found' }, read('active')]);
    expect(await kindsOf('j_1', 'j_1')).toEqual(['recheck', 'recheck']);
    again();
    expect(await kindsOf('j_1', 'j_1')).toEqual(['active', 'active']);
    expect(asked).toHaveLength(2);
  });
});

describe('a service that answers 429', () => {
  test('gets one more request, after the time that it named', async () => {
    const { kindsOf, asked } = checking([BUSY, read('failed')]);
    expect(await kindsOf('j_1')).toEqual(['ended']);
    expect(asked).toEqual(['j_1 at 0 s', 'j_1 at 20 s']);
  });

  test('gets no request about another job before the time that it named', async () => {
    const { kindsOf, asked } = checking([BUSY, BUSY, read('failed')]);
    expect(await kindsOf('j_1', 'j_2')).toEqual(['unreadable', 'ended']);
    expect(asked).toEqual(['j_1 at 0 s', 'j_1 at 20 s', 'j_2 at 40 s']);
  });

  test('gets no further request if the time that it named is after the deadline', async () => {
    const { kindsOf, asked } = checking([BUSY], 10 * SECOND);
    expect(await kindsOf('j_1', 'j_2', 'j_3')).toEqual(['unreadable', 'unreadable', 'unreadable']);
    expect(asked).toEqual(['j_1 at 0 s']);
  });
});

describe('a service that refuses', () => {
  test('every status request gets requests about three jobs, and its refusal is the error', async () => {
    const { kindsOf, asked, refusal } = checking([refused('401')]);
    expect(await kindsOf('j_1', 'j_2', 'j_3', 'j_4', 'j_5')).toEqual(Array(5).fill('unreadable'));
    expect(asked).toHaveLength(3);
    expect(refusal()).toMatchObject({ message: '401' });
  });

  test('a job counts once, for any number of its comments', async () => {
    const { kindsOf, asked } = checking([refused('403'), read('active')]);
    expect(await kindsOf('j_1', 'j_1', 'j_1', 'j_2')).toEqual(['unreadable', 'unreadable', 'unreadable', 'active']);
    expect(asked).toHaveLength(2);
  });

  test.each([
    ['answered 429', [BUSY, BUSY], 5],
    ['answered 502', [transient('502')], 4],
  ])('everything, and %s before, gets requests about three more jobs', async (_, before, requests) => {
    const { kindsOf, asked, refusal } = checking([...before, refused('401')]);
    await kindsOf('j_1', 'j_2', 'j_3', 'j_4', 'j_5', 'j_6');
    expect(refusal()).toMatchObject({ message: '401' });
    expect(asked).toHaveLength(requests);
  });

  test('one job, after it answered about another, gets requests about all of them', async () => {
    const { kindsOf, asked, refusal } = checking([read('active'), refused('403')]);
    await kindsOf('j_1', 'j_2', 'j_3', 'j_4', 'j_5');
    expect(asked).toHaveLength(5);
    expect(refusal()).toBeUndefined();
  });
});
