import { runInThisContext } from 'node:vm';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Period } from '../../../src/service/analytics.ts';
import { formatPeriod, isPeriod, periodOf, toUtc } from '../../../src/visitors/period.ts';

/**
 * In the process itself: jest gives a test a copy of `process`, whose `TZ` changes no time zone.
 */
const setZone = (zone: string | undefined) =>
  runInThisContext(
    zone === undefined ? 'delete process.env.TZ' : `process.env.TZ = ${JSON.stringify(zone)}`,
  );

const { TZ } = process.env;
afterEach(() => void setZone(TZ));

describe('a window ends with today, in UTC', () => {
  test.each<[days: number, now: string, Period]>([
    [1, '2026-11-21T00:00:00.000Z', { from: '2026-11-21', to: '2026-11-22' }],
    [1, '2026-11-21T23:59:59.999Z', { from: '2026-11-21', to: '2026-11-22' }],
    [30, '2026-11-21T12:00:00.000Z', { from: '2026-10-23', to: '2026-11-22' }],
    [1, '2026-12-31T23:59:00.000Z', { from: '2026-12-31', to: '2027-01-01' }],
    [366, '2028-12-31T12:00:00.000Z', { from: '2028-01-01', to: '2029-01-01' }],
  ])('if it has %d days, at %s', (days, now, period) => {
    expect(periodOf({ kind: 'window', days }, new Date(now))).toEqual(period);
  });

  test.each([
    ['Pacific/Kiritimati', -840],
    ['Pacific/Pago_Pago', 660],
  ])('if the runner is in the time zone %s', (zone, offset) => {
    setZone(zone);
    expect(new Date(2026, 0, 1).getTimezoneOffset()).toBe(offset);
    const dayBefore = periodOf({ kind: 'window', days: 3 }, new Date('2026-03-29T23:59:59Z'));
    expect(dayBefore).toEqual({ from: '2026-03-27', to: '2026-03-30' });
    const dayAfter = periodOf({ kind: 'window', days: 3 }, new Date('2026-03-30T00:00:00Z'));
    expect(dayAfter).toEqual({ from: '2026-03-28', to: '2026-03-31' });
    expect(toUtc('2026-03-29T12:00')).toBe('2026-03-29T12:00:00.000Z');
    expect(said({ from: '2026-03-27', to: '2026-03-30' })).toBe('27 – 29 March 2026 (3 days)');
    expect(said({ from: '2026-03-27T23:30:00.000Z', to: undefined })).toContain('27 March 2026');
  });
});

test('`date-from` and `date-to` stay as they are written, and may be missing', () => {
  const now = new Date('2026-11-21T12:00Z');
  expect(periodOf({ kind: 'dates', from: '2026-10-01', to: undefined }, now)).toEqual({
    from: '2026-10-01',
    to: undefined,
  });
  expect(periodOf({ kind: 'dates', from: undefined, to: undefined }, now)).toEqual({
    from: undefined,
    to: undefined,
  });
});

test.each([
  ['2026-10-31', '2026-10-31'],
  ['2028-02-29', '2028-02-29'],
  ['2026-10-31T12:00Z', '2026-10-31T12:00:00.000Z'],
  ['2026-10-31T12:00:30Z', '2026-10-31T12:00:30.000Z'],
  ['2026-10-31T12:00:30.25Z', '2026-10-31T12:00:30.250Z'],
  ['2026-10-31T12:00:30.123456789Z', '2026-10-31T12:00:30.123Z'],
  ['2026-10-31T12:00', '2026-10-31T12:00:00.000Z'],
  ['2026-10-31T00:30+02:00', '2026-10-30T22:30:00.000Z'],
  ['2026-12-31T23:30-02:00', '2027-01-01T01:30:00.000Z'],
])('the date %s is read as %s', (text, date) => {
  expect(toUtc(text)).toBe(date);
});

const NO_DATES = [
  '',
  ' ',
  '2026-10-31 12:00Z',
  '2026-10-31\n',
  ...'today 2026 2026-10 26-10-31 2026-1-31 2026/10/31 31.10.2026 20261031'.split(' '),
  ...'2026-00-01 2026-13-01 2026-10-32 2026-02-29 2026-04-31 2026-02-30T12:00Z'.split(' '),
  ...'T T12 T12Z T25:00Z T12:60Z T12:00:60Z T12:00z T12:00+2 T12:00CET Z T12:00+25:00'
    .split(' ')
    .map((time) => `2026-10-31${time}`),
  ...'+002026-10-31 -2026-10-31 x2026-10-31 ２０２６-10-31'.split(' '),
];

test.each(NO_DATES)('%j is no date', (text) => {
  expect(toUtc(text)).toBeUndefined();
});

test.each<[from: string | undefined, to: string | undefined, isOne: boolean]>([
  [undefined, undefined, true],
  ['2026-10-01', undefined, true],
  [undefined, '2026-10-01', true],
  ['2026-10-01', '2026-10-02', true],
  ['2026-10-01', '2026-10-01T00:00:01.000Z', true],
  ['2026-09-30T23:59:59.999Z', '2026-10-01', true],
  ['2026-10-01', '2026-10-01', false],
  ['2026-10-01T00:00:00.000Z', '2026-10-01', false],
  ['2026-10-02', '2026-10-01', false],
])('from %s to %s is a period: %s', (from, to, isOne) => {
  expect(isPeriod({ from, to })).toBe(isOne);
});

/** In words. The blanks around a dash are narrow ones, or not, by the version of node. */
const said = (period: Period) => formatPeriod(period).replace(/\s/g, ' ');

test.each<[Period, string]>([
  [{ from: '2026-10-23', to: '2026-11-22' }, '23 October – 21 November 2026 (30 days)'],
  [{ from: '2026-11-21', to: '2026-11-22' }, '21 November 2026 (1 day)'],
  [{ from: '2026-10-01', to: '2026-11-01' }, '1 – 31 October 2026 (31 days)'],
  [{ from: '2025-12-31', to: '2026-01-02' }, '31 December 2025 – 1 January 2026 (2 days)'],
  [{ from: undefined, to: undefined }, 'all time'],
  [{ from: '2026-10-01', to: undefined }, 'since 1 October 2026'],
  [{ from: undefined, to: '2026-11-01' }, 'before 1 November 2026'],
  [
    { from: '2026-10-01T12:00:00.000Z', to: '2026-10-02' },
    'from 1 October 2026 at 12:00 UTC to before 2 October 2026',
  ],
  [
    { from: '2026-10-01', to: '2026-10-01T18:30:00.000Z' },
    'from 1 October 2026 to before 1 October 2026 at 18:30 UTC',
  ],
  [{ from: '2026-10-01T00:00:00.000Z', to: undefined }, 'since 1 October 2026 at 00:00 UTC'],
])('the period %j is shown as “%s”', (period, words) => {
  expect(said(period)).toBe(words);
});
