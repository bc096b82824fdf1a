import { htmlBlockAt } from './html-syntax.ts';
import { Cursor, Leaf } from './lines.ts';
import { at, definitionsIn, keyOf } from './links.ts';
import { PageBuilder } from './page-builder.ts';

/**
 * Parses a text into blocks, line by line (CommonMark, appendix "A parsing strategy", and GFM's
 * tables and footnotes).
 */
export function readBlocks(text: string): PageBuilder {
  const reader = new BlockReader();
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    reader.readLine(new Cursor(text, start, end));
    start = end + 1;
  }
  reader.endLeaf(0);
  return reader;
}

const ITEM = /(?:[-+*]|(?<number>\d{1,9})[.)])(?=[ \t\n]|$)/y;
const FOOTNOTE = /\[\^(?<label>[^\] \t\n]+)\]:/y;
/** The box of a task, which only the first item of a line can have. */
const TASK = /[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]+\[[ xX]\](?=[ \t])/y;
const FENCE = /(?<mark>`{3,}(?=[^`\n]*(?:\n|$))|~{3,})(?<info>[^\n]*)/y;
const CLOSING_FENCE = /(?<mark>`{3,}|~{3,})[ \t]*(?=\n|$)/y;
const HEADING = /#{1,6}(?=[ \t\n]|$)/y;
const UNDERLINE = /(?:=+|-+)[ \t]*(?=\n|$)/y;
const LANGUAGE = /^[ \t]*[\w+#.-]{1,20}(?=[ \t]|$)/;
const CODE_INDENT = 4;
const PRE = { name: 'pre', closes: false };

class BlockReader extends PageBuilder {
  readLine(line: Cursor): void {
    const matched = this.match(line);
    const { isBlank } = line;
    const isLazy = matched < this.containers.length;
    const isTaken = !isLazy && this.#continueLiteral(line);
    if (!isTaken) this.#readStarts(line, matched);
    if (!isBlank || isTaken) this.lastEnd = line.end;
    this.noteLine(isBlank);
  }

  /**
   * Adds the line to an open code or HTML block, in which no other block can begin. @returns
   * whether there was one.
   */
  #continueLiteral(line: Cursor): boolean {
    const open = this.open;
    switch (open?.kind) {
      case 'fence': {
        const closing = line.indent <= 3 ? line.match(CLOSING_FENCE)?.groups?.mark : undefined;
        if (closing?.startsWith(open.mark)) this.close();
        else {
          line.skipColumns(open.indent);
          open.leaf.add(line.rest);
        }
        return true;
      }
      case 'indented':
        if (line.indent < CODE_INDENT && !line.isBlank) return false;
        open.leaf.add(line.rest);
        return true;
      case 'html':
        if (open.end === 'blank' && line.isBlank) return false;
        open.leaf.add(line.rest);
        if (open.end !== 'blank' && open.end.test(line.rest.text)) this.close();
        return true;
      default:
        return false;
    }
  }

  #readStarts(line: Cursor, matched: number): void {
    let depth = matched;
    let hasTask = false;
    while (!hasTask && line.indent < CODE_INDENT && !line.isBlank) {
      const isLazy = depth < this.containers.length;
      const inParagraph = !isLazy && this.open?.kind === 'paragraph';
      if (!this.#readContainer(line, depth, inParagraph)) {
        if (this.#readLeaf(line, depth, inParagraph)) return;
        break;
      }
      depth = this.containers.length;
      // No block begins after the box of a task.
      hasTask = this.#readTask(line);
    }
    const mayBeCode = !hasTask && this.open?.kind !== 'paragraph';
    if (line.isBlank && this.open?.kind === 'break') this.closeTo(depth);
    else if (line.isBlank) this.endLeaf(depth);
    else if (mayBeCode && line.indent >= CODE_INDENT) {
      this.endLeaf(depth);
      line.skipColumns(CODE_INDENT);
      const leaf = new Leaf('code', line.rest);
      this.begin({ kind: 'indented', leaf }, PRE, leaf);
    } else this.#readText(line, depth);
  }

  /** Begins a quote, a list item or a footnote, if the line does. */
  #readContainer(line: Cursor, depth: number, interrupts: boolean): boolean {
    const start = line.next;
    if (line.nextCharacter === '>') {
      this.endLeaf(depth);
      line.passQuoteMark();
      this.push({ name: 'blockquote', indent: 0, isEmpty: false });
      return true;
    }
    const label = line.match(FOOTNOTE);
    if (label) {
      this.endLeaf(depth);
      const footnote = {
        key: keyOf(`[${label.groups?.label}]`),
        start,
        end: start + label[0].length,
        parts: [],
      };
      line.skipMark(label[0].length);
      line.skipMark(0);
      this.push({ name: 'footnote', indent: 4, footnote, isEmpty: false });
      return true;
    }
    return this.#readItem(line, depth, interrupts);
  }

  #readItem(line: Cursor, depth: number, interrupts: boolean): boolean {
    const found = line.match(ITEM);
    if (!found || line.isBreak) return false;
    const { indent } = line;
    const width = found[0].length;
    const isBlank = new Cursor(line.text, line.next + width, line.end).isBlank;
    if (
      interrupts &&
      (isBlank || (found.groups?.number !== undefined && Number(found.groups.number) !== 1))
    )
      return false;
    this.endLeaf(depth);
    line.skipMark(width);
    const space = line.indent;
    const padding = isBlank || space > CODE_INDENT ? 1 : space;
    line.skipColumns(padding);
    this.pushItem(indent + width + padding, found[0].slice(-1), Number(found.groups?.number ?? 1));
    return true;
  }

  #readTask(line: Cursor): boolean {
    if (!at(TASK, line.text, line.start) || TASK.lastIndex !== line.next + 3) return false;
    line.skipMark(3);
    this.add({ name: 'input', closes: false, hasQuotes: true });
    return true;
  }

  /** Begins a heading, a fence, HTML or a thematic break, or ends a paragraph as a heading. */
  #readLeaf(line: Cursor, depth: number, inParagraph: boolean): boolean {
    const heading = line.match(HEADING);
    if (heading) {
      this.endLeaf(depth);
      line.skipMark(heading[0].length);
      this.addBlock('h1', new Leaf('text', line.trimmed));
      return true;
    }
    const fence = line.match(FENCE);
    if (fence) return this.#readFence(line, depth, fence);
    const end = htmlBlockAt(line.text, line.next, inParagraph);
    if (end) {
      this.endLeaf(depth);
      const leaf = new Leaf('html');
      this.begin({ kind: 'html', leaf, end }, leaf);
      return this.#continueLiteral(line);
    }
    if (inParagraph && this.#isUnderline(line)) {
      this.close('h1');
      return true;
    }
    if (!line.isBreak) return false;
    this.endLeaf(depth);
    this.begin({ kind: 'break' });
    return true;
  }

  #readFence(line: Cursor, depth: number, { 0: { length }, groups }: RegExpExecArray): boolean {
    this.endLeaf(depth);
    const rest = (groups?.info ?? '').replace(LANGUAGE, '');
    if (rest.trim() !== '') {
      const end = line.next + length;
      this.hidden.push({
        kind: 'hidden attributes',
        start: end - rest.length,
        end,
        opener: line.next,
      });
    }
    const leaf = new Leaf('code');
    if (groups?.info?.trim() && !groups.info.includes('=')) leaf.attributes = [0];
    this.begin({ kind: 'fence', leaf, mark: groups?.mark ?? '', indent: line.indent }, PRE, leaf);
    return true;
  }

  /**
   * Whether the line makes the open paragraph a heading. A paragraph of definitions only is none.
   */
  #isUnderline(line: Cursor): boolean {
    if (this.open?.kind !== 'paragraph' || !line.match(UNDERLINE)) return false;
    const { leaf } = this.open;
    return !leaf.lines[0]?.text.startsWith('[') || definitionsIn(leaf).end < leaf.text.length;
  }

  /** Adds a line of a paragraph or a table. */
  #readText(line: Cursor, depth: number): void {
    const isLazy = depth < this.containers.length;
    if (isLazy && this.open?.kind === 'paragraph') this.open.leaf.add(line.trimmed);
    else {
      this.closeTo(depth);
      this.addText(line.trimmed, line.indent <= 3);
    }
  }
}
