import { Cursor } from './cursor.ts';
import type { Hidden } from './hidden.ts';
import { htmlBlockAt } from './html-syntax.ts';
import { Leaf } from './leaf.ts';
import { keyOf, readDefinition } from './links.ts';
import { cellsOf, isDelimiterRow } from './table.ts';

/** Begin or end of an element of the page. */
export interface Tag {
  readonly name: string;
  readonly closes: boolean;
}

export interface Definition {
  readonly key: string;
  /** With its title, from bracket to end of line. */
  readonly range: { readonly start: number; readonly end: number };
  readonly title: { readonly start: number; readonly end: number };
  readonly address: string;
}

export interface Footnote {
  readonly key: string;
  readonly start: number;
  end: number;
  readonly parts: Part[];
}

export type Part = Tag | Leaf;

/** A page as blocks, in their order; the first definition and footnote of a name counts. */
export interface Page {
  readonly parts: readonly Part[];
  readonly definitions: readonly Definition[];
  readonly footnotes: readonly Footnote[];
  readonly hidden: readonly Hidden[];
}

interface Container {
  readonly name: 'blockquote' | 'li' | 'footnote';
  /** Columns that its lines are indented by. */
  readonly indent: number;
  readonly footnote?: Footnote;
  isEmpty: boolean;
}

type Open =
  | { readonly kind: 'paragraph' | 'indented'; readonly leaf: Leaf }
  | { readonly kind: 'table'; readonly columns: number }
  | { readonly kind: 'html'; readonly leaf: Leaf; readonly end: RegExp | 'blank' }
  | { readonly kind: 'fence'; readonly leaf: Leaf; readonly mark: string; readonly indent: number };

/** Reads a text as blocks, line by line (CommonMark, appendix "A parsing strategy", and GFM's tables and footnotes). */
export function readBlocks(text: string): Page {
  const reader = new BlockReader();
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    reader.readLine(new Cursor(text, start, end));
    start = end + 1;
  }
  reader.finish();
  return reader;
}

