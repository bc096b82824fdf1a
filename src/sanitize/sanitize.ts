import { readBlocks } from './blocks.ts';
import type { BracketContext, Brackets, Reference } from './brackets.ts';
import { hiddenByHtml, type TagSpan } from './html.ts';
import { readInline } from './inline.ts';
import { withoutUnseenCharacters } from './invisible.ts';
import { Leaf } from './lines.ts';
import type { Footnote, Part, Tag } from './page.ts';
import type { PageBuilder } from './page-builder.ts';
import { redactTokens, startWithoutCutToken } from './redact-tokens.ts';
import { type Count, createCounts, type Hidden, type Sanitized } from './removed.ts';

/** Sanitizes untrusted Markdown and removes secrets of well-known formats. */
export const readMarkdown = (text: string): Sanitized => redactTokens(sanitize(text));

/** Does the same for text that is not Markdown, such as titles, file names and patches. */
export const readPlain = (text: string): Sanitized => redactTokens(sanitizePlain(text));

/** UTF-16 units: GitHub's limit for a body, and the action's limit for a prompt. */
const MAX_LENGTH = 262_144;
/** UTF-16 units reserved for the cut mark. */
const MARK = 64;
/** After this many passes, a backslash is put before every character that could hide something. */
const MAX_PASSES = 6;

/**
 * Removes from untrusted Markdown what a reader of the page on GitHub does not see, and keeps what
 * the reader sees. See README.md in this folder. Sanitizing the result again changes nothing.
 */
export function sanitize(text: string): Sanitized {
  const source = text.replace(/\r\n?/g, '\n');
  const cleaned = clean(source, MAX_LENGTH);
  // Backslashes may make it too long again, at most twice as long.
  return cleaned.text.length > MAX_LENGTH ? clean(source, MAX_LENGTH / 2) : cleaned;
}

/**
 * Sanitizes untrusted text that is not Markdown, such as titles, file names and patches: removes
 * invisible characters only.
 */
export function sanitizePlain(text: string): Sanitized {
  const { count, removed } = createCounts();
  return { text: withoutUnseenCharacters(text.replace(/\r\n?/g, '\n'), count), removed: removed() };
}

function clean(source: string, max: number): Sanitized {
  const { count, removed } = createCounts();
  const kept = source.length > max ? startWithoutCutToken(source.slice(0, max - MARK)) : source;
  let current = withoutUnseenCharacters(cut(kept, findHidden(kept, count), count), count);
  const left = source.length - kept.length;
  if (left > 0) {
    count('cut characters', left);
    current += `\n\n[cut here: ${left} characters left out]`;
  }
  // Text that is hidden now was visible before: tags and comments between its parts were removed.
  for (let pass = 1; current !== source && pass <= MAX_PASSES; pass++) {
    const openers = findHidden(current, () => {}).flatMap(({ opener }) => opener ?? []);
    if (openers.length === 0) break;
    const escaped = pass < MAX_PASSES ? escapeAt(current, openers) : escapeAll(current);
    current = withoutUnseenCharacters(escaped, count);
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
      // A backslash was there already, but it is part of a bare address.
      return part.endsWith('\\') ? `${part} ` : part;
    });
  return [...parts, text.slice(index)].join('\\');
}

