import { describe, expect, test } from '@jest/globals';
import type { Reading } from '../../../src/agent/client.ts';
import { snapshotOf } from '../../../src/agent/job.ts';
import { sightOf, sightOfRecord } from '../../../src/thread/sight.ts';
import { PULL_REQUEST, read, refused, sampleJob, transient } from '../../support/sample-job.ts';
import { type RecordFields, STATES, sampleRecord } from '../../support/sample-records.ts';

const look = (reading: Reading, fields: RecordFields = {}) => sightOf(reading, sampleRecord(fields), 'j_8fk2');
const WATCHED = { alive: 600, isAlive: true };
const DESERTED = { alive: 600, isAlive: false };
const STARTING_ELSEWHERE = { state: STATES.starting, isUnderOtherKey: true };
const ENDED_BEFORE = { before: snapshotOf(sampleJob('completed', PULL_REQUEST)) };
const ACTIVE_BEFORE = { before: snapshotOf(sampleJob('active')) };

describe('the comment alone tells', () => {
  describe.each([false, true])('whether our key is one of the project or not: %s', (isOurs) => {
    test.each<[string, RecordFields, string | undefined]>([
      ['nothing of an open job', {}, undefined],
      ['nothing of an open job that is watched', WATCHED, undefined],
      ['nothing of an open job under another key', { isUnderOtherKey: true }, undefined],
      ['nothing of one that a run with another key watches', { isUnderOtherKey: true, ...WATCHED }, undefined],
      ['that a run is asking', { state: STATES.starting, ...WATCHED }, 'active'],
      ['that a run with another key is asking', { ...STARTING_ELSEWHERE, ...WATCHED }, 'active'],
      ['that a run was killed while it asked', { state: STATES.starting, ...DESERTED }, 'news'],
    ])('%s', (_, fields, kind) => {
      expect(sightOfRecord(sampleRecord(fields), isOurs)?.kind).toBe(kind);
    });
  });

  test.each([
    ['is closed once our key is known to be one of the project', true, 'closed'],
    ['is left as long as ours may be the wrong one', false, 'active'],
  ])('what was killed under another key while it asked %s', (_, isOurs, kind) => {
    expect(sightOfRecord(sampleRecord({ ...STARTING_ELSEWHERE, ...DESERTED }), isOurs)).toEqual({ kind });
  });

  test('and then nobody knows whether a job came of it', () => {
    expect(sightOfRecord(sampleRecord({ state: STATES.starting, ...DESERTED }), false)).toMatchObject({
      outcome: { verdict: 'unconfirmed' },
    });
  });
});

describe('a job that goes on', () => {
  test.each<[string, RecordFields]>([
    ['and is watched', WATCHED],
    ['and is not waited for', { alive: 0 }],
  ])('%s: nothing is new', (_, fields) => {
    expect(look(read('active'), fields)).toEqual({ kind: 'active' });
    expect(look(read({ unknown: 'paused' }), fields)).toEqual({ kind: 'active' });
  });

  test('and whose run is gone, though its comment says that it watches: that is told', () => {
    expect(look(read('active'), DESERTED)).toMatchObject({ kind: 'news', outcome: { verdict: 'timed-out' } });
  });
});

describe('a job that ended', () => {
  test.each([
    [read('completed', PULL_REQUEST), 'pull-request'],
    [read('failed'), 'failed'],
    [read('archived'), 'archived'],
    [read('archived', PULL_REQUEST), 'pull-request'],
  ])('%#: as %s', (reading, verdict) => {
    expect(look(reading)).toMatchObject({ kind: 'news', outcome: { verdict } });
  });

  test('without a link is looked at once more, after 10 s', () => {
    expect(look(read('completed'))).toMatchObject({
      kind: 'doubtful',
      after: 10_000,
      last: { kind: 'news', outcome: { verdict: 'no-changes' } },
    });
  });
});

test('a job that was asked for with another key is read like any other', () => {
  const fields = { isUnderOtherKey: true };
  expect(look(read('active'), fields)).toEqual({ kind: 'active' });
  expect(look(read('failed'), fields)).toMatchObject({ kind: 'news', outcome: { verdict: 'failed' } });
});

describe('a job that got a follow-up', () => {
  test('while it worked: an end must stand for 30 s', () => {
    const sight = look(read('completed', PULL_REQUEST), ACTIVE_BEFORE);
    expect(sight).toMatchObject({
      ...{ kind: 'doubtful', after: 30_000 },
      last: { kind: 'news', outcome: { verdict: 'pull-request' } },
    });
  });

  test('after it had ended: the same end, within 30 s, is the one before', () => {
    expect(look(read('completed', PULL_REQUEST), { ...ENDED_BEFORE, age: 29_999 })).toEqual({ kind: 'active' });
  });

  test.each<[string, Reading, number]>([
    ['the same end, later', read('completed', PULL_REQUEST), 30_000],
    ['another link, at once', read('completed', 'https://github.com/acme/docs/pull/413'), 0],
  ])('after it had ended: %s, is its own', (_, reading, age) => {
    expect(look(reading, { ...ENDED_BEFORE, age })).toMatchObject({ kind: 'news' });
  });
});

describe('a job that the service does not know', () => {
  test('is looked at once more, after 10 s', () => {
    expect(look({ kind: 'not-found' })).toMatchObject({
      ...{ kind: 'doubtful', after: 10_000 },
      last: { kind: 'news', outcome: { verdict: 'error', jobId: 'j_8fk2', job: undefined } },
    });
  });

  test('and that was asked for with another key is closed then, and not before', () => {
    const sight = look({ kind: 'not-found' }, { isUnderOtherKey: true });
    expect(sight).toEqual({ kind: 'doubtful', after: 10_000, last: { kind: 'closed' } });
  });

  test.each<[string, RecordFields]>([
    ['a run with another key watches it', { ...WATCHED, isUnderOtherKey: true }],
    ['it was asked for with another key less than 30 s ago', { isUnderOtherKey: true, age: 29_999 }],
  ])('is left where %s', (_, fields) => {
    expect(look({ kind: 'not-found' }, fields)).toEqual({ kind: 'active' });
  });

  test('is left to the run that watches it, which has more patience', () => {
    const sight = look({ kind: 'not-found' }, { ...WATCHED, age: 5_000 });
    expect(sight.kind === 'active' || sight.kind === 'unread').toBe(true);
  });
});

test.each<[string, Reading]>([
  ['refuses', refused('401')],
  ['does not answer', transient('502')],
  ['is busy', { kind: 'throttled', retryIn: 5 }],
])('a service that %s closes nothing', (_, reading) => {
  expect(look(reading, DESERTED)).toEqual({ kind: 'unread', reading });
});
