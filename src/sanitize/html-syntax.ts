import { at, endOf } from './links.ts';

/** Raw HTML in Markdown (CommonMark, 4.6 and 6.6). */

const BLOCK_NAMES =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|' +
  'figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|' +
  'ol|optgroup|option|p|param|section|source|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul';

/** Elements that separate the words before and after them. */
export const BLOCK_ELEMENT = new RegExp(`^(?:${BLOCK_NAMES}|br|img|pre|search)$`);

/** How blocks of HTML begin, and what their last line contains. */
const BLOCKS: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/<(?:script|pre|style|textarea)(?=[ \t\v\f>]|(?![^\n]))/iy, /<\/(?:script|pre|style|textarea)>/i],
  [/<!--/y, /-->/],
  [/<\?/y, /\?>/],
  [/<![A-Z]/y, />/],
  [/<!\[CDATA\[/y, /\]\]>/],
];
const NAMED_BLOCK = new RegExp(String.raw`</?(?:${BLOCK_NAMES})(?=[ \t\v\f>]|/>|(?![^\n]))`, 'iy');
const REST = /[ \t\f]*(?![^\n])/y;

/**
 * If a block of HTML begins at `index`, what ends it: a pattern that its last line contains, or `blank` for a blank line. Undefined
 * if none begins.
 */
export function htmlBlockAt(text: string, index: number, inParagraph: boolean): RegExp | 'blank' | undefined {
  if (text[index] !== '<') return undefined;
  const marked = BLOCKS.find(([start]) => at(start, text, index));
  if (marked) return marked[1];
  if (at(NAMED_BLOCK, text, index)) return 'blank';
  const end = inParagraph ? -1 : endOf(TAG_ON_LINE, text, index);
  return end >= 0 && at(REST, text, end) ? 'blank' : undefined;
}

/** A complete tag whose white space and quoted values have these characters. No part can match in two ways, so that the time is linear. */
const tagOf = (space: string, unquoted: string) =>
  new RegExp(
    String.raw`</[A-Za-z][A-Za-z\d-]*${space}*>|<[A-Za-z][A-Za-z\d-]*(?:${space}+[A-Za-z_:][\w.:-]*` +
      String.raw`(?:${space}*=${space}*(?:[^ \t\n\v\f"'=<>\x60]+|'[^'${unquoted}]*'|"[^"${unquoted}]*"))?)*${space}*/?>`,
    'y',
  );
const TAG = tagOf(String.raw`[ \t\n\v\f]`, '');
const TAG_ON_LINE = tagOf(String.raw`[ \t\v\f]`, String.raw`\n`);

/** How raw HTML without a name begins and ends: at `-->`, but not at `--->`, because cmark-gfm reads three dashes together. */
const MARKED: readonly (readonly [start: RegExp, end: string, together: string])[] = [
  [/<!--/y, '-->', '---'],
  [/<\?/y, '[?]>', '[?][?]'],
  [/<!\[CDATA\[/y, ']]>', ']]]'],
  [/<![A-Z]+[ \t\n\v\f]/y, '>', '(?!)'],
];
const EMPTY_COMMENT = /<!---?>/y;
const ENDS = MARKED.map(([start, end, together]) => ({
  start,
  atOnce: new RegExp(`(?:${together})*${end}`, 'y'),
  later: new RegExp(`(?<!${end.slice(0, end.startsWith('[') ? 3 : 1)})(?:${together})*${end}`, 'g'),
}));

/** Finds raw HTML in a text, from start to end. It caches the next position of each mark, so that its time is linear. */
export class HtmlFinder {
  readonly #text: string;
  #hasOpenComment = false;
  readonly #nextMark = new Map<RegExp, { readonly start: number; readonly end: number }>();

  constructor(text: string) {
    this.#text = text;
  }

  /** The end of the raw HTML at `start`, or -1. */
  endOf(start: number): number {
    const sign = this.#text[start + 1];
    if (sign !== '!' && sign !== '?') return endOf(TAG, this.#text, start);
    const empty = at(EMPTY_COMMENT, this.#text, start);
    if (empty) return start + empty[0].length;
    // After a comment that does not end, cmark-gfm finds no declaration and no CDATA.
    if (sign === '!' && this.#hasOpenComment) return -1;
    for (const ends of ENDS) {
      const found = at(ends.start, this.#text, start);
      if (!found) continue;
      const after = start + found[0].length;
      const atOnce = at(ends.atOnce, this.#text, after);
      const end = atOnce ? after + atOnce[0].length : this.#find(ends.later, after);
      this.#hasOpenComment ||= end < 0 && sign === '!' && this.#text[start + 2] === '-';
      return end;
    }
    return -1;
  }

  /** The end of the next match, or -1. */
  #find(mark: RegExp, from: number): number {
    let next = this.#nextMark.get(mark);
    if (!next || next.start < from) {
      const found = at(mark, this.#text, from);
      next = found ? { start: found.index, end: mark.lastIndex } : { start: Number.POSITIVE_INFINITY, end: -1 };
      this.#nextMark.set(mark, next);
    }
    return next.end;
  }
}
