import { describe, expect, test } from '@jest/globals';
import { findingOf, findingOfRecord } from '../../../src/operations/sweep-check.ts';
import { snapshotOf } from '../../../src/service/job.ts';
import type { JobReading } from '../../../src/service/jobs.ts';
import { PULL_REQUEST, read, refused, sampleJob, transient } from '../../support/sample-job.ts';
import { type RecordFields, STATES, sampleRecord } from '../../support/sample-records.ts';

const find = (reading: JobReading, fields: RecordFields = {}, openFor = 0) =>
  findingOf(reading, sampleRecord(fields), 'j_8fk2', openFor);
const WATCHED = { leaseSeconds: 600, isAlive: true };
const ABANDONED = { leaseSeconds: 600, isAlive: false };
const ENDED_BEFORE = { before: snapshotOf(sampleJob('completed', PULL_REQUEST)) };

describe('a marker alone shows', () => {
  test.each<[string, RecordFields, string | undefined]>([
    ['nothing about an open job', {}, undefined],
    ['nothing about an open job with a lease', WATCHED, undefined],
    ['that a run is about to create a job', { state: STATES.starting, ...WATCHED }, 'active'],
    ['that a run ended while it waited for its turn', { state: STATES.waiting, ...ABANDONED }, 'ended'],
    ['that a run was killed during its create', { state: STATES.starting, ...ABANDONED }, 'ended'],
  ])('%s', (_, fields, kind) => {
    expect(findingOfRecord(sampleRecord(fields))?.kind).toBe(kind);
  });

  test('that a run killed during its create is unconfirmed', () => {
    expect(findingOfRecord(sampleRecord({ state: STATES.starting, ...ABANDONED }))).toMatchObject({
      outcome: { verdict: 'unconfirmed' },
    });
  });
});

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
  test('is read once more, after 10 s', () => {
    expect(find({ kind: 'not-found' })).toMatchObject({
      kind: 'recheck',
      after: 10_000,
      last: { kind: 'ended', outcome: { verdict: 'error', jobId: 'j_8fk2', job: undefined } },
    });
  });

  test('is left alone while its comment is less than 30 s old', () => {
    expect(find({ kind: 'not-found' }, { age: 29_999 })).toEqual({ kind: 'active' });
  });

  test('is left to the run that holds its lease', () => {
    const finding = find({ kind: 'not-found' }, { ...WATCHED, age: 5_000 });
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
