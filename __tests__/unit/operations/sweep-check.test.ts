import { describe, expect, test } from '@jest/globals';
import { createJobReader, findingOf } from '../../../src/operations/sweep-check.ts';
import { type JobReading, snapshotOf } from '../../../src/service/job.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { PULL_REQUEST } from '../../support/job-body.ts';
import { NOT_FOUND, read, refused, sampleJob, transient } from '../../support/sample-job.ts';
import { type RecordFields, sampleRecord } from '../../support/sample-records.ts';

const SECOND = 1_000;
const BUSY: JobReading = { kind: 'throttled', retryIn: 20 * SECOND };

/** @param says the responses of the service to status requests in order; the last one is repeated. */
function reading(says: readonly JobReading[], deadline = 600 * SECOND) {
  const clock = createFakeClock();
  const asked: string[] = [];
  const left = [...says];
  async function readJob(id: string): Promise<JobReading> {
    asked.push(`${id} at ${clock.now() / SECOND} s`);
    return (left.length > 1 ? left.shift() : left[0]) ?? NOT_FOUND;
  }
  const { read, refusal } = createJobReader(readJob, deadline, { clock, signal: new AbortController().signal });
  /** Reads these jobs in one pass, and returns the kind of each reading. */
  async function pass(...jobs: string[]): Promise<string[]> {
    const readings = new Map<string, JobReading>();
    const kinds: string[] = [];
    for (const job of jobs) kinds.push((await read(job, readings)).kind);
    return kinds;
  }
  return { pass, refusal, asked };
}

describe('two comments about one job', () => {
  test('take one status request', async () => {
    const { pass, asked } = reading([read('active'), read('failed')]);
    expect(await pass('j_1', 'j_1', 'j_2')).toEqual(['job', 'job', 'job']);
    expect(asked).toEqual(['j_1 at 0 s', 'j_2 at 0 s']);
  });

  test('take another status request in the second pass', async () => {
    const { pass, asked } = reading([NOT_FOUND, read('active')]);
    expect(await pass('j_1', 'j_1')).toEqual(['not-found', 'not-found']);
    expect(await pass('j_1', 'j_1')).toEqual(['job', 'job']);
    expect(asked).toHaveLength(2);
  });
});

describe('a service that answers 429', () => {
  test('gets one more request, after the time that it named', async () => {
    const { pass, asked } = reading([BUSY, read('failed')]);
    expect(await pass('j_1')).toEqual(['job']);
    expect(asked).toEqual(['j_1 at 0 s', 'j_1 at 20 s']);
  });

  test('gets no request about another job before the time that it named', async () => {
    const { pass, asked } = reading([BUSY, BUSY, read('failed')]);
    expect(await pass('j_1', 'j_2')).toEqual(['throttled', 'job']);
    expect(asked).toEqual(['j_1 at 0 s', 'j_1 at 20 s', 'j_2 at 40 s']);
  });

  test('gets no further request if the time that it named is after the deadline', async () => {
    const { pass, asked } = reading([BUSY], 10 * SECOND);
    expect(await pass('j_1', 'j_2', 'j_3')).toEqual(['throttled', 'throttled', 'throttled']);
    expect(asked).toEqual(['j_1 at 0 s']);
  });
});

describe('a service that refuses', () => {
  test('every status request gets requests about three jobs, and its refusal is the error', async () => {
    const { pass, asked, refusal } = reading([refused('401')]);
    expect(await pass('j_1', 'j_2', 'j_3', 'j_4', 'j_5')).toEqual(Array(5).fill('refused'));
    expect(asked).toHaveLength(3);
    expect(refusal()).toMatchObject({ message: '401' });
  });

  test('a job counts once, for any number of its comments', async () => {
    const { pass, asked } = reading([refused('403'), read('active')]);
    expect(await pass('j_1', 'j_1', 'j_1', 'j_2')).toEqual(['refused', 'refused', 'refused', 'job']);
    expect(asked).toHaveLength(2);
  });

  test.each([
    ['answered 429', [BUSY, BUSY], 5],
    ['answered 502', [transient('502')], 4],
  ])('everything, and %s before, gets requests about three more jobs', async (_, before, requests) => {
    const { pass, asked, refusal } = reading([...before, refused('401')]);
    await pass('j_1', 'j_2', 'j_3', 'j_4', 'j_5', 'j_6');
    expect(refusal()).toMatchObject({ message: '401' });
    expect(asked).toHaveLength(requests);
  });

  test.each<[string, JobReading]>([
    ['knows another', read('active')],
    ['does not know another', NOT_FOUND],
  ])('one job, and %s, gets requests about all of them', async (_, known) => {
    const { pass, asked, refusal } = reading([known, refused('403')]);
    await pass('j_1', 'j_2', 'j_3', 'j_4', 'j_5');
    expect(asked).toHaveLength(5);
    expect(refusal()).toBeUndefined();
  });
});

function find(reading: JobReading, fields: RecordFields = {}, { openFor = 0, isLast = false } = {}) {
  const record = sampleRecord({ openFor, ...fields });
  return findingOf('j_8fk2', reading, record, [record], isLast);
}
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
    expect(find(read('completed'))).toEqual({ kind: 'recheck', after: 10_000 });
    expect(find(read('completed'), {}, { isLast: true })).toMatchObject({
      kind: 'ended',
      outcome: { verdict: 'no-changes' },
    });
  });
});

test('a job that is active for more than 24 h, by the newest of its comments, is lost once no run holds its lease', () => {
  const day = 24 * 3_600_000;
  expect(find(read('active'), {}, { openFor: day + 1 })).toEqual({ kind: 'lost', job: 'j_8fk2' });
  expect(find(read('active'), {}, { openFor: day })).toEqual({ kind: 'active' });
  expect(find(read('active'), WATCHED, { openFor: day + 1 })).toEqual({ kind: 'active' });
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
    expect(find(NOT_FOUND)).toEqual({ kind: 'recheck', after: 30_000 });
    expect(find(NOT_FOUND, {}, { isLast: true })).toEqual({ kind: 'left' });
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
    expect(finding.kind === 'active' || finding.kind === 'left').toBe(true);
  });
});

test.each<[string, JobReading]>([
  ['refuses', refused('401')],
  ['does not answer', transient('502')],
  ['answers 429', { kind: 'throttled', retryIn: 5 }],
])('a service that %s closes no job', (_, reading) => {
  expect(find(reading, ABANDONED)).toEqual({ kind: 'left' });
});
