import { withoutHiddenMarkup } from './hidden-markup.ts';
import { withoutUnseenCharacters } from './invisible.ts';
import { addRemoved, type Count, type Removed } from './removed.ts';

export { addRemoved, REMOVED_KINDS, type Removed, type RemovedKind } from './removed.ts';

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
  const removed = new Map<string, number>();
  let total: Removed = {};
  const count: Count = (kind, times = 1) => {
    removed.set(kind, times);
    total = addRemoved(total, { [kind]: times });
  };
  let current = text.replace(/\r\n?/g, '\n');
  for (let passes = 1; ; passes++) {
    const steps = passes > MAX_PASSES ? [withoutOpeners, ...STEPS] : STEPS;
    const next = steps.reduce((shrunk, step) => step(shrunk, count), current);
    if (next === current) return { text: next, removed: total };
    current = next;
  }
}

/** All that could begin something hidden. */
function withoutOpeners(text: string, count: Count): string {
  return text.replace(/[<[&`~]/g, () => {
    count('HTML comments');
    return '';
  });
}
