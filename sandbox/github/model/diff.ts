/** The lines around a change that a patch shows. */
const CONTEXT = 3;

/** A change of a text, as GitHub shows it: without the names of the files. */
export interface Patch {
  readonly text: string;
  readonly additions: number;
  readonly deletions: number;
}

/**
 * One hunk: all lines between those that both texts begin and end with. @param before empty for a
 * new file.
 */
export function patchOf(before: string, after: string): Patch {
  const old = linesOf(before);
  const now = linesOf(after);
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;

  const removed = old.slice(start, old.length - end);
  const added = now.slice(start, now.length - end);
  const from = Math.max(0, start - CONTEXT);
  const lead = old.slice(from, start);
  const tail = old.slice(old.length - end, old.length - end + CONTEXT);
  const range = (changed: readonly string[]) => {
    const length = lead.length + changed.length + tail.length;
    return `${length === 0 ? from : from + 1}${length === 1 ? '' : `,${length}`}`;
  };
  const marked = (sign: string, lines: readonly string[]) => lines.map((line) => sign + line);
  const lines = [
    ...marked(' ', lead),
    ...marked('-', removed),
    ...marked('+', added),
    ...marked(' ', tail),
  ];
  const text = [`@@ -${range(removed)} +${range(added)} @@`, ...lines].join('\n');
  return { text, additions: added.length, deletions: removed.length };
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  const last = lines.pop();
  return last ? [...lines, `${last}\n\\ No newline at end of file`] : lines;
}

/** The place of a comment on code in a file's patch, with the field names of GitHub's API. */
export interface DiffPlace {
  /** Lines below the patch's first `@@` line. */
  readonly position: number;
  /** The line's number in the file after the change. */
  readonly line: number;
  readonly side: 'RIGHT';
  /** The hunk's `@@` line and its lines up to this one. */
  readonly diff_hunk: string;
}

/**
 * @param line of the file after the change. @returns undefined if the patch does not show it, which
 * GitHub answers with 422.
 */
export function findPlace(patch: string, line: number): DiffPlace | undefined {
  const lines = patch.split('\n');
  let hunk = 0;
  let next = 0;
  for (const [position, text] of lines.entries()) {
    const [, start] = /^@@ -\S+ \+(\d+)(?:,\d+)? @@/.exec(text) ?? [];
    if (start) {
      hunk = position;
      next = Number(start);
    } else if (/^[ +]/.test(text)) {
      if (next === line)
        return {
          position,
          line,
          side: 'RIGHT',
          diff_hunk: lines.slice(hunk, position + 1).join('\n'),
        };
      next += 1;
    }
  }
  return undefined;
}
