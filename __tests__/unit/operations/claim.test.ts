import { describe, expect, test } from '@jest/globals';
import { GitHubError } from '../../../src/errors.ts';
import { claiming } from '../../support/claim-scene.ts';
import type { MemoryThread } from '../../support/memory-thread.ts';
import { PULL_REQUEST, read } from '../../support/sample-job.ts';
import { STATES, urlOf } from '../../support/sample-records.ts';
import { answered } from '../../support/scripted-thread.ts';

const START = { state: STATES.starting, alive: 600 };
const OPEN = { state: STATES.open };

describe('a run in an empty thread', () => {
  test('announces its request, pauses, and reads the thread again before it creates the job', async () => {
    const { claimed, thread } = await claiming({});
    expect(claimed.kind).toBe('create');
    expect(thread.calls).toEqual(['list', 'create 101', 'list']);
    expect(thread.clock.pauses).toEqual([2_000]);
    expect(thread.bodyOf(101)).toMatch(/^\*\*⏳ Asking the agent/);
  });

  test.each([
    [1_000, 250],
    [8_000, 2_000],
  ])('with a timeout of %d ms pauses for a quarter of that, 2 s at most: %d ms', async (budget, pause) => {
    expect((await claiming({ budget })).thread.clock.pauses).toEqual([pause]);
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
  const OTHER = { state: STATES.open, alive: 600 } as const;
  const lagging = (thread: MemoryThread) => {
    thread.seed({ id: 99, run: 66, ...OTHER });
    thread.clock.at(1_000, () => thread.hideFromLists(99));
  };

  test('is read by its id, and counts', async () => {
    const { claimed, thread } = await claiming({ service: [read('failed'), read('active')], before: lagging });
    expect(thread.calls).toContain('find 99');
    expect(claimed.kind).toBe('attach');
  });

  test('is gone after 404', async () => {
    const before = (thread: MemoryThread) => {
      thread.seed({ id: 99, run: 66, ...OTHER });
      thread.clock.at(1_000, () => void thread.comments.remove(99));
    };
    const { claimed, thread } = await claiming({ service: [read('failed'), read('active')], before });
    expect(thread.calls).toContain('find 99');
    expect(claimed.kind).toBe('create');
  });

  test('is an error if GitHub does not answer about it', async () => {
    const before = (thread: MemoryThread) => {
      lagging(thread);
      thread.faults.set('find', { error: answered(502) });
    };
    await expect(claiming({ service: [read('failed'), read('active')], before })).rejects.toMatchObject({
      status: 502,
    });
  });
});

describe('a run of the same request', () => {
  test('whose comment is older and appears in the pause goes first, and the run attaches to its job', async () => {
    const { claimed, thread, logs, report } = await claiming({
      service: [read('active')],
      before: (thread) => {
        thread.clock.at(1_000, () => thread.seed({ id: 99, ...START }));
        thread.clock.at(9_000, () => thread.seed({ id: 99, ...OPEN, alive: 600 }));
      },
    });
    expect(claimed).toMatchObject({ kind: 'attach', job: { id: 'j_8fk2' } });
    expect(thread.ids()).toEqual([99]); // ours is gone
    expect(report.url).toBe(urlOf(99));
    expect(logs).toEqual([`Another run may just be starting a job; waiting for it: ${urlOf(99)}`]);
  });

  test('whose comment is younger does not keep the run from creating the job', async () => {
    const { claimed, thread } = await claiming({
      before: (thread) => thread.clock.at(1_000, () => thread.seed({ id: 500, ...START })),
    });
    expect(claimed.kind).toBe('create');
    expect(thread.ids()).toEqual([101, 500]);
  });

  test('that sent nothing leaves the job to this run', async () => {
    const { claimed, thread } = await claiming({
      before: (thread) => {
        thread.seed({ id: 99, ...START });
        thread.clock.at(4_000, () => thread.seed({ id: 99, state: STATES.unsent }));
      },
    });
    expect(claimed.kind).toBe('create');
    expect(thread.clock.pauses).toEqual([3_000, 3_000, 2_000]);
  });

  test('that is older, appears in the pause and sends nothing leads to a second announcement', async () => {
    const { claimed, thread } = await claiming({
      before: (thread) => {
        thread.clock.at(1_000, () => thread.seed({ id: 99, run: 66, ...START }));
        thread.clock.at(6_000, () => thread.seed({ id: 99, run: 66, state: STATES.unsent }));
      },
    });
    expect(claimed.kind).toBe('create');
    expect(thread.calls.filter((call) => call.startsWith('create'))).toEqual(['create 101', 'create 102']);
  });

  test('that never gets beyond its start is waited for until the timeout, and nothing is created', async () => {
    const { claimed, thread } = await claiming({
      budget: 20_000,
      before: (thread) => void thread.seed({ id: 99, ...START }),
    });
    expect(claimed).toMatchObject({
      kind: 'ended',
      outcome: { verdict: 'error', problem: { name: 'ServiceError', message: expect.stringContaining(urlOf(99)) } },
    });
    expect(thread.calls.filter((call) => call !== 'list')).toEqual([]);
  });

  test('that holds its lease keeps its comment to itself', async () => {
    const { claimed, thread, report } = await claiming({
      service: [read('active')],
      before: (thread) => void thread.seed({ id: 99, ...OPEN, alive: 600 }),
    });
    expect(claimed).toMatchObject({ kind: 'attach', since: { kind: 'create' } });
    expect(report.url).toBe(urlOf(99));
    expect(thread.calls).toEqual(['list']);
  });

  test('whose job has ended does not keep a label that is set again from creating a job', async () => {
    const { claimed } = await claiming({
      service: [read('completed', PULL_REQUEST)],
      before: (thread) => void thread.seed({ id: 99, ...OPEN }),
    });
    expect(claimed.kind).toBe('create');
  });
});

describe('no job is created', () => {
  test('by a run that is cancelled already', async () => {
    const cancel = new AbortController();
    cancel.abort();
    const { claimed, thread } = await claiming({ cancel });
    expect(claimed).toEqual({ kind: 'ended', outcome: { verdict: 'cancelled', job: undefined } });
    expect(thread.calls).toEqual([]);
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
    const { claimed } = await claiming({ budget: 5, before: (thread) => thread.clock.pass(5) });
    expect(claimed).toMatchObject({
      outcome: { verdict: 'error', problem: { remedy: expect.stringContaining('timeout') } },
    });
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

test('a job of the same request that the second reading shows counts, also if its comment is younger', async () => {
  const { claimed } = await claiming({
    service: [read('active')],
    before: (thread) =>
      void thread.clock.at(1_000, () => thread.seed({ id: 500, run: 66, state: STATES.open, alive: 600 })),
  });
  expect(claimed.kind).toBe('attach');
});
