import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { systemClock } from '../../sandbox/clock.ts';
import { createService, type Service } from '../../sandbox/service/service.ts';
import type { VisitorsAnswer } from '../../sandbox/service/visitors/analytics.ts';
import { pagePath } from '../../sandbox/service/visitors/page-path.ts';
import { DAYS } from '../../sandbox/service/visitors/traffic.ts';
import { countedBySets } from '../support/visitors-scene.ts';

const TODAY = Date.UTC(2026, 2, 31, 15);
const PAGES = 400;
const SEED = 7;

let service: Service;

beforeAll(async () => {
  service = await createService({
    clock: { ...systemClock, now: () => TODAY },
    visitors: { pages: PAGES, seed: SEED },
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

/** Counted with sets of visitors, one per page and kind. */
function naively(from: number, to: number) {
  const { totals, rows: visitors } = countedBySets({ pages: PAGES, seed: SEED }, from, to);
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
    expect(await askAll(query)).toEqual(naively(from, to));
  });

  test('are deduplicated across kinds, on pages and on the site', async () => {
    const { totals, visitors } = await askAll();
    for (const { human, ai, total } of [...visitors, totals]) {
      expect(total).toBeGreaterThanOrEqual(Math.max(human, ai));
      expect(total).toBeLessThanOrEqual(human + ai);
    }
    expect(visitors.filter(({ human, ai, total }) => total < human + ai).length).toBeGreaterThan(10);
    expect(totals.total).toBeLessThan(totals.human + totals.ai);
  });

  test('depend only on the seed', async () => {
    const [same, other] = [SEED, SEED + 1].map((seed) =>
      createService({ clock: { ...systemClock, now: () => TODAY }, visitors: { pages: PAGES, seed } }),
    );
    if (!same || !other) throw new Error('No services.');
    const services = await Promise.all([same, other]);
    try {
      const [again, different] = await Promise.all(services.map((one) => askAll({}, 250).then(() => ask({}, one))));
      expect(again).toEqual(await ask());
      expect(different).not.toEqual(await ask());
    } finally {
      await Promise.all(services.map((one) => one.close()));
    }
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

  test('have the given paths first', async () => {
    const odd = await createService({ visitors: { pages: 3, paths: ['=1+1', '/a\nb'] } });
    try {
      const { visitors } = await ask({}, odd);
      expect(visitors.map(({ path }) => path)).toEqual(['=1+1', '/a\nb', pagePath(2)]);
    } finally {
      await odd.close();
    }
  });

  test('name each path once, in the same order for every limit', async () => {
    const { visitors } = await askAll();
    expect(new Set(visitors.map(({ path }) => path)).size).toBe(PAGES);
    expect((await askAll({}, 37)).visitors).toEqual(visitors);
  });

  test.each([
    [{ limit: '0' }],
    [{ limit: '251' }],
    [{ limit: '' }],
    [{ limit: '1.5' }],
    [{ limit: '1e2' }],
    [{ offset: '-1' }],
    [{ offset: 'x' }],
    [{ dateFrom: 'yesterday' }],
    [{ dateTo: '2026-02-30' }],
    [{ dateTo: '' }],
  ])('refuse the query %j', async (query: Record<string, string>) => {
    await expect(ask(query)).rejects.toThrow(`400 {"error":"\`${Object.keys(query)[0]}\` is a`);
  });
});

describe('a million pages', () => {
  test('take at most 256 MB', async () => {
    const large = await createService({ visitors: { pages: 1_000_000 } });
    try {
      const before = process.memoryUsage().arrayBuffers;
      const { visitors, hasMore } = await ask({ limit: '250', offset: '999750' }, large);
      expect([visitors.length, hasMore]).toEqual([250, false]);
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(256 * 1024 * 1024);
    } finally {
      await large.close();
    }
  });

  test('have one path each', () => {
    const current = Array.from({ length: 1_536 }, (_, page) => pagePath(page));
    expect(new Set(current).size).toBe(current.length);
    expect(current.some((path) => path.startsWith('/releases/'))).toBe(false);
    // The paths of each earlier release are the same, with a prefix.
    let others = 0;
    for (let page = current.length; page < 1_000_000; page += 1) {
      const release = Math.floor(page / current.length);
      if (pagePath(page) !== `/releases/${release}${current[page % current.length]}`) others += 1;
    }
    expect(others).toBe(0);
    expect(current.slice(0, 2)).toEqual(['/guides/authentication/overview', '/reference/webhooks/overview']);
  });
});

describe('a service that is not as its document has it', () => {
  const TWENTY = { pages: 20, seed: SEED };
  const paths = ({ visitors }: VisitorsAnswer) => visitors.map(({ path }) => path);
  const clock = { ...systemClock, now: () => TODAY };

  test('gives at most `rowCap` rows', async () => {
    const capped = await createService({ clock, visitors: { ...TWENTY, rowCap: 6 } });
    const answers: VisitorsAnswer[] = [];
    for (const offset of ['0', '6', '12', '18']) answers.push(await ask({ limit: '10', offset }, capped));
    await capped.close();
    expect(answers.map(({ visitors, hasMore }) => [visitors.length, hasMore])).toEqual([
      [6, true],
      [6, true],
      [6, true],
      [2, false],
    ]);
    expect(new Set(answers.flatMap(paths)).size).toBe(20);
  });

  test('gives an empty page at `emptyAt`, and the rows after it', async () => {
    const hollow = await createService({ clock, visitors: { ...TWENTY, emptyAt: 10 } });
    const answers: VisitorsAnswer[] = [];
    for (const offset of ['0', '10', '20']) answers.push(await ask({ limit: '10', offset }, hollow));
    await hollow.close();
    expect(answers.map(({ visitors, hasMore }) => [visitors.length, hasMore])).toEqual([
      [10, true],
      [0, true],
      [10, false],
    ]);
    expect(new Set(answers.flatMap(paths)).size).toBe(20);
  });

  test('gives counts with fractions', async () => {
    const sampling = await createService({ clock, visitors: { ...TWENTY, fractions: true } });
    const { totals, visitors } = await ask({}, sampling);
    await sampling.close();
    for (const { human, ai, total } of [totals, ...visitors])
      expect([human % 1, ai % 1, total % 1]).toEqual([0.5, 0.25, 0.75]);
  });
});
