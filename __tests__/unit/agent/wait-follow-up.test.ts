import { describe, expect, test } from '@jest/globals';
import { type Job, snapshotOf } from '../../../src/agent/job.ts';
import { PULL_REQUEST, read, sampleJob, transient } from '../../support/sample-job.ts';
import { MINUTE, type Script, SECOND, watchScript } from '../../support/watched-job.ts';

const NEXT = 'https://github.com/acme/docs/pull/413';

/** Waits after a follow-up to a job that stood as `before`, and that the answer to the follow-up shows like that still. */
const afterFollowUp = (before: Job, script: Script, budget = 30 * MINUTE) =>
  watchScript({ script, budget, job: before, since: { kind: 'follow-up', before: snapshotOf(before) } });

describe('a follow-up to a job that had ended', () => {
  const before = sampleJob('completed', PULL_REQUEST);

  test('the old end is not taken for the new one; work, then an end, is', async () => {
    const { result, endedAt } = await afterFollowUp(before, [
      [0, read('completed', PULL_REQUEST)],
      [6 * SECOND, read('active')],
      [MINUTE, read('completed', NEXT)],
    ]);
    expect(result).toEqual({ kind: 'ended', job: sampleJob('completed', NEXT) });
    expect(endedAt).toBeGreaterThanOrEqual(MINUTE);
  });

  test('after work was seen, an end with the same link is believed at once', async () => {
    const { result, endedAt } = await afterFollowUp(before, [
      [0, read('active')],
      [5 * SECOND, read('completed', PULL_REQUEST)],
    ]);
    expect(result.kind).toBe('ended');
    expect(endedAt).toBeLessThan(10 * SECOND);
  });

  test('another link is believed at once, though work was never seen', async () => {
    const { result, looks } = await afterFollowUp(before, [[0, read('completed', NEXT)]]);
    expect(result).toEqual({ kind: 'ended', job: sampleJob('completed', NEXT) });
    expect(looks).toHaveLength(1);
  });

  test('without any sign, the end is believed after 30 s', async () => {
    const { result, endedAt, looks } = await afterFollowUp(before, [[0, read('completed', PULL_REQUEST)]]);
    expect(result.kind).toBe('ended');
    expect(endedAt).toBe(30 * SECOND);
    expect(looks.length).toBeLessThanOrEqual(8);
  });

  test('a failure before it is not taken for one after it', async () => {
    const failed = sampleJob('failed');
    const { result } = await afterFollowUp(failed, [
      [0, read('failed')],
      [8 * SECOND, read('active')],
      [40 * SECOND, read('completed', PULL_REQUEST)],
    ]);
    expect(result).toEqual({ kind: 'ended', job: sampleJob('completed', PULL_REQUEST) });
  });

  test('a budget that ends before the end can be believed: timed out, not done', async () => {
    const { result } = await afterFollowUp(before, [[0, read('completed', PULL_REQUEST)]], 20 * SECOND);
    expect(result.kind).toBe('timed-out');
  });

  test('trouble is no sign of work', async () => {
    const { endedAt } = await afterFollowUp(before, [
      [0, transient('The service answered 502.')],
      [10 * SECOND, read('completed', PULL_REQUEST)],
    ]);
    expect(endedAt).toBeGreaterThanOrEqual(30 * SECOND);
  });
});

describe('a follow-up to a job at work', () => {
  const before = sampleJob('active');

  test('an end must stand for 30 s, for it may be the one before the follow-up', async () => {
    const { result, endedAt } = await afterFollowUp(before, [
      [0, read('active')],
      [MINUTE, read('completed', PULL_REQUEST)],
    ]);
    expect(result).toEqual({ kind: 'ended', job: sampleJob('completed', PULL_REQUEST) });
    expect(endedAt).toBeGreaterThanOrEqual(MINUTE + 30 * SECOND);
    expect(endedAt).toBeLessThan(MINUTE + 40 * SECOND);
  });

  test('an end that work follows does not count; the next one counts anew', async () => {
    const { result, endedAt } = await afterFollowUp(before, [
      [0, read('active')],
      [MINUTE, read('completed', PULL_REQUEST)],
      [MINUTE + 20 * SECOND, read('active')],
      [3 * MINUTE, read('completed', NEXT)],
    ]);
    expect(result).toEqual({ kind: 'ended', job: sampleJob('completed', NEXT) });
    expect(endedAt).toBeGreaterThanOrEqual(3 * MINUTE + 30 * SECOND);
  });
});
