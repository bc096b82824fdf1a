import {
  AUTOLINK,
  at,
  contentStart,
  FENCE,
  type Hidden,
  hide,
  linesOf,
  type Paragraph,
  paragraphOf,
} from './paragraph.ts';

/** A text cut up: what is in no paragraph is surely code, or a comment. */
export interface Page {
  readonly text: string;
  readonly paragraphs: readonly Paragraph[];
  readonly comments: readonly Hidden[];
  /** From here on indented lines may be code. */
  readonly uncertain: number;
}

/** Cuts a text up. From the first doubt on, nothing is code. */
export function readPage(text: string): Page {
  const reader = new PageReader(text);
  for (let index = 0; index < text.length; ) index = reader.read(index) + 1;
  reader.endParagraph(text.length);
  return reader;
}

class PageReader implements Page {
  readonly text: string;
  readonly paragraphs: Paragraph[] = [];
  readonly comments: Hidden[] = [];
  uncertain = Number.POSITIVE_INFINITY;
  /** Where the paragraph began that has not ended yet. */
  #begun: number | undefined;
  /** A line of it began with a tag. */
  #html = false;
  #doubt = false;
  /** There was something in which code is indented further. */
  #nested = false;

  constructor(text: string) {
    this.text = text;
  }

  /** Reads what begins with a line, to the end that it returns. */
  read(start: number): number {
    const end = this.#lineEnd(start);
    if (BLANK.test(this.text.slice(start, end))) {
      this.endParagraph(start - 1);
      return end;
    }
    const content = contentStart(this.text, start);
    this.#nested ||= at(ITEM, this.text, start) !== undefined;
    if (this.#isCode(start)) return end;
    const read = this.#doubt ? undefined : (this.#readFence(start, content) ?? this.#readComment(start));
    if (read !== undefined) return read;
    this.#begun ??= start;
    this.#html ||= this.text[content] === '<' && !at(AUTOLINK, this.text, content);
    return end;
  }

  endParagraph(end: number): void {
    if (this.#begun !== undefined) {
      const source = this.text.slice(this.#begun, end);
      const html = this.#doubt ? 'text' : this.#html ? 'paragraph' : 'no';
      const paragraph = paragraphOf(source, this.#begun, html);
      this.#doubt ||= this.#html && !paragraph.quoted && staysOpen(source);
      this.paragraphs.push(this.#doubt ? { ...paragraph, html: 'text' } : paragraph);
    }
    this.#begun = undefined;
    this.#html = false;
  }

  #isCode(start: number): boolean {
    const known = this.uncertain > this.text.length && !this.#doubt && !this.#nested;
    return known && this.#begun === undefined && at(INDENTED, this.text, start) !== undefined;
  }

  /** All of it but its first line is left out. */
  #readFence(start: number, content: number): number | undefined {
    const found = at(FENCE, this.text, content);
    if (!found) return undefined;
    const indent = this.text.slice(start, content);
    const after = content + found[0].length + 1;
    const end = this.#html ? undefined : this.#fenceEnd(after, indent, found.groups?.mark ?? '');
    if (end === undefined) {
      this.#doubt ||= this.#html || /^ {0,3}$/.test(indent);
      this.uncertain = Math.min(this.uncertain, start);
    } else {
      this.endParagraph(start - 1);
      this.paragraphs.push(paragraphOf(this.text.slice(start, after - 1), start, 'no'));
    }
    return end;
  }

  /** One that is indented or in a quote is code wherever it is, if all its lines begin alike. */
  #fenceEnd(after: number, indent: string, mark: string): number | undefined {
    const margin = indent === '';
    const known = this.uncertain > this.text.length && (indent.length <= 3 || this.#begun === undefined);
    if (!margin && !(known && /^(?: +| {0,3}> ?)$/.test(indent))) return undefined;
    const sign = indent.trimEnd();
    const before = margin ? ' {0,3}' : `[ \\t${sign && '>'}]*`;
    const closing = new RegExp(`(?<=\n)(?<indent>${before})${mark}${mark[0]}*[ \\t]*(?=\n|$)`, 'g');
    closing.lastIndex = after;
    const found = closing.exec(this.text);
    const end = found ? found.index + found[0].length : this.text.length;
    if (margin) return end;
    const lines = this.text.slice(after, end).split('\n');
    const alike = lines.every(
      (line) => line.startsWith(indent) || (line.startsWith(sign) && BLANK.test(line.slice(sign.length))),
    );
    return alike && found?.groups?.indent === indent ? end : undefined;
  }

  /** At the margin, comments last over blank lines. */
  #readComment(start: number): number | undefined {
    const found = this.#html ? undefined : at(COMMENT, this.text, start);
    if (!found || found.groups?.bang) return undefined;
    this.endParagraph(start - 1);
    const end = start + found[0].length;
    const lineEnd = this.#lineEnd(end);
    if (BLANK.test(this.text.slice(end, lineEnd))) this.comments.push(hide('HTML comments', start, end));
    else [this.#begun, this.#html] = [start, true];
    return lineEnd;
  }

  #lineEnd(index: number): number {
    const end = this.text.indexOf('\n', index);
    return end < 0 ? this.text.length : end;
  }
}

const BLANK = /^[ \t]*$/;
const INDENTED = / {4}| {0,3}\t/y;
/** A list item or a footnote. */
const ITEM = /[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])(?=[ \t\n]|$)|\[\^)/y;
/** After `--!>` only a browser goes on. */
const COMMENT = /<!--(?:-?>|.*?--(?<bang>!?)>)/sy;

/** What no blank line ends, by how it begins and ends. */
const UNENDING: readonly (readonly [RegExp, RegExp])[] = [
  [/<!--/y, /-->/g],
  [/<\?/y, /\?>/g],
  [/<!\[CDATA\[/y, /\]\]>/g],
  [/<![A-Za-z]/y, />/g],
  [/<(?:pre|script|style|textarea)(?![^\s>])/iy, /<\/(?:pre|script|style|textarea)>/gi],
];

function staysOpen(text: string): boolean {
  const lines = linesOf(text);
  return UNENDING.some(([opener, mark]) => {
    const last = lines.findLast(({ content }) => at(opener, text, content))?.content ?? -2;
    return last >= 0 && ([...text.matchAll(mark)].at(-1)?.index ?? -1) < last + 2;
  });
}
