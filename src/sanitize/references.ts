import type { Line } from './markdown-lines.ts';
import { ANY_LABEL, at, FOOTNOTE, labelKey } from './markdown-syntax.ts';

/** Labels of a text, in the form of `labelKey`. */
export interface Labels {
  /** At the beginning of a line with a colon. */
  readonly defined: ReadonlySet<string>;
  /** Everywhere else. */
  readonly used: ReadonlySet<string>;
}

/** All labels outside of code. */
export function labelsOf(text: string, lines: readonly Line[]): Labels {
  const defined = new Set<string>();
  const used = new Set<string>();
  let index = 0;
  for (const found of text.matchAll(ANY_LABEL)) {
    const label = found.groups?.label;
    if (label === undefined) continue;
    while ((lines[index + 1]?.start ?? Number.POSITIVE_INFINITY) <= found.index) index++;
    const line = lines[index];
    if (line?.code) continue;
    const defines = line?.content === found.index && text[found.index + label.length] === ':';
    (defines ? defined : used).add(labelKey(label));
  }
  return { defined, used };
}

/** After the last line of the footnote that begins in line `index`: its paragraph, and what is indented under it. */
export function footnoteEnd(text: string, lines: readonly Line[], index: number): number {
  let last = index;
  for (let next = index + 1; next < lines.length; next++) {
    const line = lines[next];
    if (!line || line.blank) continue;
    const indented = /^(?: {4}|\t| {1,3}\t)/.test(text.slice(line.start, line.start + 4));
    const continues = next === last + 1 && !startsAnew(text, line);
    if (!indented && !continues) break;
    last = next;
  }
  return lines[last]?.end ?? text.length;
}

/** A line at the margin that belongs to no paragraph before it. */
function startsAnew(text: string, line: Line): boolean {
  if (at(/ {0,3}\[\^[^\s\]]+\]:/y, text, line.start)) return true;
  return (
    line.code ||
    (line.html === 'yes' && line.content === line.start) ||
    at(/#{1,6}[ \t]/y, text, line.start) !== undefined
  );
}

/** The name of the footnote that is referred to here. */
export function footnoteReference(text: string, index: number): string | undefined {
  const found = at(FOOTNOTE, text, index);
  if (!found || /[([]/.test(text.charAt(index + found[0].length))) return undefined;
  return found.groups?.name?.toLowerCase();
}

/** The footnotes of a text. */
export interface Footnotes {
  readonly defined: ReadonlySet<string>;
  /** To be filled. */
  readonly used: Set<string>;
  /** Whether something stands in one. */
  inside(index: number): boolean;
}

/** All footnotes of a text; none is used yet. */
export function footnotesOf(text: string, lines: readonly Line[]): Footnotes {
  const defined = new Set<string>();
  const extents: { readonly start: number; readonly end: number }[] = [];
  for (const [row, line] of lines.entries()) {
    if (line.code || line.blank) continue;
    for (const found of text.slice(line.start, line.content).matchAll(/\[\^(?<name>[^\s\]]+)\]:/g)) {
      defined.add((found.groups?.name ?? '').toLowerCase());
      const start = line.start + found.index;
      if (start >= (extents.at(-1)?.end ?? 0)) extents.push({ start, end: footnoteEnd(text, lines, row) });
    }
  }
  let current = 0;
  // Asked from left to right.
  const inside = (index: number) => {
    while ((extents[current]?.end ?? Number.POSITIVE_INFINITY) < index) current++;
    return index >= (extents[current]?.start ?? Number.POSITIVE_INFINITY);
  };
  return { defined, used: new Set(), inside };
}
