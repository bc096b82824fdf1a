export interface Chance {
  /** From 0 (inclusive) to 1 (exclusive). */
  random(): number;
  /** A UUID of version 4 (RFC 9562). */
  uuid(): string;
}

let seeds = 0;

/** Random values that are the same in each run of a test file. */
export function createChance(seed = ++seeds): Chance {
  let state = seed;
  // Mulberry32.
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const digit = () => Math.floor(random() * 16).toString(16);
  return { random, uuid: () => 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll('x', digit) };
}
