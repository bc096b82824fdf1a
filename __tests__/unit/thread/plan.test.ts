import { describe, expect, test } from '@jest/globals';
import type { Marker } from '../../../src/thread/marker.ts';
import { type Plan, plan, type Wish } from '../../../src/thread/plan.ts';
import { type RecordFields, STATES, sampleRecord } from '../../support/sample-records.ts';
import { COMMAND, LABEL, ONCE, RERUN } from '../../support/sample-wishes.ts';

/** A plan in a few words. */
function said(planned: Plan): string {
  switch (planned.kind) {
    case 'create':
      return planned.instead ? 'create instead' : 'create';
    case 'await':
      return planned.isSameWish ? 'await the same' : 'await another';
    case 'look':
      return `look to ${planned.purpose}`;
    case 'tell':
      return 'tell';
  }
}

type State = Marker['state'];
const NAMES: readonly State[] = ['starting', 'unsent', 'unconfirmed', 'open', 'continued', 'ended', 'closed'];
const madeIn = (name: State, fields: RecordFields = {}) => sampleRecord({ state: STATES[name], ...fields });

/** Rows: who asks, and whether the process of the record may be alive. Columns: the states, as in NAMES. */
const TABLE: readonly [string, Wish, boolean, readonly string[]][] = [
  [
    'a run that is run again',
    RERUN,
    false,
    ['tell', 'create', 'tell', 'look to renew', 'look to renew', 'look to renew', 'tell'],
  ],
  [
    'a run that is run again, soon',
    RERUN,
    true,
    ['tell', 'create', 'tell', 'look to renew', 'look to renew', 'look to renew', 'tell'],
  ],
  [
    'what can ask only once',
    ONCE,
    false,
    ['tell', 'create', 'tell', 'look to renew', 'look to renew', 'look to renew', 'tell'],
  ],
  [
    'what can ask only once, soon',
    ONCE,
    true,
    ['await the same', 'create', 'tell', 'look to renew', 'look to renew', 'look to renew', 'tell'],
  ],
  [
    'a label that is set again',
    LABEL,
    false,
    ['create', 'create', 'create', 'look to join', 'look to join', 'create', 'create'],
  ],
  [
    'a label that is set again, soon',
    LABEL,
    true,
    ['await the same', 'create', 'create', 'look to join', 'look to join', 'create', 'create'],
  ],
  [
    'a command after another request',
    COMMAND,
    false,
    [
      'create instead',
      'create',
      'create instead',
      'look to continue',
      'look to continue',
      'look to continue',
      'create instead',
    ],
  ],
  [
    'a command after another request, soon',
    COMMAND,
    true,
    [
      'await another',
      'create',
      'create instead',
      'look to continue',
      'look to continue',
      'look to continue',
      'create instead',
    ],
  ],
  [
    'a command for a job of its own',
    { ...COMMAND, continues: false },
    true,
    ['create', 'create', 'create', 'create', 'create', 'create', 'create'],
  ],
];

describe.each(TABLE)('%s', (_, wish, isAlive, row) => {
  test.each(NAMES.map((name, at) => [name, row[at]]))('that is %s: %s', (name, expected) => {
    const records = NAMES.filter((one) => one === name).map((one) => madeIn(one, { isAlive }));
    expect(said(plan(wish, records))).toBe(expected);
  });
});

test('an empty thread: a job is created', () => {
  expect(plan(COMMAND, [])).toEqual({ kind: 'create' });
});

describe('a run', () => {
  test('is itself only in an earlier attempt, in the same step', () => {
    const record = madeIn('unconfirmed', { wish: 'a-former-wish-12' });
    expect(said(plan(RERUN, [record]))).toBe('tell');
    expect(said(plan({ ...RERUN, attempt: 1 }, [record]))).toBe('create');
    expect(said(plan({ ...RERUN, slot: 'another-slot-123' }, [record]))).toBe('create');
    expect(said(plan({ ...RERUN, run: 99 }, [record]))).toBe('create');
  });

  test('goes by its newest word', () => {
    const records = [madeIn('open', { id: 1 }), madeIn('unconfirmed', { id: 2, attempt: 2 })];
    expect(said(plan({ ...RERUN, attempt: 3 }, records))).toBe('tell');
  });
});

describe('a command goes on with the newest job', () => {
  const other = { wish: 'wish-of-another1' };
  test('of the project and the leg of the matrix', () => {
    const mine = madeIn('open', { ...other, id: 1 });
    const records = [
      mine,
      madeIn('open', { ...other, id: 2, project: 'another-project1', state: { state: 'open', job: 'j_project' } }),
      madeIn('open', { ...other, id: 3, key: 'another-key-1234', state: { state: 'open', job: 'j_leg' } }),
    ];
    expect(plan(COMMAND, records)).toMatchObject({ kind: 'look', jobId: 'j_8fk2', record: mine });
  });

  test('whatever step asked for it', () => {
    expect(said(plan(COMMAND, [madeIn('open', { ...other, slot: 'another-slot-123' })]))).toBe('look to continue');
  });

  test('over a request of which nothing was sent', () => {
    const records = [madeIn('open', { ...other, id: 1 }), madeIn('unsent', { ...other, id: 2 })];
    expect(said(plan(COMMAND, records))).toBe('look to continue');
  });

  test('and not with one before it, where the newest may have a job that nobody knows', () => {
    const records = [madeIn('open', { ...other, id: 1 }), madeIn('unconfirmed', { ...other, id: 2 })];
    expect(plan(COMMAND, records)).toEqual({ kind: 'create', instead: records[1] });
  });
});

test('what became of a run that was waited for is shared, failure too', () => {
  const record = sampleRecord({ state: STATES.ended });
  expect(plan(LABEL, [record], record.comment.id)).toMatchObject({ kind: 'look', purpose: 'share' });
  expect(plan(LABEL, [record])).toEqual({ kind: 'create' });
});
