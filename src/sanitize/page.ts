import { readBlocks } from './blocks.ts';
import type { Known, Reference } from './brackets.ts';
import type { Hidden } from './hidden.ts';
import { hiddenByHtml, type Span } from './html.ts';
import { readInline } from './inline.ts';
import { Leaf } from './leaf.ts';
import type { Footnote, Page, Part, Tag } from './page-builder.ts';
import type { Count } from './removed.ts';

/** By how many characters a page may grow when addresses replace labels. */
const ROOM = 32_768;

/** Without one of these characters, Markdown hides nothing. */
const MAY_HIDE = /[[<&`~|]/;

/** The ranges of a Markdown text that its page on GitHub does not show, in the order of the text. */
export function findHidden(text: string, count: Count): Hidden[] {
  if (!MAY_HIDE.test(text)) return [];
  const page = readBlocks(text);
  const { stream, hidden, references } = streamOf(page);
  const ranges = inOrder([...page.hidden, ...hidden, ...hiddenByHtml(stream, count)]);
  return inOrder([
    ...ranges,
    ...unusedFootnotes(page, references),
    ...unusedDefinitions(page, usedKeys(references, ranges)),
  ]);
}

/** Sorts ranges by position; a range that contains another comes first. */
const inOrder = (hidden: readonly Hidden[]) => hidden.toSorted((a, b) => a.start - b.start || b.end - a.end);

/** What a browser parses of the page: footnotes come last, in the order of their references. */
function streamOf({ parts, definitions, footnotes }: Page) {
  const notes = new Map<string, Footnote>();
  for (const note of footnotes) if (!notes.has(note.key)) notes.set(note.key, note);
  const first = definitions.toReversed().map((definition) => [definition.key, definition] as const);
  const known: Known = { definitions: new Map(first), footnotes: new Set(notes.keys()), room: ROOM };
  const hidden: Hidden[] = [];
  const references: Reference[] = [];
  const read = (of: readonly Part[]) => {
    const pieces: (Span | Tag)[] = [];
    for (const part of of) {
      if (part instanceof Leaf) addPieces(pieces, part, known, hidden, references);
      else pieces.push(part);
    }
    return pieces;
  };
  const stream = read(parts);
  const streams = new Map([...notes].map(([key, note]) => [key, read(note.parts)]));
  const called = new Set(references.flatMap(({ key }) => (key.startsWith('^') ? [key.slice(1)] : [])));
  for (const key of called) for (const piece of streams.get(key) ?? []) stream.push(piece);
  return { stream, hidden, references };
}

function addPieces(pieces: (Span | Tag)[], leaf: Leaf, known: Known, hidden: Hidden[], references: Reference[]): void {
  let start = leaf.from;
  const end = leaf.text.length;
  if (leaf.kind !== 'text') {
    pieces.push({ leaf, start, end, isRaw: leaf.kind === 'html' });
    return;
  }
  const inline = readInline(leaf, known);
  for (const each of inline.hidden) hidden.push(each);
  for (const each of inline.references) references.push(each);
  for (const [from, to] of inline.html) {
    if (from > start) pieces.push({ leaf, start, end: from, isRaw: false });
    pieces.push({ leaf, start: from, end: to, isRaw: true });
    start = to;
  }
  if (start < end) pieces.push({ leaf, start, end, isRaw: false });
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

/** Footnotes without a reference, and all but the first with one key. */
function unusedFootnotes({ footnotes }: Page, references: readonly Reference[]): Hidden[] {
  const left = new Set(references.map(({ key }) => key));
  const unused = footnotes.filter(({ key }) => !left.delete(`^${key}`));
  return unused.map(({ start, end }) => ({ kind: 'hidden references', start, end, opener: start }));
}

/** Definitions without a visible reference, definitions with blanks in their address, and the titles of all others. */
function unusedDefinitions({ definitions }: Page, used: Set<string>): Hidden[] {
  return definitions.flatMap(({ key, range, title, address }): Hidden[] => {
    const isUsed = used.delete(key) && !/\s/.test(address);
    const { start, end } = isUsed ? title : range;
    return end > start ? [{ kind: 'hidden references', start, end, opener: range.start }] : [];
  });
}
