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

describe('looking at its own comment', () => {
  test('a run does it at a tenth of the time waited, from 10 s on, and at least each minute', async () => {
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

  test('nothing new is nothing', async () => {
    const { report } = await watching();
    expect(await report.superseded(60 * SECOND)).toBeUndefined();
  });

  test('a GitHub that does not answer is nothing either', async () => {
    const { report, faults } = await watching();
    faults.set('get', { error: new Error('foreign words') });
    expect(await report.superseded(60 * SECOND)).toBeUndefined();
  });

  test('words that somebody put there do not end the wait', async () => {
    const { report, comments } = await watching();
    await comments.update(101, 'No marker.');
    expect(await report.superseded(60 * SECOND)).toBeUndefined();
  });
});

describe('another run wrote the comment', () => {
  test('as its job works on a later request: the run leaves, and says where', async () => {
    const { lookAfter, report, calls } = await watching();
    expect(await lookAfter({ state: STATES.continued })).toEqual({ kind: 'continued', url: urlOf(900) });
    const before = calls.length;
    expect(await report.ended(OUTCOMES['timed out'], 0)).toBe('told');
    expect(calls).toHaveLength(before);
  });

  test.each<MarkerState>([STATES.open, STATES.starting])('$state, to watch it: the run leaves', async (state) => {
    const { lookAfter } = await watching();
    expect(await lookAfter({ state, alive: 600 })).toEqual({ kind: 'taken-over' });
  });

  test('with its end: the run finds that itself', async () => {
    const { lookAfter } = await watching();
    expect(await lookAfter({ state: STATES.ended })).toBeUndefined();
  });

  test('and watches nothing: the run goes on, as nobody else does', async () => {
    const { lookAfter } = await watching();
    expect(await lookAfter({ state: STATES.open, alive: 0 })).toBeUndefined();
  });
});

test('a run is not superseded by itself, where the answer to its own edit was lost', async () => {
  const world = createMemoryThread();
  const me = world.process('me');
  const comment = world.seed({ state: STATES.open });
  me.thread.comment.adopt({ comment, marker: world.markerOf(101) ?? fail() });
  const error = Object.assign(new Error('foreign words'), { status: 502 });
  world.faults.set('update', { error, lost: true });
  await me.report.working(sampleJob(), UNTIL);
  expect(await me.report.superseded(60 * SECOND)).toBeUndefined();
});

describe('what another process wrote since stands', () => {
  test.each<[string, keyof typeof OUTCOMES, MarkerFields]>([
    ['that the job works on a later request, when the budget ends', 'timed out', { state: STATES.continued }],
    [
      'that the job works on a later request, when the run is cancelled',
      'cancelled while watching',
      { state: STATES.continued },
    ],
    [
      'that a run watches it again, when a sweep finds the one before gone',
      'timed out',
      { state: STATES.open, alive: 600 },
    ],
    ['its end, when the budget ends', 'timed out', { state: STATES.ended }],
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