/** Puts a backslash before every character that could hide something. */
const escapeAll = (text: string): string =>
  text.replace(/(?<escapes>\\*)(?<opener>[[<&`~|])/g, (found: string, escapes: string) =>
    escapes.length % 2 === 0 ? `${escapes}\\${found.slice(escapes.length)}` : found,
  );

/** By how many characters a page may grow when addresses replace labels. */
const ROOM = 32_768;

/** Without one of these characters, Markdown hides nothing. */
const MAY_HIDE = /[[<&`~|]/;

/**
 * The ranges of a Markdown text that its page on GitHub does not show, in the order of the text.
 */
function findHidden(text: string, count: Count): Hidden[] {
  if (!MAY_HIDE.test(text)) return [];
  const page = readBlocks(text);
  const { stream, hidden, references } = streamOf(page);
  const notes = unusedFootnotes(page, references);
  const ranges = inOrder([...page.hidden, ...hidden, ...hiddenByHtml(stream, count), ...notes]);
  return inOrder([...ranges, ...unusedDefinitions(page, usedKeys(references, ranges))]);
}

/** Sorts ranges by position; a range that contains another comes first. */
const inOrder = (hidden: readonly Hidden[]) =>
  hidden.toSorted((a, b) => a.start - b.start || b.end - a.end);

/** What a browser parses of the page: footnotes come last, in the order of their references. */
function streamOf({ parts, definitions, footnotes }: PageBuilder) {
  const first = definitions.toReversed().map((definition) => [definition.key, definition] as const);
  const known: BracketContext = {
    definitions: new Map(first),
    footnotes: new Set(footnotes.map(({ key }) => key)),
    room: ROOM,
  };
  const inlines: Brackets[] = [];
  const read = (of: readonly Part[]) =>
    of.flatMap((part): readonly (TagSpan | Tag)[] => {
      if (!(part instanceof Leaf)) return part.list?.isLoose === false ? [] : [part];
      const { from: start, text } = part;
      if (part.kind !== 'text')
        return [{ leaf: part, start, end: text.length, isRaw: part.kind === 'html' }];
      const inline = readInline(part, known);
      inlines.push(inline);
      return spansOf(part, inline.html);
    });
  const stream = read(parts);
  // A reference in any footnote counts; of several with one key, the first to end is shown.
  const streams = new Map(
    footnotes.map(({ key, parts }) => [key, read(parts)] as const).toReversed(),
  );
  const references = inlines.flatMap((inline) => inline.references);
  const called = new Set(
    references.flatMap(({ key }) => (key.startsWith('[') ? [key.slice(1)] : [])),
  );
  if (called.size > 0) stream.push({ name: 'ol', closes: false });
  for (const key of called) for (const piece of streams.get(key) ?? []) stream.push(piece);
  return { stream, hidden: inlines.flatMap((inline) => inline.hidden), references };
}

/** Text and raw HTML of a block, in turns. */
function spansOf(leaf: Leaf, html: Brackets['html']): TagSpan[] {
  const bounds = [leaf.from, ...html.flat(), leaf.text.length];
  return bounds
    .slice(1)
    .map((end, index) => ({ leaf, start: bounds[index] ?? 0, end, isRaw: index % 2 === 1 }));
}

/** The keys of definitions that visible text refers to. */
function usedKeys(references: readonly Reference[], ranges: readonly Hidden[]): Set<string> {
  const used = new Set<string>();
  let [next, end] = [0, 0];
  for (const { key, start } of references.toSorted((a, b) => a.start - b.start)) {
    for (; (ranges[next]?.start ?? Number.POSITIVE_INFINITY) <= start; next++)
      end = Math.max(end, ranges[next]?.end ?? 0);
    if (start >= end) used.add(key);
  }
  return used;
}

/**
 * Footnotes without a reference, and all but the first that ends with one key. Footnotes in them
 * may have one.
 */
function unusedFootnotes({ footnotes }: PageBuilder, references: readonly Reference[]): Hidden[] {
  const left = new Set(references.map(({ key }) => key));
  const ended: Footnote[] = [];
  return footnotes.flatMap((note): Hidden[] => {
    const inner = ended.splice(ended.findLastIndex(({ start }) => start < note.start) + 1);
    ended.push(note);
    if (left.delete(`[${note.key}`)) return [];
    const starts = [note.start, ...inner.map(({ end }) => end)];
    const ends = [...inner.map(({ start }) => start), note.end];
    return starts.map((start, index) => {
      return { kind: 'hidden references', start, end: ends[index] ?? start, opener: note.start };
    });
  });
}

/**
 * Definitions without a visible reference, definitions with blanks in their address, and the titles
 * of all others.
 */
function unusedDefinitions({ definitions }: PageBuilder, used: Set<string>): Hidden[] {
  return definitions.flatMap(({ key, range, title, address }): Hidden[] => {
    const isUsed = used.delete(key) && !/\s/.test(address);
    const { start, end } = isUsed ? title : range;
    return end > start ? [{ kind: 'hidden references', start, end, opener: range.start }] : [];
  });
}
