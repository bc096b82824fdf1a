import { withoutUnseenReferences } from './invisible.ts';
import type { Page } from './page.ts';
import { at, FENCE, type Hidden, hide, isDelimiterRow, type Paragraph } from './paragraph.ts';

const LANGUAGE = /^[ \t]*[\w+#.-]{1,20}(?=[ \t]|$)/;

/** Of the words after a fence the first is the language of its code. */
export function fenceInfo({ text, lines }: Paragraph): Hidden[] {
  return lines.flatMap(({ content, end }) => {
    const { info = '' } = at(FENCE, text, content)?.groups ?? {};
    const rest = info.replace(LANGUAGE, '');
    return rest.trim() === '' ? [] : [hide('hidden attributes', end - rest.length, end)];
  });
}

/** A table shows no more cells than it has columns. */
export function cells({ text, lines }: Paragraph): Hidden[] {
  let columns = Number.POSITIVE_INFINITY;
  return lines.flatMap(({ content, end }) => {
    const row = text.slice(content, end);
    const ends = cellEnds(row);
    const shown = ends[columns - 1] ?? row.length;
    if (isDelimiterRow(row)) columns = Math.min(columns, ends.length);
    return row.slice(shown).trim() === '' ? [] : [hide('hidden references', content + shown, end)];
  });
}

/** After each cell of a row and the sign that ends it. */
function cellEnds(row: string): number[] {
  const length = row.trimEnd().length;
  const signs = [...row.matchAll(/\\[!-~]|\|/g)].filter(([sign]) => sign === '|');
  const ends = signs.map(({ index }) => index + 1).filter((after) => after > 1);
  return ends.at(-1) === length ? ends : [...ends, length];
}

/** References to characters that nobody sees: `&#8203;` */
export function references({ text }: Paragraph): Hidden[] {
  const hidden: Hidden[] = [];
  for (const { 0: found, index } of text.matchAll(/&#?\w+;?/g)) {
    withoutUnseenReferences(found, (kind) => hidden.push(hide(kind, index, index + found.length)));
  }
  return hidden;
}

/** A footnote lasts to a blank line or to the next one, and over all that is indented under it. */
const FURTHER = String.raw`(?:\n(?![ \t]*(?:\n|$)| {0,3}\[\^[^\s\]]+\]:)[^\n]*)*`;
const FOOTNOTE = new RegExp(`[^\\n]*${FURTHER}(?:(?:\\n[ \\t]*)*\\n(?: {4}| {0,3}\\t)[^\\n]*${FURTHER})*`, 'y');

/** Footnotes to which nothing refers for sure, and second ones of a name. */
export function footnotes({ text, paragraphs, uncertain }: Page, others: readonly Hidden[]): Hidden[] {
  // They are shown at the end: what is hidden to the end of the text hides them.
  const cut = others.some(({ end }) => end === Number.POSITIVE_INFINITY);
  const shown = new Set(cut ? [] : paragraphs.filter(({ start }) => start < uncertain).flatMap(referredTo));
  const kind = cut || uncertain <= text.length ? 'doubtful passages' : 'hidden references';
  return paragraphs.flatMap(footnoteStarts).flatMap(({ name, start }) => {
    const end = start + (at(FOOTNOTE, text, start)?.[0].length ?? 0);
    return shown.delete(name) ? [] : [hide(kind, start, end)];
  });
}

function footnoteStarts(paragraph: Paragraph): { readonly name: string; readonly start: number }[] {
  return paragraph.lines.flatMap(({ start, content }) => {
    const signs = paragraph.text.slice(start, content);
    return [...signs.matchAll(/\[\^(?<name>[^ \t\n\]]+)\]:/g)].map(({ index, groups }) => ({
      name: (groups?.name ?? '').toLowerCase(),
      start: paragraph.start + start + index,
    }));
  });
}

/** Not in an address, nor where it may be something else. */
const REFERENCE = /(?:\/\/|www\.)[^ \t\n<]*|\]\([^\s()]*\)|(?<![\\!\]])\[\^(?<name>[^\s[\]]+)\](?![([])/gi;

function referredTo({ text, lines, plain }: Paragraph): string[] {
  const indented = lines.some(({ start, content }) => / {4}|\t/.test(text.slice(start, content)));
  if (!plain || indented || /\$.*\$/s.test(text)) return [];
  return [...text.matchAll(REFERENCE)].flatMap(({ groups }) => groups?.name?.toLowerCase() ?? []);
}