const ITEM = /(?:[-+*]|(?<number>\d{1,9})[.)])(?=[ \t\n]|$)/y;
const FOOTNOTE = /\[\^(?<label>(?:\\[[\]\\]|[^ \t\n[\]])+)\]:/y;
const TASK = /\[[ xX]\](?=[ \t])/y;
const FENCE = /(?<mark>`{3,}(?=[^`\n]*(?:\n|$))|~{3,})(?<info>[^\n]*)/y;
const HEADING = /#{1,6}(?=[ \t\n]|$)/y;
const UNDERLINE = /(?:=+|-+)[ \t]*(?=\n|$)/y;
const LANGUAGE = /^[ \t]*[\w+#.-]{1,20}(?=[ \t]|$)/;
const MAX_DEPTH_OF_CODE = 4;

class BlockReader implements Page {
  readonly definitions: Definition[] = [];
  readonly footnotes: Footnote[] = [];
  readonly hidden: Hidden[] = [];
  readonly parts: Part[] = [];
  readonly #stack: Container[] = [];
  /** The places in the stack of all containers that a blank line ends. */
  readonly #quotes: number[] = [];
  readonly #targets: Part[][] = [this.parts];
  #open: Open | undefined;
  #lastEnd = 0;

  readLine(line: Cursor): void {
    const matched = this.#matchContainers(line);
    const isLazy = matched < this.#stack.length;
    const isTaken = !isLazy && this.#continueLiteral(line);
    if (!isTaken) this.#readStarts(line, matched);
    if (line.next < line.end || isTaken) this.#lastEnd = line.end;
  }

  /** How many of the open containers go on in this line; passes their marks. */
  #matchContainers(line: Cursor): number {
    for (let index = 0; index < this.#stack.length; index++) {
      if (line.isBlank) return this.#matchBlank(index);
      const container = this.#stack[index];
      if (!container) return index;
      if (container.name === 'blockquote') {
        if (line.indent > 3 || line.nextCharacter !== '>') return index;
        passQuoteMark(line);
      } else {
        if (line.indent < container.indent) return index;
        line.skipColumns(container.indent);
      }
    }
    return this.#stack.length;
  }

  /** A blank line ends quotes, and an item that is still empty. All other containers go on, however many. */
  #matchBlank(from: number): number {
    if ((this.#quotes.at(-1) ?? -1) >= from) return this.#quotes[firstAtLeast(this.#quotes, from)] ?? from;
    const last = this.#stack.length - 1;
    return this.#stack[last]?.isEmpty ? Math.max(from, last) : last + 1;
  }

  /** Whether the line belongs to open code or HTML, in which nothing else begins. */
  #continueLiteral(line: Cursor): boolean {
    const open = this.#open;
    switch (open?.kind) {
      case 'fence': {
        const closing = line.indent <= 3 && line.match(/(?<mark>`{3,}|~{3,})[ \t]*(?=\n|$)/y)?.groups?.mark;
        if (closing && closing.startsWith(open.mark)) this.#close();
        else {
          line.skipColumns(open.indent);
          this.#addRest(open.leaf, line);
        }
        return true;
      }
      case 'indented':
        if (line.indent < MAX_DEPTH_OF_CODE && !line.isBlank) return false;
        line.skipColumns(MAX_DEPTH_OF_CODE);
        this.#addRest(open.leaf, line);
        return true;
      case 'html':
        if (open.end === 'blank' && line.isBlank) return false;
        this.#addRest(open.leaf, line);
        if (open.end !== 'blank' && open.end.test(line.text.slice(line.offset, line.end))) this.#close();
        return true;
      default:
        return false;
    }
  }

  #readStarts(line: Cursor, matched: number): void {
    let depth = matched;
    for (;;) {
      const wasLazy = depth < this.#stack.length;
      const inParagraph = this.#open?.kind === 'paragraph';
      if (line.isBlank) {
        return this.#endLeaf(depth);
      }
      if (line.indent >= MAX_DEPTH_OF_CODE) {
        if (!inParagraph) return this.#beginIndented(line, depth);
        break;
      }
      if (!this.#readContainer(line, depth, inParagraph && !wasLazy)) {
        if (this.#readLeaf(line, depth, inParagraph, wasLazy)) return;
        break;
      }
      depth = this.#stack.length;
    }
    this.#readText(line, depth);
  }

  #beginIndented(line: Cursor, depth: number): void {
    this.#endLeaf(depth);
    line.skipColumns(MAX_DEPTH_OF_CODE);
    const leaf = new Leaf('code');
    this.#begin({ kind: 'indented', leaf }, 'pre', leaf);
    this.#addRest(leaf, line);
  }

  /** Begins a quote, an item or a footnote. */
  #readContainer(line: Cursor, depth: number, interrupts: boolean): boolean {
    const start = line.next;
    if (line.nextCharacter === '>') {
      this.#endLeaf(depth);
      passQuoteMark(line);
      this.#push({ name: 'blockquote', indent: 0, isEmpty: false });
      return true;
    }
    const label = line.nextCharacter === '[' ? line.match(FOOTNOTE) : undefined;
    if (label) {
      this.#endLeaf(depth);
      const footnote = { key: keyOf(`[${label.groups?.label}]`), start, end: start + label[0].length, parts: [] };
      line.skipSpaces();
      line.skip(label[0].length);
      line.skipSpaces();
      this.footnotes.push(footnote);
      this.#push({ name: 'footnote', indent: 4, footnote, isEmpty: false });
      return true;
    }
    return this.#readItem(line, depth, interrupts);
  }

  #readItem(line: Cursor, depth: number, interrupts: boolean): boolean {
    const found = isBreak(line) ? undefined : line.match(ITEM);
    if (!found) return false;
    const { indent } = line;
    const width = found[0].length;
    const isBlank = new Cursor(line.text, line.next + width, line.end).isBlank;
    if (interrupts && (isBlank || (found.groups?.number !== undefined && Number(found.groups.number) !== 1)))
      return false;
    this.#endLeaf(depth);
    line.skipSpaces();
    line.skip(width);
    const space = line.indent;
    const padding = isBlank || space > MAX_DEPTH_OF_CODE || space < 1 ? 1 : space;
    line.skipColumns(padding);
    this.#push({ name: 'li', indent: indent + width + padding, isEmpty: isBlank });
    // Behind the box of a task, blocks begin as behind the mark of the item.
    if (line.match(TASK)) {
      line.skipSpaces();
      line.skip(3);
    }
    return true;
  }

  /** Begins a heading, a fence, HTML or a line across, or ends a paragraph as a heading. */
  #readLeaf(line: Cursor, depth: number, inParagraph: boolean, isLazy: boolean): boolean {
    const heading = line.match(HEADING);
    if (heading) return this.#readHeading(line, depth, heading[0].length);
    const fence = line.match(FENCE);
    if (fence) return this.#readFence(line, depth, fence);
    const end = htmlBlockAt(line.text, line.next, inParagraph);
    if (end) return this.#readHtml(line, depth, end);
    if (inParagraph && !isLazy && this.#isUnderline(line)) {
      this.#close();
      return true;
    }
    if (!isBreak(line)) return false;
    this.#endLeaf(depth);
    return true;
  }

  #readHeading(line: Cursor, depth: number, width: number): boolean {
    this.#endLeaf(depth);
    line.skipSpaces();
    line.skip(width);
    const leaf = new Leaf('text');
    leaf.add(line.text.slice(line.next, line.end), line.next);
    this.#addBlock('h1', leaf);
    return true;
  }

  #readFence(line: Cursor, depth: number, { 0: { length }, groups }: RegExpExecArray): boolean {
    this.#endLeaf(depth);
    const rest = (groups?.info ?? '').replace(LANGUAGE, '');
    if (rest.trim() !== '') {
      const end = line.next + length;
      this.hidden.push({ kind: 'hidden attributes', start: end - rest.length, end, opener: line.next });
    }
    const leaf = new Leaf('code');
    if (groups?.info?.trim()) leaf.attributes = 0;
    this.#begin({ kind: 'fence', leaf, mark: groups?.mark ?? '', indent: line.indent }, 'pre', leaf);
    return true;
  }

  #readHtml(line: Cursor, depth: number, end: RegExp | 'blank'): boolean {
    this.#endLeaf(depth);
    const leaf = new Leaf('html');
    this.#begin({ kind: 'html', leaf, end }, '', leaf);
    return this.#continueLiteral(line);
  }

  /** Under a paragraph that is not only definitions. */
  #isUnderline(line: Cursor): boolean {
    if (this.#open?.kind !== 'paragraph' || line.indent > 3 || !line.match(UNDERLINE)) return false;
    const { leaf } = this.#open;
    return !leaf.lines[0]?.text.startsWith('[') || definitionsIn(leaf.text).end < leaf.text.length;
  }

  /** What begins nothing: a line of a paragraph or a table. */
  #readText(line: Cursor, depth: number): void {
    const isLazy = depth < this.#stack.length;
    if (isLazy && this.#open?.kind === 'paragraph') {
      this.#open.leaf.add(line.text.slice(line.next, line.end), line.next);
      return;
    }
    this.#closeTo(depth);
    if (this.#open?.kind === 'table') this.#addRow(line.text.slice(line.next, line.end), line.next, this.#open.columns);
    else if (this.#open?.kind === 'paragraph') this.#addToParagraph(line, this.#open.leaf);
    else {
      const leaf = new Leaf('text');
      leaf.add(line.text.slice(line.next, line.end), line.next);
      this.#touch();
      this.#open = { kind: 'paragraph', leaf };
    }
  }

  /** A delimiter row makes the line before it the head of a table. */
  #addToParagraph(line: Cursor, leaf: Leaf): void {
    const row = line.text.slice(line.next, line.end);
    const head = leaf.lines.at(-1);
    if (!head || line.indent > 3 || !isDelimiterRow(row) || cellsOf(head.text).length !== cellsOf(row).length) {
      leaf.add(row, line.next);
      return;
    }
    leaf.takeLast();
    if (leaf.lines.length > 0) this.#close();
    const columns = cellsOf(row).length;
    this.#open = { kind: 'table', columns };
    this.#target.push({ name: 'table', closes: false });
    this.#addRow(head.text, head.source, columns);
  }

  /** A table shows no more cells than it has columns. */
  #addRow(row: string, source: number, columns: number): void {
    const cells = cellsOf(row);
    for (const { start, end } of cells.slice(0, columns)) {
      const leaf = new Leaf('text');
      leaf.add(row.slice(start, end), source + start);
      this.#addBlock('td', leaf);
    }
    const shown = cells[columns]?.start;
    if (shown === undefined || row.slice(shown).replaceAll('|', '').trim() === '') return;
    const [start, end] = [source + shown, source + row.length];
    this.hidden.push({ kind: 'hidden references', start, end, opener: start - 1 });
  }

  get #target(): Part[] {
    return this.#targets.at(-1) ?? this.parts;
  }

  /** The containers around are no longer empty. */
  #touch(): void {
    const last = this.#stack.at(-1);
    if (last) last.isEmpty = false;
  }

  #addBlock(name: string, leaf: Leaf): void {
    this.#touch();
    this.#target.push({ name, closes: false }, leaf, { name, closes: true });
  }

  #begin(open: Open, name: string, leaf: Leaf): void {
    this.#touch();
    if (name) this.#target.push({ name, closes: false });
    this.#target.push(leaf);
    this.#open = open;
  }

  #addRest(leaf: Leaf, line: Cursor): void {
    leaf.add(line.text.slice(line.offset, line.end), line.offset);
  }

  #push(container: Container): void {
    this.#touch();
    if (container.name === 'blockquote') this.#quotes.push(this.#stack.length);
    this.#stack.push(container);
    if (container.footnote) this.#targets.push(container.footnote.parts);
    this.#target.push({ name: container.name === 'footnote' ? 'li' : container.name, closes: false });
  }

  /** Before something else begins there. */
  #endLeaf(depth: number): void {
    this.#closeTo(depth);
    this.#close();
  }

  finish(): void {
    this.#endLeaf(0);
  }

  /** Ends all containers but the first ones. */
  #closeTo(depth: number): void {
    if (depth < this.#stack.length) this.#close();
    while (this.#stack.length > depth) {
      const container = this.#stack.pop();
      const name = container?.name === 'blockquote' ? 'blockquote' : 'li';
      if (name === 'blockquote') this.#quotes.pop();
      this.#target.push({ name, closes: true });
      if (!container?.footnote) continue;
      container.footnote.end = Math.max(this.#lastEnd, container.footnote.end);
      this.#targets.pop();
    }
  }

  #close(): void {
    const open = this.#open;
    this.#open = undefined;
    if (open?.kind === 'paragraph') this.#endParagraph(open.leaf);
    else if (open?.kind === 'table') this.#target.push({ name: 'table', closes: true });
    else if (open && open.kind !== 'html') this.#target.push({ name: 'pre', closes: true });
  }

  #endParagraph(leaf: Leaf): void {
    const { found, end } = definitionsIn(leaf.text);
    for (const { key, start, title, address, end: last } of found) {
      const range = leaf.rangeOf(start, last);
      this.definitions.push({
        ...{ key, range, title: leaf.rangeOf(title[0], title[1]) },
        address: leaf.text.slice(address[0], address[1]),
      });
    }
    leaf.from = end;
    if (leaf.text.slice(end).trim() === '') return;
    this.#target.push({ name: 'p', closes: false }, leaf, { name: 'p', closes: true });
  }
}

function passQuoteMark(line: Cursor): void {
  line.skipSpaces();
  line.skip(1);
  line.skipColumns(1);
}

/** A thematic break: three marks or more. */
function isBreak(line: Cursor): boolean {
  if (!/[*_-]/.test(line.nextCharacter) || !line.isUniform) return false;
  return /(?:[*_-][ \t]*){3}/y.test(line.text.slice(line.next, line.end));
}

/** The definitions at the beginning of a paragraph, and where the rest begins. */
function definitionsIn(text: string) {
  const found: (NonNullable<ReturnType<typeof readDefinition>> & { readonly start: number })[] = [];
  let end = 0;
  for (;;) {
    const definition = readDefinition(text, end);
    if (!definition) return { found, end };
    found.push({ ...definition, start: end });
    end = Math.min(text.length, definition.end + 1);
  }
}

/** The first place in a sorted list whose value is at least this. */
function firstAtLeast(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((sorted[middle] ?? 0) >= value) high = middle;
    else low = middle + 1;
  }
  return low;
}
