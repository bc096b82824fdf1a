import type { Leaf } from './lines.ts';
import { at, keyOf, MAX_LABEL, readLabel, readResource } from './links.ts';
import type { Definition } from './page.ts';
import type { Hidden } from './removed.ts';

/** A use of a definition or footnote. */
export interface Reference {
  readonly key: string;
  readonly start: number;
}

/** The definitions and footnotes of a page, by key. */
export interface BracketContext {
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly footnotes: ReadonlySet<string>;
  /** How many characters the page may still grow when addresses replace labels. */
  room: number;
}

interface Bracket {
  readonly start: number;
  readonly isImage: boolean;
  /** Whether it contains another bracket. */
  hasBrackets: boolean;
  /** The end of its line. */
  readonly lineEnd: number;
}

const CIRCUMFLEX = /\[(?:\\?\^|(?<entity>&(?:#0*94|#x0*5e|hat);))/iy;

/** The brackets of the text of one block: links and images, and what they hide. */
export class Brackets {
  readonly hidden: Hidden[] = [];
  readonly references: Reference[] = [];
  /** Ranges of raw HTML. */
  readonly html: [start: number, end: number][] = [];
  /** The end of the last visible part. */
  #seen = 0;
  protected readonly leaf: Leaf;
  protected readonly text: string;
  readonly #known: BracketContext;
  protected readonly brackets: Bracket[] = [];
  /** Links do not nest: brackets below this index in the stack begin no link. */
  #inactive = 0;
  #lineEnd = -1;
  readonly #marks: number[] = [];

  constructor(leaf: Leaf, known: BracketContext) {
    this.leaf = leaf;
    this.text = leaf.text;
    this.#known = known;
  }

  /** Marks the text up to `end` as visible. @returns `end`. */
  see(end: number): number {
    this.#seen = end;
    return end;
  }

  /**
   * Notes the start of an element that becomes a tag with attributes, unless a `=` in them may
   * begin another unclosed quote.
   */
  mark(start: number, attributes: string): void {
    if (!attributes.includes('=')) this.#marks.push(start);
  }

  /** Stores what was noted: an image in a link ends before the link, and begins after it. */
  end(): void {
    this.leaf.attributes = this.#marks.sort((one, other) => one - other);
  }

  push(start: number, isImage: boolean): number {
    const around = this.brackets.at(-1);
    if (around) around.hasBrackets = true;
    if (this.#lineEnd < start) {
      const found = this.text.indexOf('\n', start);
      this.#lineEnd = found < 0 ? this.text.length : found;
    }
    this.brackets.push({ start, isImage, hasBrackets: false, lineEnd: this.#lineEnd });
    return start + 1;
  }

  /** Handles a closing bracket, of a link, an image, or neither. @returns where to continue. */
  close(index: number): number {
    const place = this.brackets.length - 1;
    const opener = this.brackets.pop();
    const isActive = opener && (opener.isImage || place >= this.#inactive);
    this.#inactive = Math.min(this.#inactive, this.brackets.length);
    const end = isActive
      ? (this.#readTarget(opener, index) ?? this.#readLabels(opener, index))
      : undefined;
    if (end === undefined) {
      if (isActive) this.#readFootnote(opener, index + 1);
      return this.see(index + 1);
    }
    if (opener && !opener.isImage) this.#inactive = this.brackets.length;
    return end;
  }

  /**
   * Brackets that begin with `^` are a reference to a footnote, or text. GitHub loses it if it has
   * several lines or begins with an entity: https://github.com/github/cmark-gfm/issues/282
   */
  #readFootnote({ start, lineEnd }: Bracket, end: number): void {
    const circumflex = at(CIRCUMFLEX, this.text, start);
    if (!circumflex) return;
    if (lineEnd < end || circumflex.groups?.entity)
      this.hide('hidden references', start, end, start);
    const source = this.leaf.sourceOf(start);
    while ((this.references.at(-1)?.start ?? -1) > source) this.references.pop();
    this.#dropHtml(start);
    const key = keyOf(`[${this.text.slice(start + 2, end)}`);
    if (!this.#known.footnotes.has(key)) return;
    this.mark(start, key);
    this.references.push({ key: `[${key}`, start: source });
  }

  /** Reads address and title in parentheses. @returns their end, or undefined. */
  #readTarget(opener: Bracket, close: number): number | undefined {
    const target = this.text[close + 1] === '(' ? readResource(this.text, close + 1) : undefined;
    if (!target) return undefined;
    this.mark(opener.start, this.text.slice(opener.start, target.end));
    if (!this.#hideContent(opener, close, target.end)) return target.end;
    const [start, end] = target.address;
    if (/\s/.test(this.text.slice(start, end)))
      this.hide('hidden references', start, end, opener.start);
    const [space, titleEnd] = target.title;
    if (titleEnd > space) this.hide('hidden references', space, titleEnd, opener.start);
    return target.end;
  }

  /**
   * Reads the label of a definition, after the brackets or in them. @returns its end, or undefined.
   */
  #readLabels(opener: Bracket, close: number): number | undefined {
    const label = this.text[close + 1] === '[' ? readLabel(this.text, close + 1) : -1;
    const isFull = label > close + 3;
    const [start, after] = isFull ? [close + 1, label] : [opener.start, close + 1];
    // No slice of a long text for each of many brackets: that would take quadratic time.
    const isLabel = isFull || (!opener.hasBrackets && after - start <= MAX_LABEL + 2);
    const key = isLabel ? keyOf(this.text.slice(start, after)) : '';
    const definition = this.#known.definitions.get(key);
    if (!definition) return undefined;
    const end = label > 0 ? label : close + 1;
    const { address, title } = definition;
    this.mark(
      opener.start,
      title.end > title.start ? '=' : this.text.slice(opener.start, end) + address,
    );
    if (!this.#hideContent(opener, close, end)) return end;
    if (isFull ? /\s/.test(key) : opener.isImage) {
      const replacement = this.#addressOf(definition);
      this.hide(
        'hidden references',
        start,
        end,
        opener.start,
        isFull ? replacement : `[]${replacement}`,
      );
    } else this.references.push({ key, start: this.leaf.sourceOf(opener.start) });
    return end;
  }

  /** The address that replaces a label with invisible text; empty if there is no room for it. */
  #addressOf({ address }: Definition): string {
    const plain = /^<?(?<plain>[^\s()<>\\|`"'[\]]+)>?$/.exec(address)?.groups?.plain;
    if (!plain || plain.length > this.#known.room) return '';
    this.#known.room -= plain.length;
    return `(${plain})`;
  }

  /**
   * Hides an image's description, or a whole link without visible content. @returns whether a link
   * or image is left.
   */
  #hideContent({ start, isImage }: Bracket, close: number, end: number): boolean {
    if (isImage) {
      this.#dropHtml(start);
      this.#seen = end;
      if (close > start + 1) this.hide('image descriptions', start + 1, close, start);
      return true;
    }
    if (this.#seen > start) return true;
    this.hide('hidden references', start, end, start);
    return false;
  }

  /** Removes the raw HTML after `start`, which is text in a description or a label. */
  #dropHtml(start: number): void {
    while ((this.html.at(-1)?.[0] ?? -1) > start) this.html.pop();
  }

  hide(
    kind: NonNullable<Hidden['kind']>,
    start: number,
    end: number,
    opener: number,
    replacement = '',
  ): void {
    const range = this.leaf.rangeOf(start, end);
    this.hidden.push({ kind, ...range, opener: this.leaf.sourceOf(opener), replacement });
  }
}
