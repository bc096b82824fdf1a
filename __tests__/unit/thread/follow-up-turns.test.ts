import { describe, expect, test } from '@jest/globals';
import type { RequestIdentity } from '../../../src/thread/earlier-requests.ts';
import type { Marker, MarkerState } from '../../../src/thread/marker.ts';
import type { StatusRecord } from '../../../src/thread/status-records.ts';
import { type FollowUpTarget, handledHead, type Turn, turnOf } from '../../../src/thread/turn.ts';
import { COMMAND } from '../../support/sample-identities.ts';
import { type RecordFields, STATES, sampleRecord } from '../../support/sample-records.ts';

const NEWEST: FollowUpTarget = { kind: 'thread', openedBy: undefined, orElse: 'create' };
const turnOfCommand = (identity: RequestIdentity, records: readonly StatusRecord[]) =>
  turnOf(NEWEST, identity, records, new Set());
const turnForJob = (jobId: string, records: readonly StatusRecord[]) =>
  turnOf({ kind: 'job', jobId }, COMMAND, records, new Set());

const OTHER = { requestKey: 'wish-of-another1' };
const open = (job: string): MarkerState => ({ state: 'open', job });
const madeIn = (name: Marker['state'], fields: RecordFields = {}) =>
  sampleRecord({ state: STATES[name], ...OTHER, ...fields });
const said = (turn: Turn): string => {
  if (turn.kind === 'job') return `continue ${turn.jobId}`;
  return turn.kind === 'none' && turn.instead ? 'new, and why' : turn.kind === 'none' ? 'new' : 'wait';
};

describe('a command after a request', () => {
  test.each<[Marker['state'], whileAlive: string, afterwards: string]>([
    ['starting', 'wait', 'new, and why'],
    ['waiting', 'wait', 'new'],
    ['open', 'wait', 'continue j_8fk2'],
    ['unsent', 'new', 'new'],
    ['unconfirmed', 'new, and why', 'new, and why'],
    ['continued', 'continue j_8fk2', 'continue j_8fk2'],
    ['ended', 'continue j_8fk2', 'continue j_8fk2'],
    ['lost', 'new, and why', 'new, and why'],
  ])('that is %s, within its lease and after it: %s, %s', (state, whileAlive, afterwards) => {
    expect(said(turnOfCommand(COMMAND, [madeIn(state, { isAlive: true })]))).toBe(whileAlive);
    expect(said(turnOfCommand(COMMAND, [madeIn(state, { isAlive: false })]))).toBe(afterwards);
  });

  test('in an empty thread creates a job', () => {
    expect(turnOfCommand(COMMAND, [])).toEqual({ kind: 'none' });
  });

  test.each<[string, RecordFields]>([
    ['another project', { project: 'another-project1' }],
    ['another `key`', { key: 'another-key-1234' }],
  ])('leaves the jobs of %s alone', (_, fields) => {
    const records = [
      madeIn('ended', { id: 1 }),
      madeIn('open', { id: 2, isAlive: true, ...fields, state: open('j_2') }),
    ];
    expect(said(turnOfCommand(COMMAND, records))).toBe('continue j_8fk2');
  });

  test('continues the job of any step, and the one before a request that was not sent', () => {
    const records = [madeIn('ended', { id: 1, stepKey: 'another-slot-123' }), madeIn('unsent', { id: 2 })];
    expect(said(turnOfCommand(COMMAND, records))).toBe('continue j_8fk2');
  });

  test('waits for a follow-up that waits for the same job, and not for one that waits for another', () => {
    const behind = (job: string | null) =>
      madeIn('waiting', { id: 1, isAlive: true, state: { state: 'waiting', behind: job } });
    const job = madeIn('ended', { id: 2 });
    expect(said(turnOfCommand(COMMAND, [behind('j_8fk2'), job]))).toBe('wait');
    expect(said(turnOfCommand(COMMAND, [behind(null), job]))).toBe('wait');
    expect(said(turnOfCommand(COMMAND, [behind('j_other'), job]))).toBe('continue j_8fk2');
  });
});

describe('a follow-up to the job in `job-id`', () => {
  test.each<[string, RecordFields, string]>([
    ['waits for a run that waits for the job', { state: open('j_1'), isAlive: true }, 'wait'],
    ['waits for an earlier follow-up', { state: { state: 'waiting', behind: 'j_1' }, isAlive: true }, 'wait'],
    [
      'waits for a follow-up that is being sent',
      { state: STATES.starting, before: { link: '' }, isAlive: true },
      'wait',
    ],
    ['does not wait for a job that is being created', { state: STATES.starting, isAlive: true }, 'continue j_1'],
    ['does not wait for another job', { state: open('j_2'), isAlive: true }, 'continue j_1'],
    ['does not wait for a run whose lease is over', { state: open('j_1') }, 'continue j_1'],
  ])('%s', (_, fields, expected) => {
    expect(said(turnForJob('j_1', [sampleRecord({ key: 'another-key-1234', ...fields })]))).toBe(expected);
  });

  test('refers to the newest request of the job', () => {
    const records = [1, 2].map((id) => madeIn('ended', { id }));
    expect(turnForJob('j_8fk2', records)).toMatchObject({ kind: 'job', record: { comment: { id: 2 } } });
  });
});
