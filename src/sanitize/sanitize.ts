import { comments, tags, unseenElements } from './hidden-html.ts';
import {
  brackets,
  definitions,
  emptyLinks,
  imageDescriptions,
  type Labels,
  labels,
  labelsOf,
  titles,
} from './hidden-links.ts';
import { cells, fenceInfo, footnotes, references } from './hidden-words.ts';
import { withoutUnseenCharacters } from './invisible.ts';
import { readPage } from './page.ts';
import type { Hidden, Paragraph } from './paragraph.ts';
import { type Count, createCounts, type Removed } from './removed.ts';

/** Text and what is no longer in it. */
export interface Sanitized {
  readonly text: string;
  readonly removed: Removed;
}

/** What may be hidden in one way in a paragraph, whatever may be hidden in others. */
type Step = (paragraph: Paragraph, labels: Labels) => readonly Hidden[];

const STEPS: readonly Step[] = [
  comments,
  tags,
  unseenElements,
  imageDescriptions,
  titles,
  labels,
  brackets,
  emptyLinks,
  definitions,
  fenceInfo,
  cells,
  references,
];

/** What is taken apart more often than this was made to be. */
const MAX_PASSES = 12;

/**
 * Markdown from outside, without what a reader on GitHub does not see: what is left is what a person who read it saw, or less.
 * To a fixed point: the result has nothing to take out.
 */
export function sanitize(text: string): Sanitized {
  const { count, removed } = createCounts();
  let current = text.replace(/\r\n?/g, '\n');
  for (let passes = 1; ; passes++) {
    const closed = passes > MAX_PASSES ? withoutOpeners(current, count) : current;
    const next = withoutUnseenCharacters(withoutHidden(closed, count), count);
    if (next === current) return { text: next, removed: removed() };
    current = next;
  }
}

/** The same for text that is no Markdown: titles, names of files, patches. */
export function sanitizePlain(text: string): Sanitized {
  const { count, removed } = createCounts();
  return { text: withoutUnseenCharacters(text.replace(/\r\n?/g, '\n'), count), removed: removed() };
}

/** All that could begin something hidden. */
function withoutOpeners(text: string, count: Count): string {
  return text.replace(/[<[&`~]/g, () => {
    count('doubtful passages');
    return '';
  });
}

/** Where there is more than one reading, the steps find what is hidden in any, and all of that goes. */
function withoutHidden(text: string, count: Count): string {
  const page = readPage(text);
  const known = labelsOf(page.paragraphs);
  const found = page.paragraphs.flatMap((paragraph) =>
    STEPS.flatMap((step) => step(paragraph, known)).map((hidden) => moved(hidden, paragraph.start)),
  );
  return cut(text, [...page.comments, ...found, ...footnotes(page, found)], count);
}

const moved = ({ kind, start, end }: Hidden, by: number): Hidden => ({ kind, start: start + by, end: end + by });

/** What is part of something else that goes is not counted. */
function cut(text: string, hidden: readonly Hidden[], count: Count): string {
  const kept: string[] = [];
  let index = 0;
  for (const { start, end, kind } of hidden.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (Math.min(end, text.length) <= Math.max(start, index)) continue;
    count(kind);
    kept.push(text.slice(index, start));
    index = end;
  }
  return [...kept, text.slice(index)].join('');
}
