import { describe, expect, test } from '@jest/globals';
import { snapshotOf } from '../../../src/service/job.ts';
import type { JobReading } from '../../../src/service/job.ts';
import { pollOriginOf } from '../../../src/service/poll.ts';
import { PULL_REQUEST } from '../../support/job-body.ts';
import { read, refused, sampleJob, transient } from '../../support/sample-job.ts';
import { MINUTE, pollScript, type Script, SECOND } from '../../support/watched-job.ts';

const untilIdle = (script: Script, timeoutMs = 30 * MINUTE) => pollScript({ script, timeoutMs, untilIdle: true });

describe('a wait until a job is idle', () => {
  test.each<[string, JobReading]>([
    ['failed', read('failed')],
    ['completed with a link', read('completed', PULL_REQUEST)],
    ['completed without a link, which may follow', read('completed')],
  ])('ends with the first reading that is %s', async (_, reading) => {
    const { result, polls } = await untilIdle([
      [0, read('active')],
      [5 * SECOND, reading],
    ]);
    expect(result).toMatchObject({ kind: 'ended', isProven: true });
    expect(polls.filter((at) => at >= 5 * SECOND)).toHaveLength(1);
  });

  test('sends no request if the job is known to be idle', async () => {
    const { result, polls } = await pollScript({ script: [], job: sampleJob('completed'), untilIdle: true });
    expect(result).toEqual({ kind: 'ended', job: sampleJob('completed'), isProven: true });
    expect(polls).toEqual([]);
  });

  test('lasts while the job is active, up to the deadline', async () => {
    const { result, endedAt } = await untilIdle([[0, read('active')]], MINUTE);
    expect(result.kind).toBe('timed-out');
    expect(endedAt).toBeGreaterThanOrEqual(MINUTE - 500);
  });

  test('lasts while the service fails, and ends when the service refuses', async () => {
    const { result, polls } = await untilIdle([
      [0, transient('The service answered 502.')],
      [MINUTE, refused('The service answered 401.')],
    ]);
    expect(result).toMatchObject({ kind: 'unreadable', error: { message: 'The service answered 401.' } });
    expect(polls.filter((at) => at >= MINUTE)).toHaveLength(1);
  });
});

describe('what was sent to a job', () => {
  test('is a follow-up if its earlier result is known', () => {
    const before = snapshotOf(sampleJob());
    expect(pollOriginOf(before)).toEqual({ kind: 'follow-up', before });
  });

  test.each([null, undefined])('is the request that created it otherwise: %s', (before) => {
    expect(pollOriginOf(before)).toEqual({ kind: 'create' });
  });
});
