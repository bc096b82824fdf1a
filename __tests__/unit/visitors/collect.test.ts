import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ExportError } from '../../../src/errors.ts';
import type { PageVisitors } from '../../../src/service/analytics.ts';
import { SORT_KEYS } from '../../../src/visitors/report.ts';
import { createFakeClock, NOON } from '../../support/fake-clock.ts';
import { aPage } from '../../support/sample-exports.ts';
import { BAD_GATEWAY, busy, FORBIDDEN, more, page, QUERY, readAll, reportOn } from '../../support/scripted-pages.ts';

const WHOLE = { partial: undefined };
const partial = (nextOffset: number, why: unknown) => ({ partial: { nextOffset, why } });
const A_PROBLEM = expect.objectContaining({ kind: 'problem' });
const stale = page([], { hasMore: true, unusable: 250 });

test('a report counts and ranks the rows of all pages, and has the totals of the last one', async () => {
  const totals = { human: 41, ai: 21, total: 57 };
  const first = page(['/a', '/b', '/a'], { hasMore: true, unusable: 1 });
  const second = page([], { rows: [aPage('/b'), aPage('/c', 9, 9, 99)], unusable: 2, totals });
  const { result } = await readAll([first, second], { top: 2, paths: { include: [], exclude: ['b'] } });
  expect(result).toEqual({
    ...QUERY,
    paths: { include: [], exclude: ['b'] },
    top: 2,
    totals,
    rows: 3,
    leftOut: 1,
    unusable: 3,
    repeated: 2,
    pages: [aPage('/c', 9, 9, 99), aPage('/a')],
    partial: undefined,
  });
});

test.each<[string, Parameters<typeof readAll>, asked: string[], taken: string[][]]>([
  ['in order', [[more('/a', '/b'), page(['/c'])]], ['0 60000', '2 60000'], [['/a', '/b'], ['/c']]],
  ['each path once', [[more('/a', '/b', '/a'), page(['/b'])]], ['0 60000', '3 60000'], [['/a', '/b'], []]],
  ['from an offset on', [[page(['/a'])], { offset: 1_007 }], ['1007 60000'], [['/a']]],
  [
    'past an empty page',
    [[more('/a'), more(), page(['/b'])]],
    ['0 60000', '1 60000', '251 60000'],
    [['/a'], [], ['/b']],
  ],
  [
    'past unusable rows',
    [[more('/a'), stale, page(['/b'])]],
    ['0 60000', '1 60000', '251 60000'],
    [['/a'], [], ['/b']],
  ],
  [
    'in the time left',
    [[more('/a'), page(['/b'])], { deadline: 70_000, latency: 30_000 }],
    ['0 60000', '1 40000'],
    [['/a'], ['/b']],
  ],
])('pages are read and handed over %s', async (_, given, asked, taken) => {
  expect(await readAll(...given)).toMatchObject({ asked, taken, pauses: [], result: WHOLE });
});

test('a page with nothing new ends nothing, unless it is the tenth in a row', async () => {
  const nine = Array(9).fill(stale);
  const read = await readAll([...nine, more('/a'), ...nine, page([])]);
  expect(read).toMatchObject({ result: WHOLE, asked: { length: 20 } });
  expect((await readAll([more('/a'), more()])).result).toMatchObject(partial(1 + 10 * 250, A_PROBLEM));
  expect((await readAll([more('/a', '/b')])).result).toMatchObject(partial(2 * 11, A_PROBLEM));
});

describe('a page that fails', () => {
  test.each([
    ['429', busy(), ['throttled 1000', 'throttled 2000', 'throttled 4000']],
    ['429 with `Retry-After`', busy(7_000), ['throttled 7000', 'throttled 7000', 'throttled 7000']],
    ['502', BAD_GATEWAY, ['transient 1000', 'transient 2000', 'transient 4000']],
  ])('with %s is requested again after a pause that doubles', async (_, failure, pauses) => {
    expect(await readAll([failure, failure, failure, page(['/a'])])).toMatchObject({ pauses, result: WHOLE });
  });

  test.each<[string, Parameters<typeof readAll>, number, unknown]>([
    ['when no pause fits', [[more('/a'), BAD_GATEWAY], { deadline: 3_000 }], 3, A_PROBLEM],
    [
      'with 429 beyond the deadline',
      [[more('/a'), busy(60_000)], { deadline: 60_000 }],
      2,
      { kind: 'throttled', tryAgainAt: new Date(NOON + 60_000) },
    ],
    ['with 429 for ever', [[more('/a'), busy(1e300)]], 2, { kind: 'throttled', tryAgainAt: undefined }],
  ])('ends the report as partial %s', async (_, given, requests, why) => {
    const { result, asked } = await readAll(...given);
    expect(asked).toHaveLength(requests);
    expect(result).toMatchObject({ rows: 1, ...partial(1, why) });
  });

  test('has four attempts beside those that got 429, and each page its own', async () => {
    const three = [BAD_GATEWAY, BAD_GATEWAY, busy(), BAD_GATEWAY];
    expect((await readAll([...three, more('/a'), ...three, page(['/b'])])).result).toMatchObject(WHOLE);
  });
});

