import { describe, expect, test } from '@jest/globals';
import { createJobReader, findingOf } from '../../../src/operations/sweep-check.ts';
import { type JobReading, snapshotOf } from '../../../src/service/job.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { PULL_REQUEST } from '../../support/job-body.ts';
import { NOT_FOUND, read, refused, sampleJob, transient } from '../../support/sample-job.ts';
import { type RecordFields, sampleRecord } from '../../support/sample-records.ts';

const BUSY: JobReading = { kind: 'throttled', retryIn: 20_000 };

/** Reads jobs `in passes`, and returns the ids that the service was asked for. @param says its answers in order; the last one is repeated. */
async function reading(says: readonly JobReading[], ...passes: readonly string[][]) {
  const asked: string[] = [];
  const readJob = async (id: string) => says[Math.min(asked.push(id), says.length) - 1] ?? NOT_FOUND;
  const clock = createFakeClock();
  const jobs = createJobReader(readJob, 600_000, { clock, signal: new AbortController().signal });
  for (const pass of passes) {
    const readings = new Map<string, JobReading>();
    for (const id of pass) await jobs.read(id, readings);
  }
  return { asked: asked.join(' '), refusal: jobs.refusal()?.message };
}

test('two comments about one job take one status request per pass, also if it is refused', async () => {
  const { asked } = await reading([refused('403'), read('active')], ['j1', 'j1', 'j2'], ['j1', 'j1']);
  expect(asked).toBe('j1 j2 j1');
});

test('after a 429, the same job is read once more, and its next comment tries again', async () => {
  expect((await reading([BUSY, BUSY, read('failed')], ['j1', 'j1'])).asked).toBe('j1 j1 j1');
});

test.each<[string, JobReading, string | undefined]>([
  ['refuses', refused('403'), '401'],
  ['answers 429 to', BUSY, '401'],
  ['does not answer', transient('502'), '401'],
  ['knows', read('active'), undefined],
  ['does not know', NOT_FOUND, undefined],
])('a service that %s one job and refuses others has this refusal as error: %j', async (_, first, refusal) => {
  const { refusal: found } = await reading([first, first, refused('401')], ['j1', 'j2', 'j3']);
  expect(found).toBe(first.kind === 'refused' ? '403' : refusal);
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
