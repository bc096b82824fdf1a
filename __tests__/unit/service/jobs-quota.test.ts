import { describe, expect, test } from '@jest/globals';
import nock from 'nock';
import { connect } from '../../support/connected-service.ts';
import { createFakeClock, NOON } from '../../support/fake-clock.ts';
import { jobBody } from '../../support/job-body.ts';
import { useNoNetwork } from '../../support/no-network.ts';

const ORIGIN = 'https://agent.example';
const HTTP_DATE = (ms: number) => new Date(NOON + ms).toUTCString();

useNoNetwork();

/** Answers 429, `times` times, and then takes the job; notes when it was asked. */
function overQuota(times: number, headers: Readonly<Record<string, string>>, now: () => number): number[] {
  const asked: number[] = [];
  nock(ORIGIN)
    .persist()
    .post('/v2/agent/p1/job')
    .reply(() => {
      asked.push(now());
      return asked.length > times ? [201, JSON.stringify(jobBody())] : [429, 'Too many requests', headers];
    });
  return asked;
}

describe('a create that is answered 429', () => {
  test.each([
    { retryAfter: '30', atLeast: 30_000 },
    { retryAfter: HTTP_DATE(45_000), date: HTTP_DATE(0), atLeast: 45_000 },
    { retryAfter: HTTP_DATE(45_000), date: HTTP_DATE(15_000), atLeast: 30_000 },
    { retryAfter: HTTP_DATE(45_000), atLeast: 45_000 },
    { retryAfter: HTTP_DATE(-45_000), date: HTTP_DATE(0), atLeast: 1_000 },
    { retryAfter: '-30', atLeast: 1_000 },
    { retryAfter: '-45', atLeast: 1_000 },
    { retryAfter: 'soon', atLeast: 1_000 },
    { retryAfter: '0', atLeast: 1_000 },
    { retryAfter: undefined, atLeast: 1_000 },
  ])(
    'with Retry-After $retryAfter is sent again after $atLeast ms, not before',
    async ({ retryAfter, date, atLeast }) => {
      const clock = createFakeClock();
      const headers = { ...(retryAfter ? { 'Retry-After': retryAfter } : {}), ...(date ? { Date: date } : {}) };
      const asked = overQuota(1, headers, clock.now);
      const { service } = connect(ORIGIN, { clock, deadline: 600_000 });
      expect(await service.createJob('x')).toMatchObject({ kind: 'accepted' });
      expect(asked).toHaveLength(2);
      expect(asked[1]).toBeGreaterThanOrEqual(atLeast);
      expect(asked[1]).toBeLessThan(atLeast + 6_000);
    },
  );

  test.each(['3600', '1000000000', '9'.repeat(400), HTTP_DATE(3_600_000)])(
    'with Retry-After %s, beyond the deadline, is quota-exhausted at once',
    async (retryAfter) => {
      const clock = createFakeClock();
      const asked = overQuota(1, { 'Retry-After': retryAfter, Date: HTTP_DATE(0) }, clock.now);
      const { service } = connect(ORIGIN, { clock, deadline: 600_000 });
      const result = await service.createJob('x');
      expect(result.kind).toBe('quota-exhausted');
      expect(result).toHaveProperty('retryIn', expect.any(Number));
      expect(asked).toEqual([0]);
      expect(clock.pauses).toEqual([]);
    },
  );

  test('without a hint every time is repeated with backoff for 5 minutes', async () => {
    const clock = createFakeClock();
    const asked = overQuota(1_000_000, {}, clock.now);
    const { service } = connect(ORIGIN, { clock, deadline: 30 * 60_000 });
    expect(await service.createJob('x')).toMatchObject({ kind: 'quota-exhausted', retryIn: undefined });
    expect(asked.length).toBeGreaterThan(5);
    expect(clock.now()).toBeGreaterThan(3 * 60_000);
    expect(clock.now()).toBeLessThanOrEqual(5 * 60_000);
  });

  test.each([
    ['seconds since the epoch', String((NOON + 400_000) / 1000)],
    ['seconds from now', '400'],
  ])('with `x-ratelimit-reset` as %s is sent again then, also after more than 5 minutes', async (_, reset) => {
    const clock = createFakeClock();
    const asked = overQuota(1, { 'x-ratelimit-reset': reset, Date: HTTP_DATE(0) }, clock.now);
    const { service } = connect(ORIGIN, { clock, deadline: 30 * 60_000 });
    expect(await service.createJob('x')).toMatchObject({ kind: 'accepted' });
    expect(asked[1]).toBeGreaterThanOrEqual(400_000);
    expect(asked[1]).toBeLessThan(406_000);
  });

  test('with both hints is sent again after `Retry-After`', async () => {
    const clock = createFakeClock();
    const asked = overQuota(1, { 'Retry-After': '20', 'x-ratelimit-reset': '400' }, clock.now);
    await connect(ORIGIN, { clock, deadline: 30 * 60_000 }).service.createJob('x');
    expect(asked[1]).toBeLessThan(26_000);
  });

  test.each(['0', '1'])(
    'with Retry-After %s every time is repeated with backoff until the deadline',
    async (retryAfter) => {
      const clock = createFakeClock();
      const asked = overQuota(1_000_000, { 'Retry-After': retryAfter }, clock.now);
      const { service } = connect(ORIGIN, { clock, deadline: 30 * 60_000 });
      expect((await service.createJob('x')).kind).toBe('quota-exhausted');
      expect(asked.length).toBeGreaterThan(5);
      expect(asked.length).toBeLessThan(60);
      expect(clock.now()).toBeLessThanOrEqual(30 * 60_000);
    },
  );

  test('is not sent again after a cancel in the pause', async () => {
    const cancel = new AbortController();
    const clock = createFakeClock();
    clock.at(10_000, () => cancel.abort());
    const asked = overQuota(1, { 'Retry-After': '30' }, clock.now);
    const { service } = connect(ORIGIN, { clock, signal: cancel.signal });
    expect((await service.createJob('x')).kind).toBe('quota-exhausted');
    expect(asked).toHaveLength(1);
    expect(clock.now()).toBe(10_000);
  });
});
