import { describe, expect, test } from '@jest/globals';
import { createJobChecker, findingOf } from '../../../src/operations/sweep-check.ts';
import { snapshotOf } from '../../../src/service/job.ts';
import type { JobReading } from '../../../src/service/job.ts';
import { createAbsenceJudge } from '../../../src/service/job.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { PULL_REQUEST } from '../../support/job-body.ts';
import { NOT_FOUND, read, refused, sampleJob, transient } from '../../support/sample-job.ts';
import { type RecordFields, STATES, sampleRecord } from '../../support/sample-records.ts';

const SECOND = 1_000;
const BUSY: JobReading = { kind: 'throttled', retryIn: 20 * SECOND };

/** @param says the responses of the service to status requests in order; the last one is repeated. */
function checking(says: readonly JobReading[], deadline = 600 * SECOND) {
  const clock = createFakeClock();
  const asked: string[] = [];
  const judgeAbsence = createAbsenceJudge(clock);
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
        return judgeAbsence(id, (left.length > 1 ? left.shift() : left[0]) ?? NOT_FOUND);
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
    const { kindsOf, forget: again, asked } = checking([NOT_FOUND, read('active')]);
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

const find = (reading: JobReading, fields: RecordFields = {}, openFor = 0) =>
  findingOf(reading, sampleRecord(fields), 'j_8fk2', openFor);
const WATCHED = { leaseSeconds: 600, isAlive: true };
const ABANDONED = { leaseSeconds: 600, isAlive: false };
const ENDED_BEFORE = { before: snapshotOf(sampleJob('completed', PULL_REQUEST)) };

describe('an active job', () => {
  test.each<[string, RecordFields]>([
    ['with a lease', WATCHED],
    ['without a lease', { leaseSeconds: 0 }],
  ])('%s is not reported', (_, fields) => {
    expect(find(read('active'), fields)).toEqual({ kind: 'active' });
    expect(find(read({ unknown: 'paused' }), fields)).toEqual({ kind: 'active' });
  });

  test('whose lease is over is reported as timed-out', () => {
    expect(find(read('active'), ABANDONED)).toMatchObject({ kind: 'ended', outcome: { verdict: 'timed-out' } });
  });
});

describe('a job that ended', () => {
  test.each<{ how: string; reading: JobReading; verdict: string }>([
    { how: 'as completed', reading: read('completed', PULL_REQUEST), verdict: 'pull-request' },
    { how: 'as failed', reading: read('failed'), verdict: 'failed' },
    { how: 'as archived', reading: read('archived'), verdict: 'archived' },
    { how: 'as archived with a link', reading: read('archived', PULL_REQUEST), verdict: 'pull-request' },
  ])('$how is reported with the verdict $verdict', ({ reading, verdict }) => {
    expect(find(reading)).toMatchObject({ kind: 'ended', outcome: { verdict } });
  });

  test('without a link is read once more, after 10 s', () => {
    expect(find(read('completed'))).toMatchObject({
      kind: 'recheck',
      after: 10_000,
      last: { kind: 'ended', outcome: { verdict: 'no-changes' } },
    });
  });
});

describe('a job that was reported without a link', () => {
  const ENDED = { state: STATES.ended } as const;

  test('is reported again once it has one', () => {
    expect(find(read('completed', PULL_REQUEST), ENDED)).toMatchObject({ outcome: { verdict: 'pull-request' } });
  });

  test('is not reported again while it has none', () => {
    expect(find(read('completed'), ENDED)).toEqual({ kind: 'active' });
  });
});

test('a job that is active for more than 24 h, by the newest of its comments, is lost once no run holds its lease', () => {
  const day = 24 * 3_600_000;
  expect(find(read('active'), {}, day + 1)).toEqual({ kind: 'lost', jobId: 'j_8fk2' });
  expect(find(read('active'), {}, day)).toEqual({ kind: 'active' });
  expect(find(read('active'), WATCHED, day + 1)).toEqual({ kind: 'active' });
});

describe('a job that got a follow-up', () => {
  test('after it had ended is active for 30 s if it shows the same end', () => {
    expect(find(read('completed', PULL_REQUEST), { ...ENDED_BEFORE, age: 29_999 })).toEqual({ kind: 'active' });
  });

  test.each<[string, JobReading, number]>([
    ['the same end after 30 s', read('completed', PULL_REQUEST), 30_000],
    ['another link', read('completed', 'https://github.com/acme/docs/pull/413'), 0],
  ])('after it had ended is reported if it shows %s', (_, reading, age) => {
    expect(find(reading, { ...ENDED_BEFORE, age })).toMatchObject({ kind: 'ended' });
  });
});

describe('a job that the service does not know', () => {
  test('is read once more, after 30 s, and left to the next sweep unless that 404 is believed', () => {
    expect(find(NOT_FOUND)).toEqual({
      kind: 'recheck',
      after: 30_000,
      last: { kind: 'unreadable', reading: NOT_FOUND },
    });
    expect(find({ kind: 'not-found', forMs: 30_000 })).toMatchObject({
      kind: 'ended',
      outcome: { verdict: 'error', jobId: 'j_8fk2', job: undefined },
    });
  });

  test('is left alone while its comment is less than 30 s old', () => {
    expect(find(NOT_FOUND, { age: 29_999 })).toEqual({ kind: 'active' });
  });

  test('is left to the run that holds its lease', () => {
    const finding = find(NOT_FOUND, { ...WATCHED, age: 5_000 });
    expect(finding.kind === 'active' || finding.kind === 'unreadable').toBe(true);
  });
});

test.each<[string, JobReading]>([
  ['refuses', refused('401')],
  ['does not answer', transient('502')],
  ['answers 429', { kind: 'throttled', retryIn: 5 }],
])('a service that %s closes no job', (_, reading) => {
  expect(find(reading, ABANDONED)).toEqual({ kind: 'unreadable', reading });
});
