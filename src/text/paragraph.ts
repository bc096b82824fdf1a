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
    let last = first;
    for (let next = lines[last + 1]; next && !next.blank && !next.code; next = lines[last + 1]) last++;
    this.end = lines[last]?.end ?? text.length;
    this.text = text.slice(0, this.end);
    this.table = lines
      .slice(first, last + 1)
      .some(({ start, end }) => /^[ \t>|:]*-[ \t>|:-]*$/.test(text.slice(start, end)));
  }

  /** The line begins the paragraph, or follows something that surely is none. */
  begins(index: number): boolean {
    return index === this.first;
  }

  /** A line of words at the margin before this one: what follows continues it. */
  continues(index: number): boolean {
    const before = index > this.first ? this.#lines[index - 1] : undefined;
    return before !== undefined && before.prose && /^\p{L}/u.test(this.text.slice(before.start, before.start + 2));
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
