import { describe, expect, test } from '@jest/globals';
import type { Reading } from '../../../src/agent/client.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { PULL_REQUEST, read, refused, sampleJob, transient } from '../../support/sample-job.ts';
import { HOUR, MINUTE, type Script, SECOND, watchScript } from '../../support/watched-job.ts';

const throttled = (retryIn?: number): Reading => ({ kind: 'throttled', retryIn });
const notFound: Reading = { kind: 'not-found' };

describe('the end of a job', () => {
  test.each(['failed', 'archived'] as const)('%s is believed at once', async (status) => {
    const { result, looks } = await watchScript({ script: [[0, read(status)]] });
    expect(result).toEqual({ kind: 'ended', job: sampleJob(status) });
    expect(looks).toHaveLength(1);
  });

  test('a completed job with its link is believed at once', async () => {
    const { result, looks } = await watchScript({ script: [[0, read('completed', PULL_REQUEST)]] });
    expect(result).toEqual({ kind: 'ended', job: sampleJob('completed', PULL_REQUEST) });
    expect(looks).toHaveLength(1);
  });

  test('a job that had ended in the answer to its creation is not asked for', async () => {
    const job = sampleJob('completed', PULL_REQUEST);
    const { result, looks } = await watchScript({ script: [[0, read('active')]], job });
    expect(result).toEqual({ kind: 'ended', job });
    expect(looks).toEqual([]);
  });

  test('completed without a link, and a link within seconds: the link counts', async () => {
    const script: Script = [
      [0, read('active')],
      [MINUTE, read('completed')],
      [MINUTE + 9 * SECOND, read('completed', PULL_REQUEST)],
    ];
    const { result, endedAt } = await watchScript({ script });
    expect(result).toEqual({ kind: 'ended', job: sampleJob('completed', PULL_REQUEST) });
    expect(endedAt).toBeLessThan(MINUTE + 30 * SECOND);
  });

  test('completed without a link for good: believed after 30 s and a few looks, not before', async () => {
    const { result, looks, endedAt } = await watchScript({ script: [[0, read('completed')]] });
    expect(result).toEqual({ kind: 'ended', job: sampleJob('completed') });
    const first = looks[0] ?? Number.NaN;
    expect(endedAt - first).toBe(30 * SECOND);
    expect(looks.length).toBeGreaterThanOrEqual(4);
    expect(looks.length).toBeLessThanOrEqual(8);
  });

  test('trouble while a link is awaited does not make the end undone', async () => {
    const script: Script = [
      [0, read('completed')],
      [5 * SECOND, transient('The service answered 503.')],
    ];
    const { result } = await watchScript({ script, budget: 2 * MINUTE });
    expect(result).toEqual({ kind: 'ended', job: sampleJob('completed') });
  });

  test('a budget that ends while a link is awaited: the job has ended all the same', async () => {
    const { result } = await watchScript({ script: [[0, read('completed')]], budget: 12 * SECOND });
    expect(result).toEqual({ kind: 'ended', job: sampleJob('completed') });
  });
});

