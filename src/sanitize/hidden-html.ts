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
    const found = opener.endsWith('>')
      ? hide('HTML comments', index, index + opener.length)
      : readComment(paragraph, index, opener, mark);
    if (!found) continue;
    hidden.push(found);
    if (found.end > text.length) break;
    ends.set(mark, found.end);
  }
  return hidden;
}

function readComment(paragraph: Paragraph, start: number, opener: string, mark: string): Hidden | undefined {
  const { text } = paragraph;
  const close = text.indexOf(mark, start + opener.length);
  if (close < 0) return readUnclosed(paragraph, start, opener);
  const inner = text.slice(start + opener.length, close);
  // For a browser it ends there, and something else may begin.
  const early = opener === '<!--' ? inner.includes('--!>') : inner.includes('>') && ANGLE.test(inner);
  if (early) return hide('doubtful passages', start, Number.POSITIVE_INFINITY);
  const sure = staysTogether(paragraph, start, close) || (mark === '-->' && isQuoted(paragraph, start));
  return sure && !(mark === '>' && SIGN.test(`${inner}>`))
    ? hide('HTML comments', start, close + mark.length)
    : doubt(paragraph, start);
}

function readUnclosed(paragraph: Paragraph, start: number, opener: string): Hidden | undefined {
  const { text, html, quoted, marked } = paragraph;
  if (html === 'no') return opener === '<!--' ? doubt(paragraph, start) : undefined;
  if (start === marked && /^\n?$/.test(text.slice(0, start).slice(-1)))
    return hide('HTML comments', start, Number.POSITIVE_INFINITY);
  // A browser ends the others with the next tag, which is that of the end of the quote.
  const ends = html === 'paragraph' && quoted && !/^<!--|.<[A-Za-z/!?]/s.test(text.slice(start));
  return ends ? hide('doubtful passages', start, text.length) : doubt(paragraph, start);
}

/** It begins a line of a quote. */
const isQuoted = ({ text, quoted }: Paragraph, start: number): boolean =>
  quoted && /^ {0,3}> ?$/.test(text.slice(text.lastIndexOf('\n', start) + 1, start));

const UNSEEN_ELEMENT =
  /<a(?:\s[^<>]*)?>\s*<\/a\s*>|<rp(?:[ /][^<>\n]*)?>[^<\n[\\`]*<\/rp *>|(?<opener><rp(?=[\s/>]))/gi;

/** Links without words, and what is only for browsers that know nothing of the words above others. */
export function unseenElements({ text }: Paragraph): Hidden[] {
  return [...text.matchAll(UNSEEN_ELEMENT)].map(({ 0: found, index, groups }) =>
    groups?.opener
      ? hide('doubtful passages', index, Number.POSITIVE_INFINITY)
      : hide('hidden references', index, index + found.length),
  );
}

/** An end that may be the sign of a quote. */
const SIGN = /\n[ \t>]*>$/;

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
    hidden.push(...hideTag(paragraph, readTag(text, index), quote));
    if ((hidden.at(-1)?.end ?? 0) >= text.length) break;
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
/** Its quote has no end, or maybe none in the same quote or list item. */
const isOpen = ({ text }: Attribute): boolean => /^[^=]+=\s*(?:"[^"]*(?:$|\n)|'[^']*(?:$|\n))/.test(text);

function hideTag(paragraph: Paragraph, { name, start, attributes, end }: Tag, quote: number): Hidden[] {
  const { text, html } = paragraph;
  const source = text.slice(start, end);
  const open = end === undefined && (html === 'text' || attributes.some(isOpen));
  if (open || ANGLE.test(source.slice(1))) return [hide('doubtful passages', start, Number.POSITIVE_INFINITY)];
  if (end === undefined) return [hide('hidden attributes', start, text.length)];
  const doubtful = quote <= start && SIGN.test(source);
  if (doubtful || !staysTogether(paragraph, start, end)) return [doubt(paragraph, start)];
  return /^<\/?[A-Za-z][\w:.-]*$/.test(name) ? attributes.filter(isHidden) : [hide('hidden attributes', start, end)];
}

/** To where something ends that nothing certain ends. */
const doubt = ({ text, html }: Paragraph, start: number): Hidden =>
  hide('doubtful passages', start, html === 'no' ? text.length : Number.POSITIVE_INFINITY);

/** The parser of Markdown ends HTML with the list item or quote in which it begins, and with some marks. */
function staysTogether({ text, html, marked }: Paragraph, start: number, end: number): boolean {
  const [, ...further] = text.slice(start, end).split('\n');
  if (html === 'no' || further.length === 0) return true;
  if (start > marked) return false;
  const first = text.lastIndexOf('\n', start) + 1;
  const signs = text.slice(first, Math.min(start, contentStart(text, first)));
  return !/[>\t^]/.test(signs) && further.every((line) => line.startsWith(' '.repeat(signs.length)));
}
