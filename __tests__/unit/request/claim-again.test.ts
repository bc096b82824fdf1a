import { describe, expect, test } from '@jest/globals';
import { snapshotOf } from '../../../src/service/job.ts';
import type { JobReading } from '../../../src/service/job-reading.ts';
import type { MarkerState } from '../../../src/thread/marker.ts';
import { claiming } from '../../support/claim-scene.ts';
import type { MemoryThread } from '../../support/memory-thread.ts';
import { NOT_FOUND, PULL_REQUEST, read, refused, sampleJob } from '../../support/sample-job.ts';
import { OUTCOMES } from '../../support/sample-outcomes.ts';
import { type MarkerFields, STATES, urlOf } from '../../support/sample-records.ts';

const AGAIN = { attempt: 2 };
const OWN = { run: 88 };
/** The job of a follow-up, when it was sent. */
const NO_LINK = snapshotOf(sampleJob('completed'));

/** A re-run, whose first attempt left its comment in this state, a minute ago. */
const again = (state: MarkerState, service: readonly JobReading[] = [], more: MarkerFields = {}) =>
  claiming({
    requestKey: AGAIN,
    service,
    before: (thread) => {
      thread.seed({ id: 99, ...OWN, ...more, state });
      thread.clock.pass(60_000);
    },
  });

describe('a re-run whose first attempt left', () => {
  test.each<[left: string, kind: string, state: MarkerState, service: readonly JobReading[]]>([
    ['an open job that is active', 'attach', STATES.open, [read('active')]],
    ['an open job that has completed', 'attach', STATES.open, [read('completed', PULL_REQUEST)]],
    ['an open job that failed', 'create', STATES.open, [read('failed')]],
    ['an open job that was archived', 'create', STATES.open, [read('archived')]],
    ['an open job that is gone', 'create', STATES.open, [NOT_FOUND]],
    ['a reported end', 'attach', STATES.ended, [read('completed')]],
    ['a job that got a follow-up', 'attach', STATES.continued, [read('active')]],
    ['a request that was not sent', 'create', STATES.unsent, []],
  ])('%s has the claim `%s`', async (_, kind, state, service) => {
    const { claimed, thread } = await again(state, service);
    expect(claimed.kind).toBe(kind);
    expect(thread.ids()).toHaveLength(1); // a request has one comment
  });

  test.each([STATES.starting, STATES.unconfirmed])(
    'a comment in state $state is unconfirmed, and creates nothing',
    async (state) => {
      const { claimed, thread, report } = await again(state, [], { leaseSeconds: 600 });
      if (claimed.kind !== 'ended') throw new Error(`The claim is ${claimed.kind}.`);
      expect(claimed.outcome).toMatchObject({
        verdict: 'unconfirmed',
        earlier: urlOf(99),
        problem: { message: expect.stringContaining('unknown'), remedy: expect.stringContaining('pull request') },
      });
      expect(thread.calls).toEqual(['list']);
      await report.ended(claimed.outcome, 0);
      expect(thread.ids()).toEqual([99]);
      expect(thread.markerOf(99)).toMatchObject({ state: 'unconfirmed' });
    },
  );

  test('an open job that cannot be read is an error, and creates nothing', async () => {
    const { claimed, thread } = await again(STATES.open, [refused('The service answered 401.')]);
    expect(claimed).toMatchObject({ kind: 'ended', outcome: { verdict: 'error', wasAccepted: false } });
    expect(thread.calls).toEqual(['list']);
  });

  test('a job, and is cancelled while it reads that, is cancelled', async () => {
    const cancel = new AbortController();
    const { claimed } = await claiming({
      requestKey: AGAIN,
      service: [read('active')],
      readTakes: 1_000,
      cancel,
      before: (thread) => {
        thread.seed({ id: 99, ...OWN, state: STATES.open });
        thread.clock.at(500, () => cancel.abort());
      },
    });
    expect(claimed).toEqual({ kind: 'ended', outcome: { verdict: 'cancelled', job: undefined } });
  });

  test.each([
    ['its own', 88, { attempt: 2, previous: 90 }],
    ['another', 66, { run: 66, attempt: 1, previous: 90 }],
  ])('an open follow-up of %s run keeps the link to the request before', async (_, run, marker) => {
    const { thread, report } = await claiming({
      requestKey: AGAIN,
      service: [read('active')],
      before: (thread) => void thread.seed({ id: 99, run, state: STATES.open, previous: 90, before: NO_LINK }),
    });
    await report.working(sampleJob(), new Date(0));
    expect(thread.ids()).toEqual([99]);
    expect(thread.markerOf(99)).toMatchObject(marker);
    expect(thread.bodyOf(99)).toContain(urlOf(90));
  });

  test('an open job that it created links no request before', async () => {
    const { thread, report } = await again(STATES.open, [read('active')]);
    await report.working(sampleJob(), new Date(0));
    expect(thread.markerOf(99)).toMatchObject({ attempt: 2, previous: null });
    expect(thread.bodyOf(99)).not.toContain('#issuecomment-');
  });

  test('a follow-up waits for the end of that follow-up', async () => {
    const { claimed } = await again(STATES.open, [read('completed')], { before: NO_LINK });
    expect(claimed).toMatchObject({ kind: 'attach', since: { kind: 'follow-up', before: NO_LINK } });
  });
});

