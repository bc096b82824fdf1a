import type { Hidden } from './hidden.ts';
import { withoutUnseenCharacters } from './invisible.ts';
import { findHidden } from './page.ts';
import { type Count, createCounts, type Removed } from './removed.ts';

/** A sanitized text, and counts of what was removed. */
export interface Sanitized {
  readonly text: string;
  readonly removed: Removed;
}

/** UTF-16 units: GitHub's limit for a body, and the action's limit for a prompt. */
const MAX_LENGTH = 262_144;
/** UTF-16 units reserved for the cut mark. */
const MARK = 64;
/** After this many passes, a backslash is put before every character that could hide something. */
const MAX_PASSES = 6;

/**
 * Removes from untrusted Markdown what a reader of the page on GitHub does not see, and keeps what the reader sees. See README.md in
 * this folder. Sanitizing the result again changes nothing.
 */
export function sanitize(text: string): Sanitized {
  const source = text.replace(/\r\n?/g, '\n');
  const cleaned = clean(source, MAX_LENGTH);
  // Backslashes may make it too long again, at most twice as long.
  return cleaned.text.length > MAX_LENGTH ? clean(source, MAX_LENGTH / 2) : cleaned;
}

/** Sanitizes untrusted text that is not Markdown, such as titles, file names and patches: removes invisible characters only. */
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
  // Text that is hidden now was visible before: tags and comments between its parts were removed.
  for (let pass = 1; current !== source; pass++) {
    const openers = findHidden(current, () => {}).flatMap(({ opener }) => opener ?? []);
    if (openers.length === 0) break;
    const escaped = pass < MAX_PASSES ? escapeAt(current, openers) : escapeAll(current);
    current = withoutUnseenCharacters(escaped, count);
    if (pass >= MAX_PASSES) break;
  }
  return { text: current, removed: removed() };
}

/** Removes ranges from a text. A range within another one is not counted. */
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

/** Puts a backslash before each of these positions. */
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

/** Puts a backslash before every character that could hide something. */
const escapeAll = (text: string): string =>
  text.replace(/(?<escapes>\\*)(?<opener>[[<&`~|])/g, (found: string, escapes: string) =>
    escapes.length % 2 === 0 ? `${escapes}\\${found.slice(escapes.length)}` : found,
  );
