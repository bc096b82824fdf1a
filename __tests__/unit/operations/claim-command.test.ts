import { describe, expect, test } from '@jest/globals';
import { claiming } from '../../support/claim-scene.ts';
import { PULL_REQUEST, read, refused, transient } from '../../support/sample-job.ts';
import { STATES } from '../../support/sample-records.ts';

const START = { state: STATES.starting, alive: 600 };
const COMMAND = { wish: 'another-wish-123', asksOnce: true, continues: true };
const OPEN = { state: STATES.open };

describe('a command', () => {
  test('is a follow-up to the job of the thread, and keeps the state that the job had', async () => {
    const { claimed } = await claiming({
      wish: COMMAND,
      service: [read('completed', PULL_REQUEST)],
      before: (thread) => void thread.seed({ id: 99, ...OPEN }),
    });
    expect(claimed).toMatchObject({
      ...{ kind: 'follow-up', job: { id: 'j_8fk2' }, record: { comment: { id: 99 } } },
      placing: { before: { hasEnded: true }, previous: { id: 99 } },
    });
  });

  test('waits for a job that another request is creating, and its own comment stays', async () => {
    const { claimed, thread } = await claiming({
      wish: COMMAND,
      service: [read('active')],
      before: (thread) => {
        thread.clock.at(1_000, () => thread.seed({ id: 99, ...START, wish: 'first-wish-12345' }));
        thread.clock.at(9_000, () => thread.seed({ id: 99, ...OPEN, wish: 'first-wish-12345' }));
      },
    });
    expect(claimed.kind).toBe('follow-up');
    expect(thread.ids()).toEqual([99, 101]);
  });

  test.each([
    ['failed', [read('failed')], 'its job failed'],
    ['was archived', [read('archived')], 'its job was archived'],
    ['is gone', [{ kind: 'not-found' as const }], 'does not know its job any more'],
  ])('creates a new job if the earlier one %s, and says why', async (_, service, why) => {
    const { claimed } = await claiming({
      ...{ wish: COMMAND, service },
      before: (thread) => {
        thread.seed({ id: 99, ...OPEN });
        thread.clock.pass(60_000);
      },
    });
    expect(claimed).toMatchObject({
      kind: 'create',
      placing: {
        note: expect.arrayContaining([`: ${why}.`].map((text) => expect.stringContaining(text.slice(2, -1)))),
      },
    });
  });

  test.each([
    ['refuses', [refused('The service answered 401.')]],
    ['fails', [transient('The service answered 502.')]],
  ])('sends nothing if the service %s the status request', async (_, service) => {
    const { claimed } = await claiming({
      ...{ wish: COMMAND, service },
      before: (thread) => void thread.seed({ id: 99, ...OPEN }),
    });
    expect(claimed).toMatchObject({ kind: 'ended', outcome: { verdict: 'error', isSpent: false } });
  });
});

describe('the job in `job-id`', () => {
  test('gets the follow-up', async () => {
    const { claimed } = await claiming({ target: 'j_8fk2', service: [read('active')] });
    expect(claimed).toMatchObject({ kind: 'follow-up', job: { id: 'j_8fk2' } });
  });

  test('gets a follow-up that refers to the newest request of the job', async () => {
    const { claimed } = await claiming({
      target: 'j_8fk2',
      service: [read('completed')],
      before: (thread) => {
        thread.seed({ id: 90, run: 66, wish: 'other-wish-12345', state: STATES.ended });
        thread.seed({ id: 95, run: 67, wish: 'later-wish-12345', state: STATES.ended });
      },
    });
    expect(claimed).toMatchObject({ kind: 'follow-up', record: { comment: { id: 95 } } });
  });

  test('gets no follow-up if it cannot be read', async () => {
    const { claimed, thread } = await claiming({ target: 'j_8fk2', service: [{ kind: 'not-found' }] });
    expect(claimed).toMatchObject({ kind: 'ended', outcome: { verdict: 'error', isSpent: false } });
    expect(thread.ids()).toEqual([]);
  });

  test.each([
    ['failed', [read('failed')]],
    ['is gone', [{ kind: 'not-found' as const }]],
  ])('is not replaced by a new one in a re-run after it %s', async (_, service) => {
    const { claimed } = await claiming({
      ...{ target: 'j_8fk2', wish: { attempt: 2 }, service },
      before: (thread) => {
        thread.seed({ id: 99, run: 88, ...OPEN });
        thread.clock.pass(60_000);
      },
    });
    expect(claimed.kind).not.toBe('create');
  });

  test('is not replaced by a new one in a thread that takes no comment', async () => {
    const claimed = claiming({
      ...{ target: 'j_8fk2', service: [read('completed')] },
      before: (thread) => {
        thread.seed({ id: 99, run: 66, ...OPEN });
        thread.faults.set('create', { error: Object.assign(new Error('foreign words'), { status: 403 }) });
      },
    });
    await expect(claimed).rejects.toMatchObject({ name: 'GitHubError' });
  });
});
