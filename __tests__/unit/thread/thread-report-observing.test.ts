import { describe, expect, test } from '@jest/globals';
import type { StatusRecord } from '../../../src/thread/records.ts';
import { createMemoryThread, type ProcessOptions } from '../../support/memory-thread.ts';
import { sampleJob } from '../../support/sample-job.ts';
import { OUTCOMES } from '../../support/sample-outcomes.ts';
import { type MarkerFields, STATES, urlOf } from '../../support/sample-records.ts';

const UNTIL = new Date(0);
const SECOND = 1_000;
const SEEN_AGE = 100 * SECOND;

/** A run that observes how another one watches a job, for 600 s, 100 s of which are over. */
async function observing(options: ProcessOptions = {}) {
  const world = createMemoryThread();
  const comment = world.seed({ id: 7, state: STATES.open, alive: 600, requester: 5 });
  const me = world.process('me', { login: 'alice', ...options });
  const record: StatusRecord = {
    ...{ comment, marker: world.markerOf(7) ?? fail(), openFor: SEEN_AGE },
    ...{ age: SEEN_AGE, isAlive: true },
  };
  me.report.observe(record);
  await me.report.working(sampleJob(), UNTIL);
  const writes = () => world.calls.filter((call) => !/^(get|list)/.test(call));
  /** The other run writes its comment once more. */
  const otherSays = (fields: MarkerFields) => world.seed({ id: 7, requester: 5, ...fields });
  return { ...world, ...me, writes, otherSays };
}

describe('a run that observes the job of another run', () => {
  test('reports the URL of the other comment, and writes nothing while it waits', async () => {
    const { report, writes, saved } = await observing();
    expect(report.url).toBe(urlOf(7));
    expect(await report.superseded(60 * SECOND)).toBeUndefined();
    expect(writes()).toEqual([]);
    expect(saved).toEqual([]);
  });

  test('leaves the end to the other run during its lease', async () => {
    const { report, writes, saved, clock } = await observing();
    clock.pass(499 * SECOND);
    expect(await report.ended(OUTCOMES['pull request'], 0)).toBe('told');
    expect(writes()).toEqual([]);
    expect(saved).toEqual([]);
  });

  test.each<[string, MarkerFields]>([
    ['reported the end', { state: STATES.ended }],
    ['handed the job over', { state: STATES.continued }],
  ])('writes nothing if the other run %s', async (_, fields) => {
    const { report, writes, clock, otherSays } = await observing();
    otherSays(fields);
    clock.pass(1_000 * SECOND);
    expect(await report.ended(OUTCOMES['pull request'], 0)).toBe('told');
    expect(writes()).toEqual([]);
  });

  test('writes nothing if the comment cannot be read', async () => {
    const { report, writes, clock, faults } = await observing();
    clock.pass(1_000 * SECOND);
    faults.set('get', { error: new Error('foreign words') });
    expect(await report.ended(OUTCOMES['pull request'], 0)).toBe('told');
    expect(writes()).toEqual([]);
  });

  test('ends when the job gets a follow-up', async () => {
    const { report, writes, otherSays } = await observing();
    otherSays({ state: STATES.continued, writer: 'w'.repeat(16) });
    expect(await report.superseded(60 * SECOND)).toEqual({ kind: 'continued', url: urlOf(900) });
    expect(await report.ended(OUTCOMES['pull request'], 0)).toBe('told');
    expect(writes()).toEqual([]);
  });
});

describe('a run that observes reports the end if the other run', () => {
  test.each<[string, number, MarkerFields | undefined]>([
    ['has no lease any more', 500, undefined],
    ['gave up its lease', 1, { alive: 0 }],
  ])('%s', async (_, seconds, fields) => {
    const { report, writes, saved, clock, bodyOf, markerOf, otherSays } = await observing();
    if (fields) otherSays(fields);
    clock.pass(seconds * SECOND);
    expect(await report.ended(OUTCOMES['pull request'], 0)).toBe('told');
    expect(bodyOf(7)).toMatch(/^\*\*✅ Pull request ready/);
    expect(markerOf(7)).toMatchObject({ state: 'ended', requester: 5, run: 77, mentioned: true });
    expect(bodyOf(101)).toMatch(/^@alice ✅ Pull request ready/);
    expect(writes()).toEqual(['update 7', 'create 101']);
    expect(saved).toHaveLength(1);
  });

  test('gave up its lease after a mention, without a second mention', async () => {
    const { report, writes, otherSays } = await observing();
    otherSays({ alive: 0, mentioned: true });
    await report.ended(OUTCOMES['pull request'], 0);
    expect(writes()).toEqual(['update 7']);
  });
});

const fail = (): never => {
  throw new Error('It is not there.');
};
