import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type EarlierRequest,
  matchEarlierRequest,
  type RequestIdentity,
} from '../../../src/thread/earlier-requests.ts';
import type { StatusRecord } from '../../../src/thread/status-records.ts';
import { type State, stateIn } from '../../support/phases.ts';
import { LABEL, ONCE, RERUN } from '../../support/sample-identities.ts';
import { type RecordFields, STATES, sampleRecord, sampleRequest } from '../../support/sample-records.ts';

type Name = State['state'];
const NAMES: readonly Name[] = [
  ...(['starting', 'waiting', 'unsent', 'unconfirmed', 'open', 'continued', 'ended', 'lost'] as const),
];
const madeIn = (name: Name, fields: RecordFields = {}) => sampleRecord({ state: STATES[name], ...fields });

const said = (match: EarlierRequest): string => {
  if (match.kind === 'job') return match.isOwn ? 'own job' : 'job';
  return match.kind === 'none' && match.instead ? 'new, and why' : match.kind === 'none' ? 'new' : match.kind;
};

/** Rows: who asks, and whether the lease is held. Columns: the states, as in NAMES. */
const TABLE: readonly [string, RequestIdentity, boolean, readonly string[]][] = [
  [
    'a re-run',
    RERUN,
    false,
    ['unconfirmed', 'new', 'new', 'unconfirmed', 'own job', 'own job', 'own job', 'new, and why'],
  ],
  [
    'a re-run within the lease',
    RERUN,
    true,
    ['unconfirmed', 'new', 'new', 'unconfirmed', 'own job', 'own job', 'own job', 'new, and why'],
  ],
  [
    'a request of cause once',
    ONCE,
    false,
    ['unconfirmed', 'new', 'new', 'unconfirmed', 'job', 'job', 'job', 'new, and why'],
  ],
  [
    'a request of cause once within the lease',
    ONCE,
    true,
    ['duplicate', 'duplicate', 'new', 'unconfirmed', 'duplicate', 'job', 'job', 'new, and why'],
  ],
  [
    'a label that is set again',
    LABEL,
    false,
    ['new, and why', 'new', 'new', 'new, and why', 'job', 'job', 'new', 'new, and why'],
  ],
  [
    'a label that is set again within the lease',
    LABEL,
    true,
    ['duplicate', 'duplicate', 'new', 'new, and why', 'duplicate', 'job', 'new', 'new, and why'],
  ],
];

describe.each(TABLE)('%s, after a record', (_, identity, isAlive, row) => {
  test.each(NAMES.map((name, at) => [name, row[at]] as const))('that is %s, has the answer: %s', (name, expected) => {
    expect(said(matchEarlierRequest(identity, [madeIn(name, { isAlive })]))).toBe(expected);
  });
});

describe('a new job in spite of an earlier request', () => {
  test.each<[string, Name, RequestIdentity, string]>([
    ['of an earlier attempt', 'lost', RERUN, 'its job was still active after 24 h'],
    ['of another run', 'lost', ONCE, 'its job was still active after 24 h'],
    ['without a known result', 'unconfirmed', LABEL, 'it is not known to have a job'],
  ])('names that request and the reason: one %s', (_, state, identity, why) => {
    const record = madeIn(state);
    expect(matchEarlierRequest(identity, [record])).toEqual({ kind: 'none', instead: { record, why } });
  });
});

test('the comment on the pull request that the job of this run opened is no earlier attempt', () => {
  const opened = madeIn('opened', { id: 2, requestKey: 'of-the-opener-12' });
  const former = madeIn('unconfirmed', { id: 1, requestKey: 'a-former-request' });
  expect(said(matchEarlierRequest(RERUN, [opened]))).toBe('new');
  expect(said(matchEarlierRequest(RERUN, [former, opened]))).toBe('unconfirmed');
});

