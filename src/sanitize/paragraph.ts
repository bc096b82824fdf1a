import type { Line } from './markdown-lines.ts';

/** A bracket that may begin a link or an image. */
export interface Opener {
  readonly image: boolean;
  readonly start: number;
  /** How many pieces were kept before the text in the brackets. */
  readonly pieces: number;
}

/** Lines without a blank one or a fence between them: what begins in one paragraph never ends behind it. */
export class Paragraph {
  readonly #lines: readonly Line[];
  readonly first: number;
  readonly end: number;
  /** Cells are cut out before anything else is read. */
  readonly table: boolean;
  /** The text up to its end. */
  readonly text: string;
  /** What must go where nothing certain ends something hidden. */
  readonly cut: 'paragraph' | 'text';
  readonly #rows: number;
  readonly #columns: number;
  /** Whether all code spans up to here are certain. */
  certain = true;
  /** A formula may have begun. */
  dollar = false;
  /** A bare address reaches to here. */
  addressEnd = 0;
  readonly #openers: Opener[] = [];
  readonly #images: Opener[] = [];
  /** As many of the openers hold a link, and can begin none. */
  #outsideLinks = 0;

  constructor(text: string, lines: readonly Line[], first: number) {
    this.#lines = lines;
    this.first = first;
    const raw = lines[first]?.html === 'yes';
    const goesOn = (next: Line | undefined) =>
      next !== undefined && !next.blank && !next.code && (next.html === 'yes') === raw;
    let last = first;
    while (goesOn(lines[last + 1])) last++;
    this.end = lines[last]?.end ?? text.length;
    this.text = text.slice(0, this.end);
    const own = lines.slice(first, last + 1);
    this.cut = own.some(({ html }) => html === 'maybe') ? 'text' : 'paragraph';
    const rows = own.findIndex(({ start, end }) => isDelimiterRow(text.slice(start, end)));
    this.table = rows >= 0;
    const delimiters = own[rows];
    this.#rows = first + rows;
    this.#columns = delimiters ? cellEnds(text, delimiters.content, delimiters.end).length : 0;
  }

  /** A line of words at the margin before this one: what follows continues it. */
  continues(index: number): boolean {
    const before = index > this.first ? this.#lines[index - 1] : undefined;
    return before?.prose === true && /^\p{L}/u.test(this.text.slice(before.start, before.start + 2));
  }

  /** Where the part of a line ends that is shown: a table shows no more cells than it has columns. */
  shownEnd(index: number, { content, end }: Line): number {
    if (!this.table || index <= this.#rows) return end;
    return Math.min(cellEnds(this.text, content, end)[this.#columns - 1] ?? end, end);
  }

  /** The first image that is not closed yet. */
  get outerImage(): Opener | undefined {
    return this.#images[0];
  }

  open(opener: Opener): void {
    this.#openers.push(opener);
    if (opener.image) this.#images.push(opener);
  }

  /** The bracket that a closing one belongs to. */
  close(): (Opener & { readonly holdsLink: boolean }) | undefined {
    const opener = this.#openers.pop();
    if (!opener) return undefined;
    if (opener.image) this.#images.pop();
    const holdsLink = this.#openers.length < this.#outsideLinks;
    this.#outsideLinks = Math.min(this.#outsideLinks, this.#openers.length);
    return { ...opener, holdsLink };
  }

  linked(): void {
    this.#outsideLinks = this.#openers.length;
  }
}

const isDelimiterRow = (line: string): boolean => /^[ \t>|:-]*$/.test(line) && line.includes('-') && /[|:]/.test(line);

/** After each cell of a row and the sign that ends it. */
function cellEnds(text: string, start: number, end: number): number[] {
  const row = text.slice(start, end).trimEnd();
  const signs = [...row.matchAll(/\\[!-~]|\|/g)].filter(([sign]) => sign === '|');
  const ends = signs.map(({ index }) => index + 1).filter((after) => after > 1);
  return (ends.at(-1) === row.length ? ends : [...ends, row.length]).map((after) => start + after);
}
