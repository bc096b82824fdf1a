import { once } from 'node:events';
import { request } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { createVirtualClock, REQUEST_HEADER, type VirtualClock } from '../../sandbox/virtual-clock.ts';
import { serveHttp } from '../support/loopback.ts';

/** Waits until everything that can run without time passing has run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await setImmediate();
}

/** Sleepers by name, and when each of them woke up. */
function sleepersOf(clock: VirtualClock) {
  const woken: string[] = [];
  return {
    woken,
    sleep: (name: string, ms: number) => clock.sleep(ms).then(() => void woken.push(`${name} at ${clock.elapsed()}`)),
  };
}

describe('virtual time', () => {
  test('does not advance while a request is in flight', async () => {
    const clock = createVirtualClock();
    const activity = clock.enter();
    const passed = clock.pass(1_000);
    await settle();
    expect(clock.elapsed()).toBe(0);
    activity.leave();
    await passed;
    expect(clock.elapsed()).toBe(1_000);
  });

  test('jumps to the time of the earliest sleeper', async () => {
    const clock = createVirtualClock();
    const { woken, sleep } = sleepersOf(clock);
    void sleep('late', 5_000);
    void sleep('early', 1_000);
    await clock.pass(6_000);
    expect(woken).toEqual(['early at 1000', 'late at 5000']);
  });

  test('begins anew after a reset, and earlier sleepers never wake', async () => {
    const clock = createVirtualClock();
    const { woken, sleep } = sleepersOf(clock);
    void sleep('a', 1_000);
    await clock.pass(500);
    clock.enter();
    clock.reset();
    await clock.pass(2_000);
    expect(clock.elapsed()).toBe(2_000);
    expect(woken).toEqual([]);
  });
});

describe('waiting', () => {
  test.each([
    { what: 'nothing happens any more', prepare: () => {} },
    {
      what: 'only a sleep of more than a month is left',
      prepare: (clock: VirtualClock) => void clock.sleep(32 * 24 * 3_600_000),
    },
  ])('for something that never comes is an error that names it when $what', async ({ prepare }) => {
    const clock = createVirtualClock(undefined, 20);
    prepare(clock);
    await expect(clock.until('the answer came', () => false)).rejects.toThrow('the answer came');
  });
});

describe('a request', () => {
  /** Sends a request with a timeout on the virtual clock. @returns how it ended. */
  async function ask(clock: VirtualClock, url: string, timeout: number): Promise<string> {
    const activity = clock.enter();
    const timer = new AbortController();
    const sent = request(url, { headers: { [REQUEST_HEADER]: activity.id }, agent: false }).end();
    const answer = once(sent, 'response').then(
      ([response]) => String(response.resume().statusCode),
      () => 'timeout',
    );
    void clock.sleep(timeout, timer.signal).then(() => sent.destroy());
    const ended = await answer;
    timer.abort();
    activity.leave();
    return ended;
  }

  test('that a server holds lets time pass, so that the timeout of the client fires', async () => {
    const clock = createVirtualClock();
    await using server = await serveHttp((incoming, response) => void clock.hold(incoming, once(response, 'close')));
    expect(await clock.during(ask(clock, server.url, 5_000))).toBe('timeout');
    expect(clock.elapsed()).toBe(5_000);
  });
});
