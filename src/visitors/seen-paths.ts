import { hash } from 'node:crypto';

/** The table's initial number of slots; it stays a power of two. */
const INITIAL_SLOTS = 1_024;
/** The table grows beyond this load factor, because probing gets slow. */
const MAX_LOAD = 0.72;

/**
 * Remembers the paths read so far, in 11 to 22 bytes per path: by 64 bits of their SHA-256, in a table with open addressing. Among
 * a million paths, two collide with a probability of 3 in 100 million (the birthday bound, n² / 2⁶⁵).
 */
export function createSeenPaths(): { add(path: string): boolean } {
  let table = new Uint32Array(2 * INITIAL_SLOTS);
  let size = 0;

  function grow(): void {
    const old = table;
    table = new Uint32Array(2 * old.length);
    for (let at = 0; at < old.length; at += 2) put(table, old[at] ?? 0, old[at + 1] ?? 0);
  }

  return {
    /** Adds the path. @returns whether it is new. */
    add(path) {
      // A string instead of a buffer: a million small buffers would be expensive to collect.
      const digest = hash('sha256', path, 'hex');
      if (!put(table, Number.parseInt(digest.slice(0, 8), 16), Number.parseInt(digest.slice(8, 16), 16))) return false;
      size++;
      if (size > (table.length / 2) * MAX_LOAD) grow();
      return true;
    },
  };
}

/**
 * Puts a hash into its slot, or the next free one. @returns false if the table has it already. Two zeros mark a free slot, so a
 * hash of zeros is never stored.
 */
function put(table: Uint32Array, high: number, low: number): boolean {
  const mask = table.length - 1;
  for (let at = (low * 2) & mask; ; at = (at + 2) & mask) {
    if (table[at] === high && table[at + 1] === low) return false;
    if (table[at] !== 0 || table[at + 1] !== 0) continue;
    table[at] = high;
    table[at + 1] = low;
    return true;
  }
}
