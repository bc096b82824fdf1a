import { describe, expect, test } from '@jest/globals';
import { ServiceError } from '../../../src/errors.ts';
import { snapshotOf } from '../../../src/service/job.ts';
import type { JobReading } from '../../../src/service/job.ts';
import { applyReading, startPolling } from '../../../src/service/poll.ts';
import { PULL_REQUEST } from '../../support/job-body.ts';
import { NOT_FOUND, read, refused, sampleJob, transient } from '../../support/sample-job.ts';
import { gaps, MINUTE, pollScript, type Script, SECOND } from '../../support/watched-job.ts';

const GONE: JobReading = { kind: 'not-found', forMs: 30_000 };
const throttled = (retryIn?: number): JobReading => ({ kind: 'throttled', retryIn });

describe('a service', () => {
  test('that answers 503 for a while does not end the wait', async () => {
    const script: Script = [
      [0, transient('The service answered 503.')],
      [MINUTE, read('completed', PULL_REQUEST)],
    ];
    expect((await pollScript({ script })).result.kind).toBe('ended');
  });

  test('that fails after an end without a link is polled at the usual pace again after 30 s', async () => {
    const script: Script = [
      [0, read('active')],
      [10 * MINUTE, read('completed')],
      [10 * MINUTE + 20 * SECOND, transient('The service answered 502.')],
    ];
    const { polls } = await pollScript({ script, timeoutMs: 20 * MINUTE });
    const end = polls.find((at) => at >= 10 * MINUTE) ?? Number.NaN;
    const later = polls.filter((at) => at >= end + 30 * SECOND);
    expect(later[0]).toBe(end + 30 * SECOND);
    expect(Math.min(...gaps(later).slice(1, -1))).toBeGreaterThan(14 * SECOND);
  });

  test('that answers 5xx until the deadline is timed out with its last error', async () => {
    const script: Script = [
      [0, transient('The service answered 500.')],
      [4 * MINUTE, transient('The service answered 502.')],
    ];
    const { result, endedAt, polls } = await pollScript({ script, timeoutMs: 5 * MINUTE });
    expect(result).toMatchObject({
      kind: 'timed-out',
      lastProblem: { message: 'The service answered 502.' },
      failures: polls.length,
    });
    expect(endedAt).toBeGreaterThanOrEqual(5 * MINUTE - 500);
  });

  test('whose errors stopped is timed out without an error', async () => {
    const script: Script = [
      [0, transient('The service answered 500.')],
      [MINUTE, read('active')],
    ];
    expect((await pollScript({ script, timeoutMs: 5 * MINUTE })).result).toMatchObject({
      lastProblem: undefined,
      failures: 0,
    });
  });

  test('that answers a status request with 410 does not end the wait', async () => {
    const script: Script = [
      [0, { kind: 'refused', error: new ServiceError('The service answered 410.', 'Wait.'), isFinal: false }],
      [5 * MINUTE, read('completed', PULL_REQUEST)],
    ];
    expect((await pollScript({ script })).result.kind).toBe('ended');
  });

  test('that denies a status request ends the wait at once', async () => {
    const { result, polls } = await pollScript({ script: [[0, refused('The service answered 403.')]] });
    expect(result).toMatchObject({ kind: 'unreadable', error: { message: 'The service answered 403.' }, job: sampleJob() });
    expect(polls).toHaveLength(1);
  });

  test('that answers 404 ends the wait after 30 s', async () => {
    const well: Script = [
      [0, NOT_FOUND],
      [25 * SECOND, read('completed', PULL_REQUEST)],
    ];
    expect((await pollScript({ script: well })).result.kind).toBe('ended');

    const { result, endedAt } = await pollScript({ script: [[0, NOT_FOUND]] });
    expect(result).toMatchObject({
      kind: 'lost',
      job: sampleJob(),
      error: { headline: 'Job not found (404)', remedy: expect.stringContaining('`job-path`') },
    });
    expect(endedAt).toBeGreaterThanOrEqual(30 * SECOND);
    expect(endedAt).toBeLessThan(34 * SECOND);
  });

  test.each([
    ['a status request before', { kind: 'create' }, [read('active'), GONE]],
    ['a follow-up', { kind: 'follow-up', before: snapshotOf(sampleJob()) }, [GONE]],
  ] as const)('that answers 404 for a job that it knew in %s names its deletion', (_, since, readings) => {
    const start = startPolling(sampleJob(), since);
    const polled = readings.reduce((state, reading) => applyReading(state, reading, MINUTE), start);
    expect(polled.verdict).toMatchObject({
      kind: 'lost',
      error: { message: expect.stringContaining('404'), remedy: expect.stringContaining('probably deleted') },
    });
  });

  test('that answers 404 once, after minutes, does not end the wait', async () => {
    const script: Script = [
      [0, read('active')],
      [5 * MINUTE, NOT_FOUND],
      [5 * MINUTE + 29 * SECOND, read('completed', PULL_REQUEST)],
    ];
    expect((await pollScript({ script })).result.kind).toBe('ended');
  });

  test('that answers 404 with other faults in between ends the wait', async () => {
    const script: Script = [
      [0, read('active')],
      [5 * MINUTE, NOT_FOUND],
      [5 * MINUTE + 15 * SECOND, transient('The service answered 502.')],
      [7 * MINUTE, NOT_FOUND],
    ];
    const { result, endedAt } = await pollScript({ script });
    expect(result.kind).toBe('lost');
    expect(endedAt).toBeLessThan(7 * MINUTE + 15 * SECOND);
  });

  test.each([
    [404, NOT_FOUND, 'created the job, but answers 404', 'Correct `job-path`'],
    [429, throttled(), '429', 'later'],
  ])(
    'that answers %d until a deadline within 30 s is timed out with that error',
    async (_, reading, message, remedy) => {
      const { result } = await pollScript({ script: [[0, reading]], timeoutMs: 5 * SECOND });
      expect(result).toMatchObject({
        kind: 'timed-out',
        lastProblem: { message: expect.stringContaining(message), remedy: expect.stringContaining(remedy) },
      });
    },
  );

  test('that answers 404 about a job that was active ends the wait', async () => {
    const { result } = await pollScript({
      script: [
        [0, read('active')],
        [5 * MINUTE, NOT_FOUND],
      ],
    });
    expect(result.kind).toBe('lost');
  });

  test('that answers with an unknown status does not end the wait', async () => {
    const paused = { unknown: 'paused' };
    const script: Script = [
      [0, read(paused)],
      [5 * MINUTE, read('completed', PULL_REQUEST)],
    ];
    expect((await pollScript({ script })).result.kind).toBe('ended');
    expect((await pollScript({ script: [[0, read(paused)]], timeoutMs: MINUTE })).result).toEqual({
      kind: 'timed-out',
      job: sampleJob(paused),
      lastProblem: undefined,
      failures: 0,
    });
  });
});

