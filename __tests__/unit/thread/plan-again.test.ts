import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { MarkerState } from '../../../src/thread/marker.ts';
import { plan } from '../../../src/thread/plan.ts';
import type { StatusRecord } from '../../../src/thread/records.ts';
import { type RecordFields, STATES, sampleRecord, sampleRequest } from '../../support/sample-records.ts';
import { COMMAND, LABEL, ONCE, RERUN } from '../../support/sample-wishes.ts';

const madeIn = (name: MarkerState['state'], fields: RecordFields = {}) =>
  sampleRecord({ state: STATES[name], ...fields });

describe('a job of the same wish that is there is not paid for again', () => {
  const ofAnother = (name: MarkerState['state'], fields: RecordFields = {}) =>
    madeIn(name, { id: 2, run: 88, ...fields });

  test.each([
    ['of which nothing was sent', 'unsent' as const],
    ['that is told of already', 'ended' as const],
  ])('by a run that is run again, %s, while another run has the wish open', (_, own) => {
    const planned = plan(RERUN, [madeIn(own, { id: 1 }), ofAnother('open', { state: { state: 'open', job: 'j_2' } })]);
    expect(planned).toMatchObject({ kind: 'look', jobId: 'j_2' });
  });

  test('by a run that is run again, of which nothing was sent, while another run starts it', () => {
    const records = [madeIn('unsent', { id: 1 }), ofAnother('starting', { isAlive: true })];
    expect(plan(RERUN, records)).toMatchObject({ kind: 'await', isSameWish: true });
  });

  test('by a label that is set again, after another run that sent nothing came later than the job', () => {
    expect(plan(LABEL, [madeIn('open', { id: 1, run: 66 }), madeIn('unsent', { id: 2, run: 90 })])).toMatchObject({
      kind: 'look',
      purpose: 'join',
    });
  });

  test('by a run that is run again, whose first attempt went with the job of another run, which has ended', () => {
    expect(plan(RERUN, [ofAnother('ended')])).toMatchObject({ kind: 'look', purpose: 'renew' });
  });
});

test('a request of which nothing was sent is asked by its next attempt, whatever came of an earlier wish for the same', () => {
  const records = [madeIn('ended', { id: 1, run: 66 }), madeIn('unsent', { id: 2 })];
  expect(plan(RERUN, records)).toEqual({ kind: 'create' });
});

describe('for any thread', () => {
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

  test('what is planned goes by a record of the thread, and by its own job', () => {
    fc.assert(
      fc.property(wish, records, (wants, list) => {
        const planned = plan(wants, list);
        if (planned.kind === 'create') return;
        expect(list).toContain(planned.record);
        if (planned.kind === 'look') expect(planned.record.marker).toMatchObject({ job: planned.jobId });
      }),
    );
  });

  test('a request that can ask only once, and may have been sent, is not sent again by another run', () => {
    fc.assert(
      fc.property(records, (list) => {
        const newest = list.findLast(({ marker }) => marker.wish === ONCE.wish);
        if (!newest || newest.marker.state === 'unsent') return;
        expect(plan(ONCE, list).kind).not.toBe('create');
      }),
    );
  });
});
