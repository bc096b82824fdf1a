import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { systemClock } from '../../sandbox/clock.ts';
import { DAYS } from '../../sandbox/service/analytics/traffic.ts';
import type { VisitorsAnswer } from '../../sandbox/service/analytics/visitors.ts';
import { createService, type Service } from '../../sandbox/service/service.ts';
import { countSite } from '../support/visitors-scene.ts';

/** The last day is 2026-03-31, so the first is 89 days before: 2026-01-01. */
const TODAY = Date.UTC(2026, 2, 31, 15);
const SITE = { pages: 400, seed: 7 };

let service: Service;

beforeAll(async () => {
  service = await createService({ clock: { ...systemClock, now: () => TODAY }, visitors: SITE });
});
afterAll(() => service.close());

async function ask(query: Record<string, string> = {}): Promise<VisitorsAnswer> {
  const address = `${service.url}/v1/analytics/acme-docs/visitors?${new URLSearchParams(query)}`;
  const response = await fetch(address, { headers: { authorization: `Bearer ${service.key}` } });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return JSON.parse(text);
}

async function askAll(query: Record<string, string> = {}, limit = 150) {
  const visitors: VisitorsAnswer['visitors'][number][] = [];
  for (;;) {
    const next = await ask({ ...query, limit: String(limit), offset: String(visitors.length) });
    visitors.push(...next.visitors);
    if (!next.hasMore) return { totals: next.totals, visitors };
  }
}

test.each<[string, Record<string, string>, number, number]>([
  ['of all time', {}, 0, DAYS],
  ['from a day on', { dateFrom: '2026-03-02' }, 60, DAYS],
  ['before a day', { dateTo: '2026-01-11' }, 0, 10],
  ['between two days', { dateFrom: '2026-01-11', dateTo: '2026-01-12' }, 10, 11],
  [
    'by time and zone',
    { dateFrom: '2026-01-11T01:00:00+02:00', dateTo: '2026-01-12T00:00:00.001Z' },
    10,
    12,
  ],
  ['of no day', { dateFrom: '2026-01-11', dateTo: '2026-01-11' }, 0, 0],
  ['of days that never were', { dateTo: '2020-01-01' }, 0, 0],
])('the numbers of visitors %s are those of its days', async (_, query, from, to) => {
  const { totals, rows: visitors } = countSite(SITE, from, to);
  expect(await askAll(query)).toEqual({ totals, visitors });
});

test('the list has 50 rows by default, an end, each path once, and the same order for every limit', async () => {
  const first = await ask();
  expect([first.visitors.length, first.hasMore]).toEqual([50, true]);
  const { visitors } = await askAll();
  expect(new Set(visitors.map(({ path }) => path)).size).toBe(SITE.pages);
  expect((await askAll({}, 37)).visitors).toEqual(visitors);
  const last = await ask({ limit: '250', offset: '151' });
  expect([last.visitors.length, last.hasMore]).toEqual([249, false]);
  expect(await ask({ offset: '1000000' })).toEqual({
    totals: first.totals,
    visitors: [],
    hasMore: false,
  });
});

test.each([
  'limit=0',
  'limit=251',
  'limit=',
  'limit=1.5',
  'limit=1e2',
  'offset=-1',
  'offset=x',
  'dateFrom=yesterday',
  'dateTo=2026-02-30',
  'dateTo=',
])('the query %s is refused', async (query) => {
  const [name = '', value = ''] = query.split('=');
  await expect(ask({ [name]: value })).rejects.toThrow(`400 {"error":"\`${name}\` is a`);
});
