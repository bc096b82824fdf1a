import { BLOCK_ELEMENT, EMPTY_COMMENT } from './html-syntax.ts';
import { unseenReferenceKind } from './invisible.ts';
import { countAtMost, type Leaf } from './lines.ts';
import { at } from './links.ts';
import { OpenElements } from './open-elements.ts';
import type { Tag } from './page.ts';
import type { Count, Hidden, Range, RemovedKind } from './removed.ts';

/** Text of one block, or raw HTML. */
export interface TagSpan extends Range {
  readonly leaf: Leaf;
  readonly isRaw: boolean;
}

/**
 * The tokenizer's state: in text, a comment, a bogus comment, a tag, or a quoted attribute value.
 */
type State = 'data' | 'comment' | 'bogus comment' | 'tag' | '"' | "'";

/** Tags that GFM shows as text (6.11). */
const FILTERED =
  /<\/?(?:title|textarea|style|xmp|iframe|noembed|noframes|script|plaintext)(?=[ \t\n>]|\/>|$)/iy;
const DIALOG = /<dialog[ \t\n]+open(?:="")?[ \t\n]*>/iy;
const MARKUP = /<(?:[A-Za-z!?]|\/[\s\S])|&/g;
/** White space, or an attribute up to the quote of its value (HTML, 13.2.5.32 to 13.2.5.37). */
const ATTRIBUTE =
  /[ \t\n\f/]+|(?:=?[^ \t\n\f/>=]+|=)(?:[ \t\n\f]*=[ \t\n\f]*(?:(?<quote>["'])|[^ \t\n\f>]+)?)?/y;
const TAG_NAME = /<\/?(?<name>[A-Za-z][^ \t\n\f/>]*)/y;
const LOOSE_REFERENCE = /&(?:#x[\da-f]+|#\d+|[a-z]+);?/iy;
/** Where each state ends. */
const ENDS: Readonly<Record<Exclude<State, 'data'>, RegExp>> = {
  comment: /--!?>/g,
  'bogus comment': />/g,
  tag: />/g,
  '"': /"/g,
  "'": /'/g,
};

/**
 * Finds tags, comments, and text in elements that do not show it, as a browser tokenizes a page
 * (HTML, 13.2.5).
 */
export function hiddenByHtml(stream: readonly (TagSpan | Tag)[], count: Count): Hidden[] {
  const reader = new HtmlReader(count);
  for (const item of stream) {
    if (!('leaf' in item)) reader.readTag(item);
    else if (item.isRaw) reader.readHtml(item);
    else reader.readText(item);
  }
  return reader.hidden;
}

class HtmlReader {
  readonly hidden: Hidden[] = [];
  readonly #count: Count;
  readonly #elements = new OpenElements();
  #state: State = 'data';
  /** The current tag or comment. */
  #markup:
    | { readonly kind: RemovedKind; readonly start: number; readonly name: string }
    | undefined;

  constructor(count: Count) {
    this.#count = count;
  }

  /** Reads a tag that Markdown creates, which ends an unclosed tag of raw HTML. */
  readTag({ name, closes, hasQuotes = false }: Tag): void {
    if (hasQuotes && this.#state === '"') this.#state = 'data';
    else if (this.#state === 'tag' || this.#state === 'bogus comment') this.#state = 'data';
    else if (this.#state !== 'data') return;
    else if (closes) this.#elements.close(name);
    else this.#elements.open(name);
  }

  readText(piece: TagSpan): void {
    this.#elements.noteText(htmlOf(piece));
    if (this.#state === 'data' && !this.#elements.isHidden) return;
    if (this.#state === 'tag' || this.#state === "'") {
      // Of all signs that matter here, only this one is not escaped in the page.
      const text = htmlOf(piece).replace(/[">&]/g, '_');
      for (let index = 0; index < text.length; )
        index = this.#readMarkup(piece, text, index, this.#state);
      return;
    }
    let { end } = piece;
    // An unclosed quote ends at the first quote of a tag that Markdown creates, and so does its
    // tag.
    const { attributes } = piece.leaf;
    const tag = attributes[countAtMost(attributes, piece.start - 1)] ?? piece.end;
    if (this.#state === '"' && tag < piece.end) {
      this.#state = 'data';
      if (!this.#elements.isHidden) end = tag;
    }
    this.#hide(undefined, piece, 0, end - piece.start);
  }

  readHtml(piece: TagSpan): void {
    const html = htmlOf(piece);
    for (let index = 0; index < html.length; ) {
      if (this.#state !== 'data') index = this.#readMarkup(piece, html, index, this.#state);
      else index = this.#readData(piece, html, index);
    }
    this.#endMarkup(piece, html.length);
  }

  /**
   * Reads text up to the next tag or comment, or up to the end of a reference. @returns where to
   * continue.
   */
  #readData(piece: TagSpan, html: string, start: number): number {
    const next = at(MARKUP, html, start)?.index ?? html.length;
    if (this.#elements.isHidden) this.#hide(undefined, piece, start, next);
    if (html[next] !== '&') return next < html.length ? this.#beginMarkup(piece, html, next) : next;
    const reference = at(LOOSE_REFERENCE, html, next)?.[0] ?? '&';
    const kind = unseenReferenceKind(reference);
    if (kind || this.#elements.isHidden)
      this.#hide(kind, piece, next, next + reference.length, next);
    return next + reference.length;
  }

  #beginMarkup(piece: TagSpan, html: string, start: number): number {
    // Of inline HTML, GFM filters the first tag only.
    if (at(FILTERED, html, start) && (piece.leaf.kind === 'html' || start === 0)) {
      if (this.#elements.isHidden) this.#hide(undefined, piece, start, start + 1);
      return start + 1;
    }
    const name = at(TAG_NAME, html, start)?.groups?.name?.toLowerCase() ?? '';
    this.#markup = { kind: name ? 'HTML tags' : 'HTML comments', start, name };
    if (name) {
      this.#state = 'tag';
      const isClosing = html[start + 1] === '/';
      if (isClosing) this.#elements.close(name);
      else this.#openElement(html, start, name);
      return start + name.length + (isClosing ? 2 : 1);
    }
    this.#state = html.startsWith('<!--', start) ? 'comment' : 'bogus comment';
    return start + (at(EMPTY_COMMENT, html, start) || this.#state !== 'comment' ? 2 : 4);
  }

  #openElement(html: string, start: number, name: string): void {
    const wasHidden = this.#elements.isHidden;
    const end = html.indexOf('>', start);
    const isOpen = /[ \t\n\f/]open(?=[ \t\n\f=/>])/i.test(html.slice(start, end + 1));
    if (name === 'details' && !isOpen && !wasHidden) this.#count('collapsed sections');
    this.#elements.open(name, at(DIALOG, html, start) !== undefined);
    if (!wasHidden && this.#elements.isHidden) this.#count('hidden elements');
  }

  /**
   * Reads up to the end of the tag or comment, or of a quoted value in it. @returns where to
   * continue.
   */
  #readMarkup(piece: TagSpan, html: string, index: number, state: Exclude<State, 'data'>): number {
    const found =
      state === 'tag' && html[index] !== '>'
        ? at(ATTRIBUTE, html, index)
        : at(ENDS[state], html, index);
    const end = found ? found.index + found[0].length : html.length;
    if (!this.#markup) this.#hide(undefined, piece, index, end);
    if (!found) return end;
    const { quote } = found.groups ?? {};
    if (quote === '"' || quote === "'") this.#state = quote;
    else if (state === '"' || state === "'") this.#state = 'tag';
    else if (state !== 'tag' || html[index] === '>') {
      this.#state = 'data';
      this.#endMarkup(piece, end);
    }
    return end;
  }

  #endMarkup(piece: TagSpan, end: number): void {
    if (!this.#markup) return;
    const { kind, start, name } = this.#markup;
    const around = [piece.start + start - 1, piece.start + end].map((index) =>
      piece.leaf.text.charAt(index),
    );
    // A blank replaces an element that separates two words.
    const gap =
      BLOCK_ELEMENT.test(name) && around.every((character) => /\S/.test(character)) ? ' ' : '';
    this.#hide(kind, piece, start, end, start, gap);
    this.#markup = undefined;
  }

  #hide(
    kind: RemovedKind | undefined,
    piece: TagSpan,
    start: number,
    end: number,
    opener?: number,
    gap = '',
  ): void {
    const range = piece.leaf.rangeOf(piece.start + start, piece.start + end);
    const shown = opener === undefined ? {} : { opener: piece.leaf.sourceOf(piece.start + opener) };
    this.hidden.push({ kind, ...range, ...shown, replacement: gap });
  }
}

const htmlOf = ({ leaf, start, end }: TagSpan): string => leaf.text.slice(start, end);
