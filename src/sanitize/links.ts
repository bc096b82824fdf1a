import type { Leaf } from './lines.ts';
import type { Definition } from './page.ts';

/**
 * The syntax of links (CommonMark, 4.7 and 6.3). The `read…` functions read from an index and
 * return the end, or -1.
 */

/** The match of a sticky pattern that begins exactly at `index`. */
export function at(pattern: RegExp, text: string, index: number): RegExpExecArray | undefined {
  pattern.lastIndex = index;
  return pattern.exec(text) ?? undefined;
}

/** The end of that match, or -1. */
export const matchEnd = (pattern: RegExp, text: string, index: number): number =>
  at(pattern, text, index) ? pattern.lastIndex : -1;

const SPACE = /[ \t\n]*/y;
const skipSpace = (text: string, index: number): number => matchEnd(SPACE, text, index);

const ANGLE_ADDRESS = /<(?:\\[^\n]|[^<>\\\n])*>/y;
const MAX_PARENTHESES = 32;

const readAddress = (text: string, start: number): number =>
  text[start] === '<' ? matchEnd(ANGLE_ADDRESS, text, start) : readPlainAddress(text, start);

function readPlainAddress(text: string, start: number): number {
  let depth = 0;
  let index = start;
  for (; index < text.length; index++) {
    const character = text.charAt(index);
    if (character <= ' ' || character === '\x7f' || (character === ')' && depth === 0)) break;
    if (character === '\\' && /[!-/:-@[-`{-~]/.test(text.charAt(index + 1))) index++;
    else if (character === '(' && ++depth > MAX_PARENTHESES) return -1;
    else if (character === ')') depth--;
  }
  return index;
}

const TITLE = /"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|\((?:\\[\s\S]|[^()\\])*\)/y;
const readTitle = (text: string, start: number): number => matchEnd(TITLE, text, start);

/** An address, and a title with the white space around it. */
export interface Target {
  readonly address: readonly [start: number, end: number];
  readonly title: readonly [start: number, end: number];
  readonly end: number;
}

/** The address and title in parentheses after the text of a link, or undefined. */
export function readResource(text: string, open: number): Target | undefined {
  const start = skipSpace(text, open + 1);
  const end = readAddress(text, start);
  if (end < 0) return undefined;
  const space = skipSpace(text, end);
  const title = space > end ? readTitle(text, space) : -1;
  const close = title < 0 ? space : skipSpace(text, title);
  if (text[close] !== ')') return undefined;
  return { address: [start, end], title: [end, title < 0 ? end : close], end: close + 1 };
}

export const MAX_LABEL = 999;

const LABEL = /\[(?:\\[\s\S]|[^[\]\\]){0,999}\]/y;

/** The end of the label that begins with a bracket at `start`, or -1. */
export function readLabel(text: string, start: number): number {
  const end = matchEnd(LABEL, text, start);
  return end - start > MAX_LABEL + 2 ? -1 : end;
}

/**
 * The normalized label: labels match regardless of case and white space. Empty if it is too long.
 */
export function keyOf(label: string): string {
  if (label.length > MAX_LABEL + 2) return '';
  return label
    .slice(1, -1)
    .replace(/[ \t\n]+/g, ' ')
    .replace(/^ | $/g, '')
    .toLowerCase()
    .toUpperCase();
}

const REST_OF_LINE = /[ \t]*(?=\n|$)/y;

/** The definition that begins with a bracket at `start`, and the end of its line, or undefined. */
function readDefinition(
  leaf: Leaf,
  start: number,
): (Definition & { readonly end: number }) | undefined {
  const { text } = leaf;
  const label = readLabel(text, start);
  if (label < 0 || text[label] !== ':') return undefined;
  const key = keyOf(text.slice(start, label));
  const open = skipSpace(text, label + 1);
  const close = readAddress(text, open);
  if (key === '' || close <= open) return undefined;
  const space = skipSpace(text, close);
  const quoted = space > close ? readTitle(text, space) : -1;
  const titled = quoted < 0 ? -1 : matchEnd(REST_OF_LINE, text, quoted);
  const end = titled < 0 ? matchEnd(REST_OF_LINE, text, close) : titled;
  if (end < 0) return undefined;
  const title = leaf.rangeOf(close, titled < 0 ? close : titled);
  return { key, range: leaf.rangeOf(start, end), title, address: text.slice(open, close), end };
}

/** The definitions at the beginning of a paragraph, and their end. */
export function definitionsIn(leaf: Leaf): {
  readonly found: readonly Definition[];
  readonly end: number;
} {
  const found: Definition[] = [];
  let end = 0;
  while (leaf.text[end] === '[') {
    const definition = readDefinition(leaf, end);
    if (!definition) break;
    found.push(definition);
    end = Math.min(leaf.text.length, definition.end + 1);
  }
  return { found, end };
}
