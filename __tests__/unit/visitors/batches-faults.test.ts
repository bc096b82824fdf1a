import { describe, expect, test } from '@jest/globals';
import { createFakeClock, NOON } from '../../support/fake-clock.ts';
import { BAD_GATEWAY, busy, FORBIDDEN, more, page, type Read, readAll } from '../../support/scripted-pages.ts';

const pathsOf = ({ batches }: Read) => batches.map((batch) => batch.rows.map(({ path }) => path));

const WHOLE = { kind: 'whole' };

describe('429', () => {
  test('is waited out as long as the service says, or longer each time', async () => {
    const read = await readAll([busy(7_000), busy(), busy(), busy(1_000), page(['/a'])]);
    expect(read.pauses).toEqual(['throttled 7000', 'throttled 2000', 'throttled 4000', 'throttled 8000']);
    expect(read).toMatchObject({ end: WHOLE, asked: Array(5).fill('0 60000') });
    expect(read.clock.pauses).toEqual([7_000, 2_000, 4_000, 8_000]);
  });

  test('pauses a minute at most where nobody says how long, and is patient', async () => {
    const { pauses, end } = await readAll([...Array(10).fill(busy()), page(['/a'])]);
    expect(pauses.map((pause) => Number(pause.split(' ')[1]))).toEqual([
      ...[1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000, 60_000],
    ]);
    expect(end).toEqual(WHOLE);
  });

  test('pauses up to a quarter longer by chance', async () => {
    const { pauses } = await readAll([busy(), page(['/a'])], { clock: createFakeClock(() => 0.999) });
    expect(Number(pauses[0]?.split(' ')[1])).toBeCloseTo(1_250, -1);
  });

  test.each([
    [60_000, new Date(NOON + 60_000)],
    [1e300, undefined],
  ])('that lasts longer than the budget ends it at once: Retry-After of %d ms', async (retryIn, tryAgainAt) => {
    const read = await readAll([more('/a'), busy(retryIn)], { deadline: 60_000 });
    expect(read.end).toEqual({ kind: 'partial', nextOffset: 250, why: { kind: 'throttled', tryAgainAt } });
    expect(read.clock.pauses).toEqual([]);
  });

  test('without a time is asked again until the budget would end', async () => {
    const read = await readAll([busy()], { deadline: 10_000 });
    expect(read.clock.pauses).toEqual([1_000, 2_000, 4_000]);
    expect(read.end).toEqual({ kind: 'partial', nextOffset: 0, why: { kind: 'throttled', tryAgainAt: undefined } });
  });
});

describe('what is transient', () => {
  test('is asked for again after 1, 2 and 4 seconds', async () => {
    const read = await readAll([BAD_GATEWAY, BAD_GATEWAY, BAD_GATEWAY, page(['/a'])]);
    expect(read.pauses).toEqual(['transient 1000', 'transient 2000', 'transient 4000']);
    expect(read.end).toEqual(WHOLE);
  });

  test('and stays ends it there, after the fourth', async () => {
    const read = await readAll([more('/a'), BAD_GATEWAY]);
    expect(read.asked).toHaveLength(1 + 4);
    expect(read.end).toMatchObject({
      ...{ kind: 'partial', nextOffset: 250 },
      why: { kind: 'problem', problem: { message: 'The service answered 502.' } },
    });
  });

  test('is counted anew for each page', async () => {
    const three = [BAD_GATEWAY, BAD_GATEWAY, BAD_GATEWAY];
    const read = await readAll([...three, more('/a'), ...three, page(['/b'])]);
    expect([pathsOf(read), read.end]).toEqual([[['/a'], ['/b']], WHOLE]);
  });

  test('is counted apart from what is busy', async () => {
    const read = await readAll([busy(), busy(), busy(), busy(), BAD_GATEWAY, busy(), BAD_GATEWAY, page(['/a'])]);
    expect(read.end).toEqual(WHOLE);
  });

  test('is not asked for again where the budget would end', async () => {
    const read = await readAll([BAD_GATEWAY], { deadline: 3_000 });
    expect(read.clock.pauses).toEqual([1_000]);
    expect(read.end).toMatchObject({
      kind: 'partial',
      why: { kind: 'budget', problem: { message: BAD_GATEWAY.error.message } },
    });
  });
});

test('what is refused is not asked for again', async () => {
  const read = await readAll([more('/a'), FORBIDDEN]);
  expect(read.asked).toHaveLength(2);
  expect(read.end).toMatchObject({ kind: 'partial', nextOffset: 250, why: { kind: 'problem' } });
  expect(read.pauses).toEqual([]);
});

test('a budget that is over between two pages ends it there', async () => {
  const read = await readAll([more('/a'), more('/b'), more('/c')], { deadline: 60_000, latency: 30_000 });
  expect(read.asked).toEqual(['0 60000', '250 30000']);
  expect(read.end).toEqual({ kind: 'partial', nextOffset: 500, why: { kind: 'budget' } });
});

describe('a cancel', () => {
  const cancelled = (nextOffset: number) => ({ kind: 'partial', nextOffset, why: { kind: 'cancelled' } });

  test('before anything was asked: nothing is', async () => {
    const read = await readAll([page(['/a'])], { cancel: aborted() });
    expect(read).toMatchObject({ end: cancelled(0), asked: [], batches: [] });
  });

  test('while a page is asked for keeps a page that came all the same', async () => {
    const cancel = new AbortController();
    const read = await readAll([more('/a'), more('/b')], { cancel, onAsked: (count) => count === 2 && cancel.abort() });
    expect([pathsOf(read), read.end]).toEqual([[['/a'], ['/b']], cancelled(500)]);
  });

  test.each([
    ['502', BAD_GATEWAY],
    ['403', FORBIDDEN],
    ['429', busy(1e9)],
  ])('while a page is asked for that then fails is not said to be the failure: %s', async (_, answer) => {
    const cancel = new AbortController();
    const read = await readAll([more('/a'), answer], { cancel, onAsked: (count) => count === 2 && cancel.abort() });
    expect(read).toMatchObject({ end: cancelled(250), pauses: [] });
  });

  test('cuts a pause short', async () => {
    const [cancel, clock] = [new AbortController(), createFakeClock(() => 0)];
    clock.at(5_000, () => cancel.abort());
    const read = await readAll([more('/a'), busy(600_000)], { cancel, clock });
    expect(read).toMatchObject({ end: cancelled(250), pauses: ['throttled 600000'] });
    expect(clock.now()).toBe(5_000);
  });

  function aborted(): AbortController {
    const cancel = new AbortController();
    cancel.abort();
    return cancel;
  }
});
