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
/** The open elements that a start tag ends, by its name. */
const ENDS: Readonly<Record<string, readonly string[]>> = {
  li: ['li'],
  dd: ['dd', 'dt'],
  dt: ['dd', 'dt'],
  tr: ['tr'],
  td: ['td', 'th'],
  th: ['td', 'th'],
  rp: ['rp', 'rt'],
  rt: ['rp', 'rt'],
  option: ['option'],
};

interface Element {
  readonly name: string;
  /**
   * The stack indexes of the innermost element, this one included, that is hidden; is a boundary; is a block or boundary; is a list;
   * is a table.
   */
  readonly hidden: number;
  readonly boundary: number;
  readonly block: number;
  readonly list: number;
  readonly table: number;
}

const NONE: Element = { name: '', hidden: -1, boundary: -1, block: -1, list: -1, table: -1 };

/** The elements that are open at a position of a page (HTML, 13.2.4.2), in constant time per tag. */
export class OpenElements {
  readonly #stack: Element[] = [];
  /** The stack indexes by element name. */
  readonly #places = new Map<string, number[]>();

  get isHidden(): boolean {
    return this.#top.hidden >= 0;
  }

  open(name: string): void {
    for (const other of ENDS[name] ?? []) this.#closeAbove(name === 'li' ? this.#top.list : this.#top.table, other);
    if (BLOCKS.has(name)) this.#closeAbove(this.#top.boundary, 'p');
    if (!VOID.has(name)) this.#push(name);
  }

  #push(name: string): void {
    const { hidden, boundary, block, list, table } = this.#top;
    const place = this.#stack.length;
    const places = this.#places.get(name);
    if (places) places.push(place);
    else this.#places.set(name, [place]);
    const isBoundary = BOUNDARIES.has(name);
    this.#stack.push({
      name,
      hidden: HIDDEN.has(name) ? place : hidden,
      boundary: isBoundary ? place : boundary,
      block: isBoundary || BLOCKS.has(name) || name === 'tr' ? place : block,
      list: name === 'ul' || name === 'ol' ? place : list,
      table: name === 'table' || name === 'dl' ? place : table,
    });
  }

  close(name: string): void {
    const { boundary, block } = this.#top;
    this.#closeAbove(BOUNDARIES.has(name) ? -1 : BLOCKS.has(name) || name === 'tr' ? boundary : block, name);
  }

  get #top(): Element {
    return this.#stack.at(-1) ?? NONE;
  }

  /** Ends the innermost element of that name, and all in it, if it is above `place` in the stack. */
  #closeAbove(place: number, name: string): void {
    const found = this.#places.get(name)?.at(-1) ?? -1;
    if (found <= place) return;
    while (this.#stack.length > found) this.#places.get(this.#stack.pop()?.name ?? '')?.pop();
  }
}
