import { at, type Hidden, hide, type Paragraph } from './paragraph.ts';

/** The labels of a text, in the form of `keyOf`. */
export interface Labels {
  readonly defined: ReadonlySet<string>;
  readonly used: ReadonlySet<string>;
}

const LABEL = String.raw`\[(?:\\[^\n]|[^\\[\]]){1,999}\]`;
/** What is escaped begins no label. */
const ANY_LABEL = new RegExp(`\\\\.|(?<label>${LABEL})`, 'g');
const SECOND_LABEL = new RegExp(`(?<=\\])${LABEL}`, 'g');

/** A title longer than this may last as long as its paragraph. */
const FAR = 1_000;
const quoted = (open: string, close: string) => `${open}(?:\\\\[^]|[^${close}\\\\]){0,${FAR}}${close}`;
const TITLE = `(?:${quoted('"', '"')}|${quoted("'", "'")}|${quoted('\\(', '\\)')})`;
const ENDLESS = `(?!${TITLE})["'(](?=[^]{${FAR}})[^]*`;
const DEFINITION = new RegExp(
  `(?<label>${LABEL}):[\\s>]*(?<target><[^<>\\n]*>|[^ \\t-\\r<][^ \\t-\\r]*)` +
    `(?<title>\\s[\\s>]*(?:${TITLE}|${ENDLESS})(?=[ \\t]*(?:\\n|$)))?(?=[ \\t]*(?:\\n|$))`,
  'y',
);
const LINK_TITLE = new RegExp(`\\s[\\s>]*(?:${TITLE}(?=[\\s>]*\\))|${ENDLESS})`, 'y');

/** All labels, at the beginning of a definition or elsewhere. */
export function labelsOf(paragraphs: readonly Paragraph[]): Labels {
  const defined = new Set<string>();
  const used = new Set<string>();
  for (const { text, lines } of paragraphs) {
    const contents = new Set(lines.map(({ content }) => content));
    for (const { 0: label, index, groups } of text.matchAll(ANY_LABEL)) {
      const defines = contents.has(index) && text[index + label.length] === ':';
      if (groups?.label) (defines ? defined : used).add(keyOf(label));
    }
  }
  return { defined, used };
}

/** Labels are the same whatever their case and white space. */
function keyOf(label: string): string {
  const words = label.slice(1, -1).replace(/[\s>]+/g, ' ');
  return words.trim().toLowerCase().toUpperCase();
}

