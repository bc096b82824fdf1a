import { withoutHiddenMarkup } from './hidden-markup.ts';
import { withoutUnseenCharacters } from './invisible.ts';
import { type Count, createCounts, type Removed } from './removed.ts';

/** Text and what is no longer in it. */
export interface Sanitized {
  readonly text: string;
  readonly removed: Removed;
}

type Step = (text: string, count: Count) => string;

/** The first reads the text as GitHub does, before anything else has changed it. */
const STEPS: readonly Step[] = [withoutHiddenMarkup, withoutUnseenCharacters];

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
    const steps = passes > MAX_PASSES ? [withoutOpeners, ...STEPS] : STEPS;
    const next = steps.reduce((shrunk, step) => step(shrunk, count), current);
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
    count('HTML comments');
    return '';
  });
}
