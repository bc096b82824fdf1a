import { expect, test } from '@jest/globals';
import { createMemoryThread } from '../../support/memory-thread.ts';
import { sampleJob } from '../../support/sample-job.ts';
import { OUTCOMES } from '../../support/sample-outcomes.ts';
import { STATES } from '../../support/sample-records.ts';

/** A run that works for alice, in the comment 101. */
async function working() {
  const world = createMemoryThread();
  /** What was asked of GitHub until somebody asked for a name. */
  const beforeName: string[] = [];
  let meanwhile = () => {};
  const me = world.process('me', {
    ...{ login: 'alice', request: { requester: 5 } },
    onName() {
      beforeName.push(...world.calls);
      meanwhile();
    },
  });
  await me.report.asking();
  await me.report.working(sampleJob(), new Date(0));
  return {
    ...{ ...world, ...me, beforeName },
    /** What happens while GitHub is asked for the name. */
    meanwhile: (act: () => void) => {
      meanwhile = act;
    },
  };
}

test('the login for the mention is read before the last reading of the comment', async () => {
  const { report, calls, beforeName } = await working();
  await report.ended(OUTCOMES['pull request'], 0);
  expect(beforeName).toEqual(['create 101', 'update 101']);
  expect(calls.slice(beforeName.length)).toEqual(['get 101', 'update 101', 'get 101', 'create 102']);
});

test('a run leaves the end to another run that appears while the login is read', async () => {
  const { report, calls, bodyOf, seed, meanwhile } = await working();
  meanwhile(() => seed({ id: 101, state: STATES.continued }));
  await report.superseded(60_000, true);
  expect(await report.ended(OUTCOMES['pull request'], 0)).toBe('told');
  expect(bodyOf(101)).toMatch(/^\*\*Somebody wrote this/);
  expect(calls.filter((call) => call.startsWith('update'))).toHaveLength(1);
});

test('a comment that could not be read before the end does not prevent the mention', async () => {
  const { report, clock, faults, bodyOf } = await working();
  faults.set('get', { error: Object.assign(new Error('foreign words'), { status: 502 }) });
  clock.at(500, () => faults.delete('get'));
  expect(await report.ended(OUTCOMES['pull request'], 0)).toBe('told');
  expect(bodyOf(102)).toMatch(/^@alice /);
});

test('an error about a job mentions no one and reads no login, as the job may be seen again', async () => {
  const { report, ids, markerOf, beforeName } = await working();
  expect(await report.ended(OUTCOMES['error with a job'], 0)).toBe('told');
  expect(beforeName).toEqual([]);
  expect(ids()).toEqual([101]);
  expect(markerOf(101)).toMatchObject({ state: 'open', mentioned: false });
});
