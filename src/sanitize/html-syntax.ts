import { at, matchEnd } from './links.ts';

/** Raw HTML in Markdown (CommonMark, 4.6 and 6.6). */

const BLOCK_NAMES =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|' +
  'figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|' +
  'ol|optgroup|option|p|param|section|source|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul';

/** Elements that separate the words before and after them. */
export const BLOCK_ELEMENT = new RegExp(`^(?:${BLOCK_NAMES}|br|img|pre|search)$`);

/** How blocks of HTML begin, and what their last line contains. */
const BLOCKS: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [
    /<(?:script|pre|style|textarea)(?=[ \t\v\f>]|(?![^\n]))/iy,
    /<\/(?:script|pre|style|textarea)>/i,
  ],
  [/<!--/y, /-->/],
  [/<\?/y, /\?>/],
  [/<![A-Z]/y, />/],
  [/<!\[CDATA\[/y, /\]\]>/],
];
const NAMED_BLOCK = new RegExp(String.raw`</?(?:${BLOCK_NAMES})(?=[ \t\v\f>]|/>|(?![^\n]))`, 'iy');
const REST = /[ \t\f]*(?![^\n])/y;

/**
 * If a block of HTML begins at `index`, what ends it: a pattern that its last line contains, or
 * `blank` for a blank line. Undefined if none begins.
 */
export function htmlBlockAt(
  text: string,
  index: number,
  inParagraph: boolean,
): RegExp | 'blank' | undefined {
  if (text[index] !== '<') return undefined;
  const marked = BLOCKS.find(([start]) => at(start, text, index));
  if (marked) return marked[1];
  if (at(NAMED_BLOCK, text, index)) return 'blank';
  const end = inParagraph ? -1 : matchEnd(TAG_ON_LINE, text, index);
  return end >= 0 && at(REST, text, end) ? 'blank' : undefined;
}

/**
 * A complete tag whose white space and quoted values have these characters. No part can match in
 * two ways, so that the time is linear.
 */
const tagOf = (space: string, unquoted: string) =>
  new RegExp(
    String.raw`</[A-Za-z][A-Za-z\d-]*${space}*>|<[A-Za-z][A-Za-z\d-]*(?:${space}+[A-Za-z_:][\w.:-]*` +
      String.raw`(?:${space}*=${space}*(?:[^ \t\n\v\f"'=<>\x60]+|'[^'${unquoted}]*'|"[^"${unquoted}]*"))?)*${space}*/?>`,
    'y',
  );
/** An inline tag. */
export const TAG = tagOf(String.raw`[ \t\n\v\f]`, '');
const TAG_ON_LINE = tagOf(String.raw`[ \t\v\f]`, String.raw`\n`);

/**
 * How raw HTML without a name begins and ends: at `-->`, but not at `--->`, because cmark-gfm reads
 * three dashes together.
 */
export const MARKED = [
  { start: /<!--/y, atOnce: /(?:---)*-->/y, later: /(?<!-)(?:---)*-->/g },
  { start: /<\?/y, atOnce: /(?:\?\?)*\?>/y, later: /(?<!\?)(?:\?\?)*\?>/g },
  { start: /<!\[CDATA\[/y, atOnce: /(?:\]\]\])*\]\]>/y, later: /(?<!\])(?:\]\]\])*\]\]>/g },
  { start: /<![A-Z]+[ \t\n\v\f]/y, atOnce: />/y, later: />/g },
];
/** `<!-->` and `<!--->` are whole comments. */
export const EMPTY_COMMENT = /<!---?>/y;
