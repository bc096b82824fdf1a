import { type BracketContext, Brackets } from './brackets.ts';
import { EMPTY_COMMENT, MARKED, TAG } from './html-syntax.ts';
import { hasVisible, unseenReferenceKind } from './invisible.ts';
import type { Leaf } from './lines.ts';
import { at, matchEnd } from './links.ts';
import type { Range } from './removed.ts';

/**
 * The lookbehinds for `http` and `www` come after the first letter, so that other characters do not
 * cause them to run.
 */
const SPECIAL = /[\\`<[\]!&]|h(?<![a-z]h)ttps?:\/\/|f(?<![a-z]f)tp:\/\/|w(?<![^\s(*_~]w)ww\./gi;
const ESCAPE = /\\[!-/:-@[-`{-~]/y;
const AUTOLINK =
  /<(?:[A-Za-z][A-Za-z\d+.-]{1,31}:[^\0-\x20<>\x7f]*|[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z\d][A-Za-z\d.-]*)>/y;
/** A bare address and its domain, which is valid only without `_` in its last two parts. */
const DOMAIN =
  /(?:(?:https?|ftp):\/\/(?![\s\p{P}\p{S}])|www\.)(?<domain>[\p{L}\p{M}\p{N}._-]{1,300})(?![\p{L}\p{M}\p{N}._-])/iuy;
const REST_OF_ADDRESS = /[^\s<]*/y;
const REFERENCE = /&(?:#[xX][\da-fA-F]{1,6}|#\d{1,7}|[A-Za-z]{1,30});/y;

/**
 * Reads code spans, raw HTML, links and images in one pass, as far as they can hide something
 * (CommonMark, 6).
 */
export function readInline(leaf: Leaf, known: BracketContext): Brackets {
  const scanner = new InlineScanner(leaf, known);
  scanner.read();
  return scanner;
}

class InlineScanner extends Brackets {
  #hasOpenComment = false;
  /** The next position of each end of raw HTML, so that the time is linear. */
  readonly #nextMark = new Map<RegExp, Range>();
  #runs: ReturnType<typeof backtickRuns> | undefined;

  read(): void {
    for (let index = this.leaf.from; index < this.text.length; ) {
      const next = at(SPECIAL, this.text, index)?.index ?? this.text.length;
      if (next > index && hasVisible(this.text.slice(index, next))) this.see(next);
      index = next < this.text.length ? this.#readSpecial(next) : next;
    }
    this.end();
  }

  /** @returns where to continue. */
  #readSpecial(index: number): number {
    switch (this.text[index]) {
      case '\\':
        return this.see(index + (at(ESCAPE, this.text, index) ? 2 : 1));
      case '`':
        return this.see(this.#readCode(index));
      case '<':
        return this.#readAngle(index);
      case '!':
        if (this.text[index + 1] !== '[' || this.text[index + 2] === '^')
          return this.see(index + 1);
        return this.push(index + 1, true);
      case '[':
        return this.push(index, false);
      case ']':
        return this.close(index);
      case '&':
        return this.#readReference(index);
      default:
        return this.#readAddress(index);
    }
  }

  /**
   * @returns the end of the code span, or of the run of backticks if no run of the same length
   * follows.
   */
  #readCode(start: number): number {
    let end = start;
    while (this.text[end] === '`') end++;
    this.#runs ??= backtickRuns(this.text);
    const runs = this.#runs.get(end - start) ?? [];
    while ((runs.at(-1)?.index ?? end) < end) runs.pop();
    return (runs.at(-1)?.index ?? start) + end - start;
  }

  #readAngle(index: number): number {
    const autolink = at(AUTOLINK, this.text, index);
    if (autolink) {
      this.mark(index, autolink[0]);
      return this.see(index + autolink[0].length);
    }
    const end = this.#endOfHtml(index);
    if (end < 0) return this.see(index + 1);
    this.html.push([index, end]);
    return end;
  }

  /** The end of the raw HTML at `start`, or -1. */
  #endOfHtml(start: number): number {
    const sign = this.text[start + 1];
    if (sign !== '!' && sign !== '?') return matchEnd(TAG, this.text, start);
    const empty = matchEnd(EMPTY_COMMENT, this.text, start);
    if (empty >= 0) return empty;
    // After a comment that does not end, cmark-gfm finds no declaration and no CDATA.
    if (sign === '!' && this.#hasOpenComment) return -1;
    const ends = MARKED.find((each) => at(each.start, this.text, start));
    if (!ends) return -1;
    const after = ends.start.lastIndex;
    const atOnce = matchEnd(ends.atOnce, this.text, after);
    const end = atOnce < 0 ? this.#find(ends.later, after) : atOnce;
    this.#hasOpenComment ||= end < 0 && sign === '!' && this.text[start + 2] === '-';
    return end;
  }

  /** The end of the next match, or -1. */
  #find(mark: RegExp, from: number): number {
    let next = this.#nextMark.get(mark);
    if (!next || next.start < from) {
      const found = at(mark, this.text, from);
      next = found
        ? { start: found.index, end: mark.lastIndex }
        : { start: Number.POSITIVE_INFINITY, end: -1 };
      this.#nextMark.set(mark, next);
    }
    return next.end;
  }

  /** Skips a bare address, in which no other element can begin. */
  #readAddress(index: number): number {
    const found = this.brackets.length > 0 ? undefined : at(DOMAIN, this.text, index);
    const parts = found?.groups?.domain?.split('.').slice(-2) ?? ['_'];
    if (!found || parts.some((part) => part.includes('_'))) return this.see(index + 1);
    const address = found[0] + at(REST_OF_ADDRESS, this.text, index + found[0].length)?.[0];
    this.mark(index, address);
    return this.see(index + address.length);
  }

  #readReference(index: number): number {
    const found = at(REFERENCE, this.text, index)?.[0];
    const kind = found && unseenReferenceKind(found);
    if (!found || !kind) return this.see(index + (found?.length ?? 1));
    this.hide(kind, index, index + found.length, index);
    return index + found.length;
  }
}

/** The runs of backticks, by length, the last first. */
const backtickRuns = (text: string) =>
  Map.groupBy([...text.matchAll(/`+/g)].reverse(), ([run]) => run.length);
