import { describe, expect, test } from '@jest/globals';
import { type ClaimScene, claiming } from '../../support/claim-scene.ts';
import { read, transient } from '../../support/sample-job.ts';
import { STATES } from '../../support/sample-records.ts';

const SECOND = 1_000;
const ELSEWHERE = { id: 99, state: STATES.starting, alive: 3_600 };

/** Another run of the same wish starts for so many seconds, and then came to nothing. */
const startingFor = (seconds: number, scene: ClaimScene = {}) =>
  claiming({
    budget: 3_600 * SECOND,
    ...scene,
    before(thread) {
      thread.seed(ELSEWHERE);
      thread.clock.at(seconds * SECOND, () => thread.seed({ ...ELSEWHERE, state: STATES.unsent, alive: 0 }));
    },
  });

describe('a run that waits for another run', () => {
  test('reads the thread after a tenth of the time waited, 3 s at least and a minute at most', async () => {
    const { claimed, thread } = await startingFor(1_200);
    const waits = thread.clock.pauses.slice(0, -1);
    expect(claimed.kind).toBe('create');
    expect(thread.clock.pauses.at(-1)).toBe(2_000); // the one before it asks
    expect(waits.slice(0, 10)).toEqual(Array(10).fill(3_000));
    expect([...waits].sort((one, other) => one - other)).toEqual(waits);
    expect(waits.at(-1)).toBe(60_000);
    expect(waits.length).toBeLessThan(60);
  });

  test('waits no longer than its timeout', async () => {
    const { claimed, thread } = await startingFor(1_200, { budget: 400 * SECOND });
    expect(claimed).toMatchObject({ outcome: { verdict: 'error' } });
    expect(thread.clock.now()).toBeLessThanOrEqual(400 * SECOND);
  });

  test('ends when it is cancelled', async () => {
    const cancel = new AbortController();
    const { claimed, thread } = await claiming({
      cancel,
      before(thread) {
        thread.seed(ELSEWHERE);
        thread.clock.at(100 * SECOND, () => cancel.abort());
      },
    });
    expect(claimed).toMatchObject({ kind: 'ended', outcome: { verdict: 'cancelled' } });
    expect(thread.clock.now()).toBe(100 * SECOND);
  });
});

test.each(['failed', 'completed'] as const)(
  'a run that is cancelled while it reads a job is cancelled, also if the job %s meanwhile',
  async (status) => {
    const cancel = new AbortController();
    const { claimed } = await claiming({
      ...{ cancel, service: [transient('502'), read(status)], readTakes: SECOND },
      before(thread) {
        thread.seed({ id: 99, state: STATES.open });
        thread.clock.at(SECOND / 2, () => cancel.abort());
      },
    });
    expect(claimed).toEqual({ kind: 'ended', outcome: { verdict: 'cancelled', job: undefined } });
  },
);
