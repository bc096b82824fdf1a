import { styleText } from 'node:util';

export type Format = 'bold' | 'dim' | 'italic' | 'underline' | 'strikethrough' | 'cyan' | 'green' | 'red' | 'yellow';

/** Text with formats. */
export interface Span {
  readonly text: string;
  readonly formats: readonly Format[];
}

export type Line = readonly Span[];

export const plain = (text: string): Line => [{ text, formats: [] }];

/** The columns that a text takes in a terminal: two for each emoji and each Chinese, Japanese or Korean character. */
function displayWidth(text: string): number {
  const visible = text.replace(/[\p{Cf}\p{Mn}\p{Me}]/gu, '');
  const isWide = /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
  // U+FE0F makes an emoji of the character before it.
  const emojis = text.match(/\P{Emoji_Presentation}\ufe0f/gu)?.length ?? 0;
  return [...visible].reduce((width, letter) => width + (isWide.test(letter) ? 2 : 1), emojis);
}

export const lineWidth = (line: Line): number => displayWidth(line.map(({ text }) => text).join(''));

/**
 * Breaks a line at spaces into lines of at most `width` columns; lines after the first repeat its indentation. A longer word keeps a
 * line of its own, so that an address stays whole.
 */
export function wrapLine(line: Line, width: number): Line[] {
  if (lineWidth(line) <= width) return [line];
  const indent = /^ */.exec(line[0]?.text ?? '')?.[0] ?? '';
  const lines: Span[][] = [];
  let current: Span[] = [];
  let used = 0;
  for (const { gap, word } of wordsOf(line)) {
    const length = lineWidth(word);
    const isFirst = used <= indent.length;
    if (!isFirst && used + lineWidth(gap) + length > width) {
      lines.push(current);
      current = indent ? [...plain(indent), ...word] : [...word];
      used = indent.length + length;
    } else {
      current.push(...gap, ...word);
      used += lineWidth(gap) + length;
    }
  }
  return [...lines, current];
}

interface Word {
  readonly gap: Span[];
  readonly word: Span[];
}

/** The words of a line, each with the spaces before it. */
function wordsOf(line: Line): Word[] {
  const words: Word[] = [];
  for (const { text, formats } of line) {
    for (const part of text.match(/ +|[^ ]+/g) ?? []) {
      const last = words.at(-1);
      const span = { text: part, formats };
      if (!part.startsWith(' ')) (last ?? startWord(words)).word.push(span);
      else if (last && last.word.length === 0) last.gap.push(span);
      else startWord(words).gap.push(span);
    }
  }
  return words;
}

function startWord(words: Word[]): Word {
  const word: Word = { gap: [], word: [] };
  words.push(word);
  return word;
}

/** The text of a line without spaces at its end, with escape sequences for its formats if it is colored. */
export function paintLine(line: Line, isColored: boolean): string {
  const paint = ({ text, formats }: Span) =>
    isColored && formats.length > 0 ? styleText([...formats], text, { validateStream: false }) : text;
  const spans = joinSpans(line);
  return spans
    .map((span, at) => paint(at === spans.length - 1 ? { ...span, text: span.text.trimEnd() } : span))
    .join('');
}

/** Joins neighbors with the same formats, and leaves out empty ones. */
function joinSpans(line: Line): Span[] {
  const joined: Span[] = [];
  for (const { text, formats } of line.filter((span) => span.text !== '')) {
    const last = joined.at(-1);
    const isSame = last?.formats.join() === formats.join();
    if (last && isSame) joined.splice(-1, 1, { text: last.text + text, formats });
    else joined.push({ text, formats });
  }
  return joined;
}
