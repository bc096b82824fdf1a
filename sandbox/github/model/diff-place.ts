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

/** @param line of the file after the change. @returns undefined if the patch does not show it, which GitHub answers with 422. */
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
        return { position, line, side: 'RIGHT', diff_hunk: lines.slice(hunk, position + 1).join('\n') };
      next += 1;
    }
  }
  return undefined;
}
