import { type Format, type Line, lineWidth, paintLine, plain, wrapLine } from './line.ts';
import { markdownLines } from './markdown-lines.ts';

export interface ScreenOptions {
  readonly print: (line: string) => void;
  /** The width of the terminal; undefined if the output is no terminal, and lines are not wrapped. */
  readonly columns?: number | undefined;
  readonly isColored: boolean;
}

export type Screen = ReturnType<typeof createScreen>;

/** Longer lines are hard to read. */
const MAX_WIDTH = 100;
const INDENT = '  ';

/** Prints the parts of a story. */
export function createScreen({ print, columns, isColored }: ScreenOptions) {
  const full = columns === undefined ? undefined : Math.min(columns, MAX_WIDTH);
  const width = (full ?? Number.POSITIVE_INFINITY) - INDENT.length;
  const shownAddresses = new Set<string>();

  const put = (line: Line) => print(paintLine(line, isColored));
  const putIndented = (lines: readonly Line[], edge: Line = plain(INDENT)) => {
    for (const line of lines) put([...edge, ...line]);
  };
  const heading = (sign: string, title: string, formats: Format[]) => {
    const text = `${sign}${sign} ${title}`;
    const rest = full === undefined ? '' : ` ${sign.repeat(Math.max(2, full - lineWidth(plain(text)) - 1))}`;
    print('');
    put([{ text: text + rest, formats }]);
    print('');
  };
  const wrapped = (text: string, room: number, formats: Format[] = []) =>
    text.split('\n').flatMap((line) => wrapLine([{ text: line, formats }], room));
  const boxed = (author: string, lines: readonly Line[]) => {
    put([{ text: `${INDENT}${author}`, formats: ['bold'] }]);
    putIndented(lines, [{ text: `${INDENT}│ `, formats: ['dim'] }]);
  };
  const rendered = (markdown: string, room: number, hasLineBreaks: boolean) =>
    markdownLines(markdown, { width: room, isColored, hasLineBreaks, shownAddresses });

  return {
    /** The heading of an event. */
    chapter: (title: string) => heading('━', title, ['bold', 'green']),
    /** The heading of what follows an event. */
    section: (title: string) => heading('─', title, ['bold']),
    /** Text, in which line breaks and indentation are kept. */
    text: (text: string, format?: Format) => putIndented(wrapped(text, width, format ? [format] : [])),
    /** The text that a person wrote, as it was written. */
    quote: (author: string, text: string) => boxed(author, wrapped(text, width - 2)),
    /** Markdown of a file or a job summary. */
    markdown: (text: string) => putIndented(rendered(text, width, false)),
    /** A comment, as GitHub shows it. */
    comment: (author: string, text: string) => boxed(author, rendered(text, width - 2, true)),
    /** Two columns. Values of several lines are shortened to the first; in a terminal, every value to one line. */
    pairs(pairs: readonly (readonly [name: string, value: string])[]): void {
      const column = Math.max(...pairs.map(([name]) => name.length)) + 2;
      for (const [name, value] of pairs) {
        const shown = shorten(value, full === undefined ? undefined : width - column);
        put([...plain(INDENT), { text: name.padEnd(column), formats: ['dim'] }, ...plain(shown)]);
      }
    },
    gap: () => print(''),
  };
}

function shorten(value: string, room: number | undefined): string {
  const [first = '', ...more] = value.split('\n');
  if (room !== undefined && lineWidth(plain(first)) > room) return `${[...first].slice(0, room - 1).join('')}…`;
  return more.length > 0 ? `${first} … (${more.length + 1} lines)` : first;
}
