/**
 * Elements whose text is not shown: the HTML Standard's hidden elements (15.3.1) and replaced
 * elements (15.4) that may have content, and `picture`. Of them, GitHub's public allowlist
 * (`SanitizationFilter` in gjtorikian/html-pipeline) has `picture` and `rp`.
 */
const HIDDEN = new Set(
  'audio canvas datalist dialog noscript object picture rp template video'.split(' '),
);
/**
 * Elements in which a browser finds no tags. GFM shows their tags as text (6.11), if it recognizes
 * them.
 */
const RAW_TEXT = new Set(
  'title textarea style xmp iframe noembed noframes script plaintext'.split(' '),
);
const VOID = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);
/** Elements whose start tag ends an open paragraph. */
const BLOCKS = new Set(
  (
    'address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
    'header hr li listing main menu nav ol p plaintext pre search section summary table ul xmp'
  ).split(' '),
);
/** Elements that the end tag of an element around them does not end. */
const BOUNDARIES = new Set('applet button caption marquee object table td template th'.split(' '));
/** Parts of a table, which are ignored outside of one. */
const TABLE_PARTS = new Set('caption col colgroup tbody td tfoot th thead tr'.split(' '));
/** The start tag of an element ends an open element of its group. */
const GROUPS = [['li'], ['tr'], ['dd', 'dt'], ['td', 'th']];
/** Elements that `rp` and `rt` end, if they are innermost. */
const IMPLIED = new Set('dd dt li option p rb rp rt'.split(' '));
/** In a `select`, most tags are ignored. These are not, or end it (HTML, 13.2.6.4.16). */
const IN_SELECT = new Set('optgroup option script template'.split(' '));
const ENDS_SELECT = new Set('input keygen select textarea'.split(' '));
/**
 * Elements of SVG and MathML that contain HTML, and elements of HTML that end SVG and MathML (HTML,
 * 13.2.6.5).
 */
const INTEGRATION = new Set('desc foreignobject mi mn mo ms mtext'.split(' '));
const BREAKS_OUT = new Set(
  (
    'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby ' +
    's small span strong strike sub sup table tt u ul var'
  ).split(' '),
);

const SPECIAL = [...BLOCKS, ...BOUNDARIES, ...TABLE_PARTS, 'noscript', 'select'];

/** The kinds of elements that matter to the elements in them. */
const KINDS = [
  ['boundary', BOUNDARIES],
  ['special', new Set(SPECIAL)],
  ['wall', new Set(SPECIAL.filter((name) => !/^(?:address|div|p)$/.test(name)))],
  ['table', new Set('table'.split(' '))],
  ['select', new Set('select'.split(' '))],
  ['list', new Set('ol ul'.split(' '))],
  ['foreign', new Set('svg math'.split(' '))],
  ['template', new Set('template'.split(' '))],
] as const;

/** The end tag of any heading ends the innermost heading. */
const nameOf = (name: string): string => (/^h[1-6]$/.test(name) ? 'h1' : name);

interface Element {
  readonly name: string;
  /** The stack index of the innermost element of each kind, this one included, or -1. */
  readonly inner: Readonly<typeof NONE>;
}

const NONE = {
  hidden: -1,
  boundary: -1,
  special: -1,
  wall: -1,
  table: -1,
  select: -1,
  list: -1,
  foreign: -1,
  template: -1,
};

/**
 * The elements that are open at a position of a page (HTML, 13.2.4.2), in constant time per tag.
 */
export class OpenElements {
  readonly #stack: Element[] = [];
  /** The stack indexes by element name. */
  readonly #places = new Map<string, number[]>();
  /**
   * Whether the rest of the page counts as hidden, because it is unclear what a browser makes of
   * it.
   */
  #isLost = false;
  /** Whether Markdown in the open SVG or MathML may have ended it. */
  #isUnclear = false;

  /** Notes text with Markdown that may become elements. */
  noteText(text: string): void {
    this.#isUnclear = this.#inner.foreign >= 0 && (this.#isUnclear || /[*_`~[!\\\n]/.test(text));
  }

  get isHidden(): boolean {
    return this.#isLost || this.#inner.hidden >= 0;
  }

