import { ANGLE, AUTOLINK, at, contentStart, type Hidden, hide, type Paragraph } from './paragraph.ts';

const COMMENT = /<!--(?:-?>)?|<\?|<!\[CDATA\[|<![A-Za-z]?|<\/(?![A-Za-z])/g;
const MARKS = new Map([
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<![CDATA[', ']]>'],
]);

/** Comments, processing instructions, declarations and CDATA sections, and what a browser takes for a comment. */
export function comments(paragraph: Paragraph): Hidden[] {
  const { text, html } = paragraph;
  const hidden: Hidden[] = [];
  const ends = new Map<string, number>();
  for (const { 0: opener, index } of text.matchAll(COMMENT)) {
    const mark = MARKS.get(opener) ?? '>';
    if (index < (ends.get(mark) ?? 0) || (html === 'no' && /^<[!/]$/.test(opener))) continue;
    const end = opener.endsWith('>') ? index + opener.length : commentEnd(paragraph, index, opener, mark);
    if (end === undefined) continue;
    hidden.push(hide('HTML comments', index, end));
    if (end >= text.length) break;
    ends.set(mark, end);
  }
  return hidden;
}

function commentEnd(paragraph: Paragraph, start: number, opener: string, mark: string): number | undefined {
  const { text, html } = paragraph;
  const close = text.indexOf(mark, start + opener.length);
  if (close < 0) return html === 'no' && opener !== '<!--' ? undefined : restOf(paragraph);
  const inner = text.slice(start + opener.length, close);
  // For a browser it ends there, and something else may begin.
  const early = opener === '<!--' ? inner.includes('--!>') : inner.includes('>') && ANGLE.test(inner);
  if (early) return Number.POSITIVE_INFINITY;
  return staysTogether(paragraph, start, close) ? close + mark.length : restOf(paragraph);
}

const ATTRIBUTES = String.raw`(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^ \t\n"'=<>\x60]+|'[^']*'|"[^"]*"))?)*`;
/** A tag as Markdown reads it. */
const MARKDOWN_TAG = new RegExp(String.raw`<(?:[A-Za-z][\w-]*${ATTRIBUTES}\s*/?|/[A-Za-z][\w-]*(?:\s[^<>]*)?)>`, 'y');

/** All attributes of tags but plain addresses. */
export function tags(paragraph: Paragraph): Hidden[] {
  const { text, lines, html } = paragraph;
  const hidden: Hidden[] = [];
  const quote = lines.find(({ start, content }) => text.slice(start, content).includes('>'))?.start ?? text.length;
  for (const { index } of text.matchAll(/<\/?[A-Za-z]/g)) {
    if (at(AUTOLINK, text, index) || (html === 'no' && !at(MARKDOWN_TAG, text, index))) continue;
    const tag = readTag(text, index);
    const end = tagEnd(paragraph, tag, quote);
    if (end === tag.end && /^<\/?[A-Za-z][\w:.-]*$/.test(tag.name)) hidden.push(...tag.attributes.filter(isHidden));
    else hidden.push(hide('hidden attributes', index, end));
    if (end >= text.length && end !== tag.end) break;
  }
  return hidden;
}

interface Attribute extends Hidden {
  readonly text: string;
}

interface Tag {
  readonly name: string;
  readonly start: number;
  readonly attributes: readonly Attribute[];
  /** Undefined where the paragraph ends first. */
  readonly end: number | undefined;
}

const NAME = /<\/?[A-Za-z][^ \t\n\f/>]*/y;
const ATTRIBUTE =
  /[ \t\n\f/]*(?<attribute>[^ \t\n\f/>][^ \t\n\f/>=]*(?:[ \t\n\f]*=[ \t\n\f]*(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|(?!["'])[^ \t\n\f>]+)?)?)/y;

/** A tag as a browser reads it: with whatever is between its name and its end. */
function readTag(text: string, start: number): Tag {
  const name = at(NAME, text, start)?.[0] ?? '';
  const attributes: Attribute[] = [];
  let index = start + name.length;
  for (let found = at(ATTRIBUTE, text, index); found; found = at(ATTRIBUTE, text, index)) {
    const end = index + found[0].length;
    attributes.push({ ...hide('hidden attributes', index, end), text: found.groups?.attribute ?? '' });
    index = end;
  }
  const close = at(/[ \t\n\f/]*>/y, text, index);
  return { name, start, attributes, end: close && index + close[0].length };
}

const PLAIN_ADDRESS = /^(?:href|src)\s*=\s*(?<quote>["']?)(?:https?:\/\/|(?![\w+.-]*:))[^\s"'<>`]*\k<quote>$/i;
const isHidden = ({ text }: Attribute): boolean => !PLAIN_ADDRESS.test(text);
const isOpenQuote = ({ text }: Attribute): boolean => /^[^=]+=\s*(?:"[^"]*|'[^']*)$/.test(text);

/** How far it hides something. */
function tagEnd(paragraph: Paragraph, { start, attributes, end }: Tag, quote: number): number {
  const { text, html } = paragraph;
  if (end === undefined) {
    const endless = html === 'text' || attributes.slice(-1).some(isOpenQuote) || ANGLE.test(text.slice(start + 1));
    return endless ? Number.POSITIVE_INFINITY : text.length;
  }
  const source = text.slice(start, end);
  if (ANGLE.test(source.slice(1))) return Number.POSITIVE_INFINITY;
  // The sign may be that of a quote.
  const doubtful = quote <= start && /\n[ \t>]*>$/.test(source);
  return doubtful || !staysTogether(paragraph, start, end) ? restOf(paragraph) : end;
}

/** Where something ends that nothing certain ends. */
const restOf = ({ text, html }: Paragraph): number => (html === 'no' ? text.length : Number.POSITIVE_INFINITY);

/** The parser of Markdown ends HTML with the list item or quote in which it begins, and with some marks. */
function staysTogether({ text, html, marked }: Paragraph, start: number, end: number): boolean {
  const [, ...further] = text.slice(start, end).split('\n');
  if (html === 'no' || further.length === 0) return true;
  if (start > marked) return false;
  const first = text.lastIndexOf('\n', start) + 1;
  const signs = text.slice(first, Math.min(start, contentStart(text, first)));
  return !/[>\t^]/.test(signs) && further.every((line) => line.startsWith(' '.repeat(signs.length)));
}
