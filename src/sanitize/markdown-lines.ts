import { at, contentStart, FENCE, TAG } from './markdown-syntax.ts';

/**
 * A line of Markdown, and what is certain about it. Where two readings are possible, nothing counts as code: to take out too
 * much is the safe side.
 */
export interface Line {
  readonly start: number;
  /** Before the newline. */
  readonly end: number;
  /** After quote signs, list markers and spaces. */
  readonly content: number;
  readonly blank: boolean;
  /** In a fence, or one of its two ends. */
  readonly code: boolean;
  /** Whether it is part of an HTML block, where nothing is Markdown. */
  readonly html: 'no' | 'maybe' | 'yes';
  /** A fence begins here, or an HTML block that only its own mark ends, not a blank line. */
  readonly opens: boolean;
  /** Part of such a block. */
  readonly unending: boolean;
  /** Surely no code of any kind but spans. */
  readonly prose: boolean;
}

interface HtmlBlock {
  readonly certain: boolean;
  readonly end: RegExp | undefined;
}

const BLOCK_TAG =
  /<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?=[\s>]|\/>|$)/iy;
/** In one version of the grammar, not in another. */
const SOME_BLOCK_TAG = /<\/?(?:search|source)(?=[\s>]|\/>|$)/iy;
const VERBATIM = /<(?<name>pre|script|style|textarea)(?=[\s>]|$)/iy;
const MARKED: readonly (readonly [RegExp, RegExp])[] = [
  [/<!--/y, /-->/],
  [/<\?/y, /\?>/],
  [/<!\[CDATA\[/y, /\]\]>/],
  [/<![A-Za-z]/y, />/],
];

/** Every line of the text. */
export function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  const blocks = new Blocks(text);
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    lines.push(blocks.next(start, end));
    start = end + 1;
  }
  return lines;
}

/** Follows from line to line which block is open. */
class Blocks {
  readonly #text: string;
  #fence: { readonly mark: string; readonly until: number } | undefined;
  #html: HtmlBlock | undefined;
  /** Nothing from here on is surely code. */
  #doubt = false;
  /** The same in list items and quotes, which end with the next line at the margin. */
  #innerDoubt = false;
  #afterBlank = true;

  constructor(text: string) {
    this.#text = text;
  }

  next(start: number, end: number): Line {
    const line = this.#read(start, end);
    this.#afterBlank = line.blank;
    return line;
  }

