import { countAtMost } from '../text/binary-search.ts';
import { type Cursor, cellsOf, isDelimiterRow, Leaf } from './lines.ts';
import { definitionsIn } from './links.ts';
import type { Hidden } from './removed.ts';

/** The start or end tag of an element. */
export interface Tag {
  readonly name: string;
  readonly closes: boolean;
}

export interface Definition {
  readonly key: string;
  /** From the bracket to the end of the line, including the title. */
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

/** The blocks of a page, in order. If several definitions or footnotes have one key, the first counts. */
export interface Page {
  readonly parts: readonly Part[];
  readonly definitions: readonly Definition[];
  readonly footnotes: readonly Footnote[];
  readonly hidden: readonly Hidden[];
}

export interface Container {
  readonly name: 'blockquote' | 'li' | 'footnote';
  /** By how many columns its lines are indented. */
  readonly indent: number;
  readonly footnote?: Footnote;
  isEmpty: boolean;
}

export type OpenLeaf =
  | { readonly kind: 'paragraph' | 'indented'; readonly leaf: Leaf }
  | { readonly kind: 'table'; readonly columns: number }
  | { readonly kind: 'html'; readonly leaf: Leaf; readonly end: RegExp | 'blank' }
  | { readonly kind: 'fence'; readonly leaf: Leaf; readonly mark: string; readonly indent: number };

/** Collects the blocks of a page while its lines are read. */
export class PageBuilder implements Page {
  readonly definitions: Definition[] = [];
  readonly footnotes: Footnote[] = [];
  readonly hidden: Hidden[] = [];
  readonly parts: Part[] = [];
  readonly containers: Container[] = [];
  /** The stack indexes of the containers that a blank line ends. */
  readonly #quotes: number[] = [];
  open: OpenLeaf | undefined;
  /** The end of the last line that was not blank. */
  lastEnd = 0;
  readonly #targets: Part[][] = [this.parts];

  /** Skips the marks of the open containers that continue in this line. @returns their number. */
  match(line: Cursor): number {
    for (let index = 0; index < this.containers.length; index++) {
      if (line.isBlank) return this.#matchBlank(index);
      const container = this.containers[index];
      if (!container) return index;
      if (container.name === 'blockquote') {
        if (line.indent > 3 || line.nextCharacter !== '>') return index;
        line.passQuoteMark();
      } else {
        if (line.indent < container.indent) return index;
        line.skipColumns(container.indent);
      }
    }
    return this.containers.length;
  }

  /** A blank line ends quotes, and an item that is still empty. All other containers continue. */
  #matchBlank(from: number): number {
    if ((this.#quotes.at(-1) ?? -1) >= from) return this.#quotes[countAtMost(this.#quotes, from - 1)] ?? from;
    const last = this.containers.length - 1;
    return this.containers[last]?.isEmpty ? Math.max(from, last) : last + 1;
  }

  get #target(): Part[] {
    return this.#targets.at(-1) ?? this.parts;
  }

  /** Marks the innermost container as not empty. */
  #touch(): void {
    const last = this.containers.at(-1);
    if (last) last.isEmpty = false;
  }

  addBlock(name: string, leaf: Leaf): void {
    this.#touch();
    this.#target.push({ name, closes: false }, leaf, { name, closes: true });
  }

  begin(open: OpenLeaf, name: string, leaf: Leaf): void {
    this.#touch();
    if (name) this.#target.push({ name, closes: false });
    this.#target.push(leaf);
    this.open = open;
  }

  push(container: Container): void {
    this.#touch();
    if (container.name === 'blockquote') this.#quotes.push(this.containers.length);
    this.containers.push(container);
    if (container.footnote) {
      this.footnotes.push(container.footnote);
      this.#targets.push(container.footnote.parts);
    }
    this.#target.push({ name: container.name === 'footnote' ? 'li' : container.name, closes: false });
  }

  /** Ends the containers below `depth` and the open block, before another block begins. */
  endLeaf(depth: number): void {
    this.closeTo(depth);
    this.close();
  }

  /** Ends all containers except the first `depth`. */
  closeTo(depth: number): void {
    if (depth < this.containers.length) this.close();
    while (this.containers.length > depth) {
      const container = this.containers.pop();
      const name = container?.name === 'blockquote' ? 'blockquote' : 'li';
      if (name === 'blockquote') this.#quotes.pop();
      this.#target.push({ name, closes: true });
      if (!container?.footnote) continue;
      container.footnote.end = Math.max(this.lastEnd, container.footnote.end);
      this.#targets.pop();
    }
  }

  close(): void {
    const open = this.open;
    this.open = undefined;
    if (open?.kind === 'paragraph') this.#endParagraph(open.leaf);
    else if (open?.kind === 'table') this.#target.push({ name: 'table', closes: true });
    else if (open && open.kind !== 'html') this.#target.push({ name: 'pre', closes: true });
  }

  #endParagraph(leaf: Leaf): void {
    const { found, end } = definitionsIn(leaf.text);
    for (const { key, start, title, address, end: last } of found) {
      const range = leaf.rangeOf(start, last);
      this.definitions.push({
        key,
        range,
        title: leaf.rangeOf(title[0], title[1]),
        address: leaf.text.slice(address[0], address[1]),
      });
    }
    leaf.from = end;
    if (leaf.text.slice(end).trim() === '') return;
    this.#target.push({ name: 'p', closes: false }, leaf, { name: 'p', closes: true });
  }

  /** Adds a line of a table or paragraph. */
  addText(text: string, source: number, mayBeTable: boolean): void {
    if (this.open?.kind === 'table') this.#addRow(text, source, this.open.columns);
    else if (this.open?.kind === 'paragraph') this.#addToParagraph(this.open.leaf, text, source, mayBeTable);
    else {
      const leaf = new Leaf('text');
      leaf.add(text, source);
      this.#touch();
      this.open = { kind: 'paragraph', leaf };
    }
  }

  /** Adds a line to a paragraph. A delimiter row turns the line before it into the head of a table. */
  #addToParagraph(leaf: Leaf, row: string, source: number, mayBeTable: boolean): void {
    const head = leaf.lines.at(-1);
    if (!head || !mayBeTable || !isDelimiterRow(row) || cellsOf(head.text).length !== cellsOf(row).length) {
      leaf.add(row, source);
      return;
    }
    leaf.takeLast();
    this.close();
    const columns = cellsOf(row).length;
    this.open = { kind: 'table', columns };
    this.#target.push({ name: 'table', closes: false });
    this.#addRow(head.text, head.source, columns);
  }

  /** Adds a row to a table. Cells beyond its columns are hidden. */
  #addRow(row: string, source: number, columns: number): void {
    const cells = cellsOf(row);
    for (const { start, end } of cells.slice(0, columns)) {
      const leaf = new Leaf('text');
      leaf.add(row.slice(start, end), source + start);
      this.addBlock('td', leaf);
    }
    const shown = cells[columns]?.start;
    if (shown === undefined || row.slice(shown).replaceAll('|', '').trim() === '') return;
    const [start, end] = [source + shown, source + row.length];
    this.hidden.push({ kind: 'hidden references', start, end, opener: start - 1 });
  }
}