describe('an earlier attempt', () => {
  const other = { requestKey: 'a-former-request' };
  const record = madeIn('unconfirmed', other);

  test.each<[string, Partial<RequestIdentity>, string]>([
    ['counts', {}, 'unconfirmed'],
    ['of another attempt number does not count', { attempt: 1 }, 'new'],
    ['of another step does not count', { stepKey: 'another-step-123' }, 'new'],
    ['of another run does not count', { run: 99 }, 'new'],
  ])('of the same step that asked for something else %s', (_, fields, expected) => {
    expect(said(matchEarlierRequest({ ...RERUN, ...fields }, [record]))).toBe(expected);
  });

  test('counts by its step only if the run has one record of that step', () => {
    const two = [
      madeIn('unconfirmed', { ...other, id: 1 }),
      madeIn('unconfirmed', { requestKey: 'of-a-caller-1234', id: 2 }),
    ];
    expect(said(matchEarlierRequest(RERUN, two))).toBe('new');
  });

  test('with the same request key counts, and then no other of its step', () => {
    const records = [madeIn('open', { id: 1 }), madeIn('unconfirmed', { ...other, id: 2 })];
    expect(said(matchEarlierRequest(RERUN, records))).toBe('own job');
  });

  test('that is the newest counts', () => {
    const records = [madeIn('open', { id: 1 }), madeIn('unconfirmed', { id: 2, attempt: 2 })];
    expect(said(matchEarlierRequest({ ...RERUN, attempt: 3 }, records))).toBe('unconfirmed');
  });

  test('that left nothing does not make the run adopt an older, ended request', () => {
    expect(said(matchEarlierRequest(RERUN, [madeIn('ended', { run: 66 })]))).toBe('new');
  });
});

describe('a request that sent nothing leaves the answer to an older one', () => {
  test.each([
    ['of another run with an open job', 'open', false, 'job'],
    ['of another run that is alive', 'starting', true, 'duplicate'],
  ] as const)('%s', (_, state, isAlive, expected) => {
    const records = [madeIn(state, { id: 1, run: 66, isAlive }), madeIn('unsent', { id: 2 })];
    expect(said(matchEarlierRequest(RERUN, records))).toBe(expected);
    expect(said(matchEarlierRequest(LABEL, records))).toBe(expected);
  });
});

describe('a label that was set before the job of an earlier request ended', () => {
  const END = 1_000_000;

  test.each([
    ['attaches to that job', END - 1, 'job'],
    ['is a new request from the second of that end on', END, 'new'],
    ['is a new request if the event has no time', undefined, 'new'],
  ])('%s', (_, askedAt, expected) => {
    const ended = madeIn('ended', { run: 66, updatedAt: END });
    expect(said(matchEarlierRequest({ ...LABEL, askedAt }, [ended]))).toBe(expected);
  });
});

describe('for any thread,', () => {
  const record: fc.Arbitrary<StatusRecord> = fc
    .record({
      state: fc.constantFrom(...Object.values(STATES)),
      isAlive: fc.boolean(),
      run: fc.constantFrom(66, 77, 88),
      attempt: fc.constantFrom(1, 2),
      requestKey: fc.constantFrom(sampleRequest().requestKey, 'another-request1'),
    })
    .map((fields) => sampleRecord(fields));
  const records = fc
    .array(record, { maxLength: 5 })
    .map((list) => list.map((one, at) => ({ ...one, comment: { ...one.comment, id: at + 1 } })));

  test('the answer names a record of the thread, and its job', () => {
    fc.assert(
      fc.property(fc.constantFrom(RERUN, LABEL, ONCE), records, (identity, list) => {
        const match = matchEarlierRequest(identity, list);
        if (match.kind === 'none') return;
        expect(list).toContain(match.record);
        if (match.kind === 'job') expect(match.record.facts.job).toBe(match.jobId);
      }),
    );
  });

  test('a request of cause once that may have been sent is not sent again', () => {
    const sent: readonly string[] = ['starting', 'unconfirmed', 'open', 'continued', 'ended'];
    const isSent = ({ marker }: StatusRecord) => sent.includes(stateIn(marker));
    fc.assert(
      fc.property(records, (list) => {
        const newest = list.findLast(({ marker }) => marker.requestKey === ONCE.requestKey);
        if (!newest || !isSent(newest)) return;
        expect(matchEarlierRequest(ONCE, list).kind).not.toBe('none');
      }),
    );
  });

  test('a request that a live run handles is not sent again', () => {
    const isHandled = ({ marker, isLeaseHeld: isAlive }: StatusRecord) =>
      isAlive && marker.requestKey === LABEL.requestKey && ['starting', 'waiting', 'open'].includes(stateIn(marker));
    fc.assert(
      fc.property(records, (list) => {
        if (!isHandled(list.at(-1) ?? sampleRecord({ state: STATES.lost }))) return;
        expect(matchEarlierRequest(LABEL, list).kind).toBe('duplicate');
      }),
    );
  });
});
