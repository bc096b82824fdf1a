import { Brackets, type Known } from './brackets.ts';
import { HtmlFinder } from './html-syntax.ts';
import { hasVisible, unseenReferenceKind } from './invisible.ts';
import type { Leaf } from './lines.ts';
import { at } from './links.ts';

/** The lookbehinds for `http` and `www` come after the first letter, so that other characters do not cause them to run. */
const SPECIAL = /[\\`<[\]!&]|h(?<![a-z]h)ttps?:\/\/|f(?<![a-z]f)tp:\/\/|w(?<![^\s(*_~]w)ww\./gi;
const ESCAPE = /\\[!-/:-@[-`{-~]/y;
const AUTOLINK =
  /<(?:[A-Za-z][A-Za-z\d+.-]{1,31}:[^\0-\x20<>\x7f]*|[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z\d][A-Za-z\d.-]*)>/y;
/** A bare address and its domain, which is valid only without `_` in its last two parts. */
const DOMAIN =
  /(?:(?:https?|ftp):\/\/(?![\s\p{P}\p{S}])|www\.)(?<domain>[\p{L}\p{M}\p{N}._-]{1,300})(?![\p{L}\p{M}\p{N}._-])/iuy;
const REST_OF_ADDRESS = /[^\s<]*/y;
const REFERENCE = /&(?:#[xX][\da-fA-F]{1,6}|#\d{1,7}|[A-Za-z]{1,30});/y;

/** Reads code spans, raw HTML, links and images in one pass, as far as they can hide something (CommonMark, 6). */
export function readInline(leaf: Leaf, known: Known): Brackets {
  const brackets = new Brackets(leaf, known);
  if (nextSpecial(leaf.text, leaf.from) < leaf.text.length) new InlineScanner(leaf, brackets).read();
  return brackets;
}

function nextSpecial(text: string, index: number): number {
  SPECIAL.lastIndex = index;
  return SPECIAL.exec(text)?.index ?? text.length;
}

class InlineScanner {
  readonly #leaf: Leaf;
  readonly #text: string;
  readonly #finder: HtmlFinder;
  #runs: ReturnType<typeof backtickRuns> | undefined;
  readonly #brackets: Brackets;

  constructor(leaf: Leaf, brackets: Brackets) {
    this.#leaf = leaf;
    this.#text = leaf.text;
    this.#brackets = brackets;
    this.#finder = new HtmlFinder(leaf.text);
  }

  read(): void {
    const text = this.#text;
    for (let index = this.#leaf.from; index < text.length; ) {
      const next = nextSpecial(text, index);
      if (next > index && hasVisible(text.slice(index, next))) this.#brackets.see(next);
      index = next < text.length ? this.#readSpecial(next) : next;
    }
    this.#brackets.end();
  }

  /** @returns where to continue. */
  #readSpecial(index: number): number {
    switch (this.#text[index]) {
      case '\\':
        return this.#brackets.see(index + (at(ESCAPE, this.#text, index) ? 2 : 1));
      case '`':
        return this.#brackets.see(this.#readCode(index));
      case '<':
        return this.#readAngle(index);
      case '!':
        if (this.#text[index + 1] !== '[' || this.#text[index + 2] === '^') return this.#brackets.see(index + 1);
        return this.#brackets.push(index + 1, true);
      case '[':
        return this.#brackets.push(index, false);
      case ']':
        return this.#brackets.close(index);
      case '&':
        return this.#readReference(index);
      default:
        return this.#readAddress(index);
    }
  }

  /** @returns the end of the code span, or of the run of backticks if no run of the same length follows. */
  #readCode(start: number): number {
    let end = start;
    while (this.#text[end] === '`') end++;
    this.#runs ??= backtickRuns(this.#text);
    const runs = this.#runs.get(end - start) ?? [];
    while ((runs.at(-1)?.index ?? end) < end) runs.pop();
    return (runs.at(-1)?.index ?? start) + end - start;
  }

  #readAngle(index: number): number {
    const autolink = at(AUTOLINK, this.#text, index);
    if (autolink) {
      this.#brackets.mark(index, autolink[0]);
      return this.#brackets.see(index + autolink[0].length);
    }
    const end = this.#finder.endOf(index);
    if (end < 0) return this.#brackets.see(index + 1);
    this.#brackets.html.push([index, end]);
    return end;
  }

  /** Skips a bare address, in which no other element can begin. */
  #readAddress(index: number): number {
    const found = !this.#brackets.isEmpty ? undefined : at(DOMAIN, this.#text, index);
    const parts = found?.groups?.domain?.split('.').slice(-2) ?? ['_'];
    if (!found || parts.some((part) => part.includes('_'))) return this.#brackets.see(index + 1);
    const address = found[0] + at(REST_OF_ADDRESS, this.#text, index + found[0].length)?.[0];
    this.#brackets.mark(index, address);
    return this.#brackets.see(index + address.length);
  }

  #readReference(index: number): number {
    const found = at(REFERENCE, this.#text, index)?.[0];
    const kind = found && unseenReferenceKind(found);
    if (!found || !kind) return this.#brackets.see(index + (found?.length ?? 1));
    this.#brackets.hide(kind, index, index + found.length, index);
    return index + found.length;
  }
}

/** The runs of backticks, by length, the last first. */
const backtickRuns = (text: string) => Map.groupBy([...text.matchAll(/`+/g)].reverse(), ([run]) => run.length);
