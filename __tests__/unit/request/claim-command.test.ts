import { describe, expect, test } from '@jest/globals';
import { type ClaimScene, claiming } from '../../support/claim-scene.ts';
import type { MemoryThread } from '../../support/memory-thread.ts';
import { NOT_FOUND, PULL_REQUEST, read, refused, transient } from '../../support/sample-job.ts';
import { STATES } from '../../support/sample-records.ts';

const START = { state: STATES.starting, leaseSeconds: 600 };
const COMMAND = { requestKey: 'another-request1', asksOnce: true };
const NEWEST = { kind: 'thread', openedBy: undefined, orElse: 'create' } as const;
const JOB = { kind: 'job', jobId: 'j_8fk2' } as const;
const OPEN = { state: STATES.open };

const SECOND = 1_000;
const writes = ({ calls }: MemoryThread) => calls.filter((call) => /^(?:create|update|remove)/.test(call));

/** A command claims its request, by default in the thread of an open job. */
const commanding = (scene: ClaimScene) =>
  claiming({
    requestKey: COMMAND,
    target: NEWEST,
    before: (thread) => void thread.seed({ id: 99, ...OPEN }),
    ...scene,
  });

describe('a command', () => {
  test('is a follow-up to the idle job of the thread: it announces, reads again, and says that it starts', async () => {
    const { claimed, thread } = await commanding({
      service: [read('completed', PULL_REQUEST)],
    });
    expect(claimed).toMatchObject({ kind: 'follow-up', job: { id: 'j_8fk2' }, record: { comment: { id: 99 } } });
    expect(thread.calls).toEqual(['list', 'create 101', 'list', 'update 101']);
    expect(thread.markerOf(101)).toMatchObject({ state: 'starting', previous: 99, before: {} });
  });

  test('waits for the end of the current work, and asks GitHub nothing meanwhile', async () => {
    const { claimed, thread, readAt } = await commanding({
      service: [...Array(5).fill(read('active')), read('completed', PULL_REQUEST)],
    });
    expect(claimed.kind).toBe('follow-up');
    expect(thread.calls).toEqual(['list', 'create 101', 'list', 'list', 'update 101']);
    expect(readAt.length).toBeGreaterThan(5);
  });

  test('says in thread and log which job it waits for, provably unsent', async () => {
    const { thread, logs } = await commanding({
      timeout: 60 * SECOND,
      service: [read('active')],
    });
    expect(thread.bodyOf(101)).toMatch(/^\*\*⏳ Waiting for job `j_8fk2` to finish its current work/);
    expect(thread.markerOf(101)).toMatchObject({ state: 'waiting', behind: 'j_8fk2' });
    expect(logs).toContain('Waiting for job j_8fk2 to finish its current work, until 12:01');
  });

  test('that reaches the timeout first has sent nothing', async () => {
    const { claimed, thread } = await commanding({
      timeout: 60 * SECOND,
      service: [read('active')],
    });
    expect(claimed).toEqual({
      kind: 'ended',
      outcome: { verdict: 'timed-out', unsent: true, behind: 'j_8fk2' },
    });
    expect(thread.clock.now()).toBeLessThanOrEqual(60 * SECOND);
  });

  test('whose job cannot be read any more while it waits has sent nothing, so that a re-run may send it', async () => {
    const { claimed, report, thread } = await commanding({
      service: [read('active'), read('active'), refused('The service answered 401.')],
    });
    if (claimed.kind !== 'ended') throw new Error(`The claim is ${claimed.kind}.`);
    expect(claimed.outcome).toMatchObject({ verdict: 'error', wasAccepted: false, job: undefined });
    await report.ended(claimed.outcome, 0);
    expect(thread.markerOf(101)).toMatchObject({ state: 'unsent' });
  });

  test('that is cancelled while it waits has sent nothing', async () => {
    const cancel = new AbortController();
    const { claimed, thread } = await commanding({
      cancel,
      service: [read('active')],
      before(thread) {
        thread.seed({ id: 99, ...OPEN });
        thread.clock.at(30 * SECOND, () => cancel.abort());
      },
    });
    expect(claimed).toEqual({ kind: 'ended', outcome: { verdict: 'cancelled', job: undefined } });
    expect(thread.clock.now()).toBe(30 * SECOND);
  });

  test('waits until the request ahead is reported, although its job is idle', async () => {
    const { claimed, thread } = await commanding({
      service: [read('completed', PULL_REQUEST)],
      before(thread) {
        thread.seed({ id: 99, requestKey: 'first-request123', ...OPEN, leaseSeconds: 600 });
        thread.clock.at(40 * SECOND, () =>
          thread.seed({ id: 99, requestKey: 'first-request123', state: STATES.ended }),
        );
      },
    });
    expect(claimed).toMatchObject({ kind: 'follow-up', record: { marker: { state: 'ended' } } });
    expect(thread.clock.now()).toBeGreaterThanOrEqual(40 * SECOND);
    expect(thread.calls.filter((call) => call === 'list').length).toBeLessThan(20);
  });

  test('waits for a job that another request is creating, and its own comment stays', async () => {
    const { claimed, thread } = await commanding({
      service: [read('completed')],
      before: (thread) => {
        thread.clock.at(1_000, () => thread.seed({ id: 99, ...START, requestKey: 'first-request123' }));
        thread.clock.at(9_000, () => thread.seed({ id: 99, state: STATES.ended, requestKey: 'first-request123' }));
      },
    });
    expect(claimed.kind).toBe('follow-up');
    expect(thread.ids()).toEqual([99, 101]);
    expect(writes(thread)).toContain('update 101'); // it says that it waits
  });

  test('is sent by the oldest of those that wait', async () => {
    const { claimed, thread } = await commanding({
      service: [read('completed')],
      before(thread) {
        const waiting = { requestKey: 'first-request123', state: STATES.waiting, leaseSeconds: 600 };
        thread.seed({ id: 90, ...OPEN });
        thread.seed({ id: 99, ...waiting });
        thread.clock.at(500, () => thread.seed({ id: 500, ...waiting, requestKey: 'third-request123' }));
        thread.clock.at(30 * SECOND, () =>
          thread.seed({ id: 99, requestKey: 'first-request123', state: STATES.ended }),
        );
      },
    });
    expect(claimed.kind).toBe('follow-up');
    expect(thread.clock.now()).toBeGreaterThanOrEqual(30 * SECOND);
  });

  test('is not sent if GitHub does not take the edit that says so', async () => {
    const claimed = commanding({
      service: [read('completed')],
      before(thread) {
        thread.seed({ id: 99, ...OPEN });
        thread.faults.set('update', { error: Object.assign(new Error('untrusted text'), { status: 502 }) });
      },
    });
    await expect(claimed).rejects.toMatchObject({ name: 'GitHubError', message: expect.stringContaining('not sent') });
  });

  test('to a job that is active for more than 24 h creates a new job, and says why', async () => {
    const { claimed, thread } = await commanding({
      service: [read('active')],
      before(thread) {
        thread.seed({ id: 99, ...OPEN });
        thread.clock.pass(25 * 3_600 * SECOND);
      },
      timeout: 26 * 3_600 * SECOND,
    });
    expect(claimed.kind).toBe('create');
    expect(thread.bodyOf(101)).toContain('still active after 24 h');
  });

  test.each([
    ['failed', [read('failed')], 'its job failed'],
    ['was archived', [read('archived')], 'its job was archived'],
    ['is gone', [NOT_FOUND], 'no longer knows its job'],
  ])('creates a new job if the earlier one %s, and says why', async (_, service, why) => {
    const { claimed, thread } = await commanding({
      service,
      before: (thread) => {
        thread.seed({ id: 99, ...OPEN });
        thread.clock.pass(60_000);
      },
    });
    expect(claimed.kind).toBe('create');
    expect(thread.bodyOf(101)).toContain(why);
  });

  test.each([
    ['refuses', [refused('The service answered 401.')]],
    ['fails', [transient('The service answered 502.')]],
  ])('sends nothing if the service %s the status request', async (_, service) => {
    const { claimed } = await commanding({
      service,
    });
    expect(claimed).toMatchObject({ kind: 'ended', outcome: { verdict: 'error', wasAccepted: false } });
  });
});

