import {
  bareTag,
  commentExtent,
  type Extent,
  entangled,
  goesOnPlainly,
  type HtmlTag,
  htmlTag,
  instructionExtent,
  type Place,
} from './html-extent.ts';
import { AUTOLINK, at, SHOWN_TAG, TAG } from './markdown-syntax.ts';
import type { Reading, Spot } from './reading.ts';

const LONGEST_BEFORE = 999;

/** `<`, and all that it begins. */
export function readAngle(reading: Reading, spot: Spot): void {
  const extent = hiddenExtent(reading, spot);
  if (extent === undefined) {
    readTag(reading, spot);
  } else {
    reading.count('HTML comments');
    reading.cut(extent, spot.paragraph);
  }
}

function hiddenExtent(reading: Reading, spot: Spot): Extent | undefined {
  const { text, index } = reading;
  if (text.startsWith('<!--', index)) return commentExtent(text, index, placeOf(reading, spot));
  const marked = spot.line.html === 'no' ? /<[!?]/y : /<(?:[!?]|\/[^A-Za-z])/y;
  return at(marked, text, index) && instructionExtent(text, index, placeOf(reading, spot));
}

function placeOf(reading: Reading, { line, paragraph }: Spot): Place {
  return {
    html: line.html,
    opens: line.opens && reading.index === line.content,
    unending: line.unending,
    before: reading.text.slice(line.start, Math.min(reading.index, line.start + LONGEST_BEFORE)),
    paragraphEnd: paragraph.end,
    certain: paragraph.certain,
    next: (mark, from) => reading.next(mark, from),
  };
}

function readTag(reading: Reading, spot: Spot): void {
  const { line, paragraph } = spot;
  const start = reading.index;
  const autolink = line.html === 'yes' ? undefined : at(AUTOLINK, paragraph.text, start)?.[0];
  const markdown = at(TAG, paragraph.text, start)?.[0];
  const tag = autolink === undefined && (line.html !== 'no' || markdown) ? htmlTag(paragraph.text, start) : undefined;
  if (tag) {
    strip(reading, spot, tag, markdown);
  } else {
    // It may be one all the same, for another parser.
    if (autolink === undefined && at(/<[A-Za-z/!?]/y, reading.text, start)) paragraph.certain = false;
    reading.keep(start + (autolink ?? '<').length);
  }
}

/** @param markdown the tag as the parser of Markdown sees it. */
function strip(reading: Reading, spot: Spot, tag: HtmlTag, markdown: string | undefined): void {
  const start = reading.index;
  const source = tag.end === undefined ? undefined : reading.text.slice(start, tag.end);
  const extent = doubtfulExtent(tag, source, markdown, spot);
  if (extent !== undefined) {
    reading.count('hidden attributes', Math.max(1, tag.attributes.length));
    reading.cut(extent, spot.paragraph);
  } else if (source === undefined) {
    reading.keep(start + tag.name.length);
  } else {
    if (isTorn(source, spot)) spot.paragraph.certain = false;
    const { text, gone } = bareTag(source, tag);
    if (gone > 0) reading.count('hidden attributes', gone);
    reading.kept.push(text);
    reading.index = start + source.length;
  }
}

/** In another reading the tag ends elsewhere. */
const isTorn = (source: string, { paragraph }: Spot): boolean =>
  source.includes('\n') || (paragraph.table && source.includes('|'));

/** How much must go where it is not certain where the tag ends. */
function doubtfulExtent(
  tag: HtmlTag,
  source: string | undefined,
  markdown: string | undefined,
  spot: Spot,
): 'paragraph' | 'text' | undefined {
  const { html, unending } = spot.line;
  if (SHOWN_TAG.test(tag.name) && (source === undefined || source.includes('<', 1))) return 'text';
  if (html === 'maybe' && source !== markdown) return 'text';
  if (source === undefined) return unclosedExtent(tag, unending);
  if (html === 'yes') return isTorn(source, spot) && unending ? 'text' : undefined;
  if (!goesOnPlainly(source)) return 'paragraph';
  return endsDoubtfully(source, spot) ? 'paragraph' : undefined;
}

/** Something else may begin in it, and it is not certain that the tag is read first. */
function endsDoubtfully(source: string, spot: Spot): boolean {
  const { html, unending } = spot.line;
  const mixed = entangled(source.slice(1));
  if (html === 'maybe') return source.includes('\n') && (unending || mixed);
  return mixed && (isTorn(source, spot) || !spot.paragraph.certain);
}

function unclosedExtent({ openQuote, attributes }: HtmlTag, unending: boolean): 'paragraph' | 'text' | undefined {
  if (openQuote || unending) return 'text';
  return attributes.length > 0 ? 'paragraph' : undefined;
}
