import { setTimeout as pause } from 'node:timers/promises';

/** Waits until the condition holds. @throws after 30 s, so that a test does not hang. */
export async function until(what: string, isSo: () => boolean): Promise<void> {
  const end = performance.now() + 30_000;
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`It never came to this: ${what}.`);
    await pause(10);
  }
}
