import { at } from './markdown-syntax.ts';

/** How far something reaches that HTML hides: to an index, or over all that it may, because nothing certain ends it. */
export type Extent = number | 'paragraph' | 'text';

/** Where something stands, as far as it matters for its end. */
export interface Place {
  readonly html: 'no' | 'maybe' | 'yes';
  /** At the beginning of an HTML block that lasts to the mark that ends it. */
  readonly opens: boolean;
  readonly unending: boolean;
  /** What stands before it in its line. */
  readonly before: string;
  /** The end of its paragraph. */
  readonly paragraphEnd: number;
  /** Whether code spans before it are certain. */
  readonly certain: boolean;
  /** Where a mark is found next, or -1. */
  readonly next: (mark: string, from: number) => number;
}

/** A multiline comment in mid-line is looked through so far. */
const FAR = 4_000;

/** Something else may begin inside, and end behind the end. */
export const entangled = (inner: string): boolean => /[`[\]<]/.test(inner);

/** Its further lines begin with nothing that could begin a block of its own. */
export const goesOnPlainly = (source: string): boolean => !/\n[ \t]*(?![\s\p{L}"'(/_:])/u.test(source);

/** An HTML comment that begins here. The parser of Markdown and that of HTML must agree where it ends. */
export function commentExtent(text: string, start: number, place: Place): Extent {
  const empty = at(/<!--?->/y, text, start);
  if (empty) return start + empty[0].length;
  const close = place.next('-->', start + 4);
  const inText = place.html === 'no' && !place.opens;
  if (close < 0) return inText ? 'paragraph' : 'text';
  if (inText && close > place.paragraphEnd && close - start > FAR) return 'paragraph';
  const inner = text.slice(start + 4, close);
  if (inner.includes('--!>')) return 'text';

  const end = close + 3;
  if (inText && !goesOnPlainly(inner) && at(/[ \t]*(?:\n|$)/y, text, end) === undefined) return 'paragraph';
  const sure = endsSurely(inner, place);
  if (sure === true) return nestedEnd(text, end, inner);
  return sure;
}

function endsSurely(inner: string, place: Place): true | 'paragraph' | 'text' {
  if (place.opens) return sameContainer(inner, place.before) || 'text';
  if (place.html === 'no') {
    const doubtful = !place.certain || inner.includes('--') || /^-?>|\n/.test(inner);
    return !(doubtful && entangled(inner)) || 'paragraph';
  }
  if (!inner.includes('\n')) return place.html === 'yes' || !entangled(inner) || 'text';
  const together = !place.unending && sameContainer(inner, place.before) && !/\n[ \t]*\n/.test(inner);
  return (together && (place.html === 'yes' || !entangled(inner))) || 'text';
}

/** All its lines are in the list item or quote in which it begins. */
function sameContainer(inner: string, before: string): boolean {
  const signs = (/^(?:[ \t]|>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))*/.exec(before)?.[0] ?? '').replace(/[^>\t]/g, ' ');
  if (signs === '' && before.trim() === '') return true;
  const footnote = before.trimStart().startsWith('[^');
  return inner
    .split('\n')
    .slice(1)
    .every((line) => !footnote && (line.startsWith(signs) || (!signs.includes('>') && /^[ \t]*$/.test(line))));
}

/** A comment in a comment ends the outer one for a browser; what is left of that goes too if it is plain. */
function nestedEnd(text: string, end: number, inner: string): number {
  let last = end;
  for (let left = Math.min(9, inner.split('<!--').length - 1); left > 0; left--) {
    const rest = at(/[^<`[\]\n]{0,999}?-->/y, text, last);
    if (!rest) break;
    last += rest[0].length;
  }
  return last;
}

/** A processing instruction, declaration or CDATA section; undefined where that is text. */
export function instructionExtent(text: string, start: number, place: Place): Extent | undefined {
  const inText = place.html === 'no' && !place.opens;
  const mark = place.opens || inText ? ownMark(text, start) : '>';
  if (mark === undefined) return undefined;
  const close = place.next(mark, start + 2);
  if (inText && (close < 0 || close >= place.paragraphEnd)) return undefined;
  if (close < 0) return 'text';
  if (instructionEndsSurely(text.slice(start + 1, close), place)) return close + mark.length;
  return inText ? 'paragraph' : 'text';
}

function instructionEndsSurely(inner: string, { opens, before, html, certain }: Place): boolean {
  const agreed = !inner.includes('>') || !entangled(inner.slice(inner.indexOf('>')));
  const together = !inner.includes('\n') || (opens && sameContainer(inner, before));
  return agreed && together && (certain || html !== 'no' || opens || !entangled(inner));
}

function ownMark(text: string, start: number): string | undefined {
  if (text.startsWith('<?', start)) return '?>';
  if (text.startsWith('<![CDATA[', start)) return ']]>';
  return at(/<![A-Za-z]/y, text, start) ? '>' : undefined;
}

/** A tag as the parser of HTML reads it: with whatever is between its name and its end. */
export interface HtmlTag {
  readonly name: string;
  readonly attributes: readonly string[];
  /** After the `>`; undefined where the text ends first. */
  readonly end: number | undefined;
  readonly openQuote: boolean;
}

const NAME = /<\/?[A-Za-z][^\s/>]*/y;
const ATTRIBUTE = /[\s/]*(?<attribute>[^\s/>][^\s/>=]*(?:\s*=\s*(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|(?!["'])[^\s>]+)?)?)/y;

/** The tag that begins here. */
export function htmlTag(text: string, start: number): HtmlTag | undefined {
  const name = at(NAME, text, start)?.[0];
  if (name === undefined) return undefined;
  const attributes: string[] = [];
  let index = start + name.length;
  for (let found = at(ATTRIBUTE, text, index); found; found = at(ATTRIBUTE, text, index)) {
    attributes.push(found.groups?.attribute ?? '');
    index += found[0].length;
  }
  const close = at(/[\s/]*>/y, text, index);
  const last = attributes.at(-1) ?? '';
  const openQuote = /^[^=]+=\s*(?:"[^"]*|'[^']*)$/.test(last);
  return { name, attributes, end: close && index + close[0].length, openQuote };
}

const PLAIN_ADDRESS = /^(?:href|src)\s*=\s*(?<quote>["']?)(?:https?:\/\/|(?![\w+.-]*:))[^\s"'<>`]*\k<quote>$/i;

/** The tag with nothing but plain addresses, and how many attributes went. */
export function bareTag(
  source: string,
  { name, attributes }: HtmlTag,
): { readonly text: string; readonly gone: number } {
  const kept = name.startsWith('</') ? [] : attributes.filter((one) => PLAIN_ADDRESS.test(one));
  const plainName = /^<\/?[A-Za-z][\w:.-]*$/.test(name);
  const gone = attributes.length - kept.length + (plainName ? 0 : 1);
  if (gone === 0) return { text: source, gone };
  if (!plainName) return { text: '', gone };
  return { text: `${[name, ...kept].join(' ')}${/\/>$/.test(source) ? '/>' : '>'}`, gone };
}
