import { describe, expect, test } from '@jest/globals';
import type { RequestIdentity } from '../../../src/thread/earlier-requests.ts';
import {
  type FollowUpTarget,
  handledHead,
  newestJobOf,
  openedBy,
  type Turn,
  turnOf,
} from '../../../src/thread/job-to-continue.ts';
import { hashOf, type Marker, type MarkerState } from '../../../src/thread/marker.ts';
import type { StatusRecord } from '../../../src/thread/status-records.ts';
import { COMMAND } from '../../support/sample-identities.ts';
import { type RecordFields, STATES, sampleRecord } from '../../support/sample-records.ts';

const NEWEST: FollowUpTarget = { kind: 'thread', openedBy: undefined, orElse: 'create' };
const turnOfCommand = (identity: RequestIdentity, records: readonly StatusRecord[]) =>
  turnOf(NEWEST, identity, records, new Set());
const turnForJob = (jobId: string, records: readonly StatusRecord[]) =>
  turnOf({ kind: 'job', jobId }, COMMAND, records, new Set());

const OTHER = { requestKey: 'request-of-other' };
const ended = (job: string) => ({ state: 'ended', job, verdict: 'pull-request', link: '' }) as const;
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
    const records = [madeIn('ended', { id: 1, stepKey: 'another-step-123' }), madeIn('unsent', { id: 2 })];
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
      { state: STATES.starting, before: { job: 'j_1', link: '' }, isAlive: true },
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

describe('a request that continues the pull request of its cause', () => {
  const CAUSE = hashOf('branch', 'main');
  const identity = { ...COMMAND, cause: CAUSE };
  const ofCause = (fields: RecordFields) => sampleRecord({ cause: CAUSE, ...OTHER, ...fields });
  const turn = (records: readonly StatusRecord[], dismissed: readonly string[] = []) =>
    said(turnOf({ kind: 'cause' }, identity, records, new Set(dismissed)));

  test('continues the newest job of the same step and cause', () => {
    const records = [ofCause({ id: 1, state: ended('j_1') }), ofCause({ id: 2, state: ended('j_2') })];
    expect(turn(records)).toBe('continue j_2');
    expect(turn(records, ['j_2'])).toBe('continue j_1');
    expect(turn(records, ['j_2', 'j_1'])).toBe('new');
  });

  test.each<[string, RecordFields]>([
    ['another cause', { cause: hashOf('branch', 'next') }],
    ['another step', { stepKey: 'another-step-123' }],
    ['no cause', { cause: '' }],
  ])('leaves jobs of %s alone', (_, fields) => {
    expect(turn([ofCause({ state: ended('j_1'), ...fields })])).toBe('new');
  });

  test('waits for a run of the same cause that holds its lease', () => {
    expect(turn([ofCause({ state: STATES.starting, isAlive: true })])).toBe('wait');
    expect(turn([ofCause({ state: open('j_1'), isAlive: true })])).toBe('wait');
  });

  test('continues a job that only the comment on its pull request names', () => {
    expect(turn([ofCause({ state: { state: 'opened', job: 'j_3' } })])).toBe('continue j_3');
  });
});

describe('the newest commit that was handled', () => {
  const identity = { stepKey: COMMAND.stepKey, cause: hashOf('branch', 'main'), run: 78 };
  const [one, two] = ['1'.repeat(40), '2'.repeat(40)];
  const at = (id: number, head: string, state: MarkerState) => sampleRecord({ id, head, cause: identity.cause, state });

  test.each<[string, MarkerState, string | undefined]>([
    ['with a pull request', ended('j_2'), two],
    ['without changes', { ...ended('j_2'), verdict: 'no-changes' }, two],
    ['that failed', { ...ended('j_2'), verdict: 'failed' }, one],
    ['that is open', open('j_2'), one],
    ['known by the comment on its pull request', { state: 'opened', job: 'j_2' }, two],
  ])('is the one of the newest job %s, or else of the one before', (_, state, expected) => {
    expect(handledHead(identity, [at(1, one, ended('j_1')), at(2, two, state)])).toBe(expected);
  });

  test('is not what an earlier attempt of the same run has handled', () => {
    const records = [at(1, one, ended('j_1'))];
    expect(handledHead({ ...identity, run: records[0]?.marker.run ?? 0 }, records)).toBeUndefined();
  });

  test('is unknown without a request of the same cause that had commits', () => {
    expect(handledHead(identity, [])).toBeUndefined();
    expect(handledHead(identity, [at(1, '', ended('j_1'))])).toBeUndefined();
    expect(handledHead({ ...identity, cause: hashOf('branch', 'next') }, [at(1, one, ended('j_1'))])).toBeUndefined();
  });
});

describe('a command in a pull request that a job opened', () => {
  const opened = sampleRecord({ id: 1, state: { state: 'opened', job: 'j_1' }, key: 'another-key-1234' });
  const inPull: FollowUpTarget = { kind: 'thread', openedBy: 'j_1', orElse: 'create' };

  test('continues that job in every leg of a matrix', () => {
    expect(said(turnOf(inPull, COMMAND, [opened], new Set()))).toBe('continue j_1');
  });

  test('continues that job if no comment says so yet', () => {
    expect(said(turnOf(inPull, COMMAND, [], new Set()))).toBe('continue j_1');
  });

  test('continues the newest job of the thread, after one that got a job of its own', () => {
    const later = sampleRecord({ id: 2, ...OTHER, state: ended('j_2') });
    expect(said(turnOf(inPull, COMMAND, [opened, later], new Set()))).toBe('continue j_2');
  });

  test('continues that job after a request that may have got none', () => {
    const unconfirmed = sampleRecord({ id: 2, ...OTHER, state: STATES.unconfirmed });
    expect(said(turnOf(inPull, COMMAND, [opened, unconfirmed], new Set()))).toBe('continue j_1');
  });

  test('finds the opener of its project only', () => {
    expect(openedBy(COMMAND.project, [opened])).toBe('j_1');
    expect(openedBy(hashOf('another'), [opened])).toBeUndefined();
    expect(newestJobOf(COMMAND, [opened])).toBe('j_1');
    expect(
      newestJobOf(COMMAND, [sampleRecord({ ...OTHER, key: 'another-key-1234', state: open('j_9') })]),
    ).toBeUndefined();
  });
});
