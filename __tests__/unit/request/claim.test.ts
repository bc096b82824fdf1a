import { describe, expect, test } from '@jest/globals';
import { GitHubError } from '../../../src/errors.ts';
import { hashOf } from '../../../src/thread/marker.ts';
import { claiming } from '../../support/claim-scene.ts';
import { NOON } from '../../support/fake-clock.ts';
import type { MemoryThread } from '../../support/memory-thread.ts';
import { PULL_REQUEST, read } from '../../support/sample-job.ts';
import { type MarkerFields, STATES, urlOf } from '../../support/sample-records.ts';
import { answered } from '../../support/scripted-thread.ts';

const START = { state: STATES.starting, leaseSeconds: 600 };
const OPEN = { state: STATES.open };

describe('a run in an empty thread', () => {
  test('announces its request, pauses, and reads the thread again before it creates the job', async () => {
    const { claimed, thread } = await claiming({});
    expect(claimed.kind).toBe('create');
    expect(thread.calls).toEqual(['list', 'create 101', 'list']);
    expect(thread.clock.pauses).toEqual([2_000]);
    expect(thread.bodyOf(101)).toMatch(/^\*\*⏳ Starting/);
  });

  test.each([
    [1_000, 250],
    [8_000, 2_000],
  ])('with a timeout of %d ms pauses for a quarter of that, 2 s at most: %d ms', async (timeout, pause) => {
    expect((await claiming({ timeout })).thread.clock.pauses).toEqual([pause]);
  });

  test.each([401, 403, 404, 410, 422])('that answers %d to the announcement creates nothing', async (status) => {
    const before = (thread: MemoryThread) => void thread.faults.set('create', { error: answered(status) });
    await expect(claiming({ before })).rejects.toMatchObject({ name: 'GitHubError' });
  });

  test('recognizes its comment if the answer to the creation was lost', async () => {
    const before = (thread: MemoryThread) => void thread.faults.set('create', { error: answered(502), lost: true });
    const { claimed, thread, report } = await claiming({ before });
    expect(claimed.kind).toBe('create');
    expect(thread.calls).toEqual(['list', 'create 101', 'list', 'list']);
    expect(thread.clock.pauses).toEqual([3_000, 2_000]);
    expect(report.url).toBe(urlOf(101));
  });
});

describe('a list that lacks the own comment', () => {
  test('is read again until it has that', async () => {
    const { claimed, thread } = await claiming({
      before: (thread) => {
        thread.hideFromLists(101);
        thread.clock.at(3_000, () => thread.showInLists(101));
      },
    });
    expect(claimed.kind).toBe('create');
    expect(thread.calls).toEqual(['list', 'create 101', 'list', 'list']);
    expect(thread.clock.pauses).toEqual([2_000, 2_000]);
  });

  test('is an error after four reads', async () => {
    const before = (thread: MemoryThread) => thread.hideFromLists(101);
    await expect(claiming({ before })).rejects.toMatchObject({
      name: 'GitHubError',
      message: expect.stringContaining('may lack others'),
    });
  });
});

describe('a record of the first read that the second lacks', () => {
  /** A re-run whose first attempt failed, in a thread whose list loses a comment meanwhile. */
  const again = (before: (thread: MemoryThread) => void) =>
    claiming({
      requestKey: { attempt: 2 },
      service: [read('failed')],
      before(thread) {
        thread.seed({ id: 98, run: 66, requestKey: 'another-request1', ...OPEN });
        thread.seed({ id: 99, run: 88, ...OPEN });
        before(thread);
      },
    });

  test('is read by its id', async () => {
    const { claimed, thread } = await again((thread) => thread.clock.at(1_000, () => thread.hideFromLists(98)));
    expect(thread.calls).toContain('find 98');
    expect(claimed.kind).toBe('create');
  });

  test('counts as it is then', async () => {
    const { claimed } = await again((thread) =>
      thread.clock.at(1_000, () => {
        thread.seed({ id: 98, run: 66, ...OPEN, leaseSeconds: 600, writer: hashOf('later') });
        thread.hideFromLists(98);
      }),
    );
    expect(claimed).toMatchObject({ outcome: { verdict: 'skipped', duplicate: { run: 66 } } });
  });

  test('is an error if GitHub does not answer about it', async () => {
    const claimed = again((thread) => {
      thread.clock.at(1_000, () => thread.hideFromLists(98));
      thread.faults.set('find', { error: answered(502) });
    });
    await expect(claimed).rejects.toMatchObject({ status: 502 });
  });
});

