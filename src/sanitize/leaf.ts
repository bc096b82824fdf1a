import { countAtMost } from '../text/binary-search.ts';

/** Lines of one block without the marks of the containers around it, with their positions in the source. */
export class Leaf {
  /** `text` contains inline Markdown, `code` is shown unchanged, `html` is passed to the browser unchanged. */
  readonly kind: 'text' | 'code' | 'html';
  /** The start of the visible text, after the definitions. */
  from = 0;
  /** The start of the first element that becomes a tag with attributes. */
  attributes = Number.POSITIVE_INFINITY;
  readonly lines: { readonly text: string; readonly source: number }[] = [];
  #text: string | undefined;
  #starts: readonly number[] = [];

  constructor(kind: Leaf['kind']) {
    this.kind = kind;
  }

  add(text: string, source: number): void {
    this.lines.push({ text, source });
    this.#text = undefined;
  }

  takeLast(): void {
    this.lines.pop();
    this.#text = undefined;
  }

  /** All lines, joined on first use. */
  get text(): string {
    const [first] = this.lines;
    if (this.#text === undefined && first && this.lines.length === 1) {
      this.#starts = [0];
      this.#text = first.text;
    }
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

  /** The source range of the characters from `start` to before `end`, with everything between its lines. */
  rangeOf(start: number, end: number): { readonly start: number; readonly end: number } {
    const source = this.#sourceOf(start);
    return { start: source, end: end > start ? this.#sourceOf(end - 1) + 1 : source };
  }

  #sourceOf(index: number): number {
    const line = countAtMost(this.#starts, index) - 1;
    return (this.lines[line]?.source ?? 0) + index - (this.#starts[line] ?? 0);
  }
}
