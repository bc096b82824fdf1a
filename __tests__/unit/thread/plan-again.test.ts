import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { MarkerState } from '../../../src/thread/marker.ts';
import { plan } from '../../../src/thread/plan.ts';
import type { StatusRecord } from '../../../src/thread/records.ts';
import { type RecordFields, STATES, sampleRecord, sampleRequest } from '../../support/sample-records.ts';
import { COMMAND, LABEL, ONCE, RERUN } from '../../support/sample-wishes.ts';

const madeIn = (name: MarkerState['state'], fields: RecordFields = {}) =>
  sampleRecord({ state: STATES[name], ...fields });

describe('an existing job of the same request is not created again', () => {
  const ofAnother = (name: MarkerState['state'], fields: RecordFields = {}) =>
    madeIn(name, { id: 2, run: 88, ...fields });

  test.each([
    ['whose first attempt sent nothing', 'unsent' as const],
    ['whose first attempt reported its end', 'ended' as const],
  ])('by a re-run %s, while another run has an open job', (_, own) => {
    const planned = plan(RERUN, [madeIn(own, { id: 1 }), ofAnother('open', { state: { state: 'open', job: 'j_2' } })]);
    expect(planned).toMatchObject({ kind: 'look', jobId: 'j_2' });
  });

  test('by a re-run whose first attempt sent nothing, while another run creates the job', () => {
    const records = [madeIn('unsent', { id: 1 }), ofAnother('starting', { isAlive: true })];
    expect(plan(RERUN, records)).toMatchObject({ kind: 'await', isSameWish: true });
  });

  test('by a label that is set again, also if a run that sent nothing came after the job', () => {
    expect(plan(LABEL, [madeIn('open', { id: 1, run: 66 }), madeIn('unsent', { id: 2, run: 90 })])).toMatchObject({
      kind: 'look',
      purpose: 'join',
    });
  });

  test('by a re-run whose first attempt attached to the job of another run, which has ended', () => {
    expect(plan(RERUN, [ofAnother('ended')])).toMatchObject({ kind: 'look', purpose: 'renew' });
  });
});

test('a re-run whose first attempt sent nothing creates the job, also if an earlier run had one', () => {
  const records = [madeIn('ended', { id: 1, run: 66 }), madeIn('unsent', { id: 2 })];
  expect(plan(RERUN, records)).toEqual({ kind: 'create' });
});

describe('for any thread,', () => {
  const record: fc.Arbitrary<StatusRecord> = fc
    .record({
      ...{ state: fc.constantFrom(...Object.values(STATES)), isAlive: fc.boolean() },
      ...{ run: fc.constantFrom(66, 77, 88), attempt: fc.constantFrom(1, 2) },
      wish: fc.constantFrom(sampleRequest().wish, 'another-wish-123'),
    })
    .map((fields) => sampleRecord(fields));
  const records = fc
    .array(record, { maxLength: 5 })
    .map((list) => list.map((one, at) => ({ ...one, comment: { ...one.comment, id: at + 1 } })));
  const wish = fc.constantFrom(RERUN, LABEL, ONCE, COMMAND);

  test('a plan names a record of the thread, and the job of that', () => {
    fc.assert(
      fc.property(wish, records, (wants, list) => {
        const planned = plan(wants, list);
        if (planned.kind === 'create') return;
        expect(list).toContain(planned.record);
        if (planned.kind === 'look') expect(planned.record.marker).toMatchObject({ job: planned.jobId });
      }),
    );
  });

  test('a request of cause once that may have been sent is not sent again', () => {
    fc.assert(
      fc.property(records, (list) => {
        const newest = list.findLast(({ marker }) => marker.wish === ONCE.wish);
        if (!newest || newest.marker.state === 'unsent' || newest.marker.state === 'lost') return;
        expect(plan(ONCE, list).kind).not.toBe('create');
      }),
    );
  });
});
