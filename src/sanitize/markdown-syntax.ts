/** Pieces of the grammar of GitHub's Markdown (GFM), to be matched at one place (`at`). */

/** Where quotes, list items and footnotes may begin before the content of a line. */
const CONTAINERS = /(?:[ \t]|>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])|\[\^[^\s\]]+\]:)*/y;

const ATTRIBUTE = String.raw`\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>${'`'}]+|'[^']*'|"[^"]*"))?`;
/** An inline tag, whole (6.6). */
export const TAG = new RegExp(
  String.raw`<(?:[A-Za-z][A-Za-z\d-]*(?:${ATTRIBUTE})*\s*/?|/[A-Za-z][A-Za-z\d-]*(?:\s[^<>]*)?)>`,
  'y',
);
export const AUTOLINK = /<(?:[A-Za-z][A-Za-z\d+.-]{1,31}:[^\s<>]*|[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+)>/y;

/** A fence of code with its info string (4.5). */
export const FENCE = /(?<fence>`{3,}(?=[^`\n]*(?:\n|$))|~{3,})(?<info>[^\n]*)/y;

/** What may stand between the parts of a link: one line may end, and the next begin with the signs of a quote. */
const GAP = String.raw`[ \t\f\v]*(?:\n[ \t>]*)?`;
/** In one version of the grammar a title in parentheses may hold an opening one. */
const TITLE = String.raw`(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\((?:\\.|[^()\\])*\)|\((?:\\.|[^)\\]){0,2000}\))`;
const LABEL = String.raw`\[(?:\\[^\n]|[^\\[\]]){1,999}\]`;

/** A link reference definition (4.7). */
export const DEFINITION = new RegExp(
  `(?<label>${LABEL}):${GAP}(?<target><[^<>\\n]*>|[^\\s<]\\S*)` +
    `(?<title>(?:[ \\t]+|[ \\t]*\\n[ \\t>]*)${TITLE}(?=[ \\t]*(?:\\n|$)))?(?=[ \\t]*(?:\\n|$))`,
  'sy',
);
/** What follows the text of a link or image (6.3). */
export const TARGET = new RegExp(
  `\\(${GAP}(?<target><[^<>\\n]*>|(?!<)(?:\\\\[^\\n]|\\([^\\s()]*\\)|[^\\s()\\\\])*)(?<title>(?:[ \\t\\f\\v]+(?:\\n[ \\t>]*)?|\\n[ \\t>]*)${TITLE})?${GAP}\\)`,
  'sy',
);
/** The same, more generous about the address. */
export const ANY_TARGET = new RegExp(`\\((?<target>(?:(?!\\]\\()\\S)*)(?<title>\\s[\\s>]*${TITLE})\\s*\\)`, 'sy');
export const REFERENCE_LABEL = new RegExp(LABEL, 'y');
/** Or something escaped, which begins no label. */
export const ANY_LABEL = new RegExp(`\\\\.|(?<label>${LABEL})`, 'g');
export const FOOTNOTE = /\[\^(?<name>[^\s[\]]+)\]/y;

/** The match of a sticky pattern that begins exactly here. */
export function at(pattern: RegExp, text: string, index: number): RegExpExecArray | undefined {
  pattern.lastIndex = index;
  return pattern.exec(text) ?? undefined;
}

/** Where the content of the line begins that begins at `start`. */
export function contentStart(text: string, start: number): number {
  return start + (at(CONTAINERS, text, start)?.[0].length ?? 0);
}

/** Labels are the same whatever their case and white space. */
export function labelKey(label: string): string {
  return label
    .slice(1, -1)
    .replace(/[\s>]+/g, ' ')
    .trim()
    .toLowerCase()
    .toUpperCase();
}

/** GitHub shows these as text (6.11), and with them all that looks like an attribute. */
export const SHOWN_TAG = /^<\/?(?:title|textarea|style|xmp|iframe|noembed|noframes|script|plaintext)(?![\w-])/i;
