import { describe, expect, test } from '@jest/globals';
import type { Outcome } from '../../../src/outcome.ts';
import type { JobReading } from '../../../src/service/job-reading.ts';
import { type ClaimScene, claiming } from '../../support/claim-scene.ts';
import type { MemoryThread } from '../../support/memory-thread.ts';
import { read } from '../../support/sample-job.ts';
import { OUTCOMES } from '../../support/sample-outcomes.ts';
import { STATES } from '../../support/sample-records.ts';

const SKIPPED: Outcome = { verdict: 'skipped', reason: 'no page was visited' };

/** A run that may spend nothing, in its second attempt. */
const hindered = (before: (thread: MemoryThread) => void, scene: ClaimScene = {}) =>
  claiming({ requestKey: { attempt: 2 }, analyticsFailure: SKIPPED, before, ...scene });

const writes = ({ calls }: MemoryThread) => calls.filter((call) => /^(?:create|update|remove)/.test(call));

describe('a run that may create nothing', () => {
  test('announces nothing in an empty thread, and does not pause', async () => {
    const { claimed, thread, warnings } = await hindered(() => {});
    expect(claimed).toEqual({ kind: 'ended', outcome: SKIPPED });
    expect([thread.calls, thread.clock.pauses, warnings]).toEqual([['list'], [], []]);
  });

  test('reports an error in a comment of its own, and a skipped request in none', async () => {
    const skipped = await hindered(() => {});
    await skipped.report.ended(SKIPPED, 0);
    expect(skipped.thread.ids()).toEqual([]);
    const failed = await hindered(() => {});
    await failed.report.ended(OUTCOMES['quota of the analytics exhausted until'], 0);
    expect(failed.thread.ids()).toEqual([101]);
  });

  test('reports an error in the comment of its earlier attempt', async () => {
    const seed = (thread: MemoryThread) => void thread.seed({ id: 99, run: 88, state: STATES.unsent });
    for (const attempt of [2, 3]) {
      const { claimed, thread, report } = await hindered(seed, { requestKey: { attempt } });
      expect([claimed.kind, writes(thread)]).toEqual(['ended', []]);
      await report.ended(OUTCOMES['quota of the analytics exhausted until'], 0);
      expect(thread.ids()).toEqual([99]);
      expect(thread.bodyOf(99)).toContain('Analytics quota used up');
      expect(thread.markerOf(99)).toMatchObject({ state: 'unsent' });
    }
  });

  test('leaves the comment of its earlier attempt unchanged if it is skipped', async () => {
    const { thread, report } = await hindered((thread) => void thread.seed({ id: 99, run: 88, state: STATES.unsent }));
    const before = thread.bodyOf(99);
    await report.ended(SKIPPED, 0);
    expect([thread.ids(), thread.bodyOf(99)]).toEqual([[99], before]);
  });

  test.each([
    [true, 101],
    [false, 99],
  ])('explains a new job only if it may create one after all: %s', async (mayCreate, comment) => {
    const failed = (thread: MemoryThread) => void thread.seed({ id: 99, run: 88, state: STATES.open });
    const { claimed, thread, report } = await hindered(failed, {
      service: [read('failed')],
      ...(mayCreate ? { analyticsFailure: undefined } : {}),
    });
    expect(claimed.kind).toBe(mayCreate ? 'create' : 'ended');
    await report.ended(OUTCOMES['quota of the analytics exhausted until'], 0);
    expect(thread.ids()).toEqual([comment]);
    expect(thread.bodyOf(comment)).toContain('Analytics quota used up');
    expect(thread.bodyOf(comment)?.includes('New job, as the first attempt')).toBe(mayCreate);
  });

  test('leaves the comments of other runs unchanged', async () => {
    const { thread, report } = await hindered((thread) => {
      thread.seed({ id: 99, run: 66, state: STATES.unsent });
      thread.seed({ id: 100, run: 67, requestKey: 'another-request12', state: STATES.unsent });
    });
    const others = () => [99, 100].map((id) => thread.bodyOf(id));
    const before = others();
    await report.ended(OUTCOMES['quota of the analytics exhausted until'], 0);
    expect([others(), thread.ids()]).toEqual([before, [99, 100, 101]]);
  });

  test.each<[string, number, readonly JobReading[]]>([
    ['its earlier attempt', 88, [read('active')]],
    ['another run', 66, [read('active')]],
  ])('attaches to an open job of %s', async (_, run, service) => {
    const { claimed, thread } = await hindered((thread) => void thread.seed({ id: 99, run, state: STATES.open }), {
      service,
    });
    expect(claimed).toMatchObject({ kind: 'attach', job: { id: 'j_8fk2' } });
    expect(writes(thread)).toEqual([]);
  });
});
