import { describe, expect, test } from '@jest/globals';
import { createFakeClock, NOON } from '../../support/fake-clock.ts';
import { BAD_GATEWAY, busy, FORBIDDEN, more, page, type Read, readAll } from '../../support/scripted-pages.ts';

const pathsOf = ({ pages }: Read) => pages.map((page) => page.rows.map(({ path }) => path));

const WHOLE = { kind: 'whole' };

describe('a page that gets 429', () => {
  test('is requested again after `Retry-After`, or after a pause that doubles', async () => {
    const read = await readAll([busy(7_000), busy(), busy(), busy(1_000), page(['/a'])]);
    expect(read.pauses).toEqual(['throttled 7000', 'throttled 2000', 'throttled 4000', 'throttled 8000']);
    expect(read).toMatchObject({ end: WHOLE, asked: Array(5).fill('0 60000') });
    expect(read.clock.pauses).toEqual([7_000, 2_000, 4_000, 8_000]);
  });

  test('is requested again after a minute at most if there is no `Retry-After`', async () => {
    const { pauses, end } = await readAll([...Array(10).fill(busy()), page(['/a'])]);
    expect(pauses.map((pause) => Number(pause.split(' ')[1]))).toEqual([
      ...[1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000, 60_000],
    ]);
    expect(end).toEqual(WHOLE);
  });

  test('is requested again up to a quarter later, by jitter', async () => {
    const { pauses } = await readAll([busy(), page(['/a'])], { clock: createFakeClock(() => 0.999) });
    expect(Number(pauses[0]?.split(' ')[1])).toBeCloseTo(1_250, -1);
  });

  test.each([
    [60_000, new Date(NOON + 60_000)],
    [1e300, undefined],
  ])('ends the reading at once if `Retry-After` is %d ms, beyond the deadline', async (retryIn, tryAgainAt) => {
    const read = await readAll([more('/a'), busy(retryIn)], { deadline: 60_000 });
    expect(read.end).toEqual({ kind: 'partial', nextOffset: 1, why: { kind: 'throttled', tryAgainAt } });
    expect(read.clock.pauses).toEqual([]);
  });

  test('is requested again without `Retry-After` until the next pause would pass the deadline', async () => {
    const read = await readAll([busy()], { deadline: 10_000 });
    expect(read.clock.pauses).toEqual([1_000, 2_000, 4_000]);
    expect(read.end).toEqual({ kind: 'partial', nextOffset: 0, why: { kind: 'throttled', tryAgainAt: undefined } });
  });
});

describe('a page that fails transiently', () => {
  test('is requested again after 1, 2 and 4 seconds', async () => {
    const read = await readAll([BAD_GATEWAY, BAD_GATEWAY, BAD_GATEWAY, page(['/a'])]);
    expect(read.pauses).toEqual(['transient 1000', 'transient 2000', 'transient 4000']);
    expect(read.end).toEqual(WHOLE);
  });

  test('ends the reading as partial at the fourth failure', async () => {
    const read = await readAll([more('/a'), BAD_GATEWAY]);
    expect(read.asked).toHaveLength(1 + 4);
    expect(read.end).toMatchObject({
      kind: 'partial',
      nextOffset: 1,
      why: { kind: 'problem', problem: { message: 'The service answered 502.' } },
    });
  });

  test('has its own four attempts, independently of other pages', async () => {
    const three = [BAD_GATEWAY, BAD_GATEWAY, BAD_GATEWAY];
    const read = await readAll([...three, more('/a'), ...three, page(['/b'])]);
    expect([pathsOf(read), read.end]).toEqual([[['/a'], ['/b']], WHOLE]);
  });

  test('has four attempts beside those that got 429', async () => {
    const read = await readAll([busy(), busy(), busy(), busy(), BAD_GATEWAY, busy(), BAD_GATEWAY, page(['/a'])]);
    expect(read.end).toEqual(WHOLE);
  });

  test('is not requested again if the pause would pass the deadline', async () => {
    const read = await readAll([BAD_GATEWAY], { deadline: 3_000 });
    expect(read.clock.pauses).toEqual([1_000]);
    expect(read.end).toMatchObject({
      kind: 'partial',
      why: { kind: 'timeout', problem: { message: BAD_GATEWAY.error.message } },
    });
  });
});

test('a page that is refused is not requested again', async () => {
  const read = await readAll([more('/a'), FORBIDDEN]);
  expect(read.asked).toHaveLength(2);
  expect(read.end).toMatchObject({ kind: 'partial', nextOffset: 1, why: { kind: 'problem' } });
  expect(read.pauses).toEqual([]);
});

test('a deadline between two pages ends the reading there', async () => {
  const read = await readAll([more('/a'), more('/b'), more('/c')], { deadline: 60_000, latency: 30_000 });
  expect(read.asked).toEqual(['0 60000', '1 30000']);
  expect(read.end).toEqual({ kind: 'partial', nextOffset: 2, why: { kind: 'timeout' } });
});

describe('a cancel', () => {
  const cancelled = (nextOffset: number) => ({ kind: 'partial', nextOffset, why: { kind: 'cancelled' } });

  test('before the first request prevents it', async () => {
    const read = await readAll([page(['/a'])], { cancel: aborted() });
    expect(read).toMatchObject({ end: cancelled(0), asked: [], pages: [] });
  });

  test('during a request keeps a page that still arrives', async () => {
    const cancel = new AbortController();
    const read = await readAll([more('/a'), more('/b')], { cancel, onAsked: (count) => count === 2 && cancel.abort() });
    expect([pathsOf(read), read.end]).toEqual([[['/a'], ['/b']], cancelled(2)]);
  });

  test.each([
    ['502', BAD_GATEWAY],
    ['403', FORBIDDEN],
    ['429', busy(1e9)],
  ])('during a request that then fails with %s is reported as the cancel, not as the failure', async (_, answer) => {
    const cancel = new AbortController();
    const read = await readAll([more('/a'), answer], { cancel, onAsked: (count) => count === 2 && cancel.abort() });
    expect(read).toMatchObject({ end: cancelled(1), pauses: [] });
  });

  test('ends a pause at once', async () => {
    const [cancel, clock] = [new AbortController(), createFakeClock(() => 0)];
    clock.at(5_000, () => cancel.abort());
    const read = await readAll([more('/a'), busy(600_000)], { cancel, clock });
    expect(read).toMatchObject({ end: cancelled(1), pauses: ['throttled 600000'] });
    expect(clock.now()).toBe(5_000);
  });

  function aborted(): AbortController {
    const cancel = new AbortController();
    cancel.abort();
    return cancel;
  }
});
