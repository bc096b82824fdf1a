import { expect, test } from '@jest/globals';
import { DAYS } from '../../../sandbox/service/visitors/traffic.ts';
import { answerOf, countedBySets, createExportScene, rowsIn, visitorsOf } from '../../support/visitors-scene.ts';

const VISITORS = { pages: 300, seed: 5 };

// The last day of the traffic is 2026-03-31, so the first is 89 days before: 2026-01-01.
const TODAY = Date.UTC(2026, 2, 31, 15);

test.each([
  { from: '', to: '', days: [0, DAYS], says: 'all time' },
  { from: '2026-03-02', to: '', days: [60, DAYS], says: 'since 2 March 2026' },
  { from: '', to: '2026-01-11', days: [0, 10], says: 'before 11 January 2026' },
  { from: '2026-01-11', to: '2026-01-12', days: [10, 11], says: '11 January 2026 (1 day)' },
  {
    from: '2026-01-11T01:00+02:00',
    to: '2026-01-12T00:00:00.001Z',
    days: [10, 12],
    says: 'from 10 January 2026 at 23:00 UTC to before 12 January 2026 at 00:00 UTC',
  },
  { from: '2020-01-01', to: '2020-02-01', days: [0, 0], says: '31 January 2020 (31 days)' },
])('from “$from” to “$to”: exactly that period, in UTC', async ({ from, to, days: [first, last], says }) => {
  await using scene = await createExportScene({ visitors: VISITORS, today: TODAY });
  const { totals, rows } = countedBySets(VISITORS, first, last);
  const result = await scene.run({ 'date-from': from, 'date-to': to, 'visitors-file': 'visitors.ndjson' });
  expect(rowsIn(scene.read('visitors.ndjson'), 'ndjson')).toEqual(rows);
  expect(visitorsOf(result)).toMatchObject({ ...totals, pages: rows.length });
  const { dateFrom = '', dateTo = '' } = scene.queries()[0] ?? {};
  for (const date of [dateFrom, dateTo]) expect(date).toMatch(/^(\d{4}-\d\d-\d\d(T[\d:.]+Z)?)?$/);
  expect([from, to].map((text) => text && Date.parse(text))).toEqual(
    [dateFrom, dateTo].map((text) => text && Date.parse(text)),
  );
  expect(visitorsOf(result)).toMatchObject({ dateFrom: dateFrom || null, dateTo: dateTo || null });
  for (const told of [result.log, result.summary, result.outputs.summary]) expect(told).toContain(says);
});

const DAY = 86_400_000;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

test.each([{ days: 1 }, { days: 30 }, { days: 366 }])(
  'a window of $days days ends with today, in UTC',
  async ({ days }) => {
    await using scene = await createExportScene({ visitors: VISITORS });
    const result = await scene.run({ window: `${days}d`, 'visitors-file': 'visitors.json' });
    const { dateFrom = '', dateTo = '' } = scene.queries()[0] ?? {};
    expect(dateTo).toBe(dayOf(scene.clock.now() + DAY));
    expect((Date.parse(dateTo) - Date.parse(dateFrom)) / DAY).toBe(days);
    expect(scene.queries().every((query) => query.dateFrom === dateFrom && query.dateTo === dateTo)).toBe(true);
    const { totals, visitors } = await answerOf(scene, { dateFrom, dateTo, limit: '250' });
    expect(visitorsOf(result)).toMatchObject({ ...totals, dateFrom, dateTo });
    expect(rowsIn(scene.read('visitors.json'), 'json').slice(0, 250)).toEqual(visitors);
    for (const told of [result.log, result.summary]) expect(told).toContain(`(${days} day${days === 1 ? '' : 's'})`);
  },
);
