import { describe, expect, test } from '@jest/globals';
import { ExportError, ServiceError } from '../../../src/errors.ts';
import type { End, Stop } from '../../../src/visitors/batches.ts';
import type { PageVisitors } from '../../../src/visitors/page.ts';
import { survey } from '../../../src/visitors/survey.ts';
import { aPage } from '../../support/sample-exports.ts';
import { batch, found, reading, taken, WISH } from '../../support/sample-survey.ts';
import { rows, TOTALS } from '../../support/scripted-pages.ts';

describe('a survey', () => {
  test('counts what passes by, and ranks it', async () => {
    const first = batch(['/a', '/b'], { unusable: 1, repeated: 3, missing: 7 });
    const second = batch([], { offset: 250, unusable: 2, repeated: 30, missing: 70, rows: [aPage('/c', 9, 9, 99)] });
    const read = found(await survey(reading([first, second]), { ...WISH, top: 2 }, taken));
    expect(read).toEqual({
      ...{ ...WISH, top: 2, totals: TOTALS, rows: 3, leftOut: 0, tooLong: 0, end: { kind: 'whole' } },
      ...{ unusable: 3, repeated: 33, missing: 77 },
      pages: [aPage('/c', 9, 9, 99), aPage('/a')],
    });
  });

  test('hands over every row once, in its order, with the number of those before', async () => {
    const seen: [paths: string[], before: number][] = [];
    const take = async (taken: readonly PageVisitors[], before: number) => {
      seen.push([taken.map(({ path }) => path), before]);
    };
    const batches = [batch(['/a', '/b']), batch([]), batch(['/c'])];
    await survey(reading(batches), { ...WISH, top: 1, paths: { include: ['/c'], exclude: [] } }, take);
    expect(seen).toEqual([
      [['/a', '/b'], 0],
      [[], 2],
      [['/c'], 2],
    ]);
  });

  test('takes the latest totals, as they grow while it reads', async () => {
    const totals = { human: 41, ai: 21, total: 57 };
    expect(found(await survey(reading([batch(['/a']), batch(['/b'], { totals })]), WISH, taken)).totals).toEqual(
      totals,
    );
  });

  test('of a site that nobody visited is one', async () => {
    const read = found(await survey(reading([batch([])]), WISH, taken));
    expect(read).toMatchObject({ rows: 0, pages: [], end: { kind: 'whole' } });
  });

  test('that ends early tells how', async () => {
    const end: End = { kind: 'partial', nextOffset: 250, why: { kind: 'budget' } };
    expect(found(await survey(reading([batch(['/a'])], end), WISH, taken))).toMatchObject({ rows: 1, end });
  });
});

describe('a path that is too long as JSON', () => {
  const LONGEST = [`/${'x'.repeat(997)}`, `/${'"'.repeat(498)}`, `/${'\u0001'.repeat(166)}`, `/${'€'.repeat(997)}`];
  const LONGER = [`/${'x'.repeat(998)}`, `/${'"'.repeat(499)}`, `/${'\u0001'.repeat(167)}`, `/${'€'.repeat(998)}`];

  test('is handed over and counted, and not ranked', async () => {
    const seen: string[] = [];
    const take = async (given: readonly PageVisitors[]) => void seen.push(...given.map(({ path }) => path));
    const read = found(await survey(reading([batch([...LONGER, ...LONGEST])]), WISH, take));
    expect(seen).toEqual([...LONGER, ...LONGEST]);
    expect(read.pages.map(({ path }) => path)).toEqual(LONGEST.toSorted());
    expect(read).toMatchObject({ rows: 8, leftOut: 0, tooLong: 4, unusable: 0, end: { kind: 'whole' } });
  });
});

describe('what does not take the rows', () => {
  const full = new ExportError('The disk is full (ENOSPC).', 'Make room.');

  test('ends the survey at the batch that it did not take, when it is ours', async () => {
    const batches = [batch(['/a']), batch(['/b'], { offset: 250 }), batch(['/c'], { offset: 500 })];
    const take = async (_: unknown, before: number) => {
      if (before === 1) throw full;
    };
    const read = found(await survey(reading(batches), WISH, take));
    expect(read.end).toEqual({ kind: 'partial', nextOffset: 250, why: { kind: 'problem', problem: full } });
    expect(read).toMatchObject({ rows: 1, pages: rows('/a') });
  });

  test('not even the first ones: that is nothing', async () => {
    const surveyed = await survey(reading([batch(['/a'], { offset: 500 })]), WISH, () => Promise.reject(full));
    expect(surveyed).toEqual({ kind: 'nothing', why: { kind: 'problem', problem: full } });
  });

  test('is thrown, when nobody foresaw it', async () => {
    const bug = new TypeError('a bug');
    await expect(survey(reading([batch(['/a'])]), WISH, () => Promise.reject(bug))).rejects.toBe(bug);
  });
});

describe('nothing at all', () => {
  test.each<Stop>([
    { kind: 'cancelled' },
    { kind: 'budget' },
    { kind: 'throttled', tryAgainAt: new Date(0) },
    { kind: 'problem', problem: new ServiceError('The service answered 403.', 'Check.') },
  ])('says why: $kind', async (why) => {
    const end: End = { kind: 'partial', nextOffset: 0, why };
    expect(await survey(reading([], end), WISH, taken)).toEqual({ kind: 'nothing', why });
  });

  test('is what answers without a usable row are, where they did not come to an end', async () => {
    const end: End = { kind: 'partial', nextOffset: 500, why: { kind: 'budget' } };
    const spoilt = [batch([], { unusable: 250 }), batch([], { offset: 250, unusable: 250 })];
    expect(await survey(reading(spoilt, end), WISH, taken)).toEqual({ kind: 'nothing', why: { kind: 'budget' } });
    expect(found(await survey(reading(spoilt), WISH, taken))).toMatchObject({ rows: 0, unusable: 500 });
  });
});
