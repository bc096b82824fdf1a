/** Elements whose text GitHub does not show. */
const HIDDEN = /^(?:noscript|picture|rp|template)$/;
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/;
/** What an element ends that is in the way, by the name of the one that begins. */
const ENDS: Readonly<Record<string, readonly string[]>> = {
  ...{ li: ['li'], dd: ['dd', 'dt'], dt: ['dd', 'dt'], tr: ['tr'], td: ['td', 'th'], th: ['td', 'th'] },
  ...{ rp: ['rp', 'rt'], rt: ['rp', 'rt'], option: ['option'] },
};
/** Begin behind a paragraph, never in it. */
const BLOCK =
  /^(?:address|article|aside|blockquote|center|details|dialog|dir|div|dl|dd|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|listing|main|menu|nav|ol|p|plaintext|pre|search|section|summary|table|ul|xmp)$/;
/** No end tag of what is around them ends these. */
const BOUNDARY = /^(?:caption|marquee|object|table|td|template|th)$/;

/** The elements that are open at a place of a page (HTML, 13.2.4.2), in constant time for each tag. */
export class OpenElements {
  readonly #stack: string[] = [];
  /** The places in the stack, by name, and of kinds of elements. */
  readonly #places = new Map<string, number[]>();

  get isHidden(): boolean {
    return this.#last('hidden') >= 0;
  }

  open(name: string): void {
    for (const other of ENDS[name] ?? [])
      this.#closeAbove(other, name === 'li' ? this.#last('list') : this.#last('table'));
    if (BLOCK.test(name)) this.#closeAbove('p', this.#last('boundary'));
    if (VOID.test(name)) return;
    for (const key of keysOf(name)) {
      const places = this.#places.get(key);
      if (places) places.push(this.#stack.length);
      else this.#places.set(key, [this.#stack.length]);
    }
    this.#stack.push(name);
  }

  close(name: string): void {
    const isSpecial = BLOCK.test(name) || BOUNDARY.test(name) || name === 'tr';
    this.#closeAbove(name, isSpecial ? (BOUNDARY.test(name) ? -1 : this.#last('boundary')) : this.#last('special'));
  }

  /** Ends the last one of that name, and all in it, unless it is not above a place. */
  #closeAbove(name: string, place: number): void {
    const found = this.#last(`<${name}`);
    if (found <= place) return;
    while (this.#stack.length > found) {
      for (const key of keysOf(this.#stack.pop() ?? '')) this.#places.get(key)?.pop();
    }
  }

  #last(key: string): number {
    return this.#places.get(key)?.at(-1) ?? -1;
  }
}

function keysOf(name: string): string[] {
  const kinds = {
    hidden: HIDDEN.test(name),
    boundary: BOUNDARY.test(name),
    special: BLOCK.test(name) || BOUNDARY.test(name) || name === 'tr',
    list: name === 'ul' || name === 'ol',
    table: name === 'table' || name === 'dl',
  };
  return [`<${name}`, ...Object.entries(kinds).flatMap(([kind, is]) => (is ? [kind] : []))];
}
