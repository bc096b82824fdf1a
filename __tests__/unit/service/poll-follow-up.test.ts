import { describe, expect, test } from '@jest/globals';
import { type Job, snapshotOf } from '../../../src/service/job.ts';
import { PULL_REQUEST } from '../../support/job-body.ts';
import { read, sampleJob, transient } from '../../support/sample-job.ts';
import { MINUTE, pollScript, type Script, SECOND } from '../../support/watched-job.ts';

const NEXT = 'https://github.com/acme/docs/pull/413';

/** Waits after a follow-up to a job whose last reading was `before`, and which the answer to the follow-up still shows like that. */
const afterFollowUp = (before: Job, script: Script, timeoutMs = 30 * MINUTE) =>
  pollScript({ script, timeoutMs, job: before, since: { kind: 'follow-up', before: snapshotOf(before) } });

describe('after a follow-up to a job that had ended,', () => {
  const before = sampleJob('completed', PULL_REQUEST);

  test('an end counts after the job was active', async () => {
    const { result, endedAt } = await afterFollowUp(before, [
      [0, read('completed', PULL_REQUEST)],
      [6 * SECOND, read('active')],
      [MINUTE, read('completed', NEXT)],
    ]);
    expect(result).toEqual({ kind: 'ended', isProven: true, job: sampleJob('completed', NEXT) });
    expect(endedAt).toBeGreaterThanOrEqual(MINUTE);
  });

  test('an end with the same link counts at once after the job was active', async () => {
    const { result, endedAt } = await afterFollowUp(before, [
      [0, read('active')],
      [5 * SECOND, read('completed', PULL_REQUEST)],
    ]);
    expect(result.kind).toBe('ended');
    expect(endedAt).toBeLessThan(10 * SECOND);
  });

  test('an end with another link counts at once', async () => {
    const { result, polls } = await afterFollowUp(before, [[0, read('completed', NEXT)]]);
    expect(result).toEqual({ kind: 'ended', isProven: true, job: sampleJob('completed', NEXT) });
    expect(polls).toHaveLength(1);
  });

  test('an end with the same link counts after 30 s', async () => {
    const { result, endedAt, polls } = await afterFollowUp(before, [[0, read('completed', PULL_REQUEST)]]);
    expect(result).toMatchObject({ kind: 'ended', isProven: false });
    expect(endedAt).toBe(30 * SECOND);
    expect(polls.length).toBeLessThanOrEqual(8);
  });

  test('an earlier failure does not count', async () => {
    const failed = sampleJob('failed');
    const { result } = await afterFollowUp(failed, [
      [0, read('failed')],
      [8 * SECOND, read('active')],
      [40 * SECOND, read('completed', PULL_REQUEST)],
    ]);
    expect(result).toEqual({ kind: 'ended', isProven: true, job: sampleJob('completed', PULL_REQUEST) });
  });

  test('a timeout before the end counts is timed-out', async () => {
    const { result } = await afterFollowUp(before, [[0, read('completed', PULL_REQUEST)]], 20 * SECOND);
    expect(result.kind).toBe('timed-out');
  });

  test('a transient fault does not count as active', async () => {
    const { endedAt } = await afterFollowUp(before, [
      [0, transient('The service answered 502.')],
      [10 * SECOND, read('completed', PULL_REQUEST)],
    ]);
    expect(endedAt).toBeGreaterThanOrEqual(30 * SECOND);
  });
});
