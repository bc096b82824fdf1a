import { countAtMost } from './binary-search.ts';

/** Lines of one block without the marks of the containers around it, and where in the source they are. */
export class Leaf {
  /** `text` is read further, `code` is shown as it is, `html` goes to the browser as it is. */
  readonly kind: 'text' | 'code' | 'html';
  /** Where what is shown begins; definitions are before it. */
  from = 0;
  /** Where the first thing begins that becomes a tag with attributes. */
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

  /** All lines, joined when it is first asked for. */
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

  /** From character `start` to before `end` in the source; what separates lines inside is part of it. */
  rangeOf(start: number, end: number): { readonly start: number; readonly end: number } {
    const source = this.#sourceOf(start);
    return { start: source, end: end > start ? this.#sourceOf(end - 1) + 1 : source };
  }

  #sourceOf(index: number): number {
    const line = countAtMost(this.#starts, index) - 1;
    return (this.lines[line]?.source ?? 0) + index - (this.#starts[line] ?? 0);
  }
}
