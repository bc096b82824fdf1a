import { describe, expect, test } from '@jest/globals';
import { fetchJob } from '../../../src/service/fetch-job.ts';
import type { JobReading } from '../../../src/service/job.ts';
import { createAbsenceJudge } from '../../../src/service/job.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { NOT_FOUND, read, refused, transient } from '../../support/sample-job.ts';

const BAD = transient('The service answered 502.');

interface Scene {
  readonly deadline?: number;
  readonly cancel?: AbortController;
}

/** The answers of the service, one after the other. The last one repeats. */
async function find(script: readonly JobReading[], { deadline = 600_000, cancel }: Scene = {}) {
  const clock = createFakeClock();
  const timeouts: number[] = [];
  const lines: string[] = [];
  const { signal } = cancel ?? new AbortController();
  const judgeAbsence = createAbsenceJudge(clock);
  const found = await fetchJob(
    async (timeout) => judgeAbsence('j_8fk2', script[Math.min(timeouts.push(timeout), script.length) - 1] ?? NOT_FOUND),
    { clock, deadline, signal, log: (line) => void lines.push(line) },
  );
  return { found, lines, timeouts, attempts: timeouts.length, pauses: clock.pauses, now: clock.now() };
}

describe('one status request is enough', () => {
  test.each<[string, JobReading, string]>([
    ['if the job exists', read('active'), 'job'],
    ['if the service refuses', refused('401'), 'unreadable'],
  ])('%s', async (_, reading, kind) => {
    const { found, attempts, pauses } = await find([reading]);
    expect(found.kind).toBe(kind);
    expect({ attempts, pauses }).toEqual({ attempts: 1, pauses: [] });
  });
});

describe('a transient fault', () => {
  test.each([BAD, { kind: 'throttled' as const, retryIn: undefined }])('of kind $kind is waited out', async (fault) => {
    const { found, pauses } = await find([fault, fault, read('active')]);
    expect(found.kind).toBe('job');
    expect(pauses).toEqual([1_000, 3_000]);
  });

  test('that lasts leaves the job unknown, and not gone', async () => {
    const { found, attempts } = await find([BAD]);
    expect(found).toMatchObject({ kind: 'unreadable', error: { message: 'The service answered 502.' } });
    expect(attempts).toBe(6);
  });

  test('with a time is not retried before that time', async () => {
    const { pauses } = await find([{ kind: 'throttled', retryIn: 20_000 }, read('active')]);
    expect(pauses).toEqual([20_000]);
  });

  test.each([
    ['the pause', [BAD], 500],
    ['the time that the service names', [{ kind: 'throttled' as const, retryIn: 900_000 }], 600_000],
  ])('ends the search at once if %s is beyond the deadline', async (_, script, deadline) => {
    const { found, pauses } = await find(script, { deadline });
    expect(found.kind).toBe('unreadable');
    expect(pauses).toEqual([]);
  });
});

describe('a 404', () => {
  test.each([0, 1_000, 29_999])('that ends after %d ms is not believed', async (end) => {
    const clock = createFakeClock();
    const { signal } = new AbortController();
    const judgeAbsence = createAbsenceJudge(clock);
    const answer = () => (clock.now() <= end ? NOT_FOUND : read('active'));
    const found = await fetchJob(async () => judgeAbsence('j_8fk2', answer()), {
      clock,
      deadline: 600_000,
      signal,
      log: () => {},
    });
    expect(found.kind).toBe('job');
  });

  test('that repeats for 30 s means `not-found`', async () => {
    const { found, now } = await find([NOT_FOUND]);
    const error = { message: expect.stringContaining('404'), remedy: expect.stringContaining('`job-id`') };
    expect(found).toMatchObject({ kind: 'not-found', error });
    expect(now).toBe(30_000);
  });

  test('is named before each pause that is longer than 5 s', async () => {
    const { lines } = await find([NOT_FOUND]);
    const line = (seconds: number) => `The service does not know the job (404). Trying again in ${seconds} s`;
    expect(lines).toEqual([line(6), line(10), line(10)]);
  });

  test.each([
    ['between two', [NOT_FOUND, BAD, BAD, BAD, BAD, NOT_FOUND], 30_000],
    ['at 30 s', [NOT_FOUND, NOT_FOUND, NOT_FOUND, NOT_FOUND, NOT_FOUND, BAD, NOT_FOUND], 40_000],
    ['before the first', [BAD, BAD, BAD, BAD, BAD, NOT_FOUND], 60_000],
  ])('is believed although another fault comes %s', async (_, script, at) => {
    const { found, now } = await find(script);
    expect(found.kind).toBe('not-found');
    expect(now).toBe(at);
  });

  test('that only other faults follow is not believed, and the job is read until the deadline', async () => {
    const { found, now } = await find([NOT_FOUND, BAD], { deadline: 600_000 });
    expect(found).toMatchObject({ kind: 'unreadable', error: { message: 'The service answered 502.' } });
    expect(now).toBe(590_000);
  });

  test('is not believed if the deadline or a cancel comes first', async () => {
    expect((await find([NOT_FOUND], { deadline: 29_000 })).found.kind).toBe('unreadable');
    const cancel = new AbortController();
    cancel.abort();
    expect((await find([NOT_FOUND], { cancel })).found.kind).toBe('unreadable');
  });
});

test('a request may take what is left of the timeout, 15 s at most', async () => {
  expect((await find([read('active')])).timeouts).toEqual([15_000]);
  expect((await find([read('active')], { deadline: 4_000 })).timeouts).toEqual([4_000]);
  expect((await find([read('active')], { deadline: 0 })).timeouts).toEqual([1]);
});

test('a cancel ends the search', async () => {
  const cancel = new AbortController();
  cancel.abort();
  const { found, attempts } = await find([BAD], { cancel });
  expect(found.kind).toBe('unreadable');
  expect(attempts).toBe(1);
});
