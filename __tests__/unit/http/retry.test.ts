import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Failure, type RETRIES, retryAfter, sendAgain } from '../../../src/http/retry.ts';
import { createFakeClock, NOON } from '../../support/fake-clock.ts';

const DAY = 86_400_000;
const httpDate = (ms: number) => new Date(NOON + ms).toUTCString();
const headers = (retry: string, date?: string) =>
  new Map([['retry-after', retry], ...(date === undefined ? [] : [['date', date] as const])]);

describe('in Retry-After,', () => {
  test.each([
    ['0', 0],
    ['1', 1_000],
    ['120', 120_000],
    [' 120 ', 120_000],
    ['007', 7_000],
    ['1000000000', 1e12],
  ])('%j is a number of seconds', (value, ms) => {
    expect(retryAfter(headers(value), NOON)).toBe(ms);
  });

  test.each([12, 25, 400])('%d digits are 68 years, as in RFC 9111', (digits) => {
    expect(retryAfter(headers('9'.repeat(digits)), NOON)).toBe(2 ** 31 * 1000);
  });

  test.each([
    { what: 'a date', value: httpDate(90_000), ms: 90_000 },
    { what: 'a date in the past', value: httpDate(-1_000), ms: undefined },
    { what: 'this very moment', value: httpDate(0), ms: undefined },
    { what: 'RFC 850', value: 'Monday, 02-Mar-26 12:01:00 GMT', ms: 60_000 },
  ])("$what is compared with the runner's clock", ({ value, ms }) => {
    expect(retryAfter(headers(value), NOON)).toBe(ms);
  });

  test.each([-DAY, -60_000, 0, 60_000, DAY])(
    "a date is compared with the date of the answer if the runner's clock is off by %d ms",
    (off) => {
      expect(retryAfter(headers(httpDate(90_000), httpDate(0)), NOON + off)).toBe(90_000);
      expect(retryAfter(headers(httpDate(-90_000), httpDate(0)), NOON + off)).toBeUndefined();
    },
  );

  test('an invalid date of the answer is ignored', () => {
    expect(retryAfter(headers(httpDate(90_000), 'yesterday'), NOON)).toBe(90_000);
  });

  test.each([
    '',
    ' ',
    '-1',
    '-30',
    '-45',
    '-2050',
    '1.5',
    '1e3',
    '+30',
    '0x10',
    'soon',
    'wait 40',
    'NaN',
    'Infinity',
    '10 s',
    'soon, Mon, 02 Mar 2026 12:01:00 GMT',
    'Mon, 02 Mar 2026 12:01:00 GMT-0200',
  ])('the value %j is ignored', (value) => {
    expect(retryAfter(headers(value), NOON)).toBeUndefined();
  });

  test('an invalid value is no reason to read another header', () => {
    expect(retryAfter(new Map([...headers('soon'), ['x-ratelimit-reset', '60']]), NOON)).toBeUndefined();
  });

  test('a missing header gives no time', () => {
    expect(retryAfter(new Map(), NOON)).toBeUndefined();
  });

  test('no value gives a negative time or NaN', () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789-+. :,GMTJan') }));
    fc.assert(
      fc.property(text, fc.option(text), (value, date) => {
        const wait = retryAfter(headers(value, date ?? undefined), NOON);
        expect(wait === undefined || wait >= 0).toBe(true);
      }),
    );
  });
});

describe('without Retry-After, in x-ratelimit-reset,', () => {
  const reset = (value: string, retry?: string) =>
    new Map([['x-ratelimit-reset', value], ...(retry === undefined ? [] : [['retry-after', retry] as const])]);

  test.each([
    ['60', 60_000],
    [' 60 ', 60_000],
    ['1000000000', 1e12],
    [String(NOON / 1_000 + 90), 90_000],
  ])('%j is a number of seconds, or a time', (value, ms) => {
    expect(retryAfter(reset(value), NOON)).toBe(ms);
    expect(retryAfter(reset(value, ' '), NOON)).toBe(ms);
  });

  test('a time is compared with the date of the answer', () => {
    const answered = new Map([...reset(String(NOON / 1_000 + 90)), ['date', httpDate(30_000)]]);
    expect(retryAfter(answered, NOON + DAY)).toBe(60_000);
  });

  test.each(['', '0', 'soon', 'in 60', '60 s', '1.5', '-60', '1'.repeat(13), String(NOON / 1_000), '1600000000'])(
    'the value %j is ignored',
    (value) => {
      expect(retryAfter(reset(value), NOON)).toBeUndefined();
    },
  );

  test('nothing is read if Retry-After says when', () => {
    expect(retryAfter(reset('60', '5'), NOON)).toBe(5_000);
  });
});

describe('a failed request is sent again', () => {
  const SECOND = 1_000;
  const unsent = { proof: 'unsent' } as const;
  const unclear = { proof: 'unclear' } as const;
  const limited = { proof: 'limited' } as const;
  const later = { proof: 'limited', retryIn: 130 * SECOND } as const;

  /** The pauses of a request that always fails so, with 10 minutes until the deadline. */
  async function pausesAfter(kind: keyof typeof RETRIES, failure: Failure) {
    const clock = createFakeClock();
    const pauses: number[] = [];
    const pause = (_: Failure, ms: number) => {
      pauses.push(ms / SECOND);
      return clock.sleep(ms);
    };
    const effects = { clock, signal: new AbortController().signal, deadline: 600 * SECOND, pause };
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
    ['create', limited, Array(9).fill(60)],
    ['write', unclear, [2, 4, 8, 16, ...Array(18).fill(30)]],
    ['write', later, Array(4).fill(130)],
    ['submit', unsent, [1, 2]],
    ['submit', unclear, []],
    ['submit', limited, [2, 4, 8, 16, 32, 60, 60, 60]],
    ['submit', later, Array(4).fill(130)],
  ] as const)('%s, after %j: pauses of %j s', async (kind, failure, pauses) => {
    expect(await pausesAfter(kind, failure)).toEqual(pauses);
  });
});
