import { expect, test } from '@jest/globals';
import { createMemoryThread } from '../../support/memory-thread.ts';
import { sampleJob } from '../../support/sample-job.ts';
import { OUTCOMES } from '../../support/sample-outcomes.ts';
import { STATES, urlOf } from '../../support/sample-records.ts';

/** A run that works for alice, in the comment 101. */
async function working() {
  const world = createMemoryThread();
  /** The requests to GitHub before the login was read. */
  const beforeName: string[] = [];
  const me = world.process('me', {
    login: 'alice',
    request: { requester: 5 },
    onName() {
      beforeName.push(...world.calls);
    },
  });
  await me.report.announce(undefined);
  await me.report.working(sampleJob(), new Date(0));
  return { ...world, ...me, beforeName };
}

test('the login for the mention is read before the last reading of the comment', async () => {
  const { report, calls, beforeName } = await working();
  await report.ended(OUTCOMES['pull request'], 0);
  expect(beforeName).toEqual(['create 101', 'update 101']);
  expect(calls.slice(beforeName.length)).toEqual(['get 101', 'update 101', 'get 101', 'create 102']);
});

test('before the end is reported elsewhere, the final edit and the mention are saved, and the login is read once', async () => {
  const { report, saved, beforeName, calls } = await working();
  await report.ending(OUTCOMES['pull request']);
  expect(saved.at(-1)).toMatchObject({
    comment: 101,
    prose: expect.stringContaining('Pull request ready'),
    marker: { state: 'ended', mentioned: 'end' },
    mention: expect.stringMatching(/^@alice ✅ Pull request ready/),
  });
  expect(calls).toEqual(beforeName);
  expect(await report.ended(OUTCOMES['pull request'], 0)).toBe('reported');
  expect(beforeName).toEqual(['create 101', 'update 101']);
});

test('a run that found its request continued leaves the comment unchanged', async () => {
  const { report, calls, bodyOf, seed } = await working();
  seed({ id: 101, state: STATES.continued });
  expect(await report.continuedBy()).toBe(urlOf(900));
  expect(await report.ended(OUTCOMES['continued by a later request'], 0)).toBe('reported');
  expect(bodyOf(101)).toMatch(/^\*\*Written by another process/);
  expect(calls.filter((call) => call === 'get 101')).toHaveLength(1);
});

test('a mention whose time has come only after the timeout is left to the post step', async () => {
  const { report, clock, saved, ids } = await working();
  clock.pass(600_000);
  expect(await report.ended(OUTCOMES['pull request'], 0)).toBe('not-reported');
  expect(ids()).toEqual([101]);
  expect(saved.at(-1)).toMatchObject({ comment: 101, mention: expect.stringMatching(/^@alice ✅ Pull request ready/) });
});

test('a comment that could not be read before the end does not prevent the mention', async () => {
  const { report, clock, faults, bodyOf } = await working();
  faults.set('get', { error: Object.assign(new Error('untrusted text'), { status: 502 }) });
  clock.at(500, () => faults.delete('get'));
  expect(await report.ended(OUTCOMES['pull request'], 0)).toBe('reported');
  expect(bodyOf(102)).toMatch(/^@alice /);
});

test('an error about a job mentions no account and reads no login, as a later run may be able to read the job', async () => {
  const { report, ids, markerOf, beforeName } = await working();
  expect(await report.ended(OUTCOMES['error with a job'], 0)).toBe('reported');
  expect(beforeName).toEqual([]);
  expect(ids()).toEqual([101]);
  expect(markerOf(101)).toMatchObject({ state: 'open', mentioned: 'no' });
});
