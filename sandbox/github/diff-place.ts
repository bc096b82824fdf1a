/** The place of a comment on code in a file's patch, with the field names of GitHub's API. */
export interface DiffPlace {
  /** Lines below the patch's first `@@` line. */
  readonly position: number;
  /** The line's number in the file: after the change on the side `RIGHT`, before it on `LEFT`, which only removed lines have. */
  readonly line: number;
  readonly side: 'LEFT' | 'RIGHT';
  /** The hunk's `@@` line and its lines up to this one. */
  readonly diff_hunk: string;
}

/** How a request names a place: by `line` and `side`, or by `position`. */
type AskedPlace = { readonly [Field in 'position' | 'line' | 'side']?: unknown };

/** @returns undefined if the patch does not show the place, which GitHub answers with 422. */
export function findPlace(patch: string, { position, line, side = 'RIGHT' }: AskedPlace): DiffPlace | undefined {
  const isAsked = (place: DiffPlace) =>
    typeof line === 'number' ? place.line === line && place.side === side : place.position === position;
  return placesIn(patch).find(isAsked);
}

function placesIn(patch: string): DiffPlace[] {
  const places: DiffPlace[] = [];
  const lines = patch.split('\n');
  let hunk = 0;
  let next = { before: 0, after: 0 };
  for (const [position, text] of lines.entries()) {
    const [, before, after] = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(text) ?? [];
    if (before) {
      hunk = position;
      next = { before: Number(before), after: Number(after) };
      continue;
    }
    const diff_hunk = lines.slice(hunk, position + 1).join('\n');
    const isRemoved = text.startsWith('-');
    places.push({
      position,
      line: isRemoved ? next.before : next.after,
      side: isRemoved ? 'LEFT' : 'RIGHT',
      diff_hunk,
    });
    if (!text.startsWith('+')) next.before += 1;
    if (!isRemoved) next.after += 1;
  }
  return places;
}
