/** A position in a line, in characters and in columns: a tab extends to the next multiple of four (CommonMark, 2.2). */
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

  skipSpaces(): void {
    this.offset = this.next;
    this.#column = this.#nextColumn;
  }

  skip(characters: number): void {
    this.offset += characters;
    this.#column += characters;
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

  /** Whether the rest of the line repeats one character, apart from white space. Reads each character once per line. */
  get #isUniform(): boolean {
    if (this.#uniformFrom < 0) {
      let mark = '';
      this.#uniformFrom = this.end;
      for (let index = this.end - 1; index >= this.start; index--) {
        const character = this.text[index] ?? '';
        if (character !== ' ' && character !== '\t') {
          mark ||= character;
          if (character !== mark) break;
        }
        this.#uniformFrom = index;
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

  /** Skips a `>` and one column of white space. */
  passQuoteMark(): void {
    this.skipSpaces();
    this.skip(1);
    this.skipColumns(1);
  }
}
