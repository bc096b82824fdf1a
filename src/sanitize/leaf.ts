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
    if (this.#text === undefined) {
      let start = 0;
      this.#starts = this.lines.map(({ text }) => (start += text.length + 1) - text.length - 1);
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
    const line = lastAtMost(this.#starts, index);
    return (this.lines[line]?.source ?? 0) + index - (this.#starts[line] ?? 0);
  }
}

/** The last place in a sorted list whose value is at most this, or 0. */
function lastAtMost(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((sorted[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}