describe('a status request that is answered 429', () => {
  test.each([1, 20, 240])('is repeated after %d s at least', async (seconds) => {
    const script: Script = [
      [0, throttled(seconds * SECOND)],
      [10 * SECOND, read('completed', PULL_REQUEST)],
    ];
    const { result, polls } = await pollScript({ script });
    const [first = Number.NaN, second = Number.NaN] = polls;
    expect(second - first).toBeGreaterThanOrEqual(seconds * SECOND);
    expect(result.kind).toBe('ended');
  });

  test.each([undefined, 0])('without a time (%s) is repeated after the usual pause', async (retryIn) => {
    const { polls } = await pollScript({ script: [[0, throttled(retryIn)]], timeoutMs: 30 * SECOND });
    expect(polls.length).toBeGreaterThan(3);
    expect(polls.length).toBeLessThan(16);
  });

  test.each([31 * MINUTE, 1e12, Number.POSITIVE_INFINITY])(
    'with a time of %d ms, beyond the deadline, ends the wait at once',
    async (retryIn) => {
      const { result, polls, endedAt } = await pollScript({ script: [[0, throttled(retryIn)]] });
      expect(result).toMatchObject({ kind: 'timed-out', lastProblem: { message: expect.stringContaining('429') } });
      expect(polls).toHaveLength(1);
      expect(endedAt).toBe(polls[0]);
    },
  );
});
