import { type Cursor, cellsOf, countAtMost, isDelimiterRow, Leaf, type Line } from './lines.ts';
import { definitionsIn } from './links.ts';
import type { Container, Definition, Footnote, List, OpenLeaf, Part } from './page.ts';
import type { Hidden } from './removed.ts';

/** Skips the mark of a container, if it continues in this line. */
function continues({ name, indent, isEmpty }: Container, line: Cursor): boolean {
  if (name === 'blockquote' && (line.indent > 3 || line.nextCharacter !== '>')) return false;
  if (name === 'blockquote') line.passQuoteMark();
  else if (line.indent >= indent) line.skipColumns(indent);
  else if (name === 'li' && line.isBlank && !isEmpty) line.skipMark(0);
  else return false;
  return true;
}

/**
 * Collects the blocks of a page while its lines are read. If several definitions have one key, the
 * first counts.
 */
export class PageBuilder {
  readonly definitions: Definition[] = [];
  readonly footnotes: Footnote[] = [];
  readonly hidden: Hidden[] = [];
  readonly parts: Part[] = [];
  readonly containers: Container[] = [];
  /** The stack indexes of the quotes, which a blank line ends. */
  readonly #quotes: number[] = [];
  /** The same with the footnotes, which a blank line ends if it has spaces or marks. */
  readonly #ended: number[] = [];
  /** The open lists: a list ends when another block begins beside it. */
  readonly #lists: List[] = [];
  /** After a blank line, the least depth at which it separates blocks. */
  #blankFrom = Number.POSITIVE_INFINITY;
  open: OpenLeaf | undefined;
  /** The end of the last line that was not blank. */
  lastEnd = 0;
  readonly #targets: Part[][] = [this.parts];

  /** Skips the marks of the open containers that continue in this line. @returns their number. */
  match(line: Cursor): number {
    for (const [index, container] of this.containers.entries()) {
      if (line.isBlank && line.indent === 0) return this.#matchBlank(index, line);
      if (!continues(container, line)) return index;
    }
    return this.containers.length;
  }