describe('no second job is created', () => {
  test('by a re-run of a command after a later command, which continues the job of that', async () => {
    const { claimed } = await claiming({
      requestKey: { ...AGAIN, asksOnce: true },
      target: { kind: 'thread', openedBy: undefined, orElse: 'create' },
      service: [read('completed')],
      before: (thread) => {
        thread.seed({ id: 99, ...OWN, state: STATES.unsent });
        thread.seed({ id: 120, run: 90, requestKey: 'later-request123', state: STATES.ended });
      },
    });
    expect(claimed).toMatchObject({ kind: 'follow-up', job: { id: 'j_8fk2' } });
  });

  test('by a re-run while an earlier run creates a job', async () => {
    const { claimed } = await claiming({
      requestKey: AGAIN,
      service: [read('failed')],
      readTakes: 1_000,
      before: (thread) => {
        thread.seed({ id: 99, ...OWN, state: STATES.ended });
        thread.clock.at(500, () => thread.seed({ id: 101, run: 90, state: STATES.starting, leaseSeconds: 600 }));
      },
    });
    expect(claimed).toMatchObject({ outcome: { verdict: 'skipped', duplicate: { run: 90 } } });
  });

  test('while the service does not know a young job yet', async () => {
    const { claimed } = await claiming({
      service: [NOT_FOUND, NOT_FOUND, read('active')],
      before: (thread: MemoryThread) => void thread.seed({ id: 99, run: 66, state: STATES.open }),
    });
    expect(claimed.kind).toBe('attach');
  });
});

test('a re-run deletes only comments of its own request', async () => {
  const { thread } = await claiming({
    requestKey: AGAIN,
    before: (thread) => void thread.seed({ id: 99, ...OWN, requestKey: 'of-a-caller-1234', state: STATES.unsent }),
  });
  expect(thread.ids()).toEqual([99, 101]);
});

test('a retracted comment that could not be deleted does not announce a job any more', async () => {
  const { claimed, thread } = await claiming({
    before: (thread) => {
      thread.clock.at(1_000, () => {
        thread.seed({ id: 99, run: 66, state: STATES.open, leaseSeconds: 600 });
        thread.faults.set('remove', { error: Object.assign(new Error('untrusted text'), { status: 403 }) });
      });
    },
  });
  expect(claimed).toMatchObject({ outcome: { verdict: 'skipped' } });
  expect(thread.bodyOf(101) ?? '').not.toContain('Asking the agent');
});

test('a re-run that waits for a reported job does not mention its requester again', async () => {
  const { claimed, thread, report } = await claiming({
    requestKey: { ...AGAIN, requester: 5 },
    login: 'alice',
    service: [read('active')],
    before: (thread) => void thread.seed({ id: 99, ...OWN, state: STATES.ended, requester: 5, mentioned: true }),
  });
  expect(claimed.kind).toBe('attach');
  await report.working(sampleJob(), new Date(0));
  await report.ended(OUTCOMES['pull request'], 0);
  expect(thread.ids()).toHaveLength(1);
});
