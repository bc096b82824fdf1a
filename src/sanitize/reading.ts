import type { Extent } from './html-extent.ts';
import type { Line } from './markdown-lines.ts';
import type { Paragraph } from './paragraph.ts';
import type { Labels } from './references.ts';
import type { Count } from './removed.ts';

/** A text that is read from left to right, and how much of it is kept. */
export class Reading {
  readonly text: string;
  readonly lines: readonly Line[];
  readonly labels: Labels;
  readonly count: Count;
  /** Up to here everything is kept or taken out. */
  index = 0;
  readonly kept: string[] = [];
  /** A link reference definition ended before here. */
  definitionEnd = -1;
  /** Everything after some place is hidden, and so are the footnotes, which GitHub shows at the end. */
  endsEarly = false;
  readonly footnotesSeen = new Set<string>();
  readonly #marks = new Map<string, number>();

  constructor(text: string, lines: readonly Line[], labels: Labels, count: Count) {
    this.text = text;
    this.lines = lines;
    this.labels = labels;
    this.count = count;
  }

  keep(end: number): void {
    this.kept.push(this.text.slice(this.index, end));
    this.index = end;
  }

  /** Takes out all that something hidden may reach; where its end is not certain, the image too in which it begins. */
  cut(extent: Extent, paragraph: Paragraph): void {
    if (typeof extent === 'number') {
      this.index = extent;
      return;
    }
    this.endsEarly ||= extent === 'text' || paragraph.cut === 'text';
    this.index = this.endsEarly ? this.text.length + 1 : paragraph.end;
    if (!paragraph.outerImage) return;
    this.kept.splice(paragraph.outerImage.pieces);
    this.count('image texts');
  }

  /** The same where it is uncertain what is read. */
  cutRest(line: Line, paragraph: Paragraph): void {
    this.cut(line.html === 'no' ? 'paragraph' : 'text', paragraph);
  }

  /** As `indexOf`, but over the whole text each part is searched once. */
  next(mark: string, from: number): number {
    const known = this.#marks.get(mark);
    if (known !== undefined && (known < 0 || known >= from)) return known;
    const found = this.text.indexOf(mark, from);
    this.#marks.set(mark, found);
    return found;
  }
}

/** Where in a text something stands. */
export interface Spot {
  readonly line: Line;
  /** The place of the line in the text. */
  readonly row: number;
  readonly paragraph: Paragraph;
}

/** Nothing but one reading is possible here. */
export const isCertain = ({ line, paragraph }: Spot): boolean => paragraph.certain && line.html === 'no';
