import { describe, expect, test } from '@jest/globals';
import type { MarkerState } from '../../../src/thread/marker.ts';
import { createMemoryThread } from '../../support/memory-thread.ts';
import { sampleJob } from '../../support/sample-job.ts';
import { OUTCOMES } from '../../support/sample-outcomes.ts';
import { type MarkerFields, STATES, urlOf } from '../../support/sample-records.ts';

const UNTIL = new Date(0);
const SECOND = 1_000;

/** A run that watches its job, in the comment 101. */
async function watching() {
  const world = createMemoryThread();
  const me = world.process('me');
  await me.report.asking();
  await me.report.working(sampleJob(), UNTIL);
  const looks = () => world.calls.filter((call) => call === 'get 101').length;
  /** Another process writes the comment; then the run looks at it. */
  async function lookAfter(fields: MarkerFields) {
    world.seed({ id: 101, ...fields });
    return me.report.superseded(60 * SECOND);
  }
  return { ...world, ...me, looks, lookAfter };
}

describe('a run reads its own comment', () => {
  test('after a tenth of the time waited, 10 s at least and a minute at most', async () => {
    const { report, looks } = await watching();
    const at: number[] = [];
    for (let elapsed = 0; elapsed <= 1_800 * SECOND; elapsed += SECOND) {
      const before = looks();
      await report.superseded(elapsed);
      if (looks() > before) at.push(elapsed / SECOND);
    }
    expect(at.slice(0, 3)).toEqual([10, 20, 30]);
    expect(at.length).toBeLessThanOrEqual(60);
    const gaps = at.slice(1).map((time, index) => time - (at[index] ?? 0));
    expect(Math.min(...gaps)).toBe(10);
    expect(Math.max(...gaps)).toBe(60);
  });

  test('and goes on if it is unchanged', async () => {
    const { report } = await watching();
    expect(await report.superseded(60 * SECOND)).toBeUndefined();
  });

  test('and goes on if GitHub does not answer', async () => {
    const { report, faults } = await watching();
    faults.set('get', { error: new Error('foreign words') });
    expect(await report.superseded(60 * SECOND)).toBeUndefined();
  });

  test('and goes on if a person replaced its text', async () => {
    const { report, comments } = await watching();
    await comments.update(101, 'No marker.');
    expect(await report.superseded(60 * SECOND)).toBeUndefined();
  });
});

describe('a comment that another run wrote', () => {
  test('for a follow-up ends the wait, and its URL is reported', async () => {
    const { lookAfter, report, calls } = await watching();
    expect(await lookAfter({ state: STATES.continued })).toEqual({ kind: 'continued', url: urlOf(900) });
    const before = calls.length;
    expect(await report.ended(OUTCOMES['timed out'], 0)).toBe('told');
    expect(calls).toHaveLength(before);
  });

  test.each<MarkerState>([STATES.open, STATES.starting])(
    'in state $state with a lease ends the wait',
    async (state) => {
      const { lookAfter } = await watching();
      expect(await lookAfter({ state, alive: 600 })).toEqual({ kind: 'taken-over' });
    },
  );

  test('with its end does not end the wait', async () => {
    const { lookAfter } = await watching();
    expect(await lookAfter({ state: STATES.ended })).toBeUndefined();
  });

  test('without a lease does not end the wait', async () => {
    const { lookAfter } = await watching();
    expect(await lookAfter({ state: STATES.open, alive: 0 })).toBeUndefined();
  });
});

test('a run is not superseded by its own edit whose answer was lost', async () => {
  const world = createMemoryThread();
  const me = world.process('me');
  const comment = world.seed({ state: STATES.open });
  me.thread.comment.adopt({ comment, marker: world.markerOf(101) ?? fail() });
  const error = Object.assign(new Error('foreign words'), { status: 502 });
  world.faults.set('update', { error, lost: true });
  await me.report.working(sampleJob(), UNTIL);
  expect(await me.report.superseded(60 * SECOND)).toBeUndefined();
});

describe('a later text of another run stays:', () => {
  test.each<[string, keyof typeof OUTCOMES, MarkerFields]>([
    ['a follow-up, after a timeout', 'timed out', { state: STATES.continued }],
    ['a follow-up, after a cancel', 'cancelled while watching', { state: STATES.continued }],
    ['a lease, after a sweep', 'timed out', { state: STATES.open, alive: 600 }],
    ['an end, after a timeout', 'timed out', { state: STATES.ended }],
  ])('%s', async (_, outcome, fields) => {
    const { seed, report, bodyOf } = await watching();
    const { body } = seed({ id: 101, ...fields });
    await report.ended(OUTCOMES[outcome], 0);
    expect(bodyOf(101)).toBe(body);
  });
});

const fail = (): never => {
  throw new Error('It is not there.');
};