describe('the deadline', () => {
  test('the last look comes just before it', async () => {
    const { result, looks, endedAt } = await watchScript({ script: [[0, read('active')]], budget: MINUTE });
    expect(result).toEqual({ kind: 'timed-out', job: sampleJob(), lastProblem: undefined });
    expect(looks.at(-1)).toBe(MINUTE - 500);
    expect(endedAt).toBeLessThanOrEqual(MINUTE);
  });

  test('an end that only the last look can see is seen', async () => {
    const script: Script = [
      [0, read('active')],
      [MINUTE - 600, read('completed', PULL_REQUEST)],
    ];
    const { result } = await watchScript({ script, budget: MINUTE });
    expect(result.kind).toBe('ended');
  });

  test('a budget without room for a look ends at once', async () => {
    const { result, looks } = await watchScript({ script: [[0, read('active')]], budget: 400 });
    expect(result.kind).toBe('timed-out');
    expect(looks).toEqual([]);
  });

  test('a request gets what is left of it, at most', async () => {
    const { timeouts, looks } = await watchScript({ script: [[0, read('active')]], budget: 20 * SECOND });
    looks.forEach((at, index) => {
      expect(timeouts[index]).toBe(20 * SECOND - at);
    });
  });

  test.each([-24 * HOUR, 24 * HOUR])('a wall clock that jumps by %d ms changes nothing', async (jump) => {
    const script: Script = [
      [0, read('active')],
      [3 * MINUTE, throttled(20 * SECOND)],
      [4 * MINUTE, read('active')],
    ];
    const plain = await watchScript({ script, budget: 10 * MINUTE });
    const clock = createFakeClock();
    clock.at(2 * MINUTE, () => clock.jump(jump));
    clock.at(3 * MINUTE + 5 * SECOND, () => clock.jump(jump));
    expect(await watchScript({ script, budget: 10 * MINUTE, clock })).toEqual(plain);
  });
});

describe('trouble with the service', () => {
  test('5xx for a while, then well', async () => {
    const script: Script = [
      [0, transient('The service answered 503.')],
      [MINUTE, read('completed', PULL_REQUEST)],
    ];
    expect((await watchScript({ script })).result.kind).toBe('ended');
  });

  test('5xx until the deadline: timed out, with the last of it', async () => {
    const script: Script = [
      [0, transient('The service answered 500.')],
      [4 * MINUTE, transient('The service answered 502.')],
    ];
    const { result, endedAt } = await watchScript({ script, budget: 5 * MINUTE });
    expect(result).toMatchObject({ kind: 'timed-out', lastProblem: { message: 'The service answered 502.' } });
    expect(endedAt).toBeGreaterThanOrEqual(5 * MINUTE - 500);
  });

  test('trouble that went by is not told at the deadline', async () => {
    const script: Script = [
      [0, transient('The service answered 500.')],
      [MINUTE, read('active')],
    ];
    expect((await watchScript({ script, budget: 5 * MINUTE })).result).toMatchObject({ lastProblem: undefined });
  });

  test('a refusal ends the wait at once', async () => {
    const { result, looks } = await watchScript({ script: [[0, refused('The service answered 403.')]] });
    expect(result).toMatchObject({ kind: 'lost', error: { message: 'The service answered 403.' }, job: sampleJob() });
    expect(looks).toHaveLength(1);
  });

  test('404 in the first 30 s is patience, after them the end', async () => {
    const well: Script = [
      [0, notFound],
      [25 * SECOND, read('completed', PULL_REQUEST)],
    ];
    expect((await watchScript({ script: well })).result.kind).toBe('ended');

    const { result, endedAt } = await watchScript({ script: [[0, notFound]] });
    expect(result).toMatchObject({ kind: 'lost', job: sampleJob() });
    expect(endedAt).toBeGreaterThanOrEqual(30 * SECOND);
    expect(endedAt).toBeLessThan(34 * SECOND);
  });

  test('404 of a job that was seen working is the end, too', async () => {
    const { result } = await watchScript({
      script: [
        [0, read('active')],
        [5 * MINUTE, notFound],
      ],
    });
    expect(result.kind).toBe('lost');
  });

  test('an unknown status is waited on like active', async () => {
    const paused = { unknown: 'paused' };
    const script: Script = [
      [0, read(paused)],
      [5 * MINUTE, read('completed', PULL_REQUEST)],
    ];
    expect((await watchScript({ script })).result.kind).toBe('ended');
    expect((await watchScript({ script: [[0, read(paused)]], budget: MINUTE })).result).toEqual({
      ...{ kind: 'timed-out', job: sampleJob(paused), lastProblem: undefined },
    });
  });
});

