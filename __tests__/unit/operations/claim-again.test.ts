import { describe, expect, test } from '@jest/globals';
import type { Reading } from '../../../src/agent/client.ts';
import type { MarkerState } from '../../../src/thread/marker.ts';
import { claiming } from '../../support/claim-scene.ts';
import type { MemoryThread } from '../../support/memory-thread.ts';
import { PULL_REQUEST, read, sampleJob } from '../../support/sample-job.ts';
import { OUTCOMES } from '../../support/sample-outcomes.ts';
import { type MarkerFields, STATES } from '../../support/sample-records.ts';

const AGAIN = { attempt: 2 };
const OWN = { run: 88 };
const NOT_FOUND: Reading = { kind: 'not-found' };

/** A run is run again; its first attempt left its comment in this state, a minute ago. */
const again = (state: MarkerState, service: readonly Reading[] = [], more: MarkerFields = {}) =>
  claiming({
    ...{ wish: AGAIN, service },
    before: (thread) => {
      thread.seed({ id: 99, ...OWN, ...more, state });
      thread.clock.pass(60_000);
    },
  });

describe('a run that is run again, by what its comment remembers', () => {
  test.each<[string, MarkerState, readonly Reading[], string]>([
    ['an open job that works', STATES.open, [read('active')], 'attach'],
    ['an open job that has ended', STATES.open, [read('completed', PULL_REQUEST)], 'attach'],
    ['an open job that failed', STATES.open, [read('failed')], 'create'],
    ['an open job that was archived', STATES.open, [read('archived')], 'create'],
    ['an open job that is gone', STATES.open, [NOT_FOUND], 'create'],
    ['an end', STATES.ended, [read('completed')], 'attach'],
    ['a job that went on', STATES.continued, [read('active')], 'attach'],
    ['that nothing was sent', STATES.unsent, [], 'create'],
  ])('%s', async (_, state, service, kind) => {
    const { claimed, thread } = await again(state, service);
    expect(claimed.kind).toBe(kind);
    expect(thread.ids()).toHaveLength(1); // a request has one comment
  });

  test.each([STATES.starting, STATES.unconfirmed, STATES.closed])(
    '$state: it is told, and not asked again',
    async (state) => {
      const { claimed, thread } = await again(state, [], { alive: 600 });
      expect(claimed).toMatchObject({ kind: 'ended', outcome: { verdict: 'unconfirmed' } });
      expect(thread.calls).toEqual(['list']);
    },
  );

  test('a follow-up is waited for as what it is', async () => {
    const before = { hasEnded: true, link: '' };
    const { claimed } = await again(STATES.open, [read('completed')], { before });
    expect(claimed).toMatchObject({ kind: 'attach', since: { kind: 'follow-up', before } });
  });
});

describe('a second job is not paid for', () => {
  test('by a command that is run again after one that came later: it goes to the job of that', async () => {
    const { claimed } = await claiming({
      ...{ wish: { ...AGAIN, asksOnce: true, continues: true }, service: [read('active')] },
      before: (thread) => {
        thread.seed({ id: 99, ...OWN, state: STATES.unsent });
        thread.seed({ id: 120, run: 90, wish: 'later-wish-12345', state: STATES.open });
      },
    });
    expect(claimed).toMatchObject({ kind: 'follow-up', job: { id: 'j_8fk2' } });
  });

  test.each([
    ['before it looks again', 2_500],
    ['only later', 7_000],
  ])(
    'by a run that is run again, while another run that said so before it starts a job, which is there %s',
    async (_, at) => {
      const { claimed } = await claiming({
        ...{ wish: AGAIN, service: [read('failed'), read('active')], readTakes: 1_000 },
        before: (thread) => {
          thread.seed({ id: 99, ...OWN, state: STATES.ended });
          thread.clock.at(500, () => thread.seed({ id: 101, run: 90, state: STATES.starting, alive: 600 }));
          thread.clock.at(at, () => thread.seed({ id: 101, run: 90, state: STATES.open, alive: 600 }));
        },
      });
      expect(claimed.kind).toBe('attach');
    },
  );

  test.each([
    ['that nobody waits for', 0],
    ['that another run waits for', 600],
  ])('where the service does not know the young job yet, %s', async (_, alive) => {
    const { claimed } = await claiming({
      service: [NOT_FOUND, NOT_FOUND, read('active')],
      before: (thread: MemoryThread) => void thread.seed({ id: 99, run: 66, state: STATES.open, alive }),
    });
    expect(claimed.kind).toBe('attach');
  });

  test('because its own word, which it took back, could not be deleted: it is not waited for', async () => {
    const { claimed } = await claiming({
      budget: 60_000,
      before: (thread) => {
        thread.faults.set('remove', { error: Object.assign(new Error('foreign words'), { status: 502 }) });
        thread.clock.at(1_000, () => thread.seed({ id: 99, run: 66, state: STATES.starting, alive: 600 }));
        thread.clock.at(4_000, () => thread.seed({ id: 99, run: 66, state: STATES.unsent }));
      },
    });
    expect(claimed.kind).toBe('create');
  });
});

test('a word that was taken back and could not be deleted does not say for ever that a job is asked for', async () => {
  const { claimed, thread } = await claiming({
    service: [read('active')],
    before: (thread) => {
      thread.clock.at(1_000, () => {
        thread.seed({ id: 99, run: 66, state: STATES.open, alive: 600 });
        thread.faults.set('remove', { error: Object.assign(new Error('foreign words'), { status: 403 }) });
      });
    },
  });
  expect(claimed.kind).toBe('attach');
  expect(thread.bodyOf(101) ?? '').not.toContain('Asking the agent');
});

test('who was mentioned already is not mentioned again, when a later attempt watches the same job to its end', async () => {
  const { claimed, thread, report } = await claiming({
    ...{ wish: { ...AGAIN, requester: 5 }, login: 'alice', service: [read('active')] },
    before: (thread) => void thread.seed({ id: 99, ...OWN, state: STATES.ended, requester: 5, mentioned: true }),
  });
  expect(claimed.kind).toBe('attach');
  await report.working(sampleJob(), new Date(0));
  await report.ended(OUTCOMES['pull request'], 0);
  expect(thread.ids()).toHaveLength(1);
});
