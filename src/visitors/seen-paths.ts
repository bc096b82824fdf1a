import { hash } from 'node:crypto';

/** 64 bits of a path, as two numbers; never both 0, which marks a free place. */
type Print = readonly [high: number, low: number];

/** Places at first; a power of two, always. */
const FIRST = 1_024;

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
    for (let at = 0; at < old.length; at += 2) {
      const print = [old[at] ?? 0, old[at + 1] ?? 0] as const;
      if (!isFree(print)) put(table, print);
    }
  }

  return {
    /** Whether the path is new. */
    add(path) {
      if (!put(table, printOf(path))) return false;
      size++;
      if (size > (table.length / 2) * 0.72) grow();
      return true;
    },
  };
}

const isFree = ([high, low]: Print) => high === 0 && low === 0;

/** Puts it in the first free place from its own on, unless it is there. */
function put(table: Uint32Array, [high, low]: Print): boolean {
  const mask = table.length - 1;
  for (let at = (low * 2) & mask; ; at = (at + 2) & mask) {
    const there = [table[at] ?? 0, table[at + 1] ?? 0] as const;
    if (there[0] === high && there[1] === low) return false;
    if (!isFree(there)) continue;
    table[at] = high;
    table[at + 1] = low;
    return true;
  }
}

function printOf(path: string): Print {
  // As text: a million small buffers would be a million things for the collector to free.
  const digest = hash('sha256', path, 'hex');
  const print = [Number.parseInt(digest.slice(0, 8), 16), Number.parseInt(digest.slice(8, 16), 16)] as const;
  return isFree(print) ? [0, 1] : print;
}
