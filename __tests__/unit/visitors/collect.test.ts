import { describe, expect, test } from '@jest/globals';
import { ExportError, ServiceError } from '../../../src/errors.ts';
import type { PageVisitors } from '../../../src/service/visitors.ts';
import { collect } from '../../../src/visitors/collect.ts';
import type { Completion, StopReason } from '../../../src/visitors/paginate.ts';
import { aPage } from '../../support/sample-exports.ts';
import { found, QUERY, reading, taken, visitorPage } from '../../support/sample-visitor-report.ts';
import { rows, TOTALS } from '../../support/scripted-pages.ts';

describe('a report on visitors', () => {
  test('counts and ranks the rows of all pages', async () => {
    const first = visitorPage(['/a', '/b'], { unusable: 1, repeated: 3 });
    const second = visitorPage([], { offset: 250, unusable: 2, repeated: 30, rows: [aPage('/c', 9, 9, 99)] });
    const read = found(await collect(reading([first, second]), { ...QUERY, top: 2 }, taken));
    expect(read).toEqual({
      ...QUERY,
      top: 2,
      totals: TOTALS,
      rows: 3,
      leftOut: 0,
      tooLong: 0,
      end: { kind: 'whole' },
      unusable: 3,
      repeated: 33,
      pages: [aPage('/c', 9, 9, 99), aPage('/a')],
    });
  });

  test('hands over every row once, in order, with the number of rows before it', async () => {
    const seen: [paths: string[], before: number][] = [];
    const take = async (taken: readonly PageVisitors[], before: number) => {
      seen.push([taken.map(({ path }) => path), before]);
    };
    const visitorPages = [visitorPage(['/a', '/b']), visitorPage([]), visitorPage(['/c'])];
    await collect(reading(visitorPages), { ...QUERY, top: 1, paths: { include: ['/c'], exclude: [] } }, take);
    expect(seen).toEqual([
      [['/a', '/b'], 0],
      [[], 2],
      [['/c'], 2],
    ]);
  });

  test('takes the totals of the last page, as they grow meanwhile', async () => {
    const totals = { human: 41, ai: 21, total: 57 };
    expect(
      found(await collect(reading([visitorPage(['/a']), visitorPage(['/b'], { totals })]), QUERY, taken)).totals,
    ).toEqual(totals);
  });

  test('of a site without visitors is whole and empty', async () => {
    const read = found(await collect(reading([visitorPage([])]), QUERY, taken));
    expect(read).toMatchObject({ rows: 0, pages: [], end: { kind: 'whole' } });
  });

  test('that ends early says why', async () => {
    const end: Completion = { kind: 'partial', nextOffset: 250, why: { kind: 'timeout' } };
    expect(found(await collect(reading([visitorPage(['/a'])], end), QUERY, taken))).toMatchObject({ rows: 1, end });
  });
});

describe('a path that is too long as JSON', () => {
  const LONGEST = [`/${'x'.repeat(997)}`, `/${'"'.repeat(498)}`, `/${'\u0001'.repeat(166)}`, `/${'€'.repeat(997)}`];
  const LONGER = [`/${'x'.repeat(998)}`, `/${'"'.repeat(499)}`, `/${'\u0001'.repeat(167)}`, `/${'€'.repeat(998)}`];

  test('is handed over and counted, and not ranked', async () => {
    const seen: string[] = [];
    const take = async (given: readonly PageVisitors[]) => void seen.push(...given.map(({ path }) => path));
    const read = found(await collect(reading([visitorPage([...LONGER, ...LONGEST])]), QUERY, take));
    expect(seen).toEqual([...LONGER, ...LONGEST]);
    expect(read.pages.map(({ path }) => path)).toEqual(LONGEST.toSorted());
    expect(read).toMatchObject({ rows: 8, leftOut: 0, tooLong: 4, unusable: 0, end: { kind: 'whole' } });
  });
});

describe('a report whose rows cannot be written', () => {
  const full = new ExportError('The disk is full (ENOSPC).', 'Make room.');

  test('ends as partial at the first page that was not written', async () => {
    const visitorPages = [
      visitorPage(['/a']),
      visitorPage(['/b'], { offset: 250 }),
      visitorPage(['/c'], { offset: 500 }),
    ];
    const take = async (_: unknown, before: number) => {
      if (before === 1) throw full;
    };
    const read = found(await collect(reading(visitorPages), QUERY, take));
    expect(read.end).toEqual({ kind: 'partial', nextOffset: 250, why: { kind: 'problem', problem: full } });
    expect(read).toMatchObject({ rows: 1, pages: rows('/a') });
  });

  test('has found nothing if the first page was not written', async () => {
    const result = await collect(reading([visitorPage(['/a'], { offset: 500 })]), QUERY, () => Promise.reject(full));
    expect(result).toEqual({ kind: 'nothing', why: { kind: 'problem', problem: full } });
  });

  test('throws an error that is not an `ExportError`', async () => {
    const bug = new TypeError('a bug');
    await expect(collect(reading([visitorPage(['/a'])]), QUERY, () => Promise.reject(bug))).rejects.toBe(bug);
  });
});

describe('a report without a row', () => {
  test.each<StopReason>([
    { kind: 'cancelled' },
    { kind: 'timeout' },
    { kind: 'throttled', tryAgainAt: new Date(0) },
    { kind: 'problem', problem: new ServiceError('The service answered 403.', 'Check.') },
  ])('has the reason `$kind`', async (why) => {
    const end: Completion = { kind: 'partial', nextOffset: 0, why };
    expect(await collect(reading([], end), QUERY, taken)).toEqual({ kind: 'nothing', why });
  });

  test('has found nothing if all rows were unusable and the list did not end', async () => {
    const end: Completion = { kind: 'partial', nextOffset: 500, why: { kind: 'timeout' } };
    const spoilt = [visitorPage([], { unusable: 250 }), visitorPage([], { offset: 250, unusable: 250 })];
    expect(await collect(reading(spoilt, end), QUERY, taken)).toEqual({ kind: 'nothing', why: { kind: 'timeout' } });
    expect(found(await collect(reading(spoilt), QUERY, taken))).toMatchObject({ rows: 0, unusable: 500 });
  });
});
