/**
 * A random value from 0 (inclusive) to 1 (exclusive) that depends on the seed of the history and on
 * what it is for, and on nothing that was drawn before: a request fewer in one run changes nothing
 * for the others.
 */
export const draw = (seed: number, what: string): number => seedFor(seed, what) / 2 ** 32;

/** A seed for the random values of one process. FNV-1a, then the last steps of MurmurHash3. */
export function seedFor(seed: number, what: string): number {
  let hash = seed ^ 0x811c9dc5;
  for (let at = 0; at < what.length; at++) hash = Math.imul(hash ^ what.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