describe('the job in `job-id`', () => {
  test('gets the follow-up', async () => {
    const { claimed } = await claiming({ target: JOB, service: [read('completed')] });
    expect(claimed).toMatchObject({ kind: 'follow-up', job: { id: 'j_8fk2' } });
  });

  test('gets a follow-up that refers to the newest request of the job', async () => {
    const { claimed } = await claiming({
      target: JOB,
      service: [read('completed')],
      before: (thread) => {
        thread.seed({ id: 90, run: 66, requestKey: 'other-request123', state: STATES.ended });
        thread.seed({ id: 95, run: 67, requestKey: 'later-request123', state: STATES.ended });
      },
    });
    expect(claimed).toMatchObject({ kind: 'follow-up', record: { comment: { id: 95 } } });
  });

  test('gets no follow-up if it cannot be read', async () => {
    const { claimed, thread } = await claiming({ target: JOB, service: [NOT_FOUND] });
    const problem = {
      message: 'Nothing was sent, as job `j_8fk2` could not be read. The service does not know the job (404).',
    };
    expect(claimed).toMatchObject({ kind: 'ended', outcome: { verdict: 'error', wasAccepted: false, problem } });
    expect(thread.markerOf(101)).toMatchObject({ state: 'waiting' }); // provably unsent
  });

  test.each([
    ['failed', [read('failed')]],
    ['is gone', [NOT_FOUND]],
  ])('is not replaced by a new one in a re-run after it %s', async (_, service) => {
    const { claimed } = await claiming({
      target: JOB,
      requestKey: { attempt: 2 },
      service,
      before: (thread) => {
        thread.seed({ id: 99, run: 88, ...OPEN });
        thread.clock.pass(60_000);
      },
    });
    expect(claimed.kind).not.toBe('create');
  });

  test('is not replaced by a new one in a thread that takes no comment', async () => {
    const claimed = claiming({
      target: JOB,
      service: [read('completed')],
      before: (thread) => {
        thread.seed({ id: 99, run: 66, requestKey: 'other-request123', ...OPEN });
        thread.faults.set('create', { error: Object.assign(new Error('untrusted text'), { status: 403 }) });
      },
    });
    await expect(claimed).rejects.toMatchObject({ name: 'GitHubError' });
  });
});
