import {
  bareTag,
  commentExtent,
  type Extent,
  entangled,
  htmlTag,
  instructionExtent,
  type Place,
} from './html-extent.ts';
import { withoutUnseenReferences } from './invisible.ts';
import { type Line, linesOf } from './markdown-lines.ts';
import * as syntax from './markdown-syntax.ts';
import { at, labelKey } from './markdown-syntax.ts';
import { type Opener, Paragraph } from './paragraph.ts';
import { footnoteEnd, footnoteReference, type Labels, labelsOf } from './references.ts';
import type { Count } from './removed.ts';

const TOKEN = /\\[!-/:-@[-`{-~]|`+|<|!?\[|\]|&|\$|\/\/|www\.|\n/g;
const LONGEST_LANGUAGE = 32;
const LONGEST_LABEL = 1_001;

/** Markdown without what is in it but is not shown: comments, attributes, alternative texts, titles, unused definitions. */
export function withoutHiddenMarkup(text: string, count: Count): string {
  const lines = linesOf(text);
  const labels = labelsOf(text, lines);
  const { footnotes } = new Reading(text, lines, labels, undefined, () => {}).run();
  return new Reading(text, lines, labels, footnotes, count).run().kept.join('');
}

/** Reads from left to right, and keeps what is shown. */
class Reading {
  readonly kept: string[] = [];
  /** The footnotes that the text refers to. */
  readonly footnotes = new Set<string>();
  #index = 0;
  #line = 0;
  #paragraph: Paragraph | undefined;
  #afterDefinition = -1;
  #footnoteEnd = 0;
  readonly #marks = new Map<string, number>();
  readonly #text: string;
  readonly #lines: readonly Line[];
  readonly #labels: Labels;
  readonly #knownFootnotes: ReadonlySet<string> | undefined;
  readonly #count: Count;

  constructor(
    text: string,
    lines: readonly Line[],
    labels: Labels,
    footnotes: ReadonlySet<string> | undefined,
    count: Count,
  ) {
    this.#text = text;
    this.#lines = lines;
    this.#labels = labels;
    this.#knownFootnotes = footnotes;
    this.#count = count;
  }

  run(): this {
    for (let line = this.#lines[0]; line; line = this.#lines[this.#line]) {
      if (this.#index > line.end) this.#line++;
      else if (line.blank || line.code) this.#verbatim(line);
      else this.#words(line);
    }
    return this;
  }

  #keep(end: number): void {
    this.kept.push(this.#text.slice(this.#index, end));
    this.#index = end;
  }

  #verbatim(line: Line): void {
    this.#paragraph = undefined;
    if (line.opens && this.#index <= line.start) this.#language(line, true);
    this.#keep(line.end + 1);
  }

  #words(line: Line): void {
    if (!this.#paragraph || line.start > this.#paragraph.end) {
      this.#paragraph = new Paragraph(this.#text, this.#lines, this.#line);
    }
    const paragraph = this.#paragraph;
    if (this.#index === line.start && this.#beginning(line, paragraph)) return;
    while (this.#index <= line.end) {
      TOKEN.lastIndex = this.#index;
      const found = TOKEN.exec(this.#text);
      const index = found?.index ?? line.end;
      if (!found || index >= line.end) return this.#keep(line.end + 1);
      this.#keep(index);
      this.#token(found[0], line, paragraph);
    }
  }

  /** What only the beginning of a line can be. */
  #beginning(line: Line, paragraph: Paragraph): boolean {
    if (line.html === 'yes') return false;
    return this.#footnote(line, paragraph) || this.#definition(line, paragraph) || this.#language(line, false);
  }

  /** Of the words after a fence the first is the language of its code. */
  #language(line: Line, certain: boolean): boolean {
    const { fence, info = '' } = at(syntax.FENCE, this.#text, line.content)?.groups ?? {};
    if (fence === undefined) return false;
    const word = /^[ \t]*(?<word>\S*)/.exec(info);
    const language = (word?.groups?.word ?? '').length > LONGEST_LANGUAGE ? '' : (word?.[0] ?? '');
    const rest = info.slice(language.length);
    if (rest.trim() === '') return false;
    this.#count('hidden attributes');
    this.#keep(line.content + fence.length + language.length);
    if (!certain && entangled(rest)) this.#cutRest(line);
    else this.#index = line.end;
    if (!certain && this.#paragraph) this.#paragraph.certain = false;
    return false;
  }

  #footnote(line: Line, paragraph: Paragraph): boolean {
    const label = /\[\^(?<name>[^\s\]]+)\]:/.exec(this.#text.slice(line.start, line.content));
    if (!label) return false;
    const start = line.start + label.index;
    const end = footnoteEnd(this.#text, this.#lines, this.#line);
    const name = (label.groups?.name ?? '').toLowerCase();
    if (!this.#knownFootnotes) this.#footnoteEnd = Math.max(this.#footnoteEnd, end);
    if (!this.#knownFootnotes || this.#knownFootnotes.has(name)) return false;
    this.#count('hidden references');
    this.#keep(start);
    const doubtful = line.html === 'maybe' && entangled(this.#text.slice(start + label[0].length, end));
    this.#index = doubtful ? this.#text.length + 1 : Math.max(end, paragraph.first === this.#line ? 0 : end);
    return true;
  }

  #definition(line: Line, paragraph: Paragraph): boolean {
    const found = at(syntax.DEFINITION, paragraph.text, line.content);
    const { label = '', target = '', title } = found?.groups ?? {};
    const key = labelKey(label);
    const continued = paragraph.continues(this.#line) && this.#afterDefinition !== line.start;
    if (!found || key === '' || label.startsWith('[^') || (continued && line.html === 'no')) return false;
    const begins = paragraph.begins(this.#line) || this.#afterDefinition === line.start;
    const certain = begins && line.prose && !/[()\p{Cc}\\]/u.test(target);
    const after = found[0].slice(label.length);
    const end = line.content + found[0].length;
    const used = this.#labels.used.has(key) && !/\s/.test(target);
    this.#keep(line.content);
    if (used) this.#keep(end - (title ?? '').length);
    if (!used || title !== undefined) this.#count('hidden references');
    if (!certain && entangled(after.replace(/<[^<>]*>/, ''))) this.#cutRest(line);
    else this.#index = end;
    const newline = this.#text.indexOf('\n', this.#index);
    this.#afterDefinition = newline + 1;
    return this.#index > line.end;
  }

  #token(token: string, line: Line, paragraph: Paragraph): void {
    const start = this.#index;
    if (token === '<') return this.#angle(line, paragraph);
    if (token === '&') return this.#reference();
    if (line.html === 'yes') return this.#keep(start + (token.startsWith('\\') ? 1 : token.length));
    if (token.startsWith('`')) return this.#code(token, line, paragraph);
    if (token === '[' || token === '![') return this.#opening(token, line, paragraph);
    if (token === ']') return this.#closing(line, paragraph);
    if (token === '$') paragraph.dollar = true;
    if (token === '\\`') paragraph.certain = false;
    if (/^(?:\/\/|www\.)$/.test(token) && start >= paragraph.addressEnd) {
      paragraph.addressEnd = start + (at(/[^\s<]*/y, paragraph.text, start)?.[0].length ?? 0);
    }
    const escapes = this.#certain(line, paragraph) || token !== '\\<';
    this.#keep(start + (escapes ? token.length : 1));
  }

  #certain(line: Line, paragraph: Paragraph): boolean {
    return paragraph.certain && line.html === 'no';
  }

  /** Takes out all that something hidden may reach. */
  #cut(extent: Extent, paragraph: Paragraph): void {
    this.#index = extent === 'text' ? this.#text.length + 1 : extent === 'paragraph' ? paragraph.end : extent;
  }

  #cutRest(line: Line): void {
    this.#index = line.html === 'no' && this.#paragraph ? this.#paragraph.end : this.#text.length + 1;
  }

  #reference(): void {
    const start = this.#index;
    const found = at(/&#?\w*;?/y, this.#text, start)?.[0] ?? '&';
    const shown = withoutUnseenReferences(found, this.#count);
    if (shown) this.kept.push(shown);
    this.#index = start + found.length;
  }

  /** A code span stays, if it is one in every reading. */
  #code(run: string, line: Line, paragraph: Paragraph): void {
    const start = this.#index;
    const close = this.#certain(line, paragraph)
      ? closingRun(this.#text, start + run.length, line.end, run)
      : undefined;
    const inner = this.#text.slice(start + run.length, close);
    const torn = (paragraph.table && /(?:^|[^\\])\|/.test(inner)) || (paragraph.dollar && inner.includes('$'));
    if (close === undefined || torn || start < paragraph.addressEnd) {
      paragraph.certain = false;
      if (paragraph.outerImage) return this.#cutImage(paragraph.outerImage, line);
      return this.#keep(start + run.length);
    }
    this.#keep(close + run.length);
  }

  /** It is not certain what closes the image. */
  #cutImage({ pieces }: Opener, line: Line): void {
    this.#count('image texts');
    this.kept.splice(pieces);
    this.#cutRest(line);
  }

  #opening(token: string, line: Line, paragraph: Paragraph): void {
    const start = this.#index;
    const bracket = start + token.length;
    const certain = this.#certain(line, paragraph);
    const image = token === '![';
    if (certain && !image && line.prose && !paragraph.outerImage && start >= this.#footnoteEnd) {
      const name = footnoteReference(paragraph.text, start);
      if (name !== undefined) this.footnotes.add(name);
    }
    this.#keep(bracket);
    paragraph.open({ image, start: bracket - 1, pieces: this.kept.length });
  }

  #closing(line: Line, paragraph: Paragraph): void {
    const start = this.#index;
    const opener = paragraph.close();
    const certain = this.#certain(line, paragraph) && opener !== undefined && (opener.image || !opener.holdsLink);
    const empty = () => {
      if (!opener?.image) return opener && paragraph.linked();
      if (this.kept.splice(opener.pieces).join('') !== '') this.#count('image texts');
    };
    const next = this.#text[start + 1];
    if (next === '(') {
      const exact = at(syntax.TARGET, paragraph.text, start + 1);
      const found = exact ?? at(syntax.ANY_TARGET, paragraph.text, start + 1);
      if (found || opener?.image) empty();
      this.#keep(start + 1);
      if (found) this.#target(found, certain && exact !== undefined, line);
      return;
    }
    const label = next === '[' ? at(syntax.REFERENCE_LABEL, paragraph.text, start + 1)?.[0] : undefined;
    if (label !== undefined && this.#labels.defined.has(labelKey(label))) {
      empty();
      this.#keep(start + 1);
      return this.#label(label, line);
    }
    const own = opener && start - opener.start < LONGEST_LABEL ? this.#text.slice(opener.start, start + 1) : '[]';
    if (this.#labels.defined.has(labelKey(own))) empty();
    this.#keep(start + 1);
  }

  /** The address in parentheses stays, if it is one word; the title goes. */
  #target(found: RegExpExecArray, certain: boolean, line: Line): void {
    const { target = '', title } = found.groups ?? {};
    const hidden = /\s/.test(target);
    const end = this.#index + found[0].length;
    if (!certain && entangled(found[0].replace(/^\(<[^<>]*>/, ''))) {
      this.#count('hidden references');
      return this.#cutRest(line);
    }
    if (!hidden && title === undefined) return this.#keep(end);
    this.#count('hidden references');
    this.kept.push(hidden ? '()' : `(${target})`);
    this.#index = end;
  }

  /** The label of a reference stays, if it is one word. */
  #label(label: string, line: Line): void {
    if (!/\s/.test(label.slice(1, -1).trim())) return this.#keep(this.#index + label.length);
    this.#count('hidden references');
    if (entangled(label.slice(1, -1))) return this.#cutRest(line);
    this.#index += label.length;
  }

  #angle(line: Line, paragraph: Paragraph): void {
    const start = this.#index;
    const place = this.#place(line, paragraph);
    const comment = this.#text.startsWith('<!--', start);
    const instruction = /^<(?:[!?]|\/[^A-Za-z])/.test(this.#text.slice(start, start + 3));
    const extent = comment
      ? commentExtent(this.#text, start, place)
      : instruction && (line.html !== 'no' || this.#text[start + 1] !== '/')
        ? instructionExtent(this.#text, start, place)
        : undefined;
    if (extent === undefined) return this.#tag(line, paragraph);
    this.#count('HTML comments');
    this.#cut(extent, paragraph);
  }

  #tag(line: Line, paragraph: Paragraph): void {
    const start = this.#index;
    const source = at(syntax.TAG, paragraph.text, start)?.[0];
    const inner = (source ?? '').slice(1);
    if (line.html !== 'yes' && at(syntax.AUTOLINK, paragraph.text, start)) {
      return this.#keep(start + (at(syntax.AUTOLINK, paragraph.text, start)?.[0].length ?? 0));
    }
    if (line.html === 'no' && source === undefined) {
      if (/[A-Za-z/!?]/.test(this.#text.charAt(start + 1))) paragraph.certain = false;
      return this.#keep(start + 1);
    }
    const tag = htmlTag(paragraph.text, start);
    if (!tag) return this.#keep(start + 1);
    const exact = tag.end === undefined ? undefined : this.#text.slice(start, tag.end);
    const torn = inner.includes('\n') || (paragraph.table && inner.includes('|'));
    if (syntax.SHOWN_TAG.test(tag.name) && (exact ?? '<<').includes('<', 1))
      return this.#hide(tag.attributes.length, 'text', paragraph);
    if (line.html === 'maybe' && exact !== source) return this.#hide(1, 'text', paragraph);
    if (exact === undefined) {
      if (tag.attributes.length === 0) return this.#keep(start + tag.name.length);
      return this.#hide(tag.attributes.length, tag.openQuote || line.unending ? 'text' : 'paragraph', paragraph);
    }
    if (exact.includes('\n') && (line.unending || (line.html === 'maybe' && entangled(inner))))
      return this.#hide(1, 'text', paragraph);
    if (line.html === 'no' && (torn || !paragraph.certain) && entangled(inner))
      return this.#hide(1, 'paragraph', paragraph);
    if (torn) paragraph.certain = false;
    const { text, gone } = bareTag(exact, tag);
    if (gone > 0) this.#count('hidden attributes', gone);
    this.kept.push(text);
    this.#index = start + exact.length;
  }

  #hide(attributes: number, extent: Extent, paragraph: Paragraph): void {
    this.#count('hidden attributes', Math.max(1, attributes));
    this.#cut(extent, paragraph);
  }

  #place(line: Line, paragraph: Paragraph): Place {
    return {
      html: line.html,
      opens: line.opens && this.#index === line.content,
      unending: line.unending,
      before: this.#text.slice(line.start, this.#index).slice(0, 999),
      paragraphEnd: paragraph.end,
      certain: paragraph.certain,
      next: (mark, from) => this.#next(mark, from),
    };
  }

  /** As `indexOf`, but over the whole text each part is searched once. */
  #next(mark: string, from: number): number {
    const known = this.#marks.get(mark);
    if (known !== undefined && (known < 0 || known >= from)) return known;
    const found = this.#text.indexOf(mark, from);
    this.#marks.set(mark, found);
    return found;
  }
}

/** Where the same number of backticks comes next in the line. */
function closingRun(text: string, from: number, end: number, run: string): number | undefined {
  const rest = text.slice(from, end);
  for (const found of rest.matchAll(/`+/g)) if (found[0] === run) return from + found.index;
  return undefined;
}
