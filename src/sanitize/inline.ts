import type { Definition } from './blocks.ts';
import type { Hidden } from './hidden.ts';
import { HtmlFinder } from './html-syntax.ts';
import { unseenReferenceKind, VISIBLE } from './invisible.ts';
import type { Leaf } from './leaf.ts';
import { at, keyOf, readLabel, readResource } from './links.ts';

/** What the inline scanner finds in the text of one block. */
export interface Inline {
  /** Raw HTML: from, to. */
  readonly html: (readonly [start: number, end: number])[];
  readonly hidden: Hidden[];
  readonly references: Reference[];
}

/** A use of a definition or footnote. */
export interface Reference {
  readonly key: string;
  readonly start: number;
}

/** What a page defines, by key. */
export interface Known {
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly footnotes: ReadonlySet<string>;
  /** Characters by which addresses in place of labels may make the page longer. */
  room: number;
}

interface Bracket {
  readonly start: number;
  readonly isImage: boolean;
  /** Another one began inside. */
  hasBrackets: boolean;
}

const SPECIAL = /[\\`<[\]!&]|(?<![a-z])https?:\/\/|(?<![^\s(*_~[\]])www\./gi;
const ESCAPE = /\\[!-/:-@[-`{-~]/y;
const AUTOLINK =
  /<(?:[A-Za-z][A-Za-z\d+.-]{1,31}:[^\0-\x20<>\x7f]*|[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z\d][A-Za-z\d.-]*)>/y;
/** A bare address and its domain, which is one without `_` in its last two parts. */
const DOMAIN = /(?:https?:\/\/(?![\s\p{P}\p{S}])|www\.)(?<domain>[\p{L}\p{M}\p{N}._-]{1,300})(?![\p{L}\p{M}\p{N}._-])/iuy;
const REST_OF_ADDRESS = /[^\s<]*/y;
const CIRCUMFLEX = /\[(?:\\?\^|&(?:#0*94|#x0*5e|hat);)/iy;
const FOOTNOTE = /\[\^(?:\\[[\]\\]|[^ \t\n[\]])+\]/y;
const REFERENCE = /&(?:#[xX][\da-fA-F]{1,6}|#\d{1,7}|[A-Za-z]{1,30});/y;

/** Reads code spans, raw HTML, links and images in one go, as far as they hide something (CommonMark, 6). */
export function readInline(leaf: Leaf, known: Known): Inline {
  const scanner = new InlineScanner(leaf, known);
  scanner.read();
  return scanner;
}

class InlineScanner implements Inline {
  readonly html: [number, number][] = [];
  readonly hidden: Hidden[] = [];
  readonly references: Reference[] = [];
  readonly #leaf: Leaf;
  readonly #text: string;
  readonly #known: Known;
  readonly #finder: HtmlFinder;
  readonly #runs: Map<number, number[]>;
  readonly #brackets: Bracket[] = [];
  /** Links do not nest: brackets below this place in the stack begin none. */
  #inactive = 0;
  /** Where the last thing ended that a reader sees. */
  #seen = 0;

  constructor(leaf: Leaf, known: Known) {
    this.#leaf = leaf;
    this.#text = leaf.text;
    this.#known = known;
    this.#finder = new HtmlFinder(leaf.text);
    this.#runs = backtickRuns(leaf.text);
  }

  read(): void {
    const text = this.#text;
    for (let index = this.#leaf.from; index < text.length; ) {
      SPECIAL.lastIndex = index;
      const next = SPECIAL.exec(text)?.index ?? text.length;
      if (VISIBLE.test(text.slice(index, next))) this.#seen = next;
      index = next < text.length ? this.#readSpecial(next) : next;
    }
  }

  /** @returns where it ends. */
  #readSpecial(index: number): number {
    switch (this.#text[index]) {
      case '\\':
        return this.#see(index + (at(ESCAPE, this.#text, index) ? 2 : 1));
      case '`':
        return this.#see(this.#readCode(index));
      case '<':
        return this.#readAngle(index);
      case '!':
        if (this.#text[index + 1] !== '[' || this.#text[index + 2] === '^') return this.#see(index + 1);
        return this.#push(index + 1, true);
      case '[':
        return this.#readFootnote(index) ?? this.#push(index, false);
      case ']':
        return this.#readClosing(index);
      case '&':
        return this.#readReference(index);
      default:
        return this.#readAddress(index);
    }
  }

  /** Here begins what becomes a tag with attributes. */
  #mark(start: number): void {
    this.#leaf.attributes = Math.min(this.#leaf.attributes, start);
  }

  #see(end: number): number {
    this.#seen = end;
    return end;
  }

  /** To the next run of as many backticks, or only past the run. */
  #readCode(start: number): number {
    let end = start;
    while (this.#text[end] === '`') end++;
    const runs = this.#runs.get(end - start) ?? [];
    while (runs.length > 0 && (runs.at(-1) ?? 0) < end) runs.pop();
    const closing = runs.at(-1);
    return closing === undefined ? end : closing + end - start;
  }

  #readAngle(index: number): number {
    const autolink = at(AUTOLINK, this.#text, index);
    if (autolink) {
      this.#mark(index);
      return this.#see(index + autolink[0].length);
    }
    const end = this.#finder.endOf(index);
    if (end < 0) return this.#see(index + 1);
    this.html.push([index, end]);
    return end;
  }

  /** An address without brackets around; what it holds begins nothing. */
  #readAddress(index: number): number {
    const found = this.#brackets.length > 0 ? undefined : at(DOMAIN, this.#text, index);
    const parts = found?.groups?.domain?.split('.').slice(-2) ?? ['_'];
    if (!found || parts.some((part) => part.includes('_'))) return this.#see(index + 1);
    this.#mark(index);
    return this.#see(index + found[0].length + (at(REST_OF_ADDRESS, this.#text, index + found[0].length)?.[0].length ?? 0));
  }

  #readReference(index: number): number {
    const found = at(REFERENCE, this.#text, index)?.[0];
    const kind = found && unseenReferenceKind(found);
    if (!found || !kind) return this.#see(index + (found?.length ?? 1));
    this.#hide(kind, index, index + found.length, index);
    return index + found.length;
  }

  #readFootnote(index: number): number | undefined {
    const found = at(FOOTNOTE, this.#text, index)?.[0];
    const key = found ? keyOf(`[${found.slice(2)}`) : '';
    if (!found || !this.#known.footnotes.has(key)) return undefined;
    this.#mark(index);
    this.references.push({ key: `^${key}`, start: this.#leaf.rangeOf(index, index).start });
    return this.#see(index + found.length);
  }

  #push(start: number, isImage: boolean): number {
    const around = this.#brackets.at(-1);
    if (around) around.hasBrackets = true;
    this.#brackets.push({ start, isImage, hasBrackets: false });
    return start + 1;
  }

  /** A bracket that closes a link, an image, or nothing. */
  #readClosing(index: number): number {
    const place = this.#brackets.length - 1;
    const opener = this.#brackets.pop();
    const isActive = opener && (opener.isImage || place >= this.#inactive);
    this.#inactive = Math.min(this.#inactive, this.#brackets.length);
    const end = isActive ? (this.#readTarget(opener, index) ?? this.#readLabels(opener, index)) : undefined;
    if (end === undefined) {
      if (opener) this.#hideLostLines(opener, index + 1);
      return this.#see(index + 1);
    }
    this.#mark(opener?.start ?? index);
    if (opener && !opener.isImage) this.#inactive = this.#brackets.length;
    return end;
  }

  /** GitHub loses brackets over lines that begin as footnotes do: https://github.com/github/cmark-gfm/issues/282 */
  #hideLostLines({ start }: Bracket, end: number): void {
    if (at(CIRCUMFLEX, this.#text, start) && this.#text.slice(start, end).includes('\n')) this.#hide('hidden references', start, end, start);
  }

  /** Address and title in parentheses. */
  #readTarget(opener: Bracket, close: number): number | undefined {
    const target = this.#text[close + 1] === '(' ? readResource(this.#text, close + 1) : undefined;
    if (!target) return undefined;
    if (!this.#hideContent(opener, close, target.end)) return target.end;
    const [start, end] = target.address;
    if (/\s/.test(this.#text.slice(start, end))) this.#hide('hidden references', start, end, opener.start);
    const [space, titleEnd] = target.title;
    if (titleEnd > space) this.#hide('hidden references', space, titleEnd, opener.start);
    return target.end;
  }

  /** The label of a definition, behind the brackets or in them. */
  #readLabels(opener: Bracket, close: number): number | undefined {
    const label = this.#text[close + 1] === '[' ? readLabel(this.#text, close + 1) : -1;
    const isFull = label > close + 3;
    const key = isFull
      ? keyOf(this.#text.slice(close + 1, label))
      : opener.hasBrackets
        ? ''
        : this.#keyBetween(opener.start, close);
    const definition = this.#known.definitions.get(key);
    if (!definition) return undefined;
    const end = label > 0 ? label : close + 1;
    if (!this.#hideContent(opener, close, end)) return end;
    const from = isFull ? close + 1 : opener.start;
    if (isFull ? /\s/.test(key) : opener.isImage) {
      const replacement = this.#addressOf(definition);
      this.#hide('hidden references', from, end, opener.start, isFull ? replacement : `[]${replacement}`);
    } else this.references.push({ key, start: this.#leaf.rangeOf(opener.start, end).start });
    return end;
  }

  #keyBetween(start: number, close: number): string {
    return close - start > 1_000 ? '' : keyOf(this.#text.slice(start, close + 1));
  }

  /** In place of a label with words that nobody sees, if there is room for it. */
  #addressOf({ address }: Definition): string {
    const plain = /^<?(?<plain>[^\s()<>\\|`"'[\]]+)>?$/.exec(address)?.groups?.plain;
    if (!plain || plain.length > this.#known.room) return '';
    this.#known.room -= plain.length;
    return `(${plain})`;
  }

  /** The description of an image goes, and a link without anything to see. @returns whether there is a link or image left. */
  #hideContent({ start, isImage }: Bracket, close: number, end: number): boolean {
    if (isImage) {
      this.#seen = end;
      if (close > start + 1) this.#hide('image descriptions', start + 1, close, start);
      return true;
    }
    if (this.#seen > start) return true;
    this.#hide('hidden references', start, end, start);
    return false;
  }

  #hide(kind: NonNullable<Hidden['kind']>, start: number, end: number, opener: number, replacement = ''): void {
    const range = this.#leaf.rangeOf(start, end);
    this.hidden.push({ kind, ...range, opener: this.#leaf.rangeOf(opener, opener).start, replacement });
  }
}

/** Where the runs of backticks begin, by length, the last first. */
function backtickRuns(text: string): Map<number, number[]> {
  const runs = new Map<number, number[]>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const places = runs.get(run.length);
    if (places) places.push(index);
    else runs.set(run.length, [index]);
  }
  for (const places of runs.values()) places.reverse();
  return runs;
}