  /** @param isShown whether it is shown although elements of that name are not */
  open(name: string, isShown = false): void {
    if (this.#isIgnored(name)) return;
    const { foreign } = this.#inner;
    if (RAW_TEXT.has(name) || (this.#isUnclear && HIDDEN.has(name) && !isShown))
      this.#isLost = true;
    if (foreign >= 0 && !BREAKS_OUT.has(name)) this.#push(name, isShown);
    else {
      if (foreign >= 0) this.#cut(foreign);
      this.#openHtml(name, isShown);
    }
  }

  #openHtml(name: string, isShown: boolean): void {
    const { table, wall, boundary, template } = this.#inner;
    const isPart = TABLE_PARTS.has(name);
    if ((isPart && table < 0) || (name === 'form' && this.#places.get(name)?.length)) return;
    for (const other of GROUPS.find((names) => names.includes(name)) ?? [])
      this.#closeAbove(isPart ? Math.max(table, template) : wall - 1, other);
    if (name === 'rp' || name === 'rt') this.#endImplied();
    if (name === 'option' && this.#stack.at(-1)?.name === 'option')
      this.#cut(this.#stack.length - 1);
    if (BLOCKS.has(name)) this.#closeAbove(boundary, 'p');
    if (!VOID.has(name)) this.#push(nameOf(name), isShown);
  }

  /** Whether a tag is ignored because it is in a `select`, which some tags end. */
  #isIgnored(name: string): boolean {
    const { select, table } = this.#inner;
    if (select < 0 || IN_SELECT.has(name)) return false;
    const isOfTable = table >= 0 && (name === 'table' || TABLE_PARTS.has(name));
    if (!isOfTable && !ENDS_SELECT.has(name)) return true;
    this.#cut(select);
    return name === 'select';
  }

  #endImplied(): void {
    if ((this.#places.get('ruby')?.at(-1) ?? -1) <= this.#inner.boundary) return;
    while (IMPLIED.has(this.#stack.at(-1)?.name ?? '')) this.#cut(this.#stack.length - 1);
  }

  #push(name: string, isShown: boolean): void {
    const place = this.#stack.length;
    const places = this.#places.get(name);
    if (places) places.push(place);
    else this.#places.set(name, [place]);
    const inner = { ...this.#inner };
    const isForeign = inner.foreign >= 0;
    if (!isForeign) for (const [kind, names] of KINDS) if (names.has(name)) inner[kind] = place;
    if (HIDDEN.has(name) && !isShown) inner.hidden = place;
    if (name === 'template') inner.select = -1;
    if (isForeign && INTEGRATION.has(name)) {
      inner.foreign = -1;
      inner.boundary = inner.special = inner.wall = place;
    }
    this.#stack.push({ name, inner });
  }

  close(name: string): void {
    if (name !== 'select' && this.#isIgnored(name)) return;
    const { foreign } = this.#inner;
    if (foreign >= 0 && (name === 'p' || name === 'br')) this.#cut(foreign);
    const isForeign = foreign >= 0 && (this.#places.get(name)?.at(-1) ?? -1) >= foreign;
    this.#closeAbove(isForeign ? foreign - 1 : this.#limitOf(name), nameOf(name));
  }

  /** The stack index below which an end tag ends nothing. */
  #limitOf(name: string): number {
    const { boundary, special, table, list, template, hidden } = this.#inner;
    if (name === 'form') return Math.max(boundary, hidden);
    if (name === 'template') return -1;
    if (name === 'table') return template;
    if (name === 'li') return Math.max(boundary, list);
    if (TABLE_PARTS.has(name)) return Math.max(table, template);
    if (BOUNDARIES.has(name)) return boundary - 1;
    return BLOCKS.has(name) ? boundary : special - 1;
  }

  get #inner(): Element['inner'] {
    return this.#stack.at(-1)?.inner ?? NONE;
  }

  /**
   * Ends the innermost element of that name, and all in it, if it is above `place` in the stack.
   */
  #closeAbove(place: number, name: string): void {
    const found = this.#places.get(name)?.at(-1) ?? -1;
    if (found >= 0 && found > place) this.#cut(found);
  }

  /** Ends all elements except the first `length`. */
  #cut(length: number): void {
    while (this.#stack.length > length) this.#places.get(this.#stack.pop()?.name ?? '')?.pop();
  }
}
