import { styleText } from 'node:util';

type Format = 'bold' | 'dim' | 'green' | 'red' | 'yellow';

interface ScreenOptions {
  readonly print: (line: string) => void;
  /** Infinity for lines that are not wrapped. */
  readonly columns: number;
  readonly isColored: boolean;
}

export type Screen = ReturnType<typeof createScreen>;

const INDENT = '  ';

/** Prints the parts of a story. */
export function createScreen({ print, columns, isColored }: ScreenOptions) {
  const width = columns - INDENT.length;
  const paint = (text: string, ...formats: Format[]) =>
    isColored && formats.length > 0 ? styleText(formats, text, { validateStream: false }) : text;
  const put = (text: string, ...formats: Format[]) => print(paint(text.trimEnd(), ...formats));
  const heading = (sign: string, title: string, ...formats: Format[]) => {
    print('');
    put(`${sign}${sign} ${title}`, ...formats);
    print('');
  };
  const indented = (text: string, edge: string, ...formats: Format[]) => {
    for (const line of text
      .split('\n')
      .flatMap((each) => wrap(each, width - edge.length + INDENT.length)))
      put(paint(edge, 'dim') + paint(line, ...formats));
  };
  const boxed = (author: string, text: string) => {
    put(`${INDENT}${author}`, 'bold');
    indented(text, `${INDENT}│ `);
  };

  return {
    chapter: (title: string) => heading('━', title, 'bold', 'green'),
    /** The heading of what follows an event. */
    section: (title: string) => heading('─', title, 'bold'),
    text: (text: string, format?: Format) => indented(text, INDENT, ...(format ? [format] : [])),
    /** The text that a person wrote, as it was written. */
    quote: boxed,
    markdown: (markdown: string) => indented(readable(markdown), INDENT),
    comment: (author: string, markdown: string) => boxed(author, readable(markdown)),
    /**
     * Two columns. Values of several lines are shortened to the first; in a terminal, every value
     * to one line.
     */
    pairs(pairs: readonly (readonly [name: string, value: string])[]): void {
      const column = Math.max(...pairs.map(([name]) => name.length)) + 2;
      for (const [name, value] of pairs)
        put(INDENT + paint(name.padEnd(column), 'dim') + shorten(value, width - column));
    },
    gap: () => print(''),
  };
}

/**
 * Markdown of the action as it reads in a terminal: without formats and what a page hides, and with
 * details folded.
 */
function readable(markdown: string): string {
  return markdown
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<details>\s*<summary>(.*?)<\/summary>[\s\S]*?<\/details>/g, '▸ $1 (folded)')
    .replace(/<\/?sub>|\*\*|^#+ /gm, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/**
 * Breaks a line at spaces. A longer word keeps a line of its own, so that an address stays whole.
 */
function wrap(line: string, width: number): string[] {
  if (line.length <= width) return [line];
  return (
    line
      .match(new RegExp(`.{1,${width}}(?= |$)|\\S+`, 'g'))
      ?.map((part, at) => (at > 0 ? part.trimStart() : part)) ?? []
  );
}

function shorten(value: string, room: number): string {
  const [first = '', ...more] = value.split('\n');
  if (first.length > room) return `${first.slice(0, room - 1)}…`;
  return more.length > 0 ? `${first} … (${more.length + 1} lines)` : first;
}
