/** At most this share of a name's letters may differ. */
const MAX_SHARE = 0.4;

/** The name that differs least from a misspelled one; undefined if all differ too much. Only letters count, in either case. */
export function nearestOf(misspelled: string, names: readonly string[]): string | undefined {
  const letters = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');
  const wanted = letters(misspelled);
  const ranked = names
    .map((name) => ({ name, distance: editDistance(wanted, letters(name)) }))
    .toSorted((one, other) => one.distance - other.distance);
  const [best] = ranked;
  return best && best.distance <= Math.max(1, wanted.length * MAX_SHARE) ? best.name : undefined;
}

/** The number of letters to insert, remove or replace (Levenshtein distance). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