describe('a run of the same request', () => {
  test.each<[string, MarkerFields]>([
    ['is about to create a job', START],
    ['waits for its turn', { state: STATES.waiting, leaseSeconds: 600 }],
    ['waits for its job', { ...OPEN, leaseSeconds: 600 }],
  ])('that %s ends this run at once, and nothing is written', async (_, fields) => {
    const { claimed, thread } = await claiming({ before: (thread) => void thread.seed({ id: 99, ...fields }) });
    expect(claimed).toEqual({
      kind: 'ended',
      outcome: {
        verdict: 'skipped',
        duplicate: {
          run: 77,
          url: urlOf(99),
          until: new Date(NOON + 600_000),
          jobId: fields.state === STATES.open ? 'j_8fk2' : undefined,
        },
      },
    });
    expect(thread.calls).toEqual(['list']);
  });

  test('whose comment is older and appears in the pause goes first, and ours is deleted', async () => {
    const { claimed, thread } = await claiming({
      before: (thread) => thread.clock.at(1_000, () => thread.seed({ id: 99, ...START })),
    });
    expect(claimed).toMatchObject({ kind: 'ended', outcome: { verdict: 'skipped', duplicate: { url: urlOf(99) } } });
    expect(thread.ids()).toEqual([99]);
  });

  test('whose comment is younger does not keep the run from creating the job', async () => {
    const { claimed, thread } = await claiming({
      before: (thread) => thread.clock.at(1_000, () => thread.seed({ id: 500, ...START })),
    });
    expect(claimed.kind).toBe('create');
    expect(thread.ids()).toEqual([101, 500]);
  });

  test('that has a job counts, also if its comment is younger', async () => {
    const { claimed } = await claiming({
      before: (thread) =>
        void thread.clock.at(1_000, () => thread.seed({ id: 500, run: 66, ...OPEN, leaseSeconds: 600 })),
    });
    expect(claimed).toMatchObject({ outcome: { verdict: 'skipped', duplicate: { jobId: 'j_8fk2' } } });
  });

  test('whose lease is over is continued in its comment, with any result of its job', async () => {
    for (const reading of [read('active'), read('completed', PULL_REQUEST), read('failed')]) {
      const { claimed, thread, report } = await claiming({
        service: [reading],
        before: (thread) => void thread.seed({ id: 99, ...OPEN }),
      });
      expect(claimed).toMatchObject({ kind: 'attach', job: { id: 'j_8fk2' } });
      expect(report.url).toBe(urlOf(99));
      expect(thread.ids()).toEqual([99]);
    }
  });
});

describe('no job is created', () => {
  test('by a run that is cancelled already', async () => {
    const cancel = new AbortController();
    cancel.abort();
    const { claimed, thread } = await claiming({ cancel });
    expect(claimed).toEqual({ kind: 'ended', outcome: { verdict: 'cancelled', job: undefined } });
    expect(thread.calls).toEqual(['list']);
  });

  test('by a run that is cancelled while it reads the thread, as it may have read a part only', async () => {
    const cancel = new AbortController();
    const { claimed, thread } = await claiming({
      cancel,
      before: ({ comments }) => {
        const { list } = comments;
        comments.list = async () => {
          cancel.abort();
          return list();
        };
      },
    });
    expect(claimed).toEqual({ kind: 'ended', outcome: { verdict: 'cancelled', job: undefined } });
    expect(thread.calls).toEqual(['list']);
  });

  test('by a run that is cancelled in the pause', async () => {
    const cancel = new AbortController();
    const { claimed } = await claiming({ cancel, before: (thread) => thread.clock.at(1_000, () => cancel.abort()) });
    expect(claimed).toMatchObject({ outcome: { verdict: 'cancelled' } });
  });

  test('after the timeout', async () => {
    const { claimed, thread } = await claiming({ timeout: 5, before: (thread) => thread.clock.pass(5) });
    expect(claimed).toMatchObject({
      outcome: {
        verdict: 'error',
        problem: {
          headline: 'Timeout too short',
          message: 'The timeout came before a request could be sent to the service.',
          remedy: expect.stringContaining('timeout'),
        },
      },
    });
    expect(thread.calls).toEqual(['list']);
  });

  test.each([0, 1_000])('in a thread that cannot be read after %d ms', async (at) => {
    const error = new GitHubError('GitHub could not be asked.', 'Later.');
    const before = (thread: MemoryThread) => thread.clock.at(at, () => thread.faults.set('list', { error }));
    const claimed = claiming({
      before: (thread) => {
        before(thread);
        if (at === 0) thread.clock.pass(0);
      },
    });
    await expect(claimed).rejects.toBe(error);
  });
});
