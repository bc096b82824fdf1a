import type { Range } from './removed.ts';

/** A line or a part of it, and its position in the source. */
export interface Line {
  readonly text: string;
  readonly source: number;
}

/**
 * A position in a line, in characters and in columns: a tab extends to the next multiple of four
 * (CommonMark, 2.2).
 */
export class Cursor {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  offset: number;
  #column = 0;
  #next = -1;
  #nextColumn = 0;
  #uniformFrom = -1;

  constructor(text: string, start: number, end: number) {
    this.text = text;
    this.start = start;
    this.end = end;
    this.offset = start;
  }

  /** The end of the white space at this position. Cached, because each container reads it. */
  get next(): number {
    if (this.#next < this.offset) {
      this.#next = this.offset;
      this.#nextColumn = this.#column;
      for (; this.text[this.#next] === ' ' || this.text[this.#next] === '\t'; this.#next++) {
        this.#nextColumn += this.text[this.#next] === '\t' ? 4 - (this.#nextColumn % 4) : 1;
      }
    }
    return this.#next;
  }

  /** Columns of white space at this position. */
  get indent(): number {
    return this.next < 0 ? 0 : this.#nextColumn - this.#column;
  }

  get isBlank(): boolean {
    return this.next >= this.end;
  }

  get nextCharacter(): string {
    return this.text[this.next] ?? '';
  }

  /** Skips the white space, and so many characters after it. */
  skipMark(characters: number): void {
    this.offset = this.next + characters;
    this.#column = this.#nextColumn + characters;
  }

  /** Skips at most `columns` columns of white space, which may be a part of a tab. */
  skipColumns(columns: number): void {
    for (let left = Math.min(columns, this.indent); left > 0; ) {
      const width = this.text[this.offset] === '\t' ? 4 - (this.#column % 4) : 1;
      this.#column += Math.min(width, left);
      if (width <= left) this.offset++;
      left -= width;
    }
  }

  /** Matches a sticky pattern after the white space, within the line. */
  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.next;
    const found = pattern.exec(this.text);
    return found && found.index + found[0].length <= this.end ? found : undefined;
  }

  /**
   * Whether the rest of the line repeats one character, apart from white space. Reads each
   * character once per line.
   */
  get #isUniform(): boolean {
    if (this.#uniformFrom < 0) {
      let mark = '';
      for (this.#uniformFrom = this.end; this.#uniformFrom > this.start; this.#uniformFrom--) {
        const character = this.text.charAt(this.#uniformFrom - 1);
        if (character === ' ' || character === '\t') continue;
        mark ||= character;
        if (character !== mark) break;
      }
    }
    return this.#uniformFrom <= this.next;
  }

  /** Whether a thematic break begins here: three or more of `*`, `-` or `_`. */
  get isBreak(): boolean {
    const mark = this.nextCharacter;
    if ((mark !== '*' && mark !== '-' && mark !== '_') || !this.#isUniform) return false;
    return /^(?:[*_-][ \t]*){3}/.test(this.text.slice(this.next, this.end));
  }

  /** The line from this position. */
  get rest(): Line {
    return { text: this.text.slice(this.offset, this.end), source: this.offset };
  }

  /** The line after the white space. */
  get trimmed(): Line {
    return { text: this.text.slice(this.next, this.end), source: this.next };
  }

  /** Skips a `>` and one column of white space. */
  passQuoteMark(): void {
    this.skipMark(1);
    this.skipColumns(1);
  }
}

/**
 * Lines of one block without the marks of the containers around it, with their positions in the
 * source.
 */
export class Leaf {
  /**
   * `text` contains inline Markdown, `code` is shown unchanged, `html` is passed to the browser
   * unchanged.
   */
  readonly kind: 'text' | 'code' | 'html';
  /** The start of the visible text, after the definitions. */
  from = 0;
  /** The starts of the elements that become tags with attributes, in order. */
  attributes: readonly number[] = [];
  readonly lines: Line[];
  #text: string | undefined;
  #starts: readonly number[] = [];

  constructor(kind: Leaf['kind'], ...lines: Line[]) {
    this.kind = kind;
    this.lines = lines;
  }

  add(line: Line): void {
    this.lines.push(line);
    this.#text = undefined;
  }

  takeLast(): void {
    this.lines.pop();
    this.#text = undefined;
  }

  /** All lines, joined on first use. */
  get text(): string {
    if (this.#text === undefined) {
      let next = 0;
      this.#starts = this.lines.map(({ text }) => {
        const start = next;
        next += text.length + 1;
        return start;
      });
      this.#text = this.lines.map(({ text }) => text).join('\n');
    }
    return this.#text;
  }

  /**
   * The source range of the characters from `start` to before `end`, with everything between its
   * lines.
   */
  rangeOf(start: number, end: number): Range {
    const source = this.sourceOf(start);
    return { start: source, end: end > start ? this.sourceOf(end - 1) + 1 : source };
  }

  /** The position of a character in the source. */
  sourceOf(index: number): number {
    const line = countAtMost(this.#starts, index) - 1;
    return (this.lines[line]?.source ?? 0) + index - (this.#starts[line] ?? 0);
  }
}

/** How many values of a sorted list are less than or equal to `value`. */
export function countAtMost(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((sorted[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The cells of a row, without the `|` around them. An escaped `|` does not separate cells, even in
 * code (GFM, 4.10).
 */
export function cellsOf(row: string): Range[] {
  // The lookbehind keeps the time linear: a pattern that begins at each blank of a run would read
  // it again.
  const length = row.replace(/(?<![ \t])[ \t]+$/, '').length;
  const cells: Range[] = [];
  let start = row.search(/[^ \t]|$/);
  if (row[start] === '|') start++;
  for (let index = start; index < length; index++) {
    if (row[index] === '\\') index++;
    else if (row[index] === '|') {
      cells.push({ start, end: index });
      start = index + 1;
    }
  }
  if (start < length) cells.push({ start, end: length });
  return cells;
}

/**
 * Whether the line is the row below a table's head. It must contain `|` or `:`, because other lines
 * may be something else.
 */
export const isDelimiterRow = (row: string): boolean =>
  /[|:]/.test(row) &&
  /^[ \t|:-]*$/.test(row) &&
  cellsOf(row).every(({ start, end }) => /^[ \t]*:?-+:?[ \t]*$/.test(row.slice(start, end))) &&
  row.includes('-');
