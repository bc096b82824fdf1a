/** The lines around a change that a patch shows. */
const CONTEXT = 3;

interface Line {
  readonly kind: ' ' | '-' | '+';
  readonly text: string;
}

/** A change of a text, as GitHub shows it: without the names of the files. */
export interface Patch {
  readonly text: string;
  readonly additions: number;
  readonly deletions: number;
}

/** @param before empty for a new file. */
export function patchOf(before: string, after: string): Patch {
  const lines = changedLines(linesOf(before), linesOf(after));
  const count = (kind: Line['kind']) => lines.filter((line) => line.kind === kind).length;
  return { text: hunksOf(lines).join('\n'), additions: count('+'), deletions: count('-') };
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  const last = lines.pop();
  return last ? [...lines, `${last}\n\\ No newline at end of file`] : lines;
}

/** The longest common subsequence, between the lines that both texts begin and end with. */
function changedLines(before: readonly string[], after: readonly string[]): Line[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const kept = (text: string): Line => ({ kind: ' ', text });
  return [
    ...before.slice(0, start).map(kept),
    ...editsBetween(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(kept),
  ];
}

function editsBetween(before: readonly string[], after: readonly string[]): Line[] {
  const common = commonLengths(before, after);
  const lines: Line[] = [];
  for (let [i, j] = [0, 0]; i < before.length || j < after.length; ) {
    const [old, now] = [before[i], after[j]];
    const kind = kindOf(old, now, common(i + 1, j) >= common(i, j + 1));
    lines.push({ kind, text: (kind === '+' ? now : old) ?? '' });
    if (kind !== '+') i += 1;
    if (kind !== '-') j += 1;
  }
  return lines;
}

/** @param isBetterGone whether at least as many common lines are left without the old line as without the new one. */
function kindOf(old: string | undefined, now: string | undefined, isBetterGone: boolean): Line['kind'] {
  if (old === undefined) return '+';
  if (now === undefined) return '-';
  return old === now ? ' ' : isBetterGone ? '-' : '+';
}

/** How many lines both lists have in common, from each pair of indices on. */
function commonLengths(before: readonly string[], after: readonly string[]): (i: number, j: number) => number {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      lengths[i * width + j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  return at;
}

function hunksOf(lines: readonly Line[]): string[] {
  const changed = lines.flatMap(({ kind }, at) => (kind === ' ' ? [] : [at]));
  const hunks: { from: number; to: number }[] = [];
  for (const at of changed) {
    const last = hunks.at(-1);
    if (last && at - last.to <= CONTEXT * 2) last.to = at + 1;
    else hunks.push({ from: at, to: at + 1 });
  }
  return hunks.map(({ from, to }) => hunk(lines, Math.max(0, from - CONTEXT), Math.min(lines.length, to + CONTEXT)));
}

function hunk(lines: readonly Line[], from: number, to: number): string {
  const range = (other: Line['kind']) => {
    const first = lines.slice(0, from).filter(({ kind }) => kind !== other).length;
    const length = lines.slice(from, to).filter(({ kind }) => kind !== other).length;
    return `${length === 0 ? first : first + 1}${length === 1 ? '' : `,${length}`}`;
  };
  const shown = lines.slice(from, to).map(({ kind, text }) => kind + text);
  return [`@@ -${range('+')} +${range('-')} @@`, ...shown].join('\n');
}
