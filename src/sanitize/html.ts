import { countAtMost } from '../text/binary-search.ts';
import { BLOCK_ELEMENT } from './html-syntax.ts';
import { unseenReferenceKind } from './invisible.ts';
import type { Leaf } from './lines.ts';
import { at } from './links.ts';
import { OpenElements } from './open-elements.ts';
import type { Tag } from './page-builder.ts';
import type { Count, Hidden, RemovedKind } from './removed.ts';

/** Text of one block, or raw HTML. */
export interface Span {
  readonly leaf: Leaf;
  readonly start: number;
  readonly end: number;
  readonly isRaw: boolean;
}

/** What a browser parses, in this order. */
export type Stream = readonly (Span | Tag)[];

/** The tokenizer's state: in text, a comment, a bogus comment, a tag, or a quoted attribute value. */
type State = 'data' | 'comment' | 'bogus comment' | 'tag' | '"' | "'";

const RAW_TEXT = /^(?:script|style|title|iframe|noembed|noframes)$/;
const RAW_END = /<\/(?<name>script|style|title|iframe|noembed|noframes)(?=[ \t\n\f/>])/gi;
const MARKUP = /<(?:[A-Za-z!?]|\/[\s\S])|&/g;
const EMPTY_COMMENT = /<!---?>/y;
const TAG_NAME = /<\/?(?<name>[A-Za-z][^ \t\n\f/>]*)/y;
const LOOSE_REFERENCE = /&(?:#x[\da-f]+|#\d+|[a-z]+);?/iy;
/** Where each state ends. In a tag, only a quoted value may contain `>`. */
const ENDS: Readonly<Record<Exclude<State, 'data'>, RegExp>> = {
  comment: /--!?>/g,
  'bogus comment': />/g,
  tag: />|=[ \t\n\f]*(?<quote>["'])/g,
  '"': /"/g,
  "'": /'/g,
};

/** Finds tags, comments, and text in elements that do not show it, as a browser tokenizes a page (HTML, 13.2.5). */
export function hiddenByHtml(stream: Stream, count: Count): Hidden[] {
  // Only raw HTML hides anything, and most pages have none.
  if (!stream.some(isRaw)) return [];
  const reader = new HtmlReader(stream, count);
  let place = 0;
  for (const item of stream) {
    if (!('leaf' in item)) reader.readTag(item);
    else if (item.isRaw) reader.readHtml(item, place);
    else reader.readText(item);
    place++;
  }
  return reader.hidden;
}

const isRaw = (item: Span | Tag): item is Span => 'leaf' in item && item.isRaw;

class HtmlReader {
  readonly hidden: Hidden[] = [];
  readonly #count: Count;
  readonly #elements = new OpenElements();
  /** The last end tag of each raw text element: its item in the stream and its index in that item. */
  readonly #lastEnds = new Map<string, { readonly place: number; readonly index: number }>();
  #state: State = 'data';
  /** The name of the open raw text element, or empty. */
  #rawText = '';
  /** The current tag or comment. */
  #markup: { readonly kind: RemovedKind; readonly start: number; readonly name: string } | undefined;

  constructor(stream: Stream, count: Count) {
    this.#count = count;
    RAW_END.lastIndex = 0;
    let place = 0;
    for (const item of stream) {
      if (isRaw(item)) this.#findEnds(htmlOf(item), place);
      place++;
    }
  }

  #findEnds(html: string, place: number): void {
    for (const { index, groups } of html.matchAll(RAW_END)) {
      this.#lastEnds.set((groups?.name ?? '').toLowerCase(), { place, index });
    }
  }

  /** Reads a tag that Markdown creates, which ends an unclosed tag of raw HTML. */
  readTag({ name, closes }: Tag): void {
    if (this.#state === 'tag' || this.#state === 'bogus comment') this.#state = 'data';
    else if (this.#state !== 'data' || this.#rawText) return;
    else if (closes) this.#elements.close(name);
    else this.#elements.open(name);
  }

  readText(piece: Span): void {
    if (this.#state === 'data' && !this.#isHidden) return;
    if (this.#state === "'" && htmlOf(piece).includes("'")) this.#state = 'tag';
    let { end } = piece;
    // An unclosed quote ends at the first quote of a tag that Markdown creates, and so does its tag.
    const { attributes } = piece.leaf;
    const tag = attributes[countAtMost(attributes, piece.start - 1)] ?? piece.end;
    if (this.#state === '"' && tag < piece.end) {
      this.#state = 'data';
      if (!this.#isHidden) end = tag;
    }
    this.#hide(undefined, piece, 0, end - piece.start);
  }

  readHtml(piece: Span, place: number): void {
    const html = htmlOf(piece);
    for (let index = 0; index < html.length; ) {
      if (this.#state !== 'data') index = this.#readMarkup(piece, html, index, this.#state);
      else if (this.#rawText) index = this.#readRawText(piece, html, index);
      else index = this.#readData(piece, html, index, place);
    }
    this.#endMarkup(piece, html.length);
  }

  get #isHidden(): boolean {
    return this.#rawText !== '' || this.#elements.isHidden;
  }

  /** Reads text up to the next tag or comment. @returns where to continue. */
  #readData(piece: Span, html: string, start: number, place: number): number {
    MARKUP.lastIndex = start;
    const next = MARKUP.exec(html)?.index ?? html.length;
    if (this.#isHidden) this.#hide(undefined, piece, start, next);
    if (html[next] === '&') return this.#readReference(piece, html, next);
    return next < html.length ? this.#beginMarkup(html, next, place) : next;
  }

  #readReference(piece: Span, html: string, index: number): number {
    const found = at(LOOSE_REFERENCE, html, index)?.[0] ?? '&';
    const kind = unseenReferenceKind(found);
    if (kind || this.#isHidden) this.#hide(kind, piece, index, index + found.length, index);
    return index + found.length;
  }

  #beginMarkup(html: string, start: number, place: number): number {
    const name = at(TAG_NAME, html, start)?.groups?.name?.toLowerCase() ?? '';
    // GFM shows the tag of such an element as text (6.11); a browser would show nothing after it.
    if (RAW_TEXT.test(name) && html[start + 1] !== '/' && !this.#isClosedLater(name, place, start)) return start + 1;
    this.#markup = { kind: name ? 'HTML tags' : 'HTML comments', start, name };
    if (name) {
      this.#state = 'tag';
      const isClosing = html[start + 1] === '/';
      if (isClosing) this.#elements.close(name);
      else this.#openElement(html, start, name);
      return start + name.length + (isClosing ? 2 : 1);
    }
    this.#state = html.startsWith('<!--', start) ? 'comment' : 'bogus comment';
    // `<!-->` and `<!--->` are whole comments.
    return start + (at(EMPTY_COMMENT, html, start) || this.#state !== 'comment' ? 2 : 4);
  }

  #isClosedLater(name: string, place: number, start: number): boolean {
    const last = this.#lastEnds.get(name);
    return last !== undefined && (last.place > place || (last.place === place && last.index > start));
  }

  #openElement(html: string, start: number, name: string): void {
    const wasHidden = this.#isHidden;
    const end = html.indexOf('>', start);
    const isOpen = /[ \t\n\f/]open(?=[ \t\n\f=/>])/i.test(html.slice(start, end + 1));
    if (name === 'details' && !isOpen && !wasHidden) this.#count('collapsed sections');
    if (RAW_TEXT.test(name)) this.#rawText = name;
    else this.#elements.open(name);
    if (!wasHidden && this.#isHidden) this.#count('hidden elements');
  }

  /** Reads up to the end of the tag or comment, or of a quoted value in it. @returns where to continue. */
  #readMarkup(piece: Span, html: string, index: number, state: Exclude<State, 'data'>): number {
    const pattern = ENDS[state];
    pattern.lastIndex = index;
    const found = pattern.exec(html);
    const end = found ? found.index + found[0].length : html.length;
    const quote = found?.groups?.quote;
    if (!this.#markup) this.#hide(undefined, piece, index, end);
    if (!found) return end;
    if (quote === '"' || quote === "'") this.#state = quote;
    else if (state === '"' || state === "'") this.#state = 'tag';
    else {
      this.#state = 'data';
      this.#endMarkup(piece, end);
    }
    return end;
  }

  #endMarkup(piece: Span, end: number): void {
    if (!this.#markup) return;
    const { kind, start, name } = this.#markup;
    const around = [piece.start + start - 1, piece.start + end].map((index) => piece.leaf.text.charAt(index));
    // A blank replaces an element that separates two words.
    const gap = BLOCK_ELEMENT.test(name) && around.every((character) => /\S/.test(character)) ? ' ' : '';
    this.#hide(kind, piece, start, end, start, gap);
    this.#markup = undefined;
  }

  #readRawText(piece: Span, html: string, index: number): number {
    RAW_END.lastIndex = index;
    let found = RAW_END.exec(html);
    while (found && found.groups?.name?.toLowerCase() !== this.#rawText) found = RAW_END.exec(html);
    const end = found?.index ?? html.length;
    this.#hide(undefined, piece, index, end);
    if (found) this.#rawText = '';
    return end;
  }

  #hide(kind: RemovedKind | undefined, piece: Span, start: number, end: number, opener?: number, gap = ''): void {
    const range = piece.leaf.rangeOf(piece.start + start, piece.start + end);
    const shown =
      opener === undefined ? {} : { opener: piece.leaf.rangeOf(piece.start + opener, piece.start + opener).start };
    this.hidden.push({ kind, ...range, ...shown, replacement: gap });
  }
}

const htmlOf = ({ leaf, start, end }: Span): string => leaf.text.slice(start, end);
