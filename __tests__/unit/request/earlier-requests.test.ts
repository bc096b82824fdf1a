import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { nextStep } from '../../../src/request/next-step.ts';
import type { Step } from '../../../src/request/steps.ts';
import type { RequestIdentity } from '../../../src/thread/earlier-requests.ts';
import type { StatusRecord } from '../../../src/thread/status-records.ts';
import { type State, stateIn } from '../../support/phases.ts';
import { LABEL, ONCE, RERUN } from '../../support/sample-identities.ts';
import { type RecordFields, STATES, sampleRecord, sampleRequest } from '../../support/sample-records.ts';
import { asked, first, knowing } from '../../support/step-table.ts';

type Name = State['state'];
const NAMES: readonly Name[] = [
  ...(['starting', 'waiting', 'unsent', 'unconfirmed', 'open', 'continued', 'ended', 'lost'] as const),
];
const madeIn = (name: Name, fields: RecordFields = {}) => sampleRecord({ state: STATES[name], ...fields });

/** The step of a run that finds these records, before it knows anything else. */
const stepAfter = (identity: RequestIdentity, records: readonly StatusRecord[]): Step =>
  nextStep(asked({ identity }), knowing(first(...records)));

function said(step: Step): string {
  if (step.do === 'announce') return step.note ? 'new, and why' : 'new';
  if (step.do === 'stop') return 'duplicate' in step.outcome ? 'duplicate' : step.outcome.verdict;
  return step.do === 'read-job' ? 'job' : step.do;
}

/** Rows: who asks, and whether the lease is held. Columns: the states, as in NAMES. */
const TABLE: readonly [string, RequestIdentity, boolean, readonly string[]][] = [
  ['a re-run', RERUN, false, ['unconfirmed', 'new', 'new', 'unconfirmed', 'job', 'job', 'job', 'new, and why']],
  [
    'a re-run within the lease',
    RERUN,
    true,
    ['unconfirmed', 'new', 'new', 'unconfirmed', 'job', 'job', 'job', 'new, and why'],
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
    expect(said(stepAfter(identity, [madeIn(name, { isAlive })]))).toBe(expected);
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
        const step = stepAfter(identity, list);
        if (step.do === 'stop') expect(list).toContain(step.because);
        if (step.do === 'read-job') expect(list.map(({ facts }) => facts.job)).toContain(step.job);
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
        expect(stepAfter(ONCE, list).do).not.toBe('announce');
      }),
    );
  });

  test('a request that a live run handles is not sent again', () => {
    const isHandled = ({ marker, isLeaseHeld: isAlive }: StatusRecord) =>
      isAlive && marker.requestKey === LABEL.requestKey && ['starting', 'waiting', 'open'].includes(stateIn(marker));
    fc.assert(
      fc.property(records, (list) => {
        if (!isHandled(list.at(-1) ?? sampleRecord({ state: STATES.lost }))) return;
        expect(said(stepAfter(LABEL, list))).toBe('duplicate');
      }),
    );
  });
});