  #read(start: number, end: number): Line {
    const blank = isBlank(this.#text.slice(start, end));
    const line = {
      start,
      end,
      content: start,
      blank,
      code: false,
      html: 'no',
      opens: false,
      unending: false,
      prose: false,
    } as const;
    if (this.#fence) return { ...line, code: true, html: this.#closesFence(start, end) };
    const content = Math.min(contentStart(this.#text, start), end);
    if (blank && !this.#html?.end) this.#html = undefined;
    const here = { ...line, content };
    if (this.#html) return { ...here, ...this.#inHtml(this.#html, start, end, content) };
    if (blank) return { ...here, html: this.#doubt ? 'maybe' : 'no' };
    if (!/[ \t>]/.test(this.#text.charAt(start))) this.#innerDoubt = false;
    if (this.#opensFence(start, end, content)) return { ...here, code: true, opens: true };
    const html = this.#opensHtml(start, end, content);
    if (html) return { ...here, ...html };
    const deep = indent(this.#text.slice(start, content)) >= 4;
    return { ...here, html: this.#doubt ? 'maybe' : 'no', prose: !this.#doubt && !this.#innerDoubt && !deep };
  }

  #closesFence(start: number, end: number): 'no' {
    const { mark, until } = this.#fence ?? { mark: '', until: 0 };
    const closing = /^ *(?<mark>`{3,}|~{3,})[ \t]*$/.exec(this.#text.slice(start, end));
    const found = closing?.groups?.mark ?? '';
    const indented = (closing?.[0].indexOf(found) ?? 0) > 3;
    if (until ? start >= until : found.startsWith(mark) && !indented) this.#fence = undefined;
    return 'no';
  }

  #inHtml({ certain, end: mark }: HtmlBlock, start: number, end: number, content: number) {
    const line = this.#text.slice(start, end);
    if (!certain && (at(FENCE, this.#text, content) || at(VERBATIM, this.#text, content))) this.#doubt = true;
    if (mark?.test(line)) {
      this.#html = undefined;
      if (/<\/textarea/i.test(line)) this.#doubt = true;
    }
    return { html: certain && !this.#doubt ? 'yes' : 'maybe', unending: mark !== undefined } as const;
  }

  #opensHtml(start: number, end: number, content: number) {
    const block = this.#htmlBlock(start, end, content);
    if (!block) return undefined;
    const rest = this.#text.slice(content, end);
    const marked = MARKED.find(([opener]) => at(opener, this.#text, content));
    if (!block.end?.test(rest)) this.#html = block;
    return {
      html: block.certain && !this.#doubt ? 'yes' : 'maybe',
      opens: marked !== undefined,
      unending: block.end !== undefined,
    } as const;
  }

  #htmlBlock(start: number, end: number, content: number): HtmlBlock | undefined {
    const text = this.#text;
    if (text[content] !== '<') return undefined;
    const atMargin = content === start;
    const verbatim = at(VERBATIM, text, content)?.groups?.name;
    if (verbatim) {
      if (!atMargin || /textarea/i.test(verbatim)) this.#doubt = true;
      return { certain: atMargin, end: /<\/(?:pre|script|style|textarea)>/i };
    }
    const marked = MARKED.find(([opener]) => at(opener, text, content));
    if (marked) return { certain: atMargin, end: marked[1] };
    if (at(BLOCK_TAG, text, content)) return { certain: atMargin, end: undefined };
    const tag = at(SOME_BLOCK_TAG, text, content) ?? at(TAG, text, content);
    const alone = tag && /^[ \t]*(?:\n|$)/.test(text.slice(content + tag[0].length, end + 1));
    return alone || at(SOME_BLOCK_TAG, text, content) ? { certain: false, end: undefined } : undefined;
  }

  /** A fence at the margin is one for sure; an indented one only where all its lines are indented like it. */
  #opensFence(start: number, end: number, content: number): boolean {
    const mark = at(FENCE, this.#text, content)?.groups?.fence;
    if (!mark || this.#doubt) return false;
    if (content === start) {
      this.#fence = { mark, until: 0 };
      return true;
    }
    const before = this.#text.slice(start, content);
    if (/^ +$/.test(before) && !this.#innerDoubt) {
      const until = before.length <= 3 || this.#afterBlank ? this.#indentedEnd(end + 1, before, mark) : undefined;
      if (until !== undefined) {
        this.#fence = { mark, until };
        return true;
      }
      if (before.length <= 3) this.#doubt = true;
    }
    this.#innerDoubt = true;
    return false;
  }

  /** Where the line begins that closes an indented fence. */
  #indentedEnd(from: number, before: string, mark: string): number | undefined {
    for (let start = from; start < this.#text.length; ) {
      const newline = this.#text.indexOf('\n', start);
      const end = newline < 0 ? this.#text.length : newline;
      const line = this.#text.slice(start, end);
      const closing = line.trim().startsWith(mark) && /^(?:`+|~+)$/.test(line.trim());
      if (closing) return line.startsWith(before + mark) ? start : undefined;
      if (!isBlank(line) && !line.startsWith(before)) return undefined;
      start = end + 1;
    }
    return undefined;
  }
}

const isBlank = (line: string): boolean => /^[ \t]*$/.test(line);

function indent(spaces: string): number {
  return [...(/^[ \t]*/.exec(spaces)?.[0] ?? '')].reduce((sum, space) => sum + (space === '\t' ? 4 : 1), 0);
}
