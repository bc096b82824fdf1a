import { describe, expect, test } from '@jest/globals';
import { hashOf } from '../../../src/thread/marker.ts';
import { claiming } from '../../support/claim-scene.ts';
import type { MemoryThread } from '../../support/memory-thread.ts';
import { PULL_REQUEST, read } from '../../support/sample-job.ts';
import { ISSUE_NUMBER, STATES } from '../../support/sample-records.ts';

const ASKED = { requestKey: 'another-request1', asksOnce: true, event: ['comment', '7'] };
const NEWEST = { kind: 'thread', openedBy: undefined, orElse: 'create' } as const;
/** The operation `follow-up` without `job-id`. */
const ONLY = { kind: 'thread', openedBy: undefined, orElse: 'skip' } as const;
const IDLE = [read('completed', PULL_REQUEST)];
const NO_JOB = {
  kind: 'ended',
  outcome: {
    verdict: 'skipped',
    reason: 'no job of this project was found in the thread; `job-id` can name one',
  },
};

/** The comment that says which job opened this pull request. */
const opened = (thread: MemoryThread) => void thread.seed({ id: 90, key: hashOf('web'), state: STATES.opened });

describe('a command on the pull request that a job opened', () => {
  test('is the same request in each step and leg: the job and the comment identify it', async () => {
    const steps = [{}, { stepKey: hashOf('other step'), key: hashOf('api') }];
    for (const step of steps) {
      const { claimed, thread } = await claiming({
        requestKey: { ...ASKED, ...step },
        target: NEWEST,
        service: IDLE,
        before: opened,
      });
      expect(claimed).toMatchObject({ kind: 'follow-up', job: { id: 'j_8fk2' } });
      expect(thread.markerOf(101)?.requestKey).toBe(hashOf('j_8fk2', 'comment', '7'));
    }
  });

  test('is skipped while another step handles it', async () => {
    const { claimed } = await claiming({
      requestKey: ASKED,
      target: NEWEST,
      before(thread) {
        opened(thread);
        const requestKey = hashOf('j_8fk2', 'comment', '7');
        thread.seed({ id: 95, run: 66, stepKey: hashOf('x'), requestKey, state: STATES.starting, leaseSeconds: 600 });
      },
    });
    expect(claimed).toMatchObject({ kind: 'ended', outcome: { verdict: 'skipped', duplicate: { run: 66 } } });
  });

  test('continues the job that links the pull request, if no comment names it', async () => {
    const { claimed, thread } = await claiming({
      requestKey: ASKED,
      target: NEWEST,
      service: IDLE,
      openerByLink: async () => 'j_8fk2',
    });
    expect(claimed).toMatchObject({ kind: 'follow-up', job: { id: 'j_8fk2' } });
    expect(thread.markerOf(101)?.requestKey).toBe(hashOf('j_8fk2', 'comment', '7'));
  });

  test('does not look for the job by its link if a comment names it', async () => {
    const openerByLink = () => Promise.reject(new Error('The comment names it.'));
    const scene = { requestKey: ASKED, target: NEWEST, service: IDLE, before: opened, openerByLink };
    for (const pull of [undefined, ISSUE_NUMBER]) {
      const { claimed } = await claiming(pull === undefined ? scene : { ...scene, pull });
      expect(claimed.kind).toBe('follow-up');
    }
  });

  test('that is reported elsewhere continues the job of its own pull request only', async () => {
    const scene = { requestKey: ASKED, target: NEWEST, service: IDLE, before: opened, pull: 99 };
    const { thread, claimed } = await claiming({ ...scene, openerByLink: async () => 'j_8fk2' });
    expect(claimed).toMatchObject({ kind: 'follow-up', job: { id: 'j_8fk2' } });
    expect(thread.markerOf(101)?.requestKey).toBe(hashOf('j_8fk2', 'comment', '7'));
    const unknown = await claiming(scene);
    expect(unknown.thread.markerOf(101)?.requestKey).toBe('another-request1');
  });

  test('that is reported elsewhere does not wait for other requests there', async () => {
    const { claimed } = await claiming({
      requestKey: ASKED,
      target: NEWEST,
      service: IDLE,
      pull: 99,
      openerByLink: async () => 'j_8fk2',
      before: (thread) =>
        void thread.seed({
          id: 95,
          run: 66,
          requestKey: 'other-request123',
          state: { state: 'open', job: 'j_other' },
          leaseSeconds: 600,
        }),
      timeout: 60_000,
    });
    expect(claimed).toMatchObject({ kind: 'follow-up', job: { id: 'j_8fk2' } });
  });

  test('keeps its own identity if `job-id` names the job', async () => {
    const { claimed, thread } = await claiming({
      requestKey: ASKED,
      target: { kind: 'job', jobId: 'j_8fk2' },
      service: IDLE,
      before: opened,
      openerByLink: () => Promise.reject(new Error('`job-id` names it.')),
    });
    expect(claimed.kind).toBe('follow-up');
    expect(thread.markerOf(101)?.requestKey).toBe('another-request1');
  });
});

describe('a step that only continues jobs', () => {
  test('is skipped in a thread without a job, and writes nothing', async () => {
    const { claimed, thread } = await claiming({ requestKey: ASKED, target: ONLY });
    expect(claimed).toEqual(NO_JOB);
    expect(thread.calls).toEqual(['list']);
  });

  test('continues the job of the thread', async () => {
    const { claimed } = await claiming({
      requestKey: ASKED,
      target: ONLY,
      service: IDLE,
      before: (thread) => void thread.seed({ id: 99, state: STATES.ended }),
    });
    expect(claimed.kind).toBe('follow-up');
  });

  test('continues the job that opened the pull request, as a request of its own step', async () => {
    const { claimed, thread } = await claiming({ requestKey: ASKED, target: ONLY, service: IDLE, before: opened });
    expect(claimed).toMatchObject({ kind: 'follow-up', job: { id: 'j_8fk2' } });
    expect(thread.markerOf(101)?.requestKey).toBe('another-request1');
  });

  test('after a workflow of the pull request continues only the job that opened that', async () => {
    const target = { ...ONLY, needsOpener: true };
    const other = (thread: MemoryThread) => void thread.seed({ id: 99, state: STATES.ended });
    expect((await claiming({ requestKey: ASKED, target, before: other })).claimed).toEqual(NO_JOB);
    const { claimed } = await claiming({ requestKey: ASKED, target, service: IDLE, before: opened });
    expect(claimed.kind).toBe('follow-up');
  });
});
