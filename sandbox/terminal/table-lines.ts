import type { MarkdownElement, MarkdownNode } from '../markdown/parse-markdown.ts';
import { type Line, lineWidth, plain, type Span, wrapLine } from './line.ts';

interface Cell {
  readonly line: Line;
  readonly isRight: boolean;
}

const GAP = 2;

/** A table in columns. If it is wider than `width`, the widest column is wrapped. Empty rows, such as an empty header, are left out. */
export function tableLines(table: MarkdownElement, width: number, inline: (cell: MarkdownElement) => Span[]): Line[] {
  const rows = elements(table, 'tr')
    .map((row) => row.childNodes.filter((node) => 'tagName' in node).map((cell) => readCell(cell, inline)))
    .filter((cells) => cells.some(({ line }) => lineWidth(line) > 0));
  const widths = narrow(columnWidths(rows), width);
  return rows.flatMap((cells) => rowLines(cells, widths));
}

function readCell(cell: MarkdownElement, inline: (cell: MarkdownElement) => Span[]): Cell {
  const isRight = cell.attrs.some(({ name, value }) => name === 'align' && value === 'right');
  const line = inline(cell);
  const asHeader = line.map(({ text, formats }): Span => ({ text, formats: [...formats, 'bold'] }));
  return { line: cell.tagName === 'th' ? asHeader : line, isRight };
}

function elements(node: MarkdownNode, tagName: string): MarkdownElement[] {
  if (!('tagName' in node)) return [];
  return node.tagName === tagName ? [node] : node.childNodes.flatMap((child) => elements(child, tagName));
}

function columnWidths(rows: readonly (readonly Cell[])[]): number[] {
  const count = Math.max(0, ...rows.map((cells) => cells.length));
  return Array.from({ length: count }, (_, at) =>
    Math.max(0, ...rows.map((cells) => lineWidth(cells[at]?.line ?? []))),
  );
}

/** Narrows the widest column. */
function narrow(widths: readonly number[], width: number): number[] {
  const widest = widths.indexOf(Math.max(...widths));
  const excess = widths.reduce((sum, each) => sum + each + GAP, -GAP) - width;
  return widths.map((each, at) => (at === widest && excess > 0 ? Math.max(10, each - excess) : each));
}

function rowLines(cells: readonly Cell[], widths: readonly number[]): Line[] {
  const wrapped = cells.map(({ line }, at) => wrapLine(line, widths[at] ?? 0));
  const height = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, row) =>
    cells.flatMap(({ isRight }, at): Line => {
      const line = wrapped[at]?.[row] ?? [];
      const space = plain(' '.repeat(Math.max(0, (widths[at] ?? 0) - lineWidth(line))));
      return [...plain(at === 0 ? '' : ' '.repeat(GAP)), ...(isRight ? [...space, ...line] : [...line, ...space])];
    }),
  );
}
