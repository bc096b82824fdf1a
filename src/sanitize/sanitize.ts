import type { Hidden } from './hidden.ts';
import { withoutUnseenCharacters } from './invisible.ts';
import { findHidden } from './page.ts';
import { type Count, createCounts, type Removed } from './removed.ts';

/** Text and what is no longer in it. */
export interface Sanitized {
  readonly text: string;
  readonly removed: Removed;
}

/** UTF-16 units: as long as GitHub lets a body be, and as much as is sent at most. */
const MAX_LENGTH = 262_144;
/** Room for the mark of a cut. */
const MARK = 64;
/** How often what would hide something is put behind a backslash, before all is that could. */
const MAX_PASSES = 6;

/**
 * Markdown from outside, without what a reader of the page on GitHub does not see; what a reader sees stays. See README.md here.
 * The result has nothing to take out.
 */
export function sanitize(text: string): Sanitized {
  const source = text.replace(/\r\n?/g, '\n');
  const cleaned = clean(source, MAX_LENGTH);
  // Backslashes may make it too long again, at most twice as long.
  return cleaned.text.length > MAX_LENGTH ? clean(source, MAX_LENGTH / 2) : cleaned;
}

/** The same for text that is no Markdown: titles, names of files, patches. */
export function sanitizePlain(text: string): Sanitized {
  const { count, removed } = createCounts();
  return { text: withoutUnseenCharacters(text.replace(/\r\n?/g, '\n'), count), removed: removed() };
}

function clean(source: string, max: number): Sanitized {
  const { count, removed } = createCounts();
  const length = source.length > max ? max - MARK : source.length;
  const kept = source.slice(0, length);
  let current = withoutUnseenCharacters(cut(kept, findHidden(kept, count), count), count);
  if (length < source.length) {
    count('cut characters', source.length - length);
    current += `\n\n[cut here: ${source.length - length} characters left out]`;
  }
  // What hides something from now on showed before: tags and comments between its parts are gone.
  for (let pass = 1; current !== source; pass++) {
    const openers = findHidden(current, () => {}).flatMap(({ opener }) => opener ?? []);
    if (openers.length === 0) break;
    const escaped = pass < MAX_PASSES ? escapeAt(current, openers) : escapeAll(current);
    current = withoutUnseenCharacters(escaped, count);
    if (pass >= MAX_PASSES) break;
  }
  return { text: current, removed: removed() };
}

/** What is part of something else that goes is not counted. */
function cut(text: string, hidden: readonly Hidden[], count: Count): string {
  const kept: string[] = [];
  let index = 0;
  for (const { start, end, kind, replacement = '' } of hidden) {
    if (end <= Math.max(start, index)) continue;
    if (kind && start >= index) count(kind);
    if (start >= index) kept.push(text.slice(index, start), replacement);
    index = end;
  }
  return [...kept, text.slice(index)].join('');
}

/** A backslash before each of these places. */
function escapeAt(text: string, places: readonly number[]): string {
  let index = 0;
  const parts = [...new Set(places)]
    .toSorted((a, b) => a - b)
    .map((place) => {
      const part = text.slice(index, place);
      index = place;
      return part;
    });
  return [...parts, text.slice(index)].join('\\');
}

/** A backslash before all that could begin something hidden. */
const escapeAll = (text: string): string =>
  text.replace(/(?<escapes>\\*)(?<opener>[[<&`~|])/g, (found: string, escapes: string) =>
    escapes.length % 2 === 0 ? `${escapes}\\${found.slice(escapes.length)}` : found,
  );