describe('429 of a status request', () => {
  test.each([1, 20, 240])('a wait of %d s is never undercut', async (seconds) => {
    const script: Script = [
      [0, throttled(seconds * SECOND)],
      [10 * SECOND, read('completed', PULL_REQUEST)],
    ];
    const { result, looks } = await watchScript({ script });
    const [first = Number.NaN, second = Number.NaN] = looks;
    expect(second - first).toBeGreaterThanOrEqual(seconds * SECOND);
    expect(result.kind).toBe('ended');
  });

  test.each([undefined, 0])('without a time (%s), the usual pause', async (retryIn) => {
    const { looks } = await watchScript({ script: [[0, throttled(retryIn)]], budget: 30 * SECOND });
    expect(looks.length).toBeGreaterThan(3);
    expect(looks.length).toBeLessThan(16);
  });

  test.each([31 * MINUTE, 1e12, Number.POSITIVE_INFINITY])(
    'a wait of %d ms, past the deadline, ends it now',
    async (retryIn) => {
      const { result, looks, endedAt } = await watchScript({ script: [[0, throttled(retryIn)]] });
      expect(result).toMatchObject({ kind: 'timed-out', lastProblem: { message: expect.stringContaining('429') } });
      expect(looks).toHaveLength(1);
      expect(endedAt).toBe(looks[0]);
    },
  );
});

describe('cancel', () => {
  test('during a pause: at that moment', async () => {
    const cancel = new AbortController();
    const clock = createFakeClock();
    clock.at(100_050, () => cancel.abort());
    const { result, endedAt } = await watchScript({ script: [[0, read('active')]], clock, cancel });
    expect(result).toEqual({ kind: 'cancelled', job: sampleJob() });
    expect(endedAt).toBe(100_050);
  });

  test('during a request: nothing is asked after it', async () => {
    const cancel = new AbortController();
    const clock = createFakeClock();
    clock.at(2_500, () => cancel.abort());
    const script: Script = [[0, transient('The run was cancelled.')]];
    const { result, looks, seen } = await watchScript({ script, clock, cancel, latency: SECOND });
    expect(result.kind).toBe('cancelled');
    expect(looks).toHaveLength(1);
    expect(seen).toEqual([]);
  });

  test('before the wait: nothing is asked', async () => {
    const cancel = new AbortController();
    cancel.abort();
    const { result, looks } = await watchScript({ script: [[0, read('active')]], cancel });
    expect(result.kind).toBe('cancelled');
    expect(looks).toEqual([]);
  });
});

describe('another run that has the job now', () => {
  test('ends the wait, and the service is not asked any more', async () => {
    const takenBy = (elapsed: number) => (elapsed >= MINUTE ? 'another run' : undefined);
    const { result, looks, endedAt } = await watchScript({ script: [[0, read('active')]], takenBy });
    expect(result).toEqual({ kind: 'superseded', job: sampleJob(), by: 'another run' });
    expect(Math.max(...looks)).toBeLessThan(MINUTE);
    expect(endedAt).toBeLessThan(MINUTE + 15 * SECOND);
  });

  test('is looked for before each look at the job, with the time waited', async () => {
    const asked: number[] = [];
    const takenBy = (elapsed: number) => void asked.push(elapsed);
    const { looks } = await watchScript({ script: [[0, read('active')]], takenBy, budget: MINUTE });
    expect(asked).toEqual(looks);
  });

  test('does not take an end away that was there before the wait', async () => {
    const job = sampleJob('failed');
    const { result } = await watchScript({ script: [[0, read('active')]], job, takenBy: () => 'another run' });
    expect(result).toEqual({ kind: 'ended', job });
  });

  test('is not waited for when the run is cancelled', async () => {
    const cancel = new AbortController();
    const clock = createFakeClock();
    clock.at(SECOND, () => cancel.abort());
    const { result } = await watchScript({
      script: [[0, read('active')]],
      clock,
      cancel,
      takenBy: () => 'another run',
    });
    expect(result.kind).toBe('cancelled');
  });
});
