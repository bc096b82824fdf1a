import { describe, expect, test } from '@jest/globals';
import type { JobReading } from '../../../src/service/job.ts';
import { applyReading, startPolling } from '../../../src/service/poll.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { PULL_REQUEST } from '../../support/job-body.ts';
import { read, sampleJob, transient } from '../../support/sample-job.ts';
import { HOUR, MINUTE, pollScript, type Script, SECOND } from '../../support/watched-job.ts';

const throttled = (retryIn?: number): JobReading => ({ kind: 'throttled', retryIn });

describe('a wait for a job', () => {
  test.each(['failed', 'archived'] as const)('ends at once when the job is %s', async (status) => {
    const { result, polls } = await pollScript({ script: [[0, read(status)]] });
    expect(result).toEqual({ kind: 'ended', isProven: true, job: sampleJob(status) });
    expect(polls).toHaveLength(1);
  });

  test('ends at once when the job is completed with its link', async () => {
    const { result, polls } = await pollScript({ script: [[0, read('completed', PULL_REQUEST)]] });
    expect(result).toEqual({ kind: 'ended', isProven: true, job: sampleJob('completed', PULL_REQUEST) });
    expect(polls).toHaveLength(1);
  });

  test('sends no request if the answer to the create shows the end', async () => {
    const job = sampleJob('completed', PULL_REQUEST);
    const { result, polls } = await pollScript({ script: [[0, read('active')]], job });
    expect(result).toEqual({ kind: 'ended', isProven: true, job });
    expect(polls).toEqual([]);
  });

  test('ends with the link that a completed job gets within seconds', async () => {
    const script: Script = [
      [0, read('active')],
      [MINUTE, read('completed')],
      [MINUTE + 9 * SECOND, read('completed', PULL_REQUEST)],
    ];
    const { result, endedAt } = await pollScript({ script });
    expect(result).toEqual({ kind: 'ended', isProven: true, job: sampleJob('completed', PULL_REQUEST) });
    expect(endedAt).toBeLessThan(MINUTE + 30 * SECOND);
  });

  test('ends after 30 s and a few polls when the job is completed without a link', async () => {
    const { result, polls, endedAt } = await pollScript({ script: [[0, read('completed')]] });
    expect(result).toEqual({ kind: 'ended', isProven: true, job: sampleJob('completed') });
    const first = polls[0] ?? Number.NaN;
    expect(endedAt - first).toBe(30 * SECOND);
    expect(polls.length).toBeGreaterThanOrEqual(4);
    expect(polls.length).toBeLessThanOrEqual(8);
  });

  test.each([
    [28_000, 'continues', undefined],
    [28_001, 'is over', { kind: 'ended' }],
  ])('%d ms after an end without a link %s: another poll must fit into 30 s', (elapsed, _, verdict) => {
    const ended = applyReading(startPolling(sampleJob(), { kind: 'create' }), read('completed'), 0);
    expect(applyReading(ended, read('completed'), elapsed).verdict).toEqual(verdict);
  });

  test('ends with a completed job also if faults follow', async () => {
    const script: Script = [
      [0, read('completed')],
      [5 * SECOND, transient('The service answered 503.')],
    ];
    const { result } = await pollScript({ script, timeoutMs: 2 * MINUTE });
    expect(result).toEqual({ kind: 'ended', isProven: true, job: sampleJob('completed') });
  });

  test('ends with a completed job without a link at the deadline', async () => {
    const { result } = await pollScript({ script: [[0, read('completed')]], timeoutMs: 12 * SECOND });
    expect(result).toEqual({ kind: 'ended', isProven: true, job: sampleJob('completed') });
  });
});

describe('the deadline', () => {
  test('is preceded by a last poll', async () => {
    const { result, polls, endedAt } = await pollScript({ script: [[0, read('active')]], timeoutMs: MINUTE });
    expect(result).toEqual({ kind: 'timed-out', job: sampleJob(), lastProblem: undefined, failures: 0 });
    expect(polls.at(-1)).toBe(MINUTE - 500);
    expect(endedAt).toBeLessThanOrEqual(MINUTE);
  });

  test('does not hide an end that only the last poll shows', async () => {
    const script: Script = [
      [0, read('active')],
      [MINUTE - 600, read('completed', PULL_REQUEST)],
    ];
    const { result } = await pollScript({ script, timeoutMs: MINUTE });
    expect(result.kind).toBe('ended');
  });

  test('and the pauses count from the beginning of the wait, however late that is', async () => {
    const script: Script = [[0, read('active')]];
    const early = await pollScript({ script, timeoutMs: 10 * MINUTE });
    const clock = createFakeClock();
    clock.pass(HOUR);
    const late = await pollScript({ script, timeoutMs: HOUR + 10 * MINUTE, clock });
    expect(late.polls.map((at) => Math.round(at - HOUR))).toEqual(early.polls.map(Math.round));
  });

  test('ends a wait without time for a poll at once', async () => {
    const { result, polls } = await pollScript({ script: [[0, read('active')]], timeoutMs: 400 });
    expect(result.kind).toBe('timed-out');
    expect(polls).toEqual([]);
  });

  test('limits each request to the time that is left', async () => {
    const { timeouts, polls } = await pollScript({ script: [[0, read('active')]], timeoutMs: 20 * SECOND });
    polls.forEach((at, index) => {
      expect(timeouts[index]).toBe(20 * SECOND - at);
    });
  });

  test.each([-24 * HOUR, 24 * HOUR])('does not move when the wall clock jumps by %d ms', async (jump) => {
    const script: Script = [
      [0, read('active')],
      [3 * MINUTE, throttled(20 * SECOND)],
      [4 * MINUTE, read('active')],
    ];
    const plain = await pollScript({ script, timeoutMs: 10 * MINUTE });
    const clock = createFakeClock();
    clock.at(2 * MINUTE, () => clock.jump(jump));
    clock.at(3 * MINUTE + 5 * SECOND, () => clock.jump(jump));
    expect(await pollScript({ script, timeoutMs: 10 * MINUTE, clock })).toEqual(plain);
  });
});

describe('a cancel', () => {
  test('ends the pause at that moment', async () => {
    const cancel = new AbortController();
    const clock = createFakeClock();
    clock.at(100_050, () => cancel.abort());
    const { result, endedAt } = await pollScript({ script: [[0, read('active')]], clock, cancel });
    expect(result).toEqual({ kind: 'cancelled', job: sampleJob() });
    expect(endedAt).toBe(100_050);
  });

  test('during a request ends the wait after it', async () => {
    const cancel = new AbortController();
    const clock = createFakeClock();
    clock.at(2_500, () => cancel.abort());
    const script: Script = [[0, transient('The run was cancelled.')]];
    const { result, polls, seen } = await pollScript({ script, clock, cancel, latency: SECOND });
    expect(result.kind).toBe('cancelled');
    expect(polls).toHaveLength(1);
    expect(seen).toEqual([]);
  });

  test('before the wait sends no request', async () => {
    const cancel = new AbortController();
    cancel.abort();
    const { result, polls } = await pollScript({ script: [[0, read('active')]], cancel });
    expect(result.kind).toBe('cancelled');
    expect(polls).toEqual([]);
  });
});
