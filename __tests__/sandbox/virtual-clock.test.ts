import { expect, test } from '@jest/globals';
import { createVirtualClock, type VirtualClock } from '../../sandbox/virtual-clock.ts';

/** What scenarios, which measure exact durations, do not show. */

test('after a reset, virtual time begins anew, and earlier sleepers never wake', async () => {
  const clock = createVirtualClock();
  let isAwake = false;
  void clock.sleep(1_000).then(() => {
    isAwake = true;
  });
  await clock.pass(500);
  clock.enter();
  clock.reset();
  await clock.pass(2_000);
  expect(clock.elapsed()).toBe(2_000);
  expect(isAwake).toBe(false);
});

test.each([
  { what: 'nothing happens any more', prepare: () => {} },
  {
    what: 'only a sleep of more than a month is left',
    prepare: (clock: VirtualClock) => void clock.sleep(32 * 24 * 3_600_000),
  },
])(
  'waiting for something that never comes is an error that names it when $what',
  async ({ prepare }) => {
    const clock = createVirtualClock(undefined, 20);
    prepare(clock);
    await expect(clock.until('the answer came', () => false)).rejects.toThrow('the answer came');
  },
);
