import { describe, expect, test } from '@jest/globals';
import { createJobChecker } from '../../../src/operations/sweep-check.ts';
import type { JobReading } from '../../../src/service/jobs.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { read, refused, transient } from '../../support/sample-job.ts';
import { sampleRecord } from '../../support/sample-records.ts';

const SECOND = 1_000;
const BUSY: JobReading = { kind: 'throttled', retryIn: 20 * SECOND };

/** @param says what the service says about any job, one after the other; the last one for ever. */
function looking(says: readonly JobReading[], deadline = 600 * SECOND) {
  const clock = createFakeClock();
  const asked: string[] = [];
  const left = [...says];
  const unasked = () => Promise.reject(new Error('A look spends nothing.'));
  const looker = createJobChecker([], {
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
  /** Looks at the comments of these jobs, and gives what each look came to. */
  async function lookAt(...jobs: string[]): Promise<string[]> {
    const kinds: string[] = [];
    for (const job of jobs) kinds.push((await looker.check(openFor(job))).kind);
    return kinds;
  }
  return { ...looker, lookAt, asked, clock };
}

const openFor = (job: string) => sampleRecord({ state: { state: 'open', job } });

describe('two comments about one job', () => {
  test('take one status request', async () => {
    const { lookAt, asked } = looking([read('active'), read('failed')]);
    expect(await lookAt('j_1', 'j_1', 'j_2')).toEqual(['active', 'active', 'ended']);
    expect(asked).toEqual(['j_1 at 0 s', 'j_2 at 0 s']);
  });

  test('take another status request in the second pass', async () => {
    const { lookAt, forget: again, asked } = looking([{ kind: 'not-found' }, read('active')]);
    expect(await lookAt('j_1', 'j_1')).toEqual(['recheck', 'recheck']);
    again();
    expect(await lookAt('j_1', 'j_1')).toEqual(['active', 'active']);
    expect(asked).toHaveLength(2);
  });
});

describe('a service that answers 429', () => {
  test('is asked once more, after the time that it named', async () => {
    const { lookAt, asked } = looking([BUSY, read('failed')]);
    expect(await lookAt('j_1')).toEqual(['ended']);
    expect(asked).toEqual(['j_1 at 0 s', 'j_1 at 20 s']);
  });

  test('is not asked about any other job before the time that it named', async () => {
    const { lookAt, asked } = looking([BUSY, BUSY, read('failed')]);
    expect(await lookAt('j_1', 'j_2')).toEqual(['unreadable', 'ended']);
    expect(asked).toEqual(['j_1 at 0 s', 'j_1 at 20 s', 'j_2 at 40 s']);
  });

  test('is not asked any more if the time that it named is beyond the deadline', async () => {
    const { lookAt, asked } = looking([BUSY], 10 * SECOND);
    expect(await lookAt('j_1', 'j_2', 'j_3')).toEqual(['unreadable', 'unreadable', 'unreadable']);
    expect(asked).toEqual(['j_1 at 0 s']);
  });
});

describe('a service that refuses', () => {
  test('every status request is asked about three jobs, and its refusal is the error', async () => {
    const { lookAt, asked, refusal } = looking([refused('401')]);
    expect(await lookAt('j_1', 'j_2', 'j_3', 'j_4', 'j_5')).toEqual(Array(5).fill('unreadable'));
    expect(asked).toHaveLength(3);
    expect(refusal()).toMatchObject({ message: '401' });
  });

  test('a job counts once, however many comments are about it', async () => {
    const { lookAt, asked } = looking([refused('403'), read('active')]);
    expect(await lookAt('j_1', 'j_1', 'j_1', 'j_2')).toEqual(['unreadable', 'unreadable', 'unreadable', 'active']);
    expect(asked).toHaveLength(2);
  });

  test.each([
    ['answered 429', [BUSY, BUSY], 5],
    ['answered 502', [transient('502')], 4],
  ])('everything, and %s before, is asked about three jobs more', async (_, before, requests) => {
    const { lookAt, asked, refusal } = looking([...before, refused('401')]);
    await lookAt('j_1', 'j_2', 'j_3', 'j_4', 'j_5', 'j_6');
    expect(refusal()).toMatchObject({ message: '401' });
    expect(asked).toHaveLength(requests);
  });

  test('one job, after it answered about another, is asked about all of them', async () => {
    const { lookAt, asked, refusal } = looking([read('active'), refused('403')]);
    await lookAt('j_1', 'j_2', 'j_3', 'j_4', 'j_5');
    expect(asked).toHaveLength(5);
    expect(refusal()).toBeUndefined();
  });
});