/** What stands between the brackets of images: to the last one, if some may be part of something else. */
export function imageDescriptions({ text }: Paragraph, { defined }: Labels): Hidden[] {
  const last = text.lastIndexOf(']');
  return imagesOf(text)
    .filter(({ start, end, sure }) => {
      const label = end - start < FAR ? text.slice(start - 1, end + 1) : '[]';
      return !sure || /[([]/.test(text.charAt(end + 1)) || defined.has(keyOf(label));
    })
    .map(({ start, end, sure }) =>
      sure || end === last ? hide('image descriptions', start, end) : hide('doubtful passages', start, last),
    );
}

interface Image {
  readonly start: number;
  readonly end: number;
  readonly sure: boolean;
}

function imagesOf(text: string): Image[] {
  const images: Image[] = [];
  const open: { readonly image: boolean; readonly start: number }[] = [];
  let odd = -1;
  for (const { 0: token, index } of text.matchAll(/!?\[|\]\(?|[`\\]|<(?=[A-Za-z/!?])/g)) {
    if (token.endsWith('[')) {
      open.push({ image: token === '![', start: index + token.length });
      continue;
    }
    const opener = token.startsWith(']') ? open.pop() : undefined;
    if (opener?.image) images.push({ start: opener.start, end: index, sure: odd < opener.start });
    if (token !== ']') odd = index;
  }
  const unclosed = open.filter(({ image, start }) => image && odd >= start);
  return [...images, ...unclosed.map(({ start }) => ({ start, end: start, sure: false }))];
}

/** A link that ends in this word. */
const CLOSED_LINK = /^(?:(?!\]\()\S)*\]\([^\s()\\]*\)[^\s()]*$/;
/** Other spaces than these are part of an address. */
const WORD = /[^ \t-\r]+/g;
const ANGLE_ADDRESS = /\]\([\s>]*(?<address><(?:\\.|[^<>\n\\])*>)/g;

/** Titles of links and images, and addresses with words in them. */
export function titles({ text }: Paragraph): Hidden[] {
  if (!text.includes('](')) return [];
  const title = (start: number) =>
    hide('hidden references', start, start + (at(LINK_TITLE, text, start)?.[0].length ?? 0));
  const hidden = [...text.matchAll(ANGLE_ADDRESS)].flatMap(({ 0: found, index, groups }) => {
    const [end, address] = [index + found.length, groups?.address ?? ''];
    const start = /\s/.test(address) ? end - address.length : end;
    return [hide('hidden references', start, end), title(end)];
  });
  let begun = false;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (begun || (word.includes('](') && !CLOSED_LINK.test(word))) hidden.push(title(index + word.length));
    if ((hidden.at(-1)?.end ?? 0) === text.length) break;
    begun = word.endsWith('](') || (begun && /^>+$/.test(word));
  }
  return hidden;
}

const found = ({ 0: { length }, index }: RegExpExecArray) => hide('hidden references', index, index + length);

/** Words in the brackets after a link's own. */
export const labels = ({ text }: Paragraph, { defined }: Labels): Hidden[] =>
  [...text.matchAll(SECOND_LABEL)]
    .filter(([label]) => /\s/.test(label.slice(1, -1).trim()) && defined.has(keyOf(label)))
    .map(found);

const BRACKET = /\[(?:\\?\^|&(?:#0*94|#x0*5e|hat);)(?:(?:(?!www\.)[\p{L}\p{N}\s>,._-])*\])?/giu;

/** Brackets over lines that begin as footnotes do: https://github.com/github/cmark-gfm/issues/282 */
export function brackets({ text }: Paragraph): Hidden[] {
  const last = text.lastIndexOf(']') + 1;
  const lastLine = text.lastIndexOf('\n', last);
  return [...text.matchAll(BRACKET)]
    .filter(({ 0: opener, index }) => /^\[&|\n/.test(opener) || (!/\]$/.test(opener) && index < lastLine))
    .map((match) => (match[0].endsWith(']') ? found(match) : hide('doubtful passages', match.index, last)));
}

const EMPTY_LINK = /(?<!(?<!\\)!)\[\s*\](?:\((?:[^\s()<>\\]*|<[^<>\n]*>)\)|(?<label>\[[^\s[\]\\]+\]))/g;

/** Links without words. */
export const emptyLinks = ({ text }: Paragraph, { defined }: Labels): Hidden[] =>
  [...text.matchAll(EMPTY_LINK)].filter(({ groups }) => !groups?.label || defined.has(keyOf(groups.label))).map(found);

/** Definitions that nobody refers to, and titles of the others. */
export function definitions({ text, lines, html }: Paragraph, { used }: Labels): Hidden[] {
  const hidden: Hidden[] = [];
  let prose = html === 'no' && /^\p{L}/u.test(text);
  for (const { start, content } of lines) {
    prose &&= /^[\p{L}[]/u.test(text.slice(start, start + 2));
    const found = prose ? undefined : at(DEFINITION, text, content);
    const { label = '', target = '', title = '' } = found?.groups ?? {};
    if (!found || keyOf(label) === '' || /^\[\^\S+$/.test(label)) continue;
    const end = content + found[0].length;
    const needed = used.has(keyOf(label)) && !/\s/.test(target);
    hidden.push(hide('hidden references', needed ? end - title.length : content, end));
    if (end === text.length) break;
  }
  return hidden;
}
