import { describe, expect, test } from '@jest/globals';
import { ExportError, ServiceError } from '../../src/errors.ts';
import type { PathFilter } from '../../src/path-filter.ts';
import type { Batch, End, Stop } from '../../src/visitors/batches.ts';
import type { PageVisitors } from '../../src/visitors/page.ts';
import { type Survey, type Surveyed, type SurveyWish, survey } from '../../src/visitors/survey.ts';
import { aPage } from './sample-exports.ts';
import { rows, TOTALS } from './scripted-pages.ts';

const WISH: SurveyWish = {
  ...{ period: { from: '2026-10-01', to: '2026-11-01' }, offset: 0, sortBy: 'total', top: 20 },
  paths: { include: [], exclude: [] },
};

const batch = (paths: readonly string[], more: Partial<Batch> = {}): Batch => ({
  ...{ offset: 0, totals: TOTALS, rows: rows(...paths), unusable: 0 },
  ...more,
});

async function* reading(batches: readonly Batch[], end: End = { kind: 'whole' }): AsyncGenerator<Batch, End> {
  yield* batches;
  return end;
}

const taken = async () => {};

function found(surveyed: Surveyed): Survey {
  if (surveyed.kind === 'surveyed') return surveyed.survey;
  throw new Error('It found nothing.');
}

describe('a survey', () => {
  test('counts what passes by, and ranks it', async () => {
    const first = batch(['/a', '/b'], { unusable: 1 });
    const second = batch([], { offset: 250, unusable: 2, rows: [aPage('/c', 9, 9, 99)] });
    const read = found(await survey(reading([first, second]), { ...WISH, top: 2 }, taken));
    expect(read).toEqual({
      ...{ ...WISH, top: 2, totals: TOTALS, rows: 3, unusable: 3, leftOut: 0, end: { kind: 'whole' } },
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

describe('the ranking is of the pages that the workflow cares for', () => {
  const PATHS = ['/', '/docs', '/docs/a', '/docs/deep/b', '/blog/.hidden', 'index.html', '/two\nlines'];
  const only = (include: string[], exclude: string[] = []): PathFilter => ({ include, exclude });

  test.each<[PathFilter, string[]]>([
    [only([]), PATHS],
    [only(['**']), PATHS],
    [only(['/**']), PATHS],
    [only(['/docs/**']), ['/docs', '/docs/a', '/docs/deep/b']],
    [only(['docs/**']), ['/docs', '/docs/a', '/docs/deep/b']],
    [only(['/docs/']), ['/docs', '/docs/a', '/docs/deep/b']],
    [only(['/docs/*']), ['/docs/a']],
    [only(['docs/*']), ['/docs/a']],
    [only(['/']), ['/']],
    [only(['*.html', '/blog/*']), ['/blog/.hidden', 'index.html']],
    [only(['/two*']), ['/two\nlines']],
    [only([], ['/docs/**', 'blog/**']), ['/', 'index.html', '/two\nlines']],
    [only([], ['/']), PATHS.slice(1)],
    [only(['docs/**'], ['/docs/deep/**']), ['/docs', '/docs/a']],
    [only(['/nowhere']), []],
  ])('%j', async (paths, left) => {
    const read = found(await survey(reading([batch(PATHS)]), { ...WISH, paths }, taken));
    expect(read.pages.map(({ path }) => path)).toEqual(left.toSorted());
    expect(read).toMatchObject({ rows: PATHS.length, leftOut: PATHS.length - left.length });
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

  test('not even the first ones: the totals are known', async () => {
    const read = found(await survey(reading([batch(['/a'], { offset: 500 })]), WISH, () => Promise.reject(full)));
    expect(read).toMatchObject({ rows: 0, pages: [], totals: TOTALS, end: { kind: 'partial', nextOffset: 500 } });
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
});
