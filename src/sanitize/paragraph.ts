import type { RemovedKind } from './removed.ts';

/** A part of a text that is not shown. */
export interface Hidden {
  readonly kind: RemovedKind;
  readonly start: number;
  /** Infinity where nothing certain ends it. */
  readonly end: number;
}

/** What is hidden from one place to another. */
export const hide = (kind: RemovedKind, start: number, end: number): Hidden => ({ kind, start, end });

/** A line, and where its content begins after the signs of quotes, list items, tasks and footnotes. */
export interface Line {
  readonly start: number;
  readonly content: number;
  readonly end: number;
}

/** Lines that belong together: what begins in one paragraph ends in no other, except in HTML. */
export interface Paragraph {
  readonly start: number;
  /** As long as in the source, but code that is shown in any case is blotted out. */
  readonly text: string;
  readonly lines: readonly Line[];
  /** Whether it may go to the browser as it is, and if so, how far that may last. */
  readonly html: 'no' | 'paragraph' | 'text';
  /** All its lines begin with the sign of a quote, which ends with it. */
  readonly quoted: boolean;
  /** Nothing in it can be read in more than one way. */
  readonly plain: boolean;
  /** Where the first HTML in it begins that a mark of its own ends, and no blank line. */
  readonly marked: number;
}

/** Code spans are blotted out where nothing can be read in more than one way. */
export function paragraphOf(source: string, start: number, html: Paragraph['html']): Paragraph {
  const lines = linesOf(source);
  const blotted = html === 'no' ? source.split('\n').map(withoutSpans).join('\n') : source;
  const hides = (sign: RegExp) => [...source.matchAll(sign)].some(({ index }) => blotted[index] === BLOT);
  // Cells and formulas are cut out before code is read.
  const table = lines.some(({ content, end }) => isDelimiterRow(source.slice(content, end)));
  const torn = (table && hides(/(?<!\\)\|/g)) || (blotted.includes('$') && hides(/\$/g));
  const plain = html === 'no' && !torn && !DOUBTFUL.test(blotted) && !blotted.split(/[ \t\n]/).some(isGlued);
  const marked = html === 'no' ? -1 : source.search(/<(?:[!?]|pre|script|style|textarea)/i);
  const quoted = lines.every((line) => at(/ {0,3}>/y, source, line.start));
  const text = plain ? blotted : source;
  return { start, text, lines, html, quoted, plain, marked: marked < 0 ? source.length : marked };
}

/** Every line of a text. */
export function linesOf(text: string): Line[] {
  let start = 0;
  return text.split('\n').map((line) => {
    const found = { start, content: contentStart(text, start), end: start + line.length };
    start = found.end + 1;
    return found;
  });
}

/** Where the content of the line begins that begins at `start`. */
export function contentStart(text: string, start: number): number {
  return start + (at(CONTAINERS, text, start)?.[0].length ?? 0);
}

const CONTAINERS = /(?:[ \t]|>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])|\[[ xX]\](?=[ \t])|\[\^[^ \t\n\]]+\]:)*/y;

/** The match of a sticky pattern that begins exactly here. */
export function at(pattern: RegExp, text: string, index: number): RegExpExecArray | undefined {
  pattern.lastIndex = index;
  return pattern.exec(text) ?? undefined;
}

/** A fence of code with its info string. */
export const FENCE = /(?<mark>`{3,}(?=[^`\n]*(?:\n|$))|~{3,})(?<info>[^\n]*)/y;
/** A bare address, in HTML too: without quotes. */
export const AUTOLINK = /<(?:[A-Za-z][A-Za-z\d+.-]{1,31}:[^\s<>"']*|[\w.!#$%&*+/=?^{|}~-]+@[\w.-]+)>/y;
/** What begins a tag or a comment. */
export const ANGLE = /<[A-Za-z/!?]/;

/** The row under the heads of a table. */
export const isDelimiterRow = (row: string): boolean =>
  /^[ \t>|:-]*$/.test(row) && row.includes('-') && /[|:]/.test(row);

/** Instead of a code span: it begins and ends nothing. */
const BLOT = '\0';

/** Besides code spans, what could make something else of them, or be something else than it seems. */
const DOUBTFUL = new RegExp(
  [
    '`|~~~',
    ANGLE.source,
    `\\\\${BLOT}`,
    // A definition.
    '(?:^|\\n)[ \\t>*+\\d.)-]*\\[(?:\\\\.|[^\\]\\\\]){0,999}\\]:',
    // More than a plain address in the parentheses of a link.
    `\\]\\((?![^\\s()${BLOT}]*\\))`,
    `(?:\\]\\[|\\[\\^)[^\\]]{0,999}${BLOT}`,
  ].join('|'),
);

/** Runs of backticks in a line belong together that are equally long. */
function withoutSpans(line: string): string {
  const parts: string[] = [];
  let index = 0;
  let open: RegExpExecArray | undefined;
  for (const run of line.matchAll(/`+/g)) {
    open ??= run;
    if (run === open || run[0] !== open[0]) continue;
    const end = run.index + run[0].length;
    parts.push(line.slice(index, open.index), BLOT.repeat(end - open.index));
    index = end;
    open = undefined;
  }
  return parts.join('') + line.slice(index);
}

/** A bare address may go on in the code. */
const isGlued = (word: string): boolean => word.includes(BLOT) && /\/\/|www\./i.test(word);
