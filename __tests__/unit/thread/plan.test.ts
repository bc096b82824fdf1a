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
const NAMES: readonly State[] = ['starting', 'unsent', 'unconfirmed', 'open', 'continued', 'ended', 'lost'];
const madeIn = (name: State, fields: RecordFields = {}) => sampleRecord({ state: STATES[name], ...fields });

/** Rows: who asks, and whether the process of the record may be alive. Columns: the states, as in NAMES. */
const TABLE: readonly [string, Wish, boolean, readonly string[]][] = [
  [
    'a re-run',
    RERUN,
    false,
    ['tell', 'create', 'tell', 'look to renew', 'look to renew', 'look to renew', 'create instead'],
  ],
  [
    'a re-run within the lease',
    RERUN,
    true,
    ['tell', 'create', 'tell', 'look to renew', 'look to renew', 'look to renew', 'create instead'],
  ],
  [
    'a request of cause once',
    ONCE,
    false,
    ['tell', 'create', 'tell', 'look to renew', 'look to renew', 'look to renew', 'create instead'],
  ],
  [
    'a request of cause once within the lease',
    ONCE,
    true,
    ['await the same', 'create', 'tell', 'look to renew', 'look to renew', 'look to renew', 'create instead'],
  ],
  [
    'a label that is set again',
    LABEL,
    false,
    ['create', 'create', 'create', 'look to join', 'look to join', 'create', 'create instead'],
  ],
  [
    'a label that is set again within the lease',
    LABEL,
    true,
    ['await the same', 'create', 'create', 'look to join', 'look to join', 'create', 'create instead'],
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
    'a command after another request within the lease',
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
    'a command with `new` within the lease',
    { ...COMMAND, continues: false },
    true,
    ['create', 'create', 'create', 'create', 'create', 'create', 'create'],
  ],
];

describe.each(TABLE)('%s, after a record', (_, wish, isAlive, row) => {
  test.each(NAMES.map((name, at) => [name, row[at]]))('that is %s, has the plan: %s', (name, expected) => {
    const records = NAMES.filter((one) => one === name).map((one) => madeIn(one, { isAlive }));
    expect(said(plan(wish, records))).toBe(expected);
  });
});

test('a command in an empty thread creates a job', () => {
  expect(plan(COMMAND, [])).toEqual({ kind: 'create' });
});

describe('a run', () => {
  test('counts as a re-run only of an earlier attempt of the same step', () => {
    const record = madeIn('unconfirmed', { wish: 'a-former-wish-12' });
    expect(said(plan(RERUN, [record]))).toBe('tell');
    expect(said(plan({ ...RERUN, attempt: 1 }, [record]))).toBe('create');
    expect(said(plan({ ...RERUN, slot: 'another-slot-123' }, [record]))).toBe('create');
    expect(said(plan({ ...RERUN, run: 99 }, [record]))).toBe('create');
  });

  test('is a re-run of its newest record', () => {
    const records = [madeIn('open', { id: 1 }), madeIn('unconfirmed', { id: 2, attempt: 2 })];
    expect(said(plan({ ...RERUN, attempt: 3 }, records))).toBe('tell');
  });
});

describe('a command continues the newest job', () => {
  const other = { wish: 'wish-of-another1' };
  test('of its project and `key`', () => {
    const mine = madeIn('open', { ...other, id: 1 });
    const records = [
      mine,
      madeIn('open', { ...other, id: 2, project: 'another-project1', state: { state: 'open', job: 'j_project' } }),
      madeIn('open', { ...other, id: 3, key: 'another-key-1234', state: { state: 'open', job: 'j_leg' } }),
    ];
    expect(plan(COMMAND, records)).toMatchObject({ kind: 'look', jobId: 'j_8fk2', record: mine });
  });

  test('of any step', () => {
    expect(said(plan(COMMAND, [madeIn('open', { ...other, slot: 'another-slot-123' })]))).toBe('look to continue');
  });

  test('before a request that was not sent', () => {
    const records = [madeIn('open', { ...other, id: 1 }), madeIn('unsent', { ...other, id: 2 })];
    expect(said(plan(COMMAND, records))).toBe('look to continue');
  });

  test('and creates a new job if the newest request is unconfirmed', () => {
    const records = [madeIn('open', { ...other, id: 1 }), madeIn('unconfirmed', { ...other, id: 2 })];
    expect(plan(COMMAND, records)).toMatchObject({ kind: 'create', instead: { record: records[1] } });
  });
});

test('a run shares any end of a run that it waited for', () => {
  const record = sampleRecord({ state: STATES.ended });
  expect(plan(LABEL, [record], record.comment.id)).toMatchObject({ kind: 'look', purpose: 'share' });
  expect(plan(LABEL, [record])).toEqual({ kind: 'create' });
});

describe('a label that was set before the job of an earlier request ended', () => {
  const END = 1_000_000;
  const ended = (fields: RecordFields = {}) => madeIn('ended', { run: 66, updatedAt: END, ...fields });

  test.each([
    ['attaches to that job', END - 1, 'look to share'],
    ['is a new request from the second of that end on', END, 'create'],
    ['is a new request if the event tells no time', undefined, 'create'],
  ])('%s', (_, askedAt, expected) => {
    expect(said(plan({ ...LABEL, askedAt }, [ended()]))).toBe(expected);
  });
});
