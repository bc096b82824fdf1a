import { setTimeout as pause } from 'node:timers/promises';

/** Waits until it is so. @throws after half a minute, as a test would hang otherwise. */
export async function until(what: string, isSo: () => boolean): Promise<void> {
  const end = performance.now() + 30_000;
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`It never came to this: ${what}.`);
    await pause(10);
  }
}
