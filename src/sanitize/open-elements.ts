/** Elements whose text GitHub does not show. */
const HIDDEN = new Set('noscript picture rp template'.split(' '));
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
/** Elements whose start tag ends an open paragraph. */
const BLOCKS = new Set(
  (
    'address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
    'header hr li listing main menu nav ol p plaintext pre search section summary table ul xmp'
  ).split(' '),
);
/** Elements that the end tag of an element around them does not end. */
const BOUNDARIES = new Set('caption marquee object table td template th'.split(' '));
/** Parts of a table, which are ignored outside of one. */
const TABLE_PARTS = new Set('caption col colgroup tbody td tfoot th thead tr'.split(' '));
/** The open elements that a start tag ends, by its name. */
const ENDS: Readonly<Record<string, readonly string[]>> = {
  li: ['li'],
  dd: ['dd', 'dt'],
  dt: ['dd', 'dt'],
  tr: ['tr'],
  td: ['td', 'th'],
  th: ['td', 'th'],
};
/** Elements that `rp` and `rt` end, if they are innermost. */
const IMPLIED = new Set('dd dt li option p rb rp rt'.split(' '));

/** The end tag of any heading ends the innermost heading. */
const nameOf = (name: string): string => (/^h[1-6]$/.test(name) ? 'h1' : name);

interface Element {
  readonly name: string;
  /**
   * The stack indexes of the innermost element, this one included, that is hidden; is a boundary; is a block or boundary; is one of
   * these, but not `address`, `div` or `p`; is a table.
   */
  readonly hidden: number;
  readonly boundary: number;
  readonly block: number;
  readonly wall: number;
  readonly table: number;
}

const NONE: Element = { name: '', hidden: -1, boundary: -1, block: -1, wall: -1, table: -1 };

/** The elements that are open at a position of a page (HTML, 13.2.4.2), in constant time per tag. */
export class OpenElements {
  readonly #stack: Element[] = [];
  /** The stack indexes by element name. */
  readonly #places = new Map<string, number[]>();

  get isHidden(): boolean {
    return this.#top.hidden >= 0;
  }

  open(name: string): void {
    const isPart = TABLE_PARTS.has(name);
    if (isPart && this.#top.table < 0) return;
    for (const other of ENDS[name] ?? []) this.#closeAbove(isPart ? this.#top.table : this.#top.wall - 1, other);
    if (name === 'rp' || name === 'rt') this.#endImplied();
    if (name === 'option' && this.#top.name === 'option') this.#pop();
    if (BLOCKS.has(name)) this.#closeAbove(this.#top.boundary, 'p');
    if (!VOID.has(name)) this.#push(nameOf(name));
  }

  #endImplied(): void {
    if ((this.#places.get('ruby')?.at(-1) ?? -1) <= this.#top.boundary) return;
    while (IMPLIED.has(this.#top.name)) this.#pop();
  }

  #push(name: string): void {
    const { hidden, boundary, block, wall, table } = this.#top;
    const place = this.#stack.length;
    const places = this.#places.get(name);
    if (places) places.push(place);
    else this.#places.set(name, [place]);
    const isBoundary = BOUNDARIES.has(name);
    const isBlock = isBoundary || BLOCKS.has(name) || TABLE_PARTS.has(name);
    this.#stack.push({
      name,
      hidden: HIDDEN.has(name) ? place : hidden,
      boundary: isBoundary ? place : boundary,
      block: isBlock ? place : block,
      wall: isBlock && name !== 'address' && name !== 'div' && name !== 'p' ? place : wall,
      table: name === 'table' ? place : table,
    });
  }

  close(name: string): void {
    this.#closeAbove(this.#limitOf(name), nameOf(name));
  }

  /** The stack index below which an end tag ends nothing. */
  #limitOf(name: string): number {
    const { boundary, block, table } = this.#top;
    if (name === 'template' || name === 'table') return -1;
    if (TABLE_PARTS.has(name)) return table;
    if (BOUNDARIES.has(name)) return boundary - 1;
    return BLOCKS.has(name) ? boundary : block;
  }

  get #top(): Element {
    return this.#stack.at(-1) ?? NONE;
  }

  /** Ends the innermost element of that name, and all in it, if it is above `place` in the stack. */
  #closeAbove(place: number, name: string): void {
    const found = this.#places.get(name)?.at(-1) ?? -1;
    if (found < 0 || found <= place) return;
    while (this.#stack.length > found) this.#pop();
  }

  #pop(): void {
    this.#places.get(this.#stack.pop()?.name ?? '')?.pop();
  }
}
