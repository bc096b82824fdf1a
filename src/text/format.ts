/** A piece of a message, which is rendered as Markdown or as plain text. */
export type Span =
  | string
  /** Escaped when rendered. */
  | { readonly untrusted: string }
  | { readonly code: string }
  /** The name of a file: code, and in plain text without the backticks that a shell would run. */
  | { readonly path: string }
  | { readonly link: string; readonly to: string };

export type RichText = readonly Span[];

/** `1 file`, `1,003 files`, `1 more file`. */
export const plural = (count: number, noun: string): string =>
  `${number(count)} ${noun}${count === 1 ? '' : 's'}`;

/**
 * `1,003`. Only fractions are formatted by `Intl`: its first use costs as much time as starting
 * half a node, and 7 MB.
 */
export const number = (value: number): string =>
  Number.isSafeInteger(value)
    ? String(value).replace(/\B(?=(\d{3})+$)/g, ',')
    : value.toLocaleString('en');

/** `1 person`, `1,003 people`. */
export const people = (count: number): string =>
  `${number(count)} ${count === 1 ? 'person' : 'people'}`;

/**
 * Control characters, line separators, private use characters and lone surrogates: readers see none
 * of them.
 */
const UNPRINTABLE = /[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** Format characters except the joiner in emoji. */
const INVISIBLE = /(?!\u200d)\p{Cf}/gu;

/**
 * One line without control and invisible characters, cut to `max` UTF-16 units with a visible mark.
 */
export function oneLine(text: string, max: number): string {
  const line = text.replace(UNPRINTABLE, ' ').replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
  return line.length <= max ? line : `${cut(line, max - 1).trimEnd()}…`;
}

/** An untrusted name for use in a message: in backticks. */
export const quoteName = (text: string, max = 60): string =>
  `\`${oneLine(text, max).replaceAll('`', "'")}\``;

/** Undefined if the text is not UTF-8, or has a `%` without two digits. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** At most `max` UTF-16 units from the start; a surrogate pair is never split. */
export function cut(text: string, max: number): string {
  const end = Math.max(0, max);
  return text.slice(0, /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end - 1 : end);
}

/** {@link oneLine} in quotation marks, for an error body; empty if nothing is left. */
export function excerpt(text: string, max: number): string {
  const line = oneLine(text, max);
  return line && `“${line}”`;
}

/**
 * One line of Markdown that renders as the text and has no effect: no mention, reference, link,
 * image, HTML or formatting. Code spans stay, because they have no effect either.
 */
export function escapeMarkdown(text: string, max: number): string {
  return oneLine(text, max)
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 ? part : escapeSigns(part)))
    .join('');
}

/** Any text in a code span. A backtick, which would end the span, is replaced by a similar sign. */
export function codeSpan(text: string, max: number): string {
  return `\`${oneLine(text, max).replaceAll('`', 'ˋ') || '(blank)'}\``;
}

/**
 * A row of a table. A `|` would end a cell even within a code span (GitHub Flavored Markdown, 4.10),
 * and is shown there with a backslash before it.
 */
export const tableRow = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replace(/(?<!\\)((?:\\\\)*)\|/g, '$1\\|')).join(' | ')} |`;

function escapeSigns(text: string): string {
  return (
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replace(/[\\`*_[\]|~$]/g, '\\$&')
      // A heading, a list, an underline, the address of a link; an image, if a link follows; the
      // end of a heading.
      .replace(/^[#+=(-]|[!#]$/g, '\\$&')
      .replace(/^(\d+)([.)])/, '$1\\$2') // a list
      .replace(/#(?=\d)|gh-(?=\d)|@|:(?=\/\/)|www(?=\.)/gi, '$&&#8203;')
  ); // reference, mention, bare link
}

/**
 * A cell of CSV (RFC 4180). It is quoted, so that a spreadsheet that splits at `;` does not split
 * it. A text that a spreadsheet would evaluate as a formula (OWASP, "CSV injection"), even after
 * blanks, gets a leading apostrophe.
 */
export function csvCell(text: string): string {
  const inert = /^[=+\-@＝＋－＠\s\p{C}]/u.test(text) ? `'${text}` : text;
  return `"${inert.replaceAll('"', '""')}"`;
}