  /**
   * A blank line ends quotes, perhaps footnotes, and an item that is still empty. All other
   * containers continue.
   */
  #matchBlank(from: number, line: Cursor): number {
    const ended = line.start === line.end ? this.#quotes : this.#ended;
    if ((ended.at(-1) ?? -1) >= from) return ended[countAtMost(ended, from - 1)] ?? from;
    const last = this.containers.length - 1;
    return this.containers[last]?.isEmpty ? Math.max(from, last) : last + 1;
  }

  /**
   * Notes whether the line that was read was blank, for the next one. In a fence and after a break,
   * that separates nothing.
   */
  noteLine(isBlank: boolean): void {
    const separates = isBlank && this.open?.kind !== 'fence' && this.open?.kind !== 'break';
    this.#blankFrom = separates ? (this.#quotes.at(-1) ?? -1) + 1 : Number.POSITIVE_INFINITY;
  }

  /** Notes that another block begins in the innermost container. */
  touch(): void {
    const depth = this.containers.length;
    this.#endLists(depth);
    const last = this.containers.at(-1);
    if (!last) return;
    if (last.list && !last.isEmpty && depth >= this.#blankFrom) last.list.isLoose = true;
    last.isEmpty = false;
  }

  #endLists(depth: number): void {
    for (let last = this.#lists.at(-1); last && last.depth >= depth; last = this.#lists.at(-1)) {
      this.add({ name: last.name, closes: true });
      this.#lists.pop();
    }
  }

  /** Begins an item, of the list before it if that has the same mark. */
  pushItem(indent: number, mark: string, start: number): void {
    const depth = this.containers.length;
    let list = this.#lists.at(-1);
    if (list?.depth === depth && list.mark === mark) list.isLoose ||= depth >= this.#blankFrom;
    else {
      this.touch();
      const name = mark === '.' || mark === ')' ? 'ol' : 'ul';
      list = { depth, mark, name, isLoose: false };
      this.#lists.push(list);
      this.add({ name, closes: false, hasQuotes: start !== 1 });
    }
    this.containers.push({ name: 'li', indent, list, isEmpty: true });
    this.add({ name: 'li', closes: false });
  }

  add(...parts: readonly Part[]): void {
    this.#targets.at(-1)?.push(...parts);
  }

  addBlock(name: string, leaf: Leaf): void {
    this.touch();
    this.add({ name, closes: false }, leaf, { name, closes: true });
  }

  begin(open: OpenLeaf, ...parts: readonly Part[]): void {
    this.touch();
    this.add(...parts);
    this.open = open;
  }

  push(container: Container): void {
    this.touch();
    if (container.name === 'blockquote') this.#quotes.push(this.containers.length);
    this.#ended.push(this.containers.length);
    this.containers.push(container);
    if (container.footnote) this.#targets.push(container.footnote.parts);
    this.add({ name: container.name === 'footnote' ? 'li' : container.name, closes: false });
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
      this.#endLists(this.containers.length);
      const container = this.containers.pop();
      const name = container?.name === 'blockquote' ? 'blockquote' : 'li';
      if (name === 'blockquote') this.#quotes.pop();
      if (!container?.list) this.#ended.pop();
      this.add({ name, closes: true });
      if (!container?.footnote) continue;
      container.footnote.end = Math.max(this.lastEnd, container.footnote.end);
      this.#targets.pop();
      this.footnotes.push(container.footnote);
    }
  }

  /** Ends the open block. @param name of the element that a paragraph becomes */
  close(name: 'p' | 'h1' = 'p'): void {
    const open = this.open;
    this.open = undefined;
    if (open?.kind === 'paragraph') this.#endParagraph(open.leaf, name);
    else if (open?.kind === 'table') this.add({ name: 'table', closes: true });
    else if (open?.kind === 'indented' || open?.kind === 'fence')
      this.add({ name: 'pre', closes: true });
  }

  #endParagraph(leaf: Leaf, name: 'p' | 'h1'): void {
    const { found, end } = definitionsIn(leaf);
    for (const definition of found) this.definitions.push(definition);
    leaf.from = end;
    if (leaf.text.slice(end).trim() === '') return;
    const list = name === 'p' ? this.containers.at(-1)?.list : undefined;
    this.add({ name, closes: false, list }, leaf, { name, closes: true, list });
  }

  /** Adds a line of a table or paragraph. */
  addText(line: Line, mayBeTable: boolean): void {
    if (this.open?.kind === 'table' && cellsOf(line.text).length > 0)
      this.#addRow(line, this.open.columns);
    else if (this.open?.kind === 'paragraph')
      this.#addToParagraph(this.open.leaf, line, mayBeTable);
    else {
      this.close();
      this.begin({ kind: 'paragraph', leaf: new Leaf('text', line) });
    }
  }

  /**
   * Adds a line to a paragraph. A delimiter row turns the line before it into the head of a table.
   */
  #addToParagraph(leaf: Leaf, line: Line, mayBeTable: boolean): void {
    const head = leaf.lines.at(-1);
    if (
      !head ||
      !mayBeTable ||
      !isDelimiterRow(line.text) ||
      cellsOf(head.text).length !== cellsOf(line.text).length
    ) {
      leaf.add(line);
      return;
    }
    leaf.takeLast();
    this.close();
    const columns = cellsOf(line.text).length;
    this.open = { kind: 'table', columns };
    this.add({ name: 'table', closes: false });
    this.#addRow(head, columns);
  }

  /** Adds a row to a table. Cells beyond its columns are hidden. */
  #addRow({ text: row, source }: Line, columns: number): void {
    const cells = cellsOf(row);
    for (const { start, end } of cells.slice(0, columns)) {
      this.addBlock(
        'td',
        new Leaf('text', { text: row.slice(start, end), source: source + start }),
      );
    }
    const shown = cells[columns]?.start;
    if (shown === undefined || row.slice(shown).replaceAll('|', '').trim() === '') return;
    const [start, end] = [source + shown, source + row.length];
    this.hidden.push({ kind: 'hidden references', start, end, opener: start - 1 });
  }
}