describe('a cancel', () => {
  test('before the first request prevents it', async () => {
    const cancel = new AbortController();
    cancel.abort();
    expect(await readAll([page(['/a'])], { cancel })).toMatchObject({ asked: [], result: { kind: 'cancelled' } });
  });

  test.each([
    ['keeps a page that still arrives', more('/b'), 2],
    ['hides a failure', FORBIDDEN, 1],
    ['prevents a pause', busy(1e9), 1],
  ])('during a request %s', async (_, answer, nextOffset) => {
    const cancel = new AbortController();
    const read = await readAll([more('/a'), answer], { cancel, onAsked: (count) => count === 2 && cancel.abort() });
    expect(read).toMatchObject({ pauses: [], result: partial(nextOffset, { kind: 'cancelled' }) });
  });

  test('ends a pause at once', async () => {
    const [cancel, clock] = [new AbortController(), createFakeClock(() => 0)];
    clock.at(5_000, () => cancel.abort());
    const { result } = await readAll([more('/a'), busy(600_000)], { cancel, clock });
    expect([result, clock.now()]).toEqual([expect.objectContaining(partial(1, { kind: 'cancelled' })), 5_000]);
  });
});

describe('rows that cannot be written', () => {
  const problem = new ExportError('The disk is full (ENOSPC).', 'Make room.');
  const failing = (thrown: Error, at: number) => async (_: unknown, before: number) => {
    if (before === at) throw thrown;
  };

  test('end the report at the first page that was not written', async () => {
    const { result, asked } = await readAll([more('/a'), more('/b')], { take: failing(problem, 1) });
    expect(asked).toHaveLength(2);
    expect(result).toMatchObject({ rows: 1, ...partial(1, { kind: 'problem', problem }) });
  });

  test('throw an error that is a bug', async () => {
    const bug = new TypeError('a bug');
    await expect(readAll([more('/a')], { take: failing(bug, 0) })).rejects.toBe(bug);
  });
});

test('there is no report if all rows were unusable', async () => {
  expect((await readAll([stale], { deadline: 5_000, latency: 2_000 })).result).toMatchObject({ kind: 'timeout' });
});

test.each([
  ['/changelog/', '/changelog', true],
  ['/changelog', '/changelog/', true],
  ['//guides/a', '/guides/*', true],
  ['/', '/', true],
  ['//', '/', true],
  ['/docs', '/docs/**', true],
  ['/docs/.', '/docs', false],
  ['/docs/two\nlines', '/docs/*', true],
  ['/'.repeat(900), '/', true],
])('the path %j and the glob %j: %s', async (path, glob, isSelected) => {
  const paths = { include: [glob], exclude: [] };
  expect((await reportOn([aPage(path)], { paths })).leftOut).toBe(isSelected ? 0 : 1);
});

test('a ranking equals the first of all pages, sorted by count and then by path', async () => {
  // Few counts and few letters, so that many are equal.
  const path = fc.string({ unit: fc.constantFrom('a', 'b', 'B', '/', 'é', '🎉', '\uffff'), maxLength: 4 });
  const visitors = fc.record({ path, human: fc.nat(3), ai: fc.nat(3), total: fc.nat(3) });
  const pages = fc.uniqueArray(visitors, { selector: (one) => one.path, maxLength: 60 });
  const property = fc.asyncProperty(
    pages,
    fc.constantFrom(...SORT_KEYS),
    fc.nat({ max: 8 }),
    async (drawn, sortBy, few) => {
      const answers = drawn.map((row, at) => page([], { rows: [row], hasMore: at < drawn.length - 1 }));
      const { result } = await readAll(answers.length > 0 ? answers : [page([])], { sortBy, top: few + 1 });
      expect(result).toMatchObject({ pages: sorted(drawn, sortBy).slice(0, few + 1) });
    },
  );
  await fc.assert(property, { numRuns: 100 });

  /** By path first, by UTF-16, as sorting keeps the order of equals. */
  function sorted(drawn: readonly PageVisitors[], key: (typeof SORT_KEYS)[number]): PageVisitors[] {
    const places = new Map(drawn.map((one) => [one.path, one]));
    const byPath = [...places.keys()].sort().flatMap((place) => places.get(place) ?? []);
    return byPath.sort((one, other) => other[key] - one[key]);
  }
});
