import { hash } from 'node:crypto';

/** Places at first; a power of two, always. */
const FIRST = 1_024;
/** How full the table may be: behind that, places that are taken are looked at for long. */
const FULL = 0.72;

/**
 * Remembers which paths came before, in 11 to 22 bytes a path: by 64 bits of their SHA-256, in a table with open addressing. Of
 * a million paths, two are taken for one with a probability of 3 in 100 million (the birthday bound, n² / 2⁶⁵).
 */
export function createSeenPaths(): { add(path: string): boolean } {
  let table = new Uint32Array(2 * FIRST);
  let size = 0;

  function grow(): void {
    const old = table;
    table = new Uint32Array(2 * old.length);
    for (let at = 0; at < old.length; at += 2) put(table, old[at] ?? 0, old[at + 1] ?? 0);
  }

  return {
    /** Whether the path is new. */
    add(path) {
      // As text: a million small buffers would be a million things for the collector to free.
      const digest = hash('sha256', path, 'hex');
      if (!put(table, Number.parseInt(digest.slice(0, 8), 16), Number.parseInt(digest.slice(8, 16), 16))) return false;
      size++;
      if (size > (table.length / 2) * FULL) grow();
      return true;
    },
  };
}

/** Puts it in the first free place from its own on, unless it is there. Two zeros mark a free place, and are never put. */
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
