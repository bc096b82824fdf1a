import { describe, expect, test } from '@jest/globals';
import { createMemoryThread } from '../../support/memory-thread.ts';
import { sampleJob } from '../../support/sample-job.ts';
import { OUTCOMES } from '../../support/sample-outcomes.ts';
import { type MarkerFields, STATES, urlOf } from '../../support/sample-records.ts';

const UNTIL = new Date(0);

/** A run that watches its job, in the comment 101. */
async function watching() {
  const world = createMemoryThread();
  const me = world.process('me');
  await me.report.announce(undefined);
  await me.report.working(sampleJob(), UNTIL);
  return { ...world, ...me };
}

describe('the final check', () => {
  test('names the later request that continued the job', async () => {
    const { seed, report } = await watching();
    seed({ id: 101, state: STATES.continued });
    expect(await report.continuedBy()).toBe(urlOf(900));
  });

  test.each<[string, MarkerFields]>([
    ['another run has the request', { state: STATES.open, leaseSeconds: 600 }],
    ['a sweep reported the end', { state: STATES.ended }],
  ])('names none if %s', async (_, fields) => {
    const { seed, report } = await watching();
    seed({ id: 101, ...fields });
    expect(await report.continuedBy()).toBeUndefined();
  });

  test.each<[string, (scene: Awaited<ReturnType<typeof watching>>) => unknown]>([
    ['the comment is unchanged', () => {}],
    ['GitHub does not answer', ({ faults }) => faults.set('get', { error: new Error('untrusted text') })],
    ['a person replaced its text', ({ comments }) => comments.update(101, 'No marker.')],
  ])('names none if %s', async (_, happens) => {
    const scene = await watching();
    await happens(scene);
    expect(await scene.report.continuedBy()).toBeUndefined();
  });

  test('takes one request, also where the end is reported after it', async () => {
    const { report, calls } = await watching();
    await report.continuedBy();
    await report.ended(OUTCOMES.failed, 0);
    expect(calls.filter((call) => call === 'get 101')).toHaveLength(1);
  });
});

test('an edit whose answer was lost does not hide that the comment is our own', async () => {
  const world = createMemoryThread();
  const me = world.process('me');
  const comment = world.seed({ state: STATES.open });
  me.thread.comment.adopt({ comment, marker: world.markerOf(101) ?? fail() });
  const error = Object.assign(new Error('untrusted text'), { status: 502 });
  world.faults.set('update', { error, lost: true });
  await me.report.working(sampleJob(), UNTIL);
  expect(await me.report.continuedBy()).toBeUndefined();
});

describe('a later text of another run stays:', () => {
  test.each<[string, keyof typeof OUTCOMES, MarkerFields]>([
    ['a follow-up, after a timeout', 'timed out', { state: STATES.continued }],
    ['a follow-up, after a cancel', 'cancelled while waiting', { state: STATES.continued }],
    ['a lease, after a sweep', 'timed out', { state: STATES.open, leaseSeconds: 600 }],
    ['an end, after a timeout', 'timed out', { state: STATES.ended }],
  ])('%s', async (_, outcome, fields) => {
    const { seed, report, bodyOf } = await watching();
    const { body } = seed({ id: 101, ...fields });
    await report.ended(OUTCOMES[outcome], 0);
    expect(bodyOf(101)).toBe(body);
  });
});

const fail = (): never => {
  throw new Error('It is not there.');
};
