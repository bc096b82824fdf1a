import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Failure, type RETRIES, retryAfter, sendAgain } from '../../../src/http/retry.ts';
import { createFakeClock, NOON } from '../../support/fake-clock.ts';

const DAY = 86_400_000;
const date = (ms: number) => new Date(NOON + ms).toUTCString();
const epoch = (ms: number) => String((NOON + ms) / 1_000);
const waitFor = (headers: Readonly<Record<string, string>>, now = NOON) =>
  retryAfter(new Map(Object.entries(headers)), now);

describe('an answer says how long to wait:', () => {
  test.each<[headers: Record<string, string>, ms: number | undefined]>([
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': ' 120 ' }, 120_000],
    [{ 'retry-after': '007' }, 7_000],
    [{ 'retry-after': '1000000000' }, 1e12],
    [{ 'retry-after': '9'.repeat(400) }, 2 ** 31 * 1000], // 68 years, as in RFC 9111
    [{ 'retry-after': date(90_000) }, 90_000],
    [{ 'retry-after': date(0) }, undefined],
    [{ 'retry-after': date(-1_000) }, undefined],
    [{ 'retry-after': 'Monday, 02-Mar-26 12:01:00 GMT' }, 60_000], // RFC 850
    [{ 'retry-after': date(90_000), date: 'yesterday' }, 90_000],
    [{ 'retry-after': 'soon', 'x-ratelimit-reset': '60' }, undefined],
    [{ 'retry-after': '5', 'x-ratelimit-reset': '60' }, 5_000],
    [{ 'retry-after': ' ', 'x-ratelimit-reset': ' 60 ' }, 60_000],
    [{ 'x-ratelimit-reset': '1000000000' }, 1e12],
    [{ 'x-ratelimit-reset': epoch(90_000) }, 90_000],
    [{ 'x-ratelimit-reset': epoch(90_000), date: date(30_000) }, 60_000],
    [{}, undefined],
  ])('%j', (headers, ms) => {
    expect(waitFor(headers)).toBe(ms);
  });

  test.each([-DAY, -60_000, 60_000, DAY])(
    "a date is compared with the answer's own if the runner's clock is off by %d ms",
    (off) => {
      expect(waitFor({ 'retry-after': date(90_000), date: date(0) }, NOON + off)).toBe(90_000);
      expect(waitFor({ 'retry-after': date(-90_000), date: date(0) }, NOON + off)).toBeUndefined();
    },
  );

  test.each([
    '',
    '-1',
    '-45',
    '-2050',
    '1.5',
    '1e3',
    '+30',
    '0x10',
    'wait 40',
    'NaN',
    'Infinity',
    '10 s',
  ])('neither header may be %j', (value) => {
    expect(waitFor({ 'retry-after': value })).toBeUndefined();
    expect(waitFor({ 'x-ratelimit-reset': value })).toBeUndefined();
  });

  test.each([
    ['retry-after', ['soon, Mon, 02 Mar 2026 12:01:00 GMT', 'Mon, 02 Mar 2026 12:01:00 GMT-0200']],
    ['x-ratelimit-reset', ['0', '1'.repeat(13), epoch(0), '1600000000']],
  ])('%s is no time to come if it is one of %j', (header, values) => {
    for (const value of values) expect(waitFor({ [header]: value })).toBeUndefined();
  });

  test('no value gives a negative time or NaN', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom(...'0123456789-+. :,GMTJan') }),
    );
    fc.assert(
      fc.property(text, fc.option(text), (value, sent) => {
        const wait = waitFor({ 'retry-after': value, ...(sent === null ? {} : { date: sent }) });
        expect(wait === undefined || wait >= 0).toBe(true);
      }),
    );
  });
});

describe('a failed request is sent again', () => {
  const SECOND = 1_000;
  const unsent = { proof: 'unsent' } as const;
  const unclear = { proof: 'unclear' } as const;
  const limited = { proof: 'limited' } as const;
  const later = { proof: 'limited', retryIn: 130 * SECOND } as const;

  /**
   * The pauses of a request that always fails so, a minute after the start and 10 minutes before
   * the deadline.
   */
  async function pausesAfter(kind: keyof typeof RETRIES, failure: Failure) {
    const clock = createFakeClock(() => 0); // without jitter
    clock.pass(60 * SECOND);
    const pauses: number[] = [];
    const pause = (_: Failure, ms: number) => {
      pauses.push(ms / SECOND);
      return clock.sleep(ms);
    };
    const effects = { clock, signal: new AbortController().signal, deadline: 660 * SECOND, pause };
    await sendAgain(kind, async () => failure, { ...effects, failureOf: (each) => each });
    return pauses;
  }

  test.each([
    ['read', unsent, []],
    ['read', unclear, [1, 2]],
    ['read', limited, Array(9).fill(60)],
    ['read', later, Array(4).fill(130)],
    ['announce', unclear, [3, 4, 8, 16, ...Array(18).fill(30)]],
    ['announce', limited, [2, 4, 8, 16, ...Array(18).fill(30)]],
    ['write', limited, Array(9).fill(60)],
    ['write', unclear, [3, 4, 8, 16, ...Array(18).fill(30)]],
    ['write', later, Array(4).fill(130)],
    ['submit', unsent, [1, 2]],
    ['submit', unclear, []],
    ['submit', limited, [2, 4, 8, 16, 32, 60, 60, 60]],
    ['submit', later, Array(4).fill(130)],
  ] as const)('%s, after %j: pauses of %j s', async (kind, failure, pauses) => {
    expect(await pausesAfter(kind, failure)).toEqual(pauses);
  });
});
