import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { systemClock } from '../../sandbox/clock.ts';
import { DAYS } from '../../sandbox/service/analytics/traffic.ts';
import type { VisitorsAnswer } from '../../sandbox/service/analytics/visitors.ts';
import { createService, type Service } from '../../sandbox/service/service.ts';
import { countSite } from '../support/visitors-scene.ts';

const TODAY = Date.UTC(2026, 2, 31, 15);
const SITE = { pages: 400, seed: 7 };

let service: Service;

beforeAll(async () => {
  service = await createService({
    clock: { ...systemClock, now: () => TODAY },
    visitors: SITE,
  });
});
afterAll(() => service.close());

async function ask(query: Record<string, string> = {}, from = service): Promise<VisitorsAnswer> {
  const response = await fetch(`${from.url}/v1/analytics/acme-docs/visitors?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${from.key}` },
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return JSON.parse(await response.text());
}

async function askAll(query: Record<string, string> = {}, limit = 150) {
  const { totals, ...first } = await ask({ ...query, limit: String(limit) });
  const visitors = [...first.visitors];
  for (let { hasMore } = first; hasMore; ) {
    const next = await ask({ ...query, limit: String(limit), offset: String(visitors.length) });
    visitors.push(...next.visitors);
    hasMore = next.hasMore;
  }
  return { totals, visitors };
}

describe('the numbers of visitors', () => {
  // The last day is 2026-03-31, so the first is 89 days before: 2026-01-01.
  test.each([
    ['of all time', {}, 0, DAYS],
    ['from a day on', { dateFrom: '2026-03-02' }, 60, DAYS],
    ['before a day', { dateTo: '2026-01-11' }, 0, 10],
    ['between two days', { dateFrom: '2026-01-11', dateTo: '2026-01-12' }, 10, 11],
    ['by time and zone', { dateFrom: '2026-01-11T01:00:00+02:00', dateTo: '2026-01-12T00:00:00.001Z' }, 10, 12],
    ['of no day', { dateFrom: '2026-01-11', dateTo: '2026-01-11' }, 0, 0],
    ['of days that never were', { dateTo: '2020-01-01' }, 0, 0],
  ])('%s are exact', async (_, query: Record<string, string>, from, to) => {
    const { totals, rows: visitors } = countSite(SITE, from, to);
    expect(await askAll(query)).toEqual({ totals, visitors });
  });
});

describe('the pages of the list', () => {
  test('have 50 rows by default, and an end', async () => {
    const first = await ask();
    expect([first.visitors.length, first.hasMore]).toEqual([50, true]);
    const last = await ask({ limit: '250', offset: '150' });
    expect([last.visitors.length, last.hasMore]).toEqual([250, false]);
    const short = await ask({ limit: '250', offset: '151' });
    expect([short.visitors.length, short.hasMore]).toEqual([249, false]);
    expect(await ask({ offset: '1000000' })).toEqual({ totals: first.totals, visitors: [], hasMore: false });
  });

  test('name each path once, in the same order for every limit', async () => {
    const { visitors } = await askAll();
    expect(new Set(visitors.map(({ path }) => path)).size).toBe(SITE.pages);
    expect((await askAll({}, 37)).visitors).toEqual(visitors);
  });

  test.each([
    ...['limit=0', 'limit=251', 'limit=', 'limit=1.5', 'limit=1e2', 'offset=-1', 'offset=x'],
    ...['dateFrom=yesterday', 'dateTo=2026-02-30', 'dateTo='],
  ])('refuse the query %s', async (query) => {
    const [name = '', value = ''] = query.split('=');
    await expect(ask({ [name]: value })).rejects.toThrow(`400 {"error":"\`${name}\` is a`);
  });
});
